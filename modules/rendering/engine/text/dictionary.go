package text

import (
	_ "embed"
	"sync"

	"github.com/go-text/typesetting/language"
	"github.com/klauspost/compress/zstd"
)

// Thai, Lao, Khmer and Burmese have no spaces between words. Line break opportunities are the word boundaries of ICU's
// dictionary segmentation, which Chromium uses: at every position it chooses the word that starts the longest sequence
// of up to three dictionary words, and skips unknown text.

//go:embed dict/thai.dict
var thaiDict []byte

//go:embed dict/lao.dict
var laoDict []byte

//go:embed dict/khmer.dict
var khmerDict []byte

//go:embed dict/burmese.dict
var burmeseDict []byte

// segmenter holds a script's dictionary and rules.
type segmenter struct {
	trie func() *byteTrie
	// A word shorter than root characters is merged with unknown text that follows, if that has a dictionary prefix of
	// fewer than prefix characters.
	root, prefix int
	begins       func(r rune) bool // may start a word
	ends         func(r rune) bool // may end a word
	suffixes     bool              // Thai: ฯ and ๆ belong to the preceding word
	rest         int               // number of characters at the end that are not segmented
}

func lazyTrie(packed *[]byte) func() *byteTrie {
	return sync.OnceValue(func() *byteTrie {
		r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return &byteTrie{}
		}
		defer r.Close()
		b, err := r.DecodeAll(*packed, nil)
		if err != nil {
			return &byteTrie{}
		}
		return parseTrie(b)
	})
}

var segmenters = map[language.Script]*segmenter{
	language.Thai: {
		trie: lazyTrie(&thaiDict), root: 3, prefix: 3, suffixes: true, rest: 4,
		begins: func(r rune) bool { return r >= 0x0E01 && r <= 0x0E2E || r >= 0x0E40 && r <= 0x0E44 },
		ends:   func(r rune) bool { return r != 0x0E31 && (r < 0x0E40 || r > 0x0E44) },
	},
	language.Lao: {
		trie: lazyTrie(&laoDict), root: 3, prefix: 3,
		begins: func(r rune) bool {
			return r >= 0x0E81 && r <= 0x0EAE || r >= 0x0EDC && r <= 0x0EDD || r >= 0x0EC0 && r <= 0x0EC4
		},
		ends: func(r rune) bool { return r < 0x0EC0 || r > 0x0EC4 },
	},
	language.Myanmar: {
		trie: lazyTrie(&burmeseDict), root: 3, prefix: 3, rest: 3,
		begins: func(r rune) bool { return r >= 0x1000 && r <= 0x102A },
		ends:   func(rune) bool { return true },
	},
	language.Khmer: {
		trie: lazyTrie(&khmerDict), root: 10, prefix: 5,
		begins: func(r rune) bool { return r >= 0x1780 && r <= 0x17B3 },
		ends:   func(r rune) bool { return r != 0x17D2 },
	},
}

// candidates holds the dictionary words at one position, shortest first.
type candidates struct {
	at      int // −1: not looked up
	lengths []int
	prefix  int // length of the longest dictionary prefix
	current int
	mark    int
}

const maxCandidates = 20

// segmentation is the state of segmenting one stretch of text.
type segmentation struct {
	*segmenter
	text  []rune
	pos   int
	words [3]candidates
}

// minWordSpan is the length of the shortest text that is segmented.
const minWordSpan = 4

// segment returns the word boundaries inside text.
func (g *segmenter) segment(text []rune) []int {
	if len(text) < minWordSpan {
		return nil
	}
	s := &segmentation{segmenter: g, text: text}
	for i := range s.words {
		s.words[i].at = -1
	}
	var breaks []int
	found := 0
	for len(text)-s.pos > g.rest {
		start := s.pos
		n := s.best(&found)
		n = s.passUnknown(start, n, &found)
		for s.pos < len(text) && propsOf(text[s.pos])&propMark != 0 {
			s.pos++
			n++
		}
		n = s.takeSuffixes(start, n, found)
		if n <= 0 {
			break
		}
		breaks = append(breaks, start+n)
		s.pos = start + n
	}
	if k := len(breaks); k > 0 && breaks[k-1] >= len(text) {
		breaks = breaks[:k-1]
	}
	return breaks
}

// lookUp finds the words at the current position, moves to the end of the longest and returns their number.
func (s *segmentation) lookUp(k int) int {
	w := &s.words[k%3]
	if w.at != s.pos {
		w.at, w.prefix, w.lengths = s.pos, 0, w.lengths[:0]
		c := s.trie().cursor()
		for i, r := range s.text[s.pos:] {
			result := c.step(r)
			w.prefix = i + 1
			if result >= trieValue && len(w.lengths) < maxCandidates {
				w.lengths = append(w.lengths, i+1)
			}
			if result == trieNoMatch || result == trieFinalValue {
				break
			}
		}
	}
	n := len(w.lengths)
	if n > 0 {
		s.pos = w.at + w.lengths[n-1]
	}
	w.current, w.mark = n-1, n-1
	return n
}

// backUp moves to the end of the next shorter word.
func (s *segmentation) backUp(k int) bool {
	w := &s.words[k%3]
	if w.current <= 0 {
		return false
	}
	w.current--
	s.pos = w.at + w.lengths[w.current]
	return true
}

// best chooses the word at the current position that is followed by the most words and returns its length, 0 if there
// is none.
func (s *segmentation) best(found *int) int {
	k := *found
	n := s.lookUp(k)
	if n == 0 {
		return 0
	}
	w := &s.words[k%3]
	if n > 1 && s.pos < len(s.text) {
		s.lookAhead(k)
	}
	s.pos = w.at + w.lengths[w.mark]
	*found = k + 1
	return w.lengths[w.mark]
}

// lookAhead marks the longest word at k that is followed by two words, otherwise by one.
func (s *segmentation) lookAhead(k int) {
	w := &s.words[k%3]
	for {
		if s.lookUp(k+1) > 0 {
			w.mark = w.current
			if s.pos >= len(s.text) {
				return
			}
			for {
				if s.lookUp(k+2) > 0 {
					w.mark = w.current
					return
				}
				if !s.backUp(k + 1) {
					break
				}
			}
		}
		if !s.backUp(k) {
			return
		}
	}
}

// passUnknown appends unknown text to a short preceding word of length n, or skips it if there is none: up to the next
// position where a word may start.
func (s *segmentation) passUnknown(start, n int, found *int) int {
	if s.pos >= len(s.text) || n >= s.root {
		return n
	}
	if s.lookUp(*found) > 0 || n != 0 && s.words[*found%3].prefix >= s.prefix {
		s.pos = start + n
		return n
	}
	s.pos = start + n
	chars := 0
	for {
		before := s.text[s.pos]
		s.pos++
		chars++
		if s.pos >= len(s.text) {
			break
		}
		if s.ends(before) && s.begins(s.text[s.pos]) {
			words := s.lookUp(*found + 1)
			s.pos = start + n + chars
			if words > 0 {
				break
			}
		}
	}
	if n <= 0 {
		*found++
	}
	return n + chars
}

// takeSuffixes appends ฯ and ๆ to the preceding word, unless they start a dictionary word.
func (s *segmentation) takeSuffixes(start, n, found int) int {
	const paiyannoi, maiyamok = 0x0E2F, 0x0E46
	if !s.suffixes || s.pos >= len(s.text) || n <= 0 {
		return n
	}
	at := s.pos
	if s.lookUp(found) > 0 {
		s.pos = start + n
		return n
	}
	s.pos = at
	before := func() rune { return s.text[s.pos-1] }
	if s.text[s.pos] == paiyannoi && before() != paiyannoi && before() != maiyamok {
		s.pos++
		n++
	}
	if s.pos < len(s.text) && s.text[s.pos] == maiyamok && before() != maiyamok {
		s.pos++
		n++
	}
	return n
}
