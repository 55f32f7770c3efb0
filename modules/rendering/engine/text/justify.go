package text

import "unicode/utf8"

// JustifyCount returns the number of justification opportunities of [start, end): every space, and both sides of
// ideographs and kana (CSS Text 3 §6.4.1, auto), except at the line's ends.
func (s *Shaped) JustifyCount(start, end int) int {
	n := 0
	s.eachExpansion(start, end, func(int32, int) { n++ })
	return n
}

// eachExpansion calls f for every opportunity with the offset of the cluster that is expanded.
func (s *Shaped) eachExpansion(start, end int, f func(cluster int32, index int)) {
	a, b := s.clusterAt(start), s.clusterAt(end)
	after := true // the line's start is not an opportunity
	last := int32(-1)
	pending := int32(-1) // an opportunity at the line's end does not count
	index := 0
	emit := func(c int32) {
		if pending >= 0 {
			f(pending, index)
			index++
		}
		pending = c
	}
	for i := a; i < b; i++ {
		r, _ := utf8.DecodeRuneInString(s.text[s.starts[i]:])
		switch {
		case r == ' ' || r == 0xA0:
			emit(s.starts[i])
			after = true
		case expandsAround(r):
			if !after && last >= 0 {
				emit(last)
			}
			emit(s.starts[i])
			after = true
		default:
			after = false
			if pending >= 0 {
				emit(-1)
			}
		}
		last = s.starts[i]
	}
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
	s.eachExpansion(start, end, func(c int32, _ int) { m[c] += fixed(opt.Justify) << 10 })
	return m
}
