package engine

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Files hands out the files a document references, by URL as written.
type Files interface {
	// File returns the bytes; ok is false when the file could not be had.
	File(url string) (data []byte, ok bool)
}

// NoFiles is a Files without any file.
type NoFiles struct{}

// File implements [Files].
func (NoFiles) File(string) ([]byte, bool) { return nil, false }

// Picture is a drawn document: a display list with what is known about it.
type Picture struct {
	List     *display.List
	Warnings []dom.Warning
	// Missing are the addresses of pictures that could not be shown, in document order.
	Missing []Reference
	// Glyphs are characters that no face had.
	Glyphs []rune

	settings Settings
	pages    []*display.List // what is on the pages of Settings.Paper
	doc      *dom.Document
	boxes    []layout.ElementBox
	tree     *style.Tree
	layout   *layout.Result
	order    []paintedPart
}

// Draw lays a document out and paints it into a display list.
func (d *Document) Draw(ctx context.Context, files Files) (*Picture, error) {
	res := d.resources(ctx, files)
	defer res.close()
	result, err := layout.Layout(ctx, layout.Input{
		Tree: d.tree, Text: d.engine.text, Fonts: res.fonts, Images: res,
		Width: d.settings.Width, Height: d.settings.Height,
	})
	if err != nil {
		return nil, fmt.Errorf("laying out: %w", err)
	}
	height := d.settings.Height
	var cuts []geom.Unit
	if d.settings.Paper != nil {
		cuts = result.Pages(geom.Px(height))
		height = max(height, cuts[len(cuts)-1].Ceil())
	}
	order := paintOrder{doc: d.tree.Doc}
	list, painted, err := paint.Paint(ctx, paint.Input{
		Tree: d.tree, Layout: result, Text: d.engine.text, Fonts: res.fonts,
		Pictures: res, Inline: res, References: res.references(),
		Width: d.settings.Width, Height: height, Scale: d.settings.Scale,
		Visit: order.visit,
	})
	if err != nil {
		return nil, fmt.Errorf("painting: %w", err)
	}
	if err := ctx.Err(); err != nil {
		// A picture that was not decoded in time is no missing picture.
		return nil, fmt.Errorf("drawing: %w", err)
	}
	p := &Picture{List: list, settings: d.settings, doc: d.tree.Doc, boxes: result.ElementBoxes(), tree: d.tree, layout: result, order: order.parts}
	p.Warnings = append(p.Warnings, d.Warnings()...)
	p.Warnings = append(p.Warnings, res.warnings...)
	p.Warnings = append(p.Warnings, result.Warnings...)
	p.Warnings = append(p.Warnings, painted...)
	for _, r := range d.References() {
		if r.Kind == ImageReference && res.missing[r.URL] {
			p.Missing = append(p.Missing, r)
		}
	}
	if cuts != nil {
		if err := p.paginate(cuts); err != nil {
			return nil, err
		}
	}
	seen := map[rune]bool{}
	for _, m := range result.Missing {
		if !seen[m.Rune] {
			seen[m.Rune] = true
			p.Glyphs = append(p.Glyphs, m.Rune)
			p.Warnings = append(p.Warnings, dom.Warning{Code: "missing_glyph", Message: fmt.Sprintf("no font has U+%04X; an empty box is drawn", m.Rune)})
		}
	}
	return p, nil
}

// Cut returns by how many CSS pixels elements reach below the canvas. Pictures
// are meant to be cut there; a page that is read should not be.
func (p *Picture) Cut() float64 {
	if p.settings.Paper != nil {
		return 0
	}
	bottom := geom.Unit(0)
	for _, b := range p.boxes {
		bottom = max(bottom, b.Rect.MaxY())
	}
	return max(0, (bottom - geom.Px(p.settings.Height)).Float())
}

// Box is an element's border box in CSS pixels from the canvas' corner, after
// layout and before transforms.
type Box struct {
	Tag    string  `json:"tag"`
	ID     string  `json:"id"`
	Class  string  `json:"class"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Boxes returns the boxes of all elements that have one, in document order.
func (p *Picture) Boxes() []Box {
	out := make([]Box, 0, len(p.boxes))
	for _, b := range p.boxes {
		n := p.doc.Node(b.Node)
		class, _ := n.Attr("class")
		if class == "" && len(n.Classes) > 0 {
			class = joinClasses(n.Classes)
		}
		out = append(out, Box{
			Tag: n.Tag, ID: n.ID, Class: class,
			X: b.Rect.X.Float(), Y: b.Rect.Y.Float(), Width: b.Rect.W.Float(), Height: b.Rect.H.Float(),
		})
	}
	return out
}

func joinClasses(classes []string) string {
	out := ""
	for i, c := range classes {
		if i > 0 {
			out += " "
		}
		out += c
	}
	return out
}
