// Package signing owns signed image URLs and the keys they are signed with.
//
// Tables (schema signing): key and image. The signature of a URL (Signature) proves that a workspace
// requested its image; the image is rendered at the first fetch and never changes afterwards. Of concurrent
// fetches of a cold URL, in one process or in many, one renders and one is charged: it holds the claim on
// the image's row, the others wait for its notification.
//
// It notifies other processes by NOTIFY on signing_keys (a key was retired or revoked; the payload is its
// kid) and signing_pictures (an image was finished; the payload is its ref). It depends on a renderer
// of images (Needs).
package signing
