package jpeg

import (
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/codec/huffman"
)

// code is a Huffman code: its definition and its code words.
type code struct {
	counts  [16]byte // codes of each length
	symbols []byte   // by length
	packed  [256]uint32
}

// newCode builds the optimal code for freq. A dummy symbol of minimum weight keeps the all-ones code word unused (K.2).
func newCode(freq *[256]uint32) *code {
	var f [257]uint32
	used := false
	for i, n := range freq {
		// Scaling keeps the dummy's weight below all others.
		f[i] = n * 2
		used = used || n != 0
	}
	if !used {
		f[0] = 2
	}
	f[256] = 1
	var lens [257]uint8
	huffman.Lengths(f[:], 16, lens[:], nil)
	// The dummy, rarest and last among equals, has the last code of the greatest length.
	longest := lens[256]
	for _, l := range lens {
		longest = max(longest, l)
	}
	lens[256] = longest

	c := &code{}
	next := uint32(0)
	for l := uint8(1); l <= 16; l++ {
		for s, n := range lens[:256] {
			if n == l {
				c.counts[l-1]++
				c.symbols = append(c.symbols, byte(s))
				c.packed[s] = next<<8 | uint32(l)
				next++
			}
		}
		next <<= 1
	}
	return c
}

// bits returns the number of bits of all symbols of the given frequencies with their extra bits, plus the code's
// definition. The number of extra bits is in a symbol's low four bits, or in its high four for the end-of-band runs of
// a progressive scan.
func (c *code) bits(freq *[256]uint32, progressive bool) (n int) {
	for s, f := range freq {
		extra := s & 15
		if progressive && extra == 0 && s != zeros16 {
			extra = s >> 4
		}
		n += int(f) * (int(c.packed[s]&255) + extra)
	}
	return n + 8*(len(c.symbols)+21)
}

// bitWriter packs bits, most significant first, and inserts a zero byte after every 0xFF.
type bitWriter struct {
	out []byte
	acc uint64
	n   uint
}

// put appends the low n ≤ 32 bits of v, whose other bits are zero.
func (w *bitWriter) put(v uint64, n uint) {
	w.acc = w.acc<<(n&63) | v
	w.n += n
	if w.n >= 32 {
		w.n -= 32
		w.word(uint32(w.acc >> (w.n & 63)))
	}
}

// symbol appends a symbol and n extra bits.
func (w *bitWriter) symbol(c *code, sym, low, n uint32) {
	p := c.packed[sym&255]
	w.put(uint64(p>>8)<<(n&63)|uint64(low), uint(p&255+n))
}

// tokens appends a block's tokens; it is symbol in a loop with the state in registers.
func (w *bitWriter) tokens(c *code, tokens []token) {
	acc, n := w.acc, w.n // keep in registers
	for _, t := range tokens {
		p := c.packed[t.symbol()]
		extra := uint(t >> 16 & 15)
		size := uint(p&255) + extra
		acc = acc<<(size&63) | uint64(p>>8)<<extra | uint64(t&0xffff)
		if n += size; n >= 32 {
			n -= 32
			w.word(uint32(acc >> (n & 63)))
		}
	}
	w.acc, w.n = acc, n
}

func (w *bitWriter) word(v uint32) {
	if !hasFF(v) {
		w.out = binary.BigEndian.AppendUint32(w.out, v)
		return
	}
	for shift := 24; shift >= 0; shift -= 8 {
		b := byte(v >> shift)
		w.out = append(w.out, b)
		if b == 0xff {
			w.out = append(w.out, 0)
		}
	}
}

// hasFF reports whether a byte of v is 0xFF.
func hasFF(v uint32) bool {
	n := ^v
	return (n-0x01010101)&^n&0x80808080 != 0
}

// flush pads with ones to a byte boundary.
func (w *bitWriter) flush() {
	if pad := (8 - w.n%8) % 8; pad > 0 {
		w.acc = w.acc<<pad | (1<<pad - 1)
		w.n += pad
	}
	for w.n > 0 {
		w.n -= 8
		b := byte(w.acc >> w.n)
		w.out = append(w.out, b)
		if b == 0xff {
			w.out = append(w.out, 0)
		}
	}
}
