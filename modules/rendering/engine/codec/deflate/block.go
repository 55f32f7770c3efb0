// Package deflate compresses images to the DEFLATE format (RFC 1951). Unlike a general compressor it uses the image's
// structure: matches start and end at pixel boundaries, candidates come from the row above, and filter bytes are
// excluded from patterns. Output depends on the input alone.
package deflate

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/huffman"
	"github.com/platenhq/platen/modules/rendering/engine/codec/lsb"
)

// block collects the symbol frequencies of one dynamic block and then its codes.
type block struct {
	// freq, lengths and codes are indexed by a token's symbol: literals, end of block and lengths, then distances from
	// distBase on.
	freq    [1 << symbolBits]uint32
	lengths [1 << symbolBits]uint8
	// codes packs a symbol's reversed code and its length: code<<4 | bits.
	codes [1 << symbolBits]uint32
	extra int // extra bits of all tokens

	scratch []uint64
}

// begin computes the codes, reserves the exact output size and writes the block header.
func (b *block) begin(w *lsb.Writer, final bool) {
	b.freq[endOfBlock]++
	b.scratch = huffman.Lengths(b.freq[:litSymbols], maxBits, b.lengths[:litSymbols+2], b.scratch)
	b.scratch = huffman.Lengths(b.freq[distBase:distBase+distSymbols], maxBits, b.lengths[distBase:], b.scratch)

	size := b.extra
	for i, f := range b.freq {
		size += int(f) * int(b.lengths[i])
	}
	const headerRoom = 400
	w.Reserve(size>>3 + headerRoom)

	head := uint64(2 << 1) // BTYPE: dynamic Huffman codes
	if final {
		head |= 1
	}
	w.Put(head, 3)
	b.writeLengths(w)
	b.assignCodes()
}

func (b *block) assignCodes() {
	var codes [distBase + distSymbols]uint16
	huffman.Codes(b.lengths[:litSymbols], codes[:])
	huffman.Codes(b.lengths[distBase:distBase+distSymbols], codes[distBase:])
	for i, c := range codes {
		l := b.lengths[i]
		b.codes[i] = uint32(reverse(c, l))<<4 | uint32(l)
	}
}

// finish writes the end-of-block code.
func (b *block) finish(w *lsb.Writer) { w.Put(b.bits(endOfBlock)) }

// lengthOrder is the order in which code length code lengths are sent (§3.2.7).
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// writeLengths writes both codes' lengths, run-length coded.
func (b *block) writeLengths(w *lsb.Writer) {
	nlit, ndist := litSymbols, distSymbols
	litLen, distLen := b.lengths[:litSymbols], b.lengths[distBase:distBase+distSymbols]
	for nlit > 257 && litLen[nlit-1] == 0 {
		nlit--
	}
	for ndist > 1 && distLen[ndist-1] == 0 {
		ndist--
	}
	if distLen[ndist-1] == 0 {
		// Without matches, one unused one-bit code: some decoders reject an empty distance code.
		distLen[0] = 1
	}
	var all [litSymbols + distSymbols]uint8
	n := copy(all[:], litLen[:nlit])
	n += copy(all[n:], distLen[:ndist])

	// Each item is a symbol and, from 16 on, its extra value.
	type item struct{ sym, extra uint8 }
	var items [litSymbols + distSymbols]item
	var freq [19]uint32
	count := 0
	add := func(sym, extra uint8) {
		items[count] = item{sym, extra}
		freq[sym]++
		count++
	}
	for i := 0; i < n; {
		v := all[i]
		run := 1
		for i+run < n && all[i+run] == v {
			run++
		}
		i += run
		if v == 0 {
			for run >= 11 {
				k := min(run, 138)
				add(18, uint8(k-11))
				run -= k
			}
			if run >= 3 {
				add(17, uint8(run-3))
				run = 0
			}
		} else if run >= 4 {
			add(v, 0)
			run--
			for run >= 3 {
				k := min(run, 6)
				add(16, uint8(k-3))
				run -= k
			}
		}
		for ; run > 0; run-- {
			add(v, 0)
		}
	}

	var lens [19]uint8
	b.scratch = huffman.Lengths(freq[:], 7, lens[:], b.scratch)
	var codes [19]uint16
	huffman.Codes(lens[:], codes[:])
	nlen := 19
	for nlen > 4 && lens[lengthOrder[nlen-1]] == 0 {
		nlen--
	}
	w.Put(uint64(nlit-257)|uint64(ndist-1)<<5|uint64(nlen-4)<<10, 14)
	for _, s := range lengthOrder[:nlen] {
		w.Put(uint64(lens[s]), 3)
	}
	extraBits := [19]uint{16: 2, 17: 3, 18: 7}
	for _, it := range items[:count] {
		l := lens[it.sym]
		w.Put(uint64(reverse(codes[it.sym], l))|uint64(it.extra)<<l, uint(l)+extraBits[it.sym])
	}
}

// reverse reverses an n-bit code: DEFLATE sends codes from their most significant bit.
func reverse(code uint16, n uint8) uint16 { return bits.Reverse16(code) >> (16 - n) }
