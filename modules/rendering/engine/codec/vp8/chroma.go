package vp8

// codeChroma codes both chroma planes with the best prediction mode.
func (e *encoder) codeChroma(x, y int, nb edges) {
	m := &e.mb
	area := m.area[:]
	o := y*8*e.stride[1] + x*8
	planes := [2]struct {
		src []byte
		at  int
	}{{e.source[1][o:], uAt}, {e.source[2][o:], vAt}}
	mode, score, loss, last := 0, 1<<60, 0, 0
	for k := range wholeModes {
		d := 0
		for _, p := range planes {
			predictBlock(area, p.at, 8, k, nb)
			d += difference(p.src, e.stride[1], area[p.at:], stride, 8)
		}
		if s := 256*d + e.lambda*chromaCost[k]; s < score {
			mode, score, loss = k, s, d
		}
		last = k
		if d < closeEnough/2 {
			break
		}
	}
	m.chroma = uint8(mode)
	for k, p := range planes {
		if mode != last {
			predictBlock(area, p.at, 8, mode, nb)
		}
		for i := range 4 {
			c := &m.uv[k*4+i]
			c.last = -1
			if loss <= e.chroma.still {
				continue
			}
			at := area[p.at+i/2*4*stride+i%2*4:]
			nonzero, _ := e.chroma.code(&c.block, p.src[i/2*4*e.stride[1]+i%2*4:], e.stride[1], at, stride)
			if c.last = lastOf(nonzero); c.last >= 0 {
				inverse4(at, &c.coef)
			}
		}
	}
}
