package lottie

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shapeWriter writes the shapes of one layer.
type shapeWriter struct {
	*writer
	frame float64
}

// styled is a style that collects the paths it draws.
type styled struct {
	shape *shape
	// from is the transform from the style's group to the layer.
	from  geom.Matrix
	paths []*path
}

// modified is a trim or a rounding with the paths it applies to; a trim needs all of them before it is computed.
type modified struct {
	shape *shape
	paths []*placedPath
}

// placedPath is a path, the styles that draw it and its place in their coordinates.
type placedPath struct {
	parts  []*path
	to     geom.Matrix // from the path's group to the layer
	styles []*styled
}

// entry is an item of a group in drawing order: a style, or a group's markup.
type entry struct {
	style *styled
	open  string
	items []*entry
}

// items writes the items of a group. An item's styles and modifiers apply to the paths before it, those of its
// subgroups included; the first item is drawn on top.
func (s *shapeWriter) items(b *strings.Builder, items []*shape, styles []*styled, modifiers []*modified, m geom.Matrix, depth int) error {
	root := &entry{}
	var all []*placedPath
	if err := s.collect(root, items, styles, modifiers, m, &all, depth); err != nil {
		return err
	}
	for _, p := range all {
		for _, st := range p.styles {
			to := p.to
			if inverse, ok := st.from.Invert(); ok {
				to = inverse.Mul(p.to)
			}
			for _, part := range p.parts {
				st.paths = append(st.paths, part.transform(to))
			}
		}
	}
	return s.write(b, root)
}

// collect walks the items of a group from the last to the first.
func (s *shapeWriter) collect(into *entry, items []*shape, styles []*styled, modifiers []*modified, m geom.Matrix, all *[]*placedPath, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%w: groups are nested more than %d levels deep", ErrLimit, maxDepth)
	}
	styles, modifiers = slices.Clip(styles), slices.Clip(modifiers)
	own := len(modifiers)
	for i := len(items) - 1; i >= 0; i-- {
		it := items[i]
		if err := s.count(); err != nil {
			return err
		}
		switch it.kind {
		case "gr":
			group := &entry{open: s.group(&it.transform, it.blend)}
			into.items = append(into.items, group)
			if err := s.collect(group, it.items, styles, modifiers, m.Mul(it.transform.matrix(s.frame)), all, depth+1); err != nil {
				return err
			}
		case "fl", "st", "gf", "gs":
			st := &styled{shape: it, from: m}
			styles = append(styles, st)
			into.items = append(into.items, &entry{style: st})
		case "tm", "rd":
			modifiers = append(modifiers, &modified{shape: it})
		case "rp":
			if err := s.repeat(into, it, items[:i], styles, modifiers, m, all, depth); err != nil {
				return err
			}
			i = 0
		default:
			p := s.pathOf(it)
			if p == nil {
				continue
			}
			placed := &placedPath{parts: []*path{p}, to: m, styles: slices.Clone(styles)}
			*all = append(*all, placed)
			for _, mod := range modifiers {
				mod.paths = append(mod.paths, placed)
			}
		}
	}
	// The modifier nearest to the paths is applied first; those of outer groups follow.
	for i := len(modifiers) - 1; i >= own; i-- {
		s.modify(modifiers[i])
	}
	return nil
}

// repeat collects the copies of items that a repeater draws.
func (s *shapeWriter) repeat(into *entry, r *shape, items []*shape, styles []*styled, modifiers []*modified, m geom.Matrix, all *[]*placedPath, depth int) error {
	n := int(max(0, min(math.Ceil(r.copies.number(s.frame, 1)), maxCopies)))
	offset := r.offset.number(s.frame, 0)
	t := &r.transform
	a, p, sc := t.anchor.point(s.frame, 0, 0), t.position.point(s.frame, 0, 0), t.scale.point(s.frame, 100, 100)
	first, last := r.startOpacity.number(s.frame, 100), r.endOpacity.number(s.frame, 100)
	for k := range n {
		i := n - 1 - k // the original is on top
		if r.isAbove {
			i = k
		}
		by := float64(i) + offset
		place := geom.Translate(float64(by*p.x), float64(by*p.y)).Mul(geom.Translate(a.x, a.y)).
			Mul(geom.Scale(power(sc.x/100, by), power(sc.y/100, by))).Mul(geom.Rotate(float64(by * t.rotation.number(s.frame, 0)))).Mul(geom.Translate(-a.x, -a.y))
		opacity := first
		if n > 1 {
			opacity = lerp(first, last, float64(i)/float64(n-1))
		}
		var open strings.Builder
		open.WriteString(`<g transform="` + matrixAttribute(place) + `"`)
		writeOpacity(&open, opacity/100)
		group := &entry{open: open.String() + ">"}
		into.items = append(into.items, group)
		if err := s.collect(group, items, styles, modifiers, m.Mul(place), all, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// power returns v to the power of n; for a fractional n, interpolated between the two nearest whole powers.
func power(v, n float64) float64 {
	if v == 0 {
		return 0
	}
	if n < 0 {
		return 1 / power(v, -n)
	}
	whole := math.Floor(min(n, 1000))
	out := 1.0
	for range int(whole) {
		out = finite(float64(out * v))
	}
	return lerp(out, finite(float64(out*v)), n-whole)
}

func matrixAttribute(m geom.Matrix) string {
	return "matrix(" + num(m.A) + " " + num(m.B) + " " + num(m.C) + " " + num(m.D) + " " + num(m.E) + " " + num(m.F) + ")"
}

// group returns the start tag of a group.
func (s *shapeWriter) group(t *transform, blend string) string {
	var b strings.Builder
	b.WriteString("<g")
	if attribute := t.attribute(s.frame); attribute != "" {
		b.WriteString(` transform="` + attribute + `"`)
	}
	writeOpacity(&b, t.opacity.number(s.frame, 100)/100)
	if blend != "" {
		b.WriteString(` style="mix-blend-mode:` + blend + `"`)
	}
	return b.String() + ">"
}

// pathOf returns the path of a shape at the frame, nil for none.
func (s *shapeWriter) pathOf(it *shape) *path {
	var p *path
	f := s.frame
	switch it.kind {
	case "sh":
		return it.path.pathAt(f)
	case "rc":
		size := it.size.point(f, 0, 0)
		p = rectangle(it.position.point(f, 0, 0), size.x, size.y, it.radius.number(f, 0))
	case "el":
		size := it.size.point(f, 0, 0)
		p = ellipse(it.position.point(f, 0, 0), size.x/2, size.y/2)
	case "sr":
		inner := max(0, it.inner.number(f, 0))
		if it.isPolygon {
			inner = -1
		}
		points := int(max(1, min(it.points.number(f, 5), 1000)))
		p = star(it.position.point(f, 0, 0), points, it.rotation.number(f, 0), it.outer.number(f, 0), it.outerRound.number(f, 0)/100, inner, it.innerRound.number(f, 0)/100)
	default:
		return nil
	}
	if it.reversed {
		p = p.reverse()
	}
	return p
}

// modify applies a modifier to its paths.
func (s *shapeWriter) modify(m *modified) {
	if m.shape.kind == "rd" {
		radius := m.shape.radius.number(s.frame, 0)
		for _, p := range m.paths {
			for i := range p.parts {
				p.parts[i] = p.parts[i].round(radius)
			}
		}
		return
	}
	from, to := s.trimmed(m.shape)
	if from == 0 && to == 1 {
		return
	}
	if !m.shape.isSequential || len(m.paths) < 2 {
		for _, p := range m.paths {
			p.trim(from, to, p.length())
		}
		return
	}
	// The paths follow one another, the first item of the group first.
	total, done := 0.0, 0.0
	for _, p := range m.paths {
		total += p.length()
	}
	for _, p := range slices.Backward(m.paths) {
		length := p.length()
		if length == 0 {
			p.parts = nil
			continue
		}
		begin, end := float64(from*total)-done, float64(to*total)-done
		var parts []*path
		for _, shift := range [2]float64{0, total} {
			part := placedPath{parts: p.parts}
			part.trim(max(0, (begin-shift)/length), min(1, (end-shift)/length), length)
			parts = append(parts, part.parts...)
		}
		p.parts = parts
		done += length
	}
}

// trimmed returns the ends of a trimmed path: from 0 to below 1, and from there to at most 1 further on.
func (s *shapeWriter) trimmed(it *shape) (from, to float64) {
	offset := it.offset.number(s.frame, 0) / 360
	offset -= math.Floor(offset)
	limit := func(v float64) float64 { return max(0, min(v/100, 1)) }
	from, to = limit(it.start.number(s.frame, 0)), limit(it.end.number(s.frame, 100))
	if from > to {
		from, to = to, from
	}
	if to-from >= 1 {
		return 0, 1
	}
	// The reference player rounds to 1/10,000: what is shorter is not drawn, not even as the caps of a line.
	round := func(v float64) float64 { return math.Floor(float64(v*10_000)+0.5) / 10_000 }
	return round(from + offset), round(to + offset)
}

// length returns the length of the path's parts.
func (p *placedPath) length() float64 {
	total := 0.0
	for _, part := range p.parts {
		total += part.length()
	}
	return total
}

// trim keeps what lies between two fractions of the length, which continue at the start beyond 1.
func (p *placedPath) trim(from, to, length float64) {
	if from >= 1 {
		from, to = from-1, to-1
	}
	if to <= from || length == 0 {
		p.parts = nil
		return
	}
	var out []*path
	done := 0.0
	for _, part := range p.parts {
		own := part.length()
		begin, end := float64(from*length)-done, float64(to*length)-done
		kept := part.part(begin, min(end, own))
		if end > own && to > 1 {
			if again := part.part(begin-length, min(end-length, own)); again != nil {
				if kept != nil && part.closed && len(p.parts) == 1 {
					n := len(kept.vertices)
					kept.vertices[n-1].out = again.vertices[0].out
					kept.vertices = append(kept.vertices, again.vertices[1:]...)
				} else {
					out = append(out, again)
				}
			}
		}
		if kept != nil {
			out = append(out, kept)
		}
		done += own
	}
	p.parts = out
}

// write writes an entry and what it contains.
func (s *shapeWriter) write(b *strings.Builder, e *entry) error {
	if e.style != nil {
		return s.style(b, e.style)
	}
	b.WriteString(e.open)
	for _, item := range e.items {
		if err := s.write(b, item); err != nil {
			return err
		}
	}
	if e.open != "" {
		b.WriteString("</g>")
	}
	return nil
}

var lineCaps, lineJoins = []string{"butt", "butt", "round", "square"}, []string{"miter", "miter", "round", "bevel"}

// style writes the paths that a style draws.
func (s *shapeWriter) style(b *strings.Builder, st *styled) error {
	if len(st.paths) == 0 {
		return nil
	}
	it := st.shape
	var d strings.Builder
	for _, p := range st.paths {
		if err := s.path(&d, p); err != nil {
			return err
		}
	}
	paint, opacity := "", max(0, min(it.opacity.number(s.frame, 100)/100, 1))
	if it.kind == "fl" || it.kind == "st" {
		paint = paintOf(it.color.all(s.frame))
	} else {
		paint = s.gradient(it)
	}
	b.WriteString("<path")
	if it.blend != "" {
		b.WriteString(` style="mix-blend-mode:` + it.blend + `"`)
	}
	if it.kind == "fl" || it.kind == "gf" {
		fmt.Fprintf(b, ` fill="%s" fill-opacity="%s"`, paint, num(opacity))
		if it.evenOdd {
			b.WriteString(` fill-rule="evenodd"`)
		}
	} else {
		fmt.Fprintf(b, ` fill="none" stroke="%s" stroke-opacity="%s" stroke-width="%s" stroke-linecap="%s" stroke-linejoin="%s" stroke-miterlimit="%s"`,
			paint, num(opacity), num(max(0, it.width.number(s.frame, 0))), lineCaps[max(0, min(it.lineCap, 3))], lineJoins[max(0, min(it.lineJoin, 3))], num(max(1, it.miter)))
		if len(it.dashes) > 0 {
			list := make([]string, len(it.dashes))
			for i := range it.dashes {
				list[i] = num(max(0, it.dashes[i].number(s.frame, 0)))
			}
			fmt.Fprintf(b, ` stroke-dasharray="%s" stroke-dashoffset="%s"`, strings.Join(list, " "), num(it.dashOffset.number(s.frame, 0)))
		}
	}
	b.WriteString(` d="` + d.String() + `"/>`)
	return nil
}

// gradient defines the gradient of a style and returns it as a paint.
func (s *shapeWriter) gradient(it *shape) string {
	values := it.stops.all(s.frame)
	n := min(it.stopCount, len(values)/4)
	if n <= 0 {
		return "none"
	}
	from, to := it.from.point(s.frame, 0, 0), it.to.point(s.frame, 0, 0)
	id := s.id()
	if it.isRadial {
		dx, dy := to.x-from.x, to.y-from.y
		length := geom.Hypot(dx, dy)
		along := max(-0.99, min(it.highlight.number(s.frame, 0)/100, 0.99))
		sin, cos := geom.SinCosDeg(it.rotating.number(s.frame, 0))
		fx, fy := float64(float64(float64(dx*cos)-float64(dy*sin))*along), float64(float64(float64(dx*sin)+float64(dy*cos))*along)
		fmt.Fprintf(&s.defs, `<radialGradient id="%s" gradientUnits="userSpaceOnUse" cx="%s" cy="%s" r="%s" fx="%s" fy="%s">`, id, num(from.x), num(from.y), num(length), num(from.x+fx), num(from.y+fy))
	} else {
		fmt.Fprintf(&s.defs, `<linearGradient id="%s" gradientUnits="userSpaceOnUse" x1="%s" y1="%s" x2="%s" y2="%s">`, id, num(from.x), num(from.y), num(to.x), num(to.y))
	}
	colors, alphas := values[:4*n], values[4*n:]
	var offsets []float64
	for i := range n {
		offsets = append(offsets, colors[4*i])
	}
	for i := 0; i+1 < len(alphas); i += 2 {
		offsets = append(offsets, alphas[i])
	}
	slices.Sort(offsets)
	offsets = slices.Compact(offsets)
	for _, at := range offsets {
		color := paintOf([]float64{along(colors, 4, 1, at), along(colors, 4, 2, at), along(colors, 4, 3, at)})
		fmt.Fprintf(&s.defs, `<stop offset="%s" stop-color="%s"`, num(at), color)
		if len(alphas) >= 2 {
			fmt.Fprintf(&s.defs, ` stop-opacity="%s"`, num(max(0, min(along(alphas, 2, 1, at), 1))))
		}
		s.defs.WriteString("/>")
	}
	if it.isRadial {
		s.defs.WriteString("</radialGradient>")
	} else {
		s.defs.WriteString("</linearGradient>")
	}
	return "url(#" + id + ")"
}

// along interpolates component c of a list of stops, each an offset and its components in stride numbers, at an offset.
func along(stops []float64, stride, c int, at float64) float64 {
	last := len(stops)/stride - 1
	for i := 0; i <= last; i++ {
		a := stops[i*stride:]
		if at <= a[0] || i == last {
			if i == 0 || at >= a[0] {
				return a[c]
			}
			b := stops[(i-1)*stride:]
			return lerp(b[c], a[c], (at-b[0])/(a[0]-b[0]))
		}
	}
	return 0
}
