package display

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Slice returns the operations of a balanced list that may be visible inside a rectangle of the list's space. It is
// conservative: shapes are tested by their bounds, and groups with filters are kept whole. Upright text is in exactly
// one of two slices that share an edge.
func Slice(ops []Op, area Rect) []Op {
	s := slicer{ops: ops, area: area}
	out, _ := s.run(0, geom.Identity(), nil)
	return out
}

type slicer struct {
	ops  []Op
	area Rect
}

// run copies the visible operations from i up to the end of the group, and returns the end's index.
func (s *slicer) run(i int, m geom.Matrix, out []Op) ([]Op, int) {
	for ; i < len(s.ops); i++ {
		op := s.ops[i]
		inner := m
		keep := false
		switch op := op.(type) {
		case Pop:
			return out, i
		case PushTransform:
			inner = m.Mul(op.Matrix)
		case PushClipRRect:
			if !s.intersects(op.RRect.Rect, m) {
				i = s.end(i)
				continue
			}
		case PushClipPath:
			if !s.intersects(pathBounds(op.Path, 0), m) {
				i = s.end(i)
				continue
			}
		case PushLayer:
			keep = len(op.Filters) > 0 || len(op.Backdrop) > 0
		default:
			if g, ok := op.(Glyphs); ok && m.B == 0 && m.C == 0 {
				if s.containsText(&g, m) {
					out = append(out, op)
				}
			} else if r, ok := bounds(op); !ok || s.intersects(r, m) {
				out = append(out, op)
			}
			continue
		}
		if keep {
			end := s.end(i)
			out = append(out, s.ops[i:end+1]...)
			i = end
			continue
		}
		start := len(out)
		out = append(out, op)
		var end int
		out, end = s.run(i+1, inner, out)
		if len(out) == start+1 {
			out = out[:start] // empty group
		} else {
			out = append(out, Pop{})
		}
		i = end
	}
	return out, i
}

// end returns the index of the end of the group that starts at i.
func (s *slicer) end(i int) int {
	depth := 0
	for ; i < len(s.ops); i++ {
		switch s.ops[i].(type) {
		case PushTransform, PushClipRRect, PushClipPath, PushLayer:
			depth++
		case Pop:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s.ops) - 1
}

// containsText reports whether an upright run is inside, judged by the middle of its lower-case letters, so that
// exactly one of two areas that share an edge has it.
func (s *slicer) containsText(g *Glyphs, m geom.Matrix) bool {
	if len(g.Glyphs) == 0 {
		return false
	}
	minX, maxX := g.Glyphs[0].X, g.Glyphs[0].X
	for _, k := range g.Glyphs {
		minX, maxX = min(minX, k.X), max(maxX, k.X)
	}
	reach := 4 * FromUnit(g.Size)
	x0, y := m.Apply((minX - reach).Float(), (g.Glyphs[0].Y - FromUnit(g.Size)/4).Float())
	x1, _ := m.Apply((maxX + reach).Float(), 0)
	return y >= s.area.Y0.Float() && y < s.area.Y1.Float() && min(x0, x1) < s.area.X1.Float() && max(x0, x1) > s.area.X0.Float()
}

// intersects reports whether a transformed rectangle intersects the area.
func (s *slicer) intersects(r Rect, m geom.Matrix) bool {
	if r.Empty() {
		return false
	}
	minX, minY, maxX, maxY := 0.0, 0.0, 0.0, 0.0
	for i, c := range [4]Point{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X0, r.Y1}, {r.X1, r.Y1}} {
		x, y := m.Apply(c.X.Float(), c.Y.Float())
		if i == 0 {
			minX, minY, maxX, maxY = x, y, x, y
			continue
		}
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
	}
	// Touching the edge, within rounding, does not count.
	const epsilon = 1.0 / 64
	a := s.area
	return minX < a.X1.Float()-epsilon && maxX > a.X0.Float()+epsilon && minY < a.Y1.Float()-epsilon && maxY > a.Y0.Float()+epsilon
}

// bounds returns the bounds of an operation's pixels; ok is false when they are unknown.
func bounds(op Op) (r Rect, ok bool) {
	switch op := op.(type) {
	case FillRect:
		return op.Rect, true
	case FillRRect:
		return op.RRect.Rect, true
	case DrawImage:
		return op.Dst, true
	case FillPath:
		return pathBounds(op.Path, 0), true
	case StrokePath:
		reach := op.Stroke.Width.Float() / 2
		if op.Stroke.Join == Miter && len(op.Path.Points) > 2 {
			reach *= min(max(op.Stroke.MiterLimit, 1), 100)
		}
		if op.Stroke.Cap == SquareCap {
			reach *= 1.5
		}
		return pathBounds(op.Path, FromFloat(reach)), true
	case Shadow:
		if op.Inset {
			return op.Clip.Rect, true
		}
		return outset(op.RRect.Rect, 3*op.Sigma+1024), true
	case Glyphs:
		if len(op.Glyphs) == 0 {
			return Rect{}, true
		}
		// Glyphs extend at most a few times their size.
		reach := 4 * FromUnit(op.Size)
		r = Rect{op.Glyphs[0].X, op.Glyphs[0].Y, op.Glyphs[0].X, op.Glyphs[0].Y}
		for _, g := range op.Glyphs {
			r = Rect{min(r.X0, g.X), min(r.Y0, g.Y), max(r.X1, g.X), max(r.Y1, g.Y)}
		}
		return outset(r, reach), true
	}
	return Rect{}, false
}

func pathBounds(p *Path, grow Coord) Rect {
	if p == nil || len(p.Points) == 0 {
		return Rect{}
	}
	a := p.Points[0]
	r := Rect{a.X, a.Y, a.X, a.Y}
	for _, q := range p.Points {
		r = Rect{min(r.X0, q.X), min(r.Y0, q.Y), max(r.X1, q.X), max(r.Y1, q.Y)}
	}
	return outset(r, grow+1)
}

func outset(r Rect, by Coord) Rect { return Rect{r.X0 - by, r.Y0 - by, r.X1 + by, r.Y1 + by} }
