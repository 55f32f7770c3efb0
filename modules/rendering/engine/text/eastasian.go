package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/language"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// hanClass is the class of full-width punctuation for spacing between punctuation (CSS Text 4 §8.4, text-spacing-trim).
type hanClass uint8

const (
	hanOther      hanClass = iota
	hanOpen                // blank first half
	hanClose               // blank second half
	hanMiddle              // blank on both sides
	hanOpenNarrow          // quotation marks and brackets without blanks
	hanCloseNarrow
)

// hanClassOf returns the class of a character in a language.
func hanClassOf(r rune, lang string) hanClass {
	switch r {
	case '（', '〈', '《', '「', '『', '【', '〔', '〖', '〘', '〚', '〝', '［', '｛', '｟', '“', '‘':
		return hanOpen
	case '）', '〉', '》', '」', '』', '】', '〕', '〗', '〙', '〛', '〞', '〟', '］', '｝', '｠', '”', '’':
		return hanClose
	case '・', '·', '\u3000':
		return hanMiddle
	case '、', '。', '，', '．':
		if traditional(lang) {
			return hanMiddle
		}
		return hanClose
	case '：', '；':
		if strings.HasPrefix(lang, "zh") && !traditional(lang) {
			return hanClose
		}
		return hanMiddle
	}
	return hanOther
}

// traditional reports whether a language is Chinese in traditional script.
func traditional(lang string) bool {
	lang = strings.ToLower(lang)
	if !strings.HasPrefix(lang, "zh") {
		return false
	}
	return strings.Contains(lang, "hant") || strings.Contains(lang, "-tw") || strings.Contains(lang, "-hk") || strings.Contains(lang, "-mo")
}

// isQuote reports whether a character is a quotation mark that also occurs in Latin text: in a face without ideographic
// punctuation, such as a Latin subset, it is not full-width.
func isQuote(r rune) bool { return r >= '‘' && r <= '”' }

// neighborClass is [hanClassOf] for a character next to full-width punctuation. Brackets of other widths are narrow, and so
// are quotation marks except in Chinese, where Chromium measures those of the ideographic face.
func neighborClass(r rune, lang string) hanClass {
	c := hanClassOf(r, lang)
	switch {
	case isQuote(r) && strings.HasPrefix(lang, "zh"):
	case c == hanOpen && isQuote(r), c == hanOther && unicode.Is(unicode.Ps, r):
		return hanOpenNarrow
	case c == hanClose && isQuote(r), c == hanOther && unicode.Is(unicode.Pe, r):
		return hanCloseNarrow
	}
	return c
}

// hasFullWidth reports whether a text has characters to which eastAsian applies.
func hasFullWidth(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0xE3 && text[i] <= 0xEF { // U+3000 to U+FFFF
			return true
		}
	}
	return false
}

// eastAsian trims full-width punctuation next to punctuation (text-spacing-trim) and inserts space between ideographs
// and other letters (text-autospace). gs are the glyphs of [start, end) of an item; at the item's ends the adjacent
// text is considered, inside the item it is on another line.
func (s *Shaped) eastAsian(it *item, gs []glyph, start, end int) {
	st := it.style
	trims := !st.NoPunctuationTrim && it.match.Face.HasPositioning("halt")
	if !trims && !st.Autospace || it.level%2 == 1 {
		return
	}
	em := fixed(it.size) << 10
	for i := range gs {
		g := &gs[i]
		if i+1 < len(gs) && gs[i+1].cluster == g.cluster {
			continue // not the last glyph of its cluster
		}
		pos := int(g.cluster)
		next := s.clusterEnd(s.clusterAt(pos))
		r := runeAt(s.text, pos)
		before, after := rune(0), rune(0)
		if pos > start || start == it.start && !it.lineStart && pos > 0 {
			before, _ = utf8.DecodeLastRuneInString(s.text[:pos])
		}
		if next < end || end == it.end && !it.lineEnd && next < len(s.text) {
			after = runeAt(s.text, next)
		}
		if trims && g.advance*10 >= em*9 && (!isQuote(r) || it.match.Face.HasGlyph('。')) {
			switch hanClassOf(r, st.Lang) {
			case hanOpen:
				if c := neighborClass(before, st.Lang); c != hanOther && c != hanCloseNarrow {
					g.dx, g.advance, g.unsafe = g.dx-em/2, g.advance-em/2, true
				}
			case hanClose:
				if c := neighborClass(after, st.Lang); c == hanClose || c == hanMiddle || c == hanCloseNarrow {
					g.advance -= em / 2
					if i+1 < len(gs) {
						gs[i+1].unsafe = true
					}
				}
			}
		}
		if st.Autospace && after != 0 && (ideographic(r) && alphabetic(after) || alphabetic(r) && ideographic(after)) {
			g.advance += em / 8
			if i+1 < len(gs) {
				gs[i+1].unsafe = true
			}
		}
	}
}

// EndTrim returns the width by which the full-width closing bracket before a byte offset may be trimmed at the end of a
// line that it does not fit on otherwise (text-spacing-trim: normal); 0 for other characters. Like Chromium, it does not
// trim stops and commas.
func (s *Shaped) EndTrim(pos int) geom.Unit {
	if !s.fullWidth || pos <= 0 {
		return 0
	}
	k := s.itemAt(pos - 1)
	if k >= len(s.items) || s.items[k].kind != kindText {
		return 0
	}
	it := &s.items[k]
	r := s.runeBefore(pos)
	switch r {
	case '、', '。', '，', '．', '：', '；':
		return 0
	}
	em := fixed(it.size) << 10
	if it.style.NoPunctuationTrim || it.level%2 == 1 || !it.match.Face.HasPositioning("halt") || hanClassOf(r, it.style.Lang) != hanClose ||
		isQuote(r) && !it.match.Face.HasGlyph('。') {
		return 0
	}
	if c := s.clusterAt(pos); c == 0 || (s.prefix[c]-s.prefix[c-1])*10 < em*9 {
		return 0
	}
	return geom.Unit((em / 2) >> 10)
}

// StartGrowth returns the width by which a full-width opening bracket is wider at the start of a line than after the
// punctuation before it.
func (s *Shaped) StartGrowth(pos int) geom.Unit {
	if !s.fullWidth || pos <= 0 || pos >= len(s.text) {
		return 0
	}
	k := s.itemAt(pos)
	if k >= len(s.items) || s.items[k].kind != kindText || hanClassOf(runeAt(s.text, pos), s.items[k].style.Lang) != hanOpen {
		return 0
	}
	it := &s.items[k]
	em := fixed(it.size) << 10
	c := s.clusterAt(pos)
	if it.style.NoPunctuationTrim || !it.match.Face.HasPositioning("halt") || (s.prefix[c+1]-s.prefix[c])*10 > em*6 {
		return 0
	}
	return geom.Unit((em / 2) >> 10)
}

// trimEnd trims the punctuation at the end of a line by [Shaped.EndTrim].
func (s *Shaped) trimEnd(runs []Run, end int) {
	by := s.EndTrim(end)
	for i := range runs {
		r := &runs[i]
		if n := len(r.Glyphs); by > 0 && r.End == end && n > 0 {
			r.Glyphs[n-1].Advance -= by
			r.Width, r.exact = r.Width-by, r.exact-fixed(by)<<10
		}
	}
}

// atEdges returns the item for shaping [a, b) at the edges of the line [from, to), nil if the edges have no effect.
func (s *Shaped) atEdges(it *item, a, b, from, to int) *item {
	if !s.fullWidth || it.kind != kindText {
		return nil
	}
	start, end := a == from && a == it.start && a > 0, b == to && b == it.end && b < len(s.text)
	if !it.style.Autospace {
		start = start && hanClassOf(runeAt(s.text, a), it.style.Lang) == hanOpen
		end = end && hanClassOf(s.runeBefore(b), it.style.Lang) == hanClose
	}
	if !start && !end {
		return nil
	}
	edge := *it
	edge.lineStart, edge.lineEnd = start, end
	return &edge
}

// ideographic reports whether a character is an ideograph for text-autospace.
func ideographic(r rune) bool {
	switch language.LookupScript(r) {
	case language.Han, language.Hiragana, language.Katakana:
		return r < 0xFF00 || r > 0xFFEF
	}
	return false
}

// alphabetic reports whether text-autospace separates a character from ideographs.
func alphabetic(r rune) bool {
	if r < 0x80 {
		return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !ideographic(r) && (r < 0x1100 || r > 0x11FF && r < 0x2E80)
}
