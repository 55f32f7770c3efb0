package vp8l

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/huffman"
	"github.com/platenhq/platen/modules/rendering/engine/codec/lsb"
)

// histogram counts the symbols of steps and then holds their codes.
type histogram struct {
	counts
	codes struct {
		green    [greenCodes]code
		red      [256]code
		blue     [256]code
		alpha    [256]code
		distance [distanceCodes]code
	}
	scratch []uint64
}

type counts struct {
	green    [greenCodes]uint32
	red      [256]uint32
	blue     [256]uint32
	alpha    [256]uint32
	distance [distanceCodes]uint32
}

// code is a prefix code word, reversed for the bit writer, with its length.
type code struct {
	bits uint16
	n    uint8
}

// add counts a step of an image whose literals have the given number of channels; count fills in the others.
func (h *counts) add(s *step, channels int) {
	switch {
	case s.length != 0:
		ls, ds := s.symbols()
		h.green[literals+ls]++
		h.distance[ds]++
	case s.slot >= 0:
		h.green[cacheStart+int(s.slot)]++
	default:
		c := s.value
		h.green[c>>8&0xff]++
		if channels > 1 {
			h.red[c>>16&0xff]++
			h.blue[c&0xff]++
			if channels > 3 {
				h.alpha[c>>24]++
			}
		}
	}
}

// fix counts the channels of literals that add has not counted.
func (h *counts) fix(p *codedImage) {
	if p.channels > 3 {
		return
	}
	n := uint32(0)
	for _, v := range h.green[:literals] {
		n += v
	}
	if p.channels == 1 {
		h.red[p.fixed>>16&0xff], h.blue[p.fixed&0xff] = n, n
	}
	h.alpha[p.fixed>>24] = n
}

func (h *counts) literal(c uint32) {
	h.green[c>>8&0xff]++
	h.red[c>>16&0xff]++
	h.blue[c&0xff]++
	h.alpha[c>>24]++
}

// alphabets returns the symbols of the five codes.
func (h *counts) alphabets() [5][]uint32 {
	return [5][]uint32{h.green[:], h.red[:], h.blue[:], h.alpha[:], h.distance[:]}
}

// bits returns the approximate size of the counted symbols and their codes in 1/256 bits, together with those of other,
// if not nil.
func (h *counts) bits(other *counts) int {
	var more [5][]uint32
	if other != nil {
		more = other.alphabets()
	}
	sum := 0
	for k, list := range h.alphabets() {
		sum += bitsOf(list, more[k])
	}
	return sum
}

// bitsOf returns the approximate size of the symbols of an alphabet and its code in 1/256 bits; more, if not nil, is
// added to the counts.
func bitsOf(list, more []uint32) int {
	total, part, used := 0, 0, 0
	for i, n := range list {
		if more != nil {
			n += more[i]
		}
		if n != 0 {
			total += int(n)
			part += int(n) * log2(n)
			used++
		}
	}
	if used < 2 {
		return 0
	}
	// The code itself costs some bits per symbol.
	return total*log2(uint32(total)) - part + used*5<<8
}

// log2Part is the binary logarithm of 1 + i/256 in 1/256, by repeated squaring.
var log2Part = func() (t [256]uint8) {
	for i := range t {
		x := uint64(256+i) << 23 // 1.31 fixed point
		for bit := uint8(1 << 7); bit > 0; bit >>= 1 {
			x = x * x >> 31
			if x >= 1<<32 {
				x >>= 1
				t[i] |= bit
			}
		}
	}
	return t
}()

// log2 returns the binary logarithm of v ≥ 1 in 1/256.
func log2(v uint32) int {
	n := bits.Len32(v) - 1
	return n<<8 + int(log2Part[uint8(uint64(v)<<8>>n)])
}

// greenSize returns the size of the first alphabet.
func greenSize(cached bool) int {
	if cached {
		return greenCodes
	}
	return cacheStart
}

// assign computes all codes.
func (h *histogram) assign(cached bool) {
	one := func(freq []uint32, out []code) {
		var lengths [greenCodes]uint8
		var codes [greenCodes]uint16
		h.scratch = huffman.Lengths(freq, 15, lengths[:], h.scratch)
		huffman.Codes(lengths[:len(freq)], codes[:])
		for i := range freq {
			n := lengths[i]
			out[i] = code{bits.Reverse16(codes[i]) >> (16 - n) & (1<<n - 1), n}
		}
	}
	one(h.green[:greenSize(cached)], h.codes.green[:])
	one(h.red[:], h.codes.red[:])
	one(h.blue[:], h.codes.blue[:])
	one(h.alpha[:], h.codes.alpha[:])
	one(h.distance[:], h.codes.distance[:])
}

// writeCodes writes the codes. Codes of a single symbol become empty.
func (h *histogram) writeCodes(w *lsb.Writer, cached bool) {
	writeCode(w, h.codes.green[:greenSize(cached)])
	writeCode(w, h.codes.red[:])
	writeCode(w, h.codes.blue[:])
	writeCode(w, h.codes.alpha[:])
	writeCode(w, h.codes.distance[:])
}

// write writes a step.
func (h *histogram) write(w *lsb.Writer, s *step) {
	switch {
	case s.length != 0:
		ls, ds := s.symbols()
		lx, le := extra(uint32(s.length), ls)
		dx, de := extra(s.value, ds)
		c, d := h.codes.green[literals+ls], h.codes.distance[ds]
		w.Put(uint64(c.bits)|uint64(lx)<<c.n, uint(c.n)+le)
		w.Put(uint64(d.bits)|uint64(dx)<<d.n, uint(d.n)+de)
	case s.slot >= 0:
		c := h.codes.green[cacheStart+int(s.slot)]
		w.Put(uint64(c.bits), uint(c.n))
	default:
		g, r := h.codes.green[s.value>>8&0xff], h.codes.red[s.value>>16&0xff]
		b, a := h.codes.blue[s.value&0xff], h.codes.alpha[s.value>>24]
		w.Put(uint64(g.bits)|uint64(r.bits)<<g.n, uint(g.n+r.n))
		if n := uint(b.n + a.n); n != 0 {
			w.Put(uint64(b.bits)|uint64(a.bits)<<b.n, n)
		}
	}
}
