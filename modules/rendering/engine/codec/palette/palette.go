// Package palette converts images to indices into a palette of at most 256 colours, exactly or by quantisation.
package palette

import (
	"bytes"
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
)

// Source is an image: premultiplied RGBA rows, 4 bytes a pixel.
type Source struct {
	Width, Height int
	Pix           []byte
	// Opaque reports whether every alpha is 255.
	Opaque bool
	// Same[y] reports whether row y is known to equal row y−1; nil if unknown.
	Repeats []bool
	// Buffer is a buffer that Exact may use for Palette.Index, which then owns it.
	Buffer []byte
}

func (s *Source) row(y int) []byte { return s.Pix[y*s.Width*4 : (y+1)*s.Width*4] }

// sameAsAbove reports whether row y > 0 equals the row above.
func (s *Source) sameAsAbove(y int) bool {
	return s.Repeats != nil && s.Repeats[y] || bytes.Equal(s.row(y), s.row(y-1))
}

func load64(p []byte) uint64 { return binary.LittleEndian.Uint64(p) }
func load32(p []byte) uint32 { return binary.LittleEndian.Uint32(p) }

// Palette is an image as indices into at most 256 colours.
type Palette struct {
	Colors  []uint32 // straight RGBA, red in the low byte
	Indices []byte   // one index per pixel
}

// slots is a hash table from colours to palette indices.
type slots [1024]struct {
	color uint32
	index uint16 // palette index + 1; 0 marks a free slot
}

// indexOf returns the palette index of c, adding it to colors if it is new and there is room.
func (t *slots) indexOf(c uint32, colors *[]uint32) (n byte, ok bool) {
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

// sampleStep is the distance between the rows that are checked first.
const sampleStep = 16

// Exact returns pic as a palette image when it has at most 256 colours, otherwise nil, usually after a few rows.
func Exact(pic *Source) *Palette {
	w := pic.Width
	var table slots
	p := &Palette{Indices: pic.Buffer}
	if cap(p.Indices) < w {
		p.Indices = make([]byte, w)
	}
	for y := sampleStep / 2; y < pic.Height; y += sampleStep {
		if !table.indexRow(p.Indices[:w], pic.row(y), &p.Colors) {
			return nil
		}
	}
	table, p.Colors = slots{}, p.Colors[:0]
	if cap(p.Indices) < w*pic.Height {
		p.Indices = make([]byte, w*pic.Height)
	}
	p.Indices = p.Indices[:w*pic.Height]
	for y := range pic.Height {
		row := p.Indices[y*w : (y+1)*w]
		if y > 0 && pic.sameAsAbove(y) {
			copy(row, p.Indices[(y-1)*w:])
		} else if !table.indexRow(row, pic.row(y), &p.Colors) {
			return nil
		}
	}
	return FromIndices(p.Colors, p.Indices, pic.Opaque)
}

// FromIndices returns the palette image of premultiplied colours and their indices.
func FromIndices(premultiplied []uint32, indices []byte, opaque bool) *Palette {
	p := &Palette{Colors: premultiplied, Indices: indices}
	if !opaque {
		p.Colors = make([]uint32, len(premultiplied))
		for i, c := range premultiplied {
			p.Colors[i] = rgba.Straight(c)
		}
	}
	return p
}

// indexRow writes the palette indices of a row; it returns false when there are too many colours.
func (t *slots) indexRow(dst, src []byte, colors *[]uint32) bool {
	pair := uint64(load32(src)) * (1<<32 + 1)
	last, ok := t.indexOf(uint32(pair), colors)
	if !ok {
		return false
	}
	for len(dst) >= 2 {
		v := load64(src)
		if v != pair {
			first, ok := t.indexOf(uint32(v), colors)
			if !ok {
				return false
			}
			if last = first; uint32(v>>32) != uint32(v) {
				if last, ok = t.indexOf(uint32(v>>32), colors); !ok {
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
		dst[0], ok = t.indexOf(load32(src), colors)
	}
	return ok
}

// ThresholdAlpha makes every colour either opaque or fully transparent (0), whichever is nearer.
func (p *Palette) ThresholdAlpha() {
	for i, c := range p.Colors {
		if c>>24 < 128 {
			p.Colors[i] = 0
		} else {
			p.Colors[i] = c | 0xff000000
		}
	}
}
