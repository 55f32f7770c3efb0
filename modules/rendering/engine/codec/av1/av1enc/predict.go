package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// edges holds the samples around a block that its prediction may use: the corner at index edgeAt-1, the others from
// edgeAt on (AV1 §7.11.2).
type edges struct {
	above, left         [edgeAt + 128 + 16]uint8
	haveAbove, haveLeft bool
}

const edgeAt = 16

// gather reads the edges of the w×h block at (x, y) of a plane whose samples end at (maxX, maxY). right and below
// report whether the samples beyond the upper right and lower left corner are already decoded.
func (e *edges) gather(p *Plane, x, y, w, h, maxX, maxY int, haveAbove, haveLeft, right, below bool) {
	e.haveAbove, e.haveLeft = haveAbove, haveLeft
	n := w + h
	above, left := e.above[edgeAt:edgeAt+n], e.left[edgeAt:edgeAt+n]
	at := y*p.stride + x
	corner := uint8(128)
	switch {
	case haveAbove && haveLeft:
		corner = p.pix[at-p.stride-1]
	case haveAbove:
		corner = p.pix[at-p.stride]
	case haveLeft:
		corner = p.pix[at-1]
	}
	e.above[edgeAt-1], e.left[edgeAt-1] = corner, corner
	if haveAbove {
		m := w
		if right {
			m = min(2*w, n)
		}
		m = min(m, maxX-x+1)
		copy(above, p.pix[at-p.stride:at-p.stride+m])
		fill(above[m:], above[m-1])
	} else if haveLeft {
		fill(above, p.pix[at-1])
	} else {
		fill(above, 127)
	}
	if haveLeft {
		m := h
		if below {
			m = min(2*h, n)
		}
		m = min(m, maxY-y+1)
		for i, j := 0, at-1; i < m; i, j = i+1, j+p.stride {
			left[i] = p.pix[j]
		}
		fill(left[m:], left[m-1])
	} else if haveAbove {
		fill(left, p.pix[at-p.stride])
	} else {
		fill(left, 129)
	}
}

func fill(b []uint8, v uint8) {
	for i := range b {
		b[i] = v
	}
}

// predict writes the prediction of a w×h block, w and h powers of two, to dst with stride w. angle is the angle delta
// of directional modes, in steps of three degrees.
func (e *edges) predict(dst []uint8, w, h int, mode tables.IntraMode, angle int) {
	above, left := e.above[edgeAt:edgeAt+w+h], e.left[edgeAt:edgeAt+w+h]
	switch mode {
	case tables.DCPred:
		fill(dst[:w*h], e.dc(w, h))
	case tables.SmoothPred:
		wx, wy := tables.SmoothWeights(w), tables.SmoothWeights(h)
		right, bottom := int(above[w-1]), int(left[h-1])
		for y := range h {
			row := dst[y*w : y*w+w]
			v, l := int(wy[y]), int(left[y])
			base := (256-v)*bottom + 256
			for x := range row {
				u := int(wx[x])
				row[x] = uint8((v*int(above[x]) + base + u*l + (256-u)*right) >> 9)
			}
		}
	case tables.SmoothVPred:
		wy, bottom := tables.SmoothWeights(h), int(left[h-1])
		for y := range h {
			row := dst[y*w : y*w+w]
			v := int(wy[y])
			base := (256-v)*bottom + 128
			for x := range row {
				row[x] = uint8((v*int(above[x]) + base) >> 8)
			}
		}
	case tables.SmoothHPred:
		wx, right := tables.SmoothWeights(w), int(above[w-1])
		for y := range h {
			row := dst[y*w : y*w+w]
			l := int(left[y])
			for x := range row {
				u := int(wx[x])
				row[x] = uint8((u*l + (256-u)*right + 128) >> 8)
			}
		}
	case tables.PaethPred:
		corner := int(e.above[edgeAt-1])
		for y := range h {
			row := dst[y*w : y*w+w]
			l := int(left[y])
			for x := range row {
				a := int(above[x])
				// The distances of above+left−corner from each of them.
				toLeft, toAbove, toCorner := a-corner, l-corner, a+l-2*corner
				toLeft, toAbove, toCorner = max(toLeft, -toLeft), max(toAbove, -toAbove), max(toCorner, -toCorner)
				switch {
				case toLeft <= toAbove && toLeft <= toCorner:
					row[x] = uint8(l)
				case toAbove <= toCorner:
					row[x] = uint8(a)
				default:
					row[x] = uint8(corner)
				}
			}
		}
	default:
		e.directional(dst, w, h, tables.ModeAngle[mode]+3*angle)
	}
}

// dc returns the mean of the available edges.
func (e *edges) dc(w, h int) uint8 {
	sum, n := 0, 0
	if e.haveAbove {
		for _, v := range e.above[edgeAt : edgeAt+w] {
			sum += int(v)
		}
		n += w
	}
	if e.haveLeft {
		for _, v := range e.left[edgeAt : edgeAt+h] {
			sum += int(v)
		}
		n += h
	}
	if n == 0 {
		return 128
	}
	return uint8((sum + n>>1) / n)
}

// directional predicts along an angle in degrees; edges are neither filtered nor upsampled (AV1 §7.11.2.4 without
// enable_intra_edge_filter).
func (e *edges) directional(dst []uint8, w, h, angle int) {
	above, left := e.above[edgeAt-1:], e.left[edgeAt-1:] // index 0 is the corner
	switch {
	case angle == 90:
		for y := range h {
			copy(dst[y*w:y*w+w], above[1:])
		}
	case angle == 180:
		for y := range h {
			fill(dst[y*w:y*w+w], left[1+y])
		}
	case angle < 90:
		dx, last := int(tables.DirectionStep[angle]), w+h-1
		for y := range h {
			row := dst[y*w : y*w+w]
			at := (y + 1) * dx
			shift := at >> 1 & 31
			for x := range row {
				base := at>>6 + x
				if base >= last {
					fill(row[x:], above[1+last])
					break
				}
				row[x] = uint8((int(above[1+base])*(32-shift) + int(above[2+base])*shift + 16) >> 5)
			}
		}
	case angle > 180:
		dy := int(tables.DirectionStep[270-angle])
		for x := range w {
			at := (x + 1) * dy
			shift := at >> 1 & 31
			for y := range h {
				base := at>>6 + y
				dst[y*w+x] = uint8((int(left[1+base])*(32-shift) + int(left[2+base])*shift + 16) >> 5)
			}
		}
	default:
		dx, dy := int(tables.DirectionStep[180-angle]), int(tables.DirectionStep[angle-90])
		for y := range h {
			row := dst[y*w : y*w+w]
			for x := range row {
				at := x<<6 - (y+1)*dx
				side, base := above, at>>6
				if base < -1 {
					at = y<<6 - (x+1)*dy
					side, base = left, at>>6
				}
				shift := at >> 1 & 31
				row[x] = uint8((int(side[1+base])*(32-shift) + int(side[2+base])*shift + 16) >> 5)
			}
		}
	}
}

// chromaFromLuma adds the scaled deviation of luma from its mean to a prediction
// (AV1 §7.11.5). ac holds eight times that deviation, w×h values.
func chromaFromLuma(dst []uint8, ac []int16, alpha int) {
	for i, v := range ac[:len(dst)] {
		d := alpha * int(v)
		if d < 0 {
			d = -((-d + 32) >> 6)
		} else {
			d = (d + 32) >> 6
		}
		dst[i] = clip8(int(dst[i]) + d)
	}
}

func clip8(v int) uint8 { return uint8(max(0, min(v, 255))) }
