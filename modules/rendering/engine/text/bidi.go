package text

import (
	"golang.org/x/text/unicode/bidi"
)

// maxBidiDepth is the deepest explicit level (UAX #9 BD2).
const maxBidiDepth = 125

// needsBidi reports whether text has a character that can produce a level other than 0 in a left-to-right paragraph.
func needsBidi(text string) bool {
	for i := 0; i < len(text); i++ {
		// Every right-to-left or bidi control character is U+0590 or above: its
		// first byte in UTF-8 is 0xD6 or more.
		if text[i] >= 0xD6 {
			for _, r := range text[i:] {
				if r < 0x590 {
					continue
				}
				p, _ := bidi.LookupRune(r)
				switch p.Class() {
				case bidi.R, bidi.AL, bidi.AN, bidi.RLE, bidi.RLO, bidi.RLI, bidi.LRE, bidi.LRO, bidi.LRI, bidi.FSI, bidi.PDF, bidi.PDI:
					return true
				}
			}
			return false
		}
	}
	return false
}

// bidiParagraph holds the working state of one paragraph (UAX #9, revision 46).
type bidiParagraph struct {
	runes    []rune
	original []bidi.Class
	classes  []bidi.Class // modified by the rules
	levels   []uint8
	match    []int // the matching PDI of isolate initiators and vice versa; −1 none
	base     uint8
}

// bidiLevels resolves the embedding level of every character, by rules P2 to I2; characters removed by X9 take the
// level of the preceding one. With auto the base level is determined from the text, otherwise by base. The base level
// and the explicit embeddings continue after paragraph separators; weak and neutral characters do not resolve across.
func bidiLevels(runes []rune, base Direction, auto bool) (levels []uint8, resolved Direction) {
	b := &bidiParagraph{runes: runes}
	b.original = make([]bidi.Class, len(runes))
	for i, r := range runes {
		p, _ := bidi.LookupRune(r)
		c := p.Class()
		if c == bidi.B {
			c = bidi.S // a forced line break inside the paragraph
		}
		b.original[i] = c
	}
	b.matchIsolates()
	b.base = uint8(base)
	if auto {
		b.base = b.firstStrong(0, len(runes), 0)
		if b.base == 2 {
			b.base = 0
		}
	}
	b.run()
	return b.levels, Direction(b.base)
}

// separatesParagraphs reports whether a character ends a bidi paragraph (class B).
func separatesParagraphs(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.B
}

func isIsolate(c bidi.Class) bool { return c == bidi.LRI || c == bidi.RLI || c == bidi.FSI }

// matchIsolates finds the pairs of BD9.
func (b *bidiParagraph) matchIsolates() {
	b.match = make([]int, len(b.original))
	var stack []int
	for i, c := range b.original {
		b.match[i] = -1
		switch {
		case isIsolate(c):
			stack = append(stack, i)
		case c == bidi.PDI && len(stack) > 0:
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			b.match[i], b.match[j] = j, i
		}
	}
}

// firstStrong applies P2 and P3 to a range: 0 or 1, or none if it has no strong character.
func (b *bidiParagraph) firstStrong(from, to int, none uint8) uint8 {
	for i := from; i < to; i++ {
		switch c := b.original[i]; {
		case c == bidi.L:
			return 0
		case c == bidi.R || c == bidi.AL:
			return 1
		case isIsolate(c):
			if b.match[i] < 0 {
				return none
			}
			i = b.match[i]
		}
	}
	return none
}

type bidiStatus struct {
	level    uint8
	override bidi.Class // ON: none
	isolate  bool
}

func (b *bidiParagraph) run() {
	n := len(b.original)
	b.levels = make([]uint8, n)
	b.classes = append([]bidi.Class(nil), b.original...)
	b.explicit()
	for _, seq := range b.sequences() {
		b.resolve(&seq)
	}
	// Characters removed by X9 take the level of the preceding one.
	last := b.base
	for i, c := range b.original {
		if removedByX9(c) {
			b.levels[i] = last
		} else {
			last = b.levels[i]
		}
	}
}

func removedByX9(c bidi.Class) bool {
	switch c {
	case bidi.LRE, bidi.RLE, bidi.LRO, bidi.RLO, bidi.PDF, bidi.BN:
		return true
	}
	return false
}

// explicit applies X1 to X8.
func (b *bidiParagraph) explicit() {
	stack := make([]bidiStatus, 1, 16)
	stack[0] = bidiStatus{b.base, bidi.ON, false}
	overIsolate, overEmbed, validIsolates := 0, 0, 0
	next := func(odd bool) (uint8, bool) {
		l := stack[len(stack)-1].level
		if odd {
			l = (l + 1) | 1
		} else {
			l = (l + 2) &^ 1
		}
		return l, l <= maxBidiDepth
	}
	for i, c := range b.original {
		top := stack[len(stack)-1]
		switch {
		case c == bidi.RLE || c == bidi.LRE || c == bidi.RLO || c == bidi.LRO:
			b.levels[i] = top.level
			l, ok := next(c == bidi.RLE || c == bidi.RLO)
			if ok && overIsolate == 0 && overEmbed == 0 {
				override := bidi.ON
				switch c {
				case bidi.RLO:
					override = bidi.R
				case bidi.LRO:
					override = bidi.L
				}
				stack = append(stack, bidiStatus{l, override, false})
			} else if overIsolate == 0 {
				overEmbed++
			}
		case isIsolate(c):
			b.levels[i] = top.level
			if top.override != bidi.ON {
				b.classes[i] = top.override
			}
			odd := c == bidi.RLI
			if c == bidi.FSI {
				end := b.match[i]
				if end < 0 {
					end = len(b.original)
				}
				odd = b.firstStrong(i+1, end, 0) == 1
			}
			l, ok := next(odd)
			if ok && overIsolate == 0 && overEmbed == 0 {
				validIsolates++
				stack = append(stack, bidiStatus{l, bidi.ON, true})
			} else {
				overIsolate++
			}
		case c == bidi.PDI:
			switch {
			case overIsolate > 0:
				overIsolate--
			case validIsolates > 0:
				overEmbed = 0
				for !stack[len(stack)-1].isolate {
					stack = stack[:len(stack)-1]
				}
				stack = stack[:len(stack)-1]
				validIsolates--
			}
			top = stack[len(stack)-1]
			b.levels[i] = top.level
			if top.override != bidi.ON {
				b.classes[i] = top.override
			}
		case c == bidi.PDF:
			b.levels[i] = top.level
			switch {
			case overIsolate > 0:
			case overEmbed > 0:
				overEmbed--
			case !top.isolate && len(stack) > 1:
				stack = stack[:len(stack)-1]
			}
		case c == bidi.B:
			b.levels[i] = b.base
		case c == bidi.BN:
			b.levels[i] = top.level
		default:
			b.levels[i] = top.level
			if top.override != bidi.ON {
				b.classes[i] = top.override
			}
		}
	}
}

// sequence is an isolating run sequence (BD13): its positions in order, without characters removed by X9.
type sequence struct {
	index    []int
	level    uint8
	sos, eos bidi.Class
}

// sequences applies X10.
func (b *bidiParagraph) sequences() []sequence {
	type levelRun struct{ index []int }
	var runs []levelRun
	runOf := make([]int, len(b.original))
	level := -1
	for i, c := range b.original {
		runOf[i] = -1
		if removedByX9(c) {
			continue
		}
		if int(b.levels[i]) != level {
			runs = append(runs, levelRun{})
			level = int(b.levels[i])
		}
		r := &runs[len(runs)-1]
		r.index = append(r.index, i)
		runOf[i] = len(runs) - 1
	}
	var out []sequence
	for k := range runs {
		first := runs[k].index[0]
		if b.original[first] == bidi.PDI && b.match[first] >= 0 {
			continue // continues an earlier run
		}
		s := sequence{level: b.levels[first]}
		for j := k; ; {
			s.index = append(s.index, runs[j].index...)
			last := s.index[len(s.index)-1]
			if !isIsolate(b.original[last]) || b.match[last] < 0 {
				break
			}
			j = runOf[b.match[last]]
			if j < 0 {
				break
			}
		}
		b.bounds(&s)
		out = b.splitAtBreaks(out, s)
	}
	return out
}

// splitAtBreaks appends a sequence, divided after forced line breaks: each ends a bidi paragraph, in which the embeddings
// around the break begin again (CSS Writing Modes 4 §2.4.5).
func (b *bidiParagraph) splitAtBreaks(out []sequence, s sequence) []sequence {
	start := 0
	for k, i := range s.index[:len(s.index)-1] {
		if !separatesParagraphs(b.runes[i]) {
			continue
		}
		part := s
		part.index, part.eos = s.index[start:k+1], levelClass(s.level)
		out = append(out, part)
		start, s.sos = k+1, levelClass(s.level)
	}
	s.index = s.index[start:]
	return append(out, s)
}

// levelClass returns the direction of an embedding level.
func levelClass(level uint8) bidi.Class {
	if level%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

// bounds sets sos and eos.
func (b *bidiParagraph) bounds(s *sequence) {
	before, after := b.base, b.base
	for i := s.index[0] - 1; i >= 0; i-- {
		if !removedByX9(b.original[i]) {
			before = b.levels[i]
			break
		}
	}
	last := s.index[len(s.index)-1]
	if !isIsolate(b.original[last]) || b.match[last] >= 0 {
		for i := last + 1; i < len(b.original); i++ {
			if !removedByX9(b.original[i]) {
				after = b.levels[i]
				break
			}
		}
	}
	s.sos, s.eos = levelClass(max(before, s.level)), levelClass(max(after, s.level))
}

// resolve applies W1 to W7, N0 to N2 and I1, I2 to a sequence.
func (b *bidiParagraph) resolve(s *sequence) {
	c := make([]bidi.Class, len(s.index))
	for k, i := range s.index {
		c[k] = b.classes[i]
	}
	b.weak(s, c)
	b.brackets(s, c)
	neutral(s, c)
	for k, i := range s.index {
		l := s.level
		switch {
		case l%2 == 0 && c[k] == bidi.R:
			l++
		case l%2 == 0 && (c[k] == bidi.AN || c[k] == bidi.EN):
			l += 2
		case l%2 == 1 && (c[k] == bidi.L || c[k] == bidi.AN || c[k] == bidi.EN):
			l++
		}
		b.levels[i] = l
	}
}

func (b *bidiParagraph) weak(s *sequence, c []bidi.Class) {
	prev := s.sos
	for k := range c { // W1
		switch {
		case c[k] == bidi.NSM && (isIsolate(prev) || prev == bidi.PDI):
			c[k] = bidi.ON
		case c[k] == bidi.NSM:
			c[k] = prev
		}
		prev = c[k]
	}
	strong := s.sos
	for k := range c { // W2
		switch c[k] {
		case bidi.L, bidi.R, bidi.AL:
			strong = c[k]
		case bidi.EN:
			if strong == bidi.AL {
				c[k] = bidi.AN
			}
		}
	}
	for k := range c { // W3
		if c[k] == bidi.AL {
			c[k] = bidi.R
		}
	}
	for k := 1; k+1 < len(c); k++ { // W4
		switch {
		case c[k] == bidi.ES && c[k-1] == bidi.EN && c[k+1] == bidi.EN:
			c[k] = bidi.EN
		case c[k] == bidi.CS && c[k-1] == c[k+1] && (c[k-1] == bidi.EN || c[k-1] == bidi.AN):
			c[k] = c[k-1]
		}
	}
	for k := 0; k < len(c); k++ { // W5
		if c[k] != bidi.ET {
			continue
		}
		end := k
		for end < len(c) && c[end] == bidi.ET {
			end++
		}
		if k > 0 && c[k-1] == bidi.EN || end < len(c) && c[end] == bidi.EN {
			for j := k; j < end; j++ {
				c[j] = bidi.EN
			}
		}
		k = end - 1
	}
	strong = s.sos
	for k := range c { // W6, W7
		switch c[k] {
		case bidi.ET, bidi.ES, bidi.CS:
			c[k] = bidi.ON
		case bidi.L, bidi.R:
			strong = c[k]
		case bidi.EN:
			if strong == bidi.L {
				c[k] = bidi.L
			}
		}
	}
}

// strongOf returns the direction of a class for N0 to N2; ON if it has none.
func strongOf(c bidi.Class) bidi.Class {
	switch c {
	case bidi.L:
		return bidi.L
	case bidi.R, bidi.AL, bidi.EN, bidi.AN:
		return bidi.R
	}
	return bidi.ON
}

// neutral applies N1 and N2.
func neutral(s *sequence, c []bidi.Class) {
	isNI := func(x bidi.Class) bool {
		switch x {
		case bidi.B, bidi.S, bidi.WS, bidi.ON, bidi.FSI, bidi.LRI, bidi.RLI, bidi.PDI:
			return true
		}
		return false
	}
	embedding := bidi.L
	if s.level%2 == 1 {
		embedding = bidi.R
	}
	for k := 0; k < len(c); k++ {
		if !isNI(c[k]) {
			continue
		}
		end := k
		for end < len(c) && isNI(c[end]) {
			end++
		}
		before, after := s.sos, s.eos
		if k > 0 {
			before = strongOf(c[k-1])
		}
		if end < len(c) {
			after = strongOf(c[end])
		}
		to := embedding
		if before == after {
			to = before
		}
		for j := k; j < end; j++ {
			c[j] = to
		}
		k = end - 1
	}
}

// visualOrder returns the left-to-right order of runs with the given levels (rule L2).
func visualOrder(levels []uint8) []int {
	order := make([]int, len(levels))
	highest, lowestOdd := uint8(0), uint8(255)
	for i, l := range levels {
		order[i] = i
		highest = max(highest, l)
		if l%2 == 1 {
			lowestOdd = min(lowestOdd, l)
		}
	}
	for l := highest; l >= lowestOdd && l > 0; l-- {
		for i := 0; i < len(order); i++ {
			if levels[order[i]] < l {
				continue
			}
			j := i
			for j < len(order) && levels[order[j]] >= l {
				j++
			}
			for a, z := i, j-1; a < z; a, z = a+1, z-1 {
				order[a], order[z] = order[z], order[a]
			}
			i = j
		}
	}
	return order
}
