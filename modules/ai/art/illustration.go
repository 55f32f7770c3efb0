package art

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	style := read.style(r.Substyle)
	var scene *canvas.Scene
	p := &Result{Colors: colors, Understood: read.understood}
	if len(read.Figures) > 0 {
		wish := read.figures(r, style, colors, rng)
		unplaced := read.landscape()
		if len(unplaced) > 0 && slices.Contains(illus.Styles(), style) {
			behind, err := illus.Compose(ctx, illus.Wish{W: r.Width, H: r.Height, Read: read.Reading, Colors: colors, Style: style, Rng: rng})
			if err != nil {
				return nil, err
			}
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
		drawn := style
		if !slices.Contains(illus.Styles(), style) {
			drawn = ownStyle(r.Substyle)
			p.Warnings = append(p.Warnings, Warning{"style_unavailable", style, fmt.Sprintf("Scenes are not drawn in the style '%s'; this one is '%s'. Scenes have the styles %s; single objects, people and rooms have '%[1]s' too.",
				style, drawn, strings.Join(illus.Styles(), ", "))})
		}
		d, err := illus.Compose(ctx, illus.Wish{W: r.Width, H: r.Height, Read: read.Reading, Colors: colors, Style: drawn, Rng: rng})
		if err != nil {
			return nil, err
		}
		scene, p.Family = d.Scene, d.Kind
		if drawn != ownStyle(r.Substyle) {
			p.Family += ":" + drawn
		}
		p.Warnings = append(p.Warnings, read.leftOver(d.Crowded)...)
		if d.Empty {
			p.Warnings = append(p.Warnings, Warning{Code: "prompt_without_subject", Message: "The prompt names no subject that can be drawn; an abstract composition is drawn instead."})
		}
	}
	c, err := scene.Raster(ctx)
	if err != nil {
		return nil, err
	}
	own := 0.0
	if r.Substyle != Vector {
		own = 0.14
	} else {
		p.SVG = scene.SVG()
	}
	p.Pix = c.Bytes(uint32(r.Seed), r.grain(own))
	p.Calm, p.Ink = calm(p.Pix, r.Width, r.Height)
	return p, nil
}

// ownStyle returns the style of an illustration whose prompt names none.
func ownStyle(s Substyle) string {
	if s == Vector {
		return figure.Flat
	}
	return figure.Soft
}

// style returns the style that a prompt names first, or the substyle's own.
func (r reading) style(s Substyle) string {
	for _, name := range r.Styles {
		if slices.Contains(figure.Styles(), name) {
			return name
		}
	}
	return ownStyle(s)
}

// figures returns the composition request for the figures that a prompt names.
func (r reading) figures(req Request, style string, colors []Color, rng *num.Rand) figure.Wish {
	wish := figure.Wish{
		W: req.Width, H: req.Height, Style: style, Looks: r.Styles, Colors: colors, Accent: r.Accent, Rng: rng,
		Dark:  r.Time == "night" || slices.Contains(r.Tones, "dark") || slices.Contains(r.Styles, "neon") || req.Tone == "dark",
		Space: slices.Contains(r.Styles, "space"),
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
