// Package raster draws display lists into pixels: exact-area antialiasing,
// integer blending, fixed bands. The same list gives the same bytes on every
// machine and with any number of goroutines.
package raster

import "encoding/binary"

// Pixmap is an image of premultiplied sRGB, 4 bytes a pixel (R, G, B, A).
type Pixmap struct {
	Width, Height int
	Pix           []byte
	// Colors, when not nil, are the at most 256 colours of an image that was painted as
	// Numbers, one byte a pixel, in the order of their first pixels; Pix is nil then.
	Colors  []uint32
	Numbers []byte
	// Opaque says that every alpha is 255.
	Opaque bool
	// Same[y] says that row y is known to equal row y−1 (knowledge from
	// painting that encoders use); nil when nothing is known.
	Same []bool
	// Ground is what the rows that are Untouched show, nothing else, and the same in every image of
	// this width; 0 when it is nothing in particular.
	Ground    Ground
	Untouched []bool
	// Text[y] says that text was painted on row y; nil when nothing is known.
	// Encoders may treat such rows differently from the others.
	Text []bool
}

// Plain returns the image with its Pix, which numbers are turned into.
func (p *Pixmap) Plain() *Pixmap {
	if p.Colors == nil {
		return p
	}
	out := *p
	out.Colors, out.Numbers, out.Pix = nil, nil, make([]byte, 4*len(p.Numbers))
	for i, n := range p.Numbers {
		binary.LittleEndian.PutUint32(out.Pix[4*i:], p.Colors[n])
	}
	return &out
}
