package lottie

import (
	"encoding/json"
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// property is a value that may be animated by keyframes. The zero property has no value.
type property struct {
	keys []keyframe // in the order of their times; a constant has one
	// x and y are the coordinates of a position whose dimensions are animated separately.
	x, y *property
}

// keyframe is a value from a frame on, and the way to the next one.
type keyframe struct {
	frame      float64
	value, end []float64 // end is nil when the next keyframe's value is meant
	path       *path
	endPath    *path
	hold       bool
	// in and out are the control points of the easing, for each dimension or one for all.
	in, out tangents
	// to and ti are the spatial tangents of positions, relative to the ends; nil for straight movement.
	to, ti []float64
}

// tangents are control points of cubic easings.
type tangents struct{ x, y []float64 }

// numbers is a number or a list of numbers.
type numbers []float64

// UnmarshalJSON implements [json.Unmarshaler]. Values of other types are no numbers.
func (n *numbers) UnmarshalJSON(data []byte) error {
	var one float64
	if json.Unmarshal(data, &one) == nil {
		*n = numbers{finite(one)}
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(data, &list) != nil {
		return nil
	}
	out := make(numbers, 0, len(list))
	for _, raw := range list {
		if json.Unmarshal(raw, &one) != nil {
			return nil
		}
		out = append(out, finite(one))
	}
	*n = out
	return nil
}

// finite bounds a number, so that products of several stay finite.
func finite(v float64) float64 { return max(-1e6, min(v, 1e6)) }

// property parses a property; what names it in warnings.
func (p *parser) property(raw json.RawMessage, what string) property {
	var in struct {
		K json.RawMessage `json:"k"`
		X json.RawMessage `json:"x"`
		Y json.RawMessage `json:"y"`
		S flag            `json:"s"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &in) != nil {
		return property{}
	}
	if in.S && len(in.Y) > 0 {
		x, y := p.property(in.X, what), p.property(in.Y, what)
		return property{x: &x, y: &y}
	}
	if len(in.X) > 0 && in.X[0] == '"' {
		p.warn("expressions are not evaluated; " + what + " uses its keyframes")
	}
	var keys []json.RawMessage
	if json.Unmarshal(in.K, &keys) == nil && len(keys) > 0 && len(keys[0]) > 0 && keys[0][0] == '{' {
		return property{keys: p.keyframes(keys)}
	}
	k := keyframe{path: parsePath(in.K)}
	if k.path == nil {
		var n numbers
		_ = json.Unmarshal(in.K, &n)
		k.value = n
	}
	if k.path == nil && len(k.value) == 0 {
		return property{}
	}
	return property{keys: []keyframe{k}}
}

func (p *parser) keyframes(raw []json.RawMessage) []keyframe {
	type easing struct {
		X numbers `json:"x"`
		Y numbers `json:"y"`
	}
	out := make([]keyframe, 0, len(raw))
	for _, r := range raw {
		var in struct {
			T  float64         `json:"t"`
			S  json.RawMessage `json:"s"`
			E  json.RawMessage `json:"e"`
			H  flag            `json:"h"`
			I  easing          `json:"i"`
			O  easing          `json:"o"`
			TO numbers         `json:"to"`
			TI numbers         `json:"ti"`
		}
		if json.Unmarshal(r, &in) != nil {
			continue
		}
		k := keyframe{frame: finite(in.T), hold: bool(in.H), in: tangents{in.I.X, in.I.Y}, out: tangents{in.O.X, in.O.Y}, to: in.TO, ti: in.TI}
		k.value, k.path = parseValue(in.S)
		k.end, k.endPath = parseValue(in.E)
		out = append(out, k)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].frame < out[j].frame })
	// A keyframe without a value ends the one before.
	for i := range out {
		if k := &out[i]; i > 0 && k.value == nil && k.path == nil {
			k.value, k.path = out[i-1].end, out[i-1].endPath
			if k.value == nil && k.path == nil {
				k.value, k.path = out[i-1].value, out[i-1].path
			}
		}
	}
	return out
}

// parseValue parses the value of a keyframe: numbers, or a path in a list of one.
func parseValue(raw json.RawMessage) ([]float64, *path) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 && len(list[0]) > 0 && list[0][0] == '{' {
		return nil, parsePath(list[0])
	}
	var n numbers
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, &n)
	}
	return n, nil
}

// has reports whether the property has a value.
func (p *property) has() bool { return len(p.keys) > 0 || p.x != nil }

// span returns the keyframe at or before a frame and the following one, nil at the ends.
func (p *property) span(frame float64) (k, next *keyframe) {
	i := sort.Search(len(p.keys), func(i int) bool { return p.keys[i].frame > frame })
	switch {
	case i == 0:
		return &p.keys[0], nil
	case i == len(p.keys):
		return &p.keys[i-1], nil
	}
	return &p.keys[i-1], &p.keys[i]
}

// vector returns the value at a frame, with the default for missing dimensions.
func (p *property) vector(frame float64, otherwise ...float64) []float64 {
	out := append([]float64(nil), otherwise...)
	if p.x != nil {
		return []float64{p.x.number(frame, 0), p.y.number(frame, 0)}
	}
	if len(p.keys) == 0 {
		return out
	}
	k, next := p.span(frame)
	copy(out, k.value)
	if next == nil || k.hold {
		return out
	}
	end := k.end
	if end == nil {
		end = next.value
	}
	at := (frame - k.frame) / (next.frame - k.frame)
	if len(k.to) >= 2 && len(k.ti) >= 2 && len(k.value) >= 2 && len(end) >= 2 && (k.to[0] != 0 || k.to[1] != 0 || k.ti[0] != 0 || k.ti[1] != 0) {
		x, y := alongCurve(k, end, k.ease(0, at))
		out[0], out[1] = x, y
		return out
	}
	for i := range min(len(out), len(k.value), len(end)) {
		out[i] = lerp(k.value[i], end[i], k.ease(i, at))
	}
	return out
}

// all returns every dimension of the value at a frame.
func (p *property) all(frame float64) []float64 {
	if len(p.keys) == 0 {
		return nil
	}
	return p.vector(frame, make([]float64, len(p.keys[0].value))...)
}

func (p *property) number(frame, otherwise float64) float64 { return p.vector(frame, otherwise)[0] }

func (p *property) point(frame, x, y float64) point {
	v := p.vector(frame, x, y)
	return point{v[0], v[1]}
}

// pathAt returns the path at a frame, nil if there is none. Paths with different numbers of vertices are not interpolated.
func (p *property) pathAt(frame float64) *path {
	if len(p.keys) == 0 {
		return nil
	}
	k, next := p.span(frame)
	if k.path == nil || next == nil || k.hold {
		return k.path
	}
	end := k.endPath
	if end == nil {
		end = next.path
	}
	if end == nil || len(end.vertices) != len(k.path.vertices) {
		return k.path
	}
	t := k.ease(0, (frame-k.frame)/(next.frame-k.frame))
	out := &path{closed: k.path.closed, vertices: make([]vertex, len(end.vertices))}
	for i, a := range k.path.vertices {
		b := end.vertices[i]
		out.vertices[i] = vertex{a.at.lerp(b.at, t), a.in.lerp(b.in, t), a.out.lerp(b.out, t)}
	}
	return out
}

// ease returns the progress of a dimension at a fraction of the time between two keyframes.
func (k *keyframe) ease(dimension int, at float64) float64 {
	pick := func(v []float64, otherwise float64) float64 {
		switch {
		case len(v) == 0:
			return otherwise
		case dimension < len(v):
			return v[dimension]
		}
		return v[0]
	}
	x1, y1 := pick(k.out.x, 0), pick(k.out.y, 0)
	x2, y2 := pick(k.in.x, 1), pick(k.in.y, 1)
	if x1 == y1 && x2 == y2 {
		return at
	}
	return geom.CubicEasing(max(0, min(x1, 1)), y1, max(0, min(x2, 1)), y2, at)
}

// alongCurve returns the position at a fraction of the length of the curve from a keyframe's value to end.
func alongCurve(k *keyframe, end []float64, at float64) (x, y float64) {
	const segments = 150
	ax, ay, dx, dy := k.value[0], k.value[1], end[0], end[1]
	bx, by, cx, cy := ax+k.to[0], ay+k.to[1], dx+k.ti[0], dy+k.ti[1]
	var xs, ys, lengths [segments + 1]float64
	xs[0], ys[0] = ax, ay
	for i := 1; i <= segments; i++ {
		t := float64(i) / segments
		xs[i], ys[i] = bezier(ax, bx, cx, dx, t), bezier(ay, by, cy, dy, t)
		lengths[i] = lengths[i-1] + geom.Hypot(xs[i]-xs[i-1], ys[i]-ys[i-1])
	}
	if lengths[segments] == 0 {
		return lerp(ax, dx, at), lerp(ay, dy, at)
	}
	want := float64(at * lengths[segments])
	i := sort.Search(segments, func(i int) bool { return lengths[i+1] >= want })
	i = min(i, segments-1)
	part := 0.0
	if d := lengths[i+1] - lengths[i]; d > 0 {
		part = (want - lengths[i]) / d
	}
	return lerp(xs[i], xs[i+1], part), lerp(ys[i], ys[i+1], part)
}

func lerp(a, b, t float64) float64 { return a + float64((b-a)*t) }

// bezier evaluates a cubic Bézier polynomial (de Casteljau).
func bezier(a, b, c, d, t float64) float64 {
	ab, bc, cd := lerp(a, b, t), lerp(b, c, t), lerp(c, d, t)
	return lerp(lerp(ab, bc, t), lerp(bc, cd, t), t)
}
