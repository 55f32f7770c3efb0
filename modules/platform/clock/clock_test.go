package clock_test

import (
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

func TestFakeMovesOnlyWhenMoved(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	f := clock.NewFake(start)
	if got := f.Now(); !got.Equal(start) {
		t.Errorf("got %v, want %v", got, start)
	}
	f.Advance(90 * time.Second)
	if got, want := f.Now(), start.Add(90*time.Second); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSystemIsUTC(t *testing.T) {
	t.Parallel()
	if loc := clock.System().Now().Location(); loc != time.UTC {
		t.Errorf("location %v, want UTC", loc)
	}
}
