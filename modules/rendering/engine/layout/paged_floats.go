package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// FloatFix adapts a float to the end of a page, found by a previous layout of the document. Heights are of the layout
// without pages.
type FloatFix struct {
	// Down moves the float down from where it would be: to the first line of the next page. Gap is the space there
	// between the end of the page and that line.
	Down, Gap geom.Unit
	// Cut is the height of the float's margin box beside which lines are shortened, 0 for all of it: later lines are on
	// the next page and the float is not.
	Cut geom.Unit
	// Hold ends the page where the float would be: what is beside it on the next page has fewer words in a line, so more lines
	// would fit before it.
	Hold bool
}

// pagedFloats records where a pager places floats and what is beside them.
type pagedFloats struct {
	placed map[*Fragment]geom.Unit // positions on pages, of floats and of fragments in the flow of broken boxes
	height map[*Fragment]geom.Unit // of broken floats
	forced map[int]bool            // pages that begin with a forced break
	work   int
	held   map[int]geom.Unit // the ends of pages that floats hold
	low    [2]geom.Unit      // the lowest end of the floats of the current formatting context, on the left and on the right
}

// place records the position of a fragment.
func (f *pagedFloats) place(c *Fragment, y geom.Unit) {
	if f.placed != nil {
		f.placed[c] = y
	}
}

// lower records the end of a placed float.
func (f *pagedFloats) lower(c *Fragment, bottom geom.Unit) {
	side := 0
	if c.Box.Style.Float == style.FloatRight {
		side = 1
	}
	f.low[side] = max(f.low[side], bottom+c.Margin.Bottom)
}

// clear returns the position of a fragment below the floats that it clears.
func (f *pagedFloats) clear(c *Fragment, y geom.Unit) geom.Unit {
	if c.Box == nil || c.Kind != BoxFragment {
		return y
	}
	if k := c.Box.Style.Clear; k == style.ClearLeft || k == style.ClearBoth {
		y = max(y, f.low[0])
	}
	if k := c.Box.Style.Clear; k == style.ClearRight || k == style.ClearBoth {
		y = max(y, f.low[1])
	}
	return y
}

// besides is the content of one block formatting context, in order.
type besides struct{ items []beside }

// beside is a float, or a line or a box that floats make room for: its vertical extent in the layout, and its position on the pages.
type beside struct {
	frag        *Fragment
	float       bool
	top, bottom geom.Unit
	now         geom.Unit
}

func (b *beside) shift() geom.Unit { return b.now - b.top }

// floatFixes compares the positions on pages with the layout. It returns the fixes of floats that are on another page than
// lines that make room for them, or on the same one as lines that do not: of the first float after each forced break, since
// its fix moves what follows.
func (p *pager) floatFixes(root *Fragment) map[int32]FloatFix {
	var contexts []*besides
	context := func() *besides {
		c := &besides{}
		contexts = append(contexts, c)
		return c
	}
	var walk func(f *Fragment, at, now geom.Unit, in *besides)
	walk = func(f *Fragment, at, now geom.Unit, in *besides) {
		for _, c := range f.Children {
			if c.Kind != LineFragment && (c.Kind != BoxFragment || c.Box == nil) {
				continue
			}
			relative := relativeY(c)
			top := at + c.Offset.Y - relative
			y, known := p.floats.placed[c]
			if !known {
				y = now + c.Offset.Y - relative
			}
			switch {
			case c.Kind == LineFragment:
				in.items = append(in.items, beside{frag: c, top: top, bottom: top + c.Size.H, now: y})
				// Only atomic boxes have lines inside a line, and those are not broken.
				continue
			case c.Box.IsOutOfFlow():
				continue
			case !inFlow(c):
				in.items = append(in.items, beside{frag: c, float: true, top: top, bottom: top + c.Size.H, now: y})
				walk(c, top, y, context())
			case isContext(c.Box):
				in.items = append(in.items, beside{frag: c, top: top, bottom: top + c.Size.H, now: y})
				if len(c.strips) == 0 {
					walk(c, top, y, context())
				}
			default:
				walk(c, top, y, in)
			}
		}
	}
	walk(root, root.Offset.Y, root.Offset.Y, context())
	fixes := map[int32]FloatFix{}
	first := map[int]geom.Unit{} // by the page that begins a section: the position of the float that is fixed in it
	chosen := map[int]int32{}
	for _, c := range contexts {
		for i := range c.items {
			if b := &c.items[i]; b.float {
				fix, ok := p.floatFix(c, i)
				section := p.section(p.at(b.now))
				if at, have := first[section]; !ok || have && at <= b.top {
					continue
				}
				if old, have := chosen[section]; have {
					delete(fixes, old)
				}
				first[section], chosen[section] = b.top, b.frag.Box.Index
				fixes[b.frag.Box.Index] = fix
			}
		}
	}
	return fixes
}

// section returns the last page up to page i that begins with a forced break.
func (p *pager) section(i int) int {
	for i > 0 && !p.floats.forced[i] {
		i--
	}
	return i
}

// floatFix returns the fix of float i of a context; ok is false if it agrees with the lines.
func (p *pager) floatFix(in *besides, i int) (fix FloatFix, ok bool) {
	f := &in.items[i]
	top, bottom := f.top-f.frag.Margin.Top, f.bottom+f.frag.Margin.Bottom
	if c := f.frag.Box.paged.Cut; c > 0 {
		bottom = min(bottom, top+c) // lines below make no room for it any more
	}
	height := f.frag.Size.H
	if h, broken := p.floats.height[f.frag]; broken {
		height = h
	}
	start, after := p.start(p.at(f.now-max(0, f.frag.Margin.Top))), p.page(p.at(max(f.now, f.now+height-1))).bottom()
	// The line of the float may be before it; everything else that it can be beside follows.
	from := i
	for from > 0 && (in.items[from-1].float || in.items[from-1].bottom > top) && p.spend() {
		from--
	}
	var before, first *beside // the last content before the float's page, and the first on it
	if from > 0 {
		before = &in.items[from-1]
	}
	moved, cut := false, geom.Unit(0)
	for k := from; k < len(in.items) && p.spend(); k++ {
		b := &in.items[k]
		if !b.float && b.bottom <= top && b.now >= start && f.frag.Box.paged.Down > 0 {
			// It was moved too far: this line would be over it.
			return FloatFix{Down: b.top - top, Hold: true}, true
		}
		if b.float || b.bottom <= top {
			continue
		}
		if first == nil {
			moved = moved || b.shift() < f.shift()
			if b.now < start {
				before = b
			} else {
				first = b
			}
		}
		if b.top >= bottom && first != nil {
			break
		}
		if b.top < bottom && b.now >= after && cut == 0 {
			cut = b.top - top
		}
	}
	if !moved || f.shift() <= 0 {
		return FloatFix{Cut: cut}, cut > 0
	}
	end := start
	if before != nil {
		end -= before.shift()
	} else if first != nil {
		end = first.top
	}
	next := end
	if first != nil && (first.top < end || first.now == start) {
		next = first.top
	}
	fix = FloatFix{Down: next - top, Gap: max(0, next-end)}
	return fix, fix.Down > 0
}

// maxFloatWork bounds the comparisons of floats with lines.
const maxFloatWork = 2_000_000

// spend counts a comparison; it returns false when there were too many.
func (p *pager) spend() bool {
	p.floats.work++
	return p.floats.work < maxFloatWork
}
