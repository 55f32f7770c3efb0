//go:build !amd64

package jpeg

// forward is plainForward.
func forward(out *[64]int16, src []byte, stride int, d *divisors) (mask uint64) {
	return plainForward(out, src, stride, d)
}
