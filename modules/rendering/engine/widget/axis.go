package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// scale maps values to positions on an axis.
type scale struct {
	lo, hi, step float64
	from, to     float64 // positions of lo and of hi
	log          bool    // logarithmic: lo is above zero, and step is not used
	most         int     // of ticks on a logarithmic scale
}

// pos returns the position of a value, clamped to the ends of the axis.
func (s *scale) pos(v float64) float64 {
	return s.at(min(max(v, s.lo), s.hi))
}

// at is pos without the clamp.
func (s *scale) at(v float64) float64 {
	if s.log {
		return s.from + float64(geom.Log(max(v, 1e-300)/s.lo)/geom.Log(s.hi/s.lo)*(s.to-s.from))
	}
	return s.from + float64((v-s.lo)/(s.hi-s.lo)*(s.to-s.from))
}

// base returns the position of the baseline of bars and areas: that of zero, or of the end nearest to it.
func (s *scale) base() float64 { return s.pos(0) }

// largest returns the greatest absolute value of the scale.
func (s *scale) largest() float64 { return max(math.Abs(s.lo), math.Abs(s.hi)) }

// niceStep returns the smallest 1, 2 or 5 times a power of ten that is at least v.
func niceStep(v float64) float64 {
	if v <= 0 {
		return 1
	}
	unit := 1.0
	for unit > v && unit > smallest {
		unit /= 10
	}
	for unit*10 <= v {
		unit *= 10
	}
	for _, k := range [3]float64{1, 2, 5} {
		if float64(k*unit) >= v-float64(unit*1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}

// niceScale returns a scale that covers [lo, hi] with about n round steps; a fixed end is not extended.
func niceScale(lo, hi float64, n int, fixLo, fixHi bool) scale {
	if hi-lo <= max(math.Abs(lo), math.Abs(hi))*1e-13 { // equal, or too close for ticks between them
		hi = lo + max(1, math.Abs(lo))
	}
	s := scale{lo: lo, hi: hi, step: niceStep((hi - lo) / float64(max(1, n)))}
	if !fixLo {
		s.lo = s.step * math.Floor(lo/s.step+1e-9)
	}
	if !fixHi {
		s.hi = s.step * math.Ceil(hi/s.step-1e-9)
	}
	return s
}

// ticks returns the multiples of the step within the scale, at most 50.
func (s *scale) ticks() []float64 {
	if s.log {
		return s.logTicks(max(s.most, 2))
	}
	var out []float64
	for k := math.Ceil(s.lo/s.step - 1e-9); len(out) < 50; k++ {
		v := float64(s.step*k) + 0 // + 0 turns a negative zero into zero
		if v > s.hi+float64(s.step*1e-9) {
			break
		}
		out = append(out, v)
	}
	return out
}

// axisScale returns a linear or a logarithmic scale.
func axisScale(lo, hi float64, n int, fixLo, fixHi, log bool) scale {
	if !log {
		return niceScale(lo, hi, n, fixLo, fixHi)
	}
	s := logScale(lo, hi, fixLo, fixHi)
	s.most = n + 1
	return s
}

// gap returns the smallest distance between ticks on an axis of a length.
func (s *scale) gap(length float64) float64 {
	if !s.log {
		return length * s.step / (s.hi - s.lo)
	}
	on := *s
	on.from, on.to = 0, length
	least := length
	ticks := on.ticks()
	for i := 1; i < len(ticks); i++ {
		least = min(least, on.pos(ticks[i])-on.pos(ticks[i-1]))
	}
	return least
}
