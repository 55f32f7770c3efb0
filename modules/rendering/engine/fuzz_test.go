package engine_test

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// FuzzDocument draws arbitrary markup. Invariants: no panic, termination in bounded time, only errors defined by the
// engine, boxes of finite size, balanced groups, and no character of text drawn more often than its element and its
// shadows require.
func FuzzDocument(f *testing.F) {
	for _, c := range goldenCases(f) {
		data, err := os.ReadFile(c.html)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 8<<10 {
			f.Add(string(data))
		}
	}
	f.Add("<div style='display:grid;grid-template-columns:repeat(3,minmax(0,1fr))'><p>a<p>b")
	f.Add("<svg viewBox='0 0 9 9'><use href='#a'/><g id='a'><use href='#a'/></g></svg>")
	e := engine.New(engine.Options{CacheBytes: 4 << 20})
	f.Fuzz(func(t *testing.T, html string) {
		if len(html) > 64<<10 {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		defer stop()
		doc, err := e.Open(ctx, engine.Source{HTML: html}, engine.Settings{Width: 160, Height: 120})
		if refused(t, err) {
			return
		}
		pic, err := doc.Draw(ctx, engine.NoFiles{})
		if refused(t, err) {
			return
		}
		for _, b := range pic.Boxes() {
			for _, v := range []float64{b.X, b.Y, b.Width, b.Height} {
				if math.IsNaN(v) || math.Abs(v) > 1<<26 || b.Width < 0 || b.Height < 0 {
					t.Fatalf("box %+v", b)
				}
			}
		}
		depth, drawn := 0, map[int32]int{}
		for _, op := range pic.List.Ops {
			switch op := op.(type) {
			case display.PushTransform, display.PushClipPath, display.PushClipRRect, display.PushLayer:
				depth++
			case display.Pop:
				depth--
			case display.Glyphs:
				if op.Node != 0 && op.Stroke == nil {
					drawn[op.Node] += len(op.Text)
				}
			}
			if depth < 0 {
				t.Fatal("a Pop without a Push")
			}
		}
		if depth != 0 {
			t.Fatalf("%d Push operations without a Pop", depth)
		}
		for node, n := range drawn {
			// Case mapping may lengthen text, and generated boxes share their element.
			if n > 4*len(html)+64 {
				t.Fatalf("node %d draws %d bytes of text, the document has %d", node, n, len(html))
			}
		}
		if _, err := e.Encode(ctx, pic, engine.Output{Format: encode.PNG}); refused(t, err) {
			return
		}
	})
}

// refused reports whether a step rejected the document; any error that is not an [engine.Error] fails the test.
func refused(t *testing.T, err error) bool {
	t.Helper()
	var own *engine.Error
	switch {
	case err == nil:
		return false
	case errors.As(err, &own):
		if own.Rule == "" || strings.ToLower(own.Rule) != own.Rule {
			t.Fatalf("the rule %q is not snake case", own.Rule)
		}
		return true
	}
	t.Fatalf("an error that is not an engine.Error: %v", err)
	return true
}
