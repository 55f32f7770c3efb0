package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// firstLetter splits off the first letter of a block container, top, as a box with the style of ::first-letter (CSS Pseudo
// 4 §2.2), which it looks for in b; line is the style of the block's first line. It reports whether it found text.
func (t *treeBuilder) firstLetter(top, b *Box, st, line, block *style.Computed) bool {
	for i, c := range b.Children {
		switch {
		case c.Pseudo == FirstLetterPseudo:
			return true // of a block inside top
		case c.Kind == MarkerBox || !c.InFlow() || isBlank(c):
			continue
		case c.Kind == TextBox:
			follows, _ := textFollows(top, c)
			letter := t.initialLetter(letterStyle(st, line, block, c.Style), block)
			boxes := t.splitLetter(c, letter, block, follows)
			if boxes == nil {
				return true
			}
			if r := t.raised(letter, block); r != nil {
				boxes = slices.Insert(boxes, 1, r)
			}
			b.Children = append(append(append([]*Box(nil), b.Children[:i]...), boxes...), b.Children[i+1:]...)
			return true
		case c.Kind == InlineBox:
			if t.firstLetter(top, c, st, line, block) {
				return true
			}
		case c.Kind == BlockBox && !c.IsInlineLevel():
			return t.firstLetter(c, c, st, line, block)
		default:
			return true
		}
	}
	return false
}

// letterStyle returns the style of a first letter inside inline boxes: properties that it does not set itself are
// inherited from them instead of the first line or the block.
func letterStyle(st, line, block, inline *style.Computed) *style.Computed {
	own := *st
	if st.Font.Weight == line.Font.Weight && inline.Font.Weight != block.Font.Weight {
		own.Font.Weight = inline.Font.Weight
	}
	if st.Font.Slant == line.Font.Slant && inline.Font.Slant != block.Font.Slant {
		own.Font.Slant = inline.Font.Slant
	}
	if st.Color == line.Color && inline.Color != block.Color {
		own.Color, own.TextFill = inline.Color, inline.TextFill
	}
	return &own
}

// splitLetter returns the box of the first letter, with adjacent punctuation, and the remaining text; nil when the text
// does not start with a letter. Text that is all punctuation is a first letter of its own if it is followed by other text.
func (t *treeBuilder) splitLetter(c *Box, st, block *style.Computed, followed bool) []*Box {
	text := strings.TrimLeft(c.Text, " \t\n\r\f")
	end := letterEnd(text)
	if end < 0 && followed {
		end = len(text)
	}
	if end <= 0 {
		return nil
	}
	st = t.fitInitialLetter(st, block, text[:end])
	letter := t.newBox(Box{Kind: TextBox, Style: st, Node: dom.None, Text: text[:end]})
	box := Box{Kind: InlineBox, Style: st, Node: dom.None, Pseudo: FirstLetterPseudo, Children: []*Box{letter}}
	if st.Float != style.FloatNone {
		box.Kind, box.InlineChildren = BlockBox, true
	}
	rest := *c
	rest.Text = text[end:]
	return []*Box{t.newBox(box), &rest}
}

// letterEnd returns the end of the first letter of a text, with the punctuation around it and the spaces between: 0 when
// the text does not start with one, -1 when it is all punctuation.
func letterEnd(text string) int {
	end := skip(text, 0, unicode.P)
	if end == len(text) && end > 0 {
		return -1
	}
	if end > 0 {
		end = skip(text, end, unicode.Zs)
	}
	r, n := utf8.DecodeRuneInString(text[end:])
	if n == 0 || unicode.IsSpace(r) {
		return 0
	}
	end = skip(text, end+n, unicode.M)
	return skip(text, end, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf, unicode.Po)
}

// skip returns the end of the characters of the given kinds from an offset on.
func skip(text string, from int, kinds ...*unicode.RangeTable) int {
	for from < len(text) {
		r, n := utf8.DecodeRuneInString(text[from:])
		if !unicode.In(r, kinds...) {
			break
		}
		from += n
	}
	return from
}

// textFollows reports whether the box after one of b's inline descendants is text; found is set when it is a descendant.
func textFollows(b, after *Box) (follows, found bool) {
	for i, c := range b.Children {
		if c == after {
			found = true
		} else if c.Kind == InlineBox {
			follows, found = textFollows(c, after)
		}
		if found && !follows && i+1 < len(b.Children) {
			next := b.Children[i+1]
			for next.Kind == InlineBox && len(next.Children) > 0 {
				next = next.Children[0]
			}
			return next.Kind == TextBox, true
		}
		if found {
			return follows, true
		}
	}
	return false, false
}

// replacedTags holds the elements whose natural size calc-size() does not change.
var replacedTags = map[string]bool{"img": true, "svg": true, "canvas": true, "video": true, "iframe": true, "object": true, "embed": true, "math": true}

// warnUnsupported warns about properties that layout does not support.
func (t *treeBuilder) warnUnsupported(n dom.NodeID, st *style.Computed) {
	path := t.doc.Node(n).Path
	warn := func(property, message string) {
		if t.warned[property] {
			return
		}
		t.warned[property] = true
		t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_property", Path: path, Message: message})
	}
	if st.Hyphens == style.HyphensAuto && st.Lang != "" {
		warn("hyphens", "hyphens: auto: words break at soft hyphens only")
	}
	if (st.Width.Sized != nil || st.Height.Sized != nil) && replacedTags[t.doc.Node(n).Tag] {
		warn("calc-size", "calc-size(): the sizes of images and other replaced elements are those of its first argument")
	}
	if st.InitialLetter.Size > 1 {
		warn("initial-letter", "initial-letter has an effect on ::first-letter only")
	}
}

// warnVertical reports the elements whose layout in a vertical writing mode differs from that of browsers.
func (t *treeBuilder) warnVertical(n dom.NodeID, node *dom.Node, st *style.Computed) {
	message := "writing-mode: form controls stay horizontal"
	switch kind := InputType(node); {
	case st.WritingMode == style.HorizontalTB, kind == "checkbox", kind == "radio", kind == "submit", kind == "reset", kind == "button":
		return
	case isMulticol(st):
		message = "writing-mode: columns of vertical lines are laid out as columns of horizontal lines"
	}
	if t.warned[message] {
		return
	}
	t.warned[message] = true
	t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_property", Path: t.pathOf(n), Message: message})
}
