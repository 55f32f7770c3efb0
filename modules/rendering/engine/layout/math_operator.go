package layout

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// mathOperator holds the operator dictionary's properties of an operator in a form (MathML Core, appendix B): spaces in
// 1/18 em.
type mathOperator struct {
	before, after float64
	stretchy      bool
	large         bool // a large operator, which is centred on the axis
	limits        bool // movablelimits: limits are set as scripts in inline formulas
	accent        bool
}

// mathForm is the form of an operator: its position in its row.
type mathForm uint8

const (
	infix mathForm = iota
	prefix
	postfix
)

type runeRange struct{ lo, hi rune }

func within(list []runeRange, r rune) bool {
	for _, x := range list {
		if r >= x.lo && r <= x.hi {
			return true
		}
	}
	return false
}

var (
	mathArrows = []runeRange{{0x2190, 0x2195}, {0x219A, 0x21AE}, {0x21B0, 0x21B5}, {0x21B9, 0x21B9}, {0x21BC, 0x21D5}, {0x21DA, 0x21F0}, {0x21F3, 0x21FF}, {0x27F0, 0x27FF}}
	mathBinary = []runeRange{{'+', '+'}, {'-', '-'}, {'/', '/'}, {0xB1, 0xB1}, {0xF7, 0xF7}, {0x2044, 0x2044}, {0x2212, 0x2216}, {0x2227, 0x222A}, {0x2236, 0x2236},
		{0x2238, 0x2238}, {0x228C, 0x228E}, {0x2293, 0x2296}, {0x2298, 0x2298}, {0x229D, 0x229F}, {0x22BB, 0x22BD}, {0x22CE, 0x22CF}, {0x22D2, 0x22D3}, {0x2795, 0x2797}}
	mathProducts = []runeRange{{'%', '%'}, {'*', '*'}, {'.', '.'}, {'?', '@'}, {'^', '^'}, {0xB7, 0xB7}, {0xD7, 0xD7}, {0x2022, 0x2022}, {0x2043, 0x2043}, {0x2217, 0x2219},
		{0x223F, 0x2240}, {0x2297, 0x2297}, {0x2299, 0x229B}, {0x22A0, 0x22A1}, {0x22BA, 0x22BA}, {0x22C4, 0x22C7}, {0x22C9, 0x22CC}, {0x2305, 0x2306}}
	mathOpening   = []runeRange{{'(', '('}, {'[', '['}, {'{', '|'}, {0x2016, 0x2016}, {0x2018, 0x2018}, {0x201C, 0x201C}, {0x2308, 0x2308}, {0x230A, 0x230A}, {0x2329, 0x2329}, {0x27E6, 0x27E6}, {0x27E8, 0x27E8}, {0x27EA, 0x27EA}}
	mathClosing   = []runeRange{{')', ')'}, {']', ']'}, {'|', '}'}, {0x2016, 0x2016}, {0x2019, 0x2019}, {0x201D, 0x201D}, {0x2309, 0x2309}, {0x230B, 0x230B}, {0x232A, 0x232A}, {0x27E7, 0x27E7}, {0x27E9, 0x27E9}, {0x27EB, 0x27EB}}
	mathIntegrals = []runeRange{{0x222B, 0x2233}, {0x2A0B, 0x2A1C}}
	mathSums      = []runeRange{{0x220F, 0x2211}, {0x22C0, 0x22C3}, {0x2A00, 0x2A0A}, {0x2AFC, 0x2AFC}, {0x2AFF, 0x2AFF}}
	mathAccents   = []runeRange{{'^', '_'}, {'~', '~'}, {0xA8, 0xA8}, {0xAF, 0xAF}, {0xB4, 0xB4}, {0xB8, 0xB8}, {'`', '`'}, {0x2C6, 0x2C7}, {0x2C9, 0x2CA}, {0x2CD, 0x2CD}, {0x2D8, 0x2DA}, {0x2DC, 0x2DD}, {0x302, 0x302},
		{0x203E, 0x203E}, {0x20D7, 0x20D7}, {0x23B4, 0x23B5}, {0x23DC, 0x23E1}, {0x2190, 0x2194}}
	mathInvisible = []runeRange{{'\\', '\\'}, {'_', '_'}, {0x2061, 0x2064}}
	mathNegations = []runeRange{{'!', '!'}, {'+', '+'}, {'-', '-'}, {0xAC, 0xAC}, {0xB1, 0xB1}, {0x2032, 0x2037}, {0x2200, 0x2201}, {0x2203, 0x2204}, {0x2207, 0x2207}, {0x2212, 0x2213}, {0x221F, 0x2222}, {0x2234, 0x2235}, {0x223C, 0x223C}}
)

// dictionary looks up an operator.
func dictionary(text string, form mathForm) mathOperator {
	runes := []rune(text)
	if len(runes) != 1 {
		if form == infix && len(runes) > 1 {
			return mathOperator{before: 5, after: 5}
		}
		return mathOperator{}
	}
	r := runes[0]
	op := mathOperator{accent: within(mathAccents, r)}
	switch {
	case form == prefix && within(mathOpening, r), form == postfix && within(mathClosing, r):
		op.stretchy = true
	case within(mathIntegrals, r):
		op.before, op.after, op.large, op.stretchy = 3, 3, true, false
	case within(mathSums, r):
		op.before, op.after, op.large, op.limits = 3, 3, true, true
	case form == prefix && (r == 0x2202 || r == 0x2145 || r == 0x2146 || r == 0x221A):
		op.before = 3
	case form != infix && (within(mathNegations, r) || op.accent):
		op.stretchy = op.accent
	case r == ',' || r == ';' || r == ':' && form == infix:
		op.after = 3
	case within(mathInvisible, r):
	case form != infix && (r == '"' || r == '&' || r == '\'' || r == '%'):
	case within(mathOpening, r) || within(mathClosing, r):
		op.stretchy = true // in every form
	case within(mathArrows, r):
		op.before, op.after, op.stretchy = 5, 5, true
	case within(mathBinary, r):
		op.before, op.after = 4, 4
	case within(mathProducts, r):
		op.before, op.after = 3, 3
	default:
		op.before, op.after = 5, 5
	}
	if form != infix && !op.stretchy && !op.large && !within(mathInvisible, r) {
		switch {
		case within(mathBinary, r) || within(mathProducts, r):
			op.before, op.after = 0, 0
		}
	}
	return op
}

// operatorOf returns the properties of a mo element in its position, including its attributes.
func operatorOf(n *dom.Node, text string, form mathForm) mathOperator {
	if v, ok := n.Attr("form"); ok {
		switch v {
		case "prefix":
			form = prefix
		case "postfix":
			form = postfix
		case "infix":
			form = infix
		}
	}
	op := dictionary(text, form)
	flag := func(name string, to *bool) {
		if v, ok := n.Attr(name); ok {
			*to = strings.EqualFold(v, "true")
		}
	}
	flag("stretchy", &op.stretchy)
	flag("largeop", &op.large)
	flag("movablelimits", &op.limits)
	space := func(name string, to *float64) {
		v, ok := n.Attr(name)
		if em, isEm := strings.CutSuffix(strings.TrimSpace(v), "em"); ok && isEm {
			if f, err := strconv.ParseFloat(em, 64); err == nil {
				*to = max(-1000, min(f*18, 1000))
			}
		} else if f, err := strconv.ParseFloat(strings.TrimSpace(v), 64); ok && err == nil && f == 0 {
			*to = 0
		}
	}
	space("lspace", &op.before)
	space("rspace", &op.after)
	return op
}

// mathItalic returns the italic form of a single letter in mi (text-transform: math-auto).
func mathItalic(r rune) rune {
	switch {
	case r == 'h':
		return 0x210E
	case r >= 'a' && r <= 'z':
		return 0x1D44E + r - 'a'
	case r >= 'A' && r <= 'Z':
		return 0x1D434 + r - 'A'
	case r >= 0x391 && r <= 0x3A9 && r != 0x3A2:
		return 0x1D6E2 + r - 0x391
	case r >= 0x3B1 && r <= 0x3C9:
		return 0x1D6FC + r - 0x3B1
	}
	switch r {
	case 0x131:
		return 0x1D6A4
	case 0x237:
		return 0x1D6A5
	case 0x3F4:
		return 0x1D6F3
	case 0x2207:
		return 0x1D6FB
	case 0x2202:
		return 0x1D715
	case 0x3F5:
		return 0x1D716
	case 0x3D1:
		return 0x1D717
	case 0x3F0:
		return 0x1D718
	case 0x3D5:
		return 0x1D719
	case 0x3F1:
		return 0x1D71A
	case 0x3D6:
		return 0x1D71B
	}
	return r
}
