package avif_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/avif"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".avif"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParseFindsImagesAndAlpha(t *testing.T) {
	t.Parallel()
	f, err := avif.Parse(read(t, "limited709"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Image.Width != 48 || f.Image.Height != 36 || len(f.Image.Tiles) != 1 || f.Premultiplied {
		t.Errorf("got %d×%d in %d tiles, premultiplied %v", f.Image.Width, f.Image.Height, len(f.Image.Tiles), f.Premultiplied)
	}
	if want := (avif.Colour{Primaries: 1, Transfer: 13, Matrix: 1}); f.Image.Colour == nil || *f.Image.Colour != want {
		t.Errorf("got %+v, want %+v", f.Image.Colour, want)
	}
	if f.Alpha == nil || f.Alpha.Width != 48 || len(f.Alpha.Tiles) != 1 || len(f.Alpha.Tiles[0]) == 0 {
		t.Errorf("got alpha %+v", f.Alpha)
	}
}

func TestParseReadsTransforms(t *testing.T) {
	t.Parallel()
	f, err := avif.Parse(read(t, "turned"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (avif.Rect{X: 10, Y: 4, Width: 20, Height: 16}); f.Crop != want || f.Turns != 1 || f.Mirror != avif.LeftRight {
		t.Errorf("got %+v, %d turns, mirror %d", f.Crop, f.Turns, f.Mirror)
	}
	if w, h := f.Size(); w != 16 || h != 20 {
		t.Errorf("got %d×%d, want 16×20", w, h)
	}
}

func TestParseReadsGrids(t *testing.T) {
	t.Parallel()
	f, err := avif.Parse(read(t, "grid"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*avif.Source{&f.Image, f.Alpha} {
		if s.Width != 128 || s.Cols != 2 || s.Rows != 2 || s.TileWidth != 64 || len(s.Tiles) != 4 {
			t.Errorf("got %+v", *s)
		}
	}
}

func TestParseFindsPremultipliedColour(t *testing.T) {
	t.Parallel()
	f, err := avif.Parse(read(t, "premultiplied"))
	if err != nil || !f.Premultiplied {
		t.Errorf("got %v, premultiplied %v", err, f != nil && f.Premultiplied)
	}
}

// FuzzParse: for any input, parsing returns an error of this package or an image that contains its crop and is covered
// by its tiles.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"lossless", "turned", "grid", "premultiplied", "sequence", "mono"} {
		f.Add(read(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := avif.Parse(data)
		if err != nil {
			if !errors.Is(err, avif.ErrCorrupt) && !errors.Is(err, avif.ErrUnsupported) {
				t.Fatalf("error wraps none of the package's sentinel errors: %v", err)
			}
			return
		}
		c := p.Crop
		if c.X < 0 || c.Y < 0 || c.Width <= 0 || c.Height <= 0 || c.X+c.Width > p.Image.Width || c.Y+c.Height > p.Image.Height {
			t.Fatalf("crop %+v of %d×%d", c, p.Image.Width, p.Image.Height)
		}
		for _, s := range []*avif.Source{&p.Image, p.Alpha} {
			if s == nil {
				continue
			}
			if len(s.Tiles) != s.Cols*s.Rows || s.Cols*s.TileWidth < s.Width || s.Rows*s.TileHeight < s.Height ||
				s.Width != p.Image.Width || s.Height != p.Image.Height {
				t.Fatalf("%d tiles: %+v", len(s.Tiles), *s)
			}
			for _, tile := range s.Tiles {
				if len(tile) > len(data) {
					t.Fatal("a tile's data is larger than the file")
				}
			}
		}
	})
}
