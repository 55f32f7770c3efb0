package engine

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

// Markup returns the document as a complete HTML document that a browser draws as this engine does: overrides and
// utility classes are applied, elements beyond HTML are replaced by images drawn by this engine, fitted text has the
// size found by this engine. Scripts, frames, plug-ins and references to other documents are omitted. URLs are
// unchanged.
func (d *Document) Markup(ctx context.Context, files Files) (string, error) {
	w := &markupWriter{doc: d, overrides: map[dom.NodeID]string{}}
	if err := w.draw(ctx, files); err != nil {
		return "", err
	}
	w.override()
	switch d.tree.Doc.Mode {
	case dom.Standards:
		w.b.WriteString("<!DOCTYPE html>")
	case dom.LimitedQuirks:
		w.b.WriteString(`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`)
	case dom.Quirks: // without a doctype
	}
	w.node(d.tree.Doc.Root)
	return w.b.String(), nil
}

// markupWriter writes one document.
type markupWriter struct {
	doc *Document
	b   strings.Builder
	// widgets holds data: URLs of generated elements, fits font sizes of fitted text.
	widgets map[dom.NodeID]string
	fits    map[dom.NodeID]float64
	// overrides holds declarations for elements, rules those for pseudo-elements.
	overrides map[dom.NodeID]string
	marks     map[dom.NodeID]int
	rules     strings.Builder
}

// recorder records the drawings of generated elements.
type recorder struct {
	*resources
	lists map[dom.NodeID]*display.List
}

// Inline implements [paint.Inline].
func (r *recorder) Inline(node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
	list, warnings := r.resources.Inline(node, w, h)
	if widget.Draws(r.doc.tree.Doc.Node(node)) {
		r.lists[node] = list
	}
	return list, warnings
}

// draw lays out and paints the document if it contains anything that only this engine draws.
func (w *markupWriter) draw(ctx context.Context, files Files) error {
	d := w.doc
	w.widgets, w.fits = map[dom.NodeID]string{}, map[dom.NodeID]float64{}
	needed := false
	for id := range d.tree.Doc.Nodes {
		s := d.tree.Styles
		needed = needed || widget.Draws(&d.tree.Doc.Nodes[id]) || id < len(s) && s[id] != nil && s[id].TextFit != style.FitNone
	}
	if !needed {
		return nil
	}
	ctx, memory, owned := d.engine.reservationOf(ctx)
	if owned {
		defer memory.close()
	}
	res := d.resources(ctx, files, memory)
	rec := &recorder{resources: res, lists: map[dom.NodeID]*display.List{}}
	laid, err := layout.Layout(ctx, layout.Input{
		Tree: d.tree, Text: d.engine.text, Fonts: rec.fonts, Images: rec, Width: d.settings.Width, Height: d.settings.viewport(),
	})
	if err != nil {
		return limitError(fmt.Errorf("laying out: %w", err))
	}
	w.fitted(laid.Root)
	height := d.settings.Height
	if d.settings.Paper != nil {
		pages, err := d.paginate(laid)
		if err != nil {
			return err
		}
		height = max(height, pages.height())
	}
	if _, _, err = paint.Paint(ctx, paint.Input{
		Tree: d.tree, Layout: laid, Text: d.engine.text, Fonts: rec.fonts, Images: rec, Inline: rec, References: rec.references(),
		Width: d.settings.Width, Height: height,
	}); err != nil {
		return limitError(fmt.Errorf("painting: %w", err))
	}
	for id := range d.tree.Doc.Nodes {
		list := rec.lists[dom.NodeID(id)]
		if list == nil {
			continue
		}
		data, err := d.engine.svg(ctx, list)
		if err != nil {
			return err
		}
		w.widgets[dom.NodeID(id)] = "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(data)
	}
	return nil
}

// svg encodes a list as an SVG document.
func (e *Engine) svg(ctx context.Context, list *display.List) ([]byte, error) {
	data, err := vector.SVG(ctx, list, vector.Options{
		Scale: 1, PNG: func(ctx context.Context, pm *raster.Pixmap) ([]byte, error) {
			return encode.Encode(ctx, pm, encode.Options{Format: encode.PNG, Workers: e.workers})
		},
	})
	if err != nil {
		return nil, fmt.Errorf("writing a generated element: %w", err)
	}
	return data, nil
}

func (w *markupWriter) fitted(f *layout.Fragment) {
	if f.Fit > 0 && f.Box != nil && f.Box.Pseudo == layout.NoPseudo {
		w.fits[f.Box.Node] = f.Fit
	}
	for _, c := range f.Children {
		w.fitted(c)
	}
}

// override distributes the overrides to elements and, for pseudo-elements, rules.
func (w *markupWriter) override() {
	w.marks = map[dom.NodeID]int{}
	names := map[css.PseudoElement]string{css.PseudoBefore: "::before", css.PseudoAfter: "::after", css.PseudoMarker: "::marker"}
	for _, o := range w.doc.overrides {
		if o.Pseudo == css.PseudoNone {
			w.overrides[o.Node] += ";" + o.Declarations
			continue
		}
		mark, ok := w.marks[o.Node]
		if !ok {
			mark = len(w.marks) + 1
			w.marks[o.Node] = mark
		}
		fmt.Fprintf(&w.rules, "[data-overridden=\"%d\"]:not(#\\ ):not(#\\ ):not(#\\ )%s{%s}", mark, names[o.Pseudo], o.Declarations)
	}
}

// omittedElements holds the elements that are omitted: those that run scripts, load documents, change base URLs, or are replaced
// by the head written here.
var omittedElements = map[string]bool{
	"script": true, "template": true, "iframe": true, "frame": true, "frameset": true, "object": true, "embed": true, "applet": true,
	"portal": true, "fencedframe": true, "base": true, "meta": true, "noembed": true, "noframes": true, "audio": true,
}

// void elements have no end tag (HTML §13.1.2).
var void = map[string]bool{
	"area": true, "br": true, "col": true, "hr": true, "img": true, "input": true, "link": true, "source": true, "track": true, "wbr": true,
}

func (w *markupWriter) node(id dom.NodeID) {
	n := w.doc.tree.Doc.Node(id)
	if n.Type == dom.Text {
		w.b.WriteString(escapeText.Replace(n.Text))
		return
	}
	tag := n.Tag
	switch {
	case omittedElements[tag], !plainName(tag):
		return
	case tag == "link":
		if href, _ := n.Attr("href"); !strings.HasPrefix(strings.TrimSpace(href), "data:") {
			return
		}
	case tag == "xmp" || tag == "plaintext" || tag == "listing":
		tag = "pre" // the same rendering without special parsing
	}
	w.b.WriteString("<" + tag)
	w.attributes(id, n)
	w.b.WriteString(">")
	if n.Namespace == dom.HTML && void[tag] {
		return
	}
	if tag == "style" {
		w.b.WriteString(sheetText(w.children(n)))
		w.b.WriteString("</style>")
		return
	}
	if tag == "head" {
		w.head()
	}
	if tag == "html" && !w.hasHead(n) {
		w.b.WriteString("<head>")
		w.head()
		if !w.hasBodySheets() {
			w.tail()
		}
		w.b.WriteString("</head>")
	}
	if tag == "pre" || tag == "textarea" {
		w.b.WriteString("\n") // the parser removes one
	}
	if w.widgets[id] == "" {
		for c := n.FirstChild; c != dom.None; c = w.doc.tree.Doc.Node(c).Next {
			w.node(c)
		}
	}
	if tag == "head" && !w.hasBodySheets() || id == w.doc.tree.Doc.Root && w.hasBodySheets() {
		w.tail()
	}
	w.b.WriteString("</" + tag + ">")
}

func (w *markupWriter) hasHead(n *dom.Node) bool {
	for c := n.FirstChild; c != dom.None; c = w.doc.tree.Doc.Node(c).Next {
		if w.doc.tree.Doc.Node(c).Tag == "head" {
			return true
		}
	}
	return false
}

// browserSheet sets this engine's defaults below the document's styles.
const browserSheet = `progress::-webkit-progress-bar,progress::-webkit-progress-value{background:none}:where(html){font-family:Inter,"Noto Sans"}:where(qr-code,bar-code,icon,rating,chart-bar,chart-line,chart-area,chart-pie,chart-donut,chart-sparkline,chart-candlestick,chart-combo,chart-gantt,chart-gauge,chart-heatmap,chart-map,chart-radar,chart-scatter,chart-sparklines){display:inline-block}:where(mesh-gradient,ai-background){display:block}:where(ai-background:empty){height:150px}`

// head writes the part before the document's own sheets.
func (w *markupWriter) head() {
	w.b.WriteString("<style>" + browserSheet + "</style>")
	if s := style.UtilitySheet(w.doc.tree.Doc); s != "" {
		w.b.WriteString("<style>" + sheetText(s) + "</style>")
	}
}

// hasBodySheets reports whether the body has sheets of its own, which the source's sheet must follow.
func (w *markupWriter) hasBodySheets() bool {
	doc := w.doc.tree.Doc
	for id := range doc.Nodes {
		if n := &doc.Nodes[id]; n.Type == dom.Element && n.Tag == "style" && n.Namespace == dom.HTML {
			for p := n.Parent; p != dom.None; p = doc.Nodes[p].Parent {
				if p == doc.Body {
					return true
				}
			}
		}
	}
	return false
}

// tail writes the sheets after the document's own.
func (w *markupWriter) tail() {
	if w.doc.css != "" {
		w.b.WriteString("<style>" + sheetText(w.doc.css) + "</style>")
	}
	if w.rules.Len() > 0 {
		w.b.WriteString("<style>" + sheetText(w.rules.String()) + "</style>")
	}
}

func (w *markupWriter) attributes(id dom.NodeID, n *dom.Node) {
	inline := n.Inline
	if size := w.fits[id]; size > 0 {
		inline += ";font-size:" + strconv.FormatFloat(size, 'f', -1, 64) + "px !important"
	}
	inline += w.overrides[id]
	if drawing := w.widgets[id]; drawing != "" && n.Tag == "progress" {
		// A browser draws its own bar in the box; the image replaces it in a box without appearance.
		inline += ";appearance:none !important;border:0 !important;background:url(" + drawing + ") 0 0/100% 100% no-repeat content-box !important"
	} else if drawing != "" {
		inline += ";content:url(" + drawing + ") !important"
	}
	for _, a := range n.Attrs {
		name := strings.ToLower(a.Name)
		switch {
		case name == "style", !plainName(a.Name), strings.HasPrefix(name, "on"):
			continue
		case name == "loading", name == "value" && n.Tag == "progress", name == "srcdoc", name == "ping", name == "action", name == "formaction", name == "nonce":
			continue
		case w.widgets[id] != "" && (name == "src" || name == "data"):
			continue
		}
		w.b.WriteString(" " + a.Name + "=\"" + escapeAttribute.Replace(a.Value) + "\"")
	}
	if inline = strings.TrimPrefix(inline, ";"); inline != "" {
		w.b.WriteString(" style=\"" + escapeAttribute.Replace(inline) + "\"")
	}
	if mark := w.marks[id]; mark > 0 {
		w.b.WriteString(" data-overridden=\"" + strconv.Itoa(mark) + "\"")
	}
}

// children returns the child text of an element.
func (w *markupWriter) children(n *dom.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != dom.None; c = w.doc.tree.Doc.Node(c).Next {
		b.WriteString(w.doc.tree.Doc.Node(c).Text)
	}
	return b.String()
}

var (
	escapeText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")
	escapeAttribute = strings.NewReplacer("&", "&amp;", "\"", "&quot;", "<", "&lt;", "\u00a0", "&nbsp;")
)

// sheetText escapes a style sheet so that it cannot end its element.
func sheetText(text string) string { return strings.ReplaceAll(text, "</", `<\/`) }

// plainName reports whether the name of an element or attribute is unchanged by serialization and parsing.
func plainName(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\r\n\f\"'<>/=\x00") && (name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z' || name[0] == '-' || name[0] == '_' || name[0] == ':')
}
