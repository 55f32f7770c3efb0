package image

import "errors"

// Errors of this package wrap one of these and state in plain words what was found and what is accepted.
var (
	// ErrUnsupported reports that the data is not a supported image.
	ErrUnsupported = errors.New("unsupported image")
	// ErrVector reports that the data is SVG, which is rendered rather than decoded.
	ErrVector = errors.New("image is vector")
	// ErrTooLarge reports that a limit would be exceeded.
	ErrTooLarge = errors.New("image too large")
	// ErrCorrupt reports that the data violates its format or is truncated.
	ErrCorrupt = errors.New("corrupt image")
)
