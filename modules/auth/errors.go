package auth

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module.
var (
	// ErrUnauthorized is returned for every refused token, whatever the reason.
	ErrUnauthorized = fault.New(fault.Unauthorized, "A valid API key or token is required in the Authorization header.")
	// ErrSignIn is returned for every refused sign-in link, whatever the reason.
	ErrSignIn = fault.New(fault.Unauthorized, "This sign-in link is unknown, was used already or is older than ten minutes. `platen console` prints another.")
	// ErrKeySetUnavailable is returned when a JWT cannot be verified because its issuer's key set could never be
	// fetched.
	ErrKeySetUnavailable = fault.New(fault.InternalError, "The issuer's keys cannot be read, so its tokens cannot be verified.").With(
		fault.Detail{Path: "header:Authorization", Rule: "jwks_unavailable", Message: "The issuer's jwks_url does not return a key set. Send the request again later."})
	// ErrKeyNotFound is returned when the workspace has no such key in this mode.
	ErrKeyNotFound = fault.NotFound(fault.APIKeyNotFound)
	// ErrWorkspaceNotFound is returned when there is no such workspace.
	ErrWorkspaceNotFound = fault.NotFound(fault.WorkspaceNotFound)
	// ErrIssuerNotFound is returned when the workspace has no such JWT issuer in this mode.
	ErrIssuerNotFound = fault.NotFound(fault.JWTIssuerNotFound)
	// ErrIssuerTaken is returned when a workspace already accepts this issuer.
	ErrIssuerTaken = fault.State("issuer_taken", "This issuer is accepted already; an issuer belongs to one workspace and mode.")
	// ErrKeyRotated is returned when a rotated key is rotated again.
	ErrKeyRotated = fault.State("key_rotated", "This key was rotated already; use its successor.")
	// ErrKeyRevoked is returned when a revoked key is rotated.
	ErrKeyRevoked = fault.State("key_revoked", "This key is revoked.")
	// ErrNameTaken is returned when another workspace has the name.
	ErrNameTaken = fault.State("name_taken", "A workspace with this name exists already.")
)
