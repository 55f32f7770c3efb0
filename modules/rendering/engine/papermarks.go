package engine

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// markRoom is the extent of printer's marks beyond the bleed, markGap their distance from it, in CSS pixels.
const markRoom, markGap = 26, 4

// bleed returns the extent of the printed area beyond the edges of the page.
func (s *sheet) bleed() float64 { return s.style.Bleed }

// ends returns the right and the bottom end of the page's own box: those of its exact size with a border, else those of the
// print.
func (s *sheet) ends() (right, bottom float64) {
	w, h := s.ExactSize()
	return w + s.reach(), h + s.reach()
}

// outset returns the extent of the medium beyond the page, on each side: the bleed, and space for marks.
func (s *sheet) outset() float64 {
	if s.style.Crop || s.style.Cross {
		return s.bleed() + markRoom
	}
	return s.bleed()
}

// reach returns the extent of the page's own box beyond the page: a background bleeds, a border does not.
func (s *sheet) reach() float64 {
	if s.style.Border != [4]float64{} {
		return 0
	}
	return s.bleed()
}

// onMedium draws a page and its marks on the medium.
func (s *sheet) onMedium(page *display.List) *display.List {
	by := s.outset()
	if by == 0 {
		return page
	}
	k := display.FromFloat(by)
	w, h := s.ExactSize()
	out := &display.List{Width: page.Width + int(math.Round(2*by)), Height: page.Height + int(math.Round(2*by))}
	edge := s.bleed()
	print := display.Rect{X0: display.FromFloat(-edge), Y0: display.FromFloat(-edge), X1: display.FromFloat(w + edge), Y1: display.FromFloat(h + edge)}
	out.Ops = append(out.Ops, display.PushTransform{Matrix: geom.Translate(by, by)}, display.PushClipRRect{RRect: display.RRect{Rect: print}})
	out.Ops = append(out.Ops, page.Ops...)
	out.Ops = append(out.Ops, display.Pop{})
	out.Ops = append(out.Ops, s.marks(w, h)...)
	out.Ops = append(out.Ops, display.Pop{})
	for _, l := range page.Links {
		l.Area = display.Rect{X0: l.Area.X0 + k, Y0: l.Area.Y0 + k, X1: l.Area.X1 + k, Y1: l.Area.Y1 + k}
		out.Links = append(out.Links, l)
	}
	return out
}

// marks returns the crop marks at the corners of a page and the cross marks at the middles of its sides.
func (s *sheet) marks(w, h float64) (out []display.Op) {
	near, far := s.bleed()+markGap, s.outset()
	const thin = 0.25
	black := registration()
	line := func(x0, y0, x1, y1 float64) {
		r := display.Rect{X0: display.FromFloat(x0), Y0: display.FromFloat(y0), X1: display.FromFloat(x1), Y1: display.FromFloat(y1)}
		out = append(out, display.FillRect{Rect: r, Brush: black})
	}
	if s.style.Crop {
		for _, x := range [2]float64{0, w} {
			line(x-thin, -far, x+thin, -near)
			line(x-thin, h+near, x+thin, h+far)
		}
		for _, y := range [2]float64{0, h} {
			line(-far, y-thin, -near, y+thin)
			line(w+near, y-thin, w+far, y+thin)
		}
	}
	if s.style.Cross {
		size := float64((far - near) / 2)
		for _, at := range [4][2]float64{{w / 2, -near - size}, {w / 2, h + near + size}, {-near - size, h / 2}, {w + near + size, h / 2}} {
			line(at[0]-size, at[1]-thin, at[0]+size, at[1]+thin)
			line(at[0]-thin, at[1]-size, at[0]+thin, at[1]+size)
			out = append(out, ring(at[0], at[1], size/2, thin))
		}
	}
	return out
}

// registration returns the brush of printer's marks, which are on every plate.
func registration() display.Brush {
	return display.Solid{Color: display.Color{A: 255}, Ink: vector.Registration}
}

// ring returns the outline of a circle.
func ring(x, y, r, half float64) display.Op {
	circle := func(r float64) display.RRect {
		c := display.RRect{Rect: display.Rect{X0: display.FromFloat(x - r), Y0: display.FromFloat(y - r), X1: display.FromFloat(x + r), Y1: display.FromFloat(y + r)}}
		for i := range c.Radii {
			c.Radii[i] = display.Point{X: display.FromFloat(r), Y: display.FromFloat(r)}
		}
		return c
	}
	hole := circle(r - half)
	return display.FillRRect{RRect: circle(r + half), Hole: &hole, Brush: registration()}
}

// pageBoxes returns the page boxes of the media.
func (g *pagination) pageBoxes() []vector.PageBox {
	out := make([]vector.PageBox, len(g.sheets))
	for i := range g.sheets {
		s := &g.sheets[i]
		w, h := s.ExactSize()
		by := s.outset()
		out[i] = vector.PageBox{Width: w + float64(2*by), Height: h + float64(2*by), Rotate: s.style.Rotate, Trim: by, Bleed: by - s.bleed()}
	}
	return out
}
