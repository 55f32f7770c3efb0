package jpeg

import "math/bits"

// The forward DCT is that of Loeffler, Ligtenberg and Moschytz in integers with 13 fractional bits, its rotations
// written as pairs of products, to suit SSE2's 16-bit multiply-add. All intermediate values fit into 16 bits and all
// sums of products into 32.

// Constants of 13 fractional bits.
const (
	fix0_298631336 = 2446
	fix0_390180644 = 3196
	fix0_541196100 = 4433
	fix0_765366865 = 6270
	fix0_899976223 = 7373
	fix1_175875602 = 9633
	fix1_501321110 = 12299
	fix1_847759065 = 15137
	fix1_961570560 = 16069
	fix2_053119869 = 16819
	fix2_562915447 = 20995
	fix3_072711026 = 25172

	fixBits = 13
	// midBits is the extra precision between the passes.
	midBits = 2
	// outScale is the scale factor of the coefficients.
	outScale = 8
)

// rotate is the one-dimensional DCT without the scaling of p[0] and p[4]; the others are shifted right by shift.
func rotate(p *[8]int32, shift uint) {
	t0, t7 := p[0]+p[7], p[0]-p[7]
	t1, t6 := p[1]+p[6], p[1]-p[6]
	t2, t5 := p[2]+p[5], p[2]-p[5]
	t3, t4 := p[3]+p[4], p[3]-p[4]
	half := int32(1) << (shift - 1)

	e0, e3 := t0+t3, t0-t3
	e1, e2 := t1+t2, t1-t2
	p[0], p[4] = e0+e1, e0-e1
	z := (e2 + e3) * fix0_541196100
	p[2] = (z + e3*fix0_765366865 + half) >> shift
	p[6] = (z - e2*fix1_847759065 + half) >> shift

	z1, z2, z3, z4 := t4+t7, t5+t6, t4+t6, t5+t7
	z5 := (z3 + z4) * fix1_175875602
	z1 *= -fix0_899976223
	z2 *= -fix2_562915447
	z3 = z3*-fix1_961570560 + z5
	z4 = z4*-fix0_390180644 + z5
	p[7] = (t4*fix0_298631336 + z1 + z3 + half) >> shift
	p[5] = (t5*fix2_053119869 + z2 + z4 + half) >> shift
	p[3] = (t6*fix3_072711026 + z2 + z3 + half) >> shift
	p[1] = (t7*fix1_501321110 + z1 + z4 + half) >> shift
}

// plainForward transforms an 8×8 block of samples with the given row stride and quantises the coefficients. It returns
// them in natural order, and a mask of the nonzero ones.
func plainForward(out *[64]int16, src []byte, stride int, d *divisors) (mask uint64) {
	var mid [8][8]int32 // [horizontal frequency][row]
	for y := range 8 {
		var p [8]int32
		for x, v := range src[y*stride:][:8] {
			p[x] = int32(v) - 128
		}
		rotate(&p, fixBits-midBits)
		p[0], p[4] = p[0]<<midBits, p[4]<<midBits
		for x, v := range p {
			mid[x][y] = v
		}
	}
	for x := range mid {
		p := &mid[x]
		rotate(p, fixBits+midBits)
		p[0], p[4] = (p[0]+1<<(midBits-1))>>midBits, (p[4]+1<<(midBits-1))>>midBits
		for y, v := range p {
			n := 8*y + x
			if out[n] = d.divide(v, n); out[n] != 0 {
				mask |= 1 << n
			}
		}
	}
	return mask
}

// divisors divide coefficients by quantiser steps, by multiplication. The assembly depends on its layout.
type divisors struct {
	bias  [64]uint16 // added before division: half a step rounds to nearest
	mul   [64]uint16 // 2¹⁶ times the reciprocal, normalised to 16 bits
	scale [64]uint16 // 2¹⁶ divided by the normalisation factor
}

// set makes step the divisor of coefficient n, rounding up from round/256 of a step.
func (d *divisors) set(n, step, round int) {
	div := step * outScale
	shift := bits.Len(uint(div)) - 1
	if div&(div-1) == 0 {
		shift-- // the reciprocal would need 17 bits
	}
	d.bias[n] = uint16(div * (256 - round) / 256)
	d.mul[n] = uint16((1<<(16+shift) + div - 1) / div)
	d.scale[n] = uint16(1 << (16 - shift))
}

// divide returns v, scaled by outScale, divided by the step of coefficient n.
func (d *divisors) divide(v int32, n int) int16 {
	sign := v >> 31
	q := uint32((v^sign)-sign) + uint32(d.bias[n])
	q = q * uint32(d.mul[n]) >> 16 * uint32(d.scale[n]) >> 16
	return int16((int32(q) ^ sign) - sign)
}
