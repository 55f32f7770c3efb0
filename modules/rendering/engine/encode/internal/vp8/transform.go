package vp8

// stride of the working area of a macroblock.
const stride = 32

// forward4 is the forward transform of the difference between a source block and
// its prediction; the result's scale is what inverse4 undoes.
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

// forwardDC is the DC of forward4.
func forwardDC(src, pred *[16]byte) int32 {
	sum := int32(0)
	for i, v := range src {
		sum += int32(v) - int32(pred[i])
	}
	return (sum*8 + 7) >> 4
}

func clip8(v int32) byte { return byte(min(max(v, 0), 255)) }

// inverse4 adds the inverse transform of in to the prediction in dst (§14.3).
func inverse4(dst []byte, in *[16]int32) {
	const (
		c1 = 85627 // 2¹⁶·√2·cos(π/8)
		c2 = 35468 // 2¹⁶·√2·sin(π/8)
	)
	var m [16]int32
	for i := range 4 {
		a, b := in[i]+in[8+i], in[i]-in[8+i]
		c := in[4+i]*c2>>16 - in[12+i]*c1>>16
		d := in[4+i]*c1>>16 + in[12+i]*c2>>16
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

// inverseDC is inverse4 for a block that has nothing but its DC.
func inverseDC(dst []byte, dc int32) {
	dc = (dc + 4) >> 3
	for j := range 4 {
		p := dst[j*stride:][:4]
		p[0], p[1] = clip8(int32(p[0])+dc), clip8(int32(p[1])+dc)
		p[2], p[3] = clip8(int32(p[2])+dc), clip8(int32(p[3])+dc)
	}
}

// forwardWHT transforms the DCs of sixteen luma blocks.
func forwardWHT(out, in *[16]int32) {
	var m [16]int32
	for i := range 4 {
		r := in[i*4:][:4]
		a0, a1, a2, a3 := r[0]+r[2], r[1]+r[3], r[1]-r[3], r[0]-r[2]
		m[i*4], m[i*4+1], m[i*4+2], m[i*4+3] = a0+a1, a3+a2, a3-a2, a0-a1
	}
	for i := range 4 {
		a0, a1 := m[i]+m[8+i], m[4+i]+m[12+i]
		a2, a3 := m[4+i]-m[12+i], m[i]-m[8+i]
		out[i], out[4+i], out[8+i], out[12+i] = (a0+a1)>>1, (a3+a2)>>1, (a3-a2)>>1, (a0-a1)>>1
	}
}

// inverseWHT gives the DCs back (§14.3).
func inverseWHT(out, in *[16]int32) {
	var m [16]int32
	for i := range 4 {
		a0, a1 := in[i]+in[12+i], in[4+i]+in[8+i]
		a2, a3 := in[4+i]-in[8+i], in[i]-in[12+i]
		m[i], m[8+i], m[4+i], m[12+i] = a0+a1, a0-a1, a3+a2, a3-a2
	}
	for i := range 4 {
		dc := m[i*4] + 3
		a0, a3 := dc+m[i*4+3], dc-m[i*4+3]
		a1, a2 := m[i*4+1]+m[i*4+2], m[i*4+1]-m[i*4+2]
		out[i*4], out[i*4+1], out[i*4+2], out[i*4+3] = (a0+a1)>>3, (a3+a2)>>3, (a0-a1)>>3, (a3-a2)>>3
	}
}
