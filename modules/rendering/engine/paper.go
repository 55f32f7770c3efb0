package engine

import (
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Paper makes the document flow over pages of one size, for PDF. Lengths are in CSS pixels.
type Paper struct {
	Width, Height int
	// Top, Right, Bottom and Left are the margins, which stay empty but for the canvas' background. They leave
	// at least a pixel.
	Top, Right, Bottom, Left int
}

// PaperSize is a named size of paper, portrait, in CSS pixels.
type PaperSize = style.PaperSize

// PaperSizes returns the names that @page's size knows, in the order to list them. Do not change them.
func PaperSizes() []PaperSize { return style.PaperSizes }

// PaperSizeByName finds a size by its lowercase name.
func PaperSizeByName(name string) (PaperSize, bool) { return style.PaperSizeByName(name) }

// maxPages is how many pages one document may fill.
const maxPages = 200

// area is the size of what the margins leave: the canvas of the document.
func (p *Paper) area() (width, height int) {
	return max(1, p.Width-p.Left-p.Right), max(1, p.Height-p.Top-p.Bottom)
}

// paginate cuts the picture's list into pages, whose borders on the canvas are the cuts.
func (p *Picture) paginate(cuts []geom.Unit) error {
	paper := p.settings.Paper
	width, height := paper.area()
	if n := len(cuts) - 1; n > maxPages {
		return &Error{Rule: "max_pages", Message: fmt.Sprintf("the document fills %d pages; at most %d are written", n, maxPages)}
	}
	for i := range len(cuts) - 1 {
		top, bottom := cuts[i].Float(), min(cuts[i+1].Float(), cuts[i].Float()+float64(height))
		area := display.Rect{X1: display.FromFloat(float64(width)), Y0: display.FromFloat(top), Y1: display.FromFloat(bottom)}
		dx, dy := float64(paper.Left), float64(paper.Top)-top
		page := &display.List{Width: paper.Width, Height: paper.Height}
		// The canvas' background is the first operation and covers the paper, margins and all.
		ops := p.List.Ops
		for len(ops) > 0 {
			back, ok := ops[0].(display.FillRect)
			if _, plain := back.Brush.(display.Solid); !ok || !plain || back.Rect.X0 > 0 || back.Rect.Y0 > 0 || back.Rect.X1 < area.X1 {
				break
			}
			back.Rect = display.Rect{X1: display.FromFloat(float64(paper.Width)), Y1: display.FromFloat(float64(paper.Height))}
			page.Ops = append(page.Ops, back)
			ops = ops[1:]
		}
		// What reaches out sideways may lie on the margins.
		wide := display.Rect{X0: display.FromFloat(-dx), X1: display.FromFloat(float64(paper.Width) - dx), Y0: area.Y0, Y1: area.Y1}
		page.Ops = append(page.Ops, display.PushTransform{Matrix: geom.Translate(dx, dy)}, display.PushClipRRect{RRect: display.RRect{Rect: wide}})
		page.Ops = append(page.Ops, display.Slice(ops, wide)...)
		page.Ops = append(page.Ops, display.Pop{}, display.Pop{})
		for _, l := range p.List.Links {
			r := l.Area
			r.Y0, r.Y1 = max(r.Y0, area.Y0), min(r.Y1, area.Y1)
			if r.Empty() {
				continue
			}
			x, y := display.FromFloat(dx), display.FromFloat(dy)
			page.Links = append(page.Links, display.Link{URL: l.URL, Area: display.Rect{X0: r.X0 + x, Y0: r.Y0 + y, X1: r.X1 + x, Y1: r.Y1 + y}})
		}
		p.pages = append(p.pages, page)
	}
	return nil
}

// Pages returns how many pages the picture fills as a PDF.
func (p *Picture) Pages() int { return max(1, len(p.pages)) }

// CSSPage returns the paper that the document's @page rule asks for; ok is false when there is none. Sides that
// the rule leaves open are 0.
func (d *Document) CSSPage() (p Paper, ok bool) {
	r := d.tree.PageSize
	if r == nil {
		return Paper{}, false
	}
	px := func(v float64) int { return int(math.Round(min(max(v, 0), 16384))) }
	p.Width, p.Height = px(r.Width), px(r.Height)
	edges := [4]*int{&p.Top, &p.Right, &p.Bottom, &p.Left}
	for i, l := range r.Margin {
		*edges[i] = px(l.Resolve(geom.Px(p.Width)).Float())
	}
	return p, true
}
