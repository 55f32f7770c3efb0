// Package auth owns workspaces and the proofs of who is asking.
//
// Tables (schema auth): workspaces, api_keys, jwt_issuers, sign_ins. A key is shown once and kept as a keyed hash; it carries
// scopes, may be narrowed to brands, works for 24 hours after it was rotated and not at all after it was
// revoked, by database time. Authenticate turns a bearer token into an ident.Principal for the check
// chain; every refusal is the same 401. Tokens that are no keys are JWTs of an issuer that a workspace
// accepts (Issuers), verified with the issuer's published keys. The owner signs in to the console with a link that works
// once (NewSignIn, Redeem).
//
// It notifies other processes of a changed key by NOTIFY on the channel auth_keys, so that their caches drop
// it within a second. It calls no other service.
package auth
