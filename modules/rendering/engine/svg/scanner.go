package svg

import (
	"math"
	"strconv"
)

// scanner parses the numbers of SVG attributes.
type scanner struct {
	s string
	i int
}

func (s *scanner) done() bool { return s.i >= len(s.s) }

func (s *scanner) space() {
	for s.i < len(s.s) {
		switch s.s[s.i] {
		case ' ', '\t', '\n', '\r', '\f':
			s.i++
		default:
			return
		}
	}
}

// commaSpace skips white space and at most one comma.
func (s *scanner) commaSpace() {
	s.space()
	if s.i < len(s.s) && s.s[s.i] == ',' {
		s.i++
		s.space()
	}
}

// number parses a number, whose point has a digit after it; values outside the range of layout units are clamped.
func (s *scanner) number() (float64, bool) {
	start := s.i
	if s.i < len(s.s) && (s.s[s.i] == '+' || s.s[s.i] == '-') {
		s.i++
	}
	digits := s.digits()
	if s.i < len(s.s) && s.s[s.i] == '.' {
		s.i++
		if digits = s.digits(); digits == 0 {
			s.i = start
			return 0, false
		}
	}
	if digits == 0 {
		s.i = start
		return 0, false
	}
	if s.i < len(s.s) && s.s[s.i]|0x20 == 'e' {
		mark := s.i
		s.i++
		if s.i < len(s.s) && (s.s[s.i] == '+' || s.s[s.i] == '-') {
			s.i++
		}
		if s.digits() == 0 {
			s.i = mark
		}
	}
	v, err := strconv.ParseFloat(s.s[start:s.i], 64)
	if err != nil && (math.IsInf(v, 0) || v != v) {
		v = math.Copysign(1e7, v)
	}
	return min(max(v, -1e7), 1e7), true
}

func (s *scanner) digits() (n int) {
	for s.i < len(s.s) && s.s[s.i] >= '0' && s.s[s.i] <= '9' {
		s.i++
		n++
	}
	return n
}

// flag parses a 0 or 1, which need no separator after them.
func (s *scanner) flag() (float64, bool) {
	if s.i < len(s.s) && (s.s[s.i] == '0' || s.s[s.i] == '1') {
		s.i++
		return float64(s.s[s.i-1] - '0'), true
	}
	return 0, false
}
