package rgba_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
)

func TestStraightUndoesPremultiplying(t *testing.T) {
	t.Parallel()
	for a := uint32(1); a < 256; a++ {
		for c := uint32(0); c < 256; c++ {
			p := (c*a + 127) / 255
			s := rgba.Straight(p | a<<24)
			if s>>24 != a {
				t.Fatalf("alpha %d became %d", a, s>>24)
			}
			if again := (s&0xff*a + 127) / 255; again != p {
				t.Fatalf("alpha %d value %d: %d, premultiplied again %d", a, p, s&0xff, again)
			}
		}
	}
	if got := rgba.Straight(0); got != 0 {
		t.Errorf("transparent became %08x", got)
	}
}
