package layout

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// ControlElement is the Element of form controls drawn by the painter: check boxes, radio buttons, sliders, colour
// wells and meters.
const ControlElement = "control"

// maxFieldSize bounds the size of a text field in characters.
const maxFieldSize = 1000

// InputType returns the type of an input element as browsers interpret it: a known one, else "text". It is empty for
// other elements.
func InputType(n *dom.Node) string {
	if n.Namespace != dom.HTML || n.Tag != "input" {
		return ""
	}
	v, _ := n.Attr("type")
	switch v = strings.ToLower(v); v {
	case "hidden", "checkbox", "radio", "range", "color", "submit", "reset", "button", "image", "file", "password", "search", "number", "email",
		"url", "tel", "date", "time", "month", "week", "datetime-local":
		return v
	}
	return "text"
}

// IsNative reports whether a form control, or a part of one, keeps its native look.
func IsNative(st *style.Computed) bool {
	return !st.NoAppearance && !st.AuthorBackground && !st.AuthorBorder
}

// control creates the box of a form control; ok is false for other elements. Buttons are ordinary boxes.
func (t *treeBuilder) control(n dom.NodeID, node *dom.Node, st *style.Computed) (b *Box, ok bool) {
	if node.Namespace != dom.HTML {
		return nil, false
	}
	native := func(w, h geom.Unit) (*Box, bool) {
		kind := InputType(node)
		if st.NoAppearance && kind != "color" {
			w, h = 0, 0
		}
		r := &Replaced{Width: w, Height: h, HasWidth: true, HasHeight: true, Element: ControlElement}
		r.Block, r.Fills = kind == "", true
		if (kind == "checkbox" || kind == "radio" || kind == "range") && !st.NoAppearance {
			// Browsers ignore the border and padding of a native control; a slider keeps their space. A check box has square
			// corners, a radio button round ones, which its shadow and outline follow.
			c := *st
			for i := range c.Radius {
				switch kind {
				case "checkbox":
					c.Radius[i] = [2]style.Length{}
				case "radio":
					c.Radius[i] = [2]style.Length{style.Percentage(50), style.Percentage(50)}
				}
			}
			for i := range c.Padding {
				c.Border[i].Style = style.LineNone
				if kind != "range" {
					c.Border[i].Width, c.Padding[i] = 0, style.Pixels(0)
				}
			}
			st = &c
		}
		return t.newBox(Box{Kind: ReplacedBox, Style: st, Node: n, Replaced: r}), true
	}
	value, _ := node.Attr("value")
	switch kind := InputType(node); kind {
	case "":
	case "checkbox", "radio":
		if st.NoAppearance && (t.tree.Before[n] != nil || t.tree.After[n] != nil) {
			return nil, false // a box of generated content
		}
		t.warnGenerated(n, kind)
		return native(geom.Px(13), geom.Px(13))
	case "range":
		t.warnGenerated(n, kind)
		if st.NoAppearance {
			return t.slider(n, node, st), true
		}
		if t.tree.Parts[n].Values[0].NoAppearance {
			t.warnPart(n, "::-webkit-slider-thumb", "where the input has appearance: none")
		}
		return native(geom.Px(129), geom.Px(16))
	case "color":
		return native(geom.Px(6), geom.Px(10)) // the edges of the swatch
	case "image":
		r := &Replaced{}
		if src, _ := t.doc.ImageOf(n); !t.setNaturalSize(r, src, st) {
			return t.imageButton(n, node, st), true
		}
		return t.newBox(Box{Kind: ReplacedBox, Style: st, Node: n, Replaced: r}), true
	case "submit", "reset", "button":
		if _, has := node.Attr("value"); !has {
			value = map[string]string{"submit": "Submit", "reset": "Reset"}[kind]
		}
		inner := st
		if IsNative(st) && !st.AsButton {
			inner = singleLine(st) // browsers ignore the line-height of a native control
		}
		return t.field(n, st, t.line(inner, value)), true
	default:
		if kind == "password" {
			value = strings.Repeat("•", len([]rune(value)))
		}
		if kind == "file" {
			t.warnGenerated(n, kind)
			return t.fileField(n, node, st), true
		}
		if isDateKind(kind) {
			return t.dateField(n, node, st, kind), true
		}
		line := fieldTextStyle(st)
		shown := t.fieldLine(n, line, value)
		var strut *Box
		if st.FitsContent {
			strut = t.fieldRoom(st, shown, kind, value)
		} else {
			shown.Style.Contain |= style.ContainInlineSize
			strut = t.strut(st, t.fieldWidth(node, st, kind), 0)
		}
		h, p := t.l.lineHeight(line), t.textHeight(shown)
		switch {
		case shown.Style.LineHeight != line.LineHeight && p < h, value == "" && p > h:
			// A placeholder of other lines is centred in the line that a value would occupy.
			shown.Style.Height, shown.Style.Position, shown.Style.Inset[style.Top] = style.Pixels(0), style.PositionRelative, style.Pixels(((h - p) / 2).Float())
			return t.field(n, st, shown, t.line(line, ""), strut), true
		case p > h:
			centreLine(shown, h, p)
		}
		return t.field(n, st, shown, strut), true
	}
	switch node.Tag {
	case "meter", "progress":
		if node.Tag == "progress" && GeneratedProgress(node) {
			return nil, false
		}
		values := t.tree.Parts[n].Values
		if IsNative(st) {
			if node.Tag == "meter" && (t.tree.Parts[n].Bar.AuthorBackground || values[GaugeOf(node).Distance].AuthorBackground) {
				t.warnPart(n, "::-webkit-meter-bar", "where the meter has appearance: none, a background or a border")
			}
			return native(0, 0)
		}
		if node.Tag == "meter" {
			g := GaugeOf(node)
			return t.bar(n, st, values[g.Distance], g.Share), true
		}
		return t.bar(n, st, values[0], ProgressShare(node)), true
	case "textarea":
		return t.textArea(n, node, st), true
	case "select":
		return t.menu(n, st)
	}
	return nil, false
}

// field creates the box of a control with block-level children.
func (t *treeBuilder) field(n dom.NodeID, st *style.Computed, children ...*Box) *Box {
	c := *st
	switch st.Display {
	case style.DisplayInline, style.DisplayInlineFlex, style.DisplayInlineGrid, style.DisplayInlineTable, style.DisplayInlineListItem:
		c.Display = style.DisplayInlineBlock
	case style.DisplayInlineBlock, style.DisplayBlock:
	default:
		c.Display = style.DisplayBlock
	}
	return t.newBox(Box{Kind: BlockBox, Style: &c, Node: n, Children: children, fits: true})
}

// line creates an anonymous block with a text; a space keeps an empty one one line high.
func (t *treeBuilder) line(st *style.Computed, shown string) *Box {
	c := inheritedStyle(st, style.DisplayBlock)
	if shown == "" {
		shown = "\u200b"
	}
	return t.newBox(Box{Kind: BlockBox, Style: c, Node: dom.None, InlineChildren: true,
		Children: []*Box{t.newBox(Box{Kind: TextBox, Style: c, Node: dom.None, Text: shown})}})
}

// fieldLine creates the line of a field: its value, or its placeholder.
func (t *treeBuilder) fieldLine(n dom.NodeID, st *style.Computed, value string) *Box {
	hint, _ := t.doc.Node(n).Attr("placeholder")
	if value != "" || hint == "" {
		return t.line(st, value)
	}
	ps := t.tree.Placeholder[n]
	if ps == nil {
		return t.line(st, hint)
	}
	c := *ps
	c.Display, c.Position, c.Float = style.DisplayBlock, style.PositionStatic, style.FloatNone
	for i := range c.Margin {
		c.Margin[i] = style.Pixels(0)
	}
	return t.newBox(Box{Kind: BlockBox, Style: &c, Node: dom.None, InlineChildren: true,
		Children: []*Box{t.newBox(Box{Kind: TextBox, Style: inheritedStyle(&c, style.DisplayInline), Node: dom.None, Text: hint})}})
}

// strut creates an invisible block of a size, which determines the content size of a control.
func (t *treeBuilder) strut(st *style.Computed, w, h geom.Unit) *Box {
	c := inheritedStyle(st, style.DisplayBlock)
	c.Width, c.Height = style.Pixels(w.Float()), style.Pixels(h.Float())
	return t.newBox(Box{Kind: BlockBox, Style: c, Node: dom.None, Pseudo: PartPseudo})
}

// fieldWidth returns the content width of a field of one line: that of size average characters, or of its longest number.
func (t *treeBuilder) fieldWidth(node *dom.Node, st *style.Computed, kind string) geom.Unit {
	size, spin := 20, geom.Unit(0)
	if kind == "number" {
		if v, ok := numberSize(node); ok {
			size, spin = v, geom.FromFloat(spinButtonWidth)
		}
	} else if v, ok := parseInt(node, "size"); ok && v > 0 {
		size = min(v, maxFieldSize)
	}
	average, widest := t.charWidths(st)
	width := geom.FromFloat(math.Ceil(float64(average*float64(size))*64)/64) + geom.FromFloat(max(0, widest-average)) + spin
	return geom.Px(width.Ceil())
}

// charWidths returns the average and the maximal character width of a style in px, from the primary font, the units of
// text field widths.
func (t *treeBuilder) charWidths(st *style.Computed) (average, widest float64) {
	m := t.l.fontMetrics(st)
	zero := m.ZeroWidth.Float()
	if m.Face == nil {
		return zero, 0
	}
	upem := float64(m.Face.Metrics().UnitsPerEm)
	os2, head := m.Face.Table("OS/2"), m.Face.Table("head")
	if upem <= 0 || len(os2) < 4 || len(head) < 42 {
		return zero, 0
	}
	at := func(table []byte, i int) float64 { return float64(int16(binary.BigEndian.Uint16(table[i:]))) }
	px := func(v float64) float64 { return min(float64(max(0, v)*m.Size.Float())/upem, 1e6) }
	average = px(at(os2, 2))
	if average > float64(zero*1.7) {
		return zero, 0 // the average of an ideographic font is that of the ideographs
	}
	// A fraction of at least half a pixel is rounded up, a smaller one is kept, as in browsers.
	return max(average, math.Round(average)), math.Round(px(at(head, 40) - at(head, 36)))
}

// fieldTextStyle returns the style of a one-line field's text: browsers treat a line-height not greater than the font size as
// normal.
func fieldTextStyle(st *style.Computed) *style.Computed {
	if st.LineHeight.Normal || st.LineHeight.Px > st.Font.Size {
		return st
	}
	return singleLine(st)
}

// singleLine returns the style with line-height: normal.
func singleLine(st *style.Computed) *style.Computed {
	c := *st
	c.LineHeight = style.LineHeight{Normal: true}
	return &c
}

// scrollBar is the width that text areas reserve for a scroll bar, in px.
const scrollBar = 15

// textArea creates a textarea: rows lines high and cols characters wide unless sized.
func (t *treeBuilder) textArea(n dom.NodeID, node *dom.Node, st *style.Computed) *Box {
	size := func(attr string, auto int) geom.Unit {
		if v, ok := parseInt(node, attr); ok && v > 0 {
			return geom.Unit(min(v, 1000))
		}
		return geom.Unit(auto)
	}
	value := ""
	if c := node.FirstChild; c != dom.None {
		value = strings.TrimPrefix(t.doc.Node(c).Text, "\n")
	}
	inner := t.fieldLine(n, st, value)
	if st.FitsContent {
		return t.fittedArea(n, st, inner)
	}
	average, _ := t.charWidths(st)
	width := t.strut(st, geom.Px(int(math.Ceil(float64(average*float64(size("cols", 20)))))+scrollBar), 0)
	// The text overlays the struts of the columns and rows, which alone determine the size.
	inner.Style.Contain |= style.ContainInlineSize
	inner.Style.Height, inner.Style.Width = style.Pixels(0), style.Percentage(100)
	return t.field(n, st, width, inner, t.strut(st, 0, size("rows", 2)*t.l.lineHeight(st)))
}

// textWidth returns the width of a text in one line.
func (t *treeBuilder) textWidth(st *style.Computed, s string) geom.Unit {
	s = TransformText(s, st, nil)
	para := &text.Paragraph{Text: s, Spans: []text.Span{{End: len(s), Style: t.l.textStyle(st)}}}
	return t.l.in.Text.Shape(para, t.l.in.Fonts).LineWidth(0, len(s), text.LineOptions{})
}

// textHeight returns the height of the line of an anonymous block with a text, including fallback fonts.
func (t *treeBuilder) textHeight(b *Box) geom.Unit {
	st := b.Style
	h := t.l.strutOf(st)
	s := b.Children[0].Text
	if st.LineHeight.Normal && !isASCII(s) {
		primary := t.l.fontMetrics(st).Face
		para := &text.Paragraph{Text: s, Spans: []text.Span{{End: len(s), Style: t.l.textStyle(st)}}}
		for _, run := range t.l.in.Text.Shape(para, t.l.in.Fonts).Line(0, len(s), text.LineOptions{}) {
			if run.Face != nil && run.Face != primary {
				h.unite(t.l.fallbackExtent(st, &run))
			}
		}
	}
	return h.ascent + h.descent
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// centreLine centres the line of a field, p high, in the height h that its primary font determines.
func centreLine(b *Box, h, p geom.Unit) {
	above := (h - p) / 2
	b.Style.Height, b.Style.Margin[style.Top], b.Style.Margin[style.Bottom] = style.Pixels(p.Float()), style.Pixels(above.Float()), style.Pixels((h - p - above).Float())
}

// menu creates a select that shows one option; the widest option determines its width.
func (t *treeBuilder) menu(n dom.NodeID, st *style.Computed) (*Box, bool) {
	node := t.doc.Node(n)
	if rows := ListRows(node); rows > 0 {
		return t.listBox(n, st, rows), true
	}
	var all []string
	chosen, widest := 0, geom.Unit(0)
	grouped := ""
	var walk func(of dom.NodeID)
	walk = func(of dom.NodeID) {
		for c := t.doc.Node(of).FirstChild; c != dom.None; c = t.doc.Node(c).Next {
			switch o := t.doc.Node(c); o.Tag {
			case "optgroup":
				grouped = "\u00a0\u00a0\u00a0\u00a0" // an indent in the open list, for which there is room in the closed one
				walk(c)
				grouped = ""
			case "option":
				if _, yes := o.Attr("selected"); yes {
					chosen = len(all)
				}
				label := t.optionLabel(o)
				all = append(all, label)
				widest = max(widest, t.textWidth(st, grouped+label))
			}
		}
	}
	walk(n)
	shown := ""
	for i, s := range all {
		if i == chosen {
			shown = s
		}
	}
	if !st.NoAppearance {
		st = singleLine(st) // browsers ignore the line-height of a native control
	}
	line := t.line(st, shown)
	m := &line.Style.Margin
	h, p := t.l.lineHeight(st), t.textHeight(line)
	if !st.NoAppearance {
		m[startSide(st)], m[endSide(st)], m[style.Top], m[style.Bottom] = style.Pixels(4), style.Pixels(16), style.Pixels(1), style.Pixels(1)
	}
	line.Style.TextIndent = style.Pixels(0)
	if st.FitsContent {
		return t.fittedMenu(n, st, line, shown), true
	}
	width := t.strut(st, geom.Px(widest.Ceil()), 0)
	width.Style.Margin = *m
	width.Style.Margin[style.Top], width.Style.Margin[style.Bottom] = style.Pixels(0), style.Pixels(0)
	if p > h {
		above, below := m[style.Top].Px, m[style.Bottom].Px
		centreLine(line, h, p)
		m[style.Top].Px, m[style.Bottom].Px = m[style.Top].Px+above, m[style.Bottom].Px+below
	}
	line.Style.Contain |= style.ContainInlineSize
	return t.field(n, st, width, line), true
}

// warnPart warns about the style of a part of a control in its native look.
func (t *treeBuilder) warnPart(n dom.NodeID, name, where string) {
	if t.warned[name] {
		return
	}
	t.warned[name] = true
	t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_selector", Path: t.pathOf(n),
		Message: name + " is styled only " + where + "; the rule was ignored"})
}

// warnGenerated warns about the generated content of a control that browsers draw with it and this engine does not.
func (t *treeBuilder) warnGenerated(n dom.NodeID, kind string) {
	key := "generated:" + kind
	if t.tree.Before[n] == nil && t.tree.After[n] == nil || t.warned[key] {
		return
	}
	t.warned[key] = true
	t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_property", Path: t.pathOf(n),
		Message: "content: ::before and ::after of " + kind + " controls are drawn only on check boxes and radio buttons with appearance: none"})
}
