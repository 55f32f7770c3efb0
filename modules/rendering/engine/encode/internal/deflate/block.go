// Package deflate compresses pictures to the DEFLATE format (RFC 1951). It knows
// what a general compressor cannot: matches start and end at pixels, candidates
// stand in the row above, and a row's filter byte is not part of the pattern.
// Output depends on the input alone.
package deflate

import (
	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/huffman"
	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/lsb"
)

// seq is a run of literal units followed by a match: lit units, then length
// units copied from dist bytes back. A length of zero ends a row.
type seq struct {
	lit, length uint32
	dist        uint32
}

// block collects the statistics of one dynamic block and then its codes.
type block struct {
	litFreq  [litSymbols + 2]uint32
	distFreq [distSymbols + 2]uint32
	extra    int // extra bits of all matches

	litLen  [litSymbols + 2]uint8
	distLen [distSymbols + 2]uint8

	// lit packs a literal's reversed code and its length: code<<8 | bits.
	lit [256]uint32
	end uint32
	// length does the same for match lengths 3–258, extra bits included.
	length [256]uint32
	// distCode holds a distance symbol's reversed code and bits.
	distCode [distSymbols]uint32

	scratch []uint64
}

func (b *block) reset() {
	clear(b.litFreq[:])
	clear(b.distFreq[:])
	b.extra = 0
}

// countMatch adds a match of n bytes (3–258).
func (b *block) countMatch(n, dist int) {
	ls, _, le := lengthSymbol(n)
	ds, _, de := distSymbol(dist)
	b.litFreq[ls]++
	b.distFreq[ds]++
	b.extra += int(le + de)
}

// countMatches adds k matches of the longest kind, whole bytes long each.
func (b *block) countMatches(k, n, dist int) {
	ls, _, le := lengthSymbol(n)
	ds, _, de := distSymbol(dist)
	b.litFreq[ls] += uint32(k)
	b.distFreq[ds] += uint32(k)
	b.extra += k * int(le+de)
}

// begin computes the codes, reserves the exact room and writes the block header.
func (b *block) begin(w *lsb.Writer, final bool) {
	b.litFreq[endOfBlock]++
	b.scratch = huffman.Lengths(b.litFreq[:litSymbols], maxBits, b.litLen[:], b.scratch)
	b.scratch = huffman.Lengths(b.distFreq[:distSymbols], maxBits, b.distLen[:], b.scratch)

	size := b.extra
	for i, f := range b.litFreq[:litSymbols] {
		size += int(f) * int(b.litLen[i])
	}
	for i, f := range b.distFreq[:distSymbols] {
		size += int(f) * int(b.distLen[i])
	}
	const headerRoom = 400
	w.Reserve(size>>3 + headerRoom)

	head := uint64(2 << 1) // dynamic codes
	if final {
		head |= 1
	}
	w.Put(head, 3)
	b.writeLengths(w)
	b.assignCodes()
}

func (b *block) assignCodes() {
	var codes [litSymbols + 2]uint16
	huffman.Codes(b.litLen[:litSymbols], codes[:])
	packed := func(sym int, lengths []uint8) uint32 {
		l := lengths[sym]
		return uint32(reverse(codes[sym], l))<<8 | uint32(l)
	}
	for i := range b.lit {
		b.lit[i] = packed(i, b.litLen[:])
	}
	b.end = packed(endOfBlock, b.litLen[:])
	for n := minMatch; n <= maxMatch; n++ {
		sym, extra, eb := lengthSymbol(n)
		c := packed(int(sym), b.litLen[:])
		bits := c & 0xff
		b.length[n-minMatch] = (c>>8|uint32(extra)<<bits)<<8 | (bits + uint32(eb))
	}
	huffman.Codes(b.distLen[:distSymbols], codes[:])
	for i := range b.distCode {
		b.distCode[i] = packed(i, b.distLen[:])
	}
}

// finish writes the end-of-block code.
func (b *block) finish(w *lsb.Writer) { w.Put(uint64(b.end>>8), uint(b.end&0xff)) }

// lengthOrder is the order in which code length code lengths are sent (§3.2.7).
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// writeLengths sends both codes' lengths, run-length coded.
func (b *block) writeLengths(w *lsb.Writer) {
	nlit, ndist := litSymbols, distSymbols
	for nlit > 257 && b.litLen[nlit-1] == 0 {
		nlit--
	}
	for ndist > 1 && b.distLen[ndist-1] == 0 {
		ndist--
	}
	if b.distLen[ndist-1] == 0 {
		// No match at all: one unused one-bit code keeps every decoder content.
		b.distLen[0] = 1
	}
	var all [litSymbols + distSymbols]uint8
	n := copy(all[:], b.litLen[:nlit])
	n += copy(all[n:], b.distLen[:ndist])

	// Each item is a symbol and, above 15, its extra value.
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

// reverse turns an n-bit code around: DEFLATE sends codes from their high end.
func reverse(code uint16, n uint8) uint16 {
	var r uint16
	for ; n > 0; n-- {
		r = r<<1 | code&1
		code >>= 1
	}
	return r
}
