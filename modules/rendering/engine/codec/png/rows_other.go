//go:build !amd64

package png

func packRGB(dst, src []byte) { plainPack(dst, src) }

func subtract(dst, a, b []byte) { plainSubtract(dst, a, b) }
