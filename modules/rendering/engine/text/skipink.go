package text

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// InkCuts appends the intervals of a decoration line that glyphs of a run cross (text-decoration-skip-ink), widened on
// both sides. The first glyph's origin is at pen; the line is from top to top + height below the baseline. Upright
// glyphs are not crossed by their decoration lines.
func (r *Run) InkCuts(cuts [][2]geom.Unit, glyphs []Glyph, pen, top, height, widen geom.Unit) [][2]geom.Unit {
	if r.Upright {
		return cuts
	}
	upem := int64(r.Face.Metrics().UnitsPerEm) * 64
	for _, g := range glyphs {
		// The band in outline units, y up.
		hi := int64(-g.YOffset-top) * upem / int64(r.Size)
		lo := int64(-g.YOffset-top-height) * upem / int64(r.Size)
		if x0, x1, ok := crossing(r.Face.Outline(g.ID), lo, hi); ok {
			left := pen + g.XOffset + geom.Unit(x0*int64(r.Size)/upem) - widen
			right := pen + g.XOffset + geom.Unit(x1*int64(r.Size)/upem) + widen
			cuts = append(cuts, [2]geom.Unit{left, right})
		}
		pen += g.Advance
	}
	return cuts
}

// Without removes intervals from an interval.
func Without(whole [2]geom.Unit, cuts [][2]geom.Unit) [][2]geom.Unit {
	slices.SortFunc(cuts, func(a, b [2]geom.Unit) int { return int(a[0]) - int(b[0]) })
	var out [][2]geom.Unit
	x := whole[0]
	for _, c := range cuts {
		if c[0] > x {
			out = append(out, [2]geom.Unit{x, min(c[0], whole[1])})
		}
		x = max(x, c[1])
		if x >= whole[1] {
			return out
		}
	}
	return append(out, [2]geom.Unit{x, whole[1]})
}

// crossing returns the horizontal extent of an outline within lo ≤ y ≤ hi, all in 1/64 font unit. Curves are
// approximated by 8 chords each.
func crossing(o *font.Outline, lo, hi int64) (x0, x1 int64, ok bool) {
	if o == nil || int64(o.YMax) < lo || int64(o.YMin) > hi {
		return 0, 0, false
	}
	x0, x1 = 1<<62, -1<<62
	chord := func(ax, ay, bx, by int64) {
		if ay > by {
			ax, ay, bx, by = bx, by, ax, ay
		}
		if by < lo || ay > hi {
			return
		}
		at := func(y int64) int64 {
			if by == ay {
				return ax
			}
			return ax + (bx-ax)*(y-ay)/(by-ay)
		}
		for _, x := range [2]int64{at(max(lo, ay)), at(min(hi, by))} {
			x0, x1 = min(x0, x), max(x1, x)
		}
	}
	var px, py, sx, sy int64
	for _, s := range o.Segments {
		a, b, c := s.Args[0], s.Args[1], s.Args[2]
		switch s.Op {
		case font.SegmentMove:
			chord(px, py, sx, sy)
			px, py = int64(a.X), int64(a.Y)
			sx, sy = px, py
		case font.SegmentLine:
			chord(px, py, int64(a.X), int64(a.Y))
			px, py = int64(a.X), int64(a.Y)
		case font.SegmentQuad:
			p0x, p0y := px, py
			for t := int64(1); t <= 8; t++ {
				u := 8 - t
				x := (u*u*p0x + 2*u*t*int64(a.X) + t*t*int64(b.X)) / 64
				y := (u*u*p0y + 2*u*t*int64(a.Y) + t*t*int64(b.Y)) / 64
				chord(px, py, x, y)
				px, py = x, y
			}
		case font.SegmentCube:
			p0x, p0y := px, py
			for t := int64(1); t <= 8; t++ {
				u := 8 - t
				x := (u*u*u*p0x + 3*u*u*t*int64(a.X) + 3*u*t*t*int64(b.X) + t*t*t*int64(c.X)) / 512
				y := (u*u*u*p0y + 3*u*u*t*int64(a.Y) + 3*u*t*t*int64(b.Y) + t*t*t*int64(c.Y)) / 512
				chord(px, py, x, y)
				px, py = x, y
			}
		}
	}
	chord(px, py, sx, sy)
	return x0, x1, x0 <= x1
}
