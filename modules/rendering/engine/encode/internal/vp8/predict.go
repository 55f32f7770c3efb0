package vp8

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
			row := area[at+y*stride:][:size]
			v := area[at+y*stride-1]
			for x := range row {
				row[x] = v
			}
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
		row := area[at+y*stride:][:size]
		for x := range row {
			row[x] = v
		}
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

// predict4 writes the 4×4 prediction of a mode to dst, whose rows are stride apart,
// from the neighbours of the block at at (§12.3).
func predict4(dst, area []byte, at, mode int) {
	// The edge runs from the bottom of the left column up, over the corner and along
	// the row above: e[0..3] left from below, e[4] corner, e[5..12] above.
	var e [13]int32
	for i := range 4 {
		e[i] = int32(area[at+(3-i)*stride-1])
	}
	for i, v := range area[at-stride-1:][:9] {
		e[4+i] = int32(v)
	}
	set := func(x, y int, v int32) { dst[y*stride+x] = byte(v) }
	switch mode {
	case modeDC:
		v := (e[0] + e[1] + e[2] + e[3] + e[5] + e[6] + e[7] + e[8] + 4) >> 3
		for y := range 4 {
			r := dst[y*stride:][:4]
			r[0], r[1], r[2], r[3] = byte(v), byte(v), byte(v), byte(v)
		}
	case modeTM:
		for y := range 4 {
			r := dst[y*stride:][:4]
			d := e[3-y] - e[4]
			r[0], r[1], r[2], r[3] = clip8(e[5]+d), clip8(e[6]+d), clip8(e[7]+d), clip8(e[8]+d)
		}
	case modeV:
		a, b := byte(avg3(e[4], e[5], e[6])), byte(avg3(e[5], e[6], e[7]))
		c, d := byte(avg3(e[6], e[7], e[8])), byte(avg3(e[7], e[8], e[9]))
		for y := range 4 {
			r := dst[y*stride:][:4]
			r[0], r[1], r[2], r[3] = a, b, c, d
		}
	case modeH:
		for y := range 4 {
			below := e[max(2-y, 0)]
			v := byte(avg3(e[4-y], e[3-y], below))
			r := dst[y*stride:][:4]
			r[0], r[1], r[2], r[3] = v, v, v, v
		}
	case modeRD:
		for k := range 7 {
			v := avg3(e[k], e[k+1], e[k+2])
			// Diagonal k runs from the bottom left corner to the top right one.
			for x := max(k-3, 0); x <= min(k, 3); x++ {
				set(x, 3-k+x, v)
			}
		}
	case modeVR:
		set(0, 3, avg3(e[1], e[2], e[3]))
		set(0, 2, avg3(e[2], e[3], e[4]))
		for x := range 4 {
			v := avg2(e[4+x], e[5+x])
			w := avg3(e[3+x], e[4+x], e[5+x])
			set(x, 0, v)
			set(x, 1, w)
			if x < 3 {
				set(x+1, 2, v)
				set(x+1, 3, w)
			}
		}
	case modeLD:
		for k := range 7 {
			v := avg3(e[5+k], e[6+k], e[min(7+k, 12)])
			for x := max(k-3, 0); x <= min(k, 3); x++ {
				set(x, k-x, v)
			}
		}
	case modeVL:
		for x := range 4 {
			set(x, 0, avg2(e[5+x], e[6+x]))
			set(x, 1, avg3(e[5+x], e[6+x], e[7+x]))
			if x < 3 {
				set(x, 2, avg2(e[6+x], e[7+x]))
				set(x, 3, avg3(e[6+x], e[7+x], e[8+x]))
			}
		}
		set(3, 2, avg3(e[9], e[10], e[11]))
		set(3, 3, avg3(e[10], e[11], e[12]))
	case modeHD:
		for y := range 4 {
			v := avg2(e[3-y], e[4-y])
			w := avg3(e[3-y], e[4-y], e[5-y])
			set(0, y, v)
			set(1, y, w)
			if y < 3 {
				set(2, y+1, v)
				set(3, y+1, w)
			}
		}
		set(2, 0, avg3(e[4], e[5], e[6]))
		set(3, 0, avg3(e[5], e[6], e[7]))
	case modeHU:
		// From the left column down; below its end all is its last value.
		at := func(i int) int32 { return e[max(3-i, 0)] }
		for y := range 4 {
			for x := range 4 {
				k := x + 2*y
				var v int32
				switch i := k / 2; {
				case k > 5:
					v = e[0]
				case k%2 == 0:
					v = avg2(at(i), at(i+1))
				default:
					v = avg3(at(i), at(i+1), at(i+2))
				}
				set(x, y, v)
			}
		}
	}
}

func avg2(a, b int32) int32    { return (a + b + 1) >> 1 }
func avg3(a, b, c int32) int32 { return (a + 2*b + c + 2) >> 2 }
