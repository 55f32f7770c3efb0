package art

import (
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/prompt"
)

// reading is a parsed prompt.
type reading struct {
	*prompt.Reading
	understood []string
}

// maxWarnings is the maximum number of words with a warning of their own.
const maxWarnings = 12

func readPrompt(text string) reading {
	r := prompt.Read(text)
	return reading{r, r.Words}
}

func (r reading) colors() []Color { return slices.Clone(r.Colors) }

// tone returns the tone the prompt suggests, or otherwise.
func (r reading) tone(otherwise string) string {
	for _, list := range [][]string{r.Tones, r.Moods} {
		if len(list) > 0 {
			return list[0]
		}
	}
	if slices.Contains(r.Styles, "pastel") {
		return "pastel"
	}
	return otherwise
}

// leftOver returns the warnings for words that cannot be drawn and for things that did not fit into the image.
func (r reading) leftOver(crowded []string) []Warning {
	var out []Warning
	for k, w := range r.Unknown {
		if k == maxWarnings {
			out = append(out, Warning{Code: "undrawable_word", Message: fmt.Sprintf("%d more words cannot be drawn.", len(r.Unknown)-k)})
			break
		}
		out = append(out, Warning{"undrawable_word", w, fmt.Sprintf("'%s' cannot be drawn.", w)})
	}
	for _, w := range crowded {
		out = append(out, Warning{"too_many_things", w, fmt.Sprintf("There was no place for '%s' in this image.", w)})
	}
	return out
}

// names reports whether a word of the prompt names a thing.
func (r reading) names(word string) bool {
	return slices.ContainsFunc(r.Things, func(t prompt.Thing) bool { return t.Word == word })
}
