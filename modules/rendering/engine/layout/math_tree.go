package layout

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// mathInfo describes a MathBox or a token of a formula.
type mathInfo struct {
	tag     string // the element whose layout applies: mrow for all grouping elements
	display bool   // displaystyle
	// operator is set on mo; text is its content.
	operator *dom.Node
	text     string
	// thickness is the linethickness attribute of a fraction in px, −1 for the default; sizes holds the dimensions of
	// mspace.
	thickness float64
	sizes     [3]float64
	accents   [2]bool // of the scripts of munderover: under, over
}

// mathContext is the state inherited through scripts and fractions.
type mathContext struct {
	depth   int // the difference of math-depth and base
	display bool
	// base is the math-depth at which the font has its own size.
	base int
	// outer and compact are the depth of the parent and whether its math-style is compact.
	outer   int
	compact bool
}

// declared applies the math-style and math-depth that the author declares on an element.
func (cx mathContext) declared(st *style.Computed) mathContext {
	if st.MathStyle != style.MathStyleByPlace {
		cx.display = st.MathStyle == style.MathStyleNormal
	}
	switch d := st.MathDepth; d.Kind {
	case style.MathDepthAuto:
		cx.depth = cx.outer
		if cx.compact {
			cx.depth++
		}
	case style.MathDepthAdd:
		cx.depth = cx.outer + d.N
	case style.MathDepthSet:
		cx.depth = d.N - cx.base
	}
	cx.depth = max(-maxMathDepth, min(cx.depth, maxMathDepth))
	return cx
}

// scriptScale is the ratio of the font size of a script to that of its base (MathML Core §4.3).
const scriptScale = 0.71

// maxMathDepth bounds the script levels that reduce the font size.
const maxMathDepth = 8

// formula creates the boxes of a math element, or of an element of a formula inside a table cell.
func (t *treeBuilder) formula(n dom.NodeID, st *style.Computed, depth int) []*Box {
	node := t.doc.Node(n)
	cx := t.mathContext
	if node.Tag == "math" {
		cx = mathContext{display: st.Display == style.DisplayBlock}
		if v, ok := node.Attr("displaystyle"); ok {
			cx.display = strings.EqualFold(v, "true")
		}
	}
	if parent := t.tree.Styles[node.Parent]; node.Tag == "math" && st.MathDepth.Kind != style.MathDepthByPlace && parent != nil && parent.Font.Size != st.Font.Size {
		// A font size of its own is that of the depth.
		cx.base = cx.declared(st).depth
		cx.outer = -cx.base
	}
	b := t.math(n, st, cx, depth)
	if b == nil {
		return nil
	}
	if m := t.l.fontMetrics(st); node.Tag == "math" && m.Face != nil && m.Face.Table("MATH") != nil {
		t.warnMath(n, "<math>: the MATH table of the font is not read: operators and roots are not stretched")
	}
	if node.Tag == "math" && st.Display == style.DisplayBlock {
		c := *st
		c.TextAlign, c.NoWrap = style.AlignCenter, true
		c.LineHeight = style.LineHeight{} // the formula alone determines the height
		outer := t.newBox(Box{Kind: BlockBox, Style: &c, Node: n})
		b.Node = dom.None
		b.Style = mathStyle(inheritedStyle(st, style.DisplayInlineBlock), cx)
		t.setChildren(outer, []*Box{b})
		return []*Box{outer}
	}
	return []*Box{b}
}

// warnMath warns once about an unsupported part of a formula.
func (t *treeBuilder) warnMath(n dom.NodeID, message string) {
	if t.warned[message] {
		return
	}
	t.warned[message] = true
	t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_element", Path: t.pathOf(n), Message: message})
}

// mathStyle returns a style with the font size of its script level.
func mathStyle(st *style.Computed, cx mathContext) *style.Computed {
	c := *st
	c.Display, c.WasInline, c.NoWrap = style.DisplayInlineBlock, true, true
	if cx.depth != 0 {
		c.Font.Size *= pow(scriptScale, cx.depth)
	}
	return &c
}

// pow is used instead of math.Pow, which differs between processors.
func pow(x float64, n int) float64 {
	r := 1.0
	for range n {
		r = float64(r * x)
	}
	for range -n {
		r /= x
	}
	return r
}

// math creates the box of an element of a formula, nil if it has none.
func (t *treeBuilder) math(n dom.NodeID, st *style.Computed, cx mathContext, depth int) *Box {
	if st == nil || st.Display == style.DisplayNone || t.err != nil || depth > maxDepth {
		return nil
	}
	node := t.doc.Node(n)
	tag := node.Tag
	if v, ok := node.Attr("displaystyle"); ok && tag != "math" {
		cx.display = strings.EqualFold(v, "true")
	}
	if v, ok := node.Attr("scriptlevel"); ok && tag == "mstyle" {
		if level, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
			if v = strings.TrimSpace(v); v[0] == '+' || v[0] == '-' {
				level += cx.depth
			}
			cx.depth = max(0, min(level, maxMathDepth))
		}
	}
	cx = cx.declared(st)
	info := &mathInfo{tag: tag, display: cx.display, thickness: -1}
	switch tag {
	case "mi", "mn", "mo", "mtext", "ms":
		return t.mathToken(n, node, st, cx, depth, info)
	case "mtable":
		outer := t.mathContext
		t.mathContext = mathContext{depth: cx.depth}
		defer func() { t.mathContext = outer }()
		if boxes := t.element(n, depth); len(boxes) == 1 {
			boxes[0].math = info
			return boxes[0]
		}
		return nil
	case "mspace":
		for i, name := range []string{"width", "height", "depth"} {
			info.sizes[i] = mathLength(node, name, mathStyle(st, cx))
		}
	case "mfrac":
		if v := mathLength(node, "linethickness", mathStyle(st, cx)); v != 0 {
			info.thickness = v
		} else if _, ok := node.Attr("linethickness"); ok {
			info.thickness = 0
		}
	case "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover":
	case "mmultiscripts":
		t.warnMath(n, "<mmultiscripts> is set as a row: its scripts are not raised")
		info.tag = "mrow"
	case "mpadded":
		if len(node.Attrs) > 0 {
			t.warnMath(n, "<mpadded> is set as a row: its attributes have no effect")
		}
		info.tag = "mrow"
	default:
		info.tag = "mrow"
	}
	b := t.newBox(Box{Kind: MathBox, Style: mathStyle(st, cx), Node: n, math: info})
	t.mathChildren(b, n, cx, depth)
	return b
}

// mathChildren adds the boxes of the children, each in the context of its position.
func (t *treeBuilder) mathChildren(b *Box, n dom.NodeID, cx mathContext, depth int) {
	info, place := b.math, 0
	for c := t.doc.Node(n).FirstChild; c != dom.None; c = t.doc.Node(c).Next {
		child := t.doc.Node(c)
		if child.Type != dom.Element {
			continue
		}
		inner := cx
		switch script := place > 0; {
		case info.tag == "mfrac":
			inner.display = false
			if !cx.display {
				inner.depth++
			}
		case info.tag == "mroot" && script:
			inner = mathContext{depth: cx.depth + 2}
		case strings.HasPrefix(info.tag, "msu") && script, strings.HasPrefix(info.tag, "mu") && script, info.tag == "mover" && script:
			inner = mathContext{depth: cx.depth + 1}
			over := place - 1
			if info.tag == "mover" {
				over = 1
			}
			if info.tag[1] != 's' && t.isAccent(n, over) {
				info.accents[over&1], inner.depth = true, cx.depth
			}
		}
		inner.depth = min(inner.depth, maxMathDepth)
		inner.base, inner.outer, inner.compact = cx.base, cx.depth, !cx.display
		if box := t.mathChild(c, child, inner, depth+1); box != nil {
			b.Children = append(b.Children, box)
			place++
		}
	}
	switch info.tag {
	case "mfrac":
		b.Children = append(b.Children, t.mathRule(b))
	case "msqrt", "mroot":
		root := t.newBox(Box{Kind: BlockBox, Style: b.Style, Node: dom.None, math: &mathInfo{tag: "mo"}})
		t.setChildren(root, []*Box{t.newBox(Box{Kind: TextBox, Style: b.Style, Node: dom.None, Text: "\u221a"})})
		b.Children = append(b.Children, t.mathRule(b), root)
	}
}

// mathCell creates the content of a table cell: a row of its own, which alone determines the height of the cell.
func (t *treeBuilder) mathCell(n dom.NodeID, st *style.Computed, depth int) (*style.Computed, []*Box) {
	cell := *st
	cell.LineHeight, cell.NoWrap = style.LineHeight{}, true
	row := t.newBox(Box{Kind: MathBox, Style: mathStyle(inheritedStyle(st, style.DisplayInlineBlock), t.mathContext), Node: dom.None, math: &mathInfo{tag: "mrow", thickness: -1}})
	t.mathChildren(row, n, t.mathContext, depth)
	return &cell, []*Box{row}
}

// mathChild creates the box of a child, which may be an HTML element.
func (t *treeBuilder) mathChild(c dom.NodeID, child *dom.Node, cx mathContext, depth int) *Box {
	st := t.tree.Styles[c]
	if child.Namespace == dom.MathML {
		return t.math(c, st, cx, depth)
	}
	boxes := t.element(c, depth)
	if len(boxes) == 0 || st == nil {
		return nil
	}
	b := t.newBox(Box{Kind: BlockBox, Style: mathStyle(inheritedStyle(st, style.DisplayInlineBlock), mathContext{}), Node: dom.None})
	t.setChildren(b, boxes)
	return b
}

// isAccent reports whether a script over or under a base is an accent. As in MathML Core, only the attribute makes it one.
func (t *treeBuilder) isAccent(n dom.NodeID, over int) bool {
	name := "accentunder"
	if over == 1 {
		name = "accent"
	}
	v, _ := t.doc.Node(n).Attr(name)
	return strings.EqualFold(v, "true")
}

// mathRule creates the bar of a fraction or root.
func (t *treeBuilder) mathRule(b *Box) *Box {
	c := *inheritedStyle(b.Style, style.DisplayBlock)
	c.BackgroundColor = b.Style.Color
	return t.newBox(Box{Kind: BlockBox, Style: &c, Node: dom.None})
}

// mathToken creates the box of mi, mn, mo, mtext or ms: a line of text.
func (t *treeBuilder) mathToken(n dom.NodeID, node *dom.Node, st *style.Computed, cx mathContext, depth int, info *mathInfo) *Box {
	c := mathStyle(st, cx)
	raw := t.content(n, st, depth)
	for _, b := range raw {
		if b.Kind != TextBox || b.Style != st {
			continue
		}
		b.Style = c
		text := strings.Join(strings.Fields(b.Text), " ")
		info.text += text
		runes := []rune(text)
		switch variant, _ := node.Attr("mathvariant"); {
		case node.Tag == "mi" && len(runes) == 1 && len(raw) == 1 && variant != "normal":
			text = string(mathItalic(runes[0]))
		}
		b.Text = text
	}
	if node.Tag == "mo" {
		info.operator = node
	}
	b := t.newBox(Box{Kind: BlockBox, Style: c, Node: n, math: info})
	t.setChildren(b, raw)
	return b
}

// mathLength parses a length attribute to px; the units are em, ex and px.
func mathLength(n *dom.Node, name string, st *style.Computed) float64 {
	v, _ := n.Attr(name)
	v = strings.TrimSpace(v)
	if len(v) < 3 {
		return 0
	}
	f, err := strconv.ParseFloat(v[:len(v)-2], 64)
	if err != nil || !(f > -1e4 && f < 1e4) {
		return 0
	}
	switch v[len(v)-2:] {
	case "em":
		return float64(f * st.Font.Size)
	case "ex":
		return float64(f * st.Font.Size / 2)
	case "px":
		return f
	}
	return 0
}
