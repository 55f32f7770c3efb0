package art_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/ai/art"
)

// TestScenesInEveryStyle: every subject of scenes can be drawn in every style of scenes, and the style shows.
func TestScenesInEveryStyle(t *testing.T) {
	t.Parallel()
	scenes, _ := art.Subjects()
	styles := art.SceneStyles()
	if len(scenes) < 60 || len(styles) < 6 {
		t.Fatalf("%d subjects in %d styles, want at least 60 in 6", len(scenes), len(styles))
	}
	for k, name := range scenes {
		seen := map[string]string{}
		for _, style := range styles {
			r := art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: name + ", " + styleWords[style], Width: 60, Height: 40, Seed: uint64(k), Grain: art.NoGrain}
			p := generate(t, r)
			if len(p.Warnings) > 0 || !p.Opaque || !bytes.Contains(p.SVG, []byte("<path")) {
				t.Errorf("%s: %+v, opaque %v, %d bytes of SVG", r.Prompt, p.Warnings, p.Opaque, len(p.SVG))
			}
			if style != "flat" && !strings.HasSuffix(p.Family, ":"+style) {
				t.Errorf("%s has the composition %q", r.Prompt, p.Family)
			}
			if other := seen[string(p.Pix)]; other != "" {
				t.Errorf("%s has the image of the style %s", r.Prompt, other)
			}
			seen[string(p.Pix)] = style
		}
	}
}

// TestScenesNameTheirStyles: a style that scenes do not have is reported with those they have.
func TestScenesNameTheirStyles(t *testing.T) {
	t.Parallel()
	for _, prompt := range []string{"isometric mountains", "a lake, isometric"} {
		p := generate(t, art.Request{Kind: art.Image, Prompt: prompt, Width: 60, Height: 40})
		i := slices.IndexFunc(p.Warnings, func(w art.Warning) bool { return w.Code == "style_unavailable" })
		if i < 0 || p.Warnings[i].Word != "isometric" || !strings.Contains(p.Warnings[i].Message, strings.Join(art.SceneStyles(), ", ")) {
			t.Errorf("%s: %+v", prompt, p.Warnings)
		}
	}
}

// TestStyledScenesKeepToTheKit: a scene in a style has only colours between the given ones.
func TestStyledScenesKeepToTheKit(t *testing.T) {
	t.Parallel()
	kit := []art.Color{color(t, "#0B3C5D"), color(t, "#328CC1"), color(t, "#F2F7FA")}
	for _, subject := range []string{"city by a lake", "pine forest and mountains", "planets", "three balloons over hills", "growth"} {
		for _, style := range art.SceneStyles() {
			p := generate(t, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: subject + ", " + styleWords[style], Width: 200, Height: 120, Seed: 3, Colors: kit})
			for _, s := range p.Palette {
				if o := s.Color.Lab(); o.Chroma() > 0.05 && !(o.B < 0 && o.A < 0.05) && s.Share > 0.005 {
					t.Errorf("%s %s: %v takes %.1f %% and is not between the given blues", subject, style, s.Color, 100*s.Share)
				}
			}
		}
	}
}

// TestFiguresStandInStyledScenes: a landscape behind a figure has the figure's style.
func TestFiguresStandInStyledScenes(t *testing.T) {
	t.Parallel()
	for _, style := range art.SceneStyles() {
		draw := func(prompt string) *art.Result {
			return generate(t, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: prompt + ", " + styleWords[style], Width: 240, Height: 126, Seed: 2})
		}
		p, alone := draw("a bear in a pine forest"), draw("a bear")
		if len(p.Warnings) > 0 || p.Family != "figure:"+style || bytes.Equal(p.Pix, alone.Pix) {
			t.Errorf("%s: %s %+v", style, p.Family, p.Warnings)
		}
	}
}

// TestDistanceFromTheColors: measured colours are compared with the given ones and with mixtures of two of them.
func TestDistanceFromTheColors(t *testing.T) {
	t.Parallel()
	kit := []art.Color{color(t, "#0B3C5D"), color(t, "#328CC1"), color(t, "#F2F7FA")}
	pix := func(list ...art.Color) (out []byte) {
		for _, c := range list {
			out = append(out, c.R, c.G, c.B, 255)
		}
		return out
	}
	near := func(a, b float64) bool { return a-b < 0.002 && b-a < 0.002 }
	for _, c := range []struct {
		name    string
		pix     []byte
		nearest string
		own     float64 // distance of the first share from its nearest colour
		mean    float64
	}{
		{"a given colour", pix(kit[1], kit[1]), "#328CC1", 0, 0},
		{"a mixture", pix(kit[0].Mix(kit[1], 0.25)), "#0B3C5D", 0.0697, 0},
		{"another colour on half of the area", pix(color(t, "#FF0000"), kit[2], color(t, "#FF0000"), kit[2]), "", 0, 0.1473},
	} {
		palette, mean := art.Measure(c.pix, kit)
		if !near(mean, c.mean) {
			t.Errorf("%s: the mean distance is %.4f, want %.4f", c.name, mean, c.mean)
		}
		if s := palette[0]; c.nearest != "" && (s.Nearest.String() != c.nearest || !near(s.Distance, c.own)) {
			t.Errorf("%s: %.4f from %v, want %.4f from %s", c.name, s.Distance, s.Nearest, c.own, c.nearest)
		}
	}
	p := generate(t, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: "a fox, paper cut", Width: 200, Height: 120, Seed: 3, Colors: kit})
	if p.Distance > 0.05 {
		t.Errorf("a fox in the kit's colours is %.4f from them", p.Distance)
	}
	if own, mean := art.Measure(pix(kit[0]), nil); mean != 0 || own[0].Distance != 0 {
		t.Errorf("without colours: %v, %v", own, mean)
	}
}
