package css

import "testing"

func TestMedia(t *testing.T) {
	t.Parallel()
	env := MediaEnv{Width: 1200, Height: 630, Scale: 2}
	for _, c := range []struct {
		q    string
		want bool
	}{
		{"", true}, {"all", true}, {"screen", true}, {"print", false}, {"not print", true}, {"only screen", true}, {"screen, print", true},
		{"(min-width: 600px)", true}, {"(max-width: 600px)", false}, {"(width: 1200px)", true}, {"(width >= 600px)", true}, {"(600px < width <= 1200px)", true},
		{"(1200px < width)", false}, {"(min-width: 40em)", true}, {"(orientation: landscape)", true}, {"(orientation: portrait)", false},
		{"(min-aspect-ratio: 16/9)", true}, {"(aspect-ratio: 40/21)", true}, {"(min-resolution: 2dppx)", true}, {"(min-resolution: 200dpi)", false},
		{"(prefers-color-scheme: light)", true}, {"(prefers-color-scheme: dark)", false}, {"(hover: hover)", false}, {"(prefers-reduced-motion: no-preference)", true}, {"(prefers-reduced-motion)", false}, {"(hover: none)", true},
		{"(min-width: 600px) and (max-width: 700px)", false}, {"(max-width: 700px) or (min-width: 800px)", true}, {"not (max-width: 700px)", true},
		{"not all and (max-width: 700px)", true}, {"screen and (min-width: 600px)", true}, {"(unknown: 1)", false}, {"not (unknown: 1)", false},
		{"(unknown) or (width)", true}, {"(width", true}, {"garbage (", false}, {"(min-width: 600)", false}, {"((min-width: 1px) and (min-height: 1px))", true},
		{"(-webkit-min-device-pixel-ratio: 2)", false}, {"(color)", true}, {"(monochrome)", false}, {"tv", false}, {"and", false}, {"(width: calc(1px))", false},
	} {
		toks, _ := Tokenize(c.q)
		if got := env.Matches(Trim(toks)); got != c.want {
			t.Errorf("%q: got %v, want %v", c.q, got, c.want)
		}
	}
}
