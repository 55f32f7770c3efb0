package raster

import (
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// Positions along a gradient are 32.32 fixed point: 0 at the first stop, unit at the last.
const (
	unit      = 1 << 32
	rampBits  = 10
	rampSize  = 1 << rampBits
	rampShift = 32 - rampBits
)

// ramp maps positions to colours: a table of equal steps, or intervals between the stops where a table would blur a
// hard edge between two colours.
type ramp struct {
	spread      display.Spread
	first, last uint32 // before the first and after the last stop
	table       *[rampSize]uint32
	pieces      []rampPiece
	solid       bool // all colours are opaque
	sharp       bool // has a hard edge
}

// rampPiece covers the positions [lo, hi).
type rampPiece struct {
	lo, hi int64
	scale  int64 // 2^40 / (hi−lo): table index × 2^32
	table  [256]uint32
}

// wrap reduces a position to [0, unit) for a repeating ramp.
func (r *ramp) wrap(u int64) int64 {
	if r.spread == display.Reflect {
		u &= 2*unit - 1
		if u >= unit {
			u = 2*unit - 1 - u
		}
		return u
	}
	return u & (unit - 1)
}

// at returns the colour at u.
func (r *ramp) at(u int64) uint32 {
	if r.spread == display.Pad {
		if u < 0 {
			return r.first
		}
		if u >= unit {
			return r.last
		}
	} else {
		u = r.wrap(u)
	}
	if r.table != nil {
		return r.table[u>>rampShift&(rampSize-1)]
	}
	c, _ := r.piece(u, 0)
	return c
}

// piece returns the colour at u in [0, unit), searching from piece i on, and the index of its piece.
func (r *ramp) piece(u int64, i int) (uint32, int) {
	for i > 0 && u < r.pieces[i].lo {
		i--
	}
	for i < len(r.pieces)-1 && u >= r.pieces[i].hi {
		i++
	}
	p := &r.pieces[i]
	return p.table[(u-p.lo)*p.scale>>32&255], i
}

// steps writes the colours at u, u+du, u+2du…
func (r *ramp) steps(dst []byte, u, du int64) {
	if du == 0 {
		fillPixels(dst, r.at(u))
		return
	}
	if r.table == nil || r.spread != display.Pad {
		r.anySteps(dst, u, du)
		return
	}
	n := len(dst) / 4
	// Numbers of pixels before the line enters [0, unit) and inside it.
	var before, inside int
	if du > 0 {
		before = stepsTo(0-u, du, n)
		inside = stepsTo(unit-u, du, n)
		fillPixels(dst[:before*4], r.first)
		fillPixels(dst[inside*4:n*4], r.last)
	} else {
		before = stepsTo(u-(unit-1), -du, n)
		inside = stepsTo(u+1, -du, n)
		fillPixels(dst[:before*4], r.last)
		fillPixels(dst[inside*4:n*4], r.first)
	}
	u += int64(before) * du
	t := r.table
	d := dst[before*4 : inside*4]
	for ; len(d) >= 16; d = d[16:] {
		v, w := u+2*du, u+3*du
		a := uint64(t[u>>rampShift&(rampSize-1)]) | uint64(t[(u+du)>>rampShift&(rampSize-1)])<<32
		b := uint64(t[v>>rampShift&(rampSize-1)]) | uint64(t[w>>rampShift&(rampSize-1)])<<32
		binary.LittleEndian.PutUint64(d, a)
		binary.LittleEndian.PutUint64(d[8:], b)
		u += 4 * du
	}
	for ; len(d) >= 4; d = d[4:] {
		binary.LittleEndian.PutUint32(d, t[u>>rampShift&(rampSize-1)])
		u += du
	}
}

// stepsTo returns the number of steps of d > 0 that cover distance, limited to [0, n].
func stepsTo(distance, d int64, n int) int {
	if distance <= 0 {
		return 0
	}
	return int(min((distance-1)/d+1, int64(n)))
}

func (r *ramp) anySteps(dst []byte, u, du int64) {
	i := 0
	for ; len(dst) >= 4; dst = dst[4:] {
		v := u
		u += du
		var c uint32
		switch {
		case r.spread != display.Pad:
			v = r.wrap(v)
		case v < 0:
			binary.LittleEndian.PutUint32(dst, r.first)
			continue
		case v >= unit:
			binary.LittleEndian.PutUint32(dst, r.last)
			continue
		}
		if r.table != nil {
			c = r.table[v>>rampShift&(rampSize-1)]
		} else {
			c, i = r.piece(v, i)
		}
		binary.LittleEndian.PutUint32(dst, c)
	}
}

// newRamp builds the ramp of a gradient, with offsets relative to the first and last stop.
func newRamp(g *display.Gradient) *ramp {
	r := &ramp{spread: g.Spread, solid: true}
	if len(g.Stops) == 0 {
		r.solid = false
		r.table = new([rampSize]uint32)
		return r
	}
	for _, s := range g.Stops {
		r.solid = r.solid && s.Color.A == 255
	}
	m := newMixer(g)
	r.first, r.last = premultiply(g.Stops[0].Color), premultiply(g.Stops[len(g.Stops)-1].Color)
	lo, hi := int64(g.Stops[0].Offset), int64(g.Stops[len(g.Stops)-1].Offset)
	length := hi - lo
	if length <= 0 {
		r.sharp = true
		// CSS Images 4 §3.4.1: a repeating gradient of zero length paints its last colour.
		r.table = new([rampSize]uint32)
		for i := range r.table {
			r.table[i] = r.last
		}
		if g.Spread != display.Pad {
			r.first = r.last
		}
		return r
	}
	for i := 1; i < len(g.Stops); i++ {
		d := int64(g.Stops[i].Offset) - int64(g.Stops[i-1].Offset)
		if d*200 < length && g.Stops[i].Color != g.Stops[i-1].Color {
			r.sharp = true
		}
	}
	if g.Spread == display.Repeat && r.first != r.last {
		r.sharp = true
	}
	if !r.sharp {
		r.table = new([rampSize]uint32)
		seg := 1
		for i := range r.table {
			// The midpoint of entry i, in 1/2048 of the length.
			at := lo*2048 + length*(2*int64(i)+1)
			for seg < len(g.Stops)-1 && at >= int64(g.Stops[seg].Offset)*2048 {
				seg++
			}
			a, b := int64(g.Stops[seg-1].Offset)*2048, int64(g.Stops[seg].Offset)*2048
			f := 0.0
			if b > a {
				f = float64(at-a) / float64(b-a)
			}
			r.table[i] = m.mix(seg-1, f)
		}
		return r
	}
	position := func(offset int32) int64 {
		return int64(float64(int64(offset)-lo) / float64(length) * unit)
	}
	for i := 1; i < len(g.Stops); i++ {
		p := rampPiece{lo: position(g.Stops[i-1].Offset), hi: position(g.Stops[i].Offset)}
		if p.hi <= p.lo {
			continue
		}
		p.scale = 1 << 40 / (p.hi - p.lo)
		for k := range p.table {
			p.table[k] = m.mix(i-1, (float64(k)+0.5)/256)
		}
		r.pieces = append(r.pieces, p)
	}
	return r
}
