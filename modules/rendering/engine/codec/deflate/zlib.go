package deflate

// blocks is a compressor of single blocks.
type blocks interface {
	Block(dst, src []byte, known int, shape Shape, final bool) []byte
}

// BestZlib is Zlib with more effort for a smaller result; for text, not images.
func BestZlib(data []byte) []byte { return zlib(new(Best), data, 1, 0) }

// Zlib compresses data into a zlib stream (RFC 1950); the output is the same on every machine. pixel is the distance
// from a byte to the one it resembles most (at least 1), row the distance to the row above, or 0.
func Zlib(data []byte, pixel, row int) []byte { return zlib(new(Compressor), data, pixel, row) }

func zlib(c blocks, data []byte, pixel, row int) []byte {
	shape := Shape{Pixel: max(1, pixel), Row: row}
	shape.Slants[0] = viewOf(data).slant(0, shape)
	out := c.Block([]byte{0x78, 0x9c}, data, 0, shape, true)
	a, b := uint32(1), uint32(0)
	for len(data) > 0 {
		// 5552 is the largest number of bytes whose sums cannot overflow 32 bits.
		n := min(len(data), 5552)
		for _, v := range data[:n] {
			a += uint32(v)
			b += a
		}
		a, b = a%65521, b%65521
		data = data[n:]
	}
	return append(out, byte(b>>8), byte(b), byte(a>>8), byte(a))
}
