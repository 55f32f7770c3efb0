package svg

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

func fixed(v float64) int32 { return int32(math.Floor(float64(min(max(v, -1000), 1000)*65536) + 0.5)) }

// colorMatrix parses feColorMatrix; ok is false when it has no effect.
func colorMatrix(n *dom.Node) (m [20]int32, ok bool) {
	kind, _ := n.Attr("type")
	v := numberList(n, "values", 1024)
	switch kind {
	case "saturate":
		if len(v) != 1 {
			return m, false
		}
		return colorFunction(style.FilterSaturate, v[0]), true
	case "hueRotate":
		if len(v) != 1 {
			return m, false
		}
		return colorFunction(style.FilterHueRotate, v[0]), true
	case "luminanceToAlpha":
		m[15], m[16], m[17] = fixed(0.2126), fixed(0.7152), fixed(0.0722)
		return m, true
	}
	if len(v) != 20 {
		return m, false
	}
	for i := range m {
		m[i] = fixed(v[i])
	}
	return m, true
}

// colorFunction returns a CSS colour filter function as a matrix (Filter Effects 1 §8).
func colorFunction(kind style.FilterKind, amount float64) [20]int32 {
	var m [20]float64
	m[18] = 1
	diagonal := func(k, offset float64) {
		m[0], m[6], m[12] = k, k, k
		m[4], m[9], m[14] = offset, offset, offset
	}
	mix := func(rows [9]float64) {
		for r := range 3 {
			copy(m[r*5:r*5+3], rows[r*3:r*3+3])
		}
	}
	const r, g, b = 0.213, 0.715, 0.072
	saturate := func(s float64) [9]float64 {
		d := 1 - s
		return [9]float64{
			float64(r*d) + s, g * d, b * d,
			r * d, float64(g*d) + s, b * d,
			r * d, g * d, float64(b*d) + s,
		}
	}
	switch kind {
	case style.FilterBrightness:
		diagonal(amount, 0)
	case style.FilterContrast:
		diagonal(amount, (1-amount)/2)
	case style.FilterInvert:
		a := min(amount, 1)
		diagonal(1-float64(2*a), a)
	case style.FilterOpacity:
		diagonal(1, 0)
		m[18] = min(amount, 1)
	case style.FilterGrayscale:
		mix(saturate(1 - min(amount, 1)))
	case style.FilterSaturate:
		mix(saturate(amount))
	case style.FilterSepia:
		a := 1 - min(amount, 1)
		sepia := [9]float64{0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131}
		for i, v := range sepia {
			if i%4 == 0 {
				sepia[i] = v + float64((1-v)*a)
			} else {
				sepia[i] = v - float64(v*a)
			}
		}
		mix(sepia)
	case style.FilterHueRotate:
		sin, cos := geom.SinCosDeg(amount)
		mix([9]float64{
			r + float64(cos*(1-r)) - float64(sin*r), g - float64(cos*g) - float64(sin*g), b - float64(cos*b) + float64(sin*(1-b)),
			r - float64(cos*r) + float64(sin*0.143), g + float64(cos*(1-g)) + float64(sin*0.140), b - float64(cos*b) - float64(sin*0.283),
			r - float64(cos*r) - float64(sin*(1-r)), g - float64(cos*g) + float64(sin*g), b + float64(cos*(1-b)) + float64(sin*b),
		})
	default:
		diagonal(1, 0)
	}
	var out [20]int32
	for i, v := range m {
		out[i] = fixed(v)
	}
	return out
}

// transferTables parses the functions of feComponentTransfer.
func (p *painter) transferTables(n *dom.Node) *[4][256]uint8 {
	var t [4][256]uint8
	for c := range 4 {
		for i := range 256 {
			t[c][i] = uint8(i)
		}
	}
	channels := map[string]int{"feFuncR": 0, "feFuncG": 1, "feFuncB": 2, "feFuncA": 3}
	for c := n.FirstChild; c != dom.None; c = p.node(c).Next {
		f := p.node(c)
		if k, ok := channels[f.Tag]; ok && f.Type == dom.Element {
			for i := range 256 {
				t[k][i] = uint8(math.Floor(float64(min(max(transfer(f, float64(i)/255), 0), 1)*255) + 0.5))
			}
		}
	}
	return &t
}

// transfer evaluates a transfer function (Filter Effects 1 §9.7).
func transfer(n *dom.Node, v float64) float64 {
	kind, _ := n.Attr("type")
	var table []float64
	if kind == "table" || kind == "discrete" {
		if table = numberList(n, "tableValues", 1024); len(table) == 0 {
			return v
		}
	}
	switch kind {
	case "table":
		last := len(table) - 1
		at := float64(v * float64(last))
		k := min(int(at), last)
		if k == last {
			return table[last]
		}
		return table[k] + float64((at-float64(k))*(table[k+1]-table[k]))
	case "discrete":
		return table[min(int(v*float64(len(table))), len(table)-1)]
	case "linear":
		return float64(number(n, "slope", 1)*v) + number(n, "intercept", 0)
	case "gamma":
		return float64(number(n, "amplitude", 1)*geom.Pow(v, number(n, "exponent", 1))) + number(n, "offset", 0)
	}
	return v
}
