package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// logarithmic parses an attribute that sets the scale of an axis: scale, or x-scale of a horizontal one.
func (c *canvas) logarithmic(name string) bool {
	return c.choice(name, "linear", "log") == "log"
}

// positive reports whether the values are drawn on a logarithmic axis. Values that are not above zero become missing,
// with a warning; without any value above zero the axis is linear.
func (c *canvas) positive(d *data, stacked bool) bool {
	if !c.logarithmic("scale") {
		return false
	}
	if stacked {
		c.warn("invalid_attribute", c.node.Tag+`: scale="log" is not drawn for stacked values, whose lengths would not add up; the axis is linear`)
		return false
	}
	if _, hi, ok := d.extent(); !ok || hi <= 0 {
		c.noLogarithm()
		return false
	}
	for k := range d.series {
		for i, v := range d.series[k].values {
			if v <= 0 {
				c.belowZero(v)
				d.series[k].values[i] = missing
			}
		}
	}
	return true
}

func (c *canvas) belowZero(v float64) {
	c.invalid("values", trimFloat(v), "above zero, as a logarithmic axis needs", `left out; use scale="linear" to show it`)
}

func (c *canvas) noLogarithm() {
	c.warn("invalid_attribute", c.node.Tag+`: scale="log" needs values above zero; the axis is linear`)
}

// coarse is the ratio of the ends from which those of a logarithmic axis are powers of ten.
const coarse = 1000

// logScale returns a logarithmic scale that covers [lo, hi], both above zero; a fixed end is not extended.
func logScale(lo, hi float64, fixLo, fixHi bool) scale {
	lo = max(lo, smallest)
	if hi <= lo {
		lo, hi = lo/2, lo*2
	}
	s := scale{lo: lo, hi: hi, log: true}
	fine := hi/lo < coarse
	if !fixLo {
		s.lo = roundDown(lo, fine)
	}
	if !fixHi {
		if s.hi = roundDown(hi, fine); s.hi < hi*(1-1e-9) {
			s.hi = nextRound(s.hi, fine)
		}
	}
	return s
}

// roundDown returns the greatest power of ten, or with fine the greatest 1, 2 or 5 times one, that is at most v.
func roundDown(v float64, fine bool) float64 {
	unit := power(int(math.Floor(geom.Log(v)/math.Ln10 + 1e-9)))
	if unit > v*(1+1e-9) {
		unit /= 10
	}
	if fine {
		for _, k := range [2]float64{5, 2} {
			if float64(k*unit) <= v*(1+1e-9) {
				return k * unit
			}
		}
	}
	return unit
}

// nextRound returns the round value after v.
func nextRound(v float64, fine bool) float64 {
	if !fine {
		return v * 10
	}
	unit := roundDown(v, false)
	switch {
	case v < unit*1.5:
		return 2 * unit
	case v < unit*3:
		return 5 * unit
	}
	return 10 * unit
}

// power returns ten to the power of n.
func power(n int) float64 {
	v := 1.0
	for ; n > 0; n-- {
		v *= 10
	}
	for ; n < 0; n++ {
		v /= 10
	}
	return v
}

// logTicks returns the labelled values of a logarithmic scale, at most most: 1, 2 and 5 times the powers of ten, the
// powers of ten, or every nth of them.
func (s *scale) logTicks(most int) []float64 {
	fits := func(fine bool) (out []float64) {
		for v := roundDown(s.lo, fine); v <= s.hi*(1+1e-9) && len(out) < 50; v = nextRound(v, fine) {
			if v >= s.lo*(1-1e-9) {
				out = append(out, v)
			}
		}
		return out
	}
	all := fits(true)
	if len(all) <= most {
		return all
	}
	if tens := fits(false); len(tens) > 1 {
		all = tens
	}
	every := (len(all) + most - 1) / max(most, 1)
	var out []float64
	for i := 0; i < len(all); i += max(every, 1) {
		out = append(out, all[i])
	}
	return out
}

// minor returns the values of the finer grid lines of a logarithmic scale: 2 to 9 times the powers of ten. It is empty
// where they would be dense.
func (s *scale) minor() (out []float64) {
	if !s.log || s.hi/s.lo > 1e4 || max(s.to-s.from, s.from-s.to) < 100 {
		return nil
	}
	for unit := roundDown(s.lo, false); unit <= s.hi; unit *= 10 {
		for k := 2.0; k < 10; k++ {
			if v := float64(k * unit); v > s.lo && v < s.hi {
				out = append(out, v)
			}
		}
	}
	return out
}
