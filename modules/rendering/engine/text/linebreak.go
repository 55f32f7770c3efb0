package text

import "unicode"

// lineRules are the tailorings for a stretch of text.
type lineRules struct {
	mode     LineBreak
	word     WordBreak
	cj       bool // zh, ja or ko: loose and normal make more characters breakable
	chinese  bool // zh, where auto is as loose as normal for some characters
	anywhere bool
}

// breakKind is the kind of break between two characters.
type breakKind uint8

const (
	breakNone breakKind = iota
	breakAllowed
	breakForced
)

// lineState finds break opportunities from left to right (UAX #14, revision 51, with ICU's root tailoring). It
// processes one character at a time and returns the break before it.
type lineState struct {
	any           bool
	prev          lineClass // class before, after LB9 and LB10 and with spaces skipped
	prevProps     props
	raw           lineClass // class of the preceding character, including spaces
	spaces        bool      // spaces between prev and the position
	regional      int
	zwj           bool      // the preceding character is ZWJ
	prev2         lineClass // class before prev
	number        int8      // LB25: 0 none, 1 inside a number, 2 after its closing punctuation
	wordHyphen    bool      // LB20a: hyphen at the start of a word
	hlHyphen      bool      // LB21a: HL followed by HY or BA
	pictoCn       bool      // prev is an unassigned pictograph (LB30b)
	prevWide      bool
	last          rune // the preceding character
	base          rune // the last character that is not a mark
	prev2Wide     bool // the character before prev is East Asian
	last2         rune // the character before that
	initialQuote  bool // LB15a: prev is an opening quotation mark at the start of a word
	followingWide bool // the character after the next is East Asian
	closesQuote   bool // the character after the next forbids a break after a closing quotation mark (LB15b)
	opensNumber   bool // the next character is OP and followed by a digit
}

// resolveLine maps classes that depend on tailoring (LB1).
func resolveLine(r rune, p props, rules *lineRules) lineClass {
	c := p.line()
	switch c {
	case lbAI, lbSG, lbXX:
		c = lbAL
	case lbSA:
		if p&propMark != 0 {
			c = lbCM
		} else {
			c = lbAL
		}
	case lbCJ:
		// CSS Text 3 §5.3: no break before small kana when strict; auto means normal.
		c = lbID
		if rules.mode == LineBreakStrict {
			c = lbNS
		}
	}
	return tailorLine(r, c, p, rules)
}

// tailorLine applies word-break and the characters that line-break loosens.
func tailorLine(r rune, c lineClass, p props, rules *lineRules) lineClass {
	loose, normal := rules.mode == LineBreakLoose, rules.mode == LineBreakNormal
	switch {
	case rules.cj && (loose || normal) || rules.chinese && rules.mode == LineBreakAuto:
		if r == 0x301C || r == 0x30A0 { // wave dash, katakana double hyphen
			return lbID
		}
	}
	if loose {
		switch r {
		case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: // iteration marks
			return lbID
		}
	}
	if loose && rules.cj {
		switch r {
		case 0x2010, 0x2013, 0x30FB, 0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047, 0x2048, 0x2049, 0xFF01, 0xFF1F:
			return lbID
		}
		switch {
		case (c == lbPO || c == lbPR) && r >= 0x80:
			return lbID
		}
	}
	// word-break: break-all treats letters, digits and hyphens like ideographs.
	if rules.word == BreakAll && (c == lbAL || c == lbHL || c == lbNU || c == lbHY) {
		return lbID
	}
	return c
}

// keepsAll reports whether word-break: keep-all forbids a break between a and b: letters and numbers, except of
// scripts that need a dictionary.
func keepsAll(a, b rune) bool {
	word := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsNumber(r)) && propsOf(r).line() != lbSA
	}
	return word(a) && word(b)
}

// next processes the next character and returns the break before it; following is the character after it, 0 at the end.
func (s *lineState) next(r, following rune, p props, rules *lineRules) breakKind {
	c := resolveLine(r, p, rules)
	s.followingWide = following != 0 && propsOf(following)&propWide != 0
	s.closesQuote = endsQuote(following)
	s.opensNumber = c == lbOP && propsOf(following).line() == lbNU
	kind := s.pair(c, p, r)
	switch {
	case kind == breakForced:
	case s.last == ' ' && r != ' ' && c != lbZW && c != lbBK && c != lbCR && c != lbLF && c != lbNL:
		// Chromium breaks after every space; UAX #14 has exceptions (LB11, LB13 to LB17).
		kind = breakAllowed
	case s.last == 0xFFFC && r == 0xA0, s.last == 0xA0 && r == 0xFFFC:
		kind = breakAllowed // between an atomic inline and U+00A0 (CSS Text 3 §5.1)
	case inASCIITable(s.last) && inASCIITable(r) && rules.word != BreakAll:
		kind = breakNone
		if asciiBreak(s.last2, s.last, r) {
			kind = breakAllowed
		}
	}
	if rules.word == KeepAll && kind == breakAllowed && keepsAll(s.base, r) {
		kind = breakNone
	}
	s.advance(r, c, p)
	if !unicode.IsMark(r) {
		s.base = r
	}
	s.last2, s.last = s.last, r
	return kind
}

func (s *lineState) pair(c lineClass, p props, r rune) breakKind {
	if !s.any {
		return breakNone // LB2
	}
	switch s.raw {
	case lbBK, lbLF, lbNL:
		return breakForced // LB4, LB5
	case lbCR:
		if c == lbLF {
			return breakNone
		}
		return breakForced
	}
	switch c {
	case lbBK, lbCR, lbLF, lbNL:
		return breakNone // LB6
	case lbSP, lbZW:
		return breakNone // LB7
	}
	if s.prev == lbZW {
		return breakAllowed // LB8
	}
	if s.zwj {
		return breakNone // LB8a
	}
	if (c == lbCM || c == lbZWJ) && !s.spaces && s.prev != lbSP {
		return breakNone // LB9
	}
	if c == lbCM || c == lbZWJ {
		c = lbAL // LB10
	}
	if s.allowed(c, p) {
		return breakAllowed
	}
	return breakNone
}

// allowed applies LB11 to LB31 between prev (and following spaces) and c.
func (s *lineState) allowed(c lineClass, p props) bool {
	a, sp := s.prev, s.spaces
	switch {
	case c == lbWJ, a == lbWJ && !sp:
		return false // LB11
	case a == lbGL && !sp:
		return false // LB12
	case c == lbGL && !sp && a != lbSP && a != lbBA && a != lbHY:
		return false // LB12a
	case c == lbCL, c == lbCP, c == lbEX, c == lbSY:
		return false // LB13
	case c == lbIS:
		return false // LB13 (the ICU tailoring for " ." before digits is LB14a below)
	case a == lbOP:
		return false // LB14
	case s.initialQuote:
		return false // LB15a
	case c == lbQU && p&propFinalQuote != 0 && s.closesQuote:
		return false // LB15b
	case (a == lbCL || a == lbCP) && c == lbNS:
		return false // LB16
	case a == lbB2 && c == lbB2:
		return false // LB17
	case sp || a == lbSP:
		return true // LB18
	case c == lbQU && (p&propInitialQuote == 0 || !s.prevWide || !s.followingWide),
		a == lbQU && (s.prevProps&propFinalQuote == 0 || !s.prev2Wide || p&propWide == 0):
		return false // LB19, LB19a
	case c == lbCB, a == lbCB:
		return true // LB20
	case s.wordHyphen && (c == lbAL || c == lbHL):
		return false // LB20a
	case c == lbBA, c == lbHY, c == lbNS, a == lbBB:
		return false // LB21
	case s.hlHyphen && c != lbHL:
		return false // LB21a
	case a == lbSY && c == lbHL:
		return false // LB21b
	case c == lbIN:
		return false // LB22
	case (a == lbAL || a == lbHL) && c == lbNU, a == lbNU && (c == lbAL || c == lbHL):
		return false // LB23
	case a == lbPR && (c == lbID || c == lbEB || c == lbEM), (a == lbID || a == lbEB || a == lbEM) && c == lbPO:
		return false // LB23a
	case (a == lbPR || a == lbPO) && (c == lbAL || c == lbHL), (a == lbAL || a == lbHL) && (c == lbPR || c == lbPO):
		return false // LB24
	case s.numeric(c):
		return false // LB25
	case a == lbJL && (c == lbJL || c == lbJV || c == lbH2 || c == lbH3),
		(a == lbJV || a == lbH2) && (c == lbJV || c == lbJT),
		(a == lbJT || a == lbH3) && c == lbJT:
		return false // LB26
	case isHangul(a) && c == lbPO, a == lbPR && isHangul(c):
		return false // LB27
	case (a == lbAL || a == lbHL) && (c == lbAL || c == lbHL):
		return false // LB28
	case a == lbIS && (c == lbAL || c == lbHL):
		return false // LB29
	case (a == lbAL || a == lbHL || a == lbNU) && c == lbOP && p&propWide == 0,
		a == lbCP && !s.prevWide && (c == lbAL || c == lbHL || c == lbNU):
		return false // LB30
	case a == lbRI && c == lbRI && s.regional%2 == 1:
		return false // LB30a
	case c == lbEM && (a == lbEB || s.pictoCn):
		return false // LB30b
	}
	return true // LB31
}

// numeric applies LB25 as the regular expression of a number (UAX #14 §8.2 example 7): (PR | PO) ? (OP | HY) ? NU (NU |
// SY | IS)* (CL | CP)? (PR | PO)?
func (s *lineState) numeric(c lineClass) bool {
	a := s.prev
	switch {
	case (a == lbPR || a == lbPO) && c == lbNU,
		(a == lbOP || a == lbHY) && c == lbNU,
		a == lbNU && (c == lbNU || c == lbSY || c == lbIS || c == lbCL || c == lbCP || c == lbPO || c == lbPR),
		(a == lbPR || a == lbPO) && c == lbOP && s.opensNumber:
		return true
	case s.number == 1 && (a == lbSY || a == lbIS) && c == lbNU:
		return true
	case s.number == 1 && (a == lbSY || a == lbIS) && (c == lbPO || c == lbPR):
		return true
	case s.number == 2 && (a == lbCL || a == lbCP) && (c == lbPO || c == lbPR):
		return true
	case a == lbIS && c == lbNU:
		return true
	}
	return false
}

// isHyphen reports whether r is a hyphen that Unicode 17 moves from class BA to HH.
func isHyphen(r rune) bool {
	switch r {
	case 0x058A, 0x05BE, 0x1400, 0x2010, 0x2012, 0x2013, 0x2E17, 0x10D6E:
		return true
	}
	return false
}

// endsQuote reports whether a character after a final quotation mark satisfies LB15b.
func endsQuote(r rune) bool {
	if r == 0 {
		return true
	}
	switch propsOf(r).line() {
	case lbSP, lbGL, lbWJ, lbCL, lbQU, lbCP, lbEX, lbIS, lbSY, lbBK, lbCR, lbLF, lbNL, lbZW:
		return true
	}
	return false
}

func isHardBreak(c lineClass) bool { return c == lbBK || c == lbLF || c == lbNL || c == lbCR }

func isHangul(c lineClass) bool {
	return c == lbJL || c == lbJV || c == lbJT || c == lbH2 || c == lbH3
}

// advance updates the state for a character.
func (s *lineState) advance(r rune, c lineClass, p props) {
	if !s.any && (c == lbCM || c == lbZWJ) {
		c, s.zwj = lbAL, c == lbZWJ
		s.any, s.prev, s.raw, s.prevProps = true, c, c, p
		return
	}
	s.zwj = c == lbZWJ
	switch c {
	case lbSP:
		s.any = true
		if isHardBreak(s.raw) {
			s.prev, s.prevProps, s.number, s.hlHyphen, s.regional = lbSP, p, 0, false, 0
		} else if s.prev != lbZW {
			s.spaces = true
		}
		if s.raw == 0 {
			s.prev = lbSP
		}
		s.raw = c
		return
	case lbCM, lbZWJ:
		if !s.spaces && !isHardBreak(s.raw) && s.prev != lbSP && s.prev != lbZW {
			s.raw = s.prev // LB9: treated as part of the preceding character
			return
		}
		c = lbAL
	}
	s.initialQuote = c == lbQU && p&propInitialQuote != 0 && (!s.any || s.spaces || isHardBreak(s.raw) ||
		s.prev == lbOP || s.prev == lbQU || s.prev == lbGL || s.prev == lbZW || s.prev == lbSP)
	s.wordHyphen = (c == lbHY || c == lbBA && isHyphen(r)) &&
		(!s.any || s.spaces || s.prev == lbGL || s.prev == lbZW || s.prev == lbCB || s.prev == lbSP || isHardBreak(s.raw))
	s.any = true
	switch {
	case s.prev == lbHL && !s.spaces && (c == lbHY || c == lbBA && isHyphen(r)):
		s.hlHyphen = true
	default:
		s.hlHyphen = false
	}
	switch {
	case c == lbNU:
		s.number = 1
	case s.number == 1 && !s.spaces && (c == lbSY || c == lbIS):
	case s.number == 1 && !s.spaces && (c == lbCL || c == lbCP):
		s.number = 2
	default:
		s.number = 0
	}
	if c == lbRI && s.prev == lbRI && !s.spaces {
		s.regional++
	} else if c == lbRI {
		s.regional = 1
	} else {
		s.regional = 0
	}
	s.pictoCn = p&propPictographic != 0 && p&propUnassigned != 0
	s.prev2Wide = s.any && s.prevWide && !s.spaces
	s.prevWide = p&propWide != 0
	s.prev2, s.prev, s.prevProps, s.raw, s.spaces = s.prev, c, p, c, false
}
