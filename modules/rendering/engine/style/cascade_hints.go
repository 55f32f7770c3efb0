package style

import (
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// hintBlock returns the declarations of an element's presentational attributes (HTML §15), nil if there are none.
func (c *computer) hintBlock(id dom.NodeID, n *dom.Node) *block {
	var sb strings.Builder
	h := hinter{doc: c.doc, id: id, n: n, out: &sb}
	switch n.Namespace {
	case dom.HTML:
		h.html()
	case dom.SVG:
		h.svg()
	}
	if sb.Len() == 0 {
		return nil
	}
	text := sb.String()
	b := c.hints[text]
	if b == nil {
		path := n.Path
		d := c.sb.decls
		if n.Namespace == dom.HTML {
			d.warn = func(_, _, _ string, _ ...string) {} // a malformed attribute is ignored, as in browsers
		}
		b = d.block(css.ParseDeclarations(text), func(int32) string { return path })
		c.sb.decls.next = d.next
		c.hints[text] = b
	}
	return b
}

// hinter writes the declarations of one element's attributes.
type hinter struct {
	doc *dom.Document
	id  dom.NodeID
	n   *dom.Node
	out *strings.Builder
}

func (h *hinter) put(prop, value string) {
	h.out.WriteString(prop)
	h.out.WriteString(": ")
	h.out.WriteString(value)
	h.out.WriteString("; ")
}

func (h *hinter) attr(name string) (string, bool) {
	v, ok := h.n.Attr(name)
	return strings.TrimSpace(v), ok
}

// dimension parses a legacy dimension: "100", "50%" (HTML §2.3.4.4).
func dimension(v string) (string, bool) {
	v = strings.TrimSpace(v)
	i := 0
	for i < len(v) && (v[i] >= '0' && v[i] <= '9') {
		i++
	}
	if i == 0 {
		return "", false
	}
	if i < len(v) && v[i] == '.' {
		j := i + 1
		for j < len(v) && v[j] >= '0' && v[j] <= '9' {
			j++
		}
		if j > i+1 {
			i = j
		}
	}
	if i < len(v) && v[i] == '%' {
		return v[:i] + "%", true
	}
	return v[:i] + "px", true
}

func (h *hinter) size(attr, prop string) {
	if v, ok := h.attr(attr); ok {
		if d, ok := dimension(v); ok {
			h.put(prop, d)
		}
	}
}

func (h *hinter) color(attr, prop string) {
	if v, ok := h.attr(attr); ok {
		if c, ok := legacyColor(v); ok {
			h.put(prop, c)
		}
	}
}

// link gives links the colour of the body's link attribute.
func (h *hinter) link() {
	if _, ok := h.attr("href"); !ok {
		return
	}
	for id := h.n.Parent; id != dom.None; id = h.doc.Node(id).Parent {
		body := h.doc.Node(id)
		if body.Tag != "body" || body.Namespace != dom.HTML {
			continue
		}
		if v, ok := body.Attr("link"); ok {
			if c, ok := legacyColor(v); ok {
				h.put("color", c)
			}
		}
		return
	}
}

func (h *hinter) background() {
	if v, ok := h.attr("background"); ok && v != "" {
		h.put("background-image", "url("+strconv.Quote(v)+")")
	}
}

func (h *hinter) html() {
	if len(h.n.Attrs) == 0 {
		switch h.n.Tag {
		case "td", "th", "tbody", "thead", "tfoot", "colgroup": // attributes of the table apply to them
		default:
			return
		}
	}
	switch h.n.Tag {
	case "body":
		h.color("bgcolor", "background-color")
		h.color("text", "color")
		h.background()
		for _, m := range [][2]string{{"marginheight", "margin-top"}, {"topmargin", "margin-top"}, {"marginheight", "margin-bottom"},
			{"bottommargin", "margin-bottom"}, {"marginwidth", "margin-left"}, {"leftmargin", "margin-left"}, {"marginwidth", "margin-right"}, {"rightmargin", "margin-right"}} {
			h.size(m[0], m[1])
		}
	case "a", "area":
		h.link()
	case "img", "iframe", "embed", "object", "video", "canvas", "input":
		h.replaced()
	case "hr":
		h.rule()
	case "font":
		h.font()
	case "br":
		if v, _ := h.attr("clear"); v != "" {
			switch strings.ToLower(v) {
			case "left", "right":
				h.put("clear", strings.ToLower(v))
			case "all", "both":
				h.put("clear", "both")
			}
		}
	case "table", "thead", "tbody", "tfoot", "tr", "td", "th", "col", "colgroup", "caption":
		h.table()
	case "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "legend":
		h.align("")
	case "ol", "ul", "li":
		h.list()
	case "pre":
		if _, ok := h.attr("wrap"); ok {
			h.put("white-space", "pre-wrap")
		}
	case "marquee":
		h.size("width", "width")
		h.size("height", "height")
		h.color("bgcolor", "background-color")
	}
}

func (h *hinter) replaced() {
	if h.n.Tag == "input" {
		if t, _ := h.attr("type"); !strings.EqualFold(t, "image") {
			return
		}
	}
	if h.n.Tag != "canvas" {
		own := h.n
		if s, ok := h.doc.Chosen[h.id]; ok {
			h.n = h.doc.Node(s.Sized)
		}
		h.size("width", "width")
		h.size("height", "height")
		h.n = own
	}
	h.size("hspace", "margin-left")
	h.size("hspace", "margin-right")
	h.size("vspace", "margin-top")
	h.size("vspace", "margin-bottom")
	if v, ok := h.attr("border"); ok && h.n.Tag != "iframe" {
		px, ok := dom.Integer(v)
		if ok && px >= 0 {
			h.put("border", strconv.Itoa(px)+"px solid")
		}
	}
	if v, ok := h.attr("frameborder"); ok && h.n.Tag == "iframe" && (v == "0" || strings.EqualFold(v, "no")) {
		h.put("border-width", "0")
	}
	if v, ok := h.attr("align"); ok {
		switch strings.ToLower(v) {
		case "left", "right":
			h.put("float", strings.ToLower(v))
			h.put("vertical-align", "top")
		case "top":
			h.put("vertical-align", "top")
		case "middle", "center":
			h.put("vertical-align", "-webkit-baseline-middle")
		case "absmiddle", "abscenter":
			h.put("vertical-align", "middle")
		case "bottom", "baseline":
			h.put("vertical-align", "baseline")
		case "texttop":
			h.put("vertical-align", "text-top")
		case "absbottom":
			h.put("vertical-align", "bottom")
		}
	}
	sized := h.n
	if s, ok := h.doc.Chosen[h.id]; ok {
		sized = h.doc.Node(s.Sized)
	}
	w, okW := sized.Attr("width")
	ht, okH := sized.Attr("height")
	if okW && okH && (h.n.Tag == "img" || h.n.Tag == "video" || h.n.Tag == "canvas") {
		dw, ok1 := dimension(w)
		dh, ok2 := dimension(ht)
		if ok1 && ok2 && strings.HasSuffix(dw, "px") && strings.HasSuffix(dh, "px") {
			h.put("aspect-ratio", "auto "+strings.TrimSuffix(dw, "px")+" / "+strings.TrimSuffix(dh, "px"))
		}
	}
}

func (h *hinter) rule() {
	switch v, _ := h.attr("align"); strings.ToLower(v) {
	case "left":
		h.put("margin-left", "0")
		h.put("margin-right", "auto")
	case "right":
		h.put("margin-left", "auto")
		h.put("margin-right", "0")
	case "center":
		h.put("margin-left", "auto")
		h.put("margin-right", "auto")
	}
	h.size("width", "width")
	_, noshade := h.attr("noshade")
	if c, ok := h.attr("color"); ok {
		if v, ok := legacyColor(c); ok {
			h.put("border-style", "solid")
			h.put("border-color", v)
			h.put("background-color", v)
		}
	} else if noshade {
		h.put("border-style", "solid")
		h.put("border-color", "#808080")
		h.put("background-color", "#808080")
	}
	if v, ok := h.attr("size"); ok {
		if n, _ := dom.Integer(v); n <= 1 {
			h.put("border-bottom-width", "0")
		} else {
			h.put("height", strconv.Itoa(n-2)+"px")
		}
	}
}

func (h *hinter) font() {
	h.color("color", "color")
	if v, ok := h.attr("face"); ok && v != "" {
		h.put("font-family", v)
	}
	if v, ok := h.attr("size"); ok {
		v = strings.TrimLeft(v, " \t\n\f\r")
		sign := ""
		if v != "" && (v[0] == '+' || v[0] == '-') {
			sign, v = v[:1], v[1:]
		}
		n, ok := dom.Integer(v)
		if !ok || v[0] < '0' || v[0] > '9' {
			return
		}
		switch sign {
		case "+":
			n += 3
		case "-":
			n = 3 - n
		}
		h.put("font-size", []string{"", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"}[min(max(n, 1), 7)])
	}
}

// align writes text-align for the align attribute of blocks and cells.
func (h *hinter) align(_ string) {
	v, ok := h.attr("align")
	if !ok {
		return
	}
	switch strings.ToLower(v) {
	case "left":
		h.put("text-align", "-webkit-left")
	case "right":
		h.put("text-align", "-webkit-right")
	case "center", "middle":
		h.put("text-align", "-webkit-center")
	case "justify":
		h.put("text-align", "justify")
	}
}

func (h *hinter) list() {
	v, ok := h.attr("type")
	if !ok {
		return
	}
	t := map[string]string{"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}[v]
	if t == "" {
		switch l := strings.ToLower(v); l {
		case "disc", "circle", "square", "none":
			t = l
		}
	}
	if t != "" {
		h.put("list-style-type", t)
	}
}

// isSVGText holds the elements whose xml:space attribute selects the treatment of white space.
var isSVGText = map[string]bool{"text": true, "tspan": true, "textPath": true}

// svg writes the presentation attributes of an SVG element.
func (h *hinter) svg() {
	for i := range h.n.Attrs {
		a := &h.n.Attrs[i]
		switch {
		case a.Name == "fill" && (h.n.Tag == "set" || strings.HasPrefix(h.n.Tag, "animate")): // the attribute of animations, not the paint
		case svgAttributes[a.Name]:
			v := strings.TrimSpace(a.Value)
			if v != "" && !strings.ContainsAny(v, ";{}") && !strings.Contains(v[strings.IndexByte(v, ')')+1:], "!") {
				h.put(a.Name, svgAttributeValue(a.Name, v))
			}
		case a.Name == "xml:space" && isSVGText[h.n.Tag]:
			h.put("white-space", map[bool]string{true: "pre", false: "nowrap"}[a.Value == "preserve"])
		case h.n.Tag == "svg" && (a.Name == "width" || a.Name == "height"):
			h.svgSize(a)
		case a.Name == "transform":
			if h.n.Tag == "svg" && h.outermost() {
				if t := transformProperty(a.Value); t != "" {
					h.put("transform", t)
				}
			}
		case slices.Contains(geometryAttributes[h.n.Tag], a.Name):
			if v := strings.TrimSpace(a.Value); geometryHint(v) && !strings.ContainsAny(v, ";{}!") {
				h.put(a.Name, v)
			}
		}
	}
}

// outermost reports whether an svg element is not inside another.
func (h *hinter) outermost() bool {
	p := h.n.Parent
	return p == dom.None || h.doc.Nodes[p].Namespace != dom.SVG
}

// svgSize maps width and height of an outermost svg element to properties.
func (h *hinter) svgSize(a *dom.Attr) {
	if !h.outermost() {
		return
	}
	v := strings.TrimSpace(a.Value)
	toks, _ := css.Tokenize(v)
	t := css.Trim(toks)
	if len(t) != 1 {
		return
	}
	switch t[0].Kind {
	case css.Number:
		h.put(a.Name, v+"px")
	case css.Dimension, css.Percentage:
		h.put(a.Name, v)
	}
}

// legacyColor parses a colour attribute (HTML §2.3.6).
func legacyColor(v string) (string, bool) {
	v = strings.TrimSpace(v)
	if v == "" || strings.EqualFold(v, "transparent") {
		return "", false
	}
	if n, ok := namedColors[css.Lower(v)]; ok && n&0xFF == 0xFF {
		return css.Lower(v), true
	}
	if len(v) == 4 && v[0] == '#' {
		if _, ok := hexColor(v[1:]); ok {
			return v, true
		}
	}
	rs := []rune(strings.TrimPrefix(v, "#"))
	if len(rs) > 128 {
		rs = rs[:128]
	}
	s := make([]byte, 0, len(rs)+2)
	for _, r := range rs {
		switch {
		case r < 0x80 && strings.IndexByte("0123456789abcdefABCDEF", byte(r)) >= 0:
			s = append(s, byte(r))
		case r > 0xFFFF:
			s = append(s, '0', '0')
		default:
			s = append(s, '0')
		}
	}
	for len(s) == 0 || len(s)%3 != 0 {
		s = append(s, '0')
	}
	n := len(s) / 3
	parts := [3][]byte{s[:n], s[n : 2*n], s[2*n:]}
	if n > 8 {
		for i := range parts {
			parts[i] = parts[i][n-8:]
		}
		n = 8
	}
	for n > 2 && parts[0][0] == '0' && parts[1][0] == '0' && parts[2][0] == '0' {
		for i := range parts {
			parts[i] = parts[i][1:]
		}
		n--
	}
	var out strings.Builder
	out.WriteByte('#')
	for _, p := range parts {
		if n == 1 {
			out.WriteByte('0')
		}
		out.Write(p[:min(n, 2)])
	}
	return out.String(), true
}
