package avif

import (
	"errors"
	"fmt"
)

// What can be wrong with a file; errors of this package wrap one of them.
var (
	// ErrCorrupt says that the file breaks the format's rules or ends early.
	ErrCorrupt = errors.New("corrupt AVIF")
	// ErrUnsupported says that the file is something else or uses what is not read.
	ErrUnsupported = errors.New("unsupported AVIF")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}
