// Package image decodes raster images (PNG, JPEG with EXIF orientation, WebP,
// GIF, AVIF) into premultiplied bitmaps under hard limits, the same bytes on
// every machine.
package image

// Bitmap is a decoded image: premultiplied sRGB, 4 bytes a pixel (R, G, B, A),
// rows of Width×4 bytes, orientation already applied. It is immutable and may be
// shared between goroutines.
type Bitmap struct {
	Width, Height int
	Pix           []byte
	// Opaque says that every alpha is 255.
	Opaque bool
	// Repaired says that checksums of the file do not match its content.
	Repaired bool
	// JPEG is the file without its metadata when the pixels are those of an upright baseline or progressive JPEG of
	// one or three components, nil otherwise. Formats that hold JPEGs can take it as it is.
	JPEG []byte
	// Hash is the SHA-256 of the encoded source.
	Hash [32]byte
}
