// Package raster draws display lists into pixels: exact-area antialiasing,
// integer blending, fixed bands. The same list gives the same bytes on every
// machine and with any number of goroutines.
package raster

// Pixmap is a picture of premultiplied sRGB, 4 bytes a pixel (R, G, B, A).
type Pixmap struct {
	Width, Height int
	Pix           []byte
	// Opaque says that every alpha is 255.
	Opaque bool
	// Same[y] says that row y is known to equal row y−1 (knowledge from
	// painting that encoders use); nil when nothing is known.
	Same []bool
	// Text[y] says that text was painted on row y; nil when nothing is known.
	// Encoders may treat such rows differently from the others.
	Text []bool
}
