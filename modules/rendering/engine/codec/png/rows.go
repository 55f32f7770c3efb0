package png

import (
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
)

// Filter types (PNG §9.2).
const (
	filterNone    = 0
	filterSub     = 1
	filterUp      = 2
	filterAverage = 3
	filterPaeth   = 4
	// filterEach chooses a filter for each row.
	filterEach = 5
)

func load64(p []byte) uint64     { return binary.LittleEndian.Uint64(p) }
func load32(p []byte) uint32     { return binary.LittleEndian.Uint32(p) }
func store64(p []byte, v uint64) { binary.LittleEndian.PutUint64(p, v) }

// plainPack writes the colour bytes of RGBA pixels to dst; it is packRGB in Go. dst needs 3 bytes per pixel and 2 bytes
// of slack after them, which are overwritten.
func plainPack(dst, src []byte) {
	for len(src) >= 16 && len(dst) >= 14 {
		v, u := load64(src), load64(src[8:])
		store64(dst, v&0xffffff|v>>8&0xffffff000000)
		store64(dst[6:], u&0xffffff|u>>8&0xffffff000000)
		src, dst = src[16:], dst[12:]
	}
	for len(src) >= 8 && len(dst) >= 8 {
		v := load64(src)
		store64(dst, v&0xffffff|v>>8&0xffffff000000)
		src, dst = src[8:], dst[6:]
	}
	for len(src) >= 4 {
		dst[0], dst[1], dst[2] = src[0], src[1], src[2]
		src, dst = src[4:], dst[3:]
	}
}

// straighten converts premultiplied RGBA pixels to straight RGBA: the colour is round(255·c/a); a fully transparent
// pixel becomes 0, 0, 0, 0.
func straighten(dst, src []byte) {
	for i := 0; i+4 <= len(src); i += 4 {
		v := load32(src[i:])
		a := v >> 24
		if a == 255 {
			binary.LittleEndian.PutUint32(dst[i:], v)
			continue
		}
		binary.LittleEndian.PutUint32(dst[i:], rgba.Straight(v))
	}
}

// plainSubtract writes a−b, byte by byte modulo 256, over the length of dst; it is subtract in Go.
func plainSubtract(dst, a, b []byte) {
	const high = 0x8080808080808080
	n := len(dst)
	a, b = a[:n], b[:n]
	i := 0
	for ; i+8 <= n; i += 8 {
		x, y := load64(a[i:]), load64(b[i:])
		store64(dst[i:], ((x|high)-(y&^high))^((x^^y)&high))
	}
	for ; i < n; i++ {
		dst[i] = a[i] - b[i]
	}
}
