package text

import "golang.org/x/text/unicode/bidi"

// brackets applies N0.
func (b *bidiParagraph) brackets(s *sequence, c []bidi.Class) {
	type open struct {
		closing rune
		at      int
	}
	type pair struct{ open, close int }
	var stack []open
	var pairs []pair
scan:
	for k, i := range s.index {
		if c[k] != bidi.ON || b.runes == nil {
			continue
		}
		r := canonicalBracket(b.runes[i])
		p, _ := bidi.LookupRune(r)
		if !p.IsBracket() {
			continue
		}
		if p.IsOpeningBracket() {
			if len(stack) == 63 {
				pairs = nil
				break scan
			}
			stack = append(stack, open{closingBracket(r), k})
			continue
		}
		for j := len(stack) - 1; j >= 0; j-- {
			if stack[j].closing == r {
				pairs = append(pairs, pair{stack[j].at, k})
				stack = stack[:j]
				break
			}
		}
	}
	// Sort pairs by their opening brackets.
	for i := 1; i < len(pairs); i++ {
		for j := i; j > 0 && pairs[j].open < pairs[j-1].open; j-- {
			pairs[j], pairs[j-1] = pairs[j-1], pairs[j]
		}
	}
	embedding := bidi.L
	if s.level%2 == 1 {
		embedding = bidi.R
	}
	for _, p := range pairs {
		found := bidi.ON
		for k := p.open + 1; k < p.close; k++ {
			d := strongOf(c[k])
			if d == embedding {
				found = embedding
				break
			}
			if d != bidi.ON {
				found = d
			}
		}
		if found == bidi.ON {
			continue
		}
		if found != embedding {
			before := s.sos
			for k := p.open - 1; k >= 0; k-- {
				if d := strongOf(c[k]); d != bidi.ON {
					before = d
					break
				}
			}
			if before != found {
				found = embedding
			}
		}
		for _, k := range []int{p.open, p.close} {
			c[k] = found
			for j := k + 1; j < len(c) && b.original[s.index[j]] == bidi.NSM; j++ {
				c[j] = found
			}
		}
	}
}

// canonicalBracket maps angle brackets to their canonical equivalents.
func canonicalBracket(r rune) rune {
	switch r {
	case 0x2329:
		return 0x3008
	case 0x232A:
		return 0x3009
	}
	return r
}

// closingBracket returns the closing bracket of r: in every pair of BidiBrackets.txt it is one, two or three code
// points after it.
func closingBracket(r rune) rune {
	switch r {
	case '[', '{', 0xFF3B, 0xFF5B:
		return r + 2
	case 0x298D:
		return 0x2990
	case 0x298F:
		return 0x298E
	}
	return r + 1
}

// isOpenBracket reports whether r is an opening paired bracket (BidiBrackets.txt).
func isOpenBracket(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.IsBracket() && p.IsOpeningBracket()
}
