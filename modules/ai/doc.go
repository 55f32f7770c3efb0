// Package ai owns images generated from prompts, moods and colours.
//
// Table (schema ai): result, the stored result of each distinct request. The built-in generator (package art)
// computes images without a model. An external provider, if configured, generates the images of the substyles
// assigned to it, and its first response is pinned under the request's hash. In both cases a repeated request
// returns the same image, free of charge, in every process.
//
// Generated images are images of the rendering module, with receipts. The module needs images, credits,
// decisions, approvals, brand kits and the content policy (Needs); it publishes no events.
package ai
