package deflate

import "math/bits"

// Window is the greatest distance of a match.
const Window = 32768

// Sizes of the three alphabets and limits of the format (RFC 1951 §3.2.5–7).
const (
	litSymbols  = 286
	distSymbols = 30
	endOfBlock  = 256
	maxMatch    = 258
	minMatch    = 3
	window      = Window
	maxBits     = 15
)

// lengthSymbol returns the symbol of a match length (3–258), its extra bits and
// how many there are.
func lengthSymbol(n int) (sym, extra, extraBits uint) {
	switch {
	case n == maxMatch:
		return 285, 0, 0
	case n < 11:
		return uint(254 + n), 0, 0
	}
	v := uint(n - minMatch)
	e := uint(bits.Len(v)) - 3
	return 257 + e<<2 + v>>e, v & (1<<e - 1), e
}

// distSymbol returns the symbol of a distance (1–32,768), its extra bits and how
// many there are.
func distSymbol(d int) (sym, extra, extraBits uint) {
	if d <= 4 {
		return uint(d - 1), 0, 0
	}
	v := uint(d - 1)
	e := uint(bits.Len(v)) - 2
	return e<<1 + v>>e, v & (1<<e - 1), e
}
