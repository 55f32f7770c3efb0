package render_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/platenhq/platen/sdk/go/render"
)

const card = `<body style="margin:0"><h1 style="font:700 40px Inter;padding:20px;background:#0F172A;color:#fff">Launch day</h1>`

func TestEveryFormatRenders(t *testing.T) {
	t.Parallel()
	r := render.New(render.Options{Workers: 2})
	for format, begins := range map[render.Format]string{"": "\x89PNG", render.PNG: "\x89PNG", render.JPEG: "\xff\xd8\xff", render.WebP: "RIFF",
		render.AVIF: "\x00\x00\x00", render.GIF: "GIF89a", render.SVG: "<", render.PDF: "%PDF"} {
		got, err := r.Render(t.Context(), render.Request{HTML: card, Width: 300, Height: 120, Format: format})
		if err != nil || !strings.HasPrefix(string(got.Bytes), begins) || got.Width != 300 || got.Height != 120 || got.ContentType == "" {
			t.Errorf("%q: %v, %+v", format, err, got)
		}
	}
}

func TestTheSameRequestGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	shared := render.New(render.Options{Workers: 2})
	want, err := render.New(render.Options{}).Render(t.Context(), render.Request{HTML: card, Scale: 2})
	if err != nil {
		t.Fatal(err)
	}
	if config, _, err := image.DecodeConfig(bytes.NewReader(want.Bytes)); err != nil || config.Width != 2400 || config.Height != 1260 {
		t.Errorf("the default size at scale 2 is %+v, %v", config, err)
	}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			got, err := shared.Render(context.Background(), render.Request{HTML: card, Scale: 2})
			if err != nil || !bytes.Equal(got.Bytes, want.Bytes) {
				t.Errorf("another image: %v", err)
			}
		})
	}
	all.Wait()
}

func TestInvalidRequestsHaveAPath(t *testing.T) {
	t.Parallel()
	r := render.New(render.Options{})
	for name, c := range map[string]struct {
		in   render.Request
		path string
	}{
		"nothing":     {render.Request{}, ""},
		"both":        {render.Request{HTML: "<p>x", Document: []byte(`{"tag":"p"}`)}, ""},
		"format":      {render.Request{HTML: "<p>x", Format: "bmp"}, "/outputs/0/format"},
		"background":  {render.Request{HTML: "<p>x", Background: "bleu"}, "/outputs/0/background"},
		"quality":     {render.Request{HTML: "<p>x", Format: render.JPEG, Quality: 101}, "/outputs/0/quality"},
		"half a size": {render.Request{HTML: "<p>x", Width: 100}, "/outputs/0"},
		"a tree":      {render.Request{Document: []byte(`{"tag":"p","kids":[]}`)}, "/document"},
		"huge":        {render.Request{HTML: "<p>x", Width: 1 << 20, Height: 100}, ""},
	} {
		_, err := r.Render(t.Context(), c.in)
		var e *render.Error
		if !errors.As(err, &e) || e.Rule == "" || e.Message == "" || !strings.HasPrefix(e.Path, c.path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := r.Render(ended, render.Request{HTML: card}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func TestFilesAreReadFromTheFileSystemOnly(t *testing.T) {
	t.Parallel()
	r := render.New(render.Options{})
	dot, err := r.Render(t.Context(), render.Request{HTML: `<body style="background:red">`, Width: 20, Height: 20})
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"img/dot.png": {Data: dot.Bytes}}
	good, err := r.Render(t.Context(), render.Request{HTML: `<img src="img/dot.png"><img src="../img/dot.png?x=1">`, Width: 60, Height: 40, Files: files})
	if err != nil || len(good.Warnings) > 1 { // quirks mode
		t.Errorf("%v, %+v", err, good.Warnings)
	}
	for _, address := range []string{"https://example.com/dot.png", "file:///etc/passwd", "//example.com/dot.png", "none.png"} {
		got, err := r.Render(t.Context(), render.Request{HTML: `<!DOCTYPE html><img src="` + address + `">`, Width: 60, Height: 40, Files: files})
		if err != nil || len(got.Warnings) == 0 {
			t.Errorf("%s: %v, no warning", address, err)
		}
	}
}

func TestCanvasFollowsTheDocument(t *testing.T) {
	t.Parallel()
	r := render.New(render.Options{})
	const document = `<!DOCTYPE html><body style="margin:0"><div style="height:500px"></div><div style="margin:0 50px 40px;width:90px;height:70px;background:#123456"></div>`
	for _, c := range []struct {
		in            render.Request
		width, height int
	}{
		{render.Request{AutoHeight: true}, 1200, 610},
		{render.Request{AutoHeight: true, Width: 400, Height: 700}, 400, 700},
		{render.Request{AutoHeight: true, Width: 400, Scale: 2}, 800, 1220},
		{render.Request{AutoHeight: true, Format: render.PDF}, 1200, 610},
		{render.Request{Trim: true}, 90, 70},
		{render.Request{Trim: true, Scale: 2, Background: "#ffffff", Format: render.WebP, Lossless: true}, 180, 140},
		{render.Request{Trim: true, Background: "#123456"}, 1200, 630}, // nothing differs from the background
	} {
		c.in.HTML = document
		image, err := r.Render(t.Context(), c.in)
		if err != nil {
			t.Fatalf("%+v: %v", c.in, err)
		}
		if image.Width != c.width || image.Height != c.height {
			t.Errorf("%+v: %d × %d, want %d × %d", c.in, image.Width, image.Height, c.width, c.height)
		}
	}
}
