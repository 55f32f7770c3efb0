package image

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"golang.org/x/sync/semaphore"
)

// The decoders of other packages cannot be cancelled, and an image of maximum size takes about a second. Their reader
// reports the end of the file once ctx is done, but the final stages of some decoders do not read. Images of
// backgroundPixels or more are therefore decoded in a separate goroutine, and the caller returns when its ctx is done.
const backgroundPixels = 1 << 20

// maxBackgroundPixels bounds the total pixels of images being decoded in separate goroutines, including abandoned ones:
// a pixel takes up to twelve bytes until its image is finished.
const maxBackgroundPixels = 48_000_000

var slots = semaphore.NewWeighted(maxBackgroundPixels)

// inBackground runs decode in a separate goroutine for an image of the given size, and returns ctx's error if ctx is
// done first.
func inBackground(ctx context.Context, pixels int, decode func() (*Bitmap, error)) (*Bitmap, error) {
	if pixels < backgroundPixels {
		return decode()
	}
	weight := int64(min(pixels, maxBackgroundPixels))
	if err := slots.Acquire(ctx, weight); err != nil {
		return nil, err
	}
	type result struct {
		bitmap *Bitmap
		err    error
	}
	done := make(chan result, 1)
	go func() {
		defer slots.Release(weight)
		var r result
		defer func() { done <- r }()
		defer func() {
			// The caller's recover does not cover this goroutine.
			if p := recover(); p != nil {
				r = result{err: fmt.Errorf("%w: the decoder panicked: %v", ErrCorrupt, p)}
			}
		}()
		r.bitmap, r.err = decode()
	}()
	select {
	case r := <-done:
		return r.bitmap, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// reader reads data until ctx is done.
func reader(ctx context.Context, data []byte) io.Reader {
	return &stopReader{ctx.Err, bytes.NewReader(data)}
}

type stopReader struct {
	stop func() error
	data *bytes.Reader
}

func (r *stopReader) Read(p []byte) (int, error) {
	if err := r.stop(); err != nil {
		return 0, err
	}
	return r.data.Read(p)
}
