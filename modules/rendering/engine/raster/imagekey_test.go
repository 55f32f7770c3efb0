package raster

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// TestCachesLetImagesBeFreed draws a large image at a small size, which is cached, and checks that the large image is
// garbage collected.
func TestCachesLetImagesBeFreed(t *testing.T) {
	t.Parallel()
	cache := NewCache(0)
	for _, hash := range [][32]byte{{}, {1}} {
		b := &image.Bitmap{Width: 512, Height: 512, Pix: make([]byte, 512*512*4), Hash: hash}
		gone := weak.Make(b)
		l := &display.List{Width: 64, Height: 64, Ops: []display.Op{display.DrawImage{
			Image: b, Sampling: display.Smooth,
			Src: display.Rect{X1: display.FromFloat(512), Y1: display.FromFloat(512)},
			Dst: display.Rect{X1: display.FromFloat(40), Y1: display.FromFloat(40)},
		}}}
		if _, err := Draw(context.Background(), l, Options{Cache: cache}); err != nil {
			t.Fatal(err)
		}
		b, l = nil, nil //nolint:ineffassign // no live references
		runtime.GC()
		if gone.Value() != nil {
			t.Errorf("the image with hash %d is still in memory", hash[0])
		}
	}
}
