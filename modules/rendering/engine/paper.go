package engine

import (
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Paper paginates the document, for PDF. Lengths are in CSS pixels.
type Paper struct {
	Width, Height int
	// Exact is the width and height before they are rounded to Width and Height, zero for the same. Layout uses whole pixels;
	// the pages of the file have the exact size.
	Exact [2]float64
	// Top, Right, Bottom and Left are the margins, which are empty except for the canvas background. They must leave at
	// least one pixel.
	Top, Right, Bottom, Left int
	// Margins is the top, right, bottom and left margin before rounding, zero for the same. The content begins at whole
	// pixels; its width and height are those that the exact margins leave of the exact size, see [Paper.SetMargins].
	Margins [4]float64
	// OpenSize and OpenMargin take the size and the margins from the document's @page rules, which may differ between
	// pages. The values here are the defaults.
	OpenSize, OpenMargin bool
	// Optional renders a document without @page rules as one page of the canvas size, in the medium screen.
	Optional bool
}

// PaperSize is a named page size, portrait, in CSS pixels.
type PaperSize = style.PaperSize

// PaperSizes returns the page sizes that @page's size supports, in the order of listings. The result must not be
// modified.
func PaperSizes() []PaperSize { return style.PaperSizes }

// PaperSizeByName finds a size by its lowercase name.
func PaperSizeByName(name string) (PaperSize, bool) { return style.PaperSizeByName(name) }

// maxPages bounds the number of pages of a document.
const maxPages = 500

// The limits of a page's sides, and the minimum that its margins leave.
const (
	minPage = 16
	maxPage = 8192
)

// area returns the size of the page without margins: the canvas of the document.
func (p *Paper) area() (width, height int) {
	return max(1, p.Width-p.Left-p.Right), max(1, p.Height-p.Top-p.Bottom)
}

// ExactSize returns the width and height before rounding.
func (p *Paper) ExactSize() (width, height float64) {
	if p.Exact == [2]float64{} {
		return float64(p.Width), float64(p.Height)
	}
	return p.Exact[0], p.Exact[1]
}

// SetMargins sets the margins, from the top clockwise, for the page's size. As in browsers, the left and the top one are
// rounded, and the page area is the whole pixels that contain its exact size: content that fits the exact size fits the area,
// and lines break no earlier.
func (p *Paper) SetMargins(edges [4]float64) {
	p.Margins = edges
	width, height := p.ExactSize()
	round := func(v float64) int { return int(math.Round(min(v, maxPage))) }
	p.Top, p.Left = round(edges[0]), round(edges[3])
	p.Right = max(0, p.Width-p.Left-geom.FromFloat(max(width-edges[1]-edges[3], 0)).Ceil())
	p.Bottom = max(0, p.Height-p.Top-geom.FromFloat(max(height-edges[0]-edges[2], 0)).Ceil())
}

// ExactMargins returns the top, right, bottom and left margin before rounding.
func (p *Paper) ExactMargins() [4]float64 {
	if p.Margins == [4]float64{} {
		return [4]float64{float64(p.Top), float64(p.Right), float64(p.Bottom), float64(p.Left)}
	}
	return p.Margins
}

// sheet is one page: its paper, with the margins of this page, and its style.
type sheet struct {
	Paper
	style style.PageStyle
}

// sheet returns the sheet of a page by the settings and the @page rules.
func (d *Document) sheet(k layout.PageKind) sheet {
	s := sheet{Paper: *d.settings.Paper}
	s.style = d.tree.Pages.Style(style.PageContext{Name: k.Name, First: k.Index == 0, Left: k.Left, Right: !k.Left, Blank: k.Blank, Number: k.Index + 1, Named: k.Named + 1})
	r := &s.style
	width, height := s.ExactSize()
	if s.OpenSize {
		w, h := pagePixels(r.Width), pagePixels(r.Height)
		if w > 0 && h > 0 {
			s.Width, s.Height = w, h
			width, height = r.Width, r.Height
		}
		if r.Landscape && s.Width < s.Height || r.Portrait && s.Width > s.Height {
			s.Width, s.Height = s.Height, s.Width
			width, height = height, width
		}
		s.Exact = [2]float64{width, height}
	}
	was := s.Paper
	edges := s.ExactMargins()
	if s.OpenMargin {
		for i := range edges {
			base := geom.Px(s.Width)
			if i%2 == 0 {
				base = geom.Px(s.Height)
			}
			v := geom.FromFloat(edges[i])
			if r.HasMargin[i] {
				v = max(0, r.Margin[i].Resolve(base))
			}
			edges[i] = (v + r.Padding[i].Resolve(base) + geom.FromFloat(r.Border[i])).Float()
		}
	}
	if s.OpenMargin || s.Margins != [4]float64{} {
		s.SetMargins(edges)
	}
	if s.Width-s.Left-s.Right < minPage || s.Height-s.Top-s.Bottom < minPage {
		s.Paper = was // the margins leave no space
	}
	return s
}

// pagePixels rounds a side of a page to pixels; 0 if it is out of range.
func pagePixels(v float64) int {
	if px := int(math.Round(min(v, 1e6))); px >= minPage && px <= maxPage {
		return px
	}
	return 0
}

// Paper returns the paper of the document's first page, nil if it is not paginated.
func (d *Document) Paper() *Paper {
	if d.settings.Paper == nil {
		return nil
	}
	p := d.sheet(layout.PageKind{Name: d.firstPage()}).Paper
	p.OpenSize, p.OpenMargin, p.Optional = false, false, false
	return &p
}

// firstPage returns the type of the first page: the page property of the elements that begin the document.
func (d *Document) firstPage() string {
	name := ""
	for id := d.tree.Doc.Root; id != dom.None; {
		if id < dom.NodeID(len(d.tree.Styles)) && d.tree.Styles[id] != nil && d.tree.Styles[id].Page != "" {
			name = d.tree.Styles[id].Page
		}
		next := dom.None
		for c := d.tree.Doc.Node(id).FirstChild; c != dom.None; c = d.tree.Doc.Node(c).Next {
			if s := d.tree.Styles[c]; d.tree.Doc.Node(c).Type == dom.Element && s != nil && s.Display != style.DisplayNone {
				next = c
				break
			}
		}
		id = next
	}
	return name
}

// pageWarnings warns about @page rules without effect.
func (d *Document) pageWarnings() []dom.Warning {
	if d.settings.Paper == nil || d.tree.Pages == nil {
		return nil
	}
	var out []dom.Warning
	r := d.tree.Pages.Style(style.PageContext{First: true, Right: true, Number: 1, Named: 1})
	for _, d := range r.Ignored {
		out = append(out, dom.Warning{Code: "unsupported_value", Path: "/css", Message: "@page: " + d + " is not a value that is supported; the declaration was ignored"})
	}
	if r.Width > 0 && (pagePixels(r.Width) == 0 || pagePixels(r.Height) == 0) {
		out = append(out, dom.Warning{Code: "unsupported_value", Path: "/css", Message: fmt.Sprintf("@page: size is %.0f × %.0f px; each side of a page is %d to %d px, so it was ignored", r.Width, r.Height, minPage, maxPage)})
	}
	return out
}

// pagination is the division of a document into pages.
type pagination struct {
	pages  []layout.Page
	sheets []sheet
	// uneven is the number of the first page whose width differs from that of others of its type, 0 if there is none.
	uneven int
}

// paginate divides a layout into the pages of the document's paper.
func (d *Document) paginate(r *layout.Result) (*pagination, error) {
	g := &pagination{}
	sheets := map[layout.PageKind]sheet{}
	sheetOf := func(k layout.PageKind) sheet {
		key := k
		if !d.tree.Pages.Counts() {
			key.Index, key.Named = min(k.Index, 1), 0
		}
		s, ok := sheets[key]
		if !ok {
			s = d.sheet(k)
			sheets[key] = s
		}
		return s
	}
	g.pages = r.Paginate(func(k layout.PageKind) geom.Unit {
		s := sheetOf(k)
		_, h := s.area()
		return geom.Px(h)
	}, func(k layout.PageKind) layout.NoteArea {
		s := sheetOf(k)
		return s.notes()
	}, maxPages)
	if n := len(g.pages); n > maxPages {
		return nil, &Error{Rule: "max_pages", Message: fmt.Sprintf("the document fills more than %d pages", maxPages)}
	}
	widths := d.pageWidths()
	for i := range g.pages {
		s := sheetOf(g.pages[i].PageKind)
		g.sheets = append(g.sheets, s)
		common := d.settings.Width
		if widths != nil {
			common = widths(g.pages[i].Name).Ceil()
		}
		if w, _ := s.area(); w != common && g.uneven == 0 && !g.pages[i].Blank {
			g.uneven = i + 1
		}
	}
	return g, nil
}

// pageWidths returns the widths of the pages by their type; nil when all pages are as wide as the canvas.
func (d *Document) pageWidths() func(name string) geom.Unit {
	if d.tree.Pages == nil {
		return nil
	}
	known := map[string]geom.Unit{}
	of := func(name string) geom.Unit {
		w, ok := known[name]
		if !ok {
			s := d.sheet(layout.PageKind{Name: name, Index: 1, Named: 1})
			side, _ := s.area()
			w = geom.Px(side)
			known[name] = w
		}
		return w
	}
	even := of("") == geom.Px(d.settings.Width)
	for _, name := range d.tree.Pages.AllNames() {
		even = even && of(name) == of("")
	}
	if even {
		return nil
	}
	return of
}

// warnings returns the warnings about unsupported properties of the pages.
func (g *pagination) warnings() []dom.Warning {
	if g.uneven == 0 {
		return nil
	}
	return []dom.Warning{{Code: "unsupported_value", Path: "/css", Message: fmt.Sprintf("@page: the content of page %d is laid out at another width than that of its page; only pages of different names can have different widths", g.uneven)}}
}

// height returns the total height of all pages.
func (g *pagination) height() int {
	last := &g.pages[len(g.pages)-1]
	return (last.Top + last.Height).Ceil()
}

// cut splits the display list of the whole document into pages. boxes holds the margin boxes of the pages.
func (p *Drawing) cut(g *pagination, boxes []*display.List) {
	for i := range g.pages {
		s := &g.sheets[i]
		top := g.pages[i].Top.Float()
		width, height := s.area()
		right, bottom := s.ExactSize()
		area := display.Rect{X1: display.FromFloat(float64(width)), Y0: display.FromFloat(top), Y1: display.FromFloat(top + float64(height))}
		dx, dy := float64(s.Left), float64(s.Top)-top
		page := &display.List{Width: s.Width, Height: s.Height}
		// The canvas background is the first operation and covers the paper, margins and all.
		ops := p.List.Ops
		for len(ops) > 0 {
			back, ok := ops[0].(display.FillRect)
			if _, plain := back.Brush.(display.Solid); !ok || !plain || back.Rect.X0 > 0 || back.Rect.Y0 > 0 || back.Rect.X1 < display.FromFloat(float64(p.List.Width)) || back.Rect.Y1 < display.FromFloat(float64(p.List.Height)) {
				break
			}
			edge := display.FromFloat(s.bleed())
			back.Rect = display.Rect{X0: -edge, Y0: -edge, X1: display.FromFloat(right+1) + edge, Y1: display.FromFloat(bottom+1) + edge}
			page.Ops = append(page.Ops, back)
			ops = ops[1:]
		}
		if boxes != nil && boxes[i] != nil {
			page.Ops = append(page.Ops, boxes[i].Ops...)
			page.Links = append(page.Links, boxes[i].Links...)
		}
		// Content that overflows sideways may extend over the margins and the bleed.
		edge := s.bleed()
		wide := display.Rect{X0: display.FromFloat(-dx - edge), X1: display.FromFloat(math.Ceil(right) - dx + edge), Y0: area.Y0, Y1: area.Y1}
		if !g.pages[i].Blank || g.pages[i].Notes > 0 {
			page.Ops = append(page.Ops, display.PushTransform{Matrix: geom.Translate(dx, dy)}, display.PushClipRRect{RRect: display.RRect{Rect: wide}})
			page.Ops = append(page.Ops, display.Slice(ops, wide)...)
			page.Ops = append(page.Ops, display.Pop{}, display.Pop{})
		}
		for _, l := range p.List.Links {
			r := l.Area
			r.Y0, r.Y1 = max(r.Y0, area.Y0), min(r.Y1, area.Y1)
			if r.Empty() {
				continue
			}
			x, y := display.FromFloat(dx), display.FromFloat(dy)
			page.Links = append(page.Links, display.Link{URL: l.URL, Node: l.Node, Area: display.Rect{X0: r.X0 + x, Y0: r.Y0 + y, X1: r.X1 + x, Y1: r.Y1 + y}})
		}
		p.pages = append(p.pages, s.onMedium(page))
	}
}

// Pages returns the number of pages of the image as a PDF.
func (p *Drawing) Pages() int { return max(1, len(p.pages)) }
