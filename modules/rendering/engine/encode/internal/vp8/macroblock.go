package vp8

import "encoding/binary"

// Where things are in a working area of 26 rows of 32 bytes: luma from row 1,
// column 8, with the row above and the column to the left of it; chroma from row
// 18, U at column 8 and V at column 24.
const (
	areaSize = 26 * stride
	yAt      = 1*stride + 8
	uAt      = 18*stride + 8
	vAt      = 18*stride + 24
)

// macroblock is the work on one macroblock.
type macroblock struct {
	area  [areaSize]byte // 16×16 luma and chroma
	small [areaSize]byte // luma in 4×4 blocks
	whole choice
	fine  choice
	uv    chromaChoice
}

// choice is one way to code luma.
type choice struct {
	modes  [16]uint8
	levels [16][16]int16
	last   [16]int
	second [16]int16 // Y2, for 16×16 only
	last2  int
	score  int
}

type chromaChoice struct {
	mode   uint8
	levels [8][16]int16
	last   [8]int
}

// encode decides on macroblock (x, y), builds what the decoder will have and
// records its tokens.
func (e *encoder) encode(x, y int) {
	m := &e.mb
	e.prepare(x, y)
	nb := edges{top: y > 0, left: x > 0}
	src := e.source[0][y*16*e.stride[0]+x*16:]

	e.tryWhole(src, x, nb)
	chosen, area, whole := &m.whole, &m.area, true
	if !e.wholeOnly && e.trySmall(src, x) {
		chosen, area, whole = &m.fine, &m.small, false
	}
	e.doChroma(x, y, nb)

	in := &e.infos[y*e.mbw+x]
	*in = info{whole: whole, chroma: m.uv.mode, luma: chosen.modes, skip: e.empty(chosen, whole)}
	e.store(area, x, y)
	e.keepModes(in, x)
	if in.skip {
		above := &e.row.above[x]
		keep, keepLeft := above.second, e.row.left.second
		*above, e.row.left = nonzero{}, nonzero{}
		if !whole {
			// A macroblock without Y2 leaves its context alone.
			above.second, e.row.left.second = keep, keepLeft
		}
		return
	}
	e.record(chosen, whole, x)
}

// empty reports whether no coefficient is left.
func (e *encoder) empty(c *choice, whole bool) bool {
	if whole && c.last2 >= 0 {
		return false
	}
	for _, l := range c.last {
		if l >= 0 {
			return false
		}
	}
	for _, l := range e.mb.uv.last {
		if l >= 0 {
			return false
		}
	}
	return true
}

// prepare fills the edges of the working areas (§12.2: 127 above the picture, 129
// to its left).
func (e *encoder) prepare(x, y int) {
	a := &e.mb.area
	for _, p := range [3]struct{ plane, at, size int }{{0, yAt, 16}, {1, uAt, 8}, {2, vAt, 8}} {
		s, b := e.stride[p.plane], e.built[p.plane]
		o := y*p.size*s + x*p.size
		for i := range p.size {
			v := byte(129)
			if x > 0 {
				v = b[o+i*s-1]
			}
			a[p.at+i*stride-1] = v
		}
		top := a[p.at-stride:][:p.size]
		if y > 0 {
			copy(top, b[o-s:])
		} else {
			for i := range top {
				top[i] = 127
			}
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
	// Above right: of the row above the macroblock, for all four rows of blocks.
	right := a[yAt-stride+16:][:4]
	switch {
	case y == 0:
		copy(right, []byte{127, 127, 127, 127})
	case x == e.mbw-1:
		v := a[yAt-stride+15]
		copy(right, []byte{v, v, v, v})
	default:
		copy(right, e.built[0][(y*16-1)*e.stride[0]+x*16+16:])
	}
	for i := 4; i < 16; i += 4 {
		copy(a[yAt-stride+16+i*stride:][:4], right)
	}
	e.mb.small = e.mb.area
}

// squared is the sum of squared differences of n×n samples.
func squared(src []byte, srcStride int, area []byte, n int) int {
	sum := 0
	for y := range n {
		s, p := src[y*srcStride:][:n], area[y*stride:][:n]
		for x, v := range s {
			d := int(v) - int(p[x])
			sum += d * d
		}
	}
	return sum
}

// plainDifference is the sum of absolute differences of n×n samples, n being 8 or 16.
func plainDifference(src []byte, srcStride int, area []byte, n int) int {
	sum := uint64(0)
	for y := range n {
		s, p := src[y*srcStride:][:n], area[y*stride:][:n]
		for len(s) >= 8 && len(p) >= 8 {
			if a, b := binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(p); a != b {
				sum += absolute(a, b)
			}
			s, p = s[8:], p[8:]
		}
	}
	return int(sum)
}

// packed4 returns a 4×4 block row by row.
func packed4(src []byte, stride int) (out [16]byte) {
	for y := range 4 {
		copy(out[y*4:][:4], src[y*stride:])
	}
	return out
}

// plainDistance is the sum of absolute differences.
func plainDistance(a, b *[16]byte) int {
	return int(absolute(binary.LittleEndian.Uint64(a[:]), binary.LittleEndian.Uint64(b[:])) +
		absolute(binary.LittleEndian.Uint64(a[8:]), binary.LittleEndian.Uint64(b[8:])))
}

// absolute is the sum of the absolute differences of eight bytes.
func absolute(x, y uint64) uint64 {
	const (
		lanes = 0x00ff00ff00ff00ff
		ninth = 0x0100010001000100
		ones  = 0x0001000100010001
	)
	// In lanes of 16 bits, 256 + x − y; where that is under 256 the difference is
	// negative.
	d, o := (x&lanes|ninth)-(y&lanes), (x>>8&lanes|ninth)-(y>>8&lanes)
	m, n := ^d>>8&ones, ^o>>8&ones
	s := (d^m*255)&lanes + m + (o^n*255)&lanes + n
	return s * ones >> 48
}

// closeEnough is a difference of a macroblock, half a level a sample, that no
// other mode needs to beat.
const closeEnough = 128

// tryWhole codes luma with one of the four 16×16 modes, the one that predicts
// best.
func (e *encoder) tryWhole(src []byte, x int, nb edges) {
	m, c := &e.mb, &e.mb.whole
	area := m.area[:]
	bestMode, best, last := 0, 1<<60, 0
	for mode := range wholeModes {
		predictBlock(area, yAt, 16, mode, nb)
		d := difference(src, e.stride[0], area[yAt:], 16)
		if s := 256*d + e.lambdaSAD*wholeCost[mode]; s < best {
			bestMode, best = mode, s
		}
		last = mode
		if d < closeEnough {
			break
		}
	}
	if bestMode != last {
		predictBlock(area, yAt, 16, bestMode, nb)
	}
	c.modes[0] = uint8(bestMode)

	var coef [16][16]int32
	var dcs [16]int32
	still := 0 // blocks whose AC is known to vanish
	for i := range coef {
		want := packed4(src[i/4*4*e.stride[0]+i%4*4:], e.stride[0])
		pred := packed4(area[yAt+i/4*4*stride+i%4*4:], stride)
		if d := distance(&want, &pred); d == 0 {
			still |= 1 << i
		} else if d <= e.luma.stillAC {
			coef[i][0] = forwardDC(&want, &pred)
			still |= 1 << i
		} else {
			forward4(&coef[i], want[:], 4, pred[:], 4)
		}
		dcs[i] = coef[i][0]
	}
	var second [16]int32
	forwardWHT(&second, &dcs)
	c.last2 = e.second.block(&c.second, &second, 0)
	inverseWHT(&dcs, &second)

	above, left := e.row.above[x], e.row.left
	bits := wholeCost[bestMode] + e.costs.block(&c.second, 0, c.last2, planeY2, int(above.second+left.second))
	for i := range coef {
		c.last[i] = -1
		if still>>i&1 == 0 {
			c.last[i] = e.luma.block(&c.levels[i], &coef[i], 1)
		}
		ctx := above.y[i%4] + left.y[i/4]
		if c.last[i] < 0 {
			bits += int(e.costs.end[planeYAfterY2][bandOf[1]][ctx][0])
			above.y[i%4], left.y[i/4] = 0, 0
			if dcs[i] != 0 {
				inverseDC(area[yAt+i/4*4*stride+i%4*4:], dcs[i])
			}
			continue
		}
		bits += e.costs.block(&c.levels[i], 1, c.last[i], planeYAfterY2, int(ctx))
		above.y[i%4], left.y[i/4] = 1, 1
		at := area[yAt+i/4*4*stride+i%4*4:]
		coef[i][0] = dcs[i]
		inverse4(at, &coef[i])
	}
	c.score = 256*squared(src, e.stride[0], area[yAt:], 16) + e.lambda*bits
}

func flag(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// trySmall codes luma in 4×4 blocks, each with the mode that predicts it best, and
// reports whether that beats the 16×16 choice; it stops as soon as it cannot.
func (e *encoder) trySmall(src []byte, x int) bool {
	m, c := &e.mb, &e.mb.fine
	area := m.small[:]
	limit := m.whole.score
	var none costSum
	none.put(false, probWhole)
	c.score = e.lambda * int(none)
	if c.score+16*e.lambda*cheapestSmall >= limit {
		return false
	}
	above, left := e.row.above[x], e.row.left
	var top, side [4]uint8
	copy(top[:], e.row.aboveModes[4*x:])
	side = e.row.leftModes
	var near small4
	var trial [2][16]byte
	for i := range 16 {
		o := i/4*4*e.stride[0] + i%4*4
		at := yAt + i/4*4*stride + i%4*4
		cost := &smallCost[top[i%4]][side[i/4]]
		near.gather(area, at)
		want := packed4(src[o:], e.stride[0])
		bestMode, best, use := 0, 1<<60, 0
		for mode := range modes {
			t := &trial[1-use]
			near.predict(t, mode)
			s := 256*distance(&want, t) + e.lambdaSAD*int(cost[mode])
			if s < best {
				bestMode, best = mode, s
				use = 1 - use
			}
		}
		pred := &trial[use]
		var coef [16]int32
		c.last[i] = -1
		if distance(&want, pred) > e.luma.still {
			forward4(&coef, want[:], 4, pred[:], 4)
			c.last[i] = e.luma.block(&c.levels[i], &coef, 0)
		}
		for y := range 4 {
			copy(area[at+y*stride:][:4], pred[y*4:][:4])
		}
		if c.last[i] >= 0 {
			inverse4(area[at:], &coef)
		}
		ctx := above.y[i%4] + left.y[i/4]
		bits := int(cost[bestMode]) + e.costs.block(&c.levels[i], 0, c.last[i], planeY, int(ctx))
		nz := flag(c.last[i] >= 0)
		above.y[i%4], left.y[i/4] = nz, nz
		top[i%4], side[i/4] = uint8(bestMode), uint8(bestMode)
		c.modes[i] = uint8(bestMode)
		c.score += 256*squared(src[o:], e.stride[0], area[at:], 4) + e.lambda*bits
		if c.score >= limit {
			return false
		}
	}
	return true
}

// cheapestSmall is less than any 4×4 mode's cost, in 1/256 bits.
const cheapestSmall = 512

// doChroma codes both chroma planes with the mode that predicts them best.
func (e *encoder) doChroma(x, y int, nb edges) {
	m, c := &e.mb, &e.mb.uv
	area := m.area[:]
	o := y*8*e.stride[1] + x*8
	planes := [2]struct {
		src []byte
		at  int
	}{{e.source[1][o:], uAt}, {e.source[2][o:], vAt}}
	bestMode, best := 0, 1<<60
	for mode := range wholeModes {
		d := 0
		for _, p := range planes {
			predictBlock(area, p.at, 8, mode, nb)
			d += difference(p.src, e.stride[1], area[p.at:], 8)
		}
		if s := 256*d + e.lambdaSAD*chromaCost[mode]; s < best {
			bestMode, best = mode, s
		}
		if d < closeEnough/2 {
			break
		}
	}
	c.mode = uint8(bestMode)
	for k, p := range planes {
		predictBlock(area, p.at, 8, bestMode, nb)
		for i := range 4 {
			at := area[p.at+i/2*4*stride+i%2*4:]
			want := packed4(p.src[i/2*4*e.stride[1]+i%2*4:], e.stride[1])
			pred := packed4(at, stride)
			var coef [16]int32
			n := k*4 + i
			c.last[n] = -1
			if distance(&want, &pred) > e.chroma.still {
				forward4(&coef, want[:], 4, pred[:], 4)
				c.last[n] = e.chroma.block(&c.levels[n], &coef, 0)
			}
			if c.last[n] >= 0 {
				inverse4(at, &coef)
			}
		}
	}
}

// store copies what was built into the planes.
func (e *encoder) store(luma *[areaSize]byte, x, y int) {
	for i := range 16 {
		copy(e.built[0][(y*16+i)*e.stride[0]+x*16:][:16], luma[yAt+i*stride:])
	}
	for i := range 8 {
		o := (y*8+i)*e.stride[1] + x*8
		copy(e.built[1][o:][:8], e.mb.area[uAt+i*stride:])
		copy(e.built[2][o:][:8], e.mb.area[vAt+i*stride:])
	}
}

// keepModes leaves the modes for the neighbours to come.
func (e *encoder) keepModes(in *info, x int) {
	for k := range 4 {
		top, side := in.luma[12+k], in.luma[4*k+3]
		if in.whole {
			top, side = in.luma[0], in.luma[0]
		}
		e.row.aboveModes[4*x+k], e.row.leftModes[k] = top, side
	}
}

// record writes the macroblock's coefficients as tokens (§13).
func (e *encoder) record(c *choice, whole bool, x int) {
	above, left := &e.row.above[x], &e.row.left
	plane, first := planeY, 0
	if whole {
		nz := flag(e.tok.coefficients(&c.second, 0, c.last2, planeY2, int(above.second+left.second)))
		above.second, left.second = nz, nz
		plane, first = planeYAfterY2, 1
	}
	for i := range 16 {
		nz := flag(e.tok.coefficients(&c.levels[i], first, c.last[i], plane, int(above.y[i%4]+left.y[i/4])))
		above.y[i%4], left.y[i/4] = nz, nz
	}
	for k := range 2 {
		for i := range 4 {
			n := k*4 + i
			nz := flag(e.tok.coefficients(&e.mb.uv.levels[n], 0, e.mb.uv.last[n], planeUV, int(above.uv[k][i%2]+left.uv[k][i/2])))
			above.uv[k][i%2], left.uv[k][i/2] = nz, nz
		}
	}
}
