// Package lsb writes bit streams that start with the least significant bit of the first byte, as in DEFLATE (RFC 1951
// §3.1.1) and WebP lossless (RFC 9649 §3.1).
package lsb

import "encoding/binary"

// Writer appends bits to a buffer. Space is reserved in advance by [Writer.Reserve], which keeps [Writer.Put] short.
// Its zero value is empty.
type Writer struct {
	buf []byte // len is the reserved size, not the size written
	pos int
	acc uint64
	n   uint
}

// NewWriter returns a writer that appends to dst.
func NewWriter(dst []byte) Writer { return Writer{buf: dst[:cap(dst)], pos: len(dst)} }

// Reserve reserves space for size more bytes.
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

// Put appends the low n ≤ 56 bits of v, whose other bits are zero. Space must be reserved.
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

// Bytes returns all complete bytes.
func (w *Writer) Bytes() []byte { return w.buf[:w.pos] }

// Bits returns the number of bits written, including the buffer's initial bytes.
func (w *Writer) Bits() int { return w.pos*8 + int(w.n) }
