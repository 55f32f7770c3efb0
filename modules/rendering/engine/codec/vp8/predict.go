package vp8

import "encoding/binary"

// Prediction modes (§8.2). The first four also apply to whole macroblocks.
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

// edges reports which neighbours a macroblock has.
type edges struct{ top, left bool }

// predictBlock fills the size×size block at at, 8 or 16, from the row above and
// the column to its left in the working area (§12.2, §12.3). dc is dcOf's result.
func predictBlock(area []byte, at, size, mode int, dc byte) {
	above := area[at-stride:][:size]
	switch mode {
	case modeDC:
		for y := range size {
			splat(area[at+y*stride:][:size], dc)
		}
	case modeV:
		for y := range size {
			copyRow(area[at+y*stride:][:size], above)
		}
	case modeH:
		for y := range size {
			splat(area[at+y*stride:][:size], area[at+y*stride-1])
		}
	case modeTM:
		corner := int(area[at-stride-1])
		for y := range size {
			d := int(area[at+y*stride-1]) - corner
			plus, minus := uint64(max(d, 0))*ones64, uint64(max(-d, 0))*ones64
			row := area[at+y*stride:][:size]
			for x := 0; x < size; x += 8 {
				v := binary.LittleEndian.Uint64(above[x:])
				binary.LittleEndian.PutUint64(row[x:], minusClamped(plusClamped(v, plus), minus))
			}
		}
	}
}

// splat fills a row of 8 or 16 samples.
func splat(row []byte, v byte) {
	word := uint64(v) * ones64
	binary.LittleEndian.PutUint64(row, word)
	if len(row) > 8 {
		binary.LittleEndian.PutUint64(row[8:], word)
	}
}

// copyRow copies 8 or 16 samples.
func copyRow(dst, src []byte) {
	binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src))
	if len(dst) > 8 {
		binary.LittleEndian.PutUint64(dst[8:], binary.LittleEndian.Uint64(src[8:]))
	}
}

// dcOf returns the mean of the available neighbours, 128 without any.
func dcOf(area []byte, at, size int, e edges) byte {
	sum, n := 0, 0
	if e.top {
		for row := area[at-stride:][:size]; len(row) >= 8; row = row[8:] {
			const lanes = 0x00ff00ff00ff00ff
			v := binary.LittleEndian.Uint64(row)
			sum += int((v&lanes + v>>8&lanes) * 0x0001000100010001 >> 48)
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
