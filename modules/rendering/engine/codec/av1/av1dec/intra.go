package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// edgeStart is the index of an edge's sample 0; the corner and, after upsampling, one more sample precede it.
const edgeStart = 16

// edges holds the samples above and to the left of a transform block.
type edges struct {
	above, left [edgeStart + 2*(64+64) + 16]uint16
}

// predictIntra predicts a transform block from its neighbours (§7.11.2).
func (t *tile) predictIntra(p, x, y int, haveLeft, haveAbove, haveAboveRight, haveBelowLeft bool, mode tables.IntraMode, tx tables.TxSize) {
	w, h := tx.Width(), tx.Height()
	subX, subY := t.sub(p)
	maxX, maxY := t.head.miCols*4>>subX-1, t.head.miRows*4>>subY-1
	t.loadEdges(p, x, y, w, h, haveLeft, haveAbove, haveAboveRight, haveBelowLeft, maxX, maxY)
	switch {
	case p == 0 && t.filterIntra:
		t.predictRecursive(x, y, w, h)
	case mode.Directional():
		t.predictDirectional(p, x, y, w, h, haveLeft, haveAbove, mode, maxX, maxY)
	case mode == tables.DCPred:
		t.predictDC(p, x, y, w, h, haveLeft, haveAbove)
	case mode == tables.PaethPred:
		t.predictPaeth(p, x, y, w, h)
	default:
		t.predictSmooth(p, x, y, w, h, mode)
	}
}

func (t *tile) loadEdges(p, x, y, w, h int, haveLeft, haveAbove, haveAboveRight, haveBelowLeft bool, maxX, maxY int) {
	pl := &t.planes[p]
	n := w + h
	mid := uint16(1) << (t.seq.BitDepth - 1)
	above, left := t.edges.above[edgeStart:][:n], t.edges.left[edgeStart:][:n]
	switch {
	case haveAbove:
		limit := w
		if haveAboveRight {
			limit = 2 * w
		}
		limit = min(limit, n, maxX-x+1)
		src := pl.row(x, y-1, limit)
		copy(above, src)
		fill(above[limit:], src[limit-1])
	case haveLeft:
		fill(above, pl.pix[y*pl.stride+x-1])
	default:
		fill(above, mid-1)
	}
	switch {
	case haveLeft:
		limit := h
		if haveBelowLeft {
			limit = 2 * h
		}
		limit = min(limit, n, maxY-y+1)
		at := y*pl.stride + x - 1
		for i := range left[:limit] {
			left[i] = pl.pix[at]
			at += pl.stride
		}
		fill(left[limit:], left[limit-1])
	case haveAbove:
		fill(left, pl.pix[(y-1)*pl.stride+x])
	default:
		fill(left, mid+1)
	}
	corner := mid
	switch {
	case haveAbove && haveLeft:
		corner = pl.pix[(y-1)*pl.stride+x-1]
	case haveAbove:
		corner = pl.pix[(y-1)*pl.stride+x]
	case haveLeft:
		corner = pl.pix[y*pl.stride+x-1]
	}
	t.edges.above[edgeStart-1], t.edges.left[edgeStart-1] = corner, corner
}

func fill(s []uint16, v uint16) {
	for i := range s {
		s[i] = v
	}
}

func (t *tile) predictDC(p, x, y, w, h int, haveLeft, haveAbove bool) {
	sum, n := 0, 0
	if haveLeft {
		for _, v := range t.edges.left[edgeStart:][:h] {
			sum += int(v)
		}
		n += h
	}
	if haveAbove {
		for _, v := range t.edges.above[edgeStart:][:w] {
			sum += int(v)
		}
		n += w
	}
	v := 1 << (t.seq.BitDepth - 1)
	if n > 0 {
		v = (sum + n>>1) / n
	}
	for i := range h {
		fill(t.planes[p].row(x, y+i, w), uint16(v))
	}
}

func (t *tile) predictPaeth(p, x, y, w, h int) {
	above, corner := t.edges.above[edgeStart:][:w], int(t.edges.above[edgeStart-1])
	for i := range h {
		l := int(t.edges.left[edgeStart+i])
		dst := t.planes[p].row(x, y+i, w)
		for j := range dst {
			a := int(above[j])
			// The distances of left, above and corner from above + left − corner.
			dl, da, dc := abs(a-corner), abs(l-corner), abs(a+l-2*corner)
			switch {
			case dl <= da && dl <= dc:
				dst[j] = uint16(l)
			case da <= dc:
				dst[j] = uint16(a)
			default:
				dst[j] = uint16(corner)
			}
		}
	}
}

func abs(v int) int { return max(v, -v) }

func (t *tile) predictSmooth(p, x, y, w, h int, mode tables.IntraMode) {
	above, left := t.edges.above[edgeStart:][:w], t.edges.left[edgeStart:][:h]
	wx, wy := tables.SmoothWeights(w), tables.SmoothWeights(h)
	right, bottom := int(above[w-1]), int(left[h-1])
	for i := range h {
		dst := t.planes[p].row(x, y+i, w)
		l, b := int(left[i]), int(wy[i])
		switch mode {
		case tables.SmoothPred:
			for j := range dst {
				a := int(wx[j])
				v := b*int(above[j]) + (256-b)*bottom + a*l + (256-a)*right
				dst[j] = uint16((v + 256) >> 9)
			}
		case tables.SmoothVPred:
			for j := range dst {
				dst[j] = uint16((b*int(above[j]) + (256-b)*bottom + 128) >> 8)
			}
		default:
			for j := range dst {
				a := int(wx[j])
				dst[j] = uint16((a*l + (256-a)*right + 128) >> 8)
			}
		}
	}
}

// predictRecursive performs recursive filter-intra prediction in groups of 4×2 samples (§7.11.2.3).
func (t *tile) predictRecursive(x, y, w, h int) {
	pl := &t.planes[0]
	taps := &tables.FilterIntraTaps[t.filterMode]
	most := 1<<t.seq.BitDepth - 1
	for i := 0; i < h; i += 2 {
		for j := 0; j < w; j += 4 {
			var p [7]int
			for k := range 5 {
				switch {
				case i == 0:
					p[k] = int(t.edges.above[edgeStart+j+k-1])
				case j == 0 && k == 0:
					p[k] = int(t.edges.left[edgeStart+i-1])
				default:
					p[k] = int(pl.pix[(y+i-1)*pl.stride+x+j+k-1])
				}
			}
			for k := range 2 {
				if j == 0 {
					p[5+k] = int(t.edges.left[edgeStart+i+k])
				} else {
					p[5+k] = int(pl.pix[(y+i+k)*pl.stride+x+j-1])
				}
			}
			for k := range 8 {
				sum := 0
				for m, v := range p {
					sum += int(taps[k][m]) * v
				}
				if sum < 0 {
					sum = -((-sum + 8) >> 4)
				} else {
					sum = (sum + 8) >> 4
				}
				pl.pix[(y+i+k>>2)*pl.stride+x+j+k&3] = uint16(clamp(sum, 0, most))
			}
		}
	}
}
