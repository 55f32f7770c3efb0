package art_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// styleWords maps the styles of figures to the words that select them in a prompt.
var styleWords = map[string]string{"flat": "flat design", "soft": "soft 3d", "line": "line art", "paper": "paper cut", "halftone": "halftone", "isometric": "isometric", "silhouette": "silhouette"}

// TestFiguresInEveryStyle: every figure can be drawn alone in every style that a prompt can name, and no two figures or
// styles give the same image.
func TestFiguresInEveryStyle(t *testing.T) {
	t.Parallel()
	_, figures := art.Subjects()
	seen := map[string]string{}
	for _, style := range art.FigureStyles() {
		for _, name := range figures {
			prompt := name + ", " + styleWords[style]
			p := generate(t, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: prompt, Width: 40, Height: 40, Seed: 4, Grain: art.NoGrain})
			if p.Family != "figure:"+style || len(p.Warnings) > 0 || !p.Opaque {
				t.Errorf("%s: %s, %+v, opaque %v", prompt, p.Family, p.Warnings, p.Opaque)
			}
			if other := seen[string(p.Pix)]; other != "" {
				t.Errorf("%s is the image of %s", prompt, other)
			}
			seen[string(p.Pix)] = prompt
		}
	}
}

// TestFiguresLeaveSpaceForText: a wide image with figures has an area in which every pixel has a contrast of at least
// 4.5 to the text colour, with curated colours, with a kit's, and at night.
func TestFiguresLeaveSpaceForText(t *testing.T) {
	t.Parallel()
	kit := []art.Color{color(t, "#0B3C5D"), color(t, "#D9B310"), color(t, "#F2F7FA")}
	for k, subject := range []string{"laptop", "three cats", "kitchen", "team", "credit card and a coffee cup", "robot at night"} {
		for _, style := range art.FigureStyles() {
			for _, colors := range [][]art.Color{nil, kit} {
				r := art.Request{Kind: art.Image, Prompt: subject + ", " + styleWords[style], Width: 300, Height: 158, Seed: uint64(k), Colors: colors}
				p := generate(t, r)
				if c := p.Calm; c.W < 75 || c.H < 40 || c.X < 0 || c.Y < 0 || c.X+c.W > 300 || c.Y+c.H > 158 {
					t.Errorf("%s: the area for text is %+v", r.Prompt, c)
					continue
				}
				if worst := worstContrast(p); worst < 4.5 {
					t.Errorf("%s in %v: contrast of the text %v is %.2f, want 4.5", r.Prompt, colors, p.Ink, worst)
				}
			}
		}
	}
}

// TestScenesMeasureSpaceForText: the area that an illustration reports for text is suitable for text.
func TestScenesMeasureSpaceForText(t *testing.T) {
	t.Parallel()
	found := 0
	for k, prompt := range []string{"mountains and a lake at dawn", "city at night", "beach at sunset", "rocket in space", "network", "growth chart", "autumn forest", "windmill under a blue sky", "aurora", "waves"} {
		p := generate(t, art.Request{Kind: art.Image, Prompt: prompt, Width: 300, Height: 200, Seed: uint64(k)})
		if p.Calm == (art.Rect{}) {
			continue
		}
		found++
		if worst := worstContrast(p); worst < 4.5 {
			t.Errorf("%s: contrast of the text %v is %.2f, want 4.5", prompt, p.Ink, worst)
		}
	}
	if found < 4 {
		t.Errorf("%d of 10 scenes have an area for text", found)
	}
}

func worstContrast(p *art.Result) float64 {
	worst, c := 21.0, p.Calm
	for y := c.Y; y < c.Y+c.H; y++ {
		for x := c.X; x < c.X+c.W; x++ {
			i := 4 * (y*p.Width + x)
			worst = min(worst, tint.Contrast(p.Ink, art.Color{R: p.Pix[i], G: p.Pix[i+1], B: p.Pix[i+2]}))
		}
	}
	return worst
}

// TestFiguresKeepToTheKit: the colours of a figure drawn with a kit are colours of the kit or mixtures of two of them,
// black and white.
func TestFiguresKeepToTheKit(t *testing.T) {
	t.Parallel()
	kit := []art.Color{color(t, "#0B3C5D"), color(t, "#328CC1"), color(t, "#F2F7FA")}
	for k, subject := range []string{"apple", "team", "kitchen", "fox", "sushi", "bookshelf"} {
		for _, style := range art.FigureStyles() {
			p := generate(t, art.Request{Kind: art.Image, Prompt: subject + ", " + styleWords[style], Width: 200, Height: 200, Seed: uint64(k), Colors: kit})
			for _, s := range p.Palette {
				if o := s.Color.Lab(); o.Chroma() > 0.05 && !(o.B < 0 && o.A < 0.05) && s.Share > 0.005 {
					t.Errorf("%s %s: %v takes %.1f %% and is not between the given blues", subject, style, s.Color, 100*s.Share)
				}
			}
		}
	}
}

// TestFiguresFollowThePrompt: counts, the colour of a thing, the seed, and a landscape behind it change the image;
// figures that do not fit are reported.
func TestFiguresFollowThePrompt(t *testing.T) {
	t.Parallel()
	draw := func(prompt string, seed uint64) *art.Result {
		return generate(t, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: prompt, Width: 240, Height: 126, Seed: seed})
	}
	one := draw("a cat", 1)
	for _, other := range []*art.Result{draw("three cats", 1), draw("a cat at night", 1), draw("a cat", 2), draw("a cat on a beach", 1)} {
		if bytes.Equal(one.Pix, other.Pix) {
			t.Error("two prompts or seeds give one image")
		}
	}
	if !bytes.Equal(one.Pix, draw("a cat", 1).Pix) {
		t.Error("one request gives two images")
	}
	red := draw("a #laptop", 1)
	if p := draw("a red laptop", 1); bytes.Equal(p.Pix, red.Pix) || !slices.ContainsFunc(p.Palette, func(s art.Share) bool { return tint.Distance(s.Color.Lab(), color(t, "#D62839").Lab()) < 0.1 }) {
		t.Errorf("a red laptop has the colours %v", p.Palette)
	}
	if p := draw("five dogs and five foxes", 1); len(p.Warnings) != 1 || p.Warnings[0].Code != "too_many_things" || p.Warnings[0].Word != "foxes" {
		t.Errorf("ten animals: %+v", p.Warnings)
	}
	if p := draw("isometric laptop on a mountain", 1); len(p.Warnings) != 1 || p.Warnings[0].Word != "mountain" {
		t.Errorf("a landscape behind an isometric figure: %+v", p.Warnings)
	}
	if p := draw("a bear in a snowy forest", 1); len(p.Warnings) != 0 {
		t.Errorf("a landscape behind a figure: %+v", p.Warnings)
	}
	if !strings.Contains(string(one.SVG), "<path") {
		t.Error("a vector illustration has no SVG")
	}
}
