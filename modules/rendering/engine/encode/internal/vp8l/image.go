package vp8l

import (
	"context"
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/huffman"
	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/lsb"
)

// Alphabet sizes (§5.2): green carries 256 values, then 24 length prefixes, then
// the colour cache.
const (
	literals      = 256
	lengthCodes   = 24
	distanceCodes = 40
	maxCacheBits  = 10
	greenCodes    = literals + lengthCodes + 1<<maxCacheBits
	maxLength     = 4096
)

// histogram counts the symbols of an image and then holds their codes.
type histogram struct {
	cacheBits uint
	green     [greenCodes]uint32
	red       [256]uint32
	blue      [256]uint32
	alpha     [256]uint32
	distance  [distanceCodes]uint32
	extra     int

	greenCode    [greenCodes]code
	redCode      [256]code
	blueCode     [256]code
	alphaCode    [256]code
	distanceCode [distanceCodes]code

	scratch []uint64
}

// code is a prefix code reversed for the bit writer, with its length.
type code struct {
	bits uint16
	n    uint8
}

func (h *histogram) reset(cacheBits uint) {
	h.cacheBits = cacheBits
	clear(h.green[:])
	h.red, h.blue, h.alpha, h.distance = [256]uint32{}, [256]uint32{}, [256]uint32{}, [distanceCodes]uint32{}
	h.extra = 0
}

func (h *histogram) greenSize() int {
	if h.cacheBits == 0 {
		return literals + lengthCodes
	}
	return literals + lengthCodes + 1<<h.cacheBits
}

// prefix splits a value ≥ 1 into a prefix symbol and extra bits (§5.2.2).
func prefix(v uint32) (sym, extra uint32, n uint) {
	v--
	if v < 2 {
		return v, 0, 0
	}
	high := uint(bits.Len32(v)) - 1
	n = high - 1
	return uint32(2*high) + v>>n&1, v & (1<<n - 1), n
}

// cacheSlot is where the colour cache keeps a pixel (§5.2.3).
func cacheSlot(c uint32, cacheBits uint) uint32 { return c * 0x1e35a7bd >> (32 - cacheBits) }

// step is what the coder says next: a literal, a cached colour or a copy.
type step struct {
	pixel  uint32
	slot   int32 // of the cache, −1 for a literal
	length uint32
	dist   uint32 // distance code; 0 when not a copy
}

// walk turns sequences into steps.
func walk(pix []uint32, seqs []seq, width int, cacheBits uint, f func(step)) {
	var cache [1 << maxCacheBits]uint32
	pos := 0
	for _, s := range seqs {
		for _, c := range pix[pos : pos+int(s.lit)] {
			slot := int32(-1)
			if cacheBits > 0 {
				k := cacheSlot(c, cacheBits)
				if cache[k] == c {
					slot = int32(k)
				}
				cache[k] = c
			}
			f(step{pixel: c, slot: slot})
		}
		pos += int(s.lit)
		if s.length == 0 {
			continue
		}
		if cacheBits > 0 {
			last := ^pix[pos]
			for _, c := range pix[pos : pos+int(s.length)] {
				if c != last {
					cache[cacheSlot(c, cacheBits)] = c
					last = c
				}
			}
		}
		pos += int(s.length)
		d := planeCode(int(s.dist), width)
		for n := s.length; n > 0; {
			k := min(n, maxLength)
			f(step{length: k, dist: d})
			n -= k
		}
	}
}

// count fills the histogram.
func (h *histogram) count(pix []uint32, seqs []seq, width int) {
	walk(pix, seqs, width, h.cacheBits, func(s step) {
		switch {
		case s.dist != 0:
			ls, _, le := prefix(s.length)
			ds, _, de := prefix(s.dist)
			h.green[literals+ls]++
			h.distance[ds]++
			h.extra += int(le + de)
		case s.slot >= 0:
			h.green[literals+lengthCodes+uint32(s.slot)]++
		default:
			h.green[s.pixel>>8&0xff]++
			h.red[s.pixel>>16&0xff]++
			h.blue[s.pixel&0xff]++
			h.alpha[s.pixel>>24]++
		}
	})
}

// assign computes all codes and returns about how many bits the image takes.
func (h *histogram) assign() int {
	total := h.extra
	one := func(freq []uint32, out []code) {
		var lengths [greenCodes]uint8
		var codes [greenCodes]uint16
		h.scratch = huffman.Lengths(freq, 15, lengths[:], h.scratch)
		huffman.Codes(lengths[:len(freq)], codes[:])
		used := 0
		for i, f := range freq {
			n := lengths[i]
			out[i] = code{bits.Reverse16(codes[i]) >> (16 - n) & (1<<n - 1), n}
			total += int(f) * int(n)
			if f > 0 {
				used++
			}
		}
		// Sending a code takes some bits a symbol.
		total += used * 4
	}
	one(h.green[:h.greenSize()], h.greenCode[:])
	one(h.red[:], h.redCode[:])
	one(h.blue[:], h.blueCode[:])
	one(h.alpha[:], h.alphaCode[:])
	one(h.distance[:], h.distanceCode[:])
	return total
}

// writeImage writes an entropy-coded image (§5); the main one says in addition
// that it has a single group of codes. The only error is ctx's.
func (e *encoder) writeImage(ctx context.Context, pix []uint32, width int, main bool) error {
	seqs, err := e.matcher.find(ctx, pix, width)
	if err != nil {
		return err
	}
	h, other := &e.histogram[0], &e.histogram[1]
	h.reset(0)
	h.count(pix, seqs, width)
	best := h.assign()
	if main {
		other.reset(maxCacheBits)
		other.count(pix, seqs, width)
		if n := other.assign(); n < best {
			best, h = n, other
		}
	}
	e.w.Reserve(best/8 + 8192)
	if h.cacheBits > 0 {
		e.w.Put(1|uint64(h.cacheBits)<<1, 5)
	} else {
		e.w.Put(0, 1)
	}
	if main {
		e.w.Put(0, 1) // one group of codes
	}
	h.writeCodes(&e.w)
	w := &e.w
	walk(pix, seqs, width, h.cacheBits, func(s step) {
		switch {
		case s.dist != 0:
			ls, lx, le := prefix(s.length)
			ds, dx, de := prefix(s.dist)
			c, d := h.greenCode[literals+ls], h.distanceCode[ds]
			w.Put(uint64(c.bits)|uint64(lx)<<c.n, uint(c.n)+le)
			w.Put(uint64(d.bits)|uint64(dx)<<d.n, uint(d.n)+de)
		case s.slot >= 0:
			c := h.greenCode[literals+lengthCodes+uint32(s.slot)]
			w.Put(uint64(c.bits), uint(c.n))
		default:
			g, r := h.greenCode[s.pixel>>8&0xff], h.redCode[s.pixel>>16&0xff]
			b, a := h.blueCode[s.pixel&0xff], h.alphaCode[s.pixel>>24]
			w.Put(uint64(g.bits)|uint64(r.bits)<<g.n, uint(g.n+r.n))
			w.Put(uint64(b.bits)|uint64(a.bits)<<b.n, uint(b.n+a.n))
		}
	})
	return nil
}

func (h *histogram) writeCodes(w *lsb.Writer) {
	writeCode(w, h.greenCode[:h.greenSize()])
	writeCode(w, h.redCode[:])
	writeCode(w, h.blueCode[:])
	writeCode(w, h.alphaCode[:])
	writeCode(w, h.distanceCode[:])
}
