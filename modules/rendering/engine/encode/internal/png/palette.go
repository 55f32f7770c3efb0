package png

import "bytes"

// palette is a picture as numbers of at most 256 colours.
type palette struct {
	colors []uint32 // straight RGBA, R in the low byte, in the order they are sent
	index  []byte   // one number a pixel
}

// slots is a hash table from colours to numbers.
type slots [1024]struct {
	color uint32
	index uint16 // one more than the number; 0 is free
}

// number returns the number of c, adding it to colors if it is new and there is
// room.
func (t *slots) number(c uint32, colors *[]uint32) (n byte, ok bool) {
	for i := c * 0x9E3779B1 >> 22; ; i = (i + 1) % uint32(len(t)) {
		s := &t[i]
		if s.index == 0 {
			if len(*colors) == 256 {
				return 0, false
			}
			*colors = append(*colors, c)
			s.color, s.index = c, uint16(len(*colors))
		} else if s.color != c {
			continue
		}
		return byte(s.index - 1), true
	}
}

// exactPalette returns pic as a palette when it has at most 256 colours, otherwise
// nil, mostly after a few rows.
func exactPalette(pic *Picture) *palette {
	var table slots
	p := &palette{}
	w := pic.Width
	for y := range pic.Height {
		row := pic.Pix[y*w*4 : (y+1)*w*4]
		start := len(p.index)
		if y > 0 && bytes.Equal(row, pic.Pix[(y-1)*w*4:y*w*4]) {
			p.index = append(p.index, p.index[start-w:]...)
			continue
		}
		if cap(p.index)-start < w {
			// The first rows decide most pictures; only the others get all the room.
			room := w * min(8, pic.Height)
			if y > 0 {
				room = w * pic.Height
			}
			grown := make([]byte, start, room)
			copy(grown, p.index)
			p.index = grown
		}
		p.index = p.index[:start+w]
		if !table.numberRow(p.index[start:], row, &p.colors) {
			return nil
		}
	}
	if !pic.Opaque {
		for i, c := range p.colors {
			p.colors[i] = Straight(c)
		}
	}
	return p
}

// numberRow writes the numbers of a row's pixels; it fails when there are too many
// colours.
func (t *slots) numberRow(dst, src []byte, colors *[]uint32) bool {
	pair := uint64(load32(src)) * (1<<32 + 1)
	last, ok := t.number(uint32(pair), colors)
	if !ok {
		return false
	}
	for len(dst) >= 2 {
		v := load64(src)
		if v != pair {
			first, ok := t.number(uint32(v), colors)
			if !ok {
				return false
			}
			if last = first; uint32(v>>32) != uint32(v) {
				if last, ok = t.number(uint32(v>>32), colors); !ok {
					return false
				}
			}
			dst[0], dst[1] = first, last
			pair = v >> 32 * (1<<32 + 1)
		} else {
			dst[0], dst[1] = last, last
		}
		src, dst = src[8:], dst[2:]
	}
	if len(dst) == 1 {
		dst[0], ok = t.number(load32(src), colors)
	}
	return ok
}

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

// pack writes numbers with the given depth, the leftmost in the high bits.
func pack(dst, numbers []byte, depth int) {
	if depth == 8 {
		copy(dst, numbers)
		return
	}
	clear(dst)
	per := 8 / depth
	for i, n := range numbers {
		dst[i/per] |= n << (8 - depth - i%per*depth)
	}
}

// chunks returns the PLTE data and the tRNS data, which ends with the last colour
// that is not opaque and is nil when all are.
func (p *palette) chunks() (plte, trns []byte) {
	translucent := 0
	for i, c := range p.colors {
		plte = append(plte, byte(c), byte(c>>8), byte(c>>16))
		if c>>24 != 255 {
			translucent = i + 1
		}
	}
	for _, c := range p.colors[:translucent] {
		trns = append(trns, byte(c>>24))
	}
	return plte, trns
}
