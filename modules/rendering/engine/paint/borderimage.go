package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintBorderImage paints border-image (CSS Backgrounds 3 §6) and reports
// whether it replaces the border lines.
func (p *painter) paintBorderImage(clip *clipChain, s *style.Computed, box geom.Rect, widths geom.Edges) bool {
	bi := s.BorderImage
	pic, ok := p.resolveImage(item{}, s, &bi.Source)
	if !ok {
		return false
	}
	w := widths.Sides()
	var out [4]geom.Unit
	for i := range out {
		if bi.Outset[i].Kind == style.Fraction {
			out[i] = geom.FromFloat(w[i].Float() * bi.Outset[i].Pct)
		} else {
			out[i] = bi.Outset[i].Resolve(0)
		}
	}
	area := p.snap(box.Outset(geom.Edges{Top: out[0], Right: out[1], Bottom: out[2], Left: out[3]}))
	natural := layerSize(&style.Layer{}, pic, area.Size(), area.Size(), 1)
	iw, ih := natural.W, natural.H
	if iw <= 0 || ih <= 0 {
		iw, ih = area.W, area.H
	}
	var slice, width [4]geom.Unit
	for i := range 4 {
		natural, base := ih, area.H
		if i == style.Left || i == style.Right {
			natural, base = iw, area.W
		}
		slice[i] = min(bi.Slice[i].Resolve(natural), natural)
		switch bi.Width[i].Kind {
		case style.Fraction:
			width[i] = geom.FromFloat(w[i].Float() * bi.Width[i].Pct)
		case style.Auto:
			width[i] = slice[i]
		default:
			width[i] = bi.Width[i].Resolve(base)
		}
	}
	fitWidths(&width, area)
	for i := range width {
		width[i] -= width[i] % p.snapStep // whole pixels, as in Chromium, to avoid seams between the regions
	}
	whole := geom.Rect{W: iw, H: ih}
	xs := [4]geom.Unit{0, slice[style.Left], iw - slice[style.Right], iw}
	ys := [4]geom.Unit{0, slice[style.Top], ih - slice[style.Bottom], ih}
	xd := [4]geom.Unit{area.X, area.X + width[style.Left], area.MaxX() - width[style.Right], area.MaxX()}
	yd := [4]geom.Unit{area.Y, area.Y + width[style.Top], area.MaxY() - width[style.Bottom], area.MaxY()}
	// The middle is scaled like the top and left edges, or like the opposite edges if those are empty.
	middle := [2]float64{1, 1}
	for axis, sides := range [2][2]int{{style.Top, style.Bottom}, {style.Left, style.Right}} {
		for _, side := range sides {
			if slice[side] > 0 && width[side] > 0 {
				middle[axis] = width[side].Float() / slice[side].Float()
				break
			}
		}
	}
	for row := range 3 {
		for col := range 3 {
			if row == 1 && col == 1 && !bi.Fill {
				continue
			}
			from := geom.Rect{X: xs[col], Y: ys[row], W: xs[col+1] - xs[col], H: ys[row+1] - ys[row]}
			to := geom.Rect{X: xd[col], Y: yd[row], W: xd[col+1] - xd[col], H: yd[row+1] - yd[row]}
			tile := to.Size()
			switch {
			case row == 1 && col == 1:
				tile = geom.Size{W: geom.FromFloat(from.W.Float() * middle[0]), H: geom.FromFloat(from.H.Float() * middle[1])}
			case col == 1 && from.H > 0:
				tile.W = from.W.Mul(to.H, from.H)
			case row == 1 && from.W > 0:
				tile.H = from.H.Mul(to.W, from.W)
			}
			p.paintSlice(clip, pic.part(whole, from), from, to, tile, sliceRepeat(bi, row, col), pic.gradient != nil)
		}
	}
	return true
}

// fitWidths scales the widths by one factor when opposite ones overlap (CSS Backgrounds 3 §6.3).
func fitWidths(width *[4]geom.Unit, area geom.Rect) {
	f := 1.0
	if sum := width[style.Left] + width[style.Right]; sum > area.W {
		f = area.W.Float() / sum.Float()
	}
	if sum := width[style.Top] + width[style.Bottom]; sum > area.H {
		f = min(f, area.H.Float()/sum.Float())
	}
	if f < 1 {
		for i := range width {
			width[i] = geom.FromFloat(width[i].Float() * f)
		}
	}
}

// sliceRepeat returns how a region repeats on each axis: corners never do.
func sliceRepeat(bi *style.BorderImage, row, col int) [2]style.BorderRepeat {
	r := [2]style.BorderRepeat{}
	if col == 1 {
		r[0] = bi.Repeat[0]
	}
	if row == 1 {
		r[1] = bi.Repeat[1]
	}
	return r
}

// paintSlice draws one of the nine regions, stretched or tiled; content draws its part of the image.
func (p *painter) paintSlice(clip *clipChain, content []display.Op, from, to geom.Rect, tile geom.Size, repeat [2]style.BorderRepeat, generated bool) {
	if from.Empty() || to.Empty() {
		return
	}
	x, y := tiles(repeat[0], to.W, tile.W), tiles(repeat[1], to.H, tile.H)
	if x.size <= 0 || y.size <= 0 {
		return
	}
	if generated { // Chromium scales the space between the tiles of a gradient as if it belonged to the image
		if repeat[0] == style.BorderSpace {
			x.period = x.size + (x.period-x.size).Mul(x.size, from.W)
		}
		if repeat[1] == style.BorderSpace {
			y.period = y.size + (y.period-y.size).Mul(y.size, from.H)
		}
	}
	m := geom.Scale(x.size.Float()/from.W.Float(), y.size.Float()/from.H.Float()).Mul(geom.Translate(-from.X.Float(), -from.Y.Float()))
	ops := slices.Concat([]display.Op{display.PushTransform{Matrix: m}}, content, []display.Op{display.Pop{}})
	if x.period == 0 && y.period == 0 {
		p.group(clip, display.PushTransform{Matrix: geom.Translate(to.X.Float(), to.Y.Float())}, func() {
			p.list.Ops = append(p.list.Ops, ops...)
		})
		return
	}
	step := geom.Size{W: max(x.size, x.period), H: max(y.size, y.period)}
	p.emit(clip, display.FillRect{Rect: display.RectFrom(to), Brush: &display.Pattern{
		Tile: display.RectFrom(geom.RectAt(geom.Point{X: to.X + x.offset, Y: to.Y + y.offset}, step)),
		Step: display.Point{X: display.FromUnit(step.W), Y: display.FromUnit(step.H)}, RepeatX: x.period > 0, RepeatY: y.period > 0,
		List: filling(ops, step), Transform: geom.Identity(),
	}})
}

// tiling places tiles of equal length on one axis at a distance, the period; one of them is at offset. With no period
// there is one tile, at the start.
type tiling struct{ offset, size, period geom.Unit }

// tiles returns the tiling that covers a length.
func tiles(r style.BorderRepeat, length, tile geom.Unit) tiling {
	tile = max(1, tile)
	switch r {
	case style.BorderStretch:
		return tiling{size: length}
	case style.BorderRound:
		n := max(1, (length+tile/2)/tile)
		if n == 1 {
			return tiling{size: length}
		}
		return tiling{size: length / n, period: length / n}
	case style.BorderSpace: // none if not one fits
		n := length / tile
		if n == 0 {
			return tiling{}
		}
		gap := (length - tile*n) / (n + 1)
		return tiling{offset: gap, size: tile, period: tile + gap}
	}
	return tiling{offset: (length - tile) / 2, size: tile, period: tile}
}
