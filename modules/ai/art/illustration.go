package art

import (
	"context"

	"github.com/platenhq/platen/modules/ai/art/internal/illus"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// generateIllustration composes a digital or a vector illustration. Colours of the
// request or named in the prompt cast the whole scene; without them it takes its
// time of day's.
func generateIllustration(ctx context.Context, r Request) (*Result, error) {
	rng := num.NewRand(r.Seed).Fork("illustration")
	read := readPrompt(r.Prompt)
	colors := r.Colors
	if len(colors) == 0 {
		if colors = read.colors(); len(colors) == 1 {
			// One colour named in passing paints the scene in its own shades.
			colors = []Color{colors[0], colors[0].Light(-0.25), colors[0].Light(0.25)}
		}
	}
	if len(colors) == 0 && r.Tone != "" {
		colors = r.palette("", rng.Fork("palette"))
	}
	digital := r.Substyle != Vector
	d := illus.Compose(ctx, illus.Wish{W: r.Width, H: r.Height, Read: read.Reading, Colors: colors, Digital: digital, Rng: rng})
	c, err := d.Scene.Raster(ctx)
	if err != nil {
		return nil, err
	}
	p := &Result{Colors: colors, Family: d.Kind, Understood: read.understood, Warnings: read.leftOver(d.Crowded)}
	own := 0.0
	if digital {
		own = 0.14
	} else {
		p.SVG = d.Scene.SVG()
	}
	p.Pix = c.Bytes(uint32(r.Seed), r.grain(own))
	if d.Empty {
		p.Warnings = append(p.Warnings, Warning{Code: "prompt_without_subject", Message: "The prompt names no subject that can be drawn; an abstract composition is drawn instead."})
	}
	return p, nil
}
