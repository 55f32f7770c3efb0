package signing

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module.
var (
	// ErrRefused is every signed URL that is not good, whatever is wrong with it: malformed, signed with
	// another secret, changed, expired, unknown, of a revoked key.
	ErrRefused = fault.New(fault.Unauthorized, "The signed URL is not valid.")
	// ErrKeyNotFound says that the workspace has no such signing key in this mode.
	ErrKeyNotFound = fault.NotFound(fault.SigningKeyNotFound)
	// ErrKeyRevoked says that a revoked key stays as it is.
	ErrKeyRevoked = fault.State("key_revoked", "This signing key is revoked.")
	// ErrKeyRetired says that a retired key was replaced already.
	ErrKeyRetired = fault.State("key_retired", "This signing key is retired already.")
)
