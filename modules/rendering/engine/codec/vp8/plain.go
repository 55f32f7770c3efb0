package vp8

import "encoding/binary"

// The functions of this file have faster assembly versions. Other processors run the Go versions, and tests compare the
// two.

// plainWholeDistances is wholeDistances in Go. It overwrites the block in the working area.
func plainWholeDistances(out *[wholeModes]int32, src []byte, srcStride int, area *[areaSize]byte, dc byte) {
	for mode := range out {
		predictBlock(area[:], yAt, 16, mode, dc)
		out[mode] = int32(difference(src, srcStride, area[yAt:], 16))
	}
}

// plainChromaDistances is chromaDistances in Go. It overwrites the blocks in the working area.
func plainChromaDistances(out *[wholeModes]int32, src *[2][]byte, srcStride int, area *[areaSize]byte, dc [2]byte) {
	for mode := range out {
		out[mode] = 0
		for k, at := range [2]int{uAt, vAt} {
			predictBlock(area[:], at, 8, mode, dc[k])
			out[mode] += int32(difference(src[k], srcStride, area[at:], 8))
		}
	}
}

// difference returns the sum of absolute differences between n×n samples and those in the working area, n being 8 or 16.
func difference(src []byte, srcStride int, pred []byte, n int) int {
	sum := uint64(0)
	for y := range n {
		s, p := src[y*srcStride:][:n], pred[y*stride:][:n]
		for len(s) >= 8 && len(p) >= 8 {
			if a, b := binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(p); a != b {
				sum += absolute(a, b)
			}
			s, p = s[8:], p[8:]
		}
	}
	return int(sum)
}

// plainDistances writes the sums of absolute differences between a 4×4 block and each prediction in g.
func plainDistances(out *[modes]int32, want *[16]byte, g *guesses) {
	a, b := binary.LittleEndian.Uint64(want[:]), binary.LittleEndian.Uint64(want[8:])
	for i := range g {
		out[i] = int32(absolute(a, binary.LittleEndian.Uint64(g[i][:])) + absolute(b, binary.LittleEndian.Uint64(g[i][8:])))
	}
}

// absolute returns the sum of the absolute differences of eight bytes.
func absolute(x, y uint64) uint64 {
	const (
		lanes = 0x00ff00ff00ff00ff
		ninth = 0x0100010001000100
		ones  = 0x0001000100010001
	)
	// In lanes of 16 bits, 256 + x − y; values below 256 are negative differences.
	d, o := (x&lanes|ninth)-(y&lanes), (x>>8&lanes|ninth)-(y>>8&lanes)
	m, n := ^d>>8&ones, ^o>>8&ones
	s := (d^m*255)&lanes + m + (o^n*255)&lanes + n
	return s * ones >> 48
}

// plainCode transforms and quantises the residual of a 4×4 block: out receives the levels and the dequantised
// coefficients. It returns a bit mask of the nonzero levels and the unquantised DC coefficient.
func (q *quantizer) plainCode(out *block, src []byte, srcStride int, pred []byte, predStride int) (nonzero uint, dc int32) {
	var c [16]int32
	forward4(&c, src, srcStride, pred, predStride)
	return q.divide(out, &c), c[0]
}

// divide quantises coefficients and returns a bit mask of the nonzero levels.
func (q *quantizer) divide(out *block, c *[16]int32) (nonzero uint) {
	for i, v := range c {
		s := v >> 31
		level := int32((uint32((v^s)-s)*uint32(q.inverse[i]) + q.bias[min(i/4, 1)][i%4]) >> quantBits)
		if level != 0 {
			nonzero |= 1 << i
		}
		level = (level ^ s) - s
		out.levels[i] = int16(level)
		out.coef[i] = int16(level) * q.step[i]
	}
	return nonzero
}

// forward4 is the forward transform of the difference between a source block and its prediction, at the scale that
// inverse4 expects.
func forward4(out *[16]int32, src []byte, srcStride int, pred []byte, predStride int) {
	var m [16]int32
	for y := range 4 {
		s, p := src[y*srcStride:][:4], pred[y*predStride:][:4]
		d0, d1 := int32(s[0])-int32(p[0]), int32(s[1])-int32(p[1])
		d2, d3 := int32(s[2])-int32(p[2]), int32(s[3])-int32(p[3])
		a0, a1, a2, a3 := d0+d3, d1+d2, d1-d2, d0-d3
		m[y*4] = (a0 + a1) * 8
		m[y*4+1] = (a2*2217 + a3*5352 + 1812) >> 9
		m[y*4+2] = (a0 - a1) * 8
		m[y*4+3] = (a3*2217 - a2*5352 + 937) >> 9
	}
	for x := range 4 {
		a0, a1 := m[x]+m[12+x], m[4+x]+m[8+x]
		a2, a3 := m[4+x]-m[8+x], m[x]-m[12+x]
		out[x] = (a0 + a1 + 7) >> 4
		out[4+x] = (a2*2217 + a3*5352 + 12000) >> 16
		if a3 != 0 {
			out[4+x]++
		}
		out[8+x] = (a0 - a1 + 7) >> 4
		out[12+x] = (a3*2217 - a2*5352 + 51000) >> 16
	}
}

func clip8(v int32) byte { return byte(min(max(v, 0), 255)) }

// plainInverse4 adds the inverse transform of in to the prediction in dst (§14.3).
func plainInverse4(dst []byte, in *[16]int16) {
	const (
		c1 = 85627 // 2¹⁶·√2·cos(π/8)
		c2 = 35468 // 2¹⁶·√2·sin(π/8)
	)
	var m [16]int32
	for i := range 4 {
		r0, r1, r2, r3 := int32(in[i]), int32(in[4+i]), int32(in[8+i]), int32(in[12+i])
		a, b := r0+r2, r0-r2
		c := r1*c2>>16 - r3*c1>>16
		d := r1*c1>>16 + r3*c2>>16
		m[i*4], m[i*4+1], m[i*4+2], m[i*4+3] = a+d, b+c, b-c, a-d
	}
	for j := range 4 {
		dc := m[j] + 4
		a, b := dc+m[8+j], dc-m[8+j]
		c := m[4+j]*c2>>16 - m[12+j]*c1>>16
		d := m[4+j]*c1>>16 + m[12+j]*c2>>16
		p := dst[j*stride:][:4]
		p[0] = clip8(int32(p[0]) + (a+d)>>3)
		p[1] = clip8(int32(p[1]) + (b+c)>>3)
		p[2] = clip8(int32(p[2]) + (b-c)>>3)
		p[3] = clip8(int32(p[3]) + (a-d)>>3)
	}
}
