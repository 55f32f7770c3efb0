package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Decoded images take the most memory of what a document may use: four bytes per pixel, until the document is encoded.
const (
	// maxDocumentPixels limits the decoded images of one document together.
	maxDocumentPixels = 100_000_000
	// freePixels is how many pixels of images a document may decode without a reservation.
	freePixels = 8_000_000
	// reservedPixels is how many pixels all reservations of an engine may have together. A document that needs more
	// than are free waits for others to be closed.
	reservedPixels = maxDocumentPixels
)

// decodeBitmap decodes an image file once per render, within the document's share of memory.
func (r *resources) decodeBitmap(data []byte) (*image.Bitmap, error) {
	return r.bitmapOf(sha256.Sum256(data), data)
}

// bitmapOf is decodeBitmap for a file whose hash is known.
func (r *resources) bitmapOf(key [sha256.Size]byte, data []byte) (*image.Bitmap, error) {
	if b := r.bitmaps[key]; b != nil {
		return b, nil
	}
	info, err := image.Peek(data)
	if err != nil {
		return nil, err
	}
	pixels := int64(info.Width) * int64(info.Height)
	if int64(r.decoded)+pixels > maxDocumentPixels {
		return nil, fmt.Errorf("%w: the document's images have more than %d pixels together", image.ErrTooLarge, maxDocumentPixels)
	}
	if int64(r.decoded)+pixels > freePixels {
		if err := r.reserve(r.needed(pixels)); err != nil {
			return nil, err
		}
	}
	b, err := r.bitmapOfFile(data)
	if err != nil {
		return nil, err
	}
	r.decoded += int(pixels)
	r.bitmaps[key] = b
	return b, nil
}

// needed returns how many pixels the document's large fonts count for and its images have together, as far as its
// references tell: at least those decoded and one more image of the given number of pixels.
func (r *resources) needed(pixels int64) int64 {
	if r.doc.settings.frames > 0 {
		return maxDocumentPixels // the documents around it have images, too
	}
	total := int64(0)
	for _, ref := range r.doc.References() {
		if ref.Kind != ImageReference {
			continue
		}
		data, ok := r.load(ref.URL)
		if !ok {
			continue
		}
		if info, err := image.Peek(data); err == nil {
			total += int64(info.Width) * int64(info.Height)
		} else if embedsImages(data) {
			return maxDocumentPixels // what it embeds is known only once it is drawn
		}
	}
	return min(r.fontPixels+max(total, int64(r.decoded)+pixels), reservedPixels)
}

// reservation is the share of an engine's image memory that a document and the documents in its frames hold. It waits
// only while it holds nothing, so that no two documents wait for each other; what it needs beyond that is counted if it is
// free and taken in any case.
type reservation struct {
	pixels *semaphore.Weighted

	mu     sync.Mutex
	held   int64
	closed bool
}

// take reserves need pixels together with what it holds.
func (v *reservation) take(ctx context.Context, need int64) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.closed || need <= v.held:
	case v.held == 0:
		if err := v.pixels.Acquire(ctx, need); err != nil {
			return err
		}
		v.held = need
	case v.pixels.TryAcquire(need - v.held):
		v.held = need
	}
	return nil
}

// close releases what is reserved. It may be called more than once.
func (v *reservation) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.held > 0 {
		v.pixels.Release(v.held)
	}
	v.held, v.closed = 0, true
}

type reservationKey struct{}

// ImageMemory is image memory that several documents share, such as the outputs of one request: none of them waits for
// another. It is to be closed once nothing of them is encoded any more.
type ImageMemory struct{ reservation reservation }

// ImageMemory returns memory that holds nothing yet.
func (e *Engine) ImageMemory() *ImageMemory {
	return &ImageMemory{reservation{pixels: e.imagePixels}}
}

// Context returns a context whose documents share the memory.
func (m *ImageMemory) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, reservationKey{}, &m.reservation)
}

// Close releases the memory. It may be called more than once.
func (m *ImageMemory) Close() { m.reservation.close() }

// reserving returns the reservation that the context's documents share, or a new one in a context for the documents
// within. owned reports that it is new.
func (e *Engine) reserving(ctx context.Context) (inner context.Context, v *reservation, owned bool) {
	if v, ok := ctx.Value(reservationKey{}).(*reservation); ok {
		return ctx, v, false
	}
	v = &reservation{pixels: e.imagePixels}
	return context.WithValue(ctx, reservationKey{}, v), v, true
}

// keep lets the drawing hold the reservation until it is closed, or collected.
func (p *Drawing) keep(v *reservation) {
	p.reservation = v
	runtime.AddCleanup(p, (*reservation).close, v)
}

// Close releases the memory that the document's images count for, so that other documents with large images can be
// drawn. It is called once nothing more is encoded; what is not closed is released when it is garbage-collected.
func (p *Drawing) Close() {
	if p != nil && p.reservation != nil {
		p.reservation.close()
	}
}

// embedsImages reports whether an SVG file may hold images of its own: a data: URL, perhaps with character references
// in it.
func embedsImages(data []byte) bool {
	return bytes.Contains(data, []byte("data:")) || bytes.Contains(data, []byte("&#"))
}
