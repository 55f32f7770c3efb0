// Package raster draws display lists into pixels: exact-area antialiasing, integer blending, fixed bands. The same list
// gives the same bytes on every machine and with any number of goroutines.
package raster

import "encoding/binary"

// Pixmap is an image of premultiplied sRGB, 4 bytes per pixel (R, G, B, A).
type Pixmap struct {
	Width, Height int
	Pix           []byte
	// Colors, if not nil, are the at most 256 colours of an image that was painted as palette indices in Indices, one
	// byte per pixel, in the order of their first pixels; Pix is nil then.
	Colors  []uint32
	Indices []byte
	// Opaque reports whether every alpha is 255.
	Opaque bool
	// Same[y] reports whether row y is known to equal row y−1, which encoders exploit; nil if unknown.
	Repeats []bool
	// BackgroundID identifies the content of the Untouched rows, which is the same in all images of this width; 0 if unknown.
	BackgroundID   BackgroundID
	BackgroundRows []bool
	// Text[y] reports whether text was painted on row y; nil if unknown. Encoders may treat such rows differently.
	Text []bool
}

// Plain returns the image with pixels, converting palette indices.
func (p *Pixmap) Plain() *Pixmap {
	if p.Colors == nil {
		return p
	}
	out := *p
	out.Colors, out.Indices, out.Pix = nil, nil, make([]byte, 4*len(p.Indices))
	for i, n := range p.Indices {
		binary.LittleEndian.PutUint32(out.Pix[4*i:], p.Colors[n])
	}
	return &out
}
