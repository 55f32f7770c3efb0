package prompt

import (
	"bytes"
	_ "embed" // the subjects
	"slices"
	"strings"
	"sync"
)

//go:embed subjects.txt
var subjectText []byte

// subjects maps words for subjects that no illustration shows to subjects that may be drawn instead.
var subjects = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for raw := range bytes.Lines(subjectText) {
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '#' {
			continue
		}
		instead, list, _ := strings.Cut(line, "=")
		var names []string
		for name := range strings.SplitSeq(instead, ",") {
			names = append(names, strings.TrimSpace(name))
		}
		for w := range strings.SplitSeq(list, ",") {
			out[strings.Join(split(w), " ")] = names
		}
	}
	return out
})

// maxSubjectWords is the maximum number of words of a subject.
const maxSubjectWords = 4

// Missing returns the words of a prompt that name subjects which no illustration shows, and subjects that may be drawn
// instead. Subjects that the prompt excludes, and words that are part of a phrase of the lexicon ("tree of life"), do
// not count. For a prompt without any drawable thing or pattern it returns all unknown words.
func Missing(text string) (words, instead []string) {
	l, tokens := loaded(), split(text)
	if len(tokens) > maxWords {
		tokens = tokens[:maxWords]
	}
	negated := false
	for i := 0; i < len(tokens); {
		known := 0
		for n := min(l.longest, len(tokens)-i); n > 0; n-- {
			if found := l.lookup(tokens[i : i+n]); found != nil {
				if known = n; found[0].kind == "not" {
					negated = true
				}
				break
			}
		}
		word, names := subject(tokens[i:], known)
		switch {
		case word != "":
			if !negated {
				words = add(words, word)
				for _, name := range names {
					instead = add(instead, name)
				}
			}
			negated = false
			i += max(strings.Count(word, " ")+1, known)
		case known > 0:
			if found := l.lookup(tokens[i : i+known]); found[0].kind != "not" {
				negated = false
			}
			i += known
		default:
			negated = negated && l.fillers[tokens[i]]
			i++
		}
	}
	if len(words) > 0 {
		return words, instead
	}
	if r := Read(text); len(r.Things) == 0 && len(r.Figures) == 0 && len(r.Families) == 0 && len(r.Excluded) == 0 && len(r.Unknown) > 0 {
		return r.Unknown, []string{"mountain", "city", "flow"}
	}
	return nil, nil
}

// subject returns the subject at the start of words, unless the lexicon contains a longer phrase or a thing of that
// name.
func subject(words []string, known int) (string, []string) {
	for n := min(maxSubjectWords, len(words)); n > 0; n-- {
		if n < known {
			return "", nil
		}
		if n == known && slices.ContainsFunc(loaded().lookup(words[:n]), func(m meaning) bool { return m.kind == "thing" || m.kind == "figure" || m.kind == "not" }) {
			return "", nil
		}
		head := strings.Join(words[:n-1], " ")
		for _, f := range forms(words[n-1]) {
			phrase := strings.TrimSpace(head + " " + f)
			if names, ok := subjects()[phrase]; ok && !(n == known && colorOnly(words[:n])) {
				return strings.Join(words[:n], " "), names
			}
		}
	}
	return "", nil
}

// colorOnly reports whether the lexicon treats a phrase as a colour: coffee is one unless it is served in a cup or
// sold.
func colorOnly(words []string) bool {
	found := loaded().lookup(words)
	return len(found) > 0 && found[0].kind == "color"
}

// Drawable returns the names of everything that illustrations can show, in the order of the lexicon: things of
// landscapes and patterns, and the first phrases that name figures.
func Drawable() (things, figures []string) {
	for raw := range bytes.Lines(lexiconText) {
		head, list, _ := strings.Cut(string(raw), "=")
		kind, concept, _ := strings.Cut(strings.TrimSpace(head), " ")
		switch kind {
		case "thing":
			if !slices.Contains(things, concept) {
				things = append(things, concept)
			}
		case "figure":
			first, _, _ := strings.Cut(list, ",")
			figures = append(figures, strings.TrimSpace(first))
		}
	}
	return things, figures
}
