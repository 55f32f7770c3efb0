package jpeg

import (
	"encoding/binary"
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/huffman"
)

// tokens is the entropy coder's input: what the Huffman codes will say, kept until
// the codes are known. A token is a symbol in the high half and the bits that
// follow it in the low half; the symbol's low four bits count them (T.81 F.1.2).
type tokens struct {
	list   []uint32
	ends   []int32 // where each block's AC tokens end
	dc     []int16 // each block's DC coefficient
	ac     [2][256]uint32
	blocks []uint8 // component number of each block
}

func (t *tokens) reset() {
	t.list, t.ends, t.dc, t.blocks = t.list[:0], t.ends[:0], t.dc[:0], t.blocks[:0]
	t.ac = [2][256]uint32{}
}

// add appends a block of component comp, which uses AC code class (0 or 1).
func (t *tokens) add(b *block, comp uint8) {
	freq := &t.ac[min(comp, 1)]
	dc := int16(0)
	mask := b.mask
	if mask&1 != 0 {
		dc = b.coef[0]
		mask &^= 1
	}
	t.dc = append(t.dc, dc)
	t.blocks = append(t.blocks, comp)
	list := t.list
	at := 0
	for mask != 0 {
		k := bits.TrailingZeros64(mask)
		mask &= mask - 1
		run := k - at - 1
		at = k
		for ; run >= 16; run -= 16 {
			list = append(list, 0xf0<<16)
			freq[0xf0]++
		}
		n, low := magnitude(int32(b.coef[k&63]))
		sym := uint32(run)<<4 | n
		freq[sym&0xff]++
		list = append(list, sym<<16|low)
	}
	if at != 63 {
		list = append(list, 0)
		freq[0]++
	}
	t.list = list
	t.ends = append(t.ends, int32(len(list)))
}

// magnitude returns the size category of v and its bits (F.1.2.1).
func magnitude(v int32) (n, low uint32) {
	sign := v >> 31
	n = uint32(bits.Len32(uint32((v ^ sign) - sign)))
	return n, uint32(v+sign) & (1<<n - 1)
}

// code is a Huffman code as it is defined and as it is used.
type code struct {
	counts  [16]byte // codes of each length
	symbols []byte   // by length
	packed  [256]uint32
}

// newCode builds the optimal code for freq. The all-ones code word must stay
// unused (K.2), which a dummy symbol of the least weight sees to.
func newCode(freq *[256]uint32) *code {
	var f [257]uint32
	used := false
	for i, n := range freq {
		// Scaling keeps the dummy's weight under every other's.
		f[i] = n * 2
		used = used || n != 0
	}
	if !used {
		f[0] = 2
	}
	f[256] = 1
	var lens [257]uint8
	huffman.Lengths(f[:], 16, lens[:], nil)
	// The dummy, being the rarest and sorted last among equals, is the last code of
	// the greatest length.
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

// bitWriter packs bits, most significant first, and stuffs a zero byte behind
// every 0xFF.
type bitWriter struct {
	out []byte
	acc uint64
	n   uint
}

// put appends the low n ≤ 32 bits of v, whose other bits are zero.
func (w *bitWriter) put(v uint64, n uint) {
	w.acc = w.acc<<n | v
	w.n += n
	if w.n >= 32 {
		w.n -= 32
		w.word(uint32(w.acc >> w.n))
	}
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
