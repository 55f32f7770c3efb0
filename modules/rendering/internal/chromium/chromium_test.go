package chromium

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// turns limits concurrent tests to two, which atWork tracks: more browsers at the same time only slow each other down.
var (
	turns  = make(chan struct{}, 2)
	atWork sync.Map
)

// newBrowser returns a pool of one, closed with the test. Without a browser on the machine the test is skipped, except
// in CI.
func newBrowser(t *testing.T, change func(*Config)) *Browser {
	t.Helper()
	cfg := Config{Pool: 1, Timeout: 25 * time.Second, Sandbox: "required"}
	if change != nil {
		change(&cfg)
	}
	if _, err := find(""); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if _, has := atWork.LoadOrStore(t.Name(), true); !has {
		turns <- struct{}{}
		t.Cleanup(func() { <-turns })
	}
	b := New(cfg, slog.New(slog.NewTextHandler(io.Discard, nil)))
	t.Cleanup(b.Close)
	return b
}

func shoot(t *testing.T, b *Browser, d Document) (image.Image, Report) {
	t.Helper()
	if d.Width == 0 {
		d.Width, d.Height = 200, 100
	}
	if d.Scale == 0 {
		d.Scale = 1
	}
	data, report, err := b.Screenshot(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, data), report
}

func at(img image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
}

func TestScreenshotsHaveTheirSizeAndKeepTransparency(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	for _, c := range []struct {
		w, h   int
		scale  float64
		pw, ph int
	}{{16, 16, 1, 16, 16}, {100, 50, 1, 100, 50}, {200, 100, 1, 200, 100}, {300, 200, 2, 600, 400}, {101, 51, 1.5, 152, 77}, {1200, 630, 3, 3600, 1890}, {8192, 4882, 1, 8192, 4882}} {
		img, _ := shoot(t, b, Document{
			HTML:  `<!DOCTYPE html><body style="margin:0"><div style="width:50%;height:10px;background:#f00"></div>`,
			Width: c.w, Height: c.h, Scale: c.scale,
		})
		if got := img.Bounds().Size(); got != image.Pt(c.pw, c.ph) {
			t.Errorf("%d×%d at %v: got %v, want %d×%d", c.w, c.h, c.scale, got, c.pw, c.ph)
		}
		if got, want := at(img, 1, 1), (color.NRGBA{255, 0, 0, 255}); got != want {
			t.Errorf("painted pixel: got %v, want %v", got, want)
		}
		if got := at(img, c.pw-1, c.ph-1); got.A != 0 {
			t.Errorf("%d×%d at %v: unpainted pixel: got %v, want it transparent", c.w, c.h, c.scale, got)
		}
	}
	if s := b.Status(); s.Sandbox != "verified" || s.Running != 1 || s.Starts != 1 || s.Jobs != 7 {
		t.Errorf("status is %+v", s)
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestPoolReportsAMissingBrowser(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"off", "/nowhere/chromium", "/dev/null"} {
		b := New(Config{Path: path, Pool: 1, Timeout: time.Second, Sandbox: "required"}, slog.New(slog.DiscardHandler))
		if _, _, err := b.Screenshot(t.Context(), Document{Width: 16, Height: 16, Scale: 1}); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: got %v, want ErrUnavailable", path, err)
		}
		if s := b.Status(); s.Configured || s.Problem == "" || b.Version() != "" {
			t.Errorf("%s: the status is %+v", path, s)
		}
		b.Close()
	}
}

func TestSameBytesFromAnotherBrowser(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	d := Document{HTML: `<!DOCTYPE html><body style="font-family:Caveat;font-size:40px">Launch day 🚀 <b>مرحبا</b>`, Width: 300, Height: 200, Scale: 2}
	first, _, err := b.Screenshot(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	b.Recycle()
	if s := b.Status(); s.Running != 0 {
		t.Errorf("%d browsers run after a recycle, want none", s.Running)
	}
	second, _, err := b.Screenshot(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("the same document rendered to different bytes")
	}
	if s := b.Status(); s.Starts != 2 {
		t.Errorf("%d starts, want 2", s.Starts)
	}
}

func TestFilesAreServedToTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	files := fileMap{"https://pictures.example/a.svg": []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#00f"/></svg>`)}
	img, report := shoot(t, b, Document{Files: files, HTML: `<!DOCTYPE html><body style="margin:0;background:url(http://pictures.example/b.png)"><img style="display:block" src="https://pictures.example/a.svg"><link rel=stylesheet href="https://pictures.example/c.css">`})
	if got, want := at(img, 2, 2), (color.NRGBA{0, 0, 255, 255}); got != want {
		t.Errorf("the image: got %v, want %v", got, want)
	}
	if got, want := report.Missing, []string{"http://pictures.example/b.png"}; !slices.Equal(got, want) {
		t.Errorf("missing: got %v, want %v", got, want)
	}
}

// fileMap is Files over a map.
type fileMap map[string][]byte

// File implements Files.
func (m fileMap) File(_ context.Context, url string) ([]byte, bool) {
	data, ok := m[url]
	return data, ok
}

func TestPagesOfPDFs(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	d := Document{Width: 400, Height: 300, Scale: 1, HTML: `<!DOCTYPE html><body style="margin:0">` + strings.Repeat(`<div style="height:290px;break-after:page">page</div>`, 3)}
	for _, c := range []struct {
		name  string
		paper Paper
		pages int
		box   string
	}{
		{"the canvas", Paper{}, 3, "0 0 300 22"},
		{"the first page only", Paper{MaxPages: 1}, 1, "0 0 300 22"},
		{"A4 with margins", Paper{Width: 793.7, Height: 1122.5, Top: 96, Left: 96, Right: 48, Bottom: 48}, 3, "0 0 595"},
	} {
		data, _, err := b.PDF(t.Context(), d, c.paper)
		if err != nil {
			t.Fatal(err)
		}
		if got := Pages(data); got != c.pages {
			t.Errorf("%s: %d pages, want %d", c.name, got, c.pages)
		}
		if want := "/MediaBox [" + c.box; !bytes.Contains(data, []byte(want)) {
			t.Errorf("%s: the file has no %s", c.name, want)
		}
	}
}
