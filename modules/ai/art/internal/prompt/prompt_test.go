package prompt

import (
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

func TestRead(t *testing.T) {
	t.Parallel()
	if n := Size(); n < 700 {
		t.Errorf("the lexicon has %d words and phrases, want 700", n)
	}
	names := func(r *Reading) (out []string) {
		for _, th := range r.Things {
			out = append(out, th.Name)
		}
		return out
	}
	r := Read("Three sailboats on lakes beneath snow-capped mountains at golden hour, no clouds; a unicorn!")
	if want := []string{"boat", "lake", "mountain"}; !slices.Equal(names(r), want) {
		t.Errorf("things %q, want %q", names(r), want)
	}
	if r.Things[0].Count != 3 || r.Time != "sunset" || !slices.Contains(r.Excluded, "cloud") {
		t.Errorf("count %d, time %q, excluded %q", r.Things[0].Count, r.Time, r.Excluded)
	}
	if !slices.Contains(r.Unknown, "unicorn") {
		t.Errorf("unknown %q, want the unicorn", r.Unknown)
	}
	if r = Read("a red car under a blue sky"); r.Accent == nil || *r.Accent != tint.Hex(0xD62839) || len(r.Colors) != 0 {
		t.Errorf("accent %v, colours %v: want a red car in an image of any colours", r.Accent, r.Colors)
	}
	if r = Read("orange and teal mountains"); len(r.Colors) != 2 {
		t.Errorf("colours %v, want two", r.Colors)
	}
	if r = Read("wolves, butterflies, cities"); !slices.Equal(names(r), []string{"butterfly", "city"}) || !slices.Equal(r.Unknown, []string{"wolves"}) {
		t.Errorf("plurals: %q, unknown %q", names(r), r.Unknown)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a lake without boats, dark blue 3 3 3 no no")
	f.Fuzz(func(t *testing.T, s string) {
		r := Read(s)
		if len(r.Things) > maxThings || len(r.Unknown) > maxList || len(r.Colors) > 5 || len(r.Named) > 5 {
			t.Fatalf("%d things, %d unknown, %d colours", len(r.Things), len(r.Unknown), len(r.Colors))
		}
		for _, x := range r.Things {
			if slices.Contains(r.Excluded, x.Name) {
				t.Fatalf("%s is drawn and excluded", x.Name)
			}
		}
	})
}
