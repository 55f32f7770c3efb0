package engine_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// freshCards is the number of distinct cards of one kind that a benchmark draws in turn: with fewer, caches of recently
// seen keys (64 and 256 entries) would still contain a card when its turn comes again.
const freshCards = 512

// Positions of the blobs of card c, and the prefix of an image's data: URL.
var blobs = []string{"left:80px;top:-40px", "left:760px;top:260px", "left:420px;top:120px"}

const photo = "data:image/png;base64,"

// fresh returns a bench card with its own colours, angle, shapes, image and title.
func fresh(tb testing.TB, source string, i uint64) string {
	tb.Helper()
	r := rand.New(rand.NewPCG(i, 7))
	hex := func(low, high int) string {
		one := func() int { return low + r.IntN(high-low) }
		return fmt.Sprintf("#%02x%02x%02x", one(), one(), one())
	}
	pairs := []string{"135deg", fmt.Sprint(r.IntN(360), "deg"), "#0f172a", hex(0, 90), "#4f46e5", hex(40, 250),
		"background-color:#ffffff", "background-color:" + hex(226, 256), "color:#111827", "color:" + hex(0, 60),
		"#f43f5e", hex(20, 255), "#22d3ee", hex(20, 255), "#a3e635", hex(20, 255),
		"Rendering social", fmt.Sprint("Rendering ", i, " social"), "Six hundred", fmt.Sprint(i, " hundred"), "Hello", fmt.Sprint("Hello ", i)}
	for _, b := range blobs {
		pairs = append(pairs, b, fmt.Sprintf("left:%dpx;top:%dpx", r.IntN(800)-60, r.IntN(300)-60))
	}
	if _, rest, ok := strings.Cut(source, photo); ok {
		old, _, _ := strings.Cut(rest, `"`)
		pairs = append(pairs, old, base64.StdEncoding.EncodeToString(grainy(tb, r)))
	}
	return strings.NewReplacer(pairs...).Replace(source)
}

// grainy returns a PNG of 192×192 pixels with a gradient and film grain.
func grainy(tb testing.TB, r *rand.Rand) []byte {
	tb.Helper()
	const side = 192
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	red, green := r.IntN(120), r.IntN(120)
	for y := range side {
		for x := range side {
			n := r.IntN(11)
			img.SetNRGBA(x, y, color.NRGBA{uint8(red + y/2 + n), uint8(green + x/3 + n), uint8(120 + (x+y)/4 + n), 255})
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

var freshOutputs = map[string]engine.Output{
	"png": {Format: encode.PNG}, "jpeg": {Format: encode.JPEG, Quality: 85},
	"webp": {Format: encode.WebP, Quality: 80}, "webp-lossless": {Format: encode.WebP, Lossless: true},
}

// BenchmarkFreshCards is BenchmarkCards with a new image each time, so that only fonts and glyphs can come from a
// cache.
func BenchmarkFreshCards(b *testing.B) {
	ctx := context.Background()
	measure := func(b *testing.B, one func() int) {
		for range 3 {
			one()
		}
		began, size := spent(b), 0
		for b.Loop() {
			size += one()
		}
		b.ReportMetric(float64((spent(b)-began).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		b.ReportMetric(float64(size)/float64(b.N), "bytes/file")
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		source, err := os.ReadFile("testdata/bench/card-" + name + ".html")
		if err != nil {
			b.Fatal(err)
		}
		w, h := canvasOf(source)
		cards := make([]string, freshCards)
		for i := range cards {
			cards[i] = fresh(b, string(source), uint64(i))
		}
		e := engine.New(engine.Options{})
		next := 0
		draw := func(b *testing.B) *engine.Drawing {
			next++
			doc, err := e.Open(ctx, engine.Source{HTML: cards[next%freshCards]}, engine.Settings{Width: w, Height: h})
			if err != nil {
				b.Fatal(err)
			}
			pic, err := doc.Draw(ctx, nil)
			if err != nil {
				b.Fatal(err)
			}
			return pic
		}
		b.Run(name+"/open+draw", func(b *testing.B) {
			measure(b, func() int { draw(b); return 0 })
		})
		b.Run(name+"/pixels", func(b *testing.B) {
			measure(b, func() int {
				if _, err := e.Pixels(ctx, draw(b), nil); err != nil {
					b.Fatal(err)
				}
				return 0
			})
		})
		for label, o := range freshOutputs {
			b.Run(name+"/whole-"+label, func(b *testing.B) {
				measure(b, func() int {
					file, err := e.Encode(ctx, draw(b), o)
					if err != nil {
						b.Fatal(err)
					}
					return len(file.Bytes)
				})
			})
		}
	}
}
