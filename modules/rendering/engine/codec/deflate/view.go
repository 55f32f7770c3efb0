package deflate

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// view reads bytes without bounds checks, which would take a tenth of the encoder's time. Every position is in bounds:
// it comes from a loop that ends eight bytes before the end, from a table of positions visited by that loop, or is such
// a position minus a distance that was checked against it.
type view struct {
	p    unsafe.Pointer
	size int
}

func viewOf(src []byte) view { return view{unsafe.Pointer(unsafe.SliceData(src)), len(src)} }

// u32 returns the four bytes at 0 ≤ i ≤ size−4.
func (s view) u32(i int) uint32 {
	return binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(s.p, i))[:])
}

// u64 returns the eight bytes at 0 ≤ i ≤ size−8.
func (s view) u64(i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(s.p, i))[:])
}

// matchLen counts equal bytes at a and b, 0 ≤ a < b, up to about longest.
func (s view) matchLen(a, b int) int { return s.matchFrom(a, b, 0) }

// matchFrom is matchLen for a and b that have n ≤ longest equal bytes.
func (s view) matchFrom(a, b, n int) int {
	end := min(s.size-b, longest)
	// The call costs as much as comparing three words, and few matches are longer.
	for stop := n + 24; n+8 <= end && n < stop; n += 8 {
		if d := s.u64(a+n) ^ s.u64(b+n); d != 0 {
			return n + bits.TrailingZeros64(d)>>3
		}
	}
	if n == end {
		return n // a pointer behind the last byte would be one into another allocation
	}
	return n + sameBytes((*byte)(unsafe.Add(s.p, a+n)), (*byte)(unsafe.Add(s.p, b+n)), end-n)
}

// plainSame is sameBytes in Go.
func plainSame(a, b *byte, n int) int {
	p, q := unsafe.Slice(a, n), unsafe.Slice(b, n)
	i := 0
	for i+8 <= n && load64(p, i) == load64(q, i) {
		i += 8
	}
	for i < n && p[i] == q[i] {
		i++
	}
	return i
}
