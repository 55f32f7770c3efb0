// Package lsb writes bit streams whose first bit is the least significant one of
// the first byte, as DEFLATE (RFC 1951 §3.1.1) and WebP lossless (RFC 9649 §3.1)
// have them.
package lsb

import "encoding/binary"

// Writer appends bits to a buffer. Room is reserved ahead by [Writer.Reserve], so
// that [Writer.Put] is a handful of instructions. Its zero value is empty.
type Writer struct {
	buf []byte // its length is the room, not what was written
	pos int
	acc uint64
	n   uint
}

// NewWriter returns a writer that appends to dst.
func NewWriter(dst []byte) Writer { return Writer{buf: dst[:cap(dst)], pos: len(dst)} }

// Reserve makes room for size more bytes.
func (w *Writer) Reserve(size int) {
	// Put writes eight bytes at a time.
	const slack = 16
	need := w.pos + size + slack
	if need <= len(w.buf) {
		return
	}
	grown := make([]byte, max(need, 2*len(w.buf)))
	copy(grown, w.buf[:w.pos])
	w.buf = grown
}

// Put appends the low n ≤ 56 bits of v, whose other bits are zero. Room must have
// been reserved.
func (w *Writer) Put(v uint64, n uint) {
	w.acc |= v << (w.n & 63)
	w.n += n
	binary.LittleEndian.PutUint64(w.buf[w.pos:], w.acc)
	w.pos += int(w.n >> 3)
	w.acc >>= w.n &^ 7 & 63
	w.n &= 7
}

// Align pads with zeros to a byte boundary.
func (w *Writer) Align() {
	if w.n > 0 {
		w.Put(0, 8-w.n)
	}
}

// Bytes returns what was written up to the last whole byte.
func (w *Writer) Bytes() []byte { return w.buf[:w.pos] }

// Bits returns how many bits were written, the buffer's initial bytes included.
func (w *Writer) Bits() int { return w.pos*8 + int(w.n) }
