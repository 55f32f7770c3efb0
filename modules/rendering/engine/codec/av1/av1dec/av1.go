// Package av1dec decodes one intra frame of an AV1 bitstream as stored in AVIF files: all intra tools, 8 to 12 bits,
// every chroma format, in-loop filters, super-resolution and film grain. Section numbers refer to the AV1 Bitstream &
// Decoding Process Specification. It uses integer arithmetic only and is safe for untrusted data.
//
// Inter frames, and therefore all but the first layer of layered images, return ErrUnsupported.
package av1dec

import (
	"context"
	"fmt"
)

// Image is a decoded frame.
type Image struct {
	Colour
	Width, Height int
	// Planes holds luma and, unless Monochrome, the two chroma planes. Samples have BitDepth bits.
	Planes [3]Plane
}

// Plane is a plane of samples; row y starts at index y×Stride.
type Plane struct {
	Pix    []uint16
	Stride int
	Width  int
	Height int
}

// MaxPixels is the limit that Decode applies when maxPixels is 0.
const MaxPixels = 40_000_000

// Decode decodes the first frame of a bitstream in the low-overhead format (§5.2). The frame may have at most maxPixels
// luma samples; 0 means MaxPixels. Errors wrap ErrCorrupt, ErrUnsupported or ErrTooLarge, or are ctx's, which is
// checked once per row of superblocks. It is safe for concurrent use.
func Decode(ctx context.Context, data []byte, maxPixels int) (*Image, error) {
	if maxPixels == 0 {
		maxPixels = MaxPixels
	}
	d := decoder{maxPixels: maxPixels}
	for len(data) > 0 {
		rest, err := d.unit(ctx, data)
		if err != nil {
			return nil, err
		}
		if d.image != nil {
			return d.image, nil
		}
		data = rest
	}
	return nil, corrupt("it holds no complete frame")
}

// decoder holds the state kept between the open bitstream units (§5.3).
type decoder struct {
	maxPixels int
	seq       *sequence
	frame     *frame
	tile      *tile
	nextTile  int
	image     *Image
}

const (
	unitSequence       = 1
	unitFrameHeader    = 3
	unitTileGroup      = 4
	unitFrame          = 6
	unitRedundantFrame = 7
)

// unit consumes the first open bitstream unit of data.
func (d *decoder) unit(ctx context.Context, data []byte) (rest []byte, err error) {
	head := data[0]
	if head&0x80 != 0 {
		return nil, corrupt("a unit's forbidden bit is set")
	}
	typ, extended, sized := int(head>>3&15), head&4 != 0, head&2 != 0
	body := data[1:]
	temporal, spatial := 0, 0
	if extended {
		if len(body) == 0 {
			return nil, corrupt("a unit ends early")
		}
		temporal, spatial = int(body[0]>>5), int(body[0]>>3&3)
		body = body[1:]
	}
	if sized {
		size, n := leb128(body)
		if n == 0 || size > uint64(len(body)-n) {
			return nil, corrupt("a unit ends early")
		}
		body, rest = body[n:n+int(size)], body[n+int(size):]
	}
	if d.seq != nil && extended && typ != unitSequence {
		if idc := d.seq.points[0].idc; idc != 0 && (idc>>temporal&1 == 0 || idc>>(spatial+8)&1 == 0) {
			return rest, nil
		}
	}
	switch typ {
	case unitSequence:
		if d.frame == nil {
			d.seq, err = readSequence(body)
		}
	case unitFrameHeader, unitRedundantFrame:
		if d.frame == nil {
			_, err = d.header(ctx, body, temporal, spatial)
		}
	case unitFrame:
		var n int
		if d.frame != nil {
			return nil, corrupt("a frame starts before the one before it ends")
		}
		if n, err = d.header(ctx, body, temporal, spatial); err == nil {
			err = d.tiles(ctx, body[n:])
		}
	case unitTileGroup:
		err = d.tiles(ctx, body)
	}
	return rest, err
}

// header reads a frame header and returns its length.
func (d *decoder) header(ctx context.Context, body []byte, temporal, spatial int) (int, error) {
	if d.seq == nil {
		return 0, corrupt("a frame comes before its sequence header")
	}
	r := &bitReader{data: body}
	h, err := readFrameHeader(r, d.seq, temporal, spatial)
	if err != nil {
		return 0, err
	}
	if n := int64(h.upscaledWidth) * int64(h.height); n > int64(d.maxPixels) {
		return 0, fmt.Errorf("%w: %d×%d samples", ErrTooLarge, h.upscaledWidth, h.height)
	}
	if h.deltaQ && h.quant.base == 0 {
		return 0, corrupt("quantiser deltas in a lossless frame")
	}
	d.frame = newFrame(ctx, d.seq, h)
	d.tile = newTile(d.frame)
	d.nextTile = 0
	r.align()
	return min(r.pos>>3, len(body)), nil
}

// tiles decodes a tile group (§5.11.1).
func (d *decoder) tiles(ctx context.Context, body []byte) error {
	f := d.frame
	if f == nil {
		return corrupt("tiles come before their frame's header")
	}
	n := (len(f.head.tileColStarts) - 1) * (len(f.head.tileRowStarts) - 1)
	r := &bitReader{data: body}
	first, last := 0, n-1
	if n > 1 && r.flag() {
		bits := f.head.tileColsLog2 + f.head.tileRowsLog2
		first, last = r.f(bits), r.f(bits)
	}
	r.align()
	if r.over || first != d.nextTile || last < first || last >= n {
		return corrupt("tiles %d to %d of %d where %d was expected", first, last, n, d.nextTile)
	}
	if err := f.decodeTiles(ctx, d.tile, body[r.pos>>3:], first, last); err != nil {
		return err
	}
	d.nextTile = last + 1
	if d.nextTile < n {
		return nil
	}
	f.finish(ctx)
	d.image = f.output(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	d.frame, d.tile = nil, nil
	return nil
}

// output crops the frame to its size and adds film grain.
func (f *frame) output(ctx context.Context) *Image {
	p := &Image{Colour: f.seq.Colour, Width: f.head.upscaledWidth, Height: f.head.height}
	for i := range f.seq.planes() {
		subX, subY := f.sub(i)
		p.Planes[i] = Plane{
			Pix: f.planes[i].pix, Stride: f.planes[i].stride,
			Width: (p.Width + subX) >> subX, Height: (p.Height + subY) >> subY,
		}
	}
	if f.head.grain.apply {
		f.head.grain.add(ctx, p)
	}
	return p
}
