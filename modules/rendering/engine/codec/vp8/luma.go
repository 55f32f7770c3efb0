package vp8

import "encoding/binary"

// closeEnough is the sum of absolute differences of a macroblock, half a level per sample, below which no further mode
// is tried.
const closeEnough = 128

// wholeEnough is the sum of absolute differences of a macroblock, in units of e.lambda, up to which 4×4 prediction is
// not tried: its modes alone cost more.
const wholeEnough = 20

// predictWhole predicts luma with the best of the four 16×16 modes. It returns the sum of absolute differences (loss)
// and the same plus the cost of the mode (score).
func (e *encoder) predictWhole(src []byte, nb edges) (mode, loss, score int) {
	area := &e.mb.area
	dc := dcOf(area[:], yAt, 16, nb)
	var sums [wholeModes]int32
	wholeDistances(&sums, src, e.stride[0], area, dc)
	score = 1 << 60
	for k, d := range sums {
		if s := 256*int(d) + e.lambda*wholeCost[k]; s < score {
			mode, loss, score = k, int(d), s
		}
		if d < closeEnough {
			break
		}
	}
	predictBlock(area[:], yAt, 16, mode, dc)
	return mode, loss, score
}

// codeWhole codes luma with predictWhole's prediction, whose sum of absolute differences is loss.
func (e *encoder) codeWhole(src []byte, mode, loss int) {
	m := &e.mb
	area := m.area[yAt:]
	m.modes[0] = uint8(mode)
	if loss == 0 {
		m.second.last = -1
		for i := range m.luma {
			m.luma[i].last = -1
		}
		return
	}
	var dcs [16]int32
	for i := range m.luma {
		var nonzero uint
		nonzero, dcs[i] = e.afterSecond.code(&m.luma[i].block, src[i/4*4*e.stride[0]+i%4*4:], e.stride[0], area[i/4*4*stride+i%4*4:], stride)
		m.luma[i].last = lastOf(nonzero)
	}
	var second [16]int32
	forwardWHT(&second, &dcs)
	m.second.last = lastOf(e.second.divide(&m.second.block, &second))
	inverseWHT(&dcs, &m.second.coef)
	for i := range m.luma {
		c := &m.luma[i].coef
		c[0] = int16(dcs[i])
		if m.luma[i].last >= 0 || c[0] != 0 {
			inverse4(area[i/4*4*stride+i%4*4:], c)
		}
	}
}

// trySmall codes luma in 4×4 blocks, each with its best mode. It stops and returns false when the accumulated score
// nearly reaches that of the 16×16 mode.
func (e *encoder) trySmall(src []byte, x int, score int) bool {
	m := &e.mb
	m.small = m.area
	area := m.small[:]
	limit := score - score>>3
	right := e.aboveRight(x, e.y)
	for i := 0; i < 16; i += 4 {
		// The blocks of all four rows use the samples above the macroblock.
		binary.LittleEndian.PutUint32(area[yAt-stride+16+i*stride:], right)
	}
	var top, side [4]uint8
	copy(top[:], e.row.aboveModes[4*x:])
	side = e.row.leftModes
	var near small4
	var g guesses
	var sads [modes]int32
	for i := range m.luma {
		s := src[i/4*4*e.stride[0]+i%4*4:]
		at := yAt + i/4*4*stride + i%4*4
		near.gather(area, at)
		near.predict(&g)
		want := packed4(s, e.stride[0])
		distances(&sads, &want, &g)
		cost := &smallCost[top[i%4]][side[i/4]]
		best := 1 << 60
		for mode, d := range sads {
			best = min(best, (256*int(d)+e.lambda*int(cost[mode]))<<4|mode)
		}
		limit -= best >> 4
		if limit <= 0 {
			return false
		}
		mode := best & 15
		top[i%4], side[i/4], m.modes[i] = uint8(mode), uint8(mode), uint8(mode)
		guess := &g[mode%modes]
		out := area[at:]
		for y := range 4 {
			binary.LittleEndian.PutUint32(out[y*stride:], binary.LittleEndian.Uint32(guess[y*4:]))
		}
		c := &m.luma[i]
		c.last = -1
		if int(sads[mode%modes]) > e.luma.still {
			nonzero, _ := e.luma.code(&c.block, s, e.stride[0], guess[:], 4)
			if c.last = lastOf(nonzero); c.last >= 0 {
				inverse4(out, &c.coef)
			}
		}
	}
	return true
}

// packed4 returns a 4×4 block in row order.
func packed4(src []byte, stride int) (out [16]byte) {
	_ = src[3*stride+3]
	binary.LittleEndian.PutUint64(out[:], uint64(load32(src))|uint64(load32(src[stride:]))<<32)
	binary.LittleEndian.PutUint64(out[8:], uint64(load32(src[2*stride:]))|uint64(load32(src[3*stride:]))<<32)
	return out
}
