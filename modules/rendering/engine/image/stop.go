package image

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"golang.org/x/sync/semaphore"
)

// The decoders of other packages cannot be stopped, and an image of the largest size
// keeps them busy for a second. They find the file to end when their ctx has ended, but the
// last steps of some read no more of it. Images from besidePixels on are therefore decoded
// beside the caller, who leaves when its ctx ends.
const besidePixels = 1 << 20

// widest bounds the pixels that are decoded beside callers at any time, also of those who have
// left: a pixel takes up to twelve bytes until its image is finished.
const widest = 48_000_000

var slots = semaphore.NewWeighted(widest)

// beside runs decode for an image of so many pixels, and returns ctx's error when that ends first.
func beside(ctx context.Context, pixels int, decode func() (*Bitmap, error)) (*Bitmap, error) {
	if pixels < besidePixels {
		return decode()
	}
	weight := int64(min(pixels, widest))
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
			// A caller's recover does not reach here.
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

// reader reads data until ctx ends.
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
