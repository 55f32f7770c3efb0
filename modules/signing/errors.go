package signing

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module.
var (
	// ErrRefused is returned for every invalid signed URL, whatever the reason: malformed, signed with
	// another secret, changed, expired, unknown, or of a revoked key.
	ErrRefused = fault.New(fault.Unauthorized, "The signed URL is not valid.")
	// ErrKeyNotFound is returned for a signing key that the workspace does not have in this mode.
	ErrKeyNotFound = fault.NotFound(fault.SigningKeyNotFound)
	// ErrKeyRevoked is returned for changes of a revoked key.
	ErrKeyRevoked = fault.State("key_revoked", "This signing key is revoked.")
	// ErrKeyRetired is returned for rotating a retired key.
	ErrKeyRetired = fault.State("key_retired", "This signing key is retired already.")
)
