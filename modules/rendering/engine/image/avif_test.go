package image_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// original returns the source image of the files in codec/avif/testdata: a gradient, a disc and a fading edge,
// premultiplied as Decode returns it.
func original(w, h int) []byte {
	pix := make([]byte, 0, w*h*4)
	for y := range h {
		for x := range w {
			a := 255
			if x >= w*2/3 {
				a = max(0, 255-(x-w*2/3)*255/(w/3))
			}
			c := [3]int{60 + x*180/w, 40 + y*200/h, 200 - (x+y)*150/(w+h)}
			if dx, dy := x-w/3, y-h/2; dx*dx+dy*dy < h/4*(h/4) {
				c = [3]int{230, 60, 50}
			}
			for _, v := range c {
				pix = append(pix, byte((v*a+127)/255))
			}
			pix = append(pix, byte(a))
		}
	}
	return pix
}

func avifFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "codec", "avif", "testdata", name+".avif"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decodeAVIF(t testing.TB, name string) *image.Bitmap {
	t.Helper()
	data := avifFile(t, name)
	b, err := image.Decode(context.Background(), data, image.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	info, err := image.Peek(data)
	if err != nil || info.Format != image.AVIF || info.Width != b.Width || info.Height != b.Height {
		t.Errorf("%s: Peek returns %+v, %v, but Decode %d×%d", name, info, err, b.Width, b.Height)
	}
	return b
}

func TestLosslessAVIFIsExact(t *testing.T) {
	t.Parallel()
	b := decodeAVIF(t, "lossless")
	if b.Width != 48 || b.Height != 36 || b.Opaque || string(b.Pix) != string(original(48, 36)) {
		t.Errorf("%d×%d, opaque %v: the size, opacity or pixels differ", b.Width, b.Height, b.Opaque)
	}
}

// TestAVIFIsCroppedRotatedAndMirrored reads lossless files whose container crops 20×16 pixels at (10, 4), rotates them
// to the left and mirrors them horizontally, and one that rotates to the right and mirrors vertically.
func TestAVIFIsCroppedRotatedAndMirrored(t *testing.T) {
	t.Parallel()
	src := original(48, 36)
	for name, c := range map[string]struct {
		w, h int
		from func(x, y int) (int, int)
	}{
		"turned":  {16, 20, func(x, y int) (int, int) { return 10 + 19 - y, 4 + 15 - x }},
		"turned3": {36, 48, func(x, y int) (int, int) { return 47 - y, 35 - x }},
	} {
		b := decodeAVIF(t, name)
		if b.Width != c.w || b.Height != c.h {
			t.Errorf("%s: %d×%d, want %d×%d", name, b.Width, b.Height, c.w, c.h)
			continue
		}
		for y := range c.h {
			for x := range c.w {
				sx, sy := c.from(x, y)
				got, want := b.Pix[(y*c.w+x)*4:][:4], src[(sy*48+sx)*4:][:4]
				if string(got) != string(want) {
					t.Fatalf("%s at %d,%d: got %v, want %v", name, x, y, got, want)
				}
			}
		}
	}
}

func TestAVIFOfEveryKindIsCloseToTheOriginal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		side int // side of the square image; 0 means 48×36
		mean int // in 1/100
		hash string
	}{
		"yuv420":        {0, 250, "e531abef08b64fa6"},
		"yuv422-12":     {0, 200, "5025e5a7444599fb"},
		"yuv444-10":     {0, 60, "d9cbeacf985d675b"},
		"limited709":    {0, 100, "864a6687366330f3"},
		"premultiplied": {0, 100, "1b3f03826154c704"},
		"grid":          {128, 200, "0706ee8d2be56db0"},
		"sequence":      {0, 250, "4ed895932bc39f4e"},
	} {
		w, h := 48, 36
		if c.side > 0 {
			w, h = c.side, c.side
		}
		b := decodeAVIF(t, name)
		want := original(w, h)
		if len(b.Pix) != len(want) {
			t.Errorf("%s: %d×%d", name, b.Width, b.Height)
			continue
		}
		sum := 0
		for i, v := range b.Pix {
			sum += max(int(v)-int(want[i]), int(want[i])-int(v))
		}
		if mean := sum * 100 / len(want); mean > c.mean {
			t.Errorf("%s: mean difference %d/100, at most %d", name, mean, c.mean)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(b.Pix))[:16]; got != c.hash {
			t.Errorf("%s: pixels %s, want %s", name, got, c.hash)
		}
	}
}

func TestAVIFWithoutChromaIsGray(t *testing.T) {
	t.Parallel()
	b := decodeAVIF(t, "mono")
	for i := 0; i < len(b.Pix); i += 4 {
		if b.Pix[i] != b.Pix[i+1] || b.Pix[i] != b.Pix[i+2] {
			t.Fatalf("pixel %d is %v", i/4, b.Pix[i:i+4])
		}
	}
}

func TestBadAVIFIsReported(t *testing.T) {
	t.Parallel()
	good := avifFile(t, "yuv420")
	larger := strings.Replace(string(good), "ispe\x00\x00\x00\x00\x00\x00\x00\x30", "ispe\x00\x00\x00\x00\x00\x00\x00\x31", 1)
	bomb := strings.ReplaceAll(string(good), "ispe\x00\x00\x00\x00\x00\x00\x00\x30", "ispe\x00\x00\x00\x00\x00\x00\x30\x30")
	for name, c := range map[string]struct {
		data string
		want error
		says string
	}{
		"high dynamic range": {string(avifFile(t, "hdr")), image.ErrUnsupported, "high dynamic range"},
		"another codec":      {strings.ReplaceAll(string(good), "av01", "hvc1"), image.ErrUnsupported, `items of type "hvc1"`},
		"other size":         {larger, image.ErrCorrupt, "disagree about the size"},
		"too large":          {bomb, image.ErrTooLarge, "12336×36"},
		"cut":                {string(good[:len(good)-40]), image.ErrCorrupt, "extends past the end of the file"},
		"header only":        {string(good[:40]), image.ErrCorrupt, "no meta box"},
		"no brand":           {"\x00\x00\x00\x10ftypavis\x00\x00\x00\x00", image.ErrUnsupported, "without a still image"},
	} {
		_, err := image.Decode(context.Background(), []byte(c.data), image.Limits{})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v containing %q", name, err, c.want, c.says)
		}
	}
}

// TestAVIFOfAnyLengthIsDecodedOrRejected truncates a file at every byte and changes every byte of its boxes.
func TestAVIFOfAnyLengthIsDecodedOrRejected(t *testing.T) {
	t.Parallel()
	good := avifFile(t, "grid")
	for n := range good {
		if _, err := image.Decode(context.Background(), good[:n], image.Limits{}); err == nil {
			t.Fatalf("%d of %d bytes were decoded", n, len(good))
		}
	}
	boxes := int(binary.BigEndian.Uint32(good)) // ftyp, then meta
	boxes += int(binary.BigEndian.Uint32(good[boxes:]))
	for i := range boxes {
		for _, v := range []byte{0, 0xff} {
			data := append([]byte(nil), good...)
			data[i] = v
			_, _ = image.Decode(context.Background(), data, image.Limits{MaxPixels: 1 << 16})
		}
	}
}

// TestColoursOfAVIF changes the code points of a file; the colour of its disc is what Chromium draws, within one.
func TestColoursOfAVIF(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		primaries, transfer byte
		want                [3]uint8
	}{
		"sRGB":                 {1, 13, [3]uint8{227, 62, 48}},
		"television":           {1, 1, [3]uint8{227, 62, 48}},
		"unspecified":          {2, 2, [3]uint8{227, 62, 48}},
		"P3":                   {12, 13, [3]uint8{247, 36, 31}},
		"P3 with television's": {12, 1, [3]uint8{247, 36, 31}},
	} {
		data := bytes.Clone(avifFile(t, "yuv420"))
		at := bytes.Index(data, []byte("nclx"))
		data[at+5], data[at+7] = c.primaries, c.transfer
		b, err := image.Decode(context.Background(), data, image.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		disc := b.Pix[(b.Height/2*b.Width+b.Width*3/10)*4:]
		for i, want := range c.want {
			if d := int(disc[i]) - int(want); d < -2 || d > 2 {
				t.Errorf("%s: got %v, want %v", name, disc[:3], c.want)
				break
			}
		}
	}
}
