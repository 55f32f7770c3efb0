package paint

import (
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxReflected is the number of operations of an image that reflections may repeat. Nested reflections double it at
// each level.
const maxReflected = 1 << 18

// reflection returns the reflection of a fragment; nil for none. Inline boxes have none, as in Chromium.
func reflection(f *layout.Fragment) *style.Reflection {
	if f.Kind != layout.BoxFragment {
		return nil
	}
	return f.Box.Style.Reflect
}

// paintReflected paints an element inside its filters, above its mirrored copy.
func (p *painter) paintReflected(it item, r *style.Reflection, clip *clipChain, draw func(*clipChain)) {
	content := p.sublist(func() {
		if filters := p.filtersInside(it); len(filters) > 0 {
			p.group(nil, display.PushLayer{Bounds: everywhere, Opacity: 255, Filters: filters}, func() { draw(p.base) })
			return
		}
		draw(nil)
	})
	if len(content.Ops) == 0 {
		return
	}
	if p.reflected+len(content.Ops) > maxReflected {
		p.warn("too_many_reflections", p.path(it.frag.Box), fmt.Sprintf("the reflections of the document repeat more than %d operations; this one is not drawn", maxReflected))
	} else {
		p.reflected += len(content.Ops)
		p.paintMirrored(it, r, clip, content)
	}
	p.setClip(clip)
	start := len(p.list.Ops)
	for _, m := range content.Marks {
		p.list.Marks = append(p.list.Marks, display.Mark{Op: start + m.Op, Node: m.Node})
	}
	p.list.Ops = append(p.list.Ops, content.Ops...)
}

// filtersInside returns the filters of an element; none for the root element, whose filters apply to the canvas.
func (p *painter) filtersInside(it item) []display.Filter {
	if it.frag == p.in.Layout.Root {
		return nil
	}
	return p.filters(it, it.frag.Box.Style.Filter)
}

// paintMirrored paints the mirrored copy of an element's content, without its text as text: it is not read twice.
func (p *painter) paintMirrored(it item, r *style.Reflection, clip *clipChain, content *display.List) {
	box := p.snap(geom.RectAt(it.at, it.frag.Size))
	copied := func() {
		for _, op := range content.Ops {
			switch o := op.(type) {
			case display.Glyphs:
				o.Text, o.Node = "", 0
				op = o
			case display.DrawImage:
				o.Node = 0
				op = o
			}
			p.list.Ops = append(p.list.Ops, op)
		}
	}
	draw := copied
	if r.Mask != nil {
		mask := p.maskBorder(it.frag.Box.Style, r.Mask, box, it.frag.Border)
		if mask == nil {
			mask = &display.List{Width: p.in.Width, Height: p.in.Height}
		}
		draw = func() {
			p.group(p.clip, display.PushLayer{Bounds: everywhere, Opacity: 255, Mask: mask}, copied)
		}
	}
	p.group(clip, display.PushTransform{Matrix: mirror(r, box)}, draw)
}

// mirror returns the matrix from an element to its reflection.
func mirror(r *style.Reflection, box geom.Rect) geom.Matrix {
	m := geom.Identity()
	switch r.Side {
	case style.ReflectAbove:
		m.D, m.F = -1, (box.Y + box.Y - r.Offset.Resolve(box.H)).Float()
	case style.ReflectBelow:
		m.D, m.F = -1, (box.MaxY() + box.MaxY() + r.Offset.Resolve(box.H)).Float()
	case style.ReflectLeft:
		m.A, m.E = -1, (box.X + box.X - r.Offset.Resolve(box.W)).Float()
	case style.ReflectRight:
		m.A, m.E = -1, (box.MaxX() + box.MaxX() + r.Offset.Resolve(box.W)).Float()
	}
	return m
}

// mirrored returns the area of the reflection of an area around a border box.
func mirrored(r *style.Reflection, box, area geom.Rect) geom.Rect {
	m := mirror(r, box)
	x0, y0 := m.Apply(area.X.Float(), area.Y.Float())
	x1, y1 := m.Apply(area.MaxX().Float(), area.MaxY().Float())
	x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
	return geom.Rect{X: geom.FromFloat(x0), Y: geom.FromFloat(y0), W: geom.FromFloat(x1 - x0), H: geom.FromFloat(y1 - y0)}
}
