package encode

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// TestReelKeepsTheBytesOfItsFrames adds frames that differ in one pixel: what is kept of them is as large as their data.
func TestReelKeepsTheBytesOfItsFrames(t *testing.T) {
	t.Parallel()
	for _, format := range []Format{GIF, WebP, PNG, AVIF, WebM} {
		pm := &raster.Pixmap{Width: 640, Height: 360, Pix: make([]byte, 4*640*360), Opaque: true}
		for i := 3; i < len(pm.Pix); i += 4 {
			pm.Pix[i] = 255
		}
		reel, err := NewReel(Options{Format: format}, pm.Width, pm.Height, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			pm.Pix[40*i] = 200
			if err := reel.Add(t.Context(), pm, 50); err != nil {
				t.Fatal(err)
			}
		}
		kept, size := 0, 0
		count := func(data []byte) { kept, size = kept+cap(data), size+len(data) }
		switch frames := reel.frames.(type) {
		case *gifReel:
			for _, f := range frames.frames {
				count(f.Data)
			}
		case *pngReel:
			for _, f := range frames.frames {
				count(f.Data)
			}
		case *webPReel:
			for _, f := range frames.frames {
				count(f.Data)
			}
		case *av1Reel:
			for _, f := range frames.frames {
				count(f.data)
			}
		}
		if size != reel.Size() || kept > size+size/2 {
			t.Errorf("%v: %d bytes are kept of %d; the size is %d", format, kept, size, reel.Size())
		}
	}
}
