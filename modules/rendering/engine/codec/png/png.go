// Package png writes PNG files (W3C PNG, third edition) from premultiplied pixels: RGB when opaque, RGBA otherwise,
// palette when 256 colours suffice. Scanlines are divided into stripes that are compressed separately, so that several
// goroutines can share the work; the stripes depend on the image's size alone, and so do the bytes.
package png

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/deflate"
	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
)

// Image is the image to encode: premultiplied RGBA rows, 4 bytes per pixel.
type Image struct {
	Width, Height int
	Pix           []byte
	// Opaque reports whether every alpha is 255.
	Opaque bool
	// Same[y] reports whether row y is known to equal row y−1; nil if unknown.
	Repeats []bool
	// Text[y] reports whether row y contains text; nil if unknown. It affects the division into stripes.
	Text []bool
	// BackgroundID, if not 0, identifies the content of the BackgroundRows across all images of this width.
	BackgroundID   uint64
	BackgroundRows []bool
	// Smallest requests the smallest file, at several times the work.
	Smallest bool
	// Memo, if not nil, caches stripes across images. It does not change the output.
	Memo *Memo
}

// Colour types (PNG §11.2.1).
const (
	colorRGB     = 2
	colorPalette = 3
	colorRGBA    = 6
)

// stripeBytes is the approximate number of scanline bytes per stripe: large enough for good statistics, small enough to
// distribute over goroutines.
const stripeBytes = 1 << 18

// cutBytes is the number of scanline bytes from which rows with text get their own stripes; smaller images gain little
// from the memo.
const cutBytes = 1 << 20

// layout describes the scanlines of an image.
type layout struct {
	pic     *Image
	color   byte
	depth   int
	pal     *palette.Palette
	unit    int // bytes per pixel, 1 for less
	stride  int // bytes per scanline, including the filter byte
	slants  slants
	stripes []stripe
}

// Encode writes pic as a PNG file with at most workers goroutines; the bytes do
// not depend on workers. The only error is ctx's.
func Encode(ctx context.Context, pic *Image, workers int) ([]byte, error) {
	room, _ := indexPool.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	defer indexPool.Put(room)
	src := pic.source()
	src.Buffer = *room
	pal := palette.Exact(src)
	if pal != nil {
		*room = pal.Indices
	}
	return encode(ctx, pic, pal, workers)
}

// indexPool recycles []byte buffers of palette indices.
var indexPool sync.Pool

// EncodePalette writes pic as a PNG of at most n ≤ 256 colours, exactly if it has no more.
func EncodePalette(ctx context.Context, pic *Image, n, workers int) ([]byte, error) {
	p, err := palette.Reduce(ctx, pic.source(), n)
	if err != nil {
		return nil, err
	}
	return encode(ctx, pic, p, workers)
}

// EncodeIndexed writes an image without Pix that is given by at most 256 premultiplied colours, in the order of their
// first pixels, and one palette index per pixel. The file equals Encode's for the same pixels.
func EncodeIndexed(ctx context.Context, pic *Image, colors []uint32, indices []byte, workers int) ([]byte, error) {
	return encode(ctx, pic, palette.FromIndices(colors, indices, pic.Opaque), workers)
}

func (p *Image) source() *palette.Source {
	return &palette.Source{Width: p.Width, Height: p.Height, Pix: p.Pix, Opaque: p.Opaque, Repeats: p.Repeats}
}

func encode(ctx context.Context, pic *Image, pal *palette.Palette, workers int) ([]byte, error) {
	l := newLayout(pic, pal)
	parts, err := l.compress(ctx, workers)
	if err != nil {
		return nil, err
	}
	defer release(parts)
	file := l.file(parts)
	if !pic.Smallest {
		return file, nil
	}
	most, err := l.smallest(ctx, workers)
	if err != nil {
		return nil, err
	}
	defer release(most)
	if small := l.file(most); len(small) < len(file) {
		return small, nil
	}
	return file, nil
}

func newLayout(pic *Image, pal *palette.Palette) *layout {
	l := &layout{pic: pic, pal: pal, color: colorRGB, depth: 8, unit: 3}
	switch {
	case pal != nil:
		l.color, l.depth, l.unit = colorPalette, depthOf(pal), 1
		l.stride = (pic.Width*l.depth+7)/8 + 1
	case pic.Opaque:
		l.stride = pic.Width*3 + 1
	default:
		l.color, l.unit = colorRGBA, 4
		l.stride = pic.Width*4 + 1
	}
	if pal == nil {
		l.slants = l.slantsOf(deflate.Window / l.unit)
	}
	text := pic.Text
	if pal != nil || l.stride*pic.Height < cutBytes {
		text = nil // indices depend on the whole image
	}
	l.stripes = cut(pic.Height, max(stripeBytes/l.stride, 1), text)
	return l
}

// part is one compressed stripe.
type part struct {
	data []byte
	room *[]byte // data's buffer from partPool, or nil if data has its own
	sum  adler
	size int // scanline bytes
	kind byte
}

// worker holds the buffers of one goroutine.
type worker struct {
	rows []byte
	line [2][]byte
	same []bool // the last filtered rows that equal the row above
	lz   deflate.Compressor
	best *deflate.Best
}

// compressor writes deflate blocks; see [deflate.Compressor.Block].
type compressor interface {
	Block(dst, src []byte, known int, shape deflate.Shape, final bool) []byte
}

var partPool = sync.Pool{New: func() any { return new([]byte) }}

// release returns the parts' buffers to the pool once they are written.
func release(parts []part) {
	for _, p := range parts {
		if p.room != nil {
			*p.room = p.data[:0]
			partPool.Put(p.room)
		}
	}
}

var workerPool = sync.Pool{New: func() any { return new(worker) }}

func (l *layout) compress(ctx context.Context, workers int) ([]part, error) {
	n := len(l.stripes)
	parts, keys := l.lookUpStripes()
	one := func(w *worker, i int) {
		if parts[i].data != nil {
			return
		}
		parts[i] = l.compressed(w, i)
		if k, ok := keys[i]; ok {
			l.pic.Memo.put(k, parts[i])
		}
	}

	workers = min(workers, n)
	if workers <= 1 {
		w := workerPool.Get().(*worker)
		defer workerPool.Put(w)
		for i := range parts {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			one(w, i)
		}
		return parts, nil
	}
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			w := workerPool.Get().(*worker)
			defer workerPool.Put(w)
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				one(w, i)
			}
		})
	}
	wg.Wait()
	return parts, ctx.Err()
}

// lookUpStripes chooses the stripes' filters. It returns the stripes found in the memo, and the keys of those to put
// there.
func (l *layout) lookUpStripes() (parts []part, wanted map[int]stripeKey) {
	parts = make([]part, len(l.stripes))
	for i := range l.stripes {
		s := &l.stripes[i]
		if s.textless && l.pic.Memo != nil {
			if of := l.sampleOf(i); l.pic.Memo.met(of) {
				key := l.keyOf(i, of)
				if p, ok := l.pic.Memo.get(key); ok {
					parts[i], s.kind = p, p.kind
					continue
				}
				if wanted == nil {
					wanted = map[int]stripeKey{}
				}
				wanted[i] = key
			}
		}
		if l.pal == nil {
			s.kind = l.choose(s.from, s.to)
		}
	}
	return parts, wanted
}

// compressed filters and compresses stripe i. The preceding rows are filtered again as the compressor's dictionary.
func (l *layout) compressed(w *worker, i int) part { return l.compressedBy(w, i, l.above(i), &w.lz) }

// compressedBy is compressed with lz and above rows of dictionary.
func (l *layout) compressedBy(w *worker, i, above int, lz compressor) part {
	s := l.stripes[i]
	known := above * l.stride
	size := known + (s.to-s.from)*l.stride
	if need := size + slack; cap(w.rows) < need {
		w.rows = make([]byte, need)
	}
	rows := w.rows[:size+slack]
	if i > 0 {
		l.filter(w, rows, s.from-above, s.from, l.stripes[i-1].kind)
	}
	l.filter(w, rows[known:], s.from, s.to, s.kind)
	rows = rows[:size]
	shape := deflate.Shape{Pixel: l.unit, Row: l.stride, Slants: l.slantBytes(), Zero: w.same}
	room := partPool.Get().(*[]byte)
	return part{
		room: room,
		data: lz.Block((*room)[:0], rows, known, shape, i == len(l.stripes)-1),
		sum:  rowsAdler(rows[known:], l.stride, w.same),
		size: size - known,
		kind: s.kind,
	}
}

// above returns the number of rows before stripe i that form its dictionary: as many as slants reach, but only one for
// stripes that the memo should recognise in other images.
func (l *layout) above(i int) int {
	switch {
	case i == 0:
		return 0
	case l.stripes[i].textless || l.slants == slants{}:
		return 1
	}
	before := l.stripes[i-1]
	return min(slantRows, before.to-before.from)
}

// file assembles the chunks.
func (l *layout) file(parts []part) []byte {
	var plte, trns []byte
	if l.pal != nil {
		plte, trns = paletteChunks(l.pal)
	}
	size := 2 + 4
	for _, p := range parts {
		size += len(p.data)
	}
	const chunkFrame = 12
	out := make([]byte, 0, 8+5*chunkFrame+13+len(plte)+len(trns)+size)

	out = append(out, "\x89PNG\r\n\x1a\n"...)
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(l.pic.Width))
	binary.BigEndian.PutUint32(head[4:], uint32(l.pic.Height))
	head[8], head[9] = byte(l.depth), l.color
	out = appendChunk(out, "IHDR", head[:])
	if plte != nil {
		out = appendChunk(out, "PLTE", plte)
	}
	if trns != nil {
		out = appendChunk(out, "tRNS", trns)
	}

	out = binary.BigEndian.AppendUint32(out, uint32(size))
	start := len(out)
	out = stream(append(out, "IDAT"...), parts)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
	return appendChunk(out, "IEND", nil)
}

func appendChunk(out []byte, name string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	start := len(out)
	out = append(out, name...)
	out = append(out, data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
}
