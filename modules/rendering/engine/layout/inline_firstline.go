package layout

import (
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// styledLine is a block container whose element has a style for ::first-line.
type styledLine struct {
	box  *Box
	line *style.Computed
}

// firstLine creates a copy, with the styles of the first line, of the content of the block that contains an element's
// first formatted line (CSS Pseudo-elements 4 §2.1.1).
func (t *treeBuilder) firstLine(b *Box, fl *style.Computed) {
	for b.Kind == BlockBox && !b.InlineChildren {
		var first *Box
		for _, c := range b.Children {
			if c.InFlow() && c.Kind != MarkerBox {
				first = c
				break
			}
		}
		if first == nil || first.IsInlineLevel() {
			return
		}
		b = first
	}
	switch b.Kind {
	case BlockBox, TableCellBox, TableCaptionBox:
	default:
		return
	}
	if b.first != nil || !b.InlineChildren {
		return
	}
	line := *fl
	line.Display, line.Position, line.Float = style.DisplayInline, style.PositionStatic, style.FloatNone
	for i := range 4 {
		line.Margin[i], line.Padding[i] = style.Pixels(0), style.Pixels(0)
		line.Border[i].Width = 0
	}
	d := firstLineStyles{block: b.Style, line: &line, made: map[*style.Computed]*style.Computed{}}
	twin := t.newBox(Box{Kind: BlockBox, Style: d.of(b.Style), Node: b.Node, InlineChildren: true, Index: b.Index})
	around := t.newBox(Box{Kind: InlineBox, Style: &line, Node: dom.None, Parent: twin})
	for _, c := range b.Children {
		around.Children = append(around.Children, t.firstLineCopy(c, around, &d))
	}
	twin.Children = []*Box{around}
	b.first = twin
}

// firstLineCopy copies text and inline boxes with the styles of the first line.
func (t *treeBuilder) firstLineCopy(b, parent *Box, d *firstLineStyles) *Box {
	if b.Kind != TextBox && b.Kind != InlineBox && b.Kind != LineBreakBox || !b.InFlow() {
		return b
	}
	c := t.newBox(*b)
	c.Style, c.Parent, c.cache = d.of(b.Style), parent, boxCache{}
	c.Children = nil
	for _, child := range b.Children {
		c.Children = append(c.Children, t.firstLineCopy(child, c, d))
	}
	return c
}

// firstLineStyles derives the styles on a first line: values inherited from the block are inherited from the line
// instead.
type firstLineStyles struct {
	block, line *style.Computed
	made        map[*style.Computed]*style.Computed
}

func (d *firstLineStyles) of(st *style.Computed) *style.Computed {
	if s := d.made[st]; s != nil {
		return s
	}
	s := *st
	block, line := d.block, d.line
	if s.Color == block.Color {
		s.Color = line.Color
	}
	if s.TextFill == block.TextFill {
		s.TextFill = line.TextFill
	}
	font := line.Font
	if s.Font.Size != block.Font.Size {
		font.Size = s.Font.Size
	}
	if s.Font.Weight != block.Font.Weight {
		font.Weight = s.Font.Weight
	}
	if s.Font.Slant != block.Font.Slant {
		font.Slant = s.Font.Slant
	}
	if !sameNames(s.Font.Families, block.Font.Families) {
		font.Families = s.Font.Families
	}
	if s.Font.Caps != block.Font.Caps {
		font.Caps = s.Font.Caps
	}
	s.Font = font
	if s.LineHeight == block.LineHeight {
		s.LineHeight = line.LineHeight
	}
	if s.LetterSpacing == block.LetterSpacing {
		s.LetterSpacing = line.LetterSpacing
	}
	if s.WordSpacing == block.WordSpacing {
		s.WordSpacing = line.WordSpacing
	}
	if s.TextTransform == block.TextTransform {
		s.TextTransform = line.TextTransform
	}
	if len(s.Decorations) == len(block.Decorations) {
		s.Decorations = line.Decorations
	}
	if len(s.TextShadow) == len(block.TextShadow) {
		s.TextShadow = line.TextShadow
	}
	d.made[st] = &s
	return &s
}

func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// enterFirstLine switches the next line to the copy for the first line; leaveFirstLine continues after it in the
// block's own content.
func (f *inlineFlow) enterFirstLine() {
	f.own = f.ic
	f.root = f.c.box.first
	f.root.Parent = f.c.box.Parent
	f.ic = f.l.shapedInline(f.root)
	f.br.ic = f.ic
}

func (f *inlineFlow) leaveFirstLine(at cursor) cursor {
	twin, own := f.ic, f.own
	f.ic, f.br.ic, f.root, f.own = own, own, f.c.box, nil
	// The copy has an additional box around its content.
	item := at.item - 1
	switch {
	case item < 0:
		return cursor{}
	case item >= len(own.items):
		return cursor{item: len(own.items), pos: len(own.para.Text)}
	}
	to := cursor{item: item, pos: own.items[item].start}
	if from := twin.items[at.item].start; at.pos > from {
		// Text may differ in length in another case.
		text := own.para.Text[to.pos:own.items[item].end]
		for range utf8.RuneCountInString(twin.para.Text[from:at.pos]) {
			_, n := utf8.DecodeRuneInString(text)
			text, to.pos = text[n:], to.pos+n
		}
	}
	return to
}
