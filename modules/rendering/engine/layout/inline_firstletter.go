package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// firstLetter splits off the first letter of a block container as a box with the style of ::first-letter (CSS Pseudo 4
// §2.2). It reports whether it found text.
func (t *treeBuilder) firstLetter(b *Box, st, block *style.Computed) bool {
	for i, c := range b.Children {
		switch {
		case c.Kind == MarkerBox || !c.InFlow() || isBlank(c):
			continue
		case c.Kind == TextBox:
			boxes := t.splitLetter(c, t.initialLetter(letterStyle(st, block, c.Style), block))
			if boxes == nil {
				return true
			}
			b.Children = append(append(append([]*Box(nil), b.Children[:i]...), boxes...), b.Children[i+1:]...)
			return true
		case c.Kind == InlineBox:
			if t.firstLetter(c, st, block) {
				return true
			}
		case c.Kind == BlockBox && !c.IsInlineLevel():
			return t.firstLetter(c, st, block)
		default:
			return true
		}
	}
	return false
}

// letterStyle returns the style of a first letter inside inline boxes: properties that it does not set itself are
// inherited from them instead of the block.
func letterStyle(st, block, inline *style.Computed) *style.Computed {
	own := *st
	if st.Font.Weight == block.Font.Weight {
		own.Font.Weight = inline.Font.Weight
	}
	if st.Font.Slant == block.Font.Slant {
		own.Font.Slant = inline.Font.Slant
	}
	if st.Color == block.Color {
		own.Color, own.TextFill = inline.Color, inline.TextFill
	}
	return &own
}

// splitLetter returns the box of the first letter, with adjacent punctuation, and the remaining text; nil when the text
// does not start with a letter.
func (t *treeBuilder) splitLetter(c *Box, st *style.Computed) []*Box {
	text := strings.TrimLeft(c.Text, " \t\n\r\f")
	end := 0
	punctuation := func() {
		for end < len(text) {
			r, n := utf8.DecodeRuneInString(text[end:])
			if !unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf, unicode.Po) {
				return
			}
			end += n
		}
	}
	punctuation()
	r, n := utf8.DecodeRuneInString(text[end:])
	if n == 0 || unicode.IsSpace(r) {
		return nil
	}
	end += n
	for end < len(text) {
		r, n := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsMark(r) {
			break
		}
		end += n
	}
	punctuation()
	st = t.trimBearings(st, text[:end])
	letter := t.newBox(Box{Kind: TextBox, Style: st, Node: dom.None, Text: text[:end]})
	box := Box{Kind: InlineBox, Style: st, Node: dom.None, Pseudo: FirstLetterPseudo, Children: []*Box{letter}}
	if st.Float != style.FloatNone {
		box.Kind, box.InlineChildren = BlockBox, true
	}
	rest := *c
	rest.Text = text[end:]
	return []*Box{t.newBox(box), &rest}
}

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
