// Package signing owns signed image URLs and the keys they are signed with.
//
// Tables (schema signing): key and picture. A URL proves by its signature (Signature) that a workspace
// wanted its picture; it renders at the first fetch and shows the same image for ever. Of fetches that
// meet on a cold URL, in one process or in many, one renders and one is charged: it holds the claim on
// the picture's row, the others wait for its notification.
//
// It tells other processes by NOTIFY on signing_keys (a key was retired or revoked; the payload is its
// kid) and signing_pictures (a picture was finished; the payload is its ref). It asks for pictures
// (Needs).
package signing
