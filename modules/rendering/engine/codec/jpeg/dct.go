package jpeg

// The forward DCT is Loeffler, Ligtenberg and Moschytz's with 11 multiplications
// a line, in integers of 13 fractional bits. Two lines are transformed together:
// they ride in one int64 as a + b·2³², and because the transform is linear, sums
// and constant multiples of the pair are the pair of sums and multiples. Only the
// rounding between the passes takes them apart.

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
	// midBits is the extra precision kept between the passes.
	midBits = 2
	// outBits is by how many bits the result is scaled up: both passes' fixed point
	// and the factor 8 of an unnormalised 8×8 DCT, less what is dropped in between.
	outBits = fixBits + midBits + 3
)

// pair8 is a line of eight sample pairs.
type pair8 [8]int64

// transform is the one-dimensional DCT, scaled by √8·2¹³.
func (p *pair8) transform() {
	t0, t7 := p[0]+p[7], p[0]-p[7]
	t1, t6 := p[1]+p[6], p[1]-p[6]
	t2, t5 := p[2]+p[5], p[2]-p[5]
	t3, t4 := p[3]+p[4], p[3]-p[4]

	e0, e3 := t0+t3, t0-t3
	e1, e2 := t1+t2, t1-t2
	p[0] = (e0 + e1) << fixBits
	p[4] = (e0 - e1) << fixBits
	z := (e2 + e3) * fix0_541196100
	p[2] = z + e3*fix0_765366865
	p[6] = z - e2*fix1_847759065

	z1, z2, z3, z4 := t4+t7, t5+t6, t4+t6, t5+t7
	z5 := (z3 + z4) * fix1_175875602
	z1 *= -fix0_899976223
	z2 *= -fix2_562915447
	z3 = z3*-fix1_961570560 + z5
	z4 = z4*-fix0_390180644 + z5
	p[7] = t4*fix0_298631336 + z1 + z3
	p[5] = t5*fix2_053119869 + z2 + z4
	p[3] = t6*fix3_072711026 + z2 + z3
	p[1] = t7*fix1_501321110 + z1 + z4
}

// split takes a pair apart.
func split(p int64) (a, b int64) {
	a = int64(int32(p))
	return a, (p - a) >> 32
}

// forward transforms an 8×8 block of samples whose rows are stride apart. Pair c
// of line v of the result holds coefficients (v, 2c) and (v, 2c+1), v being the
// vertical frequency, scaled by 2^outBits.
func forward(out *[4]pair8, src []byte, stride int) {
	// Rows first, two rows in a pair: line[i] holds rows 2i and 2i+1.
	var mid [8][8]int32 // [horizontal frequency][row]
	const round = 1 << (fixBits - midBits - 1)
	for i := range 4 {
		a, b := src[2*i*stride:][:8], src[(2*i+1)*stride:][:8]
		var p pair8
		for x := range p {
			p[x] = int64(a[x]) - 128 + (int64(b[x])-128)<<32
		}
		p.transform()
		for x, v := range p {
			lo, hi := split(v)
			mid[x][2*i] = int32((lo + round) >> (fixBits - midBits))
			mid[x][2*i+1] = int32((hi + round) >> (fixBits - midBits))
		}
	}
	// Then columns, two columns in a pair.
	for i := range out {
		a, b := &mid[2*i], &mid[2*i+1]
		p := &out[i]
		for y := range p {
			p[y] = int64(a[y]) + int64(b[y])<<32
		}
		p.transform()
	}
}
