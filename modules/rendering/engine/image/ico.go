package image

import (
	"context"
	"encoding/binary"
)

// largestIcon returns the largest image of an ICO or CUR file, the one with the most bits among equals, as browsers
// choose it.
func largestIcon(data []byte) ([]byte, error) {
	le := binary.LittleEndian
	if len(data) < 6 {
		return nil, corrupt(ICO, "the file ends before its header does")
	}
	cursor := data[2] == 2
	best, most := []byte(nil), -1
	for i := range int(le.Uint16(data[4:])) {
		if len(data) < 6+16*(i+1) {
			return nil, corrupt(ICO, "the file ends before its header does")
		}
		e := data[6+16*i:]
		w, h, depth := int(e[0]), int(e[1]), int(le.Uint16(e[6:]))
		if w == 0 {
			w = 256
		}
		if h == 0 {
			h = 256
		}
		if cursor { // whose entries have a hot spot instead
			depth = 0
		}
		from, size := int64(le.Uint32(e[12:])), int64(le.Uint32(e[8:]))
		if from > int64(len(data)) {
			continue
		}
		if rank := w*h<<16 + depth; rank > most {
			best, most = data[from:min(from+size, int64(len(data)))], rank
		}
	}
	if best == nil {
		return nil, corrupt(ICO, "it has no image")
	}
	return best, nil
}

func peekICO(data []byte, info *Info) error {
	icon, err := largestIcon(data)
	if err != nil {
		return err
	}
	if Sniff(icon) == PNG {
		err = peekPNG(icon, info)
		info.Orientation = 1
		return err
	}
	h, err := readDIB(ICO, icon, true)
	if err == nil {
		info.Width, info.Height = h.width, h.height
	}
	return err
}

func decodeICO(ctx context.Context, data []byte) (*Bitmap, error) {
	icon, err := largestIcon(data)
	if err != nil {
		return nil, err
	}
	if Sniff(icon) == PNG {
		return decodePNG(ctx, icon)
	}
	h, err := readDIB(ICO, icon, true)
	if err != nil {
		return nil, err
	}
	if h.compression == bmpRLE8 || h.compression == bmpRLE4 {
		return nil, corrupt(ICO, "its image is run-length encoded")
	}
	if h.data > len(icon) {
		return nil, corrupt(ICO, "the file ends early")
	}
	b, used, err := h.decode(ICO, icon[h.data:])
	if err != nil || h.alpha {
		return b, err
	}
	// An image without alpha has a mask of 1 bit: the pixels set in it are transparent.
	mask, stride := icon[h.data+used:], (h.width+31)/32*4
	for y := range min(h.height, len(mask)/stride) {
		row := h.row(b, y)
		for x := range h.width {
			if mask[y*stride+x/8]>>(7-x%8)&1 == 1 {
				clear(row[x*4:][:4])
			}
		}
	}
	return b, nil
}
