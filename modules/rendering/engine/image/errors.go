package image

import "errors"

// What can be wrong with an image. Errors of this package wrap one of them and
// say in plain words what was found and what would be accepted.
var (
	// ErrUnsupported says that the data is not an image this engine reads.
	ErrUnsupported = errors.New("unsupported image")
	// ErrVector says that the data is SVG, which is drawn and not decoded.
	ErrVector = errors.New("image is vector")
	// ErrTooLarge says that a limit would be exceeded.
	ErrTooLarge = errors.New("image too large")
	// ErrCorrupt says that the data breaks its format's rules or ends early.
	ErrCorrupt = errors.New("corrupt image")
)
