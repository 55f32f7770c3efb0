// Package ai owns pictures made from words, moods and colours.
//
// Table (schema ai): result, what each distinct request gave. The built-in generator (package art) computes
// pictures without a model; an external provider, when one is configured, makes those of the substyles it is
// configured for, and its first answer is pinned under the request's hash. Either way a request that was made
// before is answered with the same picture, free of charge, whichever process is asked.
//
// Pictures are images of the rendering module like any render's, with receipts. The module asks for pictures,
// credits, decisions, approvals, brand kits and the content policy (Needs); it tells nobody anything.
package ai
