package av1dec

import "math/bits"

// bitReader reads fixed-length fields from headers (AV1 specification §4.10). Reads past the end return zeros and set
// over.
type bitReader struct {
	data []byte
	pos  int // in bits
	over bool
}

// f reads n ≤ 32 bits.
func (r *bitReader) f(n int) int {
	v := 0
	for range n {
		v <<= 1
		if i := r.pos >> 3; i < len(r.data) {
			v |= int(r.data[i]>>(7-r.pos&7)) & 1
		} else {
			r.over = true
		}
		r.pos++
	}
	return v
}

func (r *bitReader) flag() bool { return r.f(1) != 0 }

// su reads a signed value of n bits.
func (r *bitReader) su(n int) int {
	v := r.f(n)
	if v >= 1<<(n-1) {
		v -= 1 << n
	}
	return v
}

// ns reads a value below n > 0 with a nearly uniform code.
func (r *bitReader) ns(n int) int {
	w := bits.Len(uint(n))
	m := 1<<w - n
	v := r.f(w - 1)
	if v < m {
		return v
	}
	return v<<1 - m + r.f(1)
}

// uvlc skips an unsigned variable-length value.
func (r *bitReader) uvlc() {
	zeros := 0
	for !r.flag() && zeros < 32 && !r.over {
		zeros++
	}
	if zeros < 32 {
		r.f(zeros)
	}
}

func (r *bitReader) align() { r.pos = (r.pos + 7) &^ 7 }

// leb128 reads a value of at most 8 bytes at the start of p; n is 0 when it is malformed or does not fit into 32 bits.
func leb128(p []byte) (v uint64, n int) {
	for i := range min(8, len(p)) {
		v |= uint64(p[i]&0x7f) << (7 * i)
		if p[i]&0x80 == 0 {
			if v > 1<<32-1 {
				return 0, 0
			}
			return v, i + 1
		}
	}
	return 0, 0
}
