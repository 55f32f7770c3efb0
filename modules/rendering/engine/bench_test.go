package engine_test

import (
	"context"
	"os"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// BenchmarkCards renders the cards of the comparison stage by stage: a is a social card, b 600 words, c heavy blur, d
// mixed scripts.
func BenchmarkCards(b *testing.B) {
	ctx := context.Background()
	for _, name := range []string{"a", "b", "c", "d"} {
		source, err := os.ReadFile("testdata/bench/card-" + name + ".html")
		if err != nil {
			b.Fatal(err)
		}
		w, h := canvasOf(source)
		e := engine.New(engine.Options{})
		open := func() *engine.Document {
			doc, err := e.Open(ctx, engine.Source{HTML: string(source)}, engine.Settings{Width: w, Height: h})
			if err != nil {
				b.Fatal(err)
			}
			return doc
		}
		draw := func(doc *engine.Document) *engine.Drawing {
			pic, err := doc.Draw(ctx, nil)
			if err != nil {
				b.Fatal(err)
			}
			return pic
		}
		doc := open()
		pic := draw(doc)
		b.Run(name+"/open", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				open()
			}
		})
		b.Run(name+"/draw", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				draw(doc)
			}
		})
		b.Run(name+"/pixels", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Pixels(ctx, pic, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		for _, o := range []engine.Output{{Format: encode.PNG}, {Format: encode.JPEG, Quality: 85}, {Format: encode.WebP, Quality: 80}} {
			b.Run(name+"/whole/"+o.Format.String(), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					file, err := e.Encode(ctx, draw(open()), o)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(file.Bytes)), "bytes/file")
				}
			})
		}
	}
}
