// Package palette turns pictures into numbers of at most 256 colours, exactly or
// by choosing colours that fit.
package palette

import (
	"bytes"
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/rgba"
)

// Source is a picture: premultiplied RGBA rows, 4 bytes a pixel.
type Source struct {
	Width, Height int
	Pix           []byte
	// Opaque says that every alpha is 255.
	Opaque bool
}

func load64(p []byte) uint64 { return binary.LittleEndian.Uint64(p) }
func load32(p []byte) uint32 { return binary.LittleEndian.Uint32(p) }

// Palette is a picture as numbers of at most 256 colours.
type Palette struct {
	Colors []uint32 // straight RGBA, red in the low byte
	Index  []byte   // one number a pixel
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

// Exact returns pic as a palette when it has at most 256 colours, otherwise
// nil, mostly after a few rows.
func Exact(pic *Source) *Palette {
	var table slots
	p := &Palette{}
	w := pic.Width
	for y := range pic.Height {
		row := pic.Pix[y*w*4 : (y+1)*w*4]
		start := len(p.Index)
		if y > 0 && bytes.Equal(row, pic.Pix[(y-1)*w*4:y*w*4]) {
			p.Index = append(p.Index, p.Index[start-w:]...)
			continue
		}
		if cap(p.Index)-start < w {
			// The first rows decide most pictures; only the others get all the room.
			room := w * min(8, pic.Height)
			if y > 0 {
				room = w * pic.Height
			}
			grown := make([]byte, start, room)
			copy(grown, p.Index)
			p.Index = grown
		}
		p.Index = p.Index[:start+w]
		if !table.numberRow(p.Index[start:], row, &p.Colors) {
			return nil
		}
	}
	if !pic.Opaque {
		for i, c := range p.Colors {
			p.Colors[i] = rgba.Straight(c)
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

// Harden makes every colour either opaque or 0, whichever is nearer.
func (p *Palette) Harden() {
	for i, c := range p.Colors {
		if c>>24 < 128 {
			p.Colors[i] = 0
		} else {
			p.Colors[i] = c | 0xff000000
		}
	}
}
