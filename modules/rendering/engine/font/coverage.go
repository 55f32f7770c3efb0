package font

import (
	"slices"
	"unicode/utf8"
)

// Coverage is a sorted list of inclusive, disjoint ranges of characters.
type Coverage []RuneRange

// Contains reports whether r is covered.
func (c Coverage) Contains(r rune) bool {
	lo, hi := 0, len(c)
	for lo < hi {
		m := (lo + hi) / 2
		if c[m].Last < r {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo < len(c) && c[lo].First <= r
}

// Coverage returns the characters that the face maps to glyphs.
func (f *Face) Coverage() Coverage {
	var c Coverage
	f.cmap.each(1<<21, func(r rune, g GlyphID) {
		if int(g) >= f.count {
			return
		}
		if n := len(c); n > 0 && c[n-1].Last+1 == r {
			c[n-1].Last = r
		} else if n == 0 || c[n-1].Last < r {
			c = append(c, RuneRange{r, r})
		}
	})
	return c
}

// normalizeRanges sorts ranges and merges adjacent ones.
func normalizeRanges(list []RuneRange) Coverage {
	s := slices.Clone(list)
	slices.SortFunc(s, func(a, b RuneRange) int { return int(a.First) - int(b.First) })
	var c Coverage
	for _, r := range s {
		if r.Last < r.First {
			continue
		}
		if n := len(c); n > 0 && r.First <= c[n-1].Last+1 {
			c[n-1].Last = max(c[n-1].Last, r.Last)
		} else {
			c = append(c, r)
		}
	}
	return c
}

// Encode encodes the ranges as a string of code points: alternating gaps and lengths, each offset to skip the
// surrogates.
func (c Coverage) Encode() string {
	var b []byte
	next := rune(0)
	put := func(v rune) {
		if v >= 0xD800 {
			v += 0x800
		}
		b = utf8.AppendRune(b, v)
	}
	for _, r := range c {
		put(r.First - next)
		put(r.Last - r.First)
		next = r.Last + 1
	}
	return string(b)
}

// decodeCoverage is the inverse of [Coverage.Encode].
func decodeCoverage(s string) Coverage {
	var c Coverage
	next, first, odd := rune(0), rune(0), false
	for _, v := range s {
		if v >= 0xD800 {
			v -= 0x800
		}
		if odd {
			c = append(c, RuneRange{first, first + v})
			next = first + v + 1
		} else {
			first = next + v
		}
		odd = !odd
	}
	return c
}
