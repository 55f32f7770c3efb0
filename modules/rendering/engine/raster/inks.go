package raster

import "encoding/binary"

// ink is a colour to paint with, and its text gamma.
type ink struct {
	color uint32
	gamma *[256]uint8
	// over[d] is the index in indexPainter.blends, plus one, of the results of the ink over palette index d.
	over [maxColors]uint16
}

// stampKey identifies the result of an ink painted through a mask over a single palette index.
type stampKey struct {
	mask *glyphMask
	ink  int
	on   uint8
}

// blends holds, by coverage, the palette index plus one of an ink over a given index; 0 is not computed yet.
type blends [256]uint16

// setInk selects the colour to paint with; false if there are too many inks.
func (n *indexPainter) setInk(color uint32, gamma *[256]uint8) bool {
	for i := range n.inks {
		if n.inks[i].color == color && n.inks[i].gamma == gamma {
			n.ink, n.inkAt = &n.inks[i], i
			return true
		}
	}
	if len(n.inks) == maxInks {
		n.full = true
		return false
	}
	n.inks = append(n.inks, ink{color: color, gamma: gamma})
	n.ink, n.inkAt = &n.inks[len(n.inks)-1], len(n.inks)-1
	return true
}

// over composites the current ink with coverage over palette indices.
func (n *indexPainter) over(dst []byte, cov []uint8) {
	dst = dst[:len(cov)]
	for i, c := range cov {
		d := dst[i]
		if b := n.ink.over[d]; b != 0 {
			if v := n.blends[b-1][c]; v != 0 {
				dst[i] = uint8(v - 1)
				continue
			}
		}
		dst[i] = n.blend(d, c)
	}
}

// blend returns the palette index of the ink over index d.
func (n *indexPainter) blend(d, cov uint8) uint8 {
	b := &n.ink.over[d]
	if *b == 0 {
		if len(n.blends) == maxBlends {
			n.full = true
			return d
		}
		n.blends = append(n.blends, blends{})
		*b = uint16(len(n.blends))
	}
	known := &n.blends[*b-1][cov]
	if *known == 0 {
		pixel, c := n.pixel(d), cov
		if n.ink.gamma != nil {
			c = n.ink.gamma[c]
		}
		overSolidMask(pixel[:], n.ink.color, []uint8{c})
		*known = uint16(n.indexOf(binary.LittleEndian.Uint32(pixel[:]))) + 1
	}
	return uint8(*known - 1)
}

// indexOf returns the palette index of a colour, adding it if new.
func (n *indexPainter) indexOf(c uint32) uint8 {
	for i := c * 0x9E3779B1 >> 22; ; i = (i + 1) % uint32(len(n.slots)) {
		switch s := &n.slots[i]; {
		case *s == 0 && len(n.colors) == maxColors:
			n.full = true
			return 0
		case *s == 0:
			n.colors = append(n.colors, c)
			*s = uint16(len(n.colors))
			fallthrough
		case n.colors[*s-1] == c:
			return uint8(*s - 1)
		}
	}
}

// reindex reorders the colours that occur in the image in the order of their first pixels, and returns them.
func (n *indexPainter) reindex(same []bool) []uint32 {
	var colors []uint32
	var fresh [maxColors]uint16 // new index + 1
	renew := func(row []byte) {
		for i, d := range row {
			f := fresh[d]
			if f == 0 {
				colors = append(colors, n.colors[d])
				f = uint16(len(colors))
				fresh[d] = f
			}
			row[i] = uint8(f - 1)
		}
	}
	const ones = 0x0101010101010101
	for y := range same {
		row := n.row(y, 0, n.width)
		if same[y] {
			copy(row, n.row(y-1, 0, n.width))
			continue
		}
		// Most of a row has a single colour.
		old, fill := uint64(0), uint64(0) // eight pixels of it, and their new indices
		known := false
		for len(row) >= 8 {
			word := row[:8:8]
			v := binary.LittleEndian.Uint64(word)
			if v == old && known {
				binary.LittleEndian.PutUint64(word, fill)
			} else {
				renew(word)
				if v == v&0xff*ones {
					old, fill, known = v, uint64(word[0])*ones, true
				}
			}
			row = row[8:]
		}
		renew(row)
	}
	return colors
}

// pixel returns the bytes of a palette index's colour.
func (n *indexPainter) pixel(d uint8) (p [4]byte) {
	binary.LittleEndian.PutUint32(p[:], n.colors[d])
	return p
}

// stamp paints the rows y0 ≤ at < y1 of a mask at (x, y), eight pixels at a time where the pixels beneath have a single
// colour.
func (n *indexPainter) stamp(m *glyphMask, x, y, y0, y1, pitch int) {
	on := n.index[y0*n.width+x]
	background := uint64(on) * 0x0101010101010101
	words := n.stampOf(m, on, pitch)[(y0-y)*pitch:]
	for at := y0; at < y1; at++ {
		row := n.index[at*n.width+x:]
		for k, w := range words[:pitch] {
			dst := row[8*k : 8*k+8]
			if binary.LittleEndian.Uint64(dst) == background {
				binary.LittleEndian.PutUint64(dst, w)
			} else {
				from := (at-y)*m.w + 8*k
				cov := m.pix[from:min(from+8, (at-y+1)*m.w)]
				n.over(dst[:len(cov)], cov)
			}
		}
		words = words[pitch:]
	}
}

// stampOf returns the rows of a mask painted over palette index on, in whole words.
func (n *indexPainter) stampOf(m *glyphMask, on uint8, pitch int) []uint64 {
	key := stampKey{m, n.inkAt, on}
	if s, ok := n.stamps[key]; ok {
		return s
	}
	size := pitch * m.h
	if len(n.words)+size > cap(n.words) {
		n.words = make([]uint64, 0, max(2*cap(n.words), size, 1<<12))
	}
	s := n.words[len(n.words) : len(n.words)+size]
	n.words = n.words[:len(n.words)+size]
	for y := range m.h {
		var row [8]byte
		for k := range pitch {
			fillBytes(row[:], on)
			cov := m.pix[y*m.w+8*k : min(y*m.w+8*k+8, (y+1)*m.w)]
			n.over(row[:len(cov)], cov)
			s[y*pitch+k] = binary.LittleEndian.Uint64(row[:])
		}
	}
	n.stamps[key] = s
	return s
}
