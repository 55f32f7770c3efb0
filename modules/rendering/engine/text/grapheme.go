package text

import "unicode/utf8"

// clusterStarts returns the byte offsets of the extended grapheme clusters (UAX #29 §3.1.1, with GB9c for conjuncts of
// Indic scripts), in order.
func clusterStarts(text string) []int32 {
	starts := make([]int32, 0, len(text))
	var g graphemeState
	for i := 0; i < len(text); {
		c := text[i]
		if c >= 0x20 && c < 0x7F && (i+1 >= len(text) || text[i+1] < 0x80) {
			// Two consecutive ASCII characters: the fast path for most text.
			if g.before(gbOther, 0, rune(c)) {
				starts = append(starts, int32(i))
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		p := propsOf(r)
		if g.before(p.grapheme(), p, r) {
			starts = append(starts, int32(i))
		}
		i += n
	}
	return starts
}

// graphemeState holds the context of the rules.
type graphemeState struct {
	any         bool
	prev        graphemeClass
	regional    int  // number of consecutive regional indicators before the position
	pictograph  bool // preceded by Pictographic Extend*
	joined      bool // preceded by Pictographic Extend* ZWJ
	conjunct    int8 // GB9c: 0 none, 1 consonant seen, 2 consonant and linker seen
	afterObject bool
}

// before reports whether a cluster starts before the next character, and advances past it.
func (g *graphemeState) before(c graphemeClass, p props, r rune) bool {
	brk := g.boundary(c, p, r)
	g.any = true
	if c == gbRegional {
		g.regional++
	} else {
		g.regional = 0
	}
	switch {
	case p&propPictographic != 0:
		g.pictograph, g.joined = true, false
	case c == gbExtend && g.pictograph:
		g.joined = false
	case c == gbZWJ && g.pictograph:
		g.joined = true
	default:
		g.pictograph, g.joined = false, false
	}
	switch {
	case isConjunctConsonant(r):
		g.conjunct = 1
	case g.conjunct > 0 && isConjunctLinker(r):
		g.conjunct = 2
	case g.conjunct > 0 && (c == gbExtend || c == gbZWJ):
	default:
		g.conjunct = 0
	}
	g.prev = c
	g.afterObject = r == objectRune
	return brk
}

// objectRune is the placeholder of an atomic inline.
const objectRune = 0xFFFC

func (g *graphemeState) boundary(c graphemeClass, p props, r rune) bool {
	prev := g.prev
	switch {
	case !g.any:
		return true // GB1
	case prev == gbCR && c == gbLF:
		return false // GB3
	case prev == gbCR || prev == gbLF || prev == gbControl, c == gbCR || c == gbLF || c == gbControl:
		return true // GB4, GB5
	case g.afterObject || r == objectRune:
		return true // objects are separate clusters
	case prev == gbL && (c == gbL || c == gbV || c == gbLV || c == gbLVT),
		(prev == gbLV || prev == gbV) && (c == gbV || c == gbT),
		(prev == gbLVT || prev == gbT) && c == gbT:
		return false // GB6, GB7, GB8
	case c == gbExtend || c == gbZWJ || c == gbSpacingMark:
		return false // GB9, GB9a
	case prev == gbPrepend:
		return false // GB9b
	case g.conjunct == 2 && isConjunctConsonant(r):
		return false // GB9c
	case g.joined && p&propPictographic != 0:
		return false // GB11
	case prev == gbRegional && c == gbRegional && g.regional%2 == 1:
		return false // GB12, GB13
	}
	return true
}

// isConjunctLinker reports whether Indic_Conjunct_Break=Linker (Unicode 15.1: the viramas of Bengali, Devanagari,
// Gujarati, Malayalam, Odia and Telugu).
func isConjunctLinker(r rune) bool {
	switch r {
	case 0x094D, 0x09CD, 0x0ACD, 0x0B4D, 0x0C4D, 0x0D4D:
		return true
	}
	return false
}

// isConjunctConsonant reports whether Indic_Conjunct_Break=Consonant (Unicode 15.1).
func isConjunctConsonant(r rune) bool {
	if r < 0x0915 || r > 0x0D3A {
		return false
	}
	for _, x := range conjunctConsonants {
		if r <= x.Last {
			return r >= x.First
		}
	}
	return false
}
