package text

import "unicode/utf8"

// Object is a stretch of text that represents an object between letters, as ruby does. Of its characters, only the last
// has opportunities, after it; a closed one is like a letter.
type Object struct {
	Start, End int
	Closed     bool
}

// JustifyCount returns the number of justification opportunities of [start, end): every space, and both sides of
// ideographs and kana (CSS Text 3 §6.4.1, auto), except at the line's ends; or as the paragraph's Justify says.
func (s *Shaped) JustifyCount(start, end int, objects []Object) int {
	n := 0
	s.eachExpansion(start, end, objects, func(int32) { n++ })
	return n
}

// ExpansionsAfter returns the number of opportunities directly after an object on the line [start, end).
func (s *Shaped) ExpansionsAfter(start, end int, o Object) int {
	n, from, to := 0, o.Start, o.End
	s.eachExpansion(start, end, []Object{o}, func(c int32) {
		if int(c) >= from && int(c) < to {
			n++
		}
	})
	return n
}

// eachExpansion calls f for every opportunity with the offset of the cluster that is expanded.
func (s *Shaped) eachExpansion(start, end int, objects []Object, f func(cluster int32)) {
	mode := s.para.Justify
	if mode == JustifyNone {
		return
	}
	a, b := s.clusterAt(start), s.clusterAt(end)
	after := true // the line's start is not an opportunity
	last := int32(-1)
	pending := int32(-1) // an opportunity at the line's end does not count
	flush := func() {
		if pending >= 0 {
			f(pending)
		}
		pending = -1
	}
	for i := a; i < b; i++ {
		pos := int(s.starts[i])
		for len(objects) > 0 && objects[0].End <= pos {
			objects = objects[1:]
		}
		r, n := utf8.DecodeRuneInString(s.text[pos:])
		if isFormat(r) {
			continue
		}
		if len(objects) > 0 && objects[0].Start <= pos {
			if objects[0].Closed {
				flush()
				after, last = false, s.starts[i]
				continue
			}
			if pos > objects[0].Start && pos+n < objects[0].End {
				continue
			}
			if pos > objects[0].Start { // the last character
				pending, after = -1, true
			}
		}
		switch {
		case r == ' ' || r == 0xA0:
			flush()
			pending, after = s.starts[i], true
		case mode == JustifyCharacters:
			flush()
			pending, after = s.starts[i], true
		case mode == JustifyAuto && expandsAround(r):
			if !after && last >= 0 {
				flush()
				pending = last
			}
			flush()
			pending, after = s.starts[i], true
		default:
			flush()
			after = false
		}
		last = s.starts[i]
	}
}

// isFormat reports whether r is a bidi control or a word joiner, which do not separate letters.
func isFormat(r rune) bool {
	return r == 0x2060 || r >= 0x2066 && r <= 0x2069 || r >= 0x202A && r <= 0x202E || r == 0x200E || r == 0x200F
}

// expandsAround reports whether a character has opportunities on both sides.
func expandsAround(r rune) bool {
	return r >= 0x2E80 && r <= 0x2FDF || r >= 0x3001 && r <= 0x31FF || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0x4E00 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF01 && r <= 0xFF60 || r >= 0x20000 && r <= 0x3FFFF
}

// expansions returns the space that justification adds after each cluster.
func (s *Shaped) expansions(start, end int, opt LineOptions) map[int32]fixed {
	if opt.Justify == 0 {
		return nil
	}
	if opt.Hidden > 0 && opt.Hidden < end {
		end = opt.Hidden
	}
	m := map[int32]fixed{}
	s.eachExpansion(start, end, opt.Objects, func(c int32) { m[c] += fixed(opt.Justify) << 10 })
	return m
}
