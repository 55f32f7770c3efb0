package vp8

import "math/bits"

// bitCost is the cost of a bit of probability p/256, in 1/256 bits; the cost of the opposite bit is that of 255−p.
var bitCost = func() (t [256]uint16) {
	for p := range t {
		t[p] = uint16(8*256 - log2(uint64(max(p, 1))))
	}
	return t
}()

// log2 returns the binary logarithm of v ≥ 1 with 8 fractional bits, by repeated squaring.
func log2(v uint64) int {
	n := bits.Len64(v) - 1
	out := n << 8
	x := v << (31 - n) // 1.31 fixed point
	for bit := 1 << 7; bit > 0; bit >>= 1 {
		x = x * x >> 31
		if x >= 1<<32 {
			x >>= 1
			out |= bit
		}
	}
	return out
}
