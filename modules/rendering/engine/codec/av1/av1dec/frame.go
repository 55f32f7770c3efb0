package av1dec

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// plane is a plane of samples, padded to a multiple of the largest block so that blocks may cross the frame's edge.
type plane struct {
	pix    []uint16
	stride int
}

// row returns n samples from (x, y).
func (p *plane) row(x, y, n int) []uint16 { return p.pix[y*p.stride+x:][:n:n] }

// frame is a frame being decoded.
type frame struct {
	seq     *sequence
	head    *frameHeader
	planes  [3]plane
	info    []blockInfo
	vectors []vector        // of intra-copied blocks, nil when the frame has none
	txTypes []tables.TxType // of intra-copied blocks, nil when the frame has none

	cdefIndex          []int8 // per 64×64 samples, −1 where the filter is off
	cdefCols, cdefRows int

	units    [3][]restorationUnit
	unitCols [3]int
	unitRows [3]int

	err error
}

// fail records the first error.
func (f *frame) fail(format string, args ...any) {
	if f.err == nil {
		f.err = corrupt(format, args...)
	}
}

// stopped reports whether ctx is done, so that the remaining work can be skipped.
func (f *frame) stopped(ctx context.Context) bool { return ctx.Err() != nil }

func newFrame(ctx context.Context, s *sequence, h *frameHeader) *frame {
	f := &frame{seq: s, head: h}
	f.info = make([]blockInfo, h.miRows*h.miCols)
	w, rows := (h.miCols*4+127)&^127, (h.miRows*4+127)&^127
	for p := range s.planes() {
		subX, subY := f.sub(p)
		f.planes[p] = plane{make([]uint16, w>>subX*(rows>>subY)), w >> subX}
		f.newUnits(p)
	}
	if h.intraBC {
		f.vectors = make([]vector, h.miRows*h.miCols)
		f.txTypes = make([]tables.TxType, h.miRows*h.miCols)
	}
	f.cdefCols, f.cdefRows = (h.miCols+15)>>4, (h.miRows+15)>>4
	f.cdefIndex = make([]int8, f.cdefCols*f.cdefRows)
	for i := range f.cdefIndex {
		f.cdefIndex[i] = -1
	}
	return f
}

// newTile returns the state that the tiles of a frame use in turn.
func newTile(f *frame) *tile {
	t := &tile{frame: f}
	for p := range f.seq.planes() {
		n := (f.head.miCols + 31) &^ 31
		t.aboveLevel[p], t.aboveDC[p] = make([]uint8, n), make([]uint8, n)
		t.leftLevel[p], t.leftDC[p] = make([]uint8, 32), make([]uint8, 32)
	}
	if f.head.screenContent {
		for k := range t.aboveColours {
			t.aboveColours[k] = make([][8]uint16, f.head.miCols)
		}
	}
	return t
}

// decodeTiles decodes tiles first to last, whose data is concatenated; each but the last is preceded by its size
// (§5.11.1).
func (f *frame) decodeTiles(ctx context.Context, t *tile, data []byte, first, last int) error {
	cols := len(f.head.tileColStarts) - 1
	for n := first; n <= last; n++ {
		size := len(data)
		if n < last {
			k := f.head.tileSizeBytes
			if len(data) < k {
				return corrupt("the tiles end early")
			}
			size = 0
			for i := range k {
				size |= int(data[i]) << (8 * i)
			}
			size++
			data = data[k:]
		}
		if size > len(data) || size == 0 {
			return corrupt("the tiles end early")
		}
		t.sym.init(data[:size], !f.head.disableCDFUpdate)
		data = data[size:]
		r, c := n/cols, n%cols
		t.rowStart, t.rowEnd = f.head.tileRowStarts[r], f.head.tileRowStarts[r+1]
		t.colStart, t.colEnd = f.head.tileColStarts[c], f.head.tileColStarts[c+1]
		t.lfDelta = [4]int{}
		tables.DefaultCDFs(&t.cdfs, f.head.quant.base)
		t.decode(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.err != nil {
			return f.err
		}
	}
	return nil
}

// finish applies the in-loop filters after all tiles (decode_frame_wrapup, §7.4).
func (f *frame) finish(ctx context.Context) {
	h := f.head
	if h.loopFilter.level[0] != 0 || h.loopFilter.level[1] != 0 {
		f.deblock(ctx)
	}
	var edges [3]plane
	for p := range f.units {
		if f.units[p] != nil {
			edges[p] = f.stripeEdges(p)
		}
	}
	f.applyCDEF(ctx)
	if h.width != h.upscaledWidth {
		for p := range f.seq.planes() {
			_, subY := f.sub(p)
			f.planes[p] = f.upscale(ctx, p, f.planes[p], (h.height+subY)>>subY)
			if edges[p].pix != nil {
				edges[p] = f.upscale(ctx, p, edges[p], len(edges[p].pix)/edges[p].stride)
			}
		}
	}
	f.restore(ctx, edges)
}
