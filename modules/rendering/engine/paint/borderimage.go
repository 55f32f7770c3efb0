package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintBorderImage paints border-image (CSS Backgrounds 3 §6) and reports
// whether it replaces the border lines.
func (p *painter) paintBorderImage(clip *clipChain, s *style.Computed, box geom.Rect, widths geom.Edges) bool {
	bi := s.BorderImage
	pic, ok := p.resolveImage(item{}, &bi.Source)
	if !ok {
		return false
	}
	w := [4]geom.Unit{widths.Top, widths.Right, widths.Bottom, widths.Left}
	var out [4]geom.Unit
	for i := range out {
		if bi.Outset[i].Kind == style.Fraction {
			out[i] = geom.FromFloat(w[i].Float() * bi.Outset[i].Pct)
		} else {
			out[i] = bi.Outset[i].Resolve(0)
		}
	}
	area := p.snap(box.Outset(geom.Edges{Top: out[0], Right: out[1], Bottom: out[2], Left: out[3]}))
	natural := layerSize(&style.Layer{}, pic, area.Size(), 1)
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
	src := pic.pattern(geom.Rect{W: iw, H: ih}, geom.Point{X: iw, Y: ih}, false, false, display.Smooth)
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
			p.paintSlice(clip, src, from, to, tile, sliceRepeat(bi, row, col))
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

// paintSlice draws one of the nine regions, stretched or tiled.
func (p *painter) paintSlice(clip *clipChain, src display.Brush, from, to geom.Rect, tile geom.Size, repeat [2]style.BorderRepeat) {
	if from.Empty() || to.Empty() {
		return
	}
	x, y := tiles(repeat[0], to.W, tile.W), tiles(repeat[1], to.H, tile.H)
	if x.n*y.n > 1 || x.size > to.W || y.size > to.H {
		clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(to)}})
	}
	for j := range y.n {
		for i := range x.n {
			left, w := x.at(p, to.X, i)
			top, h := y.at(p, to.Y, j)
			sx, sy := w.Float()/from.W.Float(), h.Float()/from.H.Float()
			if sx <= 0 || sy <= 0 {
				continue
			}
			m := geom.Translate(left.Float(), top.Float()).Mul(geom.Scale(sx, sy)).Mul(geom.Translate(-from.X.Float(), -from.Y.Float()))
			p.group(clip, display.PushTransform{Matrix: m}, func() {
				p.list.Ops = append(p.list.Ops, display.FillRect{Rect: display.RectFrom(from), Brush: src})
			})
		}
	}
}

// maxTiles bounds the number of tiles of a border region per axis.
const maxTiles = 256

// tiling places n tiles of equal length on one axis, gap apart, the first at offset.
type tiling struct {
	n                 int
	offset, size, gap geom.Unit
}

// at returns the start and length of a tile; adjacent tiles meet on whole pixels, to avoid seams.
func (t tiling) at(p *painter, origin geom.Unit, i int) (start, length geom.Unit) {
	start = origin + t.offset + (t.size+t.gap)*geom.Unit(i)
	if t.n == 1 {
		return start, t.size
	}
	return p.snapUnit(start), p.snapUnit(start+t.size) - p.snapUnit(start)
}

// tiles returns the tiling that covers a length.
func tiles(r style.BorderRepeat, length, tile geom.Unit) tiling {
	tile = max(geom.One, tile)
	switch r {
	case style.BorderStretch:
		return tiling{n: 1, size: length}
	case style.BorderRound:
		n := min(max(1, int((length+tile/2)/tile)), maxTiles)
		return tiling{n: n, size: length / geom.Unit(n)}
	case style.BorderSpace: // with space around all tiles; none if not one fits
		n := min(int(length/tile), maxTiles)
		gap := (length - tile*geom.Unit(n)) / geom.Unit(n+1)
		return tiling{n: n, offset: gap, size: tile, gap: gap}
	}
	// Centred, with partial tiles at both ends.
	n := min(int(length/tile)+2, maxTiles)
	if n%2 == 0 {
		n++
	}
	return tiling{n: n, offset: (length - tile*geom.Unit(n)) / 2, size: tile}
}
