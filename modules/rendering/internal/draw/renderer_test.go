package draw

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	"image/png"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
)

// browser is shared by the tests, since starting one is slow. It ends with the process.
var browser = sync.OnceValue(func() *chromium.Browser {
	return chromium.New(chromium.Config{Pool: 1, Timeout: 50 * time.Second, Sandbox: "required"}, slog.New(slog.DiscardHandler))
})

// renderers returns both implementations, without the browser if none is installed.
func renderers(t *testing.T) map[string]renderer {
	t.Helper()
	e := engine.New(engine.Options{})
	out := map[string]renderer{plan.Native: nativeRenderer{encoder{engine: e}}}
	pool := browser()
	if err := pool.Available(); err == nil {
		out[plan.Browser] = &browserRenderer{engine: e, pool: pool}
	} else {
		t.Log(err)
	}
	return out
}

// memoryFiles holds a request's files in memory.
type memoryFiles map[string][]byte

// newTask opens a document for an output as a request would.
func newTask(t *testing.T, html string, spec request.OutputSpec, marked bool, files memoryFiles) *task {
	t.Helper()
	o, details := request.ResolveOutput(&spec, 0, request.DefaultPixels)
	if len(details) > 0 {
		t.Fatal(fault.Rules(details...))
	}
	e := engine.New(engine.Options{})
	doc, err := openOutput(t.Context(), e, &request.Request{HTML: html}, &o, 1)
	if err != nil {
		t.Fatal(err)
	}
	read := func(url string) ([]byte, bool) { data, ok := files[url]; return data, ok }
	s := &task{
		output: &o, doc: doc, marked: marked,
		files: &taskFiles{read: read, fetch: func(context.Context, string) ([]byte, bool) { return nil, false }},
	}
	s.layout = func() (*engine.Drawing, error) { return doc.Draw(t.Context(), engineFiles{s.files}) }
	return s
}

const twoHalves = `<style>html,body{margin:0;height:100%}div{width:50%;height:100%;background:#c00000}</style><div></div>`

func TestRenderersGiveTheSameSizesAndFormats(t *testing.T) {
	t.Parallel()
	for name, r := range renderers(t) {
		for _, c := range []struct {
			spec request.OutputSpec
			w, h int
		}{
			{request.OutputSpec{Width: 200, Height: 100, Format: "png"}, 200, 100},
			{request.OutputSpec{Width: 200, Height: 100, Format: "png", Scale: 2}, 400, 200},
			{request.OutputSpec{Width: 101, Height: 51, Format: "png", Scale: 1.5}, 152, 77},
			{request.OutputSpec{Width: 16, Height: 16, Format: "png", Palette: true}, 16, 16},
			{request.OutputSpec{Width: 200, Height: 100, Format: "jpeg", Quality: 90}, 200, 100},
			{request.OutputSpec{Width: 200, Height: 100, Format: "webp", Lossless: true}, 200, 100},
			{request.OutputSpec{Width: 200, Height: 100, Format: "webp", MaxBytes: 4000}, 200, 100},
			{request.OutputSpec{Width: 200, Height: 100, Format: "gif"}, 200, 100},
			{request.OutputSpec{Width: 200, Height: 100, Format: "avif"}, 200, 100},
			{request.OutputSpec{Preset: "whatsapp", Format: "jpeg"}, 800, 800},
		} {
			f, _, err := r.Render(t.Context(), newTask(t, twoHalves, c.spec, false, nil))
			if err != nil {
				t.Errorf("%s: %+v: %v", name, c.spec, err)
				continue
			}
			if f.Width != c.w || f.Height != c.h {
				t.Errorf("%s: %+v: %d × %d, want %d × %d", name, c.spec, f.Width, f.Height, c.w, c.h)
			}
			if c.spec.MaxBytes > 0 && len(f.Bytes) > c.spec.MaxBytes {
				t.Errorf("%s: %d bytes, at most %d", name, len(f.Bytes), c.spec.MaxBytes)
			}
			if c.spec.Format == "webp" || c.spec.Format == "avif" {
				continue // the standard library cannot decode them
			}
			img, _, err := image.Decode(bytes.NewReader(f.Bytes))
			if err != nil {
				t.Errorf("%s: %+v: %v", name, c.spec, err)
				continue
			}
			if img.Bounds().Size() != image.Pt(c.w, c.h) {
				t.Errorf("%s: %+v: the file is %v", name, c.spec, img.Bounds().Size())
			}
			if red, _, _, _ := img.At(1, 1).RGBA(); red>>8 < 180 || red>>8 > 200 {
				t.Errorf("%s: %+v: the left half has red %d", name, c.spec, red>>8)
			}
		}
	}
}

func TestRenderersKeepTransparencyAndBackgrounds(t *testing.T) {
	t.Parallel()
	for name, r := range renderers(t) {
		for background, want := range map[string][4]uint32{"": {0, 0, 0, 0}, "#00FF00": {0, 255, 0, 255}} {
			f, _, err := r.Render(t.Context(), newTask(t, twoHalves, request.OutputSpec{Width: 100, Height: 50, Format: "png", Background: background}, false, nil))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			img, err := png.Decode(bytes.NewReader(f.Bytes))
			if err != nil {
				t.Fatal(err)
			}
			red, green, blue, alpha := img.At(90, 25).RGBA()
			if got := [4]uint32{red >> 8, green >> 8, blue >> 8, alpha >> 8}; got != want {
				t.Errorf("%s: background %q: got %v, want %v", name, background, got, want)
			}
		}
	}
}

// TestRenderersMarkTests checks that a document cannot hide the mark, in pixels or on pages.
func TestRenderersMarkTests(t *testing.T) {
	t.Parallel()
	hiding := `<style>html,body{margin:0;background:#fff}*{visibility:hidden!important;opacity:0!important;position:fixed;z-index:2147483647}svg,div,header{display:none!important}</style><div>x</div>`
	for name, r := range renderers(t) {
		for _, format := range []string{"png", "pdf"} {
			spec := request.OutputSpec{Width: 400, Height: 300, Format: format}
			plain, _, err := r.Render(t.Context(), newTask(t, hiding, spec, false, nil))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			marked, _, err := r.Render(t.Context(), newTask(t, hiding, spec, true, nil))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(marked.Bytes) < len(plain.Bytes)+200 {
				t.Errorf("%s: %s: the marked file has %d bytes, the plain one %d: there is no mark", name, format, len(marked.Bytes), len(plain.Bytes))
			}
		}
	}
}

func TestRenderersPrintPages(t *testing.T) {
	t.Parallel()
	three := `<style>body{margin:0}p{height:200px;margin:0;break-after:page}p:last-child{break-after:auto}</style><p>a</p><p>b</p><p>c</p>`
	box := regexp.MustCompile(`/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)`)
	for name, r := range renderers(t) {
		for _, c := range []struct {
			spec          request.OutputSpec
			pages         int
			width, height string
			code          string
		}{
			{request.OutputSpec{Width: 400, Height: 300, Format: "pdf"}, 1, "300", "22", "content_cut"},
			{request.OutputSpec{Format: "pdf", Page: &request.PaperSpec{Size: "A4", Margin: "2cm"}}, 3, "595", "841|842", ""},
			{request.OutputSpec{Format: "pdf", Page: &request.PaperSpec{Size: "letter"}}, 3, "612", "792", ""},
		} {
			f, _, err := r.Render(t.Context(), newTask(t, three, c.spec, false, nil))
			if err != nil {
				t.Errorf("%s: %+v: %v", name, c.spec, err)
				continue
			}
			if f.Pages != c.pages {
				t.Errorf("%s: %+v: %d pages, want %d", name, c.spec, f.Pages, c.pages)
			}
			got := box.FindStringSubmatch(pdftest.Text(f.Bytes))
			if got == nil || !strings.HasPrefix(got[1], c.width) && !strings.HasPrefix(got[1], "594") {
				t.Errorf("%s: %+v: the page is %v", name, c.spec, got)
			}
		}
	}
}

func TestRenderersShowTheSameFiles(t *testing.T) {
	t.Parallel()
	blue := []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#0000ff"/></svg>`)
	files := memoryFiles{"https://pictures.example/a.svg": blue, "asset:asset_1": blue}
	for name, r := range renderers(t) {
		for _, html := range []string{
			`<body style="margin:0"><img src="https://pictures.example/a.svg" style="display:block;width:50px;height:50px">`,
			`<body style="margin:0"><img src="asset:asset_1" style="display:block;width:50px;height:50px">`,
			`<body style="margin:0"><div style="width:50px;height:50px;background:url(asset:asset_1) 0 0/50px 50px"></div>`,
		} {
			f, _, err := r.Render(t.Context(), newTask(t, html, request.OutputSpec{Width: 100, Height: 60, Format: "png"}, false, files))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			img, err := png.Decode(bytes.NewReader(f.Bytes))
			if err != nil {
				t.Fatal(err)
			}
			if _, _, b, _ := img.At(25, 25).RGBA(); b>>8 != 255 {
				t.Errorf("%s: %s: the image is not drawn", name, html)
			}
		}
	}
}

func TestRenderersRejectTheSameDocuments(t *testing.T) {
	t.Parallel()
	noise := `<style>body{margin:0;background:conic-gradient(#000 1deg,#fff 2deg,#f00 4deg,#0f0 7deg,#00f 11deg,#ff0)}</style>`
	for name, r := range renderers(t) {
		for _, spec := range []request.OutputSpec{{Width: 500, Height: 500, Format: "png", MaxBytes: 100}, {Width: 500, Height: 500, Format: "pdf", MaxBytes: 100}} {
			_, _, err := r.Render(t.Context(), newTask(t, noise, spec, false, nil))
			var refused *engine.Error
			if !errors.As(err, &refused) || refused.Rule != "max_bytes_unreachable" {
				t.Errorf("%s: %+v: got %v, want max_bytes_unreachable", name, spec, err)
			}
		}
	}
}

func TestRenderersStopWhenCanceled(t *testing.T) {
	t.Parallel()
	for name, r := range renderers(t) {
		ctx, cancel := context.WithCancel(t.Context())
		s := newTask(t, twoHalves, request.OutputSpec{Width: 4000, Height: 4000, Format: "png"}, false, nil)
		cancel()
		if _, _, err := r.Render(ctx, s); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want context.Canceled", name, err)
		}
	}
}

// TestRenderersAgreeOnPixels compares the images of one document, including elements beyond HTML.
func TestRenderersAgreeOnPixels(t *testing.T) {
	t.Parallel()
	const card = `<style>body{margin:0;background:linear-gradient(135deg,#0F172A,#38BDF8);color:#fff;font-family:Inter}h1{font-size:56px;margin:32px}</style>
<h1>Launch day</h1><qr-code value="https://example.com" style="width:160px;height:160px;margin-left:32px"></qr-code><icon name="lucide:rocket" style="width:96px;height:96px"></icon>
<p style="margin:32px;font:30px Caveat">Handwriting, and a <b style="font:700 24px JetBrains Mono">monospace</b></p>`
	all := renderers(t)
	if len(all) < 2 {
		t.Skip("there is no browser to compare with")
	}
	images := map[string]image.Image{}
	for name, r := range all {
		f, _, err := r.Render(t.Context(), newTask(t, card, request.OutputSpec{Width: 800, Height: 418, Format: "png", Background: "#FFFFFF"}, false, nil))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if images[name], err = png.Decode(bytes.NewReader(f.Bytes)); err != nil {
			t.Fatal(err)
		}
	}
	var sum, n int64
	for y := range 418 {
		for x := range 800 {
			a, b := images[plan.Native].At(x, y), images[plan.Browser].At(x, y)
			ar, ag, ab, _ := a.RGBA()
			br, bg, bb, _ := b.RGBA()
			for _, d := range []int64{int64(ar>>8) - int64(br>>8), int64(ag>>8) - int64(bg>>8), int64(ab>>8) - int64(bb>>8)} {
				sum, n = sum+max(d, -d), n+1
			}
		}
	}
	if mean := float64(sum) / float64(n); mean > 2 {
		t.Errorf("the images differ by %.2f of 255 on average, want at most 2", mean)
	}
}
