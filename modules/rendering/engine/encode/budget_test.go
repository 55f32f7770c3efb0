package encode_test

import (
	"context"
	"errors"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// sized returns a function that writes files of the given sizes and counts its calls.
func sized(size func(level int) int, calls *int) func(level int) ([]byte, error) {
	return func(level int) ([]byte, error) {
		*calls++
		return make([]byte, size(level)), nil
	}
}

func TestFitFindsAGoodLevelInFewTries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		size func(level int) int
		most int // tries
	}{
		"exponential": {func(q int) int { return 1000 << (q / 20) * (20 + q%20) / 20 }, 4},
		"straight":    {func(q int) int { return 2000 + 400*q }, 9},
		"flat":        {func(q int) int { return 20000 + 10*q }, 12},
		"steep end":   {func(q int) int { return 5000 + q*q*q/10 }, 12},
		"uneven":      {func(q int) int { return 3000 + 500*q + q%3*900 }, 8},
	} {
		full := c.size(80)
		for limit := c.size(1); limit < full; limit += max((full-c.size(1))/50, 1) {
			calls := 0
			best, _, err := encode.Fit(limit, 79, full, sized(c.size, &calls))
			if err != nil {
				t.Fatal(err)
			}
			if len(best) == 0 || len(best) > limit {
				t.Fatalf("%s, limit %d: %d bytes", name, limit, len(best))
			}
			if calls > c.most {
				t.Errorf("%s, limit %d: %d tries, at most %d expected", name, limit, calls, c.most)
			}
			// Either it is close to the limit, or the next level is too large.
			next := 1
			for c.size(next) != len(best) {
				next++
			}
			if limit-len(best) > limit/16 && c.size(next+1) <= limit && next < 79 {
				t.Errorf("%s, limit %d: %d bytes although %d would fit", name, limit, len(best), c.size(next+1))
			}
		}
	}
}

func TestFitReportsTheSmallestSize(t *testing.T) {
	t.Parallel()
	calls := 0
	best, smallest, err := encode.Fit(900, 79, 9000, sized(func(q int) int { return 1000 + 100*q }, &calls))
	if best != nil || smallest != 1100 || err != nil {
		t.Errorf("got %d bytes, smallest %d, %v; want none, 1100", len(best), smallest, err)
	}
	if best, smallest, _ = encode.Fit(900, 0, 1000, nil); best != nil || smallest != 1000 {
		t.Errorf("without levels: got %d bytes, smallest %d", len(best), smallest)
	}
	broken := errors.New("broken")
	if _, _, err = encode.Fit(900, 79, 9000, func(int) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func TestFittingAVIFTakesFewEncodings(t *testing.T) {
	t.Parallel()
	pm := scene(120, 90, true, 4)
	write := func(q int) ([]byte, error) {
		return encode.Encode(context.Background(), pm, encode.Options{Format: encode.AVIF, Quality: q})
	}
	full, err := write(80)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []int{90, 75, 60, 45} {
		calls := 0
		limit := len(full) * part / 100
		best, _, err := encode.Fit(limit, 79, len(full), func(q int) ([]byte, error) { calls++; return write(q) })
		if err != nil || len(best) == 0 || len(best) > limit {
			t.Fatalf("%d %%: %d bytes, %v", part, len(best), err)
		}
		if calls > 5 {
			t.Errorf("%d %%: %d encodings", part, calls)
		}
	}
}
