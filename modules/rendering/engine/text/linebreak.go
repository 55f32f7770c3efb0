package text

// lineRules are the tailorings of a stretch of text.
type lineRules struct {
	mode     LineBreak
	word     WordBreak
	chinese  bool // zh or ja: loose and normal treat more marks as breakable
	anywhere bool
}

// breakKind is what may happen between two characters.
type breakKind uint8

const (
	breakNone breakKind = iota
	breakAllowed
	breakForced
)

// lineState finds break opportunities from left to right (UAX #14, revision 51,
// as ICU's root rules tailor it). It is fed one character at a time and tells
// what may happen before it.
type lineState struct {
	any       bool
	prev      lineClass // class before, after LB9 and LB10 and with spaces skipped
	prevProps props
	raw       lineClass // class of the character just before, spaces included
	spaces    bool      // there are spaces between prev and here
	regional  int
	zwj       bool      // the character just before is ZWJ
	prev2     lineClass // class before prev
	number    int8      // LB25: 0 none, 1 inside a number, 2 after its closing
	hlHyphen  bool      // LB21a: HL followed by HY or BA
	pictoCn   bool      // prev is an unassigned pictograph (LB30b)
	prevWide  bool
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
		// CSS Text 3 §5.3: breaks before small kana only outside strict; auto is normal.
		c = lbNS
		if rules.mode == LineBreakLoose || rules.mode == LineBreakNormal || rules.mode == LineBreakAuto && rules.chinese {
			c = lbID
		}
	}
	return tailorLine(r, c, rules)
}

// tailorLine applies word-break and the marks that line-break loosens.
func tailorLine(r rune, c lineClass, rules *lineRules) lineClass {
	if rules.mode == LineBreakLoose || rules.mode == LineBreakNormal && rules.chinese {
		switch r {
		case 0x301C, 0x30A0: // wave dash, katakana double hyphen
			if rules.chinese {
				return lbID
			}
		case 0x2010, 0x2013:
			if rules.chinese && rules.mode == LineBreakLoose {
				return lbID
			}
		}
	}
	if rules.mode == LineBreakLoose {
		switch r {
		case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: // iteration marks
			return lbID
		case 0x2025, 0x2026: // inseparable
			return lbID
		case 0x30FB, 0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047, 0x2048, 0x2049, 0xFF01, 0xFF1F:
			if rules.chinese {
				return lbID
			}
		}
	}
	switch rules.word {
	case BreakAll:
		// Letters and digits break like ideographs.
		if c == lbAL || c == lbHL || c == lbNU {
			return lbID
		}
	case KeepAll:
		// No break between letters of any kind.
		switch c {
		case lbID, lbH2, lbH3, lbJL, lbJV, lbJT, lbCJ, lbEB:
			return lbAL
		}
		if c == lbNS && isKana(r) {
			return lbAL
		}
	}
	return c
}

func isKana(r rune) bool { return r >= 0x3041 && r <= 0x30FF || r >= 0x31F0 && r <= 0x31FF }

// next takes the next character and tells whether the line may break before it.
func (s *lineState) next(r rune, p props, rules *lineRules) breakKind {
	c := resolveLine(r, p, rules)
	kind := s.pair(c, p, r)
	s.advance(c, p)
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

// allowed decides LB11 to LB31 between prev (with spaces after it) and c.
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
	case a == lbQU && c == lbOP && s.prevProps&propFinalQuote == 0:
		return false // LB15
	case (a == lbCL || a == lbCP) && c == lbNS:
		return false // LB16
	case a == lbB2 && c == lbB2:
		return false // LB17
	case sp || a == lbSP:
		return true // LB18
	case c == lbQU, a == lbQU:
		return false // LB19
	case c == lbCB, a == lbCB:
		return true // LB20
	case c == lbBA, c == lbHY, c == lbNS, a == lbBB:
		return false // LB21
	case s.hlHyphen:
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

// numeric decides LB25 in the form of a number's regular expression (UAX #14
// §8.2 example 7): (PR | PO) ? (OP | HY) ? NU (NU | SY | IS)* (CL | CP)? (PR | PO)?
func (s *lineState) numeric(c lineClass) bool {
	a := s.prev
	switch {
	case (a == lbPR || a == lbPO) && c == lbNU,
		(a == lbOP || a == lbHY) && c == lbNU,
		a == lbNU && (c == lbNU || c == lbSY || c == lbIS || c == lbCL || c == lbCP || c == lbPO || c == lbPR),
		(a == lbPR || a == lbPO) && c == lbOP:
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

func isHangul(c lineClass) bool {
	return c == lbJL || c == lbJV || c == lbJT || c == lbH2 || c == lbH3
}

// advance moves past a character.
func (s *lineState) advance(c lineClass, p props) {
	if !s.any && (c == lbCM || c == lbZWJ) {
		c, s.zwj = lbAL, c == lbZWJ
		s.any, s.prev, s.raw, s.prevProps = true, c, c, p
		return
	}
	s.any = true
	s.zwj = c == lbZWJ
	switch c {
	case lbSP:
		if s.raw == lbBK || s.raw == lbLF || s.raw == lbNL || s.raw == lbCR {
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
		hard := s.raw == lbBK || s.raw == lbLF || s.raw == lbNL || s.raw == lbCR
		if !s.spaces && !hard && s.prev != lbSP && s.prev != lbZW {
			s.raw = s.prev // LB9: part of what it follows
			return
		}
		c = lbAL
	}
	switch {
	case s.prev == lbHL && !s.spaces && (c == lbHY || c == lbBA):
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
	s.prevWide = p&propWide != 0
	s.prev2, s.prev, s.prevProps, s.raw, s.spaces = s.prev, c, p, c, false
}
