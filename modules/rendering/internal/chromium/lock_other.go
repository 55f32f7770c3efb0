//go:build !unix

package chromium

import (
	"fmt"
	"os"
)

// lock is what every browser needs first; browsers are controlled over pipes that this system does not have.
func lock(string) (*os.File, error) {
	return nil, fmt.Errorf("%w: the browser engine needs Linux or macOS", ErrUnavailable)
}
