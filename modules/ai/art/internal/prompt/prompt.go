// Package prompt parses prompts into things, times, seasons, styles, moods and colours, and returns the unknown words.
package prompt

import (
	"bytes"
	_ "embed" // the lexicon
	"slices"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Thing is a thing to draw and its count, 0 when the prompt gives none.
type Thing struct {
	Name  string
	Word  string // as written in the prompt
	Count int
}

// Reading is a parsed prompt; lists are in the prompt's order.
type Reading struct {
	Things     []Thing  // of landscapes and patterns
	Figures    []Thing  // drawn one by one: objects, animals, people, rooms
	Excluded   []string // things that the prompt excludes
	Time       string
	Season     string
	Styles     []string
	Moods      []string
	Tones      []string
	Families   []string     // of backgrounds
	Colors     []tint.Color // of the whole image
	Accent     *tint.Color  // of one thing ("a red car"), nil when there is none
	Words      []string     // the known words, as written in the prompt
	ColorWords []string     // those of Words that name colours
	Unknown    []string     // the unknown words
	Tokens     []string     // every word of three letters or more, including fillers
	Named      []tint.Color // every colour named, including those of things
	All        []string     // every word that is not a filler, singular
}

// The limits of parsing.
const (
	maxWords  = 400
	maxThings = 24
	maxList   = 32
)

//go:embed lexicon.txt
var lexiconText []byte

//go:embed fillers.txt
var fillerText []byte

type meaning struct{ kind, concept string }

type lexicon struct {
	words   map[string][]meaning
	fillers map[string]bool
	longest int
}

// loaded parses the lexicon on first use.
var loaded = sync.OnceValue(func() *lexicon {
	l := &lexicon{words: map[string][]meaning{}, fillers: map[string]bool{}}
	for raw := range bytes.Lines(lexiconText) {
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '#' {
			continue
		}
		head, list, _ := strings.Cut(line, "=")
		kind, concept, _ := strings.Cut(strings.TrimSpace(head), " ")
		for w := range strings.SplitSeq(list, ",") {
			w = strings.Join(split(w), " ")
			if m := (meaning{kind, concept}); w != "" && !slices.Contains(l.words[w], m) {
				l.words[w] = append(l.words[w], m)
				l.longest = max(l.longest, strings.Count(w, " ")+1)
			}
		}
	}
	for _, w := range strings.Fields(string(fillerText)) {
		for _, part := range split(w) {
			l.fillers[part] = true
		}
	}
	return l
})

// Size returns the number of words and phrases in the lexicon.
func Size() int { return len(loaded().words) }

// split returns the words of s in lower case: runs of letters, digits and apostrophes.
func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '\'' || r > 127 && r != '’' && r != '“' && r != '”' && r != '—' && r != '–' && r != '…' && r != '\u00a0')
	})
}

// forms returns a word and its possible singular forms.
func forms(w string) []string {
	out := []string{w}
	w = strings.TrimSuffix(w, "'s")
	if w != out[0] {
		out = append(out, w)
	}
	cut := func(suffix, with string) {
		if s, ok := strings.CutSuffix(w, suffix); ok && len(s) > 1 {
			out = append(out, s+with)
		}
	}
	cut("ies", "y")
	cut("ves", "f")
	cut("ves", "fe")
	cut("es", "")
	cut("s", "")
	return out
}

// lookup returns the meanings of a phrase, whose last word may be a plural.
func (l *lexicon) lookup(words []string) []meaning {
	head := strings.Join(words[:len(words)-1], " ")
	var out []meaning
	for _, f := range forms(words[len(words)-1]) {
		for _, m := range l.words[strings.TrimSpace(head+" "+f)] {
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// Read parses a prompt. It never fails: unknown words are in Unknown.
func Read(text string) *Reading {
	l := loaded()
	words := split(text)
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	r := &Reading{}
	for _, w := range words {
		if len(w) > 2 {
			r.Tokens = add(r.Tokens, w)
		}
	}
	count, negated := 0, false
	for i := 0; i < len(words); {
		found, n := []meaning(nil), 0
		for n = min(l.longest, len(words)-i); n > 0; n-- {
			if found = l.lookup(words[i : i+n]); found != nil {
				break
			}
		}
		word := strings.Join(words[i:i+max(n, 1)], " ")
		i += max(n, 1)
		if found == nil {
			r.other(l, word)
			if !l.fillers[word] {
				negated = false
			}
			continue
		}
		if found[0].kind == "figure" {
			for w := range strings.FieldsSeq(word) { // icons are matched by single words
				if !l.fillers[w] {
					r.All = add(r.All, w)
				}
			}
		} else {
			r.All = add(r.All, word)
		}
		switch found[0].kind {
		case "number":
			count = int(found[0].concept[0] - '0')
			continue
		case "not":
			negated = true
			continue
		}
		r.Words = add(r.Words, word)
		if negated {
			for _, m := range found {
				r.Excluded = add(r.Excluded, m.concept)
			}
			negated, count = false, 0
			continue
		}
		for _, m := range found {
			if m.kind == "color" {
				r.ColorWords = add(r.ColorWords, word)
				if len(r.Named) < 5 {
					r.Named = append(r.Named, hex(m.concept))
				}
			}
			if m.kind == "color" && i < len(words) && colored(l.lookup(words[i:i+1])) {
				if r.Accent == nil && painted(l.lookup(words[i:i+1])) {
					c := hex(m.concept)
					r.Accent = &c
				}
				continue
			}
			r.take(m, word, count)
		}
		if found[0].kind == "thing" || found[0].kind == "figure" {
			count = 0
		}
	}
	if len(r.Colors) > 0 && len(r.Named) > len(r.Colors) {
		// "Orange and teal mountains" names the image's colours, not the mountains'.
		r.Colors = r.Named
	}
	excluded := func(t Thing) bool { return slices.Contains(r.Excluded, t.Name) }
	r.Things, r.Figures = slices.DeleteFunc(r.Things, excluded), slices.DeleteFunc(r.Figures, excluded)
	return r
}

func (r *Reading) take(m meaning, word string, count int) {
	switch m.kind {
	case "thing":
		r.Things = addThing(r.Things, Thing{m.concept, word, count})
	case "figure":
		r.Figures = addThing(r.Figures, Thing{m.concept, word, count})
	case "time":
		r.Time = m.concept
	case "season":
		r.Season = m.concept
	case "style":
		r.Styles = add(r.Styles, m.concept)
	case "mood":
		r.Moods = add(r.Moods, m.concept)
	case "tone":
		r.Tones = add(r.Tones, m.concept)
	case "family":
		r.Families = add(r.Families, m.concept)
	case "color":
		if c := hex(m.concept); len(r.Colors) < 5 && !slices.Contains(r.Colors, c) {
			r.Colors = append(r.Colors, c)
		}
	}
}

func addThing(list []Thing, t Thing) []Thing {
	if i := slices.IndexFunc(list, func(o Thing) bool { return o.Name == t.Name }); i >= 0 {
		list[i].Count = max(list[i].Count, t.Count)
	} else if len(list) < maxThings {
		list = append(list, t)
	}
	return list
}

// other records a word that is not in the lexicon, unless it is a stop word.
func (r *Reading) other(l *lexicon, word string) {
	for _, f := range forms(word) {
		if l.fillers[f] {
			return
		}
	}
	if strings.Trim(word, "0123456789'") == "" || len(word) > 40 {
		return
	}
	r.All = add(r.All, word)
	r.Unknown = add(r.Unknown, word)
}

func add(list []string, s string) []string {
	if len(list) >= maxList || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// Has reports whether the prompt requests a thing.
func (r *Reading) Has(name string) bool {
	return slices.ContainsFunc(r.Things, func(t Thing) bool { return t.Name == name })
}

func hex(digits string) tint.Color {
	var v uint32
	for _, d := range []byte(digits) {
		v = v<<4 | uint32(strings.IndexByte("0123456789ABCDEF", d))
	}
	return tint.Hex(v)
}

// colored reports whether a word names a thing, so that a preceding colour applies to the thing rather than the image.
func colored(found []meaning) bool {
	return slices.ContainsFunc(found, func(m meaning) bool { return m.kind == "thing" || m.kind == "figure" })
}

// natural are things that already have the colour that prompts usually name: a blue sky, green hills.
var natural = []string{"cloud", "hill", "forest", "grass", "sea", "lake", "river", "beach", "field", "snow", "mountain", "tree", "pine", "leaf", "moon", "sun",
	"star", "fog", "flow", "circle", "hexagon", "square", "triangle", "spiral", "network", "aurora", "dune", "canyon"}

// painted reports whether a thing has its own colour.
func painted(found []meaning) bool {
	return slices.ContainsFunc(found, func(m meaning) bool {
		return m.kind == "figure" || m.kind == "thing" && !slices.Contains(natural, m.concept)
	})
}
