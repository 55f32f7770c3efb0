package avif

import (
	"errors"
	"fmt"
)

// Errors of this package wrap one of these.
var (
	// ErrCorrupt reports that the file violates the format or is truncated.
	ErrCorrupt = errors.New("corrupt AVIF")
	// ErrUnsupported reports that the file is not AVIF or uses an unsupported feature.
	ErrUnsupported = errors.New("unsupported AVIF")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}
