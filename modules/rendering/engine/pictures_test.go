package engine_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	stdimage "image"
	"image/color"
	"image/gif"
	"image/png"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// largeFiles returns a file of w × h pixels in every supported format.
func largeFiles(t *testing.T, w, h int) map[string][]byte {
	t.Helper()
	busy := &raster.Pixmap{Width: w, Height: h, Pix: make([]byte, w*h*4), Opaque: true}
	flat := &raster.Pixmap{Width: w, Height: h, Pix: bytes.Repeat([]byte{255}, w*h*4), Opaque: true}
	noise := uint32(1)
	for i := range busy.Pix {
		noise = noise*1664525 + 1013904223
		busy.Pix[i] = byte(i/64) + byte(noise>>30)
		if i%4 == 3 {
			busy.Pix[i] = 255
		}
	}
	files := map[string][]byte{}
	for name, c := range map[string]struct {
		pm *raster.Pixmap
		o  encode.Options
	}{
		"jpeg":          {busy, encode.Options{Format: encode.JPEG, Quality: 50}},
		"webp":          {busy, encode.Options{Format: encode.WebP, Quality: 40}},
		"webp lossless": {flat, encode.Options{Format: encode.WebP, Lossless: true}},
		"avif":          {flat, encode.Options{Format: encode.AVIF, Quality: 30}},
	} {
		data, err := encode.Encode(t.Context(), c.pm, c.o)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	files["png"] = hostilePNG(t, w, h, 0)
	var b bytes.Buffer
	if err := gif.Encode(&b, stdimage.NewPaletted(stdimage.Rect(0, 0, w, h), color.Palette{color.White, color.Black}), nil); err != nil {
		t.Fatal(err)
	}
	files["gif"] = b.Bytes()
	return files
}

// hostilePNG returns a transparent image with one distinct pixel: few bytes, many pixels.
func hostilePNG(t *testing.T, w, h int, own uint8) []byte {
	t.Helper()
	m := stdimage.NewNRGBA(stdimage.Rect(0, 0, w, h))
	m.Pix[0], m.Pix[3] = own, 9
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestLargeImagesAreSerialized draws sixteen documents in parallel, each with a distinct image of the maximal size.
func TestLargeImagesAreSerialized(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes 640 million pixels")
	}
	e := engine.New(engine.Options{})
	stop, peak := make(chan struct{}), make(chan uint64, 1)
	var all sync.WaitGroup
	var files [16]string
	for i := range files {
		files[i] = base64.StdEncoding.EncodeToString(hostilePNG(t, 8000, 5000, uint8(i)))
	}
	runtime.GC()
	go watchHeap(stop, peak)
	for _, file := range files {
		all.Go(func() {
			if err := renderHostile(t.Context(), e, "<img width=90 src='data:image/png;base64,"+file+"'>"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	close(stop)
	if high := <-peak; high > 1<<30 {
		t.Errorf("sixteen large images took %d MiB", high>>20)
	} else {
		t.Logf("sixteen large images took %d MiB", high>>20)
	}
}

// TestImagesOfADocumentAreBounded checks the total limit of a document's images, independent of the elements that show
// them; each file counts once.
func TestImagesOfADocumentAreBounded(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	var many strings.Builder
	for i := range 4 {
		file := base64.StdEncoding.EncodeToString(hostilePNG(t, 6000, 5000, uint8(i)))
		for range 5 {
			fmt.Fprintf(&many, "<svg width=9 height=9><image width=9 height=9 href='data:image/png;base64,%s'/></svg>", file)
		}
	}
	doc, err := e.Open(t.Context(), engine.Source{HTML: many.String()}, engine.Settings{Width: 300, Height: 200})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, w := range pic.Warnings {
		if strings.Contains(w.Message, "100000000 pixels together") {
			refused++
		}
	}
	if refused == 0 || refused%5 != 0 || refused > 10 {
		t.Errorf("%d of 20 images with 600 million pixels were rejected: %v", refused, pic.Warnings)
	}
}

// TestLargeImagesAreFreed checks that a document that was drawn, written as markup or cancelled does not block the next
// one with large images.
func TestLargeImagesAreFreed(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	html := "<img width=9 src='data:image/png;base64," + base64.StdEncoding.EncodeToString(hostilePNG(t, 3000, 3000, 1)) + "'><qr-code value=x></qr-code>"
	open := func() *engine.Document {
		doc, err := e.Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 300, Height: 200})
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	if _, err := open().Markup(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := open().Draw(cancelled, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled drawing fails with %v", err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	for range 2 {
		if _, err := open().Draw(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
}
