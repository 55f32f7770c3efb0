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
	area := box.Outset(geom.Edges{Top: out[0], Right: out[1], Bottom: out[2], Left: out[3]})
	iw, ih, hasW, hasH, _, _ := pic.natural()
	if !hasW || !hasH || iw <= 0 || ih <= 0 {
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
	src := pic.pattern(geom.Rect{W: iw, H: ih}, geom.Point{X: iw, Y: ih}, false, false, display.Smooth)
	xs := [4]geom.Unit{0, slice[style.Left], iw - slice[style.Right], iw}
	ys := [4]geom.Unit{0, slice[style.Top], ih - slice[style.Bottom], ih}
	xd := [4]geom.Unit{area.X, area.X + width[style.Left], area.MaxX() - width[style.Right], area.MaxX()}
	yd := [4]geom.Unit{area.Y, area.Y + width[style.Top], area.MaxY() - width[style.Bottom], area.MaxY()}
	for row := range 3 {
		for col := range 3 {
			if row == 1 && col == 1 && !bi.Fill {
				continue
			}
			from := geom.Rect{X: xs[col], Y: ys[row], W: xs[col+1] - xs[col], H: ys[row+1] - ys[row]}
			to := geom.Rect{X: xd[col], Y: yd[row], W: xd[col+1] - xd[col], H: yd[row+1] - yd[row]}
			p.paintSlice(clip, src, from, to, sliceRepeat(bi, row, col))
		}
	}
	return true
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
func (p *painter) paintSlice(clip *clipChain, src display.Brush, from, to geom.Rect, repeat [2]style.BorderRepeat) {
	if from.Empty() || to.Empty() {
		return
	}
	tile := to.Size()
	if repeat[0] != style.BorderStretch {
		tile.W = max(geom.One, from.W.Mul(to.H, from.H))
		if repeat[1] != style.BorderStretch {
			tile.W = from.W
		}
	}
	if repeat[1] != style.BorderStretch {
		tile.H = max(geom.One, from.H.Mul(to.W, from.W))
		if repeat[0] != style.BorderStretch {
			tile.H = from.H
		}
	}
	nx, ox := tiles(repeat[0], to.W, &tile.W)
	ny, oy := tiles(repeat[1], to.H, &tile.H)
	if nx*ny > 1 {
		clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(to)}})
	}
	for j := range ny {
		for i := range nx {
			// Whole pixels, so that no seam is left where tiles meet.
			x, y := p.snapUnit(to.X+ox+tile.W*geom.Unit(i)), p.snapUnit(to.Y+oy+tile.H*geom.Unit(j))
			w, h := p.snapUnit(to.X+ox+tile.W*geom.Unit(i+1))-x, p.snapUnit(to.Y+oy+tile.H*geom.Unit(j+1))-y
			if nx == 1 {
				x, w = to.X+ox, tile.W
			}
			if ny == 1 {
				y, h = to.Y+oy, tile.H
			}
			sx, sy := w.Float()/from.W.Float(), h.Float()/from.H.Float()
			if sx <= 0 || sy <= 0 {
				continue
			}
			m := geom.Translate(x.Float(), y.Float()).Mul(geom.Scale(sx, sy)).Mul(geom.Translate(-from.X.Float(), -from.Y.Float()))
			p.group(clip, display.PushTransform{Matrix: m}, func() {
				p.list.Ops = append(p.list.Ops, display.FillRect{Rect: display.RectFrom(from), Brush: src})
			})
		}
	}
}

// maxTiles bounds the tiles of a border region on one axis.
const maxTiles = 256

// tiles returns how many tiles cover a length and where the first one starts.
func tiles(r style.BorderRepeat, length geom.Unit, tile *geom.Unit) (n int, offset geom.Unit) {
	switch r {
	case style.BorderStretch:
		return 1, 0
	case style.BorderRound, style.BorderSpace:
		n = max(1, int((length+*tile/2) / *tile))
		n = min(n, maxTiles)
		*tile = length / geom.Unit(n)
		return n, 0
	}
	// Centred, with parts at both ends.
	n = min(int(length / *tile)+2, maxTiles)
	if n%2 == 0 {
		n++
	}
	return n, (length - *tile*geom.Unit(n)) / 2
}
