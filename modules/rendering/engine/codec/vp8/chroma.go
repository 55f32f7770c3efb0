package vp8

// codeChroma codes both chroma planes with the best prediction mode.
func (e *encoder) codeChroma(x, y int, nb edges) {
	m := &e.mb
	area := m.area[:]
	o := y*8*e.stride[1] + x*8
	src := [2][]byte{e.source[1][o:], e.source[2][o:]}
	dc := [2]byte{dcOf(area, uAt, 8, nb), dcOf(area, vAt, 8, nb)}
	var sums [wholeModes]int32
	chromaDistances(&sums, &src, e.stride[1], &m.area, dc)
	mode, score, loss := 0, 1<<60, 0
	for k, d := range sums {
		if s := 256*int(d) + e.lambda*chromaCost[k]; s < score {
			mode, score, loss = k, s, int(d)
		}
		if d < closeEnough/2 {
			break
		}
	}
	m.chroma = uint8(mode)
	for k, base := range [2]int{uAt, vAt} {
		predictBlock(area, base, 8, mode, dc[k])
		for i := range 4 {
			c := &m.uv[k*4+i]
			c.last = -1
			if loss <= e.chroma.still {
				continue
			}
			at := area[base+i/2*4*stride+i%2*4:]
			nonzero, _ := e.chroma.code(&c.block, src[k][i/2*4*e.stride[1]+i%2*4:], e.stride[1], at, stride)
			if c.last = lastOf(nonzero); c.last >= 0 {
				inverse4(at, &c.coef)
			}
		}
	}
}
