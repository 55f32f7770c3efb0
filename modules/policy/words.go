package policy

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The categories of the built-in list, and that of a workspace's own words.
const (
	Hate         = "hate"
	Harassment   = "harassment"
	Sexual       = "sexual"
	SexualMinors = "sexual_minors"
	Violence     = "violence"
	SelfHarm     = "self_harm"
	Drugs        = "drugs"
	Weapons      = "weapons"
	Custom       = "custom"
)

// Categories returns the categories of the built-in list in their order. The caller owns the slice.
func Categories() []string {
	return []string{Hate, Harassment, Sexual, SexualMinors, Violence, SelfHarm, Drugs, Weapons}
}

//go:embed terms.txt
var termsText string

// term is one word or phrase.
type term struct {
	category string
	words    []piece
	// inside is the folded term of a script without spaces, which is matched anywhere in the text; "" for others.
	inside string
}

// piece is one word of a term; an open one is a prefix of the words that it matches.
type piece struct {
	text string
	open bool
}

func (p piece) matches(w *word) bool {
	for _, f := range w.forms {
		if f == p.text || p.open && strings.HasPrefix(f, p.text) {
			return true
		}
	}
	return false
}

// parseTerm parses a term; it returns false if the term contains no word.
func parseTerm(category, text string) (term, bool) {
	t := term{category: category}
	if strings.IndexFunc(text, unspaced) >= 0 {
		t.inside = strings.Join(strings.Fields(plain(text)), "")
		return t, t.inside != ""
	}
	for _, field := range strings.Fields(text) {
		open := strings.HasSuffix(field, "*")
		ws := split(strings.TrimRight(field, "*"))
		for i, w := range ws {
			t.words = append(t.words, piece{w.forms[0], open && i == len(ws)-1})
		}
	}
	return t, len(t.words) > 0
}

// list is a set of terms that are matched in one pass. It is immutable.
type list struct {
	first  map[string][]*term // by their first word, if it is not open
	open   []*term            // with an open first word
	inside []*term
}

func newList(terms []term) *list {
	l := &list{first: map[string][]*term{}}
	for i := range terms {
		switch t := &terms[i]; {
		case t.inside != "":
			l.inside = append(l.inside, t)
		case t.words[0].open:
			l.open = append(l.open, t)
		default:
			l.first[t.words[0].text] = append(l.first[t.words[0].text], t)
		}
	}
	return l
}

// termMatch is the location of a term.
type termMatch struct {
	category   string
	start, end int
}

// find returns every term found in a text, in order.
func (l *list) find(text string) []termMatch {
	words := split(text)
	hits := l.scan(words, nil)
	for _, apart := range []bool{false, true} {
		if put := joined(text, words, apart); put != nil {
			hits = l.scan(put, hits)
		}
	}
	if len(l.inside) > 0 && strings.IndexFunc(text, unspaced) >= 0 {
		folded := strings.Join(strings.Fields(plain(text)), "")
		for _, t := range l.inside {
			if strings.Contains(folded, t.inside) {
				hits = append(hits, termMatch{t.category, 0, len(text)})
			}
		}
	}
	slices.SortFunc(hits, func(a, b termMatch) int {
		if a.start != b.start {
			return a.start - b.start
		}
		if a.end != b.end {
			return b.end - a.end
		}
		return strings.Compare(a.category, b.category)
	})
	return slices.Compact(hits)
}

func (l *list) scan(words []word, hits []termMatch) []termMatch {
	for i := range words {
		try := func(t *term) {
			if len(t.words) > len(words)-i {
				return
			}
			for k, p := range t.words {
				if !p.matches(&words[i+k]) {
					return
				}
			}
			hits = append(hits, termMatch{t.category, words[i].start, words[i+len(t.words)-1].end})
		}
		for _, f := range words[i].forms {
			for _, t := range l.first[f] {
				try(t)
			}
		}
		for _, t := range l.open {
			try(t)
		}
	}
	return hits
}

// builtIn is the embedded list.
var builtIn = sync.OnceValue(func() []term { return mustParse(termsText) })

// mustParse parses the embedded list, which tests check.
func mustParse(text string) []term {
	var out []term
	category := ""
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			category = strings.Trim(line, "[]")
			if !slices.Contains(Categories(), category) {
				panic(fmt.Sprintf("policy: line %d of terms.txt: unknown category %q", n+1, category))
			}
		default:
			t, ok := parseTerm(category, line)
			if !ok || category == "" {
				panic(fmt.Sprintf("policy: line %d of terms.txt holds no word", n+1))
			}
			out = append(out, t)
		}
	}
	return out
}

// words holds the terms that one workspace blocks and allows. It is immutable.
type words struct{ deny, allow *list }

func newWords(s Setting) *words {
	var deny, allow []term
	for _, t := range builtIn() {
		if slices.Contains(s.Categories, t.category) {
			deny = append(deny, t)
		}
	}
	for _, text := range s.Deny {
		if t, ok := parseTerm(Custom, text); ok {
			deny = append(deny, t)
		}
	}
	for _, text := range s.Allow {
		if t, ok := parseTerm("", text); ok {
			allow = append(allow, t)
		}
	}
	return &words{newList(deny), newList(allow)}
}

// blocked returns the blocked terms of a text: hits that are not inside an allowed phrase.
func (w *words) blocked(text string) []termMatch {
	hits := w.deny.find(text)
	if len(hits) == 0 {
		return nil
	}
	allowed := w.allow.find(text)
	return slices.DeleteFunc(hits, func(h termMatch) bool {
		return slices.ContainsFunc(allowed, func(a termMatch) bool { return a.start <= h.start && h.end <= a.end })
	})
}
