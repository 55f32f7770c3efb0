package vp8l

import "math/bits"

// Alphabet sizes (§3.6.2): green carries 256 values, then 24 length prefixes, then
// the colour cache.
const (
	literals      = 256
	lengthCodes   = 24
	distanceCodes = 40
	cacheBits     = 10
	cacheStart    = literals + lengthCodes
	greenCodes    = cacheStart + 1<<cacheBits
	maxLength     = 4096
)

// step is a coding unit: a literal pixel or a copy.
type step struct {
	value  uint32 // the pixel, or the copy's distance code
	length uint16 // of the copy, 0 for a pixel
	slot   int16  // slot of the pixel in the colour cache, −1 if absent; of a copy, its symbols
}

// copyOf returns the step of a copy.
func copyOf(length, code uint32) step {
	return step{value: code, length: uint16(length), slot: int16(prefix(length)<<8 | prefix(code))}
}

// symbols returns the prefix symbols of a copy's length and distance.
func (s *step) symbols() (length, distance uint32) { return uint32(s.slot) >> 8, uint32(s.slot) & 0xff }

// extra returns the extra bits that follow the prefix symbol of v, and their number.
func extra(v, sym uint32) (value uint32, n uint) {
	n = uint(max(sym, 2)/2 - 1)
	return (v - 1) & (1<<n - 1), n
}

// codedImage is an image being written.
type codedImage struct {
	seqs  []seq
	steps []step
	tile  []uint16 // the tile in which each step begins
	group []uint8  // the group of codes of each tile
	bits  uint     // tiles are squares of 1<<bits pixels
	// fixed is a pixel of the image, and channels the number of those in which pixels may differ from it: 1 for green,
	// 3 for all but alpha, or 4.
	fixed    uint32
	channels int
}

// prefix returns the prefix symbol of a value ≥ 1 (§3.6.2.2).
func prefix(v uint32) uint32 {
	v--
	if v < 2 {
		return v
	}
	high := uint(bits.Len32(v)) - 1
	return uint32(2*high) + v>>(high-1)&1
}

// cacheSlot returns the slot of a pixel in the colour cache (§3.6.2.3).
func cacheSlot(c uint32) uint32 { return c * 0x1e35a7bd >> (32 - cacheBits) }

// take converts the sequences to steps, with a colour cache if cached, and records their tiles.
func (p *codedImage) take(pix []uint32, width int, cached bool) {
	steps, tile := p.steps[:0], p.tile[:0]
	p.bits = groupBits(width, len(pix)/width)
	bits, across := p.bits, tiles(width, p.bits)
	p.group = sized(p.group, across*tiles(len(pix)/width, bits))
	var cache [1 << cacheBits]uint32
	x, y, pos := 0, 0, 0
	row := 0 // index of the row's first tile
	advance := func(n int) {
		if x += n; x >= width {
			y += x / width
			x %= width
			row = y >> bits * across
		}
	}
	for _, s := range p.seqs {
		for _, c := range pix[pos : pos+int(s.lit)] {
			slot := int16(-1)
			if cached {
				k := cacheSlot(c) & (1<<cacheBits - 1)
				if cache[k] == c {
					slot = int16(k)
				}
				cache[k] = c
			}
			steps = append(steps, step{value: c, slot: slot})
			tile = append(tile, uint16(row+x>>bits))
			if x++; x == width {
				advance(0)
			}
		}
		pos += int(s.lit)
		if s.length == 0 {
			continue
		}
		if cached {
			last := ^pix[pos]
			run := pix[pos : pos+int(s.length)]
			if s.dist == 1 {
				run = run[:1] // all values are equal
			}
			for len(run) > 0 {
				for len(run) >= 4 {
					v := (*[4]uint32)(run)
					if (v[0]^last)|(v[1]^last)|(v[2]^last)|(v[3]^last) != 0 {
						break
					}
					run = run[4:]
				}
				if len(run) == 0 {
					break
				}
				if run[0] != last {
					last = run[0]
					cache[cacheSlot(last)&(1<<cacheBits-1)] = last
				}
				run = run[1:]
			}
		}
		pos += int(s.length)
		d := planeCode(int(s.dist), width)
		for n := int(s.length); n > 0; {
			k := min(n, maxLength)
			steps = append(steps, copyOf(uint32(k), d))
			tile = append(tile, uint16(row+x>>bits))
			advance(k)
			n -= k
		}
	}
	p.steps, p.tile = steps, tile
}
