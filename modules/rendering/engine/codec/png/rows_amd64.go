package png

// packBlocks writes the colour bytes of n ≥ 1 times eight RGBA pixels, and overwrites two bytes after them. It is
// written in assembly; plainPack is the same in Go.
//
//go:noescape
func packBlocks(dst, src *byte, n int)

// subtractBlocks writes the differences of n ≥ 1 times 16 bytes. It is written in assembly; plainSubtract is the same in Go.
//
//go:noescape
func subtractBlocks(dst, a, b *byte, n int)

func packRGB(dst, src []byte) {
	if n := min(len(src)/32, (len(dst)-2)/24); n > 0 {
		packBlocks(&dst[0], &src[0], n)
		dst, src = dst[24*n:], src[32*n:]
	}
	plainPack(dst, src)
}

func subtract(dst, a, b []byte) {
	n := len(dst)
	a, b = a[:n], b[:n]
	blocks := n / 16
	if blocks > 0 {
		subtractBlocks(&dst[0], &a[0], &b[0], blocks)
	}
	plainSubtract(dst[16*blocks:], a[16*blocks:], b[16*blocks:])
}
