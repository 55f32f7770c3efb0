package av1enc

// clampedLine is [inverseLine] following AV1 §7.13.2 step by step, with the clamps to 16 bits that keep noisy blocks
// within range. It is slower, and the reference for testing the straight-line versions.
func clampedLine(in []int32, s int, out *[64]int32, n int, k kernel) {
	b := butterflies{t: out}
	switch {
	case k == kernelIdentity:
		for i := range n {
			out[i] = identity(in[i*s], n)
		}
	case k == kernelDCT:
		levels := log2(n)
		for i := range n {
			out[i] = in[reverse(levels, i)*s]
		}
		b.dct(levels)
	case n == 4:
		iadst4(in, s, out)
	default:
		for i := range n {
			from := n - i - 1
			if i&1 == 1 {
				from = i - 1
			}
			out[i] = in[from*s]
		}
		if n == 8 {
			b.adst8()
		} else {
			b.adst16()
		}
		b.permute(log2(n))
	}
}

func log2(n int) int {
	k := 0
	for 1<<k < n {
		k++
	}
	return k
}

// reverse returns the lowest n bits of x in reverse order.
func reverse(n, x int) int {
	t := 0
	for i := range n {
		t |= x >> i & 1 << (n - 1 - i)
	}
	return t
}

// butterflies provides the in-place steps of a transform (§7.13.2.1).
type butterflies struct{ t *[64]int32 }

// quarter is 4096 cos(πi/128).
var quarter = [65]int16{
	4096, 4095, 4091, 4085, 4076, 4065, 4052, 4036, 4017, 3996, 3973, 3948, 3920, 3889, 3857, 3822,
	3784, 3745, 3703, 3659, 3612, 3564, 3513, 3461, 3406, 3349, 3290, 3229, 3166, 3102, 3035, 2967,
	2896, 2824, 2751, 2675, 2598, 2520, 2440, 2359, 2276, 2191, 2106, 2019, 1931, 1842, 1751, 1660,
	1567, 1474, 1380, 1285, 1189, 1092, 995, 897, 799, 700, 601, 501, 401, 301, 201, 101, 0,
}

func cosine(angle int) int {
	switch a := angle & 255; {
	case a <= 64:
		return int(quarter[a])
	case a <= 128:
		return -int(quarter[128-a])
	case a <= 192:
		return -int(quarter[a-128])
	default:
		return int(quarter[256-a])
	}
}

// turn is B(a, b, angle, 0).
func (s butterflies) turn(a, b, angle int) {
	c, d := cosine(angle), cosine(angle-64)
	x, y := int(s.t[a])*c-int(s.t[b])*d, int(s.t[a])*d+int(s.t[b])*c
	s.t[a], s.t[b] = int32((x+2048)>>12), int32((y+2048)>>12)
}

// flip is B(a, b, angle, 1).
func (s butterflies) flip(a, b, angle int) {
	s.turn(a, b, angle)
	s.t[a], s.t[b] = s.t[b], s.t[a]
}

// add is H(a, b, flipped).
func (s butterflies) add(a, b, flipped int) {
	if flipped == 1 {
		a, b = b, a
	}
	x, y := s.t[a], s.t[b]
	s.t[a], s.t[b] = max(-1<<15, min(x+y, 1<<15-1)), max(-1<<15, min(x-y, 1<<15-1))
}

// dct is the inverse DCT of 2^n permuted values (§7.13.2.3); the numbers are the specification's steps.
func (s butterflies) dct(n int) {
	if n == 6 { // 2
		for i := range 16 {
			s.turn(32+i, 63-i, 63-4*reverse(4, i))
		}
	}
	if n >= 5 { // 3
		for i := range 8 {
			s.turn(16+i, 31-i, 6+reverse(3, 7-i)<<3)
		}
	}
	if n == 6 { // 4
		for i := range 16 {
			s.add(32+i*2, 33+i*2, i&1)
		}
	}
	if n >= 4 { // 5
		for i := range 4 {
			s.turn(8+i, 15-i, 12+reverse(2, 3-i)<<4)
		}
	}
	if n >= 5 { // 6
		for i := range 8 {
			s.add(16+2*i, 17+2*i, i&1)
		}
	}
	if n == 6 { // 7
		for i := range 8 {
			i, j := i>>1, i&1
			s.flip(62-i*4-j, 33+i*4+j, 60-16*reverse(2, i)+64*j)
		}
	}
	if n >= 3 { // 8
		s.turn(4, 7, 56)
		s.turn(5, 6, 24)
	}
	if n >= 4 { // 9
		for i := range 4 {
			s.add(8+2*i, 9+2*i, i&1)
		}
	}
	if n >= 5 { // 10
		for i := range 4 {
			i, j := i>>1, i&1
			s.flip(30-4*i-j, 17+4*i+j, 24+j<<6+(1-i)<<5)
		}
	}
	if n == 6 { // 11
		for i := range 16 {
			i, j := i>>1, i&1
			s.add(32+i*4+j, 35+i*4-j, i&1)
		}
	}
	s.flip(0, 1, 32) // 12
	s.turn(2, 3, 48)
	if n >= 3 { // 13
		s.add(4, 5, 0)
		s.add(6, 7, 1)
	}
	if n >= 4 { // 14
		s.flip(14, 9, 48)
		s.flip(13, 10, 112)
	}
	if n >= 5 { // 15
		for i := range 8 {
			i, j := i>>1, i&1
			s.add(16+4*i+j, 19+4*i-j, i&1)
		}
	}
	if n == 6 { // 16
		for i := range 8 {
			i, j := i>>2, i&3
			s.flip(61-i*8-j, 34+i*8+j, 56-i*32+j>>1*64)
		}
	}
	s.add(0, 3, 0) // 17
	s.add(1, 2, 0)
	if n >= 3 { // 18
		s.flip(6, 5, 32)
	}
	if n >= 4 { // 19
		for i := range 4 {
			i, j := i>>1, i&1
			s.add(8+4*i+j, 11+4*i-j, i)
		}
	}
	s.dctEnd(n)
}

// dctEnd performs the steps from 20 on.
func (s butterflies) dctEnd(n int) {
	if n >= 5 { // 20
		for i := range 4 {
			s.flip(29-i, 18+i, 48+i>>1*64)
		}
	}
	if n == 6 { // 21
		for i := range 16 {
			i, j := i>>2, i&3
			s.add(32+8*i+j, 39+8*i-j, i&1)
		}
	}
	if n >= 3 { // 22
		for i := range 4 {
			s.add(i, 7-i, 0)
		}
	}
	if n >= 4 { // 23
		s.flip(13, 10, 32)
		s.flip(12, 11, 32)
	}
	if n >= 5 { // 24
		for i := range 8 {
			i, j := i>>2, i&3
			s.add(16+i*8+j, 23+i*8-j, i)
		}
	}
	if n == 6 { // 25
		for i := range 8 {
			s.flip(59-i, 36+i, 48+i>>2*64)
		}
	}
	if n >= 4 { // 26
		for i := range 8 {
			s.add(i, 15-i, 0)
		}
	}
	if n >= 5 { // 27
		for i := range 4 {
			s.flip(27-i, 20+i, 32)
		}
	}
	if n == 6 { // 28
		for i := range 8 {
			s.add(32+i, 47-i, 0)
			s.add(48+i, 63-i, 1)
		}
	}
	if n >= 5 { // 29
		for i := range 16 {
			s.add(i, 31-i, 0)
		}
	}
	if n == 6 { // 30, 31
		for i := range 8 {
			s.flip(55-i, 40+i, 32)
		}
		for i := range 32 {
			s.add(i, 63-i, 0)
		}
	}
}

// adst8 is §7.13.2.7 between its permutations.
func (s butterflies) adst8() {
	for i := range 4 {
		s.flip(2*i, 2*i+1, 60-16*i)
	}
	for i := range 4 {
		s.add(i, 4+i, 0)
	}
	for i := range 2 {
		s.flip(4+3*i, 5+i, 48-32*i)
	}
	for i := range 4 {
		i, j := i>>1, i&1
		s.add(4*j+i, 2+4*j+i, 0)
	}
	for i := range 2 {
		s.flip(2+4*i, 3+4*i, 32)
	}
}

// adst16 is §7.13.2.8 between its permutations.
func (s butterflies) adst16() {
	for i := range 8 {
		s.flip(2*i, 2*i+1, 62-8*i)
	}
	for i := range 8 {
		s.add(i, 8+i, 0)
	}
	for i := range 2 {
		s.flip(8+2*i, 9+2*i, 56-32*i)
		s.flip(13+2*i, 12+2*i, 8+32*i)
	}
	for i := range 8 {
		i, j := i>>1, i&1
		s.add(8*j+i, 4+8*j+i, 0)
	}
	for i := range 4 {
		i, j := i>>1, i&1
		s.flip(4+8*j+3*i, 5+8*j+i, 48-32*i)
	}
	for i := range 8 {
		i, j := i>>2, i&3
		s.add(4*j+i, 2+4*j+i, 0)
	}
	for i := range 4 {
		s.flip(2+4*i, 3+4*i, 32)
	}
}

// permute applies the output permutation of the ADST (§7.13.2.5).
func (s butterflies) permute(n int) {
	copied := *s.t
	for i := range 1 << n {
		a, b, c, d := i>>3&1, (i>>2^i>>3)&1, (i>>1^i>>2)&1, (i^i>>1)&1
		v := copied[(d<<3|c<<2|b<<1|a)>>(4-n)]
		if i&1 == 1 {
			v = -v
		}
		s.t[i] = v
	}
}
