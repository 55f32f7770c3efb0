package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	stdimage "image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// sameFile is an engine.Files with the same file for every URL.
type sameFile []byte

func (f sameFile) File(string) ([]byte, bool) { return f, true }

// largeImage returns a PNG of nine million pixels: more than a document may decode without a reservation.
func largeImage(t *testing.T) sameFile {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, stdimage.NewPaletted(stdimage.Rect(0, 0, 3000, 3000), color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	return sameFile(b.Bytes())
}

// images returns a document with n images of distinct URLs, followed by extra.
func images(n int, extra string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<img src="http://images.example/%d.png" width="10" height="10">`, i)
	}
	return b.String() + extra
}

func drawImages(ctx context.Context, t *testing.T, e *engine.Engine, html string, files engine.Files) (*engine.Drawing, error) {
	t.Helper()
	doc, err := e.Open(ctx, engine.Source{HTML: html}, engine.Settings{Width: 100, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	return doc.Draw(ctx, files)
}

// TestLargeImagesWaitForMemory checks that a document whose images exceed the remaining memory waits until another one
// is closed, and no longer, without garbage collection.
func TestLargeImagesWaitForMemory(t *testing.T) {
	t.Parallel()
	e, file := engine.New(engine.Options{}), largeImage(t)
	first, err := drawImages(t.Context(), t, e, images(9, ""), file) // 81 of 100 million pixels
	if err != nil {
		t.Fatal(err)
	}
	small, err := drawImages(t.Context(), t, e, images(2, ""), file) // fits in the remaining memory
	if err != nil {
		t.Fatal(err)
	}
	small.Close()
	limited, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := drawImages(limited, t, e, images(3, ""), file); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third document must wait for the first: %v", err)
	}
	if _, err := e.Encode(t.Context(), first, engine.Output{Format: encode.PNG}); err != nil {
		t.Error(err)
	}
	first.Close()
	first.Close() // closing again has no effect
	third, err := drawImages(t.Context(), t, e, images(11, ""), file)
	if err != nil {
		t.Fatal(err)
	}
	third.Close()
}

// TestDocumentsOfOneRequestShareImageMemory checks that neither the outputs of a request nor the frames of a document
// wait for each other, regardless of their total size.
func TestDocumentsOfOneRequestShareImageMemory(t *testing.T) {
	t.Parallel()
	e, file := engine.New(engine.Options{}), largeImage(t)
	frame := `<iframe srcdoc='` + images(8, "") + `'></iframe>`
	memory := e.ImageMemory()
	for range 3 {
		if _, err := drawImages(memory.Context(t.Context()), t, e, images(9, frame), file); err != nil {
			t.Fatal(err)
		}
	}
	memory.Close()
	p, err := drawImages(t.Context(), t, e, images(11, frame), file)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
}
