package raster

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// TestCachesLetImagesBeFreed draws a large image small, which is kept, and looks for the large one.
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
		b, l = nil, nil //nolint:ineffassign // the collector must not find them
		runtime.GC()
		if gone.Value() != nil {
			t.Errorf("an image of hash %d is kept in memory", hash[0])
		}
	}
}
