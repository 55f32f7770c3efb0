package deflate

import "encoding/binary"

// bitWriter appends bits, least significant first (RFC 1951 §3.1.1), to a slice
// whose capacity was reserved before: put writes eight bytes at a time and needs
// that much slack behind the last bit.
type bitWriter struct {
	buf []byte // length is the reserved room, not the bytes written
	pos int
	acc uint64
	n   uint
}

// reserve makes room for size more bytes and the slack of put.
func (b *bitWriter) reserve(size int) {
	need := b.pos + size + 16
	if need <= len(b.buf) {
		return
	}
	if need > cap(b.buf) {
		grown := make([]byte, max(need, 2*cap(b.buf)))
		copy(grown, b.buf[:b.pos])
		b.buf = grown
		return
	}
	b.buf = b.buf[:cap(b.buf)]
}

// put appends the low n bits of v, n ≤ 56; higher bits of v must be zero.
func (b *bitWriter) put(v uint64, n uint) {
	b.acc |= v << (b.n & 63)
	b.n += n
	binary.LittleEndian.PutUint64(b.buf[b.pos:], b.acc)
	b.pos += int(b.n >> 3)
	b.acc >>= b.n &^ 7 & 63
	b.n &= 7
}

// align pads with zero bits to a byte boundary.
func (b *bitWriter) align() {
	if b.n > 0 {
		b.put(0, 8-b.n)
	}
}
