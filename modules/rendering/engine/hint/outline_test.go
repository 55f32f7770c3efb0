package hint

import (
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// closing is a pen that fails the test when a contour does not end at its start.
type closing struct {
	t         *testing.T
	seed      uint64
	first, at Point
}

func (p *closing) MoveTo(a Point)        { p.end(); p.first, p.at = a, a }
func (p *closing) LineTo(a Point)        { p.at = a }
func (p *closing) QuadTo(_, a Point)     { p.at = a }
func (p *closing) CubicTo(_, _, a Point) { p.at = a }

func (p *closing) end() {
	if p.at != p.first {
		p.t.Helper()
		p.t.Fatalf("seed %d: a contour begins at %v and ends at %v", p.seed, p.first, p.at)
	}
}

// randomOutline returns contours of lines and quadratic curves, valid or not.
func randomOutline(r *rand.Rand) *font.Outline {
	o := &font.Outline{}
	pt := func() font.SegmentPoint {
		p := font.SegmentPoint{X: int32(r.IntN(1200)-100) * 64, Y: int32(r.IntN(8)*150-200) * 64}
		if r.IntN(20) == 0 {
			p.X, p.Y = int32(r.Uint32())/4, int32(r.Uint32())/4
		}
		return p
	}
	for range r.IntN(4) {
		o.Segments = append(o.Segments, font.Segment{Op: font.SegmentMove, Args: [3]font.SegmentPoint{pt()}})
		for range r.IntN(12) {
			if r.IntN(2) == 0 {
				o.Segments = append(o.Segments, font.Segment{Op: font.SegmentLine, Args: [3]font.SegmentPoint{pt()}})
			} else {
				o.Segments = append(o.Segments, font.Segment{Op: font.SegmentQuad, Args: [3]font.SegmentPoint{pt(), pt()}})
			}
		}
	}
	return o
}

// checkHint hints a random outline: it must terminate without panic and close every contour.
func checkHint(t *testing.T, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	h := newOutline(randomOutline(r), 1000)
	if h == nil {
		return
	}
	s := &script{width: 80, maxWidth: 90, reach: 1000, blues: []blueZone{{ref: 0, shoot: -10}, {ref: 500, shoot: 510, top: true, xHeight: true}, {ref: 700, shoot: 711, top: true}}}
	h.hint(s, s.fit(int64(8+r.IntN(60))*64*65536/1000), r.IntN(4) > 0)
	p := &closing{t: t, seed: seed}
	h.draw(p, 64)
	p.end()
}

func TestHintingRandomOutlines(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		checkHint(t, seed)
	}
}

func FuzzHint(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkHint(t, seed) })
}
