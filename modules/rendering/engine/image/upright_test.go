package image_test

import (
	"context"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// TestUprightRemovesTheOrientation decodes turned JPEGs without their orientation, and leaves files without one.
func TestUprightRemovesTheOrientation(t *testing.T) {
	t.Parallel()
	plain := jpegOf(t, testImage(8, 16))
	turned := withOrientation(plain, 6)
	data, ok := image.Upright(turned)
	b, err := image.Decode(context.Background(), data, image.Limits{})
	if !ok || err != nil || b.Width != 8 || b.Height != 16 {
		t.Errorf("%v %v %+v", ok, err, b)
	}
	if info, err := image.Peek(turned); err != nil || info.Width != 16 {
		t.Errorf("the file was changed: %+v, %v", info, err)
	}
	for _, data := range [][]byte{nil, plain, plain[:3], turned[:9], pngOf(t, testImage(3, 3)), pngOf(t, testImage(3, 3))[:20], []byte("\xff\xd8\xff\xe1\x00")} {
		if got, ok := image.Upright(data); !ok || string(got) != string(data) && string(data) != string(turned[:9]) {
			t.Errorf("%d bytes became %d", len(data), len(got))
		}
	}
	if _, ok := image.Upright(avifFile(t, "turned")); ok {
		t.Error("the rotation of an AVIF is not reported")
	}
}
