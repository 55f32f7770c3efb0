package engine

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// lottieDocument returns a document that shows a file of testdata/lottie.
func lottieDocument(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "lottie", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return `<style>body{margin:0}lottie{display:block}</style><lottie src="data:application/json;base64,` + base64.StdEncoding.EncodeToString(data) + `"></lottie>`
}

// difference returns the mean difference of two images per channel, and the number of channels that differ by more than 70.
func channelDifference(a, b image.Image) (mean float64, large int) {
	bounds := a.Bounds()
	if b.Bounds() != bounds {
		return 255, bounds.Dx() * bounds.Dy()
	}
	sum := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA) //nolint:forcetypeassert // the model's type
			for _, d := range [3]int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				d = max(d, -d)
				if sum += d; d > 70 {
					large++
				}
			}
		}
	}
	return float64(sum) / float64(3*bounds.Dx()*bounds.Dy()), large
}

// TestLottieAgainstReference compares frames with the images of the reference player (e2e/fidelity/lottie.mjs).
func TestLottieAgainstReference(t *testing.T) {
	t.Parallel()
	// The reference player's SVG renderer draws these two without the inversion.
	unlike := map[string]bool{"mask-inverted": true, "matte-luma-inverted": true}
	type bound struct {
		mean  float64
		large int
	}
	// The reference player places each letter by itself, at positions rounded otherwise.
	bounds := map[string]bound{"text": {1.2, 800}}
	files, err := filepath.Glob("testdata/lottie/*.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	e := New(Options{})
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		for _, frame := range []int{0, 23, 58} {
			at := (float64(frame) + 0.001) / 30
			doc, err := e.Open(context.Background(), Source{HTML: lottieDocument(t, name)}, Settings{Width: 200, Height: 200, At: &at})
			if err != nil {
				t.Fatal(err)
			}
			p, err := doc.Draw(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			made, err := e.Encode(context.Background(), p, Output{Format: encode.PNG, Background: &display.Color{R: 255, G: 255, B: 255, A: 255}})
			p.Close()
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Warnings) > 0 {
				t.Errorf("%s: %v", name, p.Warnings)
			}
			got, err := png.Decode(bytes.NewReader(made.Bytes))
			if err != nil {
				t.Fatal(err)
			}
			reference, err := os.ReadFile(fmt.Sprintf("testdata/lottie/%s-%d.png", name, frame))
			if err != nil {
				t.Fatal(err)
			}
			want, err := png.Decode(bytes.NewReader(reference))
			if err != nil {
				t.Fatal(err)
			}
			b, ok := bounds[name]
			if !ok {
				b = bound{0.75, 200}
			}
			if mean, large := channelDifference(got, want); (mean > b.mean || large > b.large) != unlike[name] {
				t.Errorf("%s, frame %d: mean difference %.2f, %d large ones", name, frame, mean, large)
			}
		}
	}
}

// TestLottieFilm: an animation in a data: URL gives a film its duration, every frame is drawn, and a still shows the last
// one. A second document with the same file shows its own time.
func TestLottieFilm(t *testing.T) {
	t.Parallel()
	e := New(Options{})
	doc, err := e.Open(context.Background(), Source{HTML: lottieDocument(t, "transforms")}, Settings{Width: 200, Height: 200})
	if err != nil {
		t.Fatal(err)
	}
	if d := doc.AnimationTime(); d != 2 {
		t.Errorf("duration %g s, want 2", d)
	}
	film, err := doc.Film(nil, Timeline{FPS: 5, Duration: doc.AnimationTime()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	shot := func(p *Drawing, err error) string {
		t.Helper()
		if err != nil || p == nil {
			t.Fatalf("a frame is missing: %v", err)
		}
		defer p.Close()
		f, err := e.Encode(context.Background(), p, Output{Format: encode.PNG})
		if err != nil {
			t.Fatal(err)
		}
		return string(f.Bytes)
	}
	seen := map[string]int{}
	for i := range film.Timeline.Frames() {
		image := shot(film.Frame(context.Background(), i))
		if other, again := seen[image]; again {
			t.Errorf("frames %d and %d are equal", other, i)
		}
		seen[image] = i
	}
	last := 59.0 / 30
	end, err := doc.At(last)
	if err != nil {
		t.Fatal(err)
	}
	if shot(doc.Draw(context.Background(), nil)) != shot(end.Draw(context.Background(), nil)) {
		t.Error("a still does not show the last frame")
	}
}

// TestLottieThatCannotBeShown: the reason is a warning, and the render goes on.
func TestLottieThatCannotBeShown(t *testing.T) {
	t.Parallel()
	e := New(Options{})
	doc, err := e.Open(context.Background(), Source{HTML: `<lottie src='data:application/json,{"fr":30,"layers":[],"w":5,"h":5,"ip":0,"op":0}'></lottie>`}, Settings{Width: 20, Height: 20})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if len(p.Warnings) != 1 || p.Warnings[0].Code != "image_invalid" || !strings.Contains(p.Warnings[0].Message, "op must be larger") {
		t.Errorf("%v", p.Warnings)
	}
}
