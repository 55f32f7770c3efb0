package vp8

// forwardWHT transforms the DC coefficients of sixteen luma blocks.
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

// inverseWHT reconstructs the DC coefficients (§14.3).
func inverseWHT(out *[16]int32, in *[16]int16) {
	var m [16]int32
	for i := range 4 {
		r0, r1, r2, r3 := int32(in[i]), int32(in[4+i]), int32(in[8+i]), int32(in[12+i])
		a0, a1, a2, a3 := r0+r3, r1+r2, r1-r2, r0-r3
		m[i], m[8+i], m[4+i], m[12+i] = a0+a1, a0-a1, a3+a2, a3-a2
	}
	for i := range 4 {
		dc := m[i*4] + 3
		a0, a3 := dc+m[i*4+3], dc-m[i*4+3]
		a1, a2 := m[i*4+1]+m[i*4+2], m[i*4+1]-m[i*4+2]
		out[i*4], out[i*4+1], out[i*4+2], out[i*4+3] = (a0+a1)>>3, (a3+a2)>>3, (a0-a1)>>3, (a3-a2)>>3
	}
}
