package av1dec

import (
	"errors"
	"fmt"
)

// What can be wrong with a bitstream; errors of this package wrap one of them.
var (
	// ErrCorrupt says that the data breaks the format's rules or ends early.
	ErrCorrupt = errors.New("corrupt AV1")
	// ErrUnsupported says that the data uses what this decoder does not have.
	ErrUnsupported = errors.New("unsupported AV1")
	// ErrTooLarge says that the frame is larger than allowed.
	ErrTooLarge = errors.New("AV1 frame too large")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}
