package vp8

import "encoding/binary"

// Layout of a working area of 26 rows of 32 bytes: luma from row 1, column 8, with the row above and the column to its
// left; chroma from row 18, U at column 8 and V at column 24.
const (
	stride   = 32
	areaSize = 26 * stride
	yAt      = 1*stride + 8
	uAt      = 18*stride + 8
	vAt      = 18*stride + 24
)

// macroblock holds the state of one macroblock: its reconstructed samples, with 16×16 and with 4×4 luma, and its
// blocks.
type macroblock struct {
	area, small [areaSize]byte
	whole       bool // 16×16 luma is chosen
	modes       [16]uint8
	chroma      uint8
	second      coded // Y2, for 16×16 only
	luma        [16]coded
	uv          [8]coded
}

// coded is a block and the zigzag position of its last nonzero level, −1 if there is none.
type coded struct {
	block
	last int
}

// encode chooses the modes of macroblock (x, y), reconstructs it and records its tokens.
func (e *encoder) encode(x, y int) {
	m := &e.mb
	e.prepare(x, y)
	nb := edges{top: y > 0, left: x > 0}
	src := e.source[0][y*16*e.stride[0]+x*16:]

	mode, loss, score := e.predictWhole(src, nb)
	m.whole = e.wholeOnly || loss <= max(wholeEnough*e.lambda, closeEnough) || !e.trySmall(src, x, score)
	area := &m.small
	if m.whole {
		e.codeWhole(src, mode, loss)
		area = &m.area
	}
	e.codeChroma(x, y, nb)

	e.infos[y*e.mbw+x] = info{whole: m.whole, chroma: m.chroma, luma: m.modes, skip: m.empty()}
	e.store(area, x, y)
	e.keepModes(x)
	if !m.empty() {
		e.record(x)
		return
	}
	above := &e.row.above[x]
	keep, keepLeft := above.second, e.row.left.second
	*above, e.row.left = nonzero{}, nonzero{}
	if !m.whole {
		// A macroblock without Y2 does not change the Y2 context.
		above.second, e.row.left.second = keep, keepLeft
	}
}

// empty reports whether all coefficients are zero.
func (m *macroblock) empty() bool {
	all := -1
	if m.whole {
		all = m.second.last
	}
	for i := range m.luma {
		all = max(all, m.luma[i].last)
	}
	for i := range m.uv {
		all = max(all, m.uv[i].last)
	}
	return all < 0
}

// prepare fills the edges of the working area (§12.2: 127 above the image, 129
// to its left).
func (e *encoder) prepare(x, y int) {
	a := &e.mb.area
	for _, p := range [3]struct{ plane, at, size int }{{0, yAt, 16}, {1, uAt, 8}, {2, vAt, 8}} {
		s, b := e.stride[p.plane], e.built[p.plane]
		o := y*p.size*s + x*p.size
		if x > 0 {
			for i := range p.size {
				a[p.at+i*stride-1] = b[o+i*s-1]
			}
		} else {
			for i := range p.size {
				a[p.at+i*stride-1] = 129
			}
		}
		top := a[p.at-stride:][:p.size]
		if y > 0 {
			copyRow(top, b[o-s:])
		} else {
			splat(top, 127)
		}
		corner := byte(127)
		if y > 0 {
			corner = 129
			if x > 0 {
				corner = b[o-s-1]
			}
		}
		a[p.at-stride-1] = corner
	}
}

// aboveRight returns the four samples above and to the right of a macroblock's luma.
func (e *encoder) aboveRight(x, y int) uint32 {
	switch {
	case y == 0:
		return 127 * ones32
	case x == e.mbw-1:
		return uint32(e.mb.area[yAt-stride+15]) * ones32
	}
	return binary.LittleEndian.Uint32(e.built[0][(y*16-1)*e.stride[0]+x*16+16:])
}

// store copies the reconstruction to the planes.
func (e *encoder) store(luma *[areaSize]byte, x, y int) {
	for i := range 16 {
		copyRow(e.built[0][(y*16+i)*e.stride[0]+x*16:][:16], luma[yAt+i*stride:])
	}
	for i := range 8 {
		o := (y*8+i)*e.stride[1] + x*8
		copyRow(e.built[1][o:][:8], e.mb.area[uAt+i*stride:])
		copyRow(e.built[2][o:][:8], e.mb.area[vAt+i*stride:])
	}
}

// keepModes stores the modes as context for later macroblocks.
func (e *encoder) keepModes(x int) {
	m := &e.mb
	for k := range 4 {
		top, side := m.modes[12+k], m.modes[4*k+3]
		if m.whole {
			top, side = m.modes[0], m.modes[0]
		}
		e.row.aboveModes[4*x+k], e.row.leftModes[k] = top, side
	}
}

// record appends the tokens of the macroblock's coefficients (§13).
func (e *encoder) record(x int) {
	m := &e.mb
	above, left := &e.row.above[x], &e.row.left
	e.tok.reserve()
	plane, first := planeY, 0
	if m.whole {
		nz := e.tok.block(&m.second, 0, planeY2, above.second+left.second)
		above.second, left.second = nz, nz
		plane, first = planeYAfterY2, 1
	}
	for i := range m.luma {
		nz := e.tok.block(&m.luma[i], first, plane, above.y[i%4]+left.y[i/4])
		above.y[i%4], left.y[i/4] = nz, nz
	}
	for i := range m.uv {
		top, side := &above.uv[i/4][i%2], &left.uv[i/4][i/2%2]
		nz := e.tok.block(&m.uv[i], 0, planeUV, *top+*side)
		*top, *side = nz, nz
	}
}
