package hint

import (
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

func TestAlignmentZonesFlattenOvershoots(t *testing.T) {
	t.Parallel()
	z := &font.StemZones{Blue: []int32{-13, 0, 544, 557}, Scale: 2597, Shift: 7, Fuzz: 1 << 16}
	top := func(size, y int64) int64 {
		f := fitStemZones(z, size<<16/1000)
		e := stemEdge{font: y << 16, valid: true, top: true, device: mulFix64(y<<16, size<<16/1000)}
		if !f.capture(&stemEdge{}, &e) {
			t.Fatalf("%d at %d px is in no zone", y, size)
		}
		return e.device
	}
	if flat, round := top(20, 544), top(20, 557); flat != 11*onePixel || round != flat {
		t.Errorf("at 20 px: %v and %v pixels high, want 11 and 11", flat>>16, round>>16)
	}
	if flat, round := top(60, 544), top(60, 557); flat != 33*onePixel || round != 34*onePixel {
		t.Errorf("at 60 px: %v and %v pixels high, want 33 and 34", flat>>16, round>>16)
	}
}

// checkStems hints a random outline with random stems: no panic, stems stay in order, every contour is closed.
func checkStems(t *testing.T, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	s := &font.Stems{Zones: &font.StemZones{Scale: 2597, Shift: 7, Fuzz: 1 << 16, Ideographic: r.IntN(2) == 0}}
	value := func() int32 {
		if r.IntN(30) == 0 {
			return int32(r.Uint32()) / 4
		}
		return int32(r.IntN(1400)-300) << 16
	}
	for range r.IntN(8) {
		lo := value()
		s.Edges = append(s.Edges, [2]int32{lo, lo + int32([]int{-21, -20, -5, 0, 40, 80}[r.IntN(6)])<<16})
	}
	for range r.IntN(4) {
		s.Masks = append(s.Masks, font.StemMask{From: r.IntN(20), Counter: r.IntN(3) == 0, Bits: []byte{byte(r.Uint32())}})
		s.Zones.Blue = append(s.Zones.Blue, int32(r.IntN(1000)-200), int32(r.IntN(1000)-200))
		s.Zones.Family = append(s.Zones.Family, int32(r.IntN(1000)-200), int32(r.IntN(1000)-200))
	}
	h := newStemHinter(s, int64(r.IntN(20000)))
	m := h.build(nil)
	for i := 1; i < len(m.edges); i++ {
		if m.edges[i].font < m.edges[i-1].font {
			t.Fatalf("seed %d: edges out of order: %+v", seed, m.edges)
		}
	}
	o := randomOutline(r)
	for i := range o.Segments {
		if o.Segments[i].Op == font.SegmentQuad {
			o.Segments[i].Op = font.SegmentCube
		}
	}
	p := &closing{t: t, seed: seed}
	h.draw(p, o, func(x int32) int32 { return int32(min(max(int64(x)/16, -limit), limit)) })
	p.end()
}

func TestStemHintsOfRandomOutlines(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		checkStems(t, seed)
	}
}

func FuzzStemHints(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkStems(t, seed) })
}
