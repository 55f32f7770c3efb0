package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Decoded pictures are the largest memory that a document can ask for: four bytes a pixel, for
// as long as it is drawn.
const (
	// mostPixels bounds the decoded pictures of one document together.
	mostPixels = 100_000_000
	// fewPixels is how many pixels of pictures any number of documents may hold at a time. One
	// that needs more waits until no other does.
	fewPixels = 8_000_000
)

// decodeBitmap decodes a picture file once a render, within the document's share of memory.
func (r *resources) decodeBitmap(data []byte) (*image.Bitmap, error) {
	key := sha256.Sum256(data)
	if b := r.bitmaps[key]; b != nil {
		return b, nil
	}
	info, err := image.Peek(data)
	if err != nil {
		return nil, err
	}
	pixels := int64(info.Width) * int64(info.Height)
	if int64(r.decoded)+pixels > mostPixels {
		return nil, fmt.Errorf("%w: the document's pictures have more than %d pixels together", image.ErrTooLarge, mostPixels)
	}
	if !r.alone && int64(r.decoded)+pixels > fewPixels {
		if err := r.doc.engine.gallery.enter(r.ctx); err != nil {
			return nil, err
		}
		r.alone = true
	}
	b, err := image.Decode(r.ctx, data, image.Limits{})
	if err != nil {
		return nil, err
	}
	r.decoded += int(pixels)
	r.bitmaps[key] = b
	if r.alone {
		r.doc.engine.gallery.hang(b, pixels)
	}
	return b, nil
}

// close lets the next document with large pictures be drawn.
func (r *resources) close() {
	if r.alone {
		r.doc.engine.gallery.leave()
		r.alone = false
	}
}

// gallery is where the documents with large pictures are drawn, one at a time.
type gallery struct {
	door chan struct{}
	// held counts the pixels of their pictures that the garbage collector has not found yet:
	// those of drawn documents are in use until these are encoded.
	held atomic.Int64
}

func newGallery() *gallery { return &gallery{door: make(chan struct{}, 1)} }

// enter waits until no other document is inside and, for a second at most, until the pictures
// of those before have been let go.
func (g *gallery) enter(ctx context.Context) error {
	select {
	case g.door <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	const heldBefore, pause, pauses = 40_000_000, 50 * time.Millisecond, 20
	for i := 0; i < pauses && g.held.Load() >= heldBefore; i++ {
		runtime.GC()
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			g.leave()
			return ctx.Err()
		}
	}
	return nil
}

func (g *gallery) leave() { <-g.door }

// hang counts a picture until it is collected.
func (g *gallery) hang(b *image.Bitmap, pixels int64) {
	g.held.Add(pixels)
	runtime.AddCleanup(b, func(n int64) { g.held.Add(-n) }, pixels)
}

// embedsPictures reports whether an SVG file may hold pictures of its own: a data: URL, perhaps
// with character references in it.
func embedsPictures(data []byte) bool {
	return bytes.Contains(data, []byte("data:")) || bytes.Contains(data, []byte("&#"))
}
