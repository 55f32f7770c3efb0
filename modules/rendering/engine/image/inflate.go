package image

import (
	"encoding/binary"
	"math/bits"
)

// inflater decodes DEFLATE (RFC 1951) from memory to a buffer of known size. It accepts only well-formed data; for all
// other data, and for error messages, the standard library is used.
type inflater struct {
	src  []byte
	acc  uint64
	n    int // bits in acc; negative once more were consumed than exist
	lit  [1<<litBits + 288<<(maxCode-litBits)]entry
	dist [1<<distBits + 32<<(maxCode-distBits)]entry
	room []byte // buffer for the next call of buffer
}

// keptBytes is the maximum size of the scanline buffer that an inflater keeps.
const keptBytes = 1 << 20

// buffer returns a buffer of n bytes with unspecified contents, valid until the inflater is released.
func (f *inflater) buffer(n int) []byte {
	if n > keptBytes {
		return make([]byte, n)
	}
	if cap(f.room) < n {
		f.room = make([]byte, n)
	}
	return f.room[:n]
}

const (
	maxCode  = 15
	litBits  = 10
	distBits = 8
)

// entry is a decoding table entry: in the low byte the code's length in bits; above it the number of extra bits and a
// kind; in the high half the literal, the base length or distance, or the offset of the table for longer codes.
type entry uint32

const (
	kindLiteral = 1 << 12
	kindEnd     = 1 << 13
	kindTable   = 1 << 14
	kindBad     = 1 << 15
)

// length is at most maxCode; the mask is the one that shifts apply anyway.
func (e entry) length() uint { return uint(e & 63) }
func (e entry) extra() uint  { return uint(e >> 8 & 15) }
func (e entry) value() int   { return int(e >> 16) }

var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// litEntries and distEntries hold the entries of all symbols, without code lengths.
var litEntries, distEntries = func() (lit [288]entry, dist [32]entry) {
	for i := range 256 {
		lit[i] = entry(i)<<16 | kindLiteral
	}
	lit[256] = kindEnd
	base := 3
	for i := 257; i < 285; i++ {
		extra := max((i-257)/4-1, 0)
		lit[i] = entry(base)<<16 | entry(extra)<<8
		base += 1 << extra
	}
	lit[285] = 258 << 16
	lit[286], lit[287] = kindBad, kindBad
	base = 1
	for i := range 30 {
		extra := max(i/2-1, 0)
		dist[i] = entry(base)<<16 | entry(extra)<<8
		base += 1 << extra
	}
	dist[30], dist[31] = kindBad, kindBad
	return lit, dist
}()

// fill reads until there are at least 48 bits, or the source ends.
func (f *inflater) fill() {
	if len(f.src) >= 8 {
		f.acc |= binary.LittleEndian.Uint64(f.src) << (f.n & 63)
		k := (63 - f.n) >> 3
		f.src = f.src[k:]
		f.n += k * 8
		return
	}
	for f.n <= 48 && len(f.src) > 0 {
		f.acc |= uint64(f.src[0]) << (f.n & 63)
		f.src = f.src[1:]
		f.n += 8
	}
}

func (f *inflater) take(n uint) int {
	v := int(f.acc & (1<<n - 1))
	f.acc >>= n
	f.n -= int(n)
	return v
}

// build builds the decoding table of a code; codes of up to limit bits are decoded in one step. ok is false when the
// lengths do not form a complete code.
func build(table []entry, lengths []uint8, entries []entry, limit uint) bool {
	var count, next [maxCode + 1]int
	for _, l := range lengths {
		count[l]++
	}
	count[0] = 0
	code, left := 0, 1
	for l := 1; l <= maxCode; l++ {
		left = left<<1 - count[l]
		if left < 0 {
			return false
		}
		code = (code + count[l-1]) << 1
		next[l] = code
	}
	end := 1 << limit // end of the tables
	switch {
	case left == 0:
		clear(table[:end])
	case left == 1<<(maxCode-1) && count[1] == 1:
		// A code of one symbol, or none, has a length of one bit.
		for i := range table[:end] {
			table[i] = kindBad
		}
	default:
		return false
	}
	for s, l := range lengths {
		if l == 0 {
			continue
		}
		n := uint(l)
		at := int(bits.Reverse16(uint16(next[l])) >> (16 - n))
		next[l]++
		if n <= limit {
			for e := entries[s] | entry(n); at < 1<<limit; at += 1 << n {
				table[at] = e
			}
			continue
		}
		first := at & (1<<limit - 1)
		if table[first] == 0 {
			table[first] = entry(end)<<16 | kindTable
			end += 1 << (maxCode - limit)
		}
		sub := table[table[first].value():][:1<<(maxCode-limit)]
		for at, e := at>>limit, entries[s]|entry(n); at < len(sub); at += 1 << (n - limit) {
			sub[at] = e
		}
	}
	return true
}

// codes reads the codes of a dynamic block.
func (f *inflater) codes() bool {
	f.fill()
	nlit, ndist, ncode := f.take(5)+257, f.take(5)+1, f.take(4)+4
	if nlit > 286 || ndist > 30 {
		return false
	}
	var lens [286 + 30]uint8
	for _, s := range lengthOrder[:ncode] {
		if f.n < 3 {
			f.fill()
		}
		lens[s] = uint8(f.take(3))
	}
	var plain [19]entry
	for i := range plain {
		plain[i] = entry(i) << 16
	}
	if !build(f.lit[:], lens[:19], plain[:], litBits) {
		return false
	}
	clear(lens[:19])
	for i := 0; i < nlit+ndist; {
		f.fill()
		e := f.lit[f.acc&(1<<litBits-1)]
		f.take(e.length())
		s := e.value()
		if s < 16 {
			lens[i] = uint8(s)
			i++
			continue
		}
		v, run := uint8(0), 0
		switch s {
		case 16:
			if i == 0 {
				return false
			}
			v, run = lens[i-1], 3+f.take(2)
		case 17:
			run = 3 + f.take(3)
		default:
			run = 11 + f.take(7)
		}
		if i+run > nlit+ndist || f.n < 0 {
			return false
		}
		for ; run > 0; run-- {
			lens[i] = v
			i++
		}
	}
	return f.n >= 0 && build(f.lit[:], lens[:nlit], litEntries[:], litBits) &&
		build(f.dist[:], lens[nlit:nlit+ndist], distEntries[:], distBits)
}

// inflate fills dst from src and returns the remaining data; ok is false unless the output has exactly the size of dst.
func (f *inflater) inflate(dst, src []byte) (rest []byte, ok bool) {
	f.src, f.acc, f.n = src, 0, 0
	pos := 0
	for final := false; !final; {
		f.fill()
		final = f.take(1) == 1
		switch f.take(2) {
		case 0:
			f.take(uint(f.n & 7))
			f.fill()
			size, check := f.take(16), f.take(16)
			if f.n < 0 || size != check^0xffff {
				return nil, false
			}
			for ; f.n > 0 && size > 0 && pos < len(dst); size-- {
				dst[pos] = byte(f.take(8))
				pos++
			}
			if size > len(f.src) || size > len(dst)-pos {
				return nil, false
			}
			if size > 0 {
				f.acc = 0 // bits of the copied bytes
			}
			copy(dst[pos:], f.src[:size])
			f.src = f.src[size:]
			pos += size
		case 1:
			var lens [288]uint8
			for i := range lens {
				lens[i] = 8
				if i >= 144 && i < 256 {
					lens[i] = 9
				} else if i >= 256 && i < 280 {
					lens[i] = 7
				}
			}
			build(f.lit[:], lens[:], litEntries[:], litBits)
			for i := range 32 {
				lens[i] = 5
			}
			build(f.dist[:], lens[:32], distEntries[:], distBits)
			pos, ok = f.block(dst, pos)
			if !ok {
				return nil, false
			}
		case 2:
			if !f.codes() {
				return nil, false
			}
			pos, ok = f.block(dst, pos)
			if !ok {
				return nil, false
			}
		default:
			return nil, false
		}
		if f.n < 0 {
			return nil, false
		}
	}
	unread := f.n >> 3
	return src[len(src)-len(f.src)-unread:], pos == len(dst)
}

// block decodes a block's symbols to dst from pos on, and returns the end position.
func (f *inflater) block(dst []byte, pos int) (int, bool) {
	// Keep the state in registers.
	src, acc, n := f.src, f.acc, f.n
	for {
		// Each turn decodes up to four literals from the first-level table without another refill.
		for len(src) >= 8 && len(dst)-pos >= 4 {
			acc |= binary.LittleEndian.Uint64(src) << (n & 63)
			src = src[(63-n)>>3:]
			n |= 56
			out := dst[pos : pos+4 : pos+4]
			e := f.lit[acc&(1<<litBits-1)]
			if e&kindLiteral == 0 {
				break
			}
			acc >>= e.length()
			out[0] = byte(e >> 16)
			n -= int(e.length())
			pos++
			if e = f.lit[acc&(1<<litBits-1)]; e&kindLiteral == 0 {
				break
			}
			acc >>= e.length()
			out[1] = byte(e >> 16)
			n -= int(e.length())
			pos++
			if e = f.lit[acc&(1<<litBits-1)]; e&kindLiteral == 0 {
				break
			}
			acc >>= e.length()
			out[2] = byte(e >> 16)
			n -= int(e.length())
			pos++
			if e = f.lit[acc&(1<<litBits-1)]; e&kindLiteral == 0 {
				break
			}
			acc >>= e.length()
			out[3] = byte(e >> 16)
			n -= int(e.length())
			pos++
		}
		if len(src) >= 8 {
			acc |= binary.LittleEndian.Uint64(src) << (n & 63)
			src = src[(63-n)>>3:]
			n |= 56
		} else {
			for n <= 48 && len(src) > 0 {
				acc |= uint64(src[0]) << (n & 63)
				src = src[1:]
				n += 8
			}
		}
		e := f.lit[acc&(1<<litBits-1)]
		if e&kindTable != 0 {
			e = f.lit[(e.value()+int(acc>>litBits&(1<<(maxCode-litBits)-1)))%len(f.lit)]
		}
		acc >>= e.length()
		n -= int(e.length())
		if e&kindLiteral != 0 {
			if pos >= len(dst) || n < 0 {
				return 0, false
			}
			dst[pos] = byte(e >> 16)
			pos++
			continue
		}
		if e&kindEnd != 0 {
			f.src, f.acc, f.n = src, acc, n
			return pos, n >= 0
		}
		length := e.value() + int(acc&(1<<e.extra()-1))
		acc >>= e.extra()
		d := f.dist[acc&(1<<distBits-1)]
		if d&kindTable != 0 {
			d = f.dist[(d.value()+int(acc>>distBits&(1<<(maxCode-distBits)-1)))%len(f.dist)]
		}
		acc >>= d.length()
		dist := d.value() + int(acc&(1<<d.extra()-1))
		acc >>= d.extra()
		n -= int(e.extra() + d.length() + d.extra())
		if (e|d)&kindBad != 0 || n < 0 || dist > pos || length > len(dst)-pos {
			return 0, false
		}
		for end := pos + length; pos < end; {
			// Copied bytes can be copied again (overlapping match).
			pos += copy(dst[pos:end], dst[pos-dist:pos])
			dist *= 2
		}
	}
}
