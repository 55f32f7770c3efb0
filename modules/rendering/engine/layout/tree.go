package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// treeBuilder builds the box tree in document order, as counters and quotes require.
type treeBuilder struct {
	l        *layouter
	tree     *style.Tree
	doc      *dom.Document
	counters counterScopes
	quotes   int // depth
	count    int
	limit    int
	warned   map[string]bool
	trims    bool // a block container trims margins
	err      error

	generatedRunes int  // of generated content and markers
	inNote         bool // the boxes belong to the footnote noteNode
	noteNode       dom.NodeID

	mathContext mathContext // around the table inside a formula

	firstLines []styledLine // copied once all first letters are split off
}

// buildTree builds the box tree and numbers its boxes; nil when the root has no box.
func (l *layouter) buildTree() (*Box, error) {
	t := &treeBuilder{l: l, tree: l.in.Tree, doc: l.in.Tree.Doc, limit: l.in.MaxBoxes, warned: map[string]bool{}}
	if t.limit <= 0 {
		t.limit = defaultMaxBoxes
	}
	if l.in.NoteWidth != nil {
		t.counters.reset(noteCounter, 0, 1)
	}
	boxes := t.element(t.doc.Root, 0)
	if t.err != nil {
		return nil, t.err
	}
	if len(boxes) == 0 {
		return nil, nil
	}
	root := boxes[0]
	if root.Kind == InlineBox || root.Kind == TextBox {
		root = t.anonymous(BlockBox, root.Style, style.DisplayBlock, boxes)
	}
	for _, s := range t.firstLines {
		t.firstLine(s.box, s.line)
	}
	t.propagateWriting(root)
	t.propagateOverflow(root)
	if t.trims {
		trimMargins(root)
	}
	u := turner{t: t, styles: map[turnedKey]*style.Computed{}, onLine: map[baselineKey]*style.Computed{}}
	u.turnVertical(root, style.HorizontalTB)
	if t.err != nil {
		return nil, t.err
	}
	l.number(root, nil)
	for _, n := range l.notes {
		u.turnVertical(n.body, style.HorizontalTB)
		l.number(n.body, root)
	}
	return root, nil
}

// propagateOverflow propagates the overflow of body to the viewport if the root's is visible: body itself then does not
// clip and does not establish a formatting context (CSS Overflow 3 §3.3).
func (t *treeBuilder) propagateOverflow(root *Box) {
	visible := [2]style.Overflow{}
	if root.Node != t.doc.Root || root.Style.Overflow != visible || root.Style.Contain != 0 {
		return
	}
	for _, b := range root.Children {
		if b.Node != t.doc.Body || b.Pseudo != NoPseudo || b.Style.Overflow == visible || b.Style.Contain != 0 {
			continue
		}
		own := *b.Style
		own.Overflow = visible
		b.Style = &own
	}
}

// propagateWriting propagates the direction and the writing mode of body to the root and the canvas (CSS Writing Modes
// 4 §8.1), unless one of the two is contained (CSS Containment 2 §2).
func (t *treeBuilder) propagateWriting(root *Box) {
	body := t.tree.Styles[t.doc.Body]
	if body == nil || body.Direction == root.Style.Direction && body.WritingMode == root.Style.WritingMode || root.Style.Contain != 0 || body.Contain != 0 {
		return
	}
	own := *root.Style
	own.Direction, own.WritingMode = body.Direction, body.WritingMode
	root.Style = &own
}

// number sets parents and tree order.
func (l *layouter) number(b, parent *Box) {
	b.Parent = parent
	b.Index = int32(len(l.boxes))
	l.boxes = append(l.boxes, b)
	for _, c := range b.Children {
		l.number(c, b)
	}
}

// newBox allocates a box and counts it against the limit.
func (t *treeBuilder) newBox(b Box) *Box {
	if t.count++; t.count > t.limit && t.err == nil {
		t.err = &limit.Error{Counted: "boxes", Count: int64(t.count), Limit: int64(t.limit), Path: t.pathOf(b.Node), Hint: "use fewer elements and less generated content"}
	}
	if r := b.Replaced; r != nil {
		r.zoom = b.Style.Zoom
		if z := b.Style.Zoom; z != 1 && r.Element != "marker" {
			r.Width, r.Height = geom.FromFloat(r.Width.Float()*z), geom.FromFloat(r.Height.Float()*z)
		}
	}
	return &b
}

// pathOf returns the location of a node, "" if there is none.
func (t *treeBuilder) pathOf(n dom.NodeID) string {
	if n == dom.None {
		return ""
	}
	return t.doc.Node(n).Path
}

// anonymous creates an anonymous box around children that inherits from st.
func (t *treeBuilder) anonymous(kind BoxKind, st *style.Computed, display style.Display, children []*Box) *Box {
	b := t.newBox(Box{Kind: kind, Style: inheritedStyle(st, display), Node: dom.None})
	t.setChildren(b, children)
	return b
}

// element creates the boxes of an element: none, one, those of its children (display: contents), or the pieces of an
// inline box around blocks.
func (t *treeBuilder) element(n dom.NodeID, depth int) []*Box {
	st := t.tree.Styles[n]
	if st == nil || st.Display == style.DisplayNone || t.err != nil {
		return nil
	}
	if depth > maxDepth {
		t.err = &limit.Error{Counted: "nested_boxes", Count: int64(depth), Limit: maxDepth, Path: t.pathOf(n), Hint: "nest elements less deeply"}
		return nil
	}
	if node := t.doc.Node(n); node.Namespace == dom.SVG && node.Tag != "svg" && n != t.doc.Root {
		t.warnSVG(n, node)
		return nil
	}
	t.applyElementCounters(n, t.doc.Node(n), st)
	t.l.sticky = t.l.sticky || st.Position == style.PositionSticky
	if t.isNote(n, st) {
		return t.note(n, st, depth)
	}
	return t.elementBoxes(n, st, depth)
}

// warnSVG warns that an element of the SVG namespace has no box outside svg, such as HTML in a foreignObject of an XML
// file that does not declare its namespace.
func (t *treeBuilder) warnSVG(n dom.NodeID, node *dom.Node) {
	if node.Tag == "defs" || t.warned["svg:"+node.Tag] {
		return
	}
	t.warned["svg:"+node.Tag] = true
	t.l.warnings = append(t.l.warnings, dom.Warning{
		Code: "unsupported_element", Path: t.pathOf(n),
		Message: "<" + node.Tag + "> of the SVG namespace is not drawn outside svg; elements of HTML need xmlns=\"http://www.w3.org/1999/xhtml\" in an svg file",
	})
}

// elementBoxes creates the boxes of an element whose counters are set.
func (t *treeBuilder) elementBoxes(n dom.NodeID, st *style.Computed, depth int) []*Box {
	node := t.doc.Node(n)
	if st.Display == style.DisplayContents {
		if isReplacedTag(node) || node.Tag == "br" || node.Tag == "wbr" {
			return nil
		}
		t.counters.enter()
		raw := t.content(n, st, depth)
		t.counters.leave()
		return raw
	}
	switch {
	case node.Namespace == dom.HTML && node.Tag == "br":
		return []*Box{t.newBox(Box{Kind: LineBreakBox, Style: st, Node: n})}
	case node.Namespace == dom.HTML && node.Tag == "wbr":
		text := t.newBox(Box{Kind: TextBox, Style: st, Node: n, Text: wordBreak})
		return []*Box{t.newBox(Box{Kind: InlineBox, Style: st, Node: n, Children: []*Box{text}})}
	case node.Namespace == dom.MathML && !isMathTable(node.Tag):
		return t.formula(n, st, depth)
	default:
		if b, ok := t.control(n, node, st); ok {
			t.warnVertical(n, node, st)
			switch kind := InputType(node); kind {
			case "submit", "reset", "button":
			default:
				b.compressible = !isDateKind(kind)
			}
			return []*Box{b}
		}
		if b, ok := t.object(n, node, st); ok {
			return []*Box{b}
		}
		if node.Tag == "embed" && isNotEmbedded(node) {
			return nil
		}
		if !isReplacedTag(node) {
			break
		}
		if b := t.replaced(n, node, st); b != nil {
			return []*Box{b}
		}
	}
	t.counters.enter()
	var raw []*Box
	if !st.SkipsContent {
		raw = t.content(n, st, depth)
	}
	t.counters.leave()
	t.warnUnsupported(n, st)
	if isMulticol(st) {
		t.warnVertical(n, node, st)
	}
	if node.Tag == "ruby" && node.Namespace == dom.HTML && (st.Display == style.DisplayInline || st.Blockified && st.Display == style.DisplayBlock) {
		raw = t.ruby(st, raw)
	}
	if node.Tag == "mtd" && node.Namespace == dom.MathML {
		st, raw = t.mathCell(n, st, depth)
	}
	if node.Tag == "button" && node.Namespace == dom.HTML && st.Display == style.DisplayInline {
		own := *st
		own.Display, st = style.DisplayInlineBlock, &own // (HTML §15.5.3)
	}
	box := Box{Style: st, Node: n, fits: node.Tag == "button" && node.Namespace == dom.HTML}
	box.colSpan, box.rowSpan = spans(node)
	if inner, ok := t.fieldsetContent(node, st, raw); ok {
		box.Style, raw = asBlock(st), inner
	}
	if node.Tag == "fieldset" && node.Namespace == dom.HTML && box.Style.Display == style.DisplayBlock {
		root := *box.Style
		root.Display, box.Style = style.DisplayFlowRoot, &root // (HTML §15.3.13)
	}
	boxes := t.finish(box, raw)
	if len(boxes) == 1 {
		t.legend(node, boxes[0])
	}
	if fl := t.tree.FirstLetter[n]; fl != nil && len(boxes) == 1 && (boxes[0].Kind == BlockBox || boxes[0].Kind == TableCellBox || boxes[0].Kind == TableCaptionBox) {
		t.firstLetter(boxes[0], boxes[0], fl, cmp.Or(t.tree.FirstLine[n], st), st)
	}
	if fl := t.tree.FirstLine[n]; fl != nil && len(boxes) == 1 {
		t.firstLines = append(t.firstLines, styledLine{boxes[0], fl})
	}
	return boxes
}

// content creates the raw children of an element, including pseudo-elements.
func (t *treeBuilder) content(n dom.NodeID, st *style.Computed, depth int) []*Box {
	var raw []*Box
	if st.Display == style.DisplayListItem || st.Display == style.DisplayInlineListItem {
		if m := t.marker(n, st); m != nil {
			raw = append(raw, m)
		}
	}
	if t.inNote && t.noteNode == n {
		raw = append(raw, t.notePart(n, t.tree.NoteMarker[n], FootnoteMarkerPseudo, n)...)
	}
	if p := t.tree.Before[n]; p != nil {
		raw = append(raw, t.pseudo(n, p, BeforePseudo)...)
	}
	raw = append(raw, t.children(n, st, depth)...)
	if p := t.tree.After[n]; p != nil {
		raw = append(raw, t.pseudo(n, p, AfterPseudo)...)
	}
	return raw
}

// textOf returns the text of an element. For an element without a box, it is wrapped in an inline box if its font or
// line height differs from the surrounding ones.
func (t *treeBuilder) textOf(n dom.NodeID, st *style.Computed, text *Box) *Box {
	if st.Display != style.DisplayContents || isBlank(text) {
		return text
	}
	around := st
	for p := t.doc.Node(n).Parent; p != dom.None && around.Display == style.DisplayContents; p = t.doc.Node(p).Parent {
		around = t.tree.Styles[p]
	}
	if around.LineHeight == st.LineHeight && around.Font.Size == st.Font.Size && slices.Equal(around.Font.Families, st.Font.Families) {
		return text
	}
	return t.newBox(Box{Kind: InlineBox, Style: inheritedStyle(st, style.DisplayInline), Node: dom.None, Children: []*Box{text}})
}

// finish sets the kind of a box by its display and fixes up its children for that kind.
func (t *treeBuilder) finish(b Box, raw []*Box) []*Box {
	b.Kind = kindOf(b.Style.Display)
	if b.Kind == InlineBox {
		return t.splitInline(b, raw)
	}
	if b.Kind == TableBox {
		return []*Box{t.table(b, raw)}
	}
	box := t.newBox(b)
	t.setChildren(box, raw)
	t.trims = t.trims || b.Style.MarginTrim != 0
	if box.Kind == BlockBox && isMulticol(box.Style) {
		t.columns(box)
	}
	return []*Box{box}
}

func kindOf(d style.Display) BoxKind {
	switch d {
	case style.DisplayInline, style.DisplayInlineListItem:
		return InlineBox
	case style.DisplayFlex, style.DisplayInlineFlex:
		return FlexBox
	case style.DisplayGrid, style.DisplayInlineGrid:
		return GridBox
	case style.DisplayTable, style.DisplayInlineTable:
		return TableBox
	case style.DisplayTableRowGroup, style.DisplayTableHeaderGroup, style.DisplayTableFooterGroup:
		return TableSectionBox
	case style.DisplayTableRow:
		return TableRowBox
	case style.DisplayTableCell:
		return TableCellBox
	case style.DisplayTableColumn, style.DisplayTableColumnGroup:
		return TableColumnBox
	case style.DisplayTableCaption:
		return TableCaptionBox
	}
	return BlockBox
}

// splitInline creates an inline box, split into pieces when there are blocks inside (CSS 2.1 §9.2.1.1): the blocks
// become siblings of the pieces.
func (t *treeBuilder) splitInline(b Box, raw []*Box) []*Box {
	raw = t.wrapTableParts(raw, b.Style, style.DisplayInlineTable)
	piece := t.newBox(b)
	out := []*Box{piece}
	for _, c := range raw {
		if c.IsInlineLevel() || !c.InFlow() || c.Kind == MarkerBox {
			piece.Children = append(piece.Children, c)
			continue
		}
		if c.splitParent == nil {
			c.splitParent = piece
		}
		piece.After = true
		next := b
		next.Before = true
		piece = t.newBox(next)
		out = append(out, c, piece)
	}
	return out
}

// setChildren fixes up raw children for the kind of their parent.
func (t *treeBuilder) setChildren(b *Box, raw []*Box) {
	switch b.Kind {
	case FlexBox, GridBox:
		b.Children = t.items(b, raw)
	case TableSectionBox:
		b.Children = t.wrapOthers(raw, b.Style, TableRowBox, style.DisplayTableRow, TableRowBox)
	case TableRowBox:
		b.Children = t.wrapOthers(raw, b.Style, TableCellBox, style.DisplayTableCell, TableCellBox)
	case TableColumnBox:
		for _, c := range raw {
			if c.Kind == TableColumnBox {
				b.Children = append(b.Children, c)
			}
		}
	default:
		t.flowChildren(b, t.wrapTableParts(raw, b.Style, style.DisplayTable))
	}
}

// flowChildren makes all in-flow children of a block container inline-level or
// all block-level, wrapping runs of inline ones in anonymous blocks.
func (t *treeBuilder) flowChildren(b *Box, raw []*Box) {
	if len(raw) > 0 && raw[0].Kind == MarkerBox {
		b.Children = append(b.Children, raw[0])
		raw = raw[1:]
	}
	hasBlock, hasInline := false, false
	for _, c := range raw {
		switch {
		case !c.InFlow():
		case !c.IsInlineLevel():
			hasBlock = true
		case !isBlank(c):
			hasInline = true
		}
	}
	if !hasBlock && hasInline {
		b.InlineChildren = true
		b.Children = append(b.Children, raw...)
		return
	}
	var run []*Box
	flush := func() {
		// A run of collapsible white space generates no box; out-of-flow boxes in it are kept.
		real := false
		for _, c := range run {
			real = real || (c.InFlow() && !isBlank(c))
		}
		if real {
			a := t.newBox(Box{Kind: BlockBox, Style: inheritedStyle(b.Style, style.DisplayBlock), Node: dom.None, InlineChildren: true, Children: run})
			b.Children = append(b.Children, a)
		} else {
			for _, c := range run {
				if !c.InFlow() {
					b.Children = append(b.Children, c)
				}
			}
		}
		run = nil
	}
	for _, c := range raw {
		if c.IsInlineLevel() || !c.InFlow() {
			run = append(run, c)
			continue
		}
		flush()
		b.Children = append(b.Children, c)
	}
	flush()
}

// isBlank reports whether a box is collapsible white space.
func isBlank(b *Box) bool {
	if b.Kind != TextBox {
		return false
	}
	switch b.Style.WhiteSpace {
	case style.WSCollapse:
		return strings.Trim(b.Text, " \t\n\r\f") == ""
	case style.WSPreserveBreaks:
		return strings.Trim(b.Text, " \t\r\f") == ""
	}
	return b.Text == ""
}

// items creates the items of a flex or grid container: every child, and anonymous blocks around runs of text (CSS
// Flexbox §4).
func (t *treeBuilder) items(b *Box, raw []*Box) []*Box {
	raw = t.wrapTableParts(raw, b.Style, style.DisplayTable)
	var out, run []*Box
	flush := func() {
		blank := true
		for _, c := range run {
			blank = blank && c.Kind == TextBox && strings.Trim(c.Text, " \t\n\r\f") == ""
		}
		if !blank {
			out = append(out, t.newBox(Box{Kind: BlockBox, Style: inheritedStyle(b.Style, style.DisplayBlock), Node: dom.None, InlineChildren: true, Children: run}))
		}
		run = nil
	}
	for _, c := range raw {
		switch {
		case c.Kind == MarkerBox:
		case c.Kind == TextBox || c.Kind == LineBreakBox || c.InFlow() && c.IsInlineLevel():
			run = append(run, c) // atomic inlines are children of a -webkit-box only
		default:
			flush()
			out = append(out, c)
		}
	}
	flush()
	return out
}

// spans parses colspan, rowspan and span attributes within HTML's limits; a rowspan of 0 extends to the end of the row
// group.
func spans(n *dom.Node) (cols, rows int) {
	cols, rows = 1, 1
	if n.Namespace != dom.HTML {
		return cols, rows
	}
	switch n.Tag {
	case "td", "th":
		if v, ok := parseInt(n, "colspan"); ok && v >= 1 {
			cols = min(v, 1000)
		}
		if v, ok := parseInt(n, "rowspan"); ok && v >= 0 {
			rows = min(v, 65534)
		}
	case "col", "colgroup":
		if v, ok := parseInt(n, "span"); ok && v >= 1 {
			cols = min(v, 1000)
		}
	}
	return cols, rows
}

// parseInt parses an attribute by HTML's rules for parsing integers.
func parseInt(n *dom.Node, attr string) (int, bool) {
	s, ok := n.Attr(attr)
	if !ok {
		return 0, false
	}
	return dom.Integer(s)
}
