package art

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/figure"
	"github.com/platenhq/platen/modules/ai/art/internal/illus"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/prompt"
)

// generateIllustration composes a digital or a vector illustration. Colours of the request or of the prompt recolour
// the whole scene; without them it uses the colours of its time of day.
func generateIllustration(ctx context.Context, r Request) (*Result, error) {
	rng := num.NewRand(r.Seed).Fork("illustration")
	read := readPrompt(r.Prompt)
	colors := r.Colors
	if len(colors) == 0 {
		if colors = read.colors(); len(colors) == 1 {
			// A single colour named in the prompt is used in several shades.
			colors = []Color{colors[0], colors[0].Light(-0.25), colors[0].Light(0.25)}
		}
	}
	if len(colors) == 0 && r.Tone != "" {
		colors = r.palette("", rng.Fork("palette"))
	}
	digital := r.Substyle != Vector
	var scene *canvas.Scene
	p := &Result{Colors: colors, Understood: read.understood}
	if len(read.Figures) > 0 {
		wish := read.figures(r, colors, rng)
		unplaced := read.landscape()
		if len(unplaced) > 0 && (wish.Style == figure.Flat || wish.Style == figure.Soft) {
			behind := illus.Compose(ctx, illus.Wish{W: r.Width, H: r.Height, Read: read.Reading, Colors: colors, Digital: digital, Rng: rng})
			if behind.Kind == "landscape" {
				wish.Behind, unplaced = behind.Scene.Shapes, behind.Crowded
			}
		}
		d := figure.Compose(wish)
		scene, p.Family = d.Scene, "figure:"+wish.Style
		p.Warnings = read.leftOver(append(read.unplaced(d.Crowded), unplaced...))
		if len(p.Colors) == 0 && wish.Behind == nil {
			p.Colors = d.Colors
		}
	} else {
		d := illus.Compose(ctx, illus.Wish{W: r.Width, H: r.Height, Read: read.Reading, Colors: colors, Digital: digital, Rng: rng})
		scene, p.Family = d.Scene, d.Kind
		p.Warnings = read.leftOver(d.Crowded)
		if d.Empty {
			p.Warnings = append(p.Warnings, Warning{Code: "prompt_without_subject", Message: "The prompt names no subject that can be drawn; an abstract composition is drawn instead."})
		}
	}
	c, err := scene.Raster(ctx)
	if err != nil {
		return nil, err
	}
	own := 0.0
	if digital {
		own = 0.14
	} else {
		p.SVG = scene.SVG()
	}
	p.Pix = c.Bytes(uint32(r.Seed), r.grain(own))
	p.Calm, p.Ink = calm(p.Pix, r.Width, r.Height)
	return p, nil
}

// figures returns the composition request for the figures that a prompt names.
func (r reading) figures(req Request, colors []Color, rng *num.Rand) figure.Wish {
	wish := figure.Wish{
		W: req.Width, H: req.Height, Style: figure.Soft, Looks: r.Styles, Colors: colors, Accent: r.Accent, Rng: rng,
		Dark:  r.Time == "night" || slices.Contains(r.Tones, "dark") || slices.Contains(r.Styles, "neon") || req.Tone == "dark",
		Space: slices.Contains(r.Styles, "space"),
	}
	if req.Substyle == Vector {
		wish.Style = figure.Flat
	}
	for _, s := range r.Styles {
		if slices.Contains(figure.Styles(), s) {
			wish.Style = s
			break
		}
	}
	for _, f := range r.Figures {
		wish.Items = append(wish.Items, figure.Item{Name: f.Name, Count: f.Count})
	}
	return wish
}

// unplaced returns the prompt's words for the figures that did not fit.
func (r reading) unplaced(names []string) (words []string) {
	for _, f := range r.Figures {
		if slices.Contains(names, f.Name) {
			words = append(words, f.Word)
		}
	}
	return words
}

// landscape returns the prompt's words for things that are not figures.
func (r reading) landscape() (words []string) {
	for _, t := range r.Things {
		if !slices.ContainsFunc(r.Figures, func(f prompt.Thing) bool { return f.Word == t.Word }) && !slices.Contains(words, t.Word) {
			words = append(words, t.Word)
		}
	}
	return words
}
