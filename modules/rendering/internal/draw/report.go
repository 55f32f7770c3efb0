package draw

import (
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Report is the layout of one output: the boxes of its elements and the properties of their text.
type Report struct {
	Output        string
	Width, Height int
	Boxes         []ReportBox
}

// ReportBox is an element: its border box in CSS pixels and, if Lines is not 0, its own text with that of inline
// elements in it.
type ReportBox struct {
	Tag, ID, Class      string
	X, Y, Width, Height float64
	Text                string
	Lines               int
	Fonts               []string // face names, the most used first
	FontSize            float64  // of the largest text, after fitting
	Clipped, Overflow   bool
	// Contrast is the contrast of the text with its backdrop, 0 if that is an image.
	Contrast float64
}

// reportOf returns the report of a layout.
func reportOf(o *request.Output, layout *engine.Drawing) Report {
	r := Report{Output: o.Name, Width: o.Width, Height: o.Height}
	for _, f := range layout.Report() {
		b := ReportBox{Tag: f.Tag, ID: f.ID, Class: f.Class, X: f.X, Y: f.Y, Width: f.Width, Height: f.Height, Overflow: f.Overflow}
		if f.OwnText.Lines > 0 || f.OwnText.Clipped {
			b.Text, b.Lines, b.Fonts, b.FontSize, b.Clipped = f.OwnText.Text, f.OwnText.Lines, f.OwnText.Fonts, f.OwnText.Largest, f.OwnText.Clipped
			b.Contrast = plan.Contrast(&f)
		}
		r.Boxes = append(r.Boxes, b)
	}
	return r
}
