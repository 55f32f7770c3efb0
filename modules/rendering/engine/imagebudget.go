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

// Decoded images dominate the memory of a document: four bytes per pixel, until the document is encoded.
const (
	// maxDocumentPixels limits the total size of the decoded images of one document.
	maxDocumentPixels = 100_000_000
	// freePixels is the number of image pixels that a document may decode without a reservation.
	freePixels = 8_000_000
	// reservedPixels limits the total of all reservations of an engine. A document that needs more than is free waits
	// until others are closed.
	reservedPixels = maxDocumentPixels
)

// decodeBitmap decodes an image file once per render, within the document's memory limit.
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
		if err := r.reserve(r.neededPixels(pixels)); err != nil {
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

// neededPixels returns the total number of pixels for the document's large fonts and images, as far as its references are
// known: at least those decoded and one more image of the given number of pixels.
func (r *resources) neededPixels(pixels int64) int64 {
	if r.doc.settings.frames > 0 {
		return maxDocumentPixels // the enclosing documents have images, too
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
			return maxDocumentPixels // embedded images are only known once it is drawn
		}
	}
	return min(r.fontPixels+max(total, int64(r.decoded)+pixels), reservedPixels)
}

// reservation is the share of an engine's image memory held by a document and the documents in its frames. It waits
// only while it holds nothing, to prevent deadlock between documents; further memory is reserved if available and used
// in any case.
type reservation struct {
	pixels *semaphore.Weighted

	mu     sync.Mutex
	held   int64
	closed bool
}

// take increases the reservation to need pixels.
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

// close releases the reservation. It may be called more than once.
func (v *reservation) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.held > 0 {
		v.pixels.Release(v.held)
	}
	v.held, v.closed = 0, true
}

type reservationKey struct{}

// ImageMemory is image memory shared by several documents, such as the outputs of one request, which then do not wait
// for each other. It must be closed after the last of them is encoded.
type ImageMemory struct{ reservation reservation }

// ImageMemory returns an empty reservation.
func (e *Engine) ImageMemory() *ImageMemory {
	return &ImageMemory{reservation{pixels: e.imagePixels}}
}

// Context returns a context whose documents share the memory.
func (m *ImageMemory) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, reservationKey{}, &m.reservation)
}

// Close releases the memory. It may be called more than once.
func (m *ImageMemory) Close() { m.reservation.close() }

// reservationOf returns the reservation shared by the context's documents, or a new one in a context for nested documents.
// owned reports whether it is new.
func (e *Engine) reservationOf(ctx context.Context) (inner context.Context, v *reservation, owned bool) {
	if v, ok := ctx.Value(reservationKey{}).(*reservation); ok {
		return ctx, v, false
	}
	v = &reservation{pixels: e.imagePixels}
	return context.WithValue(ctx, reservationKey{}, v), v, true
}

// keep makes the drawing hold the reservation until it is closed or garbage-collected.
func (p *Drawing) keep(v *reservation) {
	p.reservation = v
	runtime.AddCleanup(p, (*reservation).close, v)
}

// Close releases the memory reserved for the document's images, so that other documents with large images can be drawn.
// Call it after the last encoding; a drawing that is not closed is released by garbage collection.
func (p *Drawing) Close() {
	if p != nil && p.reservation != nil {
		p.reservation.close()
	}
}

// embedsImages reports whether an SVG file may embed images: it contains a data: URL, possibly with character
// references.
func embedsImages(data []byte) bool {
	return bytes.Contains(data, []byte("data:")) || bytes.Contains(data, []byte("&#"))
}
