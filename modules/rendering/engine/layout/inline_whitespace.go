package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// collapses reports whether a style collapses spaces.
func collapses(st *style.Computed) bool {
	return st.WhiteSpace == style.WSCollapse || st.WhiteSpace == style.WSPreserveBreaks
}

// wordBreak is the text of a wbr: a break opportunity of zero width that spaces collapse through, unlike those next to a
// zero width space of the text.
const wordBreak = "\u200b"

// isWordBreak reports whether a text box is that of a wbr.
func (l *layouter) isWordBreak(b *Box) bool {
	return b.Kind == TextBox && b.Text == wordBreak && b.Node != dom.None && l.in.Tree.Doc.Node(b.Node).Tag == "wbr"
}

// textBox appends the characters of a text box after white space processing phase I and text-transform.
func (c *collector) textBox(b *Box) {
	st := b.Style
	source := b.Text
	if st.TextTransform != style.TransformNone {
		source = TransformText(source, st, c.preceding())
	}
	if st.TextSecurity != "" {
		source = strings.Repeat(st.TextSecurity, utf8.RuneCountInString(source))
	}
	if !utf8.ValidString(source) {
		source = strings.ToValidUTF8(source, "\ufffd")
	}
	if strings.Contains(source, "\ufffc") {
		source = strings.ReplaceAll(source, "\ufffc", "\ufffd")
	}
	start := len(c.text)
	if c.l.isWordBreak(b) {
		c.text = append(c.text, wordBreak...)
		c.span(start, st, false)
		c.add(inlineItem{kind: itemText, box: b, start: start, end: len(c.text)})
		c.content.hasLines = true
		return
	}
	flush := func() {
		if len(c.text) > start {
			c.span(start, st, st.NoWrap)
			c.add(inlineItem{kind: itemText, box: b, start: start, end: len(c.text)})
			c.content.hasLines = true
			start = len(c.text)
		}
	}
	single := func(kind itemKind, s string) {
		flush()
		c.text = append(c.text, s...)
		c.span(start, st, st.NoWrap)
		c.add(inlineItem{kind: kind, box: b, start: start, end: len(c.text)})
		c.content.hasLines = true
		start = len(c.text)
	}
	collapse := collapses(st)
	for i := 0; i < len(source); {
		r, n := utf8.DecodeRuneInString(source[i:])
		i += n
		switch r {
		case '\r':
			if i < len(source) && source[i] == '\n' {
				continue
			}
			r = '\n'
		case '\f':
			r = ' '
		}
		switch {
		case r == '\n' && st.WhiteSpace == style.WSCollapse:
			j := i
			for j < len(source) && strings.IndexByte(" \t\n\r\f", source[j]) >= 0 {
				j++
			}
			next, _ := utf8.DecodeRuneInString(source[j:])
			if c.segmentBreakVanishes(next, j < len(source)) {
				c.dropTrailingSpace(&start)
				c.afterSpace = true // spaces after the break collapse with it
				i = j
				continue
			}
			c.space()
		case r == '\n' && (st.WhiteSpace == style.WSPreserve || st.WhiteSpace == style.WSBreakSpaces || st.WhiteSpace == style.WSPreserveBreaks):
			single(itemNewline, "\n")
			c.atStart, c.afterSpace = true, false
		case r == '\n':
			c.text = append(c.text, ' ')
			c.atStart, c.afterSpace = false, false
		case (r == ' ' || r == '\t') && collapse:
			c.space()
		case r == '\t' && st.WhiteSpace == style.WSPreserveSpaces:
			c.text = append(c.text, ' ')
			c.atStart, c.afterSpace = false, false
		case r == '\t':
			single(itemTab, "\t")
			c.atStart, c.afterSpace = false, false
		case r == 0x2028 || r == 0x2029 || r == 0x85 || r == 0xb:
			// Other separators are treated as spaces (CSS Text 3 §3.1).
			c.text = append(c.text, ' ')
			c.atStart, c.afterSpace = false, false
		default:
			c.text = utf8.AppendRune(c.text, r)
			c.atStart, c.afterSpace = false, false
		}
	}
	flush()
}

// preceding returns the text before the next text box, as browsers see it for word boundaries: bidi controls are ignored,
// and the end of an atomic inline is that of its last text.
func (c *collector) preceding() []byte {
	text := c.text
	for len(text) >= 3 && isBidiControl(string(text[len(text)-3:])) {
		text = text[:len(text)-3]
	}
	if !strings.HasSuffix(string(text[max(0, len(text)-3):]), "\ufffc") {
		return text
	}
	for i := len(c.content.items) - 1; i >= 0; i-- {
		if it := &c.content.items[i]; it.kind == itemAtomic {
			b := it.box
			for len(b.Children) > 0 {
				b = b.Children[len(b.Children)-1]
			}
			return []byte(b.Text)
		}
	}
	return nil
}

// space appends a collapsible space unless it collapses with the preceding one.
func (c *collector) space() {
	if c.atStart || c.afterSpace {
		return
	}
	c.text = append(c.text, ' ')
	c.afterSpace = true
}

// dropTrailingSpace removes a collapsible space at the end of the current text box, before a segment break that is
// removed.
func (c *collector) dropTrailingSpace(start *int) {
	if c.afterSpace && len(c.text) > *start && c.text[len(c.text)-1] == ' ' {
		c.text = c.text[:len(c.text)-1]
	}
}

// segmentBreakVanishes reports whether a segment break is removed instead of becoming a space (CSS Text 3 §4.1.3): next
// to a zero width space, or between East Asian wide characters that are not Hangul.
func (c *collector) segmentBreakVanishes(next rune, hasNext bool) bool {
	text := c.text
	for len(text) > 0 && text[len(text)-1] == ' ' && c.afterSpace {
		text = text[:len(text)-1]
	}
	prev, _ := utf8.DecodeLastRune(text)
	if len(text) > 0 && prev == 0x200b || hasNext && next == 0x200b {
		return true
	}
	return len(text) > 0 && hasNext && isWide(prev) && isWide(next)
}

// isWide reports whether a character has East Asian width F, W or H, Hangul excepted.
func isWide(r rune) bool {
	switch {
	case r >= 0x1100 && r <= 0x11ff, r >= 0x3130 && r <= 0x318f, r >= 0xac00 && r <= 0xd7ff, r >= 0xffa0 && r <= 0xffdc:
		return false
	case r >= 0x2e80 && r <= 0xa4cf, r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff01 && r <= 0xffee, r >= 0x20000 && r <= 0x3fffd:
		return r != 0x303f
	}
	return false
}
