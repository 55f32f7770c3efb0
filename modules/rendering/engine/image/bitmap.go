// Package image decodes raster images (PNG, JPEG with EXIF orientation, WebP, GIF, AVIF, BMP, ICO) into premultiplied bitmaps
// under hard limits. The same file gives the same bytes on every machine.
package image

// Bitmap is a decoded image: premultiplied sRGB, 4 bytes per pixel (R, G, B, A), rows of Width×4 bytes, orientation
// applied. It is immutable and may be shared between goroutines.
type Bitmap struct {
	Width, Height int
	Pix           []byte
	// Opaque reports whether every alpha is 255.
	Opaque bool
	// Repaired reports whether checksums of the file do not match its content.
	Repaired bool
	// Unmanaged reports whether the file has a colour profile that was ignored: its values are taken as sRGB.
	Unmanaged bool
	// JPEG is the file without its metadata if it is an upright baseline or progressive JPEG of one or three
	// components, otherwise nil. Formats that embed JPEGs can use it unchanged.
	JPEG []byte
	// Hash is the SHA-256 of the encoded source.
	Hash [32]byte
}
