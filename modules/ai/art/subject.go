package art

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/ai/art/internal/figure"
	"github.com/platenhq/platen/modules/ai/art/internal/icon"
	"github.com/platenhq/platen/modules/ai/art/internal/illus"
	"github.com/platenhq/platen/modules/ai/art/internal/prompt"
)

// Subjects returns the names of everything that illustrations can show: landscapes and patterns, and figures in one of
// FigureStyles.
func Subjects() (scenes, figures []string) { return prompt.Drawable() }

// FigureStyles returns the styles of figures, which a prompt selects by name.
func FigureStyles() []string { return figure.Styles() }

// SceneStyles returns the styles of landscapes and patterns, a subset of FigureStyles.
func SceneStyles() []string { return illus.Styles() }

// Undrawable describes a prompt whose subject no illustration or icon shows.
type Undrawable struct {
	Words   []string // of the prompt
	Instead []string // subjects that can be drawn instead
	Icon    bool     // an icon can show it
}

// Undrawn returns the reason why the subject of an image's prompt cannot be drawn, nil when it can. Backgrounds have no
// subject.
func Undrawn(r Request) (*Undrawable, error) {
	if r.Kind != Image {
		return nil, nil
	}
	read := readPrompt(r.Prompt)
	found, err := icon.Find(slices.DeleteFunc(slices.Clone(read.All), func(w string) bool { return slices.Contains(read.ColorWords, w) }), nil, 1)
	if err != nil {
		return nil, err
	}
	if r.Substyle == Icon {
		if found, err = icon.Find(read.All, read.Tokens, 1); err != nil || len(found) > 0 || len(read.Unknown) == 0 {
			return nil, err
		}
		return &Undrawable{Words: read.Unknown, Instead: []string{"rocket", "chart", "heart"}}, nil
	}
	words, instead := prompt.Missing(r.Prompt)
	if len(words) == 0 {
		return nil, nil
	}
	u := &Undrawable{Words: words, Instead: instead}
	for _, w := range words {
		u.Icon = u.Icon || len(found) > 0 && slices.Contains(found[0].Words, strings.ToLower(w))
	}
	return u, nil
}
