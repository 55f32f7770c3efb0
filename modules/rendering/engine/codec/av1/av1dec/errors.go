package av1dec

import (
	"errors"
	"fmt"
)

// Errors of this package wrap one of these.
var (
	// ErrCorrupt reports that the data violates the format or is truncated.
	ErrCorrupt = errors.New("corrupt AV1")
	// ErrUnsupported reports that the data uses a feature outside this decoder.
	ErrUnsupported = errors.New("unsupported AV1")
	// ErrTooLarge reports that the frame exceeds the pixel limit.
	ErrTooLarge = errors.New("AV1 frame too large")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}
