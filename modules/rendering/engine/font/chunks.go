package font

import (
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// chunked holds the charstrings of a large bundled face, compressed in chunks that are unpacked when one of their
// glyphs is first drawn. The charstrings contain no subroutine calls, hints or widths; hints are stored separately.
//
//	u32 glyphs, u32 glyphs per chunk, u32 end of every chunk (from the data's start), chunks
//
// A chunk unpacks to a u16 length per glyph, followed by the charstrings.
type chunked struct {
	ends     []byte
	data     []byte
	glyphs   int
	perChunk int
	hints    *stemFile // nil: none

	mu     sync.Mutex
	chunks map[int][]byte
	order  []int // chunks in the order they were unpacked, for eviction
}

// maxOpenChunks bounds the unpacked chunks of a face: about 8 MiB.
const maxOpenChunks = 256

func parseChunked(b []byte) (*chunked, error) {
	t := &chunked{glyphs: u32(b, 0), perChunk: u32(b, 4), chunks: map[int][]byte{}}
	if t.perChunk == 0 {
		return nil, errors.New("glyph chunks are malformed")
	}
	n := (t.glyphs + t.perChunk - 1) / t.perChunk
	if 8+4*n > len(b) {
		return nil, errors.New("glyph chunks are truncated")
	}
	t.ends, t.data = b[8:8+4*n], b[8+4*n:]
	return t, nil
}

// code returns a glyph's charstring, nil when it has none.
func (t *chunked) code(g GlyphID) []byte {
	if int(g) >= t.glyphs {
		return nil
	}
	k := int(g) / t.perChunk
	b := t.chunk(k)
	n := min(t.perChunk, t.glyphs-k*t.perChunk)
	off := 2 * n
	for i := range int(g) % t.perChunk {
		off += u16(b, 2*i)
	}
	end := off + u16(b, 2*(int(g)%t.perChunk))
	if end > len(b) {
		return nil
	}
	return b[off:end]
}

func (t *chunked) chunk(k int) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b, ok := t.chunks[k]; ok {
		return b
	}
	start := 0
	if k > 0 {
		start = u32(t.ends, 4*k-4)
	}
	end := u32(t.ends, 4*k)
	if start > end || end > len(t.data) {
		return nil
	}
	b, err := unzstd(t.data[start:end], nil)
	if err != nil {
		return nil
	}
	if len(t.order) >= maxOpenChunks {
		delete(t.chunks, t.order[0])
		t.order = t.order[1:]
	}
	t.chunks[k] = b
	t.order = append(t.order, k)
	return b
}

// outline interprets a glyph's charstring.
func (t *chunked) outline(g GlyphID) *Outline {
	m := charMachine{font: &cff{}, priv: &cffPrivate{}, width: true, ops: 200000}
	m.out.segs = make([]Segment, 0, 64)
	m.run(t.code(g), 0)
	return m.out.finish()
}

// decoder decompresses the bundled data; its DecodeAll is safe for concurrent use.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<28), zstd.WithDecoderLowmem(true))
})

func unzstd(b, into []byte) ([]byte, error) {
	d, err := decoder()
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(b, into)
}
