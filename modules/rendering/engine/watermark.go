package engine

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// watermarkText is the text of the test mark, with its size and spacing on a canvas of 1200 px; on smaller canvases it
// is scaled down, so that it is readable at every size.
const (
	watermarkText    = "TEST"
	watermarkSize    = 56.0
	watermarkStepX   = 300.0
	watermarkStepY   = 190.0
	watermarkDegrees = -24.0
)

// Watermark returns the image with the test mark: rows of "TEST" across the canvas, last in the display list, so that
// every format includes it. The original is unchanged.
func (e *Engine) Watermark(p *Drawing) *Drawing {
	k := min(1, max(0.12, float64(min(p.List.Width, 2*p.List.Height))/1200))
	size := geom.FromFloatRound(watermarkSize * k)
	shaped := e.text.Shape(&text.Paragraph{
		Text:  watermarkText,
		Spans: []text.Span{{End: len(watermarkText), Style: &text.Style{Families: []string{"Inter"}, Size: size, Weight: 800, Stretch: 100}}},
	}, font.Bundled())
	runs := shaped.Line(0, len(watermarkText), text.LineOptions{})
	marked := *p
	marked.unmarked = p.List
	marked.List = stamp(p.List, runs, k)
	marked.pages = nil
	for _, page := range p.pages {
		marked.pages = append(marked.pages, stamp(page, runs, k))
	}
	return &marked
}

// stamp returns a list covered with marks.
func stamp(of *display.List, runs []text.Run, k float64) *display.List {
	list := *of
	list.Ops = append([]display.Op(nil), of.Ops...)
	w, h := float64(list.Width), float64(list.Height)
	turned := geom.Translate(w/2, h/2).Mul(geom.Rotate(watermarkDegrees))
	list.Ops = append(list.Ops, display.PushTransform{Matrix: turned})
	// A mark is within its step. Skipping those outside the canvas bounds their number on a long narrow canvas.
	near := float64(watermarkStepX * k)
	shows := func(x, y float64) bool {
		x, y = turned.Apply(x, y)
		return x > -near && x < w+near && y > -near && y < h+near
	}
	reach := w + h
	row := 0
	for y := -reach / 2; y <= reach/2; y += float64(watermarkStepY * k) {
		shift := 0.0
		if row%2 == 1 {
			shift = watermarkStepX * k / 2
		}
		for x := shift - float64(reach/2); x <= reach/2; x += float64(watermarkStepX * k) {
			if shows(x, y) {
				list.Ops = append(list.Ops, watermarkMark(runs, x, y)...)
			}
		}
		row++
	}
	list.Ops = append(list.Ops, display.Pop{})
	return &list
}

// watermarkMark draws one mark: a light outline under a dark fill, visible on every background.
func watermarkMark(runs []text.Run, x, y float64) []display.Op {
	var ops []display.Op
	pen := display.FromFloat(x)
	for i := range runs {
		r := &runs[i]
		op := display.Glyphs{Face: r.Face, Size: r.Size, Text: watermarkText[r.Start:r.End], Embolden: display.FromUnit(r.Embolden)}
		for _, g := range r.Glyphs {
			op.Glyphs = append(op.Glyphs, display.Glyph{ID: g.ID, X: pen + display.FromUnit(g.XOffset), Y: display.FromFloat(y), Cluster: int32(g.Cluster - r.Start)})
			pen += display.FromUnit(g.Advance)
		}
		under := op
		under.Stroke = &display.Stroke{Width: display.FromUnit(r.Size) / 28, Join: display.RoundJoin}
		under.Brush = display.Solid{Color: display.Color{R: 255, G: 255, B: 255, A: 64}}
		op.Brush = display.Solid{Color: display.Color{R: 15, G: 23, B: 42, A: 46}}
		ops = append(ops, under, op)
	}
	return ops
}
