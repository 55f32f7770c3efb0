package image

import (
	"bytes"
	"context"
	stdimage "image"
	"image/color"
	"image/png"
	"testing"
)

// TestPNGWithBadChecksumsIsDecoded checks that wrong checksums of chunks and of the pixel data do not prevent decoding,
// and that other damage does.
func TestPNGWithBadChecksumsIsDecoded(t *testing.T) {
	t.Parallel()
	src := stdimage.NewNRGBA(stdimage.Rect(0, 0, 9, 5))
	for i := range src.Pix {
		src.Pix[i] = uint8(i * 7)
	}
	src.SetNRGBA(3, 2, color.NRGBA{R: 200, A: 255})
	var file bytes.Buffer
	if err := png.Encode(&file, src); err != nil {
		t.Fatal(err)
	}
	good, err := Decode(context.Background(), file.Bytes(), Limits{})
	if err != nil || good.Repaired {
		t.Fatalf("the intact file: %v, repaired %v", err, good != nil && good.Repaired)
	}
	data := file.Bytes()
	idat := bytes.Index(data, []byte("IDAT"))
	end := bytes.LastIndex(data, []byte("IEND"))
	for name, at := range map[string]int{"chunk": end - 5, "pixel data": end - 9} {
		bad := bytes.Clone(data)
		bad[at] ^= 0x55
		got, err := Decode(context.Background(), bad, Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !got.Repaired || !bytes.Equal(got.Pix, good.Pix) {
			t.Errorf("%s: repaired %v, equal pixels %v", name, got.Repaired, bytes.Equal(got.Pix, good.Pix))
		}
	}
	if _, err := Decode(context.Background(), data[:idat+12], Limits{}); err == nil {
		t.Error("a truncated file is decoded")
	}
}
