package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// BrokenMark is the size of the broken image icon in px, and brokenFrame that of the smallest image that shows it.
const (
	BrokenMark  = 16
	brokenFrame = 18
)

// alternative creates the box of a missing image as Chromium does. In quirks mode, or without alternative text, an image
// of a specified size keeps it and shows icon and text in a frame; any other is an inline block of icon and text, or an
// empty box when it represents nothing (HTML §15.4.2).
func (t *treeBuilder) alternative(n dom.NodeID, node *dom.Node, st *style.Computed, r *Replaced) *Box {
	alt, has := node.Attr("alt")
	if r.URL == "" && alt == "" { // an image of no size
		r.Width, r.Height, r.HasWidth, r.HasHeight, r.Missing = 0, 0, true, true, false
		return t.newBox(Box{Kind: ReplacedBox, Style: st, Node: n, Replaced: r})
	}
	c := *st
	c.Overflow = [2]style.Overflow{style.OverflowClip, style.OverflowClip}
	quirks := t.doc.Mode == dom.Quirks
	nothing := alt == "" && has
	inline := st.Display == style.DisplayInline
	switch {
	case inline:
		c.Display = style.DisplayInlineBlock
	case st.Display == style.DisplayBlock:
		c.Display = style.DisplayFlowRoot // contains the icon
	}
	sized := !c.Width.IsAuto() && !c.Height.IsAuto()
	if quirks && !sized && (!c.Width.IsAuto() || !c.Height.IsAuto()) {
		if sized = true; c.Height.IsAuto() {
			c.Height = c.Width
		} else {
			c.Width = c.Height
		}
	}
	if sized && (quirks || alt == "") {
		return t.brokenBox(n, &c, alt)
	}
	if inline {
		auto := style.Length{Kind: style.Auto}
		c.Width, c.Height, c.AspectRatio = auto, auto, style.AspectRatio{}
	}
	if nothing {
		r.Width, r.Height, r.HasWidth, r.HasHeight = 0, 0, true, true
		return t.newBox(Box{Kind: ReplacedBox, Style: &c, Node: n, Replaced: r})
	}
	return t.newBox(Box{Kind: BlockBox, Style: &c, Node: n, InlineChildren: true, Children: t.brokenContent(&c, alt, true)})
}

// brokenBox creates the box of a missing image that keeps its size.
func (t *treeBuilder) brokenBox(n dom.NodeID, c *style.Computed, alt string) *Box {
	c.Overflow = [2]style.Overflow{style.OverflowHidden, style.OverflowHidden} // also aligns its bottom with the baseline
	small := func(l style.Length) bool { return l.Kind == style.Px && l.Px < brokenFrame*c.Zoom }
	tiny := small(c.Width) || small(c.Height)
	frame := inheritedStyle(c, style.DisplayFlowRoot)
	frame.Height, frame.BoxSizing, frame.Overflow = style.Percentage(100), style.BorderBox, c.Overflow
	if !tiny {
		for side := range frame.Border {
			frame.Border[side] = style.Border{Width: geom.One, Style: style.LineSolid, Color: style.Color{R: 192, G: 192, B: 192, A: 255}}
			frame.Padding[side] = style.Pixels(1)
		}
	}
	inner := t.newBox(Box{Kind: BlockBox, Style: frame, Node: dom.None, InlineChildren: true, Children: t.brokenContent(frame, alt, !tiny)})
	return t.newBox(Box{Kind: BlockBox, Style: c, Node: n, Children: []*Box{inner}})
}

// brokenContent creates the boxes of a missing image's icon and text.
func (t *treeBuilder) brokenContent(st *style.Computed, alt string, icon bool) (out []*Box) {
	if icon {
		mark := inheritedStyle(st, style.DisplayBlock)
		if mark.Float = style.FloatLeft; st.Direction == style.RTL {
			mark.Float = style.FloatRight
		}
		side := geom.Px(BrokenMark)
		r := &Replaced{Element: "marker", Width: side, Height: side, HasWidth: true, HasHeight: true}
		out = append(out, t.newBox(Box{Kind: ReplacedBox, Style: mark, Node: dom.None, Replaced: r, Symbol: "broken-image"}))
	}
	if alt != "" {
		out = append(out, t.newBox(Box{Kind: TextBox, Style: inheritedStyle(st, style.DisplayInline), Node: dom.None, Text: alt}))
	}
	return out
}
