package raster

import (
	"context"
	"errors"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// costOfList compiles a list and returns its cost.
func costOfList(t *testing.T, l *display.List) int64 {
	t.Helper()
	spent := int64(0)
	if _, err := Draw(t.Context(), l, Options{Spent: &spent}); err != nil {
		t.Fatal(err)
	}
	return spent
}

// TestCostGrowsLinearly compares the cost of n and 4n units of each kind of work.
func TestCostGrowsLinearly(t *testing.T) {
	t.Parallel()
	const side = 200
	shape := func(brush display.Brush) display.Op {
		return display.FillRect{Rect: rectOf(0, 0, side, side), Brush: brush}
	}
	layer := func(l display.PushLayer) []display.Op { return []display.Op{l, shape(solid(0)), display.Pop{}} }
	blur := func(sigma float64) []display.Op {
		return layer(display.PushLayer{Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(sigma), SigmaY: px(sigma)}}})
	}
	mask := &display.List{Width: side, Height: side, Ops: []display.Op{shape(solid(0))}}
	kinds := map[string][]display.Op{
		"shapes":       {shape(solid(0xff0000))},
		"gradients":    {shape(&display.Gradient{P1: point(side, side), Stops: stops(rgb(0), rgb(0xffffff))})},
		"shadows":      {display.Shadow{RRect: rounded(50, 50, 90, 90, 9), Sigma: px(10), Color: rgb(0)}},
		"narrow blurs": blur(3), "wide blurs": blur(40),
		"opacity":   layer(display.PushLayer{Opacity: 99}),
		"blending":  layer(display.PushLayer{Opacity: 255, Blend: display.Hue}),
		"masks":     layer(display.PushLayer{Opacity: 255, Mask: mask}),
		"backdrops": layer(display.PushLayer{Opacity: 255, Backdrop: []display.Filter{{Kind: display.Blur, SigmaX: px(5), SigmaY: px(5)}}}),
		"text":      {textOf(sans(t), "hello world", 20, 5, 50, solid(0))},
	}
	for name, ops := range kinds {
		repeated := func(n int) int64 {
			l := &display.List{Width: side, Height: side}
			for range n {
				l.Ops = append(l.Ops, ops...)
			}
			return costOfList(t, l)
		}
		one, four := repeated(5), repeated(20)
		if one <= 0 || four != 4*one {
			t.Errorf("%s: 5 cost %d, 20 cost %d", name, one, four)
		}
	}
	square := func(n int) int64 {
		return costOfList(t, &display.List{Width: n, Height: n, Ops: []display.Op{display.FillRect{Rect: rectOf(0, 0, 1e6, 1e6), Brush: solid(0)}}})
	}
	if small, large := square(100), square(400); large != 16*small {
		t.Errorf("100 × 100 pixels cost %d, 400 × 400 cost %d", small, large)
	}
	// A wider blur costs as much as the pixels within its reach, and no more.
	if narrow, wide := costOfList(t, &display.List{Width: side, Height: side, Ops: blur(100)}), costOfList(t, &display.List{Width: side, Height: side, Ops: blur(100_000)}); wide > 60*narrow {
		t.Errorf("a blur of 100 px costs %d, one of 100,000 px %d", narrow, wide)
	}
}

// TestCostIsRejectedBeforeDrawing draws lists that would take minutes: the error must report the count and the most
// expensive operation.
func TestCostIsRejectedBeforeDrawing(t *testing.T) {
	t.Parallel()
	blur := display.Filter{Kind: display.Blur, SigmaX: px(60), SigmaY: px(60)}
	many := func(n int, ops ...display.Op) []display.Op {
		var out []display.Op
		for range n {
			out = append(out, ops...)
		}
		return out
	}
	var chain []display.Filter
	for range 300 {
		chain = append(chain, blur)
	}
	fill := display.FillRect{Rect: rectOf(0, 0, 2000, 2000), Brush: solid(0)}
	lists := map[string]*display.List{
		"a chain of blurs": {Width: 64, Height: 64, Ops: []display.Op{fill, display.PushLayer{Opacity: 255, Filters: chain}, fill, display.Pop{}}},
		"blurs":            {Width: 1200, Height: 630, Ops: append([]display.Op{fill}, many(300, display.PushLayer{Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(3), SigmaY: px(3)}}}, fill, display.Pop{})...)},
		"shadows": {Width: 1200, Height: 630, Ops: append([]display.Op{fill}, many(300, display.Shadow{
			RRect: rounded(9, 9, 90, 90, 9), Sigma: px(100_000), Color: rgb(0)})...)},
		"blending": {Width: 1200, Height: 630, Ops: append([]display.Op{fill}, many(1000, display.PushLayer{Opacity: 255, Blend: display.Hue}, fill, display.Pop{})...)},
		"gradients": {Width: 1200, Height: 630, Ops: append([]display.Op{fill}, many(2000, display.FillRect{Rect: rectOf(0, 0, 2000, 2000),
			Brush: &display.Gradient{P1: point(9, 9), Stops: stops(rgb(0), rgba(0xffffff, 9))}})...)},
		"a large shadow moved far": {Width: 64, Height: 64, Ops: []display.Op{fill, display.PushLayer{Opacity: 255, Filters: []display.Filter{
			{Kind: display.DropShadow, DX: px(30_000), DY: px(30_000), SigmaX: px(90), SigmaY: px(90), Color: rgb(0)}}},
			display.PushTransform{Matrix: geom.Scale(1000, 1000)}, fill, display.Pop{}, display.Pop{}}},
	}
	for name, l := range lists {
		drawn := &countedContext{Context: t.Context()}
		_, err := Draw(drawn, l, Options{})
		var over *limit.Error
		if !errors.Is(err, ErrTooComplex) || !errors.As(err, &over) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if over.Counted != "pixel_operations" || over.Count <= over.Limit || over.Limit <= 0 || over.Op < 2 || over.Op > len(l.Ops) {
			t.Errorf("%s: %+v", name, over)
		}
		if drawn.asked > len(l.Ops)+1 {
			t.Errorf("%s: %d context checks for %d operations: something was drawn", name, drawn.asked, len(l.Ops))
		}
	}
}

// countedContext counts the calls of Err, one per operation when compiling and one per command and strip when drawing.
type countedContext struct {
	context.Context
	asked int
}

func (c *countedContext) Err() error {
	c.asked++
	return c.Context.Err()
}
