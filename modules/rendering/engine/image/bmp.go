package image

import (
	"encoding/binary"
	"math/bits"
)

// bmpFileHeader is the size of the header before the bitmap header of a BMP file.
const bmpFileHeader = 14

// dib is the header of a device-independent bitmap: the content of a BMP file, or an entry of an ICO file.
type dib struct {
	width, height int
	topDown       bool
	bits          int
	compression   uint32
	masks         [4]uint32 // of red, green, blue and alpha, of 16 and 32 bits
	palette       [][3]byte
	data          int  // offset of the pixels when no file header states it
	alpha         bool // set by decode: an alpha of the file is not 0
}

// The compression methods of bitmaps.
const (
	bmpRGB       = 0
	bmpRLE8      = 1
	bmpRLE4      = 2
	bmpFields    = 3
	bmpAllFields = 6
)

func peekBMP(data []byte, info *Info) error {
	h, err := readDIB(BMP, data[min(bmpFileHeader, len(data)):], false)
	if err == nil {
		info.Width, info.Height = h.width, h.height
	}
	return err
}

// readDIB reads the header and the palette of a bitmap; the height of one in an ICO file includes its mask.
func readDIB(f Format, data []byte, inICO bool) (dib, error) {
	le := binary.LittleEndian
	short := corrupt(f, "the file ends before its header does")
	if len(data) < 16 {
		return dib{}, short
	}
	size := int64(le.Uint32(data))
	h, used, entry := dib{}, int64(0), 4
	switch {
	case size > int64(len(data)):
		return dib{}, short
	case size == 12:
		h.width, h.height, h.bits = int(le.Uint16(data[4:])), int(int16(le.Uint16(data[6:]))), int(le.Uint16(data[10:]))
		entry = 3
	case size >= 40 && size <= 124:
		h.width, h.height, h.bits = int(int32(le.Uint32(data[4:]))), int(int32(le.Uint32(data[8:]))), int(le.Uint16(data[14:]))
		h.compression, used = le.Uint32(data[16:]), int64(le.Uint32(data[32:]))
	default:
		return dib{}, corrupt(f, "its header has %d bytes", size)
	}
	if h.height < 0 {
		h.height, h.topDown = -h.height, true
	}
	if inICO {
		h.height /= 2
	}
	at := size
	switch h.bits {
	case 16:
		h.masks = [4]uint32{0x7c00, 0x3e0, 0x1f, 0}
	case 32:
		h.masks = [4]uint32{0xff0000, 0xff00, 0xff, 0}
		if inICO || size >= 56 {
			h.masks[3] = 0xff000000
		}
	case 1, 2, 4, 8, 24:
	default:
		return dib{}, corrupt(f, "its pixels have %d bits", h.bits)
	}
	switch {
	case h.compression == bmpRGB:
	case h.compression == bmpRLE8 && h.bits == 8 && !h.topDown, h.compression == bmpRLE4 && h.bits == 4 && !h.topDown:
	case (h.compression == bmpFields || h.compression == bmpAllFields) && (h.bits == 16 || h.bits == 32):
		n := 3
		if h.compression == bmpAllFields {
			n = 4
		}
		if size == 40 {
			at += int64(4 * n)
		}
		if at > int64(len(data)) || int64(len(data)) < int64(40+4*n) {
			return dib{}, short
		}
		for i := range n {
			h.masks[i] = le.Uint32(data[40+4*i:])
		}
	default:
		return dib{}, corrupt(f, "compression %d of %d bits is not supported", h.compression, h.bits)
	}
	if size >= 56 && h.bits >= 16 && h.bits != 24 && h.compression != bmpRGB {
		h.masks[3] = le.Uint32(data[52:])
	}
	if h.bits <= 8 {
		if n := int64(1) << h.bits; used == 0 || used > n {
			used = n
		}
		if at+used*int64(entry) > int64(len(data)) {
			return dib{}, short
		}
		h.palette = make([][3]byte, used)
		for i := range h.palette {
			c := data[int(at)+i*entry:]
			h.palette[i] = [3]byte{c[2], c[1], c[0]}
		}
	}
	h.data = int(at + used*int64(entry))
	if h.bits > 8 && used > int64(len(data)) {
		h.data = int(at)
	}
	return h, nil
}

func decodeBMP(data []byte) (*Bitmap, error) {
	if len(data) < bmpFileHeader {
		return nil, corrupt(BMP, "the file ends early")
	}
	h, err := readDIB(BMP, data[bmpFileHeader:], false)
	if err != nil {
		return nil, err
	}
	from := int64(binary.LittleEndian.Uint32(data[10:]))
	if from < bmpFileHeader || from > int64(len(data)) {
		return nil, corrupt(BMP, "the file ends early")
	}
	b, _, err := h.decode(BMP, data[from:])
	return b, err
}

// decode decodes the pixels of a bitmap. It returns the number of bytes that they use, and leaves the alpha of an image
// whose alpha is 0 everywhere at 255.
func (h *dib) decode(f Format, data []byte) (b *Bitmap, used int, err error) {
	b = &Bitmap{Width: h.width, Height: h.height, Pix: make([]byte, h.width*h.height*4)}
	if h.compression == bmpRLE8 || h.compression == bmpRLE4 {
		return b, len(data), h.runs(b, data)
	}
	stride := (h.width*h.bits + 31) / 32 * 4
	if len(data)/stride < h.height {
		return nil, 0, corrupt(f, "the file ends early")
	}
	for y := range h.height {
		row, dst := data[y*stride:][:stride], h.row(b, y)
		for x := range h.width {
			p := dst[x*4:][:4]
			switch h.bits {
			case 24:
				p[0], p[1], p[2], p[3] = row[x*3+2], row[x*3+1], row[x*3], 255
			case 16, 32:
				v := uint32(binary.LittleEndian.Uint16(row[x*h.bits/8:]))
				if h.bits == 32 {
					v = binary.LittleEndian.Uint32(row[x*4:])
				}
				p[0], p[1], p[2], p[3] = channel(v, h.masks[0]), channel(v, h.masks[1]), channel(v, h.masks[2]), 255
				if h.masks[3] != 0 {
					p[3] = channel(v, h.masks[3])
				}
				h.alpha = h.alpha || h.masks[3] != 0 && p[3] != 0
			default:
				bit := x * h.bits
				h.colour(p, row[bit/8]>>(8-h.bits-bit%8)&byte(1<<h.bits-1))
			}
		}
	}
	for i := 0; i < len(b.Pix); i += 4 {
		p := b.Pix[i : i+4]
		if h.masks[3] != 0 && !h.alpha {
			p[3] = 255
		}
		premultiply(p, p[0], p[1], p[2], p[3])
	}
	return b, stride * h.height, nil
}

// row returns the pixels of row y of the file.
func (h *dib) row(b *Bitmap, y int) []byte {
	if !h.topDown {
		y = h.height - 1 - y
	}
	return b.Pix[y*h.width*4:][:h.width*4]
}

// colour writes a colour of the palette; one that it does not have is black.
func (h *dib) colour(p []byte, index byte) {
	p[0], p[1], p[2], p[3] = 0, 0, 0, 255
	if int(index) < len(h.palette) {
		copy(p, h.palette[index][:])
	}
}

// channel returns the bits of v in a mask as a value of 8 bits.
func channel(v, mask uint32) byte {
	if mask == 0 {
		return 0
	}
	n := bits.Len32(mask) - bits.TrailingZeros32(mask)
	v = (v & mask) >> bits.TrailingZeros32(mask)
	if n >= 8 {
		return byte(v >> (n - 8))
	}
	most := uint32(1)<<n - 1
	return byte((v*255 + most/2) / most)
}

// runs decodes run-length encoded pixels; those that are skipped are black, as in Chromium.
func (h *dib) runs(b *Bitmap, data []byte) error {
	for i := 3; i < len(b.Pix); i += 4 {
		b.Pix[i] = 255
	}
	x, y := 0, 0
	put := func(index byte) {
		if x < h.width && y < h.height {
			h.colour(h.row(b, y)[x*4:][:4], index)
		}
		x++
	}
	// part puts pixel i of a run or of literals, b being the byte that holds it.
	part := func(i int, b byte) {
		switch {
		case h.bits == 8:
			put(b)
		case i%2 == 0:
			put(b >> 4)
		default:
			put(b & 15)
		}
	}
	for len(data) >= 2 && y < h.height {
		n, v := int(data[0]), data[1]
		data = data[2:]
		switch {
		case n > 0:
			for i := range n {
				part(i, v)
			}
		case v == 0:
			x, y = 0, y+1
		case v == 1:
			return nil
		case v == 2:
			if len(data) < 2 {
				return corrupt(BMP, "the file ends early")
			}
			x, y = x+int(data[0]), y+int(data[1])
			data = data[2:]
		default:
			size := (int(v)*h.bits + 15) / 16 * 2
			if len(data) < size {
				return corrupt(BMP, "the file ends early")
			}
			for i := range int(v) {
				part(i, data[i*h.bits/8])
			}
			data = data[size:]
		}
	}
	if y < h.height {
		return corrupt(BMP, "the file ends early")
	}
	return nil
}
