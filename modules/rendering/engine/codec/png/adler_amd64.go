package png

// adlerBlocks reads n blocks of 16 bytes, 1 ≤ n ≤ 2^15. It returns the sum of the bytes, the sum over the blocks of the
// sum of all preceding bytes, and the sum of the bytes weighted from 16 for the first of a block to 1 for the last. It
// is written in assembly.
//
//go:noescape
func adlerBlocks(p *byte, n int) (sum, prefix, weighted uint64)

// adlerOf returns the checksum of p alone.
func adlerOf(p []byte) adler {
	s1, s2 := uint64(1), uint64(0)
	for len(p) >= 16 {
		n := min(len(p)/16, 1<<15)
		sum, prefix, weighted := adlerBlocks(&p[0], n)
		s2 = (s2 + uint64(16*n)*s1 + 16*prefix + weighted) % adlerMod
		s1 = (s1 + sum) % adlerMod
		p = p[16*n:]
	}
	for _, v := range p {
		s1 += uint64(v)
		s2 += s1
	}
	return adler(s2%adlerMod<<16 | s1%adlerMod)
}
