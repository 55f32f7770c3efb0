package art

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/backdrop"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// Families returns the families of backgrounds a prompt can name, in a fixed order.
func Families() []string { return backdrop.Families() }

// generateBackground composes a background.
func generateBackground(ctx context.Context, r Request) (*Result, error) {
	rng := num.NewRand(r.Seed).Fork("background")
	read := readPrompt(r.Prompt)
	if len(r.Colors) == 0 {
		r.Colors = read.colors()
	}
	mood := r.Mood
	if mood == "" {
		mood = moodOf(read, r.Seed)
	}
	colors := r.palette(mood, rng.Fork("palette"))
	wish := backdrop.Wish{
		W: r.Width, H: r.Height, Mood: mood, Families: read.Families, Colors: colors, Rng: rng,
		Dark:  slices.Contains(read.Tones, "dark") || read.Time == "night" || r.Tone == "dark",
		Light: slices.Contains(read.Styles, "pastel") || r.Tone == "pastel",
	}
	if len(wish.Families) == 0 {
		wish.Families = familiesOf(read)
	}
	d, err := backdrop.Compose(ctx, wish)
	if err != nil {
		return nil, err
	}
	p := &Result{
		Pix: d.Canvas.Bytes(uint32(r.Seed), r.grain(0.1)), Colors: colors, Family: d.Family, Mood: mood, Ink: d.Ink,
		Calm:       Rect{int(d.Calm.X), int(d.Calm.Y), int(d.Calm.W), int(d.Calm.H)},
		Understood: read.understood, Warnings: read.leftOver(nil),
	}
	return p, nil
}

// moodOf returns the mood the prompt suggests, or one chosen by the seed.
func moodOf(read reading, seed uint64) string {
	for _, m := range read.Moods {
		if isMood(m) {
			return m
		}
	}
	moods := Moods()
	return moods[num.NewRand(seed).Fork("mood").Int(len(moods))].Name
}

// familiesOf returns the families closest to the things a prompt names: a background only suggests them.
func familiesOf(read reading) []string {
	var out []string
	for _, t := range read.Things {
		f := suggests[t.Name]
		if f != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

var suggests = map[string]string{
	"mountain": "terrain", "hill": "terrain", "dune": "terrain", "canyon": "terrain", "forest": "terrain", "field": "terrain", "cliff": "terrain",
	"sea": "waves", "lake": "waves", "river": "waves", "beach": "waves", "waterfall": "aurora", "flow": "ribbons", "wind": "ribbons",
	"star": "bokeh", "galaxy": "aurora", "nebula": "leaks", "planet": "rings", "moon": "rings", "aurora": "aurora", "sun": "leaks",
	"city": "bokeh", "snow": "bokeh", "rain": "beams", "cloud": "blobs", "fog": "mesh", "network": "contour", "chart": "beams", "growth": "beams",
	"circle": "rings", "hexagon": "tiles", "square": "tiles", "triangle": "triangles", "spiral": "rings", "flower": "blobs", "leaf": "paper",
	"lightning": "beams", "rainbow": "leaks",
}
