package pdfedit

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// MaxBytes is the size of the largest file that is read.
const MaxBytes = 256 << 20

// ErrLimit is of a file that takes more time or memory than it may.
var ErrLimit = errors.New("the file takes too much to process")

// Bounds are what work on a file may take.
type Bounds struct {
	Time time.Duration
	// Memory is that of the whole process, in bytes.
	Memory int64
}

// Within runs work and returns its error, or an ErrLimit as soon as it has taken more than it may. The library cannot be
// interrupted: after an ErrLimit, or the end of ctx, work still runs, and the process is to end.
func (b Bounds) Within(ctx context.Context, work func() error) error {
	previous := debug.SetMemoryLimit(b.Memory / 4 * 3) // near it, garbage is collected more often, so that garbage alone does not exceed the bound
	defer debug.SetMemoryLimit(previous)
	done := make(chan error, 1)
	go func() { done <- work() }()
	limit := time.NewTimer(b.Time)
	defer limit.Stop()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-limit.C:
			return fmt.Errorf("%w: more than %v", ErrLimit, b.Time)
		case <-look.C:
			if memory() > uint64(b.Memory) {
				return fmt.Errorf("%w: more than %d MiB of memory", ErrLimit, b.Memory>>20)
			}
		}
	}
}

// memory returns the bytes of memory that the process has from the system.
func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
