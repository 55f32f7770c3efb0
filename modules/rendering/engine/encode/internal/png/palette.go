package png

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// palette is a set of at most 256 colours (RGBA with R in the low byte) in the
// order in which they are sent, and the way to their numbers.
type palette struct {
	colors []uint32
	slots  [paletteSlots]slot
}

const paletteSlots = 1024

type slot struct {
	color uint32
	index uint16 // one more than the number; 0 is free
}

func slotOf(c uint32) uint32 { return c * 0x9E3779B1 >> 22 }

// add makes room for c and reports whether there was some.
func (p *palette) add(c uint32) bool {
	for i := slotOf(c); ; i = (i + 1) % paletteSlots {
		s := &p.slots[i]
		if s.index == 0 {
			if len(p.colors) == 256 {
				return false
			}
			p.colors = append(p.colors, c)
			*s = slot{c, uint16(len(p.colors))}
			return true
		}
		if s.color == c {
			return true
		}
	}
}

// index returns the number of c, which must be in the palette.
func (p *palette) index(c uint32) byte {
	for i := slotOf(c); ; i = (i + 1) % paletteSlots {
		if s := &p.slots[i]; s.color == c && s.index != 0 {
			return byte(s.index - 1)
		}
	}
}

// exactPalette returns the palette of straight pixels when it has at most 256
// colours, otherwise nil. Colours that are not opaque come first, so that the
// transparency chunk is short; otherwise they are ordered by value, which puts
// neighbours of a ramp side by side.
func exactPalette(src []byte, opaque bool) *palette {
	var p palette
	last := ^load32(src)
	for i := 0; i+8 <= len(src); i += 8 {
		v := load64(src[i:])
		if v == uint64(last)|uint64(last)<<32 {
			continue
		}
		a, b := uint32(v), uint32(v>>32)
		if a != last && !p.add(a) {
			return nil
		}
		if b != a && !p.add(b) {
			return nil
		}
		last = b
	}
	if len(src)%8 != 0 && !p.add(load32(src[len(src)-4:])) {
		return nil
	}
	if !opaque {
		for i, c := range p.colors {
			p.colors[i] = Straight(c)
		}
		slices.Sort(p.colors)
		if u := slices.Compact(p.colors); len(u) < len(p.colors) {
			p.colors = u
		}
	}
	return newPalette(p.colors)
}

func newPalette(colors []uint32) *palette {
	slices.SortFunc(colors, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(a>>24, b>>24), cmp.Compare(luma(a), luma(b)), cmp.Compare(a, b))
	})
	q := &palette{}
	for _, c := range colors {
		q.add(c)
	}
	return q
}

func luma(c uint32) uint32 { return c&0xff*77 + c>>8&0xff*150 + c>>16&0xff*29 }

// depth returns the smallest bit depth that can number the colours.
func (p *palette) depth() int {
	switch n := len(p.colors); {
	case n <= 2:
		return 1
	case n <= 4:
		return 2
	case n <= 16:
		return 4
	}
	return 8
}

// pack writes a row of straight pixels as palette numbers of the given depth,
// the leftmost pixel in the high bits.
func (p *palette) pack(dst, src []byte, depth int) {
	last, num := ^load32(src), byte(0)
	if depth == 8 {
		for i := range len(src) / 4 {
			if c := binary.LittleEndian.Uint32(src[i*4:]); c != last {
				last, num = c, p.index(c)
			}
			dst[i] = num
		}
		return
	}
	clear(dst)
	per := 8 / depth
	for i := range len(src) / 4 {
		if c := binary.LittleEndian.Uint32(src[i*4:]); c != last {
			last, num = c, p.index(c)
		}
		dst[i/per] |= num << (8 - depth - i%per*depth)
	}
}

// chunks returns the PLTE data and the tRNS data, the latter nil when all colours
// are opaque.
func (p *palette) chunks() (plte, trns []byte) {
	for _, c := range p.colors {
		plte = append(plte, byte(c), byte(c>>8), byte(c>>16))
		if c>>24 != 255 {
			trns = append(trns, byte(c>>24))
		}
	}
	return plte, trns
}
