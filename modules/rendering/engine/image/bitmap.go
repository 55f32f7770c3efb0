// Package image decodes raster pictures (PNG, JPEG with EXIF orientation, WebP,
// GIF, AVIF) into premultiplied bitmaps under hard limits, the same bytes on
// every machine.
package image

// Bitmap is a decoded picture: premultiplied sRGB, 4 bytes a pixel (R, G, B, A),
// rows of Width×4 bytes, orientation already applied. It is immutable and may be
// shared between goroutines.
type Bitmap struct {
	Width, Height int
	Pix           []byte
	// Opaque says that every alpha is 255.
	Opaque bool
	// Hash is the SHA-256 of the encoded source.
	Hash [32]byte
}
