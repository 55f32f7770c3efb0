package engine

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Files provides the files that a document references, by URL as written.
type Files interface {
	// File returns the content of a file; ok is false when it is unavailable.
	File(url string) (data []byte, ok bool)
}

// NoFiles is a Files without any file.
type NoFiles struct{}

// File implements [Files].
func (NoFiles) File(string) ([]byte, bool) { return nil, false }

// Drawing is a laid-out and painted document: a display list with metadata.
type Drawing struct {
	List     *display.List
	Warnings []dom.Warning
	// Missing holds the references of images that could not be shown, in document order.
	Missing []Reference
	// Glyphs holds the characters that no face covers.
	Glyphs []rune

	settings Settings
	unmarked *display.List   // without the test mark; nil for List
	pages    []*display.List // the pages of Settings.Paper
	// pagination holds the pages, nil without paper.
	pagination *pagination
	doc        *dom.Document
	boxes      []layout.ElementBox
	tree       *style.Tree
	layout     *layout.Result
	order      *inspect.Order
	moving     bool // an image of it is an animation

	reservation *reservation // nil for a frame's document
}

// Draw lays out a document and paints it into a display list. The result must be closed after it is encoded.
func (d *Document) Draw(ctx context.Context, files Files) (*Drawing, error) {
	ctx, memory, owned := d.engine.reservationOf(ctx)
	p, err := d.draw(ctx, files, memory)
	switch {
	case err == nil && owned:
		p.keep(memory)
	case owned:
		memory.close()
	}
	return p, err
}

func (d *Document) draw(ctx context.Context, files Files, memory *reservation) (*Drawing, error) {
	res := d.resources(ctx, files, memory)
	d, result, pages, err := d.layOutContainers(ctx, res)
	if err != nil {
		return nil, err
	}
	height := d.settings.Height
	if pages != nil {
		height = max(height, pages.height())
	}
	order := inspect.NewOrder(d.tree.Doc)
	list, painted, err := paint.Paint(ctx, paint.Input{
		Tree: d.tree, Layout: result, Text: d.engine.text, Fonts: res.fonts,
		Images: res, Inline: res, References: res.references(),
		Width: d.settings.Width, Height: height,
		Visit: order.Visit,
	})
	if err != nil {
		return nil, limitError(fmt.Errorf("painting: %w", err))
	}
	if err := ctx.Err(); err != nil {
		// An image that was not decoded in time is not a missing image.
		return nil, fmt.Errorf("drawing: %w", err)
	}
	p := &Drawing{List: list, settings: d.settings, doc: d.tree.Doc, boxes: result.ElementBoxes(), tree: d.tree, layout: result, order: order, moving: res.moving}
	p.Warnings = append(p.Warnings, d.Warnings()...)
	p.Warnings = append(p.Warnings, res.warnings...)
	p.Warnings = append(p.Warnings, result.Warnings...)
	p.Warnings = append(p.Warnings, painted...)
	p.warnEmpty()
	for _, r := range d.References() {
		if r.Kind == ImageReference && res.missing[r.URL] {
			r.Problem = res.problems[r.URL]
			p.Missing = append(p.Missing, r)
		}
	}
	if pages != nil {
		boxes, warned, err := d.marginBoxes(ctx, pages, res, p.boxes)
		if err != nil {
			return nil, err
		}
		p.Warnings = append(append(p.Warnings, warned...), pages.warnings()...)
		p.cut(pages, boxes)
		p.pagination = pages
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

// maxFloatLayouts bounds the layouts that are repeated for floats at the ends of pages, and maxFloatWork their total length,
// in characters; a box counts as boxWork of them.
const (
	maxFloatLayouts = 64
	maxFloatWork    = 6_000_000
	boxWork         = 50
)

// floatLayouts returns the number of layouts of a document that are repeated for floats.
func floatLayouts(boxes []*layout.Box) int {
	work := 1
	for _, b := range boxes {
		work += boxWork + len(b.Text)
	}
	return min(max(maxFloatWork/work, 2), maxFloatLayouts)
}

// layOut lays out the document and, on paper, paginates it. With references to pages, layout is repeated with the pages
// found by the previous layout, at most twice, since the text of the references may move later content. With floats at the ends
// of pages, layout is repeated with what is beside them on their pages, one float after the other.
func (d *Document) layOut(ctx context.Context, res *resources) (result *layout.Result, pages *pagination, err error) {
	in := layout.Input{
		Tree: d.tree, Text: d.engine.text, Fonts: res.fonts, Images: res, Width: d.settings.Width, Height: d.settings.viewport(), MaxBoxes: limitsOf(d.settings.Paper != nil).nodes,
	}
	if d.settings.Paper != nil {
		in.PageWidth, in.NoteWidth = d.pageWidths(), d.noteWidth
	}
	fixes := map[int32]layout.FloatFix{}
	for pass, floats := 0, 0; pass < 3; {
		if result, err = layout.Layout(ctx, in); err != nil {
			return nil, nil, limitError(fmt.Errorf("laying out: %w", err))
		}
		if d.settings.Paper == nil {
			return result, nil, nil
		}
		if pages, err = d.paginate(result); err != nil {
			return nil, nil, err
		}
		numbered := d.noteNumbers(result, pages)
		again := len(result.Floats) > 0
		if again && floats < floatLayouts(result.Boxes) {
			for box, f := range result.Floats {
				old := fixes[box]
				if f.Down == 0 {
					f.Gap = old.Gap
				}
				f.Down += old.Down // it was found after the old one
				f.Hold = f.Hold || old.Hold
				fixes[box] = f
			}
			in.Floats = fixes
			floats++
		} else if pass++; again {
			result.Warnings = append(result.Warnings, dom.Warning{Code: "unsupported_value", Path: "/css", Message: "float: lines beside a float that moved to the next page have room for it on the page before"})
			again = false
		}
		if !result.NeedsPages && numbered == nil {
			if again {
				continue
			}
			break
		}
		in.NoteNumber = numbered
		boxes := result.ElementBoxes()
		numbers := d.pageFacts(pages, boxes).numbers
		at := map[dom.NodeID]int{}
		for _, b := range boxes {
			at[b.Node] = numbers[pages.pageAt(b)]
		}
		in.PageOf = func(node dom.NodeID) int { return at[node] }
	}
	return result, pages, nil
}

// warnEmpty adds a warning when the document draws nothing, not even a background: its root or body has no box, or it
// has no content.
func (p *Drawing) warnEmpty() {
	if len(p.List.Ops) > 0 {
		return
	}
	for _, n := range []dom.NodeID{p.doc.Root, p.doc.Body} {
		if s := p.tree.Styles[n]; s == nil || s.Display == style.DisplayNone {
			node := p.doc.Node(n)
			p.Warnings = append(p.Warnings, dom.Warning{Code: "empty_document", Path: node.Path, Message: "nothing is drawn: <" + node.Tag + "> has display: none"})
			return
		}
	}
	p.Warnings = append(p.Warnings, dom.Warning{Code: "empty_document", Path: p.doc.Node(p.doc.Root).Path, Message: "nothing is drawn: the document has no visible content"})
}

// Cut returns how many CSS pixels elements extend below the canvas. For images this is intended; for a page that is
// meant to be read it may not be.
func (p *Drawing) Cut() float64 {
	if p.settings.Paper != nil {
		return 0
	}
	bottom := geom.Unit(0)
	for _, b := range p.boxes {
		bottom = max(bottom, b.Rect.MaxY())
	}
	return max(0, (bottom - geom.Px(p.settings.Height)).Float())
}

// Boxes returns the boxes of all elements that generate one, in document order.
func (p *Drawing) Boxes() []inspect.Box { return inspect.Boxes(p.inspected()) }

// View returns the laid-out document as a model for checks. It shares the drawing's layout.
func (p *Drawing) View() *inspect.View { return inspect.NewView(p.inspected()) }

// Report returns the facts of all elements that generate a box, in document order.
func (p *Drawing) Report() []inspect.Facts { return inspect.Report(p.inspected()) }

func (p *Drawing) inspected() *inspect.Input {
	return &inspect.Input{
		Doc: p.doc, Tree: p.tree, Layout: p.layout, Boxes: p.boxes, Order: p.order,
		Width: p.settings.Width, Height: p.settings.Height,
	}
}
