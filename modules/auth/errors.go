package auth

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module.
var (
	// ErrUnauthorized is every refused token, whatever was wrong with it.
	ErrUnauthorized = fault.New(fault.Unauthorized, "A valid API key or token is required in the Authorization header.")
	// ErrSignIn is every refused sign-in link, whatever was wrong with it.
	ErrSignIn = fault.New(fault.Unauthorized, "This sign-in link is unknown, was used already or is older than ten minutes. `platen console` prints another.")
	// ErrKeySetUnavailable says that a JWT cannot be verified because its issuer's keys could never be read.
	ErrKeySetUnavailable = fault.New(fault.InternalError, "The issuer's keys cannot be read, so its tokens cannot be verified.").With(
		fault.Detail{Path: "header:Authorization", Rule: "jwks_unavailable", Message: "The issuer's jwks_url does not return a key set. Send the request again later."})
	// ErrKeyNotFound says that the workspace has no such key in this mode.
	ErrKeyNotFound = fault.NotFound(fault.APIKeyNotFound)
	// ErrWorkspaceNotFound says that there is no such workspace.
	ErrWorkspaceNotFound = fault.NotFound(fault.WorkspaceNotFound)
	// ErrIssuerNotFound says that the workspace has no such JWT issuer in this mode.
	ErrIssuerNotFound = fault.NotFound(fault.JWTIssuerNotFound)
	// ErrIssuerTaken says that a workspace accepts this issuer already.
	ErrIssuerTaken = fault.State("issuer_taken", "This issuer is accepted already; an issuer belongs to one workspace and mode.")
	// ErrKeyRotated says that a key in grace has its successor already.
	ErrKeyRotated = fault.State("key_rotated", "This key was rotated already; use its successor.")
	// ErrKeyRevoked says that a revoked key cannot be rotated.
	ErrKeyRevoked = fault.State("key_revoked", "This key is revoked.")
	// ErrNameTaken says that a workspace of this name exists.
	ErrNameTaken = fault.State("name_taken", "A workspace with this name exists already.")
)
