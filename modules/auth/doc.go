// Package auth owns workspaces and credentials.
//
// Tables (schema auth): workspaces, api_keys, jwt_issuers, sign_ins. A key is shown once and stored as a keyed hash; it
// has scopes, may be limited to brands, remains valid for 24 hours after its rotation and is invalid after its
// revocation, by database time. Authenticate resolves a bearer token to an ident.Principal for the check chain; every
// refusal is the same 401. Other tokens are JWTs of an issuer that a workspace accepts (Issuers), verified with the
// issuer's published keys. The owner signs in to the console with a single-use link (NewSignIn, Redeem).
//
// It notifies other processes of a changed key by NOTIFY on the channel auth_keys, so that they evict it within a
// second. It calls no other service.
package auth
