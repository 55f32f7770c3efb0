package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// alignChild returns a block-level child's x from the border box's left by its margins, and resolves auto margins (CSS
// 2.1 §10.3.3).
func (c *container) alignChild(child *Box, w geom.Unit, m *geom.Edges) geom.Unit {
	return c.alignIn(child, w, m, c.left, c.right)
}

// justifySelf returns a block-level child's justify-self with auto resolved.
func (c *container) justifySelf(child *Box) style.Alignment {
	a := child.Style.JustifySelf
	switch {
	case child.isAnonymousFlow():
		a.Kind = style.AlignNormal
	case a.Kind == style.AlignAutoSelf:
		a = c.box.Style.JustifyItems
	}
	return a
}

// justified returns the offset of a child's margin box in free space by justify-self, from the left; ok is false if it
// does not apply.
func (c *container) justified(child *Box, free geom.Unit) (x geom.Unit, ok bool) {
	a := c.justifySelf(child)
	back := c.rtl
	switch a.Kind {
	case style.AlignNormal, style.AlignStretch:
		return 0, false
	case style.AlignCenterBox:
		if free >= 0 || !a.Safe {
			return free / 2, true
		}
	case style.AlignEndBox, style.AlignFlexEnd:
		back = !c.rtl
	case style.AlignSelfStart:
		back = child.Style.Direction == style.RTL
	case style.AlignSelfEnd:
		back = child.Style.Direction != style.RTL
	case style.AlignLeftBox, style.AlignRightBox:
		back = a.Kind == style.AlignRightBox
	}
	if free < 0 && a.Safe {
		back = c.rtl
	}
	if back {
		return free, true
	}
	return 0, true
}

func (c *container) alignIn(child *Box, w geom.Unit, m *geom.Edges, left, right geom.Unit) geom.Unit {
	free := right - left - w - m.Horizontal()
	if !hasAuto(child, style.Left, style.Right) {
		if x, ok := c.justified(child, free); ok {
			return left - c.origin.X + m.Left + x
		}
	}
	autoLeft, autoRight := child.Style.Margin[style.Left].IsAuto(), child.Style.Margin[style.Right].IsAuto()
	if free > 0 {
		switch {
		case autoLeft && autoRight:
			m.Left = free / 2
			m.Right = free - m.Left
		case autoLeft:
			m.Left += free
		case autoRight:
			m.Right += free
		default:
			switch c.box.Style.TextAlign {
			case style.AlignWebkitCenter:
				return left - c.origin.X + m.Left + free/2
			case style.AlignWebkitRight:
				return right - c.origin.X - m.Right - w
			case style.AlignWebkitLeft:
				return left - c.origin.X + m.Left
			}
		}
	}
	if c.rtl {
		return right - c.origin.X - m.Right - w
	}
	return left - c.origin.X + m.Left
}

// alignStatic applies self-alignment to a static position: the static-position
// rectangle is as wide as the content box and has no height (CSS Positioned
// Layout 3 §3.5.2).
func (c *container) alignStatic(child *Box, o *outOfFlow) {
	left, right := c.left-c.origin.X, c.right-c.origin.X
	o.SafeX, o.SafeY = child.Style.JustifySelf.Safe, child.Style.AlignSelf.Safe
	toRight := func(yes bool) {
		o.Static.X, o.AlignX = left, staticStart
		if yes {
			o.Static.X, o.AlignX = right, staticEnd
		}
	}
	own := child.Style.Direction == style.RTL
	switch c.justifySelf(child).Kind {
	case style.AlignCenterBox:
		o.Static.X, o.AlignX = (left+right)/2, staticCenter
	case style.AlignStartBox, style.AlignFlexStart:
		toRight(c.rtl)
	case style.AlignEndBox, style.AlignFlexEnd, style.AlignLastBaseline:
		toRight(!c.rtl)
	case style.AlignSelfStart:
		toRight(own)
	case style.AlignSelfEnd:
		toRight(!own)
	case style.AlignLeftBox:
		toRight(c.rtl) // as in Blink
	case style.AlignRightBox:
		toRight(!c.rtl)
	}
	switch child.Style.AlignSelf.Kind {
	case style.AlignCenterBox:
		o.AlignY = staticCenter
	case style.AlignEndBox, style.AlignFlexEnd, style.AlignSelfEnd, style.AlignLastBaseline:
		o.AlignY = staticEnd
	}
}
