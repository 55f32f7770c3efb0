package text

import (
	"strings"
	"unicode/utf8"
)

// findBreaks computes the break opportunities.
func (s *Shaped) findBreaks(stop *stopper) {
	var st lineState
	span := 0
	var rules lineRules
	have := -1
	var words dictionaryBreaks
	for i, start := range s.starts {
		if stop.poll() {
			return
		}
		pos, end := int(start), s.clusterEnd(i)
		k := s.spanAt(pos, span)
		if k != have {
			span, have = k, k
			rules = s.rulesOf(k)
		}
		for j := pos; j < end; {
			r, n := utf8.DecodeRuneInString(s.text[j:])
			kind := st.next(r, runeAt(s.text, j+n), propsOf(r), &rules)
			if j == pos && pos > 0 {
				if kind == breakNone && r >= 0x0E00 && words.at(s.text, pos, r) {
					kind = breakAllowed
				}
				s.addBreak(pos, kind, k)
			}
			j += n
		}
	}
}

func (s *Shaped) rulesOf(k int) lineRules {
	if k >= len(s.para.Spans) {
		return lineRules{}
	}
	sp := &s.para.Spans[k]
	r := lineRules{mode: sp.LineBreak, word: sp.WordBreak, anywhere: sp.LineBreak == LineBreakAnywhere}
	if sp.Style == nil {
		return r
	}
	if l := sp.Style.Lang; len(l) >= 2 {
		two := strings.ToLower(l[:2])
		if len(l) == 2 || l[2] == '-' || l[2] == '_' {
			r.chinese = two == "zh"
			r.cj = r.chinese || two == "ja" || two == "ko"
		}
	}
	return r
}

// addBreak records the break at pos as allowed by kind and the spans on both sides.
func (s *Shaped) addBreak(pos int, kind breakKind, after int) {
	spans := s.para.Spans
	if kind == breakForced {
		s.breaks = append(s.breaks, Break{Pos: pos, Forced: true})
		return
	}
	if len(spans) == 0 {
		if kind == breakAllowed {
			s.breaks = append(s.breaks, Break{Pos: pos, Hyphen: s.runeBefore(pos) == 0xAD})
		}
		return
	}
	before := after
	for before > 0 && spans[before].Start >= pos {
		before--
	}
	a, b := &spans[before], &spans[min(after, len(spans)-1)]
	if a.NoWrap && b.NoWrap {
		return
	}
	anywhere := a.LineBreak == LineBreakAnywhere && b.LineBreak == LineBreakAnywhere
	switch {
	case kind == breakAllowed && s.runeBefore(pos) == 0xAD:
		if a.ManualHyphen {
			s.breaks = append(s.breaks, Break{Pos: pos, Hyphen: true})
			return
		}
	case kind == breakAllowed, anywhere:
		s.breaks = append(s.breaks, Break{Pos: pos})
		return
	}
	if (a.Anywhere || a.WordBreak == BreakWord) && (b.Anywhere || b.WordBreak == BreakWord) {
		s.breaks = append(s.breaks, Break{Pos: pos, Emergency: true})
	}
}

// dictionaryBreaks caches the word ends of the most recently segmented stretch of text.
type dictionaryBreaks struct {
	end    int // end of the stretch
	breaks map[int]bool
}

// at reports whether a word ends at pos, between two characters of a script that needs a dictionary; r is the character
// at pos. Positions must not decrease.
func (d *dictionaryBreaks) at(text string, pos int, r rune) bool {
	if pos < d.end {
		return d.breaks[pos]
	}
	if propsOf(r).line() != lbSA {
		return false
	}
	before, n := utf8.DecodeLastRuneInString(text[:pos])
	script := scriptOf(r)
	g := segmenters[script]
	if g == nil || propsOf(before).line() != lbSA || scriptOf(before) != script {
		return false
	}
	var runes []rune
	var offsets []int
	start := pos - n
	for start > 0 {
		c, size := utf8.DecodeLastRuneInString(text[:start])
		if propsOf(c).line() != lbSA || scriptOf(c) != script {
			break
		}
		start -= size
	}
	for i, c := range text[start:] {
		if propsOf(c).line() != lbSA || scriptOf(c) != script {
			break
		}
		runes = append(runes, c)
		offsets = append(offsets, start+i)
	}
	d.breaks = map[int]bool{}
	for _, k := range g.segment(runes) {
		d.breaks[offsets[k]] = true
	}
	d.end = offsets[len(offsets)-1] + 1
	return d.breaks[pos]
}
