package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// flow is a block formatting context in progress: the floats placed so far, in
// coordinates of the context root's border box.
type flow struct {
	left, right []floated // margin boxes, in order
	shaped      bool      // a float has a shape
	// lowestTop is the top of the last float: later ones must not be above it.
	lowestTop geom.Unit
	placed    bool
	clamp     lineClamp
	text      textEnd // of the last line
	// margin is the collapsed margin above the block that is being placed.
	margin geom.Unit
}

// lineClamp counts the lines of a block with line-clamp.
type lineClamp struct {
	limit  int // 0: no limit
	lines  int // number of lines placed so far
	bottom geom.Unit
	cut    bool // content follows the last line that is shown: the block ends at bottom
	marked bool // the last line that is shown has an ellipsis
	// forced marks the last line that is shown although no content of its own block follows.
	forced bool
}

// full reports whether all lines that line-clamp shows are placed.
func (c *lineClamp) full() bool { return c.limit > 0 && c.lines >= c.limit }

// clearY returns the lowest bottom edge of the floats that a clear value selects, and whether there are any.
func (f *flow) clearY(c style.Clear) (geom.Unit, bool) {
	y, any := -geom.MaxUnit, false
	if c == style.ClearLeft || c == style.ClearBoth {
		for _, r := range f.left {
			y, any = max(y, r.MaxY()), true
		}
	}
	if c == style.ClearRight || c == style.ClearBoth {
		for _, r := range f.right {
			y, any = max(y, r.MaxY()), true
		}
	}
	return y, any
}

// band returns the free interval between floats for the height from y on, inside [left, right]. A height of 0 selects
// the line at y. Floats of zero width are ignored.
func (f *flow) band(y, height, left, right geom.Unit) (geom.Unit, geom.Unit) {
	bottom := addSat(y, max(1, height))
	lo := left
	for _, r := range f.left {
		if r.W > 0 && r.Y < bottom && r.MaxY() > y {
			left = max(left, r.MaxX())
		}
	}
	for _, r := range f.right {
		// A float outside its container does not narrow it.
		if r.W > 0 && r.Y < bottom && r.MaxY() > y && r.MaxX() > lo {
			right = min(right, r.X)
		}
	}
	return left, right
}

// nextY returns the nearest bottom edge of a float below y, where the band may get wider; ok is false when there is
// none.
func (f *flow) nextY(y geom.Unit) (next geom.Unit, ok bool) {
	next = geom.MaxUnit
	for _, list := range [2][]floated{f.left, f.right} {
		for _, r := range list {
			if v := r.MaxY(); v > y && v < next {
				next, ok = v, true
			}
		}
	}
	return next, ok
}

// bottom returns the lowest bottom edge of all floats.
func (f *flow) bottom() (geom.Unit, bool) { return f.clearY(style.ClearBoth) }

// find returns the corner of the margin box of a float with a margin box of the given size at or below y inside [left, right], by the rules of CSS 2.1
// §9.5.1.
func (f *flow) find(side style.Float, size geom.Size, w geom.Unit, y, left, right geom.Unit, clear style.Clear, rtl bool) geom.Point {
	if f.placed {
		y = max(y, f.lowestTop)
	}
	if clear != style.ClearNone {
		if c, ok := f.clearY(clear); ok {
			y = max(y, c)
		}
	}
	for {
		lo, hi := f.band(y, size.H, left, right)
		next, below := f.nextY(y)
		if max(0, hi-lo) < w && (lo > left || hi < right) && below {
			y = next
			continue
		}
		// If other floats leave a negative width, the start side of the line is used.
		if rtl {
			lo = min(lo, hi)
		} else {
			hi = max(lo, hi)
		}
		at := geom.Point{X: lo, Y: y}
		if side == style.FloatRight {
			at.X = hi - w
		}
		return at
	}
}

func (f *flow) add(side style.Float, r geom.Rect) {
	f.lowestTop = r.Y
	f.placed = true
	if side == style.FloatLeft {
		f.left = append(f.left, floated{Rect: r})
	} else {
		f.right = append(f.right, floated{Rect: r})
	}
}

// floatWidth returns the width of a float's margin box in a container.
func (l *layouter) floatWidth(c *Box, s Space) geom.Unit {
	s.ShrinkToFit, s.NewContext = true, true
	f := l.layout(c, s)
	return max(0, addSat(f.Size.W, f.Margin.Horizontal()))
}

// layoutFloat lays out a floating child of a container and places it at or below
// y (context coordinates) between the container's content edges.
func (l *layouter) layoutFloat(parent *Fragment, c *Box, s Space, fl *flow, origin geom.Point, y, left, right geom.Unit) {
	cs := s
	cs.ShrinkToFit, cs.NewContext = true, true
	f := l.layout(c, cs)
	m := f.Margin
	w := addSat(f.Size.W, m.Horizontal())
	size := geom.Size{H: max(0, f.Size.H+m.Vertical())}
	rtl := parent.Box != nil && parent.Box.Style.Direction == style.RTL
	at := fl.find(c.Style.Float, size, w, y, left, right, c.Style.Clear, rtl)
	l.hasFloats = true
	if fix, ok := l.in.Floats[c.Index]; ok {
		c.paged = fix
		for b := c.Parent; b != nil && !b.holds && (fix.Hold || fix.Cut > 0); b = b.Parent {
			b.holds = true
		}
		if fix.Down > 0 {
			at = fl.find(c.Style.Float, size, w, at.Y+fix.Down, left, right, c.Style.Clear, rtl)
		}
		if fix.Cut > 0 {
			size.H = min(size.H, fix.Cut)
		}
	}
	fl.add(c.Style.Float, geom.Rect{X: at.X, Y: at.Y, W: w, H: size.H})
	if c.Style.ShapeOutside != nil {
		if shape := l.floatShape(f, geom.Point{X: at.X + m.Left, Y: at.Y + m.Top}, s.Percent.W); shape != nil {
			list := fl.left
			if c.Style.Float == style.FloatRight {
				list = fl.right
			}
			list[len(list)-1].shape, fl.shaped = shape, true
		}
	}
	l.place(parent, f, geom.Point{X: at.X + m.Left - origin.X, Y: at.Y + m.Top - origin.Y}, s.Percent)
}
