package engine

import (
	"context"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// marginBoxes draws the margin boxes of the pages, one list per page: each is a small document of the size of the page.
// It returns nil when no page has margin boxes or a background of its own.
func (d *Document) marginBoxes(ctx context.Context, g *pagination, res *resources, boxes []layout.ElementBox) ([]*display.List, []dom.Warning, error) {
	if d.tree.Pages == nil {
		return nil, nil, nil
	}
	facts := d.pageFacts(g, boxes)
	var out []*display.List
	var warnings []dom.Warning
	seen := map[string]bool{}
	for i := range g.pages {
		s := &g.sheets[i]
		markup := d.pageMarkup(s, facts, i)
		if markup == "" {
			continue
		}
		list, warned, err := d.drawMargins(ctx, s, markup, res)
		if err != nil {
			return nil, nil, err
		}
		for _, w := range warned {
			if !seen[w.Code+w.Message] {
				seen[w.Code+w.Message] = true
				w.Path = "/css"
				warnings = append(warnings, w)
			}
		}
		if out == nil {
			out = make([]*display.List, len(g.pages))
		}
		out[i] = list
	}
	return out, warnings, nil
}

// drawMargins lays out and paints the document of a page's margins.
func (d *Document) drawMargins(ctx context.Context, s *sheet, markup string, res *resources) (*display.List, []dom.Warning, error) {
	doc, err := parse(ctx, Source{HTML: markup}, limitsOf(false))
	if err != nil {
		return nil, nil, err
	}
	small := &Document{engine: d.engine, settings: Settings{Width: s.Width, Height: s.Height, Scale: d.settings.Scale, Locale: d.settings.Locale, Print: true}}
	if err := small.style(ctx, doc); err != nil {
		return nil, nil, err
	}
	own := *res
	own.doc = small
	laid, err := layout.Layout(ctx, layout.Input{
		Tree: small.tree, Text: d.engine.text, Fonts: own.fonts, Images: &own, Width: s.Width, Height: s.Height,
	})
	if err != nil {
		return nil, nil, limitError(fmt.Errorf("laying out the margins of a page: %w", err))
	}
	list, warnings, err := paint.Paint(ctx, paint.Input{
		Tree: small.tree, Layout: laid, Text: d.engine.text, Fonts: own.fonts, Images: &own, Inline: &own, References: own.references(),
		Width: s.Width, Height: s.Height,
	})
	if err != nil {
		return nil, nil, limitError(fmt.Errorf("painting the margins of a page: %w", err))
	}
	for i, op := range list.Ops {
		// Margin boxes are not part of the document's structure.
		if t, ok := op.(display.Glyphs); ok {
			t.Node = 0
			list.Ops[i] = t
		}
	}
	for i := range list.Links {
		list.Links[i].Node = 0
	}
	list.Marks = nil
	return list, warnings, nil
}

// The margin boxes of each edge in order, with the alignment of their text and of the boxes (CSS Paged Media 3 §5.2).
var marginEdges = []struct {
	edge  string
	boxes [3][3]string // name, text-align, align-content
}{
	{"top", [3][3]string{{"top-left", "left", "center"}, {"top-center", "center", "center"}, {"top-right", "right", "center"}}},
	{"bottom", [3][3]string{{"bottom-left", "left", "center"}, {"bottom-center", "center", "center"}, {"bottom-right", "right", "center"}}},
	{"left", [3][3]string{{"left-top", "center", "start"}, {"left-middle", "center", "center"}, {"left-bottom", "center", "end"}}},
	{"right", [3][3]string{{"right-top", "center", "start"}, {"right-middle", "center", "center"}, {"right-bottom", "center", "end"}}},
}

// pageMarkup returns the document of a page's margins, "" if there is nothing to draw.
func (d *Document) pageMarkup(s *sheet, facts *pageFacts, page int) string {
	boxes := map[string]*style.MarginBox{}
	for i := range s.style.Boxes {
		boxes[s.style.Boxes[i].Name] = &s.style.Boxes[i]
	}
	own := s.style.Declarations
	if len(boxes) == 0 && (facts.notes[page] == 0 || s.style.Notes.Declarations == "") && !strings.Contains(own, "background") && !strings.Contains(own, "border") && !strings.Contains(own, "outline") && !strings.Contains(own, "box-shadow") {
		return ""
	}
	m := &marginWriter{doc: d, sheet: s, facts: facts, page: page}
	inherited, size := "", ""
	if root := d.tree.Styles[d.tree.Doc.Root]; root != nil {
		inherited = inheritedStyle(root)
		size, _ = root.Text("font-size")
	}
	m.b.WriteString("<!DOCTYPE html><html style=\"font-size:" + size + "\"><head>")
	if m.running(boxes) {
		for i := range d.tree.Doc.Sheets {
			m.b.WriteString("<style>" + strings.ReplaceAll(d.tree.Doc.Sheets[i].Text, "</", "<\\/") + "</style>")
		}
	}
	// Margin boxes inherit from the page, and the page from the root element.
	m.b.WriteString("</head><body style=\"all:initial;" + m.vars() + html.EscapeString(inherited+inheritedOnly(own)) + "display:block;margin:0;background:none\">")
	// The page's background covers the sheet; its border, outline and shadow are inside its margins.
	px := func(v int) string { return fmt.Sprintf("%dpx", v) }
	right, bottom := s.ends()
	decimal := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	fmt.Fprintf(&m.b, `<page-box style="all:unset;%s;width:auto;height:auto;margin:0;display:block;position:absolute;inset:%[2]spx %[3]spx %[4]spx %[2]spx;border:0;border-radius:0;outline:0;box-shadow:none"></page-box>`, html.EscapeString(withoutFonts(own)), decimal(-s.reach()), decimal(float64(s.Width)-right), decimal(float64(s.Height)-bottom))
	edge := func(v, side int) string {
		base := geom.Px(s.Width)
		if side%2 == 0 {
			base = geom.Px(s.Height)
		}
		return decimal(max(0, float64(v)-s.style.Border[side]-s.style.Padding[side].Resolve(base).Float()))
	}
	fmt.Fprintf(&m.b, `<page-box style="all:unset;%s;width:auto;height:auto;margin:0;box-sizing:border-box;display:block;position:absolute;inset:%spx %spx %spx %spx;background:none"></page-box>`, html.EscapeString(withoutFonts(own)),
		edge(s.Top, style.Top), edge(s.Right, style.Right), edge(s.Bottom, style.Bottom), edge(s.Left, style.Left))
	m.noteMarkup()
	corner := func(name, align, position string) {
		if b := boxes[name]; b != nil {
			m.box(b, "position:absolute;"+position, align, "center")
		}
	}
	corner("top-left-corner", "right", "left:0;top:0;width:"+px(s.Left)+";height:"+px(s.Top))
	corner("top-right-corner", "left", "right:0;top:0;width:"+px(s.Right)+";height:"+px(s.Top))
	corner("bottom-right-corner", "left", "right:0;bottom:0;width:"+px(s.Right)+";height:"+px(s.Bottom))
	corner("bottom-left-corner", "right", "left:0;bottom:0;width:"+px(s.Left)+";height:"+px(s.Bottom))
	for _, e := range marginEdges {
		a, b, c := boxes[e.boxes[0][0]], boxes[e.boxes[1][0]], boxes[e.boxes[2][0]]
		if a == nil && b == nil && c == nil {
			continue
		}
		across := e.edge == "top" || e.edge == "bottom"
		where := map[string]string{
			"top":    fmt.Sprintf("left:%dpx;right:%dpx;top:0;height:%dpx", s.Left, s.Right, s.Top),
			"bottom": fmt.Sprintf("left:%dpx;right:%dpx;bottom:0;height:%dpx", s.Left, s.Right, s.Bottom),
			"left":   fmt.Sprintf("left:0;width:%dpx;top:%dpx;bottom:%dpx", s.Left, s.Top, s.Bottom),
			"right":  fmt.Sprintf("right:0;width:%dpx;top:%dpx;bottom:%dpx", s.Right, s.Top, s.Bottom),
		}[e.edge]
		// The middle box is centred, the others share the remaining space.
		tracks := "minmax(0,1fr) minmax(0,auto) minmax(0,1fr)"
		switch {
		case b == nil && a != nil && c != nil:
			tracks = outerTracks(sized(a, across), sized(c, across))
		case b == nil && a != nil:
			tracks = "minmax(0,1fr) 0 0"
		case b == nil:
			tracks = "0 0 minmax(0,1fr)"
		case a == nil && c == nil:
			tracks = "0 minmax(0,1fr) 0"
		}
		axis := "grid-template-rows:minmax(0,1fr);grid-template-columns:" + tracks
		if !across {
			axis = "grid-template-columns:minmax(0,1fr);grid-template-rows:" + tracks
		}
		fmt.Fprintf(&m.b, `<page-edge style="all:unset;display:grid;position:absolute;%s;%s">`, where, axis)
		for i, box := range []*style.MarginBox{a, b, c} {
			if box == nil {
				continue
			}
			place := fmt.Sprintf("grid-column:%d;grid-row:1", i+1)
			if !across {
				place = fmt.Sprintf("grid-row:%d;grid-column:1", i+1)
			}
			if sized(box, across) {
				// A box of its own size is at its end of the edge.
				property := ";align-self:"
				if across {
					property = ";justify-self:"
				}
				place += property + [3]string{"start", "center", "end"}[i]
			}
			m.box(box, place, e.boxes[i][1], e.boxes[i][2])
		}
		m.b.WriteString("</page-edge>")
	}
	m.b.WriteString("</body></html>")
	return m.b.String()
}

// sized reports whether a margin box specifies its own size along its edge.
func sized(b *style.MarginBox, across bool) bool {
	names := [4]string{"width", "inline-size", "max-width", "max-inline-size"}
	if !across {
		names = [4]string{"height", "block-size", "max-height", "max-block-size"}
	}
	size, limit := false, false
	for _, d := range css.ParseDeclarations(b.Declarations) { // the last one of each wins
		switch d.Name {
		case names[0], names[1]:
			size = !strings.EqualFold(d.Text, "auto")
		case names[2], names[3]:
			limit = !strings.EqualFold(d.Text, "none")
		}
	}
	return size || limit
}

// outerTracks returns the grid tracks of an edge without a middle box: a box of its own size takes that, another the rest.
func outerTracks(first, last bool) string {
	switch {
	case first && last:
		return "max-content minmax(0,1fr) max-content"
	case first:
		return "max-content 0 minmax(0,1fr)"
	case last:
		return "minmax(0,1fr) 0 max-content"
	}
	return "minmax(0,auto) 0 minmax(0,auto)"
}

// marginWriter writes the document of one page's margins.
type marginWriter struct {
	doc   *Document
	b     strings.Builder
	sheet *sheet
	facts *pageFacts
	page  int
}

// vars returns the custom properties of the root element, which pages inherit.
func (m *marginWriter) vars() string {
	root := m.doc.tree.Styles[m.doc.tree.Doc.Root]
	if root == nil || len(root.Vars) == 0 {
		return ""
	}
	var b strings.Builder
	for _, name := range sortedKeys(root.Vars) {
		b.WriteString(html.EscapeString(name + ":" + root.Vars[name] + ";"))
	}
	return b.String()
}

// box writes a margin box.
func (m *marginWriter) box(b *style.MarginBox, place, align, vertical string) {
	rest, v := verticalAlign(b.Declarations)
	if v != "" {
		vertical = v
	}
	fmt.Fprintf(&m.b, `<margin-box style="all:unset;display:block;box-sizing:border-box;white-space:pre-line;text-align:%s;align-content:%s;%s;%s">`,
		align, vertical, place, html.EscapeString(rest))
	for i := range b.Content {
		m.item(&b.Content[i])
	}
	m.b.WriteString("</margin-box>")
}

// item writes an item of a margin box's content.
func (m *marginWriter) item(it *style.ContentItem) {
	switch it.Kind {
	case style.ContentText:
		m.b.WriteString(html.EscapeString(it.Text))
	case style.ContentCounter, style.ContentCounters:
		v := m.facts.counter(it.Counter, m.page)
		m.b.WriteString(html.EscapeString(layout.FormatCounter(it.ListStyle, v)))
	case style.ContentString:
		m.b.WriteString(html.EscapeString(m.facts.named(it.Counter, it.Which, m.page)))
	case style.ContentElement:
		if node := m.facts.running(it.Counter, it.Which, m.page); node != dom.None {
			m.element(node)
		}
	case style.ContentImage:
		if it.Image != nil && it.Image.URL != "" {
			m.b.WriteString(`<img style="all:revert" src="` + html.EscapeString(it.Image.URL) + `">`)
		}
	case style.ContentOpenQuote:
		m.b.WriteString("“")
	case style.ContentCloseQuote:
		m.b.WriteString("”")
	}
}

// running reports whether a margin box shows an element of the document, and thus needs its style sheets.
func (m *marginWriter) running(boxes map[string]*style.MarginBox) bool {
	for _, name := range style.MarginBoxes {
		if b := boxes[name]; b != nil {
			for i := range b.Content {
				if b.Content[i].Kind == style.ContentElement {
					return true
				}
			}
		}
	}
	return false
}

// element writes a running element with its content; inherited properties come from its position in the document.
func (m *marginWriter) element(node dom.NodeID) {
	w := &markupWriter{doc: m.doc, overrides: map[dom.NodeID]string{node: "position:static!important"}, widgets: map[dom.NodeID]string{}}
	inherited := ""
	if parent := m.doc.tree.Doc.Node(node).Parent; parent != dom.None && m.doc.tree.Styles[parent] != nil {
		inherited = inheritedStyle(m.doc.tree.Styles[parent])
	}
	w.node(node)
	m.b.WriteString(`<running-element style="display:block;white-space:normal;` + html.EscapeString(inherited) + `">` + w.b.String() + `</running-element>`)
}

// inheritedStyle returns the inherited properties that affect the rendering of an element most.
func inheritedStyle(s *style.Computed) string {
	var b strings.Builder
	for _, name := range []string{"color", "font-family", "font-size", "font-style", "font-weight", "font-stretch", "line-height", "letter-spacing", "word-spacing", "text-transform", "text-indent", "text-shadow",
		"direction"} {
		if v, ok := s.Text(name); ok && v != "" {
			b.WriteString(name + ":" + v + ";")
		}
	}
	return b.String()
}

// verticalAlign removes vertical-align from declarations; in margin boxes it aligns the content.
func verticalAlign(declarations string) (rest, align string) {
	var b strings.Builder
	for _, d := range css.ParseDeclarations(declarations) {
		if d.Name == "vertical-align" {
			align = map[string]string{"top": "start", "middle": "center", "bottom": "end"}[strings.ToLower(d.Text)]
			continue
		}
		b.WriteString(d.Name + ":" + d.Text + ";")
	}
	return b.String(), align
}

// inheritedOnly returns the declarations of a page that its margin boxes inherit.
func inheritedOnly(declarations string) string {
	var b strings.Builder
	for _, d := range css.ParseDeclarations(declarations) {
		if strings.HasPrefix(d.Name, "font") || strings.HasPrefix(d.Name, "--") || d.Name == "color" || d.Name == "line-height" || d.Name == "direction" || d.Name == "letter-spacing" || strings.HasPrefix(d.Name, "text-") && d.Name != "text-decoration" {
			b.WriteString(d.Name + ":" + d.Text + ";")
		}
	}
	return b.String()
}

// withoutFonts returns the declarations that apply to the page's own box.
func withoutFonts(declarations string) string {
	var b strings.Builder
	for _, d := range css.ParseDeclarations(declarations) {
		switch {
		case d.Name == "display", d.Name == "position", d.Name == "width", d.Name == "height", strings.HasPrefix(d.Name, "break"):
		default:
			b.WriteString(d.Name + ":" + d.Text + ";")
		}
	}
	return b.String()
}
