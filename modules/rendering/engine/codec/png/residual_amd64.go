package png

// residuals4 compares 4n pixels, n > 0. It returns by how many bits the bytes' differences are smaller than 8 bits each,
// and the number of equal pixels. It is written in assembly.
//
//go:noescape
func residuals4(a, b *byte, n int) (saved, equal uint64)

// residuals returns the approximate number of bits of the differences of the pixels a and b, which is at least as long.
func residuals(a, b []byte) int {
	bits := 0
	if n := len(a) / 16; n > 0 {
		_ = b[16*n-1]
		saved, equal := residuals4(&a[0], &b[0], n)
		bits = 8*16*n - int(saved) - (4*zeroBits-equalBits)*int(equal)
		a, b = a[16*n:], b[16*n:]
	}
	return bits + plainResiduals(a, b)
}
