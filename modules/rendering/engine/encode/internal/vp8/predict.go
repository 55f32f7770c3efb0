package vp8

import "encoding/binary"

// Prediction modes (§8.2). The first four are those of whole macroblocks too.
const (
	modeDC = iota
	modeTM
	modeV
	modeH
	modeRD
	modeVR
	modeLD
	modeVL
	modeHD
	modeHU
	modes
)

// edges says which neighbours a macroblock has.
type edges struct{ top, left bool }

// predictBlock fills the size×size block at dst, 8 or 16, from the row above and
// the column to its left in the working area (§12.2, §12.3).
func predictBlock(area []byte, at, size, mode int, e edges) {
	above := area[at-stride:][:size]
	switch mode {
	case modeDC:
		fill(area, at, size, dcOf(area, at, size, e))
	case modeV:
		for y := range size {
			copy(area[at+y*stride:][:size], above)
		}
	case modeH:
		for y := range size {
			splat(area[at+y*stride:][:size], area[at+y*stride-1])
		}
	case modeTM:
		corner := int32(area[at-stride-1])
		for y := range size {
			row := area[at+y*stride:][:size]
			d := int32(area[at+y*stride-1]) - corner
			for x, t := range above {
				row[x] = clip8(int32(t) + d)
			}
		}
	}
}

func fill(area []byte, at, size int, v byte) {
	for y := range size {
		splat(area[at+y*stride:][:size], v)
	}
}

// splat fills a row of 8 or 16 samples.
func splat(row []byte, v byte) {
	word := uint64(v) * 0x0101010101010101
	binary.LittleEndian.PutUint64(row, word)
	if len(row) > 8 {
		binary.LittleEndian.PutUint64(row[8:], word)
	}
}

// dcOf is the mean of the neighbours there are, 128 without any.
func dcOf(area []byte, at, size int, e edges) byte {
	sum, n := 0, 0
	if e.top {
		for _, v := range area[at-stride:][:size] {
			sum += int(v)
		}
		n += size
	}
	if e.left {
		for y := range size {
			sum += int(area[at+y*stride-1])
		}
		n += size
	}
	if n == 0 {
		return 128
	}
	return byte((sum + n/2) / n)
}

// small4 is what 4×4 predictions are made of. The edge of a block runs from the
// bottom of the column to its left up, over the corner and along the row above; all
// modes but DC and TM pick from its smoothed values.
type small4 struct {
	edge   [13]int32 // 0–3 left from below, 4 corner, 5–12 above
	smooth [32]byte
}

// Places in small4.smooth: from three0 the means of three neighbours, from two0
// those of two, then what stands beyond the ends.
const (
	three0 = 0
	two0   = 11
	pastGH = 23 // beyond the end of the row above
	pastRS = 24 // beyond the end of the left column, once
	pastS  = 25 // and further
)

// gather reads the edge of the block at at.
func (p *small4) gather(area []byte, at int) {
	e := &p.edge
	for i := range 4 {
		e[i] = int32(area[at+(3-i)*stride-1])
	}
	for i, v := range area[at-stride-1:][:9] {
		e[4+i] = int32(v)
	}
	for k := range 11 {
		p.smooth[three0+k] = byte(avg3(e[k], e[k+1], e[k+2]))
	}
	for k := range 12 {
		p.smooth[two0+k] = byte(avg2(e[k], e[k+1]))
	}
	p.smooth[pastGH] = byte(avg3(e[11], e[12], e[12]))
	p.smooth[pastRS] = byte(avg3(e[1], e[0], e[0]))
	p.smooth[pastS] = byte(e[0])
}

// smoothAt says where in small4.smooth each sample of a mode comes from (§12.3).
var smoothAt = func() (t [modes][16]uint8) {
	for i := range 16 {
		x, y := i%4, i/4
		t[modeV][i] = uint8(three0 + 4 + x)
		t[modeH][i] = uint8(three0 + max(2-y, 0))
		if y == 3 {
			t[modeH][i] = pastRS
		}
		t[modeRD][i] = uint8(three0 + 3 - y + x)
		t[modeLD][i] = uint8(three0 + 5 + x + y)
		if x+y == 6 {
			t[modeLD][i] = pastGH
		}
		switch k := x + 2*y; {
		case k > 5:
			t[modeHU][i] = pastS
		case k == 5:
			t[modeHU][i] = pastRS
		case k%2 == 0:
			t[modeHU][i] = uint8(two0 + 2 - k/2)
		default:
			t[modeHU][i] = uint8(three0 + 1 - k/2)
		}
		// The others alternate rows, or columns, of two means and of three.
		vr := [4]int{two0 + 4 + x, three0 + 3 + x, two0 + 3 + x, three0 + 2 + x}
		vl := [4]int{two0 + 5 + x, three0 + 5 + x, two0 + 6 + x, three0 + 6 + x}
		hd := [4]int{two0 + 3 - y, three0 + 3 - y, two0 + 4 - y, three0 + 4 - y}
		t[modeVR][i], t[modeVL][i], t[modeHD][i] = uint8(vr[y]), uint8(vl[y]), uint8(hd[x])
	}
	t[modeVR][8], t[modeVR][12] = three0+2, three0+1
	t[modeVL][11], t[modeVL][15] = three0+9, three0+10
	t[modeHD][2], t[modeHD][3] = three0+4, three0+5
	return t
}()

// predict writes the prediction of a mode, row by row.
func (p *small4) predict(dst *[16]byte, mode int) {
	e := &p.edge
	switch mode {
	case modeDC:
		v := byte((e[0] + e[1] + e[2] + e[3] + e[5] + e[6] + e[7] + e[8] + 4) >> 3)
		for i := range dst {
			dst[i] = v
		}
	case modeTM:
		for y := range 4 {
			d := e[3-y] - e[4]
			r := dst[y*4:][:4]
			r[0], r[1], r[2], r[3] = clip8(e[5]+d), clip8(e[6]+d), clip8(e[7]+d), clip8(e[8]+d)
		}
	default:
		from := &smoothAt[mode]
		for i := range dst {
			dst[i] = p.smooth[from[i]&31]
		}
	}
}

func avg2(a, b int32) int32    { return (a + b + 1) >> 1 }
func avg3(a, b, c int32) int32 { return (a + 2*b + c + 2) >> 2 }
