package rendering

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Report says where the elements of one output lie and how their text came out.
type Report struct {
	Output        string
	Width, Height int
	Boxes         []ReportBox
}

// ReportBox is an element: its border box in CSS pixels and, where Lines is not 0, its own text with that of
// inline elements in it.
type ReportBox struct {
	Tag, ID, Class      string
	X, Y, Width, Height float64
	Text                string
	Lines               int
	Fonts               []string // names of faces, the most used first
	FontSize            float64  // of the largest text, after fitting
	Clipped, Overflow   bool
	// Contrast is that of the text with what is behind it, 0 where that is a picture.
	Contrast float64
}

func reportOf(o *Output, pic *engine.Picture) Report {
	r := Report{Output: o.Name, Width: o.Width, Height: o.Height}
	for _, f := range pic.Report() {
		b := ReportBox{Tag: f.Tag, ID: f.ID, Class: f.Class, X: f.X, Y: f.Y, Width: f.Width, Height: f.Height, Overflow: f.Overflow}
		if f.Own.Lines > 0 || f.Own.Clipped {
			b.Text, b.Lines, b.Fonts, b.FontSize, b.Clipped = f.Own.Text, f.Own.Lines, f.Own.Fonts, f.Own.Largest, f.Own.Clipped
			b.Contrast = contrastOf(&f)
		}
		r.Boxes = append(r.Boxes, b)
	}
	return r
}

// contrastOf is the lowest contrast of an element's text with what may be behind it (WCAG 2.2, contrast ratio),
// to two digits; 0 where a picture is behind it.
func contrastOf(f *engine.Facts) float64 {
	if !f.BehindKnown || len(f.Behind) == 0 {
		return 0
	}
	least := 21.0
	for _, behind := range f.Behind {
		a, b := luminance(engine.Over(f.Ink, behind, f.Opacity)), luminance(behind)
		least = min(least, (max(a, b)+0.05)/(min(a, b)+0.05))
	}
	return math.Floor(least*100) / 100
}

// luminance is the relative luminance of an opaque colour.
func luminance(c style.Color) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
