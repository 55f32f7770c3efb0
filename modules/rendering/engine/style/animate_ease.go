package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// ease applies an easing function, given as text, to a progress from 0 to 1 (CSS Easing Functions 2).
func ease(name string, p float64) float64 {
	switch css.Lower(name) {
	case "linear":
		return p
	case "ease", "":
		return geom.CubicEasing(0.25, 0.1, 0.25, 1, p)
	case "ease-in":
		return geom.CubicEasing(0.42, 0, 1, 1, p)
	case "ease-out":
		return geom.CubicEasing(0, 0, 0.58, 1, p)
	case "ease-in-out":
		return geom.CubicEasing(0.42, 0, 0.58, 1, p)
	case "step-start":
		return steps(1, "start", p)
	case "step-end":
		return steps(1, "end", p)
	}
	toks, _ := css.Tokenize(name)
	s := css.NewStream(toks)
	if args, ok := s.Func("cubic-bezier"); ok {
		var v [4]float64
		for i := range v {
			t := args.Next()
			if t.Kind != css.Number {
				return p
			}
			v[i] = t.Num
			args.Comma()
		}
		return geom.CubicEasing(min(max(v[0], 0), 1), v[1], min(max(v[2], 0), 1), v[3], p)
	}
	if args, ok := s.Func("steps"); ok {
		n := args.Next()
		at := "end"
		if args.Comma() {
			at = css.Lower(args.Next().Value)
		}
		return steps(min(max(n.Num, 1), 1e6), at, p)
	}
	if args, ok := s.Func("linear"); ok {
		return piecewise(args, p)
	}
	return p
}

// steps evaluates the step function of n steps.
func steps(n float64, at string, p float64) float64 {
	k := math.Floor(float64(p * n))
	jumps := n
	switch at {
	case "start", "jump-start":
		k++
	case "jump-both":
		k++
		jumps++
	case "jump-none":
		jumps = max(n-1, 1)
	}
	return min(max(k, 0), jumps) / jumps
}

// piecewise evaluates the linear() function: output values, each with up to two input percentages.
func piecewise(args css.Stream, p float64) float64 {
	type stop struct {
		in, out float64
		has     bool
	}
	var stops []stop
	for _, part := range args.SplitCommas() {
		out, found := 0.0, false
		var ins []float64
		for !part.AtEnd() {
			switch t := part.Next(); t.Kind {
			case css.Number:
				out, found = t.Num, true
			case css.Percentage:
				ins = append(ins, t.Num/100)
			}
		}
		if !found {
			return p
		}
		if len(ins) == 0 {
			stops = append(stops, stop{out: out})
		}
		for _, in := range ins {
			stops = append(stops, stop{in, out, true})
		}
	}
	if len(stops) < 2 {
		return p
	}
	if !stops[0].has {
		stops[0].has = true
	}
	if last := &stops[len(stops)-1]; !last.has {
		last.in, last.has = max(1, stops[0].in), true
	}
	for i := 1; i < len(stops); i++ {
		if stops[i].has {
			stops[i].in = max(stops[i].in, stops[i-1].in)
			continue
		}
		j := i
		for !stops[j].has {
			j++
		}
		share := (stops[j].in - stops[i-1].in) / float64(j-i+1)
		stops[i].in, stops[i].has = stops[i-1].in+share, true
	}
	i := 0
	for i+2 < len(stops) && p >= stops[i+1].in {
		i++
	}
	a, b := stops[i], stops[i+1]
	if b.in <= a.in {
		return b.out
	}
	return a.out + float64((b.out-a.out)*((p-a.in)/(b.in-a.in)))
}
