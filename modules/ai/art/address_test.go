package art

import (
	"errors"
	"strings"
	"testing"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	r, err := ParseAddress("ai:background?colors=0F172A-38bdf8&grain=0&h=630&mood=calm&prompt=waves+%26+sun&seed=3&tone=dark&w=1200")
	if err != nil || r.Kind != Background || r.Width != 1200 || r.Height != 630 || r.Mood != "calm" || r.Tone != "dark" || r.Seed != 3 || r.Grain != NoGrain ||
		r.Prompt != "waves & sun" || len(r.Colors) != 2 || r.Colors[1].String() != "#38BDF8" {
		t.Errorf("%+v, %v", r, err)
	}
	for _, bad := range []string{
		"", "https://example.com", "ai:background?", "ai:background?w=1", "ai:background?w=100&h=100&mood=angry", "ai:background?w=100&h=100&seed=-1", "ai:background?w=100&h=100&seed=2147483648",
		"ai:background?w=100&h=100&colors=red", "ai:background?w=100&h=100&w=200", "ai:background?w=100&h=100&x=1", "ai:background?w=100&h=100&grain=NaN", "ai:background?w=99999&h=100", "ai:background?%zz",
	} {
		if _, err := ParseAddress(bad); !errors.Is(err, ErrRequest) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzParseAddress checks that every accepted URL is within the limits of a request.
func FuzzParseAddress(f *testing.F) {
	f.Add("ai:background?colors=0F172A-38BDF8&h=630&mood=calm&seed=3&w=1200")
	f.Add("ai:background?h=16&w=16&grain=1e-300")
	f.Fuzz(func(t *testing.T, address string) {
		r, err := ParseAddress(address)
		if err != nil {
			if !errors.Is(err, ErrRequest) {
				t.Errorf("%v", err)
			}
			return
		}
		if r.check() != nil || !strings.HasPrefix(address, AddressScheme) {
			t.Errorf("%q is %+v", address, r)
		}
	})
}
