package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// rubyColumn is a ruby box on a line; y is the offset of its fragment. The level of an annotation is one above those
// over or under its base.
type rubyColumn struct {
	frag  *Fragment
	y     geom.Unit
	under bool
	level int
}

// annotatesBelow reports whether the annotation of a ruby box is on the lower side of its line.
func annotatesBelow(b *Box) bool {
	note := b.Children[1].Style
	return note.RubyUnder != (note.WritingMode == style.VerticalLR)
}

// alignAnnotations places the annotations of a line that have the same level on one baseline, next to the bases (CSS
// Ruby 1 §3.3).
func (l *layouter) alignAnnotations(line *Fragment) {
	var columns []rubyColumn
	over, under := collectRuby(line, 0, &columns)
	if len(columns) < 2 {
		return
	}
	for _, below := range []bool{false, true} {
		levels, edge := over, geom.Unit(0)
		if below {
			levels = under
		}
		for level := 1; level <= levels; level++ {
			edge = l.alignLevel(columns, below, level, edge)
		}
	}
}

// alignLevel places the annotations of one side and level next to their bases and to the edge of the level before it, and
// returns their own.
func (l *layouter) alignLevel(columns []rubyColumn, below bool, level int, edge geom.Unit) geom.Unit {
	first := level == 1
	var up, down geom.Unit // of the annotations from their baseline
	some := false
	// Like Blink, the first level below the line is next to the bases of the annotations above it, if there are any.
	other := below && first && slices.ContainsFunc(columns, func(c rubyColumn) bool { return !c.under && c.level == 1 })
	for _, c := range columns {
		if other && !c.under && c.level == 1 && len(c.frag.Children) > 0 {
			base := c.frag.Children[0]
			_, bottom := l.rubyBaseBounds(c.frag.Box.Children[0], base)
			if bottom += c.y + base.Offset.Y; first || bottom > edge {
				edge, first = bottom, false
			}
		}
		if c.under != below || c.level != level || len(c.frag.Children) == 0 {
			continue
		}
		base := c.frag.Children[0]
		top, bottom := l.rubyBaseBounds(c.frag.Box.Children[0], base)
		top, bottom = top+c.y+base.Offset.Y, bottom+c.y+base.Offset.Y
		switch {
		case other:
		case first:
			edge, first = top, false
			if below {
				edge = bottom
			}
		case below:
			edge = max(edge, bottom)
		default:
			edge = min(edge, top)
		}
		if len(c.frag.Children) < 2 {
			continue
		}
		note := c.frag.Children[1]
		noteTop, noteBottom, _ := l.emBounds(note)
		a, d := note.FirstBaseline-noteTop, noteBottom-note.FirstBaseline
		if !some {
			up, down, some = a, d, true
		}
		up, down = max(up, a), max(down, d)
	}
	baseline := edge - down
	if below {
		baseline = edge + up
	}
	for _, c := range columns {
		if c.under == below && c.level == level && len(c.frag.Children) > 1 {
			note := *c.frag.Children[1]
			note.Offset.Y = baseline - note.FirstBaseline - c.y
			c.frag.Children[1] = &note
		}
	}
	if below {
		return baseline + down
	}
	return baseline - up
}

// collectRuby collects the ruby boxes of a line, which it copies, and returns the number of levels over and under them.
func collectRuby(f *Fragment, y geom.Unit, columns *[]rubyColumn) (over, under int) {
	for i, child := range f.Children {
		if !mayHoldRuby(child) {
			continue
		}
		c := *child
		c.Children = append([]*Fragment(nil), child.Children...)
		f.Children[i] = &c
		at := y + c.Offset.Y
		if c.Kind != BoxFragment || c.Box.Kind != RubyBox {
			o, u := collectRuby(&c, at, columns)
			over, under = max(over, o), max(under, u)
			continue
		}
		var o, u int
		if len(c.Children) > 0 {
			base := *c.Children[0]
			base.Children = append([]*Fragment(nil), base.Children...)
			c.Children[0] = &base
			o, u = collectRuby(&base, at+base.Offset.Y, columns)
		}
		col := rubyColumn{frag: &c, y: at, under: annotatesBelow(c.Box)}
		if col.under {
			u++
			col.level = u
		} else {
			o++
			col.level = o
		}
		*columns = append(*columns, col)
		over, under = max(over, o), max(under, u)
	}
	return over, under
}

// mayHoldRuby reports whether a fragment on a line is a ruby box or can contain one of the same line.
func mayHoldRuby(f *Fragment) bool {
	switch f.Kind {
	case LineFragment:
		return true
	case InlineFragment:
		for _, c := range f.Children {
			if mayHoldRuby(c) {
				return true
			}
		}
		return false
	}
	return f.Kind == BoxFragment && f.Box != nil && f.Box.Kind == RubyBox
}

// rubyBaseBounds returns the top and bottom of the em boxes of a base, without the annotations in it.
func (l *layouter) rubyBaseBounds(b *Box, f *Fragment) (top, bottom geom.Unit) {
	if top, bottom, ok := l.boundsOf(f, false); ok {
		return top, bottom
	}
	baseline := f.FirstBaseline
	if baseline == NoBaseline {
		baseline = l.strutOf(b.Style).ascent
	}
	up, down := l.emBox(b.Style)
	return baseline - up, baseline + down
}
