package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// placeMarker places a list item's outside marker next to its first line (CSS Lists 3 §3.1.1); an item without lines
// becomes as high as its marker.
func (l *layouter) placeMarker(c *container) {
	if !hasOutsideMarker(c.box) {
		return
	}
	m := c.box.Children[0]
	f := l.markerFragment(c)
	base := synthesizedBaseline(f, false)
	top := c.frag.Border.Top + c.frag.Padding.Top
	y := top
	if c.frag.FirstBaseline != NoBaseline {
		y = c.frag.FirstBaseline - base
	} else if !c.box.multicol {
		c.frag.FirstBaseline, c.frag.LastBaseline, c.frag.lineBaseline = y+base, y+base, y+base
		c.y = max(c.y, y+f.Size.H)
		c.absorbing = false
	}
	gap := geom.Unit(0)
	width := f.Size.W
	switch m.Symbol {
	case "":
	case "image":
		gap = geom.Px(markerGap)
	default:
		ascent := l.alphabeticMetrics(m.Style).Ascent.Round()
		gap = geom.Px(ascent*2/3+markerGap+1) - width
	}
	left := c.frag.Border.Left + c.frag.Padding.Left
	x := left - width - gap
	if c.box.Style.Direction == style.RTL {
		x = c.frag.Size.W - c.frag.Border.Right - c.frag.Padding.Right + gap
	}
	l.place(c.frag, f, geom.Point{X: x, Y: y}, c.space.Percent)
}

// markerPush returns how far the first child with a baseline is moved down so that the top of the marker stays at the top
// of the child: the marker has a line box of its own, and Blink lets it displace the content but not overflow it.
func (c *container) markerPush(child *Fragment) geom.Unit {
	if !hasOutsideMarker(c.box) || c.frag.FirstBaseline != NoBaseline || child.FirstBaseline == NoBaseline {
		return 0
	}
	return max(0, synthesizedBaseline(c.l.markerFragment(c), false)-child.FirstBaseline)
}

// markerFragment lays out the outside marker of a list item.
func (l *layouter) markerFragment(c *container) *Fragment {
	s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: c.space.Percent, ShrinkToFit: true}
	return l.layout(c.box.Children[0], s)
}

// markerExtent returns the extent of a list item's outside marker around the baseline of the item's first line, which
// is at least as high: that of images completely, that of text above the baseline as in Blink; ok is false for symbols,
// which have none.
func (l *layouter) markerExtent(c *container) (e extent, ok bool) {
	f := l.markerFragment(c)
	base := synthesizedBaseline(f, false)
	switch c.box.Children[0].Symbol {
	case "":
		return extent{base, -base}, true
	case "image":
		return extent{base, f.Size.H - base}, true
	default:
		if m := c.box.Children[0]; m.Style.Font.Size != c.box.Style.Font.Size {
			return extent{base, -base}, true
		}
	}
	return extent{}, false
}
