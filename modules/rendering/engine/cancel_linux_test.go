package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// cancelWork is the processor time that the process may use, over all processors, after a render was cancelled.
const cancelWork = 100 * time.Millisecond

// cancelAfter cancels work after d. It returns the processor time that the process used after that and the error of
// work. Processor time, unlike wall-clock time, does not depend on other load of the machine.
func cancelAfter(t *testing.T, d time.Duration, work func(context.Context) error) (more time.Duration, err error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	at := make(chan time.Duration, 1)
	timer := time.AfterFunc(d, func() { at <- spent(t); cancel() })
	err = work(ctx)
	ended := spent(t)
	if timer.Stop() {
		return 0, nil // it ended before
	}
	return ended - <-at, err
}

// TestCancelStopsARender cancels hostile documents at several points and checks the error and the processor time used
// after that, by the median of the points.
func TestCancelStopsARender(t *testing.T) {
	all := hostile()
	for _, name := range []string{"many nodes", "many shadows", "many gradients"} {
		render := func(ctx context.Context) error { return renderHostile(ctx, engine.New(engine.Options{}), all[name]) }
		began := time.Now()
		limited, stop := context.WithTimeout(t.Context(), 3*time.Second)
		_ = render(limited)
		stop()
		whole := time.Since(began)
		var late []time.Duration
		for part := range 7 {
			more, err := cancelAfter(t, whole*time.Duration(part+1)/12, render)
			if errors.Is(err, context.Canceled) {
				late = append(late, more)
			}
		}
		slices.Sort(late)
		if t.Logf("%s: %v in total, %v after it was cancelled", name, whole, late); len(late) > 0 && late[len(late)/2] > cancelWork {
			t.Errorf("%s: works for %v after it was cancelled", name, late[len(late)/2])
		}
	}
}

// TestCancelStopsDecoding cancels in the middle of decoding a large image, in every format, and takes the best of
// several attempts.
func TestCancelStopsDecoding(t *testing.T) {
	limits := image.Limits{MaxBytes: 64 << 20}
	for name, data := range largeFiles(t, 4000, 2500) {
		decode := func(ctx context.Context) error {
			_, err := image.Decode(ctx, data, limits)
			return err
		}
		began := time.Now()
		if err := decode(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		whole, best := time.Since(began), time.Hour
		for try := range 6 {
			more, err := cancelAfter(t, whole*time.Duration(1+try)/10, decode)
			switch {
			case errors.Is(err, context.Canceled):
				best = min(best, more)
			case err != nil:
				t.Errorf("%s: a cancelled image fails with %v", name, err)
			}
		}
		if t.Logf("%s: %v in total, %v after it was cancelled", name, whole, best); best > cancelWork {
			t.Errorf("%s: decoding works for %v after it was cancelled", name, best)
		}
	}
}
