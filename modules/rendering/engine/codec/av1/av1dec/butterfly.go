package av1dec

import "math/bits"

// butterflies is a one-dimensional transform: a permutation, rotations and sums of pairs, and a final permutation (AV1
// specification §7.13.2).
type butterflies struct {
	in    []uint8 // sample i is read from in[i]
	steps []step
	out   []uint8 // nil keeps the order; otherwise sample i is read from out[i], odd ones negated
}

// step operates on samples a and b.
type step struct {
	a, b uint8
	sum  bool  // a+b and a−b, clamped; otherwise a rotation
	swap bool  // swaps the rotation's results
	cos  int64 // × 4096
	sin  int64
}

// cos128 holds 4096·cos(i·π/128) (Cos128_Lookup).
var cos128 = [65]int64{
	4096, 4095, 4091, 4085, 4076, 4065, 4052, 4036, 4017, 3996, 3973, 3948, 3920, 3889, 3857, 3822,
	3784, 3745, 3703, 3659, 3612, 3564, 3513, 3461, 3406, 3349, 3290, 3229, 3166, 3102, 3035, 2967,
	2896, 2824, 2751, 2675, 2598, 2520, 2440, 2359, 2276, 2191, 2106, 2019, 1931, 1842, 1751, 1660,
	1567, 1474, 1380, 1285, 1189, 1092, 995, 897, 799, 700, 601, 501, 401, 301, 201, 101, 0,
}

func cosine128(angle int) int64 {
	switch a := angle & 255; {
	case a <= 64:
		return cos128[a]
	case a <= 128:
		return -cos128[128-a]
	case a <= 192:
		return -cos128[a-128]
	default:
		return cos128[256-a]
	}
}

// rotate is the specification's B(a, b, angle, swap).
func (p *butterflies) rotate(a, b, angle int, swap bool) {
	p.steps = append(p.steps, step{a: uint8(a), b: uint8(b), swap: swap, cos: cosine128(angle), sin: cosine128(angle - 64)})
}

// sum is the specification's H(a, b, flip).
func (p *butterflies) sum(a, b int, flip bool) {
	if flip {
		a, b = b, a
	}
	p.steps = append(p.steps, step{a: uint8(a), b: uint8(b), sum: true})
}

func reverse(n, v int) int { return int(bits.Reverse8(uint8(v)) >> (8 - n)) }

// cosineProgram returns the inverse DCT of 1<<n samples; its steps are numbered as in §7.13.2.3.
func cosineProgram(n int) butterflies {
	var p butterflies
	for i := range 1 << n {
		p.in = append(p.in, uint8(reverse(n, i)))
	}
	if n == 6 { // 2
		for i := range 16 {
			p.rotate(32+i, 63-i, 63-4*reverse(4, i), false)
		}
	}
	if n >= 5 { // 3
		for i := range 8 {
			p.rotate(16+i, 31-i, 6+reverse(3, 7-i)<<3, false)
		}
	}
	if n == 6 { // 4
		for i := range 16 {
			p.sum(32+i*2, 33+i*2, i&1 == 1)
		}
	}
	if n >= 4 { // 5
		for i := range 4 {
			p.rotate(8+i, 15-i, 12+reverse(2, 3-i)<<4, false)
		}
	}
	if n >= 5 { // 6
		for i := range 8 {
			p.sum(16+2*i, 17+2*i, i&1 == 1)
		}
	}
	if n == 6 { // 7
		for i := range 4 {
			for j := range 2 {
				p.rotate(62-i*4-j, 33+i*4+j, 60-16*reverse(2, i)+64*j, true)
			}
		}
	}
	if n >= 3 { // 8
		for i := range 2 {
			p.rotate(4+i, 7-i, 56-32*i, false)
		}
	}
	if n >= 4 { // 9
		for i := range 4 {
			p.sum(8+2*i, 9+2*i, i&1 == 1)
		}
	}
	if n >= 5 { // 10
		for i := range 2 {
			for j := range 2 {
				p.rotate(30-4*i-j, 17+4*i+j, 24+j<<6+(1-i)<<5, true)
			}
		}
	}
	if n == 6 { // 11
		for i := range 8 {
			for j := range 2 {
				p.sum(32+i*4+j, 35+i*4-j, i&1 == 1)
			}
		}
	}
	for i := range 2 { // 12
		p.rotate(2*i, 2*i+1, 32+16*i, i == 0)
	}
	if n >= 3 { // 13
		for i := range 2 {
			p.sum(4+2*i, 5+2*i, i == 1)
		}
	}
	if n >= 4 { // 14
		for i := range 2 {
			p.rotate(14-i, 9+i, 48+64*i, true)
		}
	}
	if n >= 5 { // 15
		for i := range 4 {
			for j := range 2 {
				p.sum(16+4*i+j, 19+4*i-j, i&1 == 1)
			}
		}
	}
	if n == 6 { // 16
		for i := range 2 {
			for j := range 4 {
				p.rotate(61-i*8-j, 34+i*8+j, 56-i*32+j>>1*64, true)
			}
		}
	}
	for i := range 2 { // 17
		p.sum(i, 3-i, false)
	}
	p.lastSteps(n)
	return p
}

// lastSteps adds steps 18 to 31.
func (p *butterflies) lastSteps(n int) {
	if n >= 3 { // 18
		p.rotate(6, 5, 32, true)
	}
	if n >= 4 { // 19
		for i := range 2 {
			for j := range 2 {
				p.sum(8+4*i+j, 11+4*i-j, i == 1)
			}
		}
	}
	if n >= 5 { // 20
		for i := range 4 {
			p.rotate(29-i, 18+i, 48+i>>1*64, true)
		}
	}
	if n == 6 { // 21
		for i := range 4 {
			for j := range 4 {
				p.sum(32+8*i+j, 39+8*i-j, i&1 == 1)
			}
		}
	}
	if n >= 3 { // 22
		for i := range 4 {
			p.sum(i, 7-i, false)
		}
	}
	if n >= 4 { // 23
		for i := range 2 {
			p.rotate(13-i, 10+i, 32, true)
		}
	}
	if n >= 5 { // 24
		for i := range 2 {
			for j := range 4 {
				p.sum(16+i*8+j, 23+i*8-j, i == 1)
			}
		}
	}
	if n == 6 { // 25
		for i := range 8 {
			angle := 112
			if i < 4 {
				angle = 48
			}
			p.rotate(59-i, 36+i, angle, true)
		}
	}
	if n >= 4 { // 26
		for i := range 8 {
			p.sum(i, 15-i, false)
		}
	}
	if n >= 5 { // 27
		for i := range 4 {
			p.rotate(27-i, 20+i, 32, true)
		}
	}
	if n == 6 { // 28
		for i := range 8 {
			p.sum(32+i, 47-i, false)
			p.sum(48+i, 63-i, true)
		}
	}
	if n >= 5 { // 29
		for i := range 16 {
			p.sum(i, 31-i, false)
		}
	}
	if n == 6 { // 30, 31
		for i := range 8 {
			p.rotate(55-i, 40+i, 32, true)
		}
		for i := range 32 {
			p.sum(i, 63-i, false)
		}
	}
}

// sineProgram returns the inverse ADST of 8 or 16 samples (§7.13.2.7 and §7.13.2.8).
func sineProgram(n int) butterflies {
	var p butterflies
	size := 1 << n
	for i := range size {
		if i&1 == 1 {
			p.in = append(p.in, uint8(i-1))
		} else {
			p.in = append(p.in, uint8(size-i-1))
		}
		a, b, c, d := i>>3&1, i>>2&1^i>>3&1, i>>1&1^i>>2&1, i&1^i>>1&1
		p.out = append(p.out, uint8((d<<3|c<<2|b<<1|a)>>(4-n)))
	}
	if n == 3 {
		for i := range 4 {
			p.rotate(2*i, 2*i+1, 60-16*i, true)
		}
		for i := range 4 {
			p.sum(i, 4+i, false)
		}
		for i := range 2 {
			p.rotate(4+3*i, 5+i, 48-32*i, true)
		}
		for i := range 2 {
			for j := range 2 {
				p.sum(4*j+i, 2+4*j+i, false)
			}
		}
		for i := range 2 {
			p.rotate(2+4*i, 3+4*i, 32, true)
		}
		return p
	}
	for i := range 8 {
		p.rotate(2*i, 2*i+1, 62-8*i, true)
	}
	for i := range 8 {
		p.sum(i, 8+i, false)
	}
	for i := range 2 {
		p.rotate(8+2*i, 9+2*i, 56-32*i, true)
		p.rotate(13+2*i, 12+2*i, 8+32*i, true)
	}
	for i := range 4 {
		for j := range 2 {
			p.sum(8*j+i, 4+8*j+i, false)
		}
	}
	for i := range 2 {
		for j := range 2 {
			p.rotate(4+8*j+3*i, 5+8*j+i, 48-32*i, true)
		}
	}
	for i := range 2 {
		for j := range 4 {
			p.sum(4*j+i, 2+4*j+i, false)
		}
	}
	for i := range 4 {
		p.rotate(2+4*i, 3+4*i, 32, true)
	}
	return p
}

// run transforms many lanes in parallel: sample k of every lane starts at k×lanes. Sums are clamped to the given number
// of bits. The result is in src or in spare, which has the same length.
func (p *butterflies) run(src, spare []int32, lanes, bits int) []int32 {
	for i, from := range p.in {
		copy(spare[i*lanes:][:lanes], src[int(from)*lanes:][:lanes])
	}
	limit := int32(1) << (bits - 1)
	for i := range p.steps {
		s := &p.steps[i]
		a, b := spare[int(s.a)*lanes:][:lanes], spare[int(s.b)*lanes:][:lanes]
		switch {
		case s.sum:
			for k, x := range a {
				y := b[k]
				a[k] = max(-limit, min(x+y, limit-1))
				b[k] = max(-limit, min(x-y, limit-1))
			}
		case s.swap:
			for k := range a {
				x, y := int64(a[k]), int64(b[k])
				b[k] = int32((x*s.cos - y*s.sin + 2048) >> 12)
				a[k] = int32((x*s.sin + y*s.cos + 2048) >> 12)
			}
		default:
			for k := range a {
				x, y := int64(a[k]), int64(b[k])
				a[k] = int32((x*s.cos - y*s.sin + 2048) >> 12)
				b[k] = int32((x*s.sin + y*s.cos + 2048) >> 12)
			}
		}
	}
	if p.out == nil {
		return spare
	}
	for i, from := range p.out {
		dst, v := src[i*lanes:][:lanes], spare[int(from)*lanes:][:lanes]
		if i&1 == 0 {
			copy(dst, v)
			continue
		}
		for k := range dst {
			dst[k] = -v[k]
		}
	}
	return src
}
