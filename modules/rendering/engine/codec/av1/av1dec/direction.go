package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// predictDirectional performs directional intra prediction (§7.11.2.4).
func (t *tile) predictDirectional(p, x, y, w, h int, haveLeft, haveAbove bool, mode tables.IntraMode, maxX, maxY int) {
	delta := t.angleY
	if p > 0 {
		delta = t.angleUV
	}
	angle := tables.ModeAngle[mode] + delta*3
	e := &t.edges
	upAbove, upLeft := 0, 0
	if t.seq.edgeFilter && angle != 90 && angle != 180 {
		if angle > 90 && angle < 180 && w+h >= 24 {
			c := (5*int(e.left[edgeStart]) + 6*int(e.above[edgeStart-1]) + 5*int(e.above[edgeStart]) + 8) >> 4
			e.left[edgeStart-1], e.above[edgeStart-1] = uint16(c), uint16(c)
		}
		smooth := t.smoothNeighbour(p)
		extraAbove, extraLeft := 0, 0
		if angle < 90 {
			extraAbove = h
		}
		if angle > 180 {
			extraLeft = w
		}
		if haveAbove {
			filterEdge(e.above[edgeStart-1:][:min(w, maxX-x+1)+extraAbove+1], edgeStrength(w+h, smooth, abs(angle-90)))
		}
		if haveLeft {
			filterEdge(e.left[edgeStart-1:][:min(h, maxY-y+1)+extraLeft+1], edgeStrength(w+h, smooth, abs(angle-180)))
		}
		most := 1<<t.seq.BitDepth - 1
		if upsamples(w+h, smooth, abs(angle-90)) {
			upAbove = 1
			upsampleEdge(e.above[:], w+extraAbove, most)
		}
		if upsamples(w+h, smooth, abs(angle-180)) {
			upLeft = 1
			upsampleEdge(e.left[:], h+extraLeft, most)
		}
	}
	pl := &t.planes[p]
	switch {
	case angle < 90:
		t.fromAbove(pl, x, y, w, h, int(tables.DirectionStep[angle]), upAbove)
	case angle == 90:
		for i := range h {
			copy(pl.row(x, y+i, w), e.above[edgeStart:])
		}
	case angle < 180:
		t.fromBoth(pl, x, y, w, h, int(tables.DirectionStep[180-angle]), int(tables.DirectionStep[angle-90]), upAbove, upLeft)
	case angle == 180:
		for i := range h {
			fill(pl.row(x, y+i, w), e.left[edgeStart+i])
		}
	default:
		t.fromLeft(pl, x, y, w, h, int(tables.DirectionStep[270-angle]), upLeft)
	}
}

func between(a, b uint16, shift int) uint16 {
	return uint16((int(a)*(32-shift) + int(b)*shift + 16) >> 5)
}

func (t *tile) fromAbove(pl *plane, x, y, w, h, dx, up int) {
	edge := t.edges.above[edgeStart:]
	last := (w + h - 1) << up
	for i := range h {
		idx := (i + 1) * dx
		base, shift := idx>>(6-up), idx<<up>>1&31
		dst := pl.row(x, y+i, w)
		for j := range dst {
			if base >= last {
				fill(dst[j:], edge[last])
				break
			}
			dst[j] = between(edge[base], edge[base+1], shift)
			base += 1 << up
		}
	}
}

func (t *tile) fromLeft(pl *plane, x, y, w, h, dy, up int) {
	edge := t.edges.left[edgeStart:]
	last := (w + h - 1) << up
	for j := range w {
		idx := (j + 1) * dy
		base, shift := idx>>(6-up), idx<<up>>1&31
		at := y*pl.stride + x + j
		for range h {
			if base >= last {
				pl.pix[at] = edge[last]
			} else {
				pl.pix[at] = between(edge[base], edge[base+1], shift)
			}
			base += 1 << up
			at += pl.stride
		}
	}
}

func (t *tile) fromBoth(pl *plane, x, y, w, h, dx, dy, upAbove, upLeft int) {
	above, left := &t.edges.above, &t.edges.left
	for i := range h {
		dst := pl.row(x, y+i, w)
		for j := range dst {
			idx := j<<6 - (i+1)*dx
			if base := idx >> (6 - upAbove); base >= -(1 << upAbove) {
				k := edgeStart + base
				dst[j] = between(above[k], above[k+1], idx<<upAbove>>1&31)
				continue
			}
			idx = i<<6 - (j+1)*dy
			k := edgeStart + idx>>(6-upLeft)
			dst[j] = between(left[k], left[k+1], idx<<upLeft>>1&31)
		}
	}
}

// smoothNeighbour reports whether the block above or to the left uses a smooth mode (§7.11.2.8).
func (t *tile) smoothNeighbour(p int) bool {
	availU, availL := t.availU, t.availL
	if p > 0 {
		availU, availL = t.availUC, t.availLC
	}
	subX, subY := t.sub(p)
	if availU {
		r, c := t.row-1, t.col
		if subX == 1 && c&1 == 0 {
			c++
		}
		if subY == 1 && t.row&1 == 1 {
			r--
		}
		if t.isSmooth(r, c, p) {
			return true
		}
	}
	if availL {
		r, c := t.row, t.col-1
		if subX == 1 && t.col&1 == 1 {
			c--
		}
		if subY == 1 && r&1 == 0 {
			r++
		}
		return t.isSmooth(r, c, p)
	}
	return false
}

func (t *tile) isSmooth(r, c, p int) bool {
	info := t.at(r, c)
	mode := info.yMode
	if p > 0 {
		mode = info.uvMode
	}
	return mode >= tables.SmoothPred && mode <= tables.SmoothHPred
}

// edgeStrength returns the edge filter strength for the sum of the block's sides and the angle between direction and
// edge (§7.11.2.9).
func edgeStrength(sides int, smooth bool, d int) int {
	if smooth {
		switch {
		case sides <= 8 && d >= 64, sides > 8 && sides <= 16 && d >= 48:
			return 2
		case sides <= 8 && d >= 40, sides > 8 && sides <= 16 && d >= 20:
			return 1
		case sides <= 16:
			return 0
		case sides <= 24 && d < 4:
			return 0
		}
		return 3
	}
	switch {
	case sides <= 8:
		if d >= 56 {
			return 1
		}
	case sides <= 16:
		if d >= 40 {
			return 1
		}
	case sides <= 24:
		switch {
		case d >= 32:
			return 3
		case d >= 16:
			return 2
		case d >= 8:
			return 1
		}
	case sides <= 32:
		switch {
		case d >= 32:
			return 3
		case d >= 4:
			return 2
		}
		return 1
	default:
		return 3
	}
	return 0
}

// upsamples reports whether an edge is upsampled (§7.11.2.10).
func upsamples(sides int, smooth bool, d int) bool {
	switch {
	case d <= 0 || d >= 40:
		return false
	case smooth:
		return sides <= 8
	}
	return sides <= 16
}

// filterEdge smooths all samples of edge but the first (§7.11.2.12).
func filterEdge(edge []uint16, strength int) {
	if strength == 0 {
		return
	}
	var old [129 + 16]uint16
	n := copy(old[:], edge)
	taps := &tables.EdgeTaps[strength-1]
	for i := 1; i < n; i++ {
		sum := 0
		for j, tap := range taps {
			sum += tap * int(old[clamp(i-2+j, 0, n-1)])
		}
		edge[i] = uint16((sum + 8) >> 4)
	}
}

// upsampleEdge upsamples by two an edge of n samples that follow its corner (§7.11.2.11).
func upsampleEdge(edge []uint16, n, most int) {
	var dup [64 + 3]uint16
	dup[0] = edge[edgeStart-1]
	copy(dup[1:], edge[edgeStart-1:][:n+1])
	dup[n+2] = edge[edgeStart+n-1]
	edge[edgeStart-2] = dup[0]
	for i := range n {
		s := 9*(int(dup[i+1])+int(dup[i+2])) - int(dup[i]) - int(dup[i+3])
		edge[edgeStart+2*i-1] = uint16(clamp((s+8)>>4, 0, most))
		edge[edgeStart+2*i] = dup[i+2]
	}
}
