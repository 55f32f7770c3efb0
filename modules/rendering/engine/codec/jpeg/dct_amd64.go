package jpeg

// forward is plainForward.
func forward(out *[64]int16, src []byte, stride int, d *divisors) (mask uint64) {
	_ = src[7*stride+7]
	return forwardQuantize(out, &src[0], stride, d)
}

// forwardQuantize is plainForward, with 7 rows and 8 bytes behind src. It is written in assembly.
//
//go:noescape
func forwardQuantize(out *[64]int16, src *byte, stride int, d *divisors) uint64
