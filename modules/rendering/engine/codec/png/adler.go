package png

const adlerMod = 65521

// adler is an Adler-32 checksum (RFC 1950 §8.2).
type adler uint32

// wordAdler returns the checksum of p alone.
func wordAdler(p []byte) adler {
	const (
		lanes = 0x00ff00ff00ff00ff
		// The second-order lanes reach at most 255·n·(n+1)/2 < 65,536.
		words = 22
	)
	s1, s2 := uint64(1), uint64(0)
	for len(p) >= 8 {
		n := min(len(p)/8, words)
		var even, odd, even2, odd2 uint64
		q := p[:n*8]
		for len(q) >= 8 {
			v := load64(q)
			even2 += even
			odd2 += odd
			even += v & lanes
			odd += v >> 8 & lanes
			q = q[8:]
		}
		// s2 grows by s1 for every byte, so each byte counts once for itself and once for every byte after it: 8 per
		// later word plus its position within its own word.
		total := sum16(even) + sum16(odd)
		s2 += uint64(n*8)*s1 + 8*(sum16(even2)+sum16(odd2))
		s2 += 8*(even&0xffff) + 7*(odd&0xffff) + 6*(even>>16&0xffff) + 5*(odd>>16&0xffff) +
			4*(even>>32&0xffff) + 3*(odd>>32&0xffff) + 2*(even>>48) + odd>>48
		s1 += total
		p = p[n*8:]
		if s2 > 1<<62 {
			s2 %= adlerMod
		}
		if s1 > 1<<32 {
			s1 %= adlerMod
		}
	}
	for _, v := range p {
		s1 += uint64(v)
		s2 += s1
	}
	return adler(s2%adlerMod<<16 | s1%adlerMod)
}

func sum16(v uint64) uint64 {
	return v&0xffff + v>>16&0xffff + v>>32&0xffff + v>>48
}

// join returns the checksum of a's bytes followed by the n bytes of b.
func (a adler) join(b adler, n int) adler {
	rem := uint64(n) % adlerMod
	a1, a2 := uint64(a&0xffff), uint64(a>>16)
	b1, b2 := uint64(b&0xffff), uint64(b>>16)
	s1 := (a1 + b1 + adlerMod - 1) % adlerMod
	s2 := (a2 + b2 + rem*a1 + adlerMod - rem) % adlerMod
	return adler(s2<<16 | s1)
}

// rowsAdler returns the checksum of scanlines of the given length. zero marks those that are filterUp followed by zeros,
// which are not read.
func rowsAdler(rows []byte, stride int, zero []bool) adler {
	sum := adler(1)
	// The checksum of one such row: s1 is 1+filterUp after the first byte and stays so, s2 grows by it with every byte.
	const s1 = 1 + filterUp
	one := adler(uint64(stride)*s1%adlerMod<<16 | s1)
	for y := 0; y < len(zero); {
		end := y
		for end < len(zero) && !zero[end] {
			end++
		}
		if end > y {
			sum = sum.join(adlerOf(rows[y*stride:end*stride]), (end-y)*stride)
		}
		for y = end; y < len(zero) && zero[y]; y++ {
			sum = sum.join(one, stride)
		}
	}
	return sum
}
