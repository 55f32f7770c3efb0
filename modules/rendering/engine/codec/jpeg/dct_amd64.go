package jpeg

// forward is plainForward, in assembly where src is long enough.
func forward(out *[64]int16, src []byte, stride int, d *divisors) (mask uint64) {
	_ = src[7*stride+7]
	return forwardQuantize(out, &src[0], stride, d)
}

// forwardQuantize is plainForward; it reads 7 rows and 8 bytes from src. It is written in assembly.
//
//go:noescape
func forwardQuantize(out *[64]int16, src *byte, stride int, d *divisors) uint64
