package raster

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// Strokes of at most one device pixel are hairlines, as in Skia: lines one pixel wide along the axis that they cross more
// steeply, whose coverage is multiplied by the width of the stroke.

// hairline returns the factor of coverage of a stroke that is a hairline; ok is false for wider strokes and transforms
// that scale the axes differently.
func hairline(st display.Stroke, t transform) (factor float64, ok bool) {
	sx, sy := t.scales()
	width := float64(st.Width.Float() * max(sx, sy))
	if !(width > 0 && width <= 1) || math.Abs(sx-sy) > float64(max(sx, sy)/1024) {
		return 0, false
	}
	return width, true
}

// fade returns the table that multiplies coverage by a factor; nil for 1.
func fade(factor float64) *[256]uint8 {
	k := uint32(factor * 256)
	if k >= 256 {
		return nil
	}
	table := new([256]uint8)
	for i := range table {
		table[i] = uint8(uint32(i) * k >> 8)
	}
	return table
}

// offset returns the distance from the middle of a line with direction d to its left side.
func (s *stroker) offset(d vec) vec {
	half := s.half
	if s.hair {
		x := math.Abs(float64(s.t.A*d.x) + float64(s.t.C*d.y))
		y := math.Abs(float64(s.t.B*d.x) + float64(s.t.D*d.y))
		if n := math.Sqrt(float64(x*x) + float64(y*y)); n > 0 {
			half = float64(half * max(x, y) / n)
		}
	}
	return d.left().times(half)
}
