package ai

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/ai/internal/provider"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// generatedFiles is a generated image whose files are stored but not recorded yet.
type generatedFiles struct {
	Body
	files []File
}

// make generates an image and stores its files under their hashes.
func (m *Module) make(ctx context.Context, p *plan, id string) (*generatedFiles, error) {
	b := Body{ID: id, Kind: p.req.Kind, Width: p.req.Width, Height: p.req.Height, Seed: p.seed}
	var pixels Pixels
	var svg []byte
	var err error
	if p.external {
		pixels, err = m.generateExternally(ctx, p, &b)
	} else {
		pixels, svg, err = m.draw(ctx, p, &b)
	}
	if err != nil {
		return nil, err
	}
	marked := ident.Must(ctx).Mode == ident.Test
	png, err := m.needs.Images.Write(ctx, pixels, marked)
	if err != nil {
		return nil, drawFault(fmt.Errorf("writing an image: %w", err))
	}
	out := &generatedFiles{Body: b}
	f, err := m.file(ctx, p, &out.Body, id, "png", "image/png", png)
	if err != nil {
		return nil, err
	}
	out.Bytes, out.SHA256, out.files = f.Bytes, f.SHA256, []File{f}
	if svg == nil {
		return out, nil
	}
	if marked {
		if svg, err = m.needs.Images.Mark(ctx, svg, b.Width, b.Height); err != nil {
			return nil, drawFault(fmt.Errorf("marking an SVG: %w", err))
		}
	}
	if f, err = m.file(ctx, p, &out.Body, ident.New(ident.Image), "svg", "image/svg+xml", svg); err != nil {
		return nil, err
	}
	out.Vector, out.files = &Vector{f.ID, f.Bytes, f.SHA256}, append(out.files, f)
	return out, nil
}

func (m *Module) file(ctx context.Context, p *plan, b *Body, id, format, mimeType string, data []byte) (File, error) {
	sum, err := m.needs.Images.Put(ctx, data, mimeType)
	if err != nil {
		return File{}, fmt.Errorf("storing a file: %w", err)
	}
	return File{ID: id, Name: string(b.Kind), Format: format, MIMEType: mimeType, Width: b.Width, Height: b.Height, Bytes: len(data), SHA256: sum,
		Request: p.text, RequestHash: p.hash, Provider: b.Provider, Model: b.Model, Determinism: b.Determinism, Seed: b.Seed}, nil
}

// draw generates the image with the built-in generator, on one core at a time.
func (m *Module) draw(ctx context.Context, p *plan, b *Body) (Pixels, []byte, error) {
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	case <-ctx.Done():
		return Pixels{}, nil, drawFault(ctx.Err())
	}
	r, err := p.req.art(p.seed)
	if err != nil {
		return Pixels{}, nil, drawFault(err)
	}
	pic, err := generate(ctx, r)
	if err != nil {
		return Pixels{}, nil, drawFault(err)
	}
	b.Provider, b.Model, b.Determinism = Builtin, art.Version, Computed
	b.Colors, b.Palette, b.Mood, b.CSS, b.Composition, b.Warnings = hexes(pic.Colors), shares(pic.Palette, len(pic.Colors) > 0), pic.Mood, pic.CSS, pic.Family, pic.Warnings
	if len(pic.Colors) > 0 {
		d := rounded(pic.Distance)
		b.Distance = &d
	}
	for _, q := range pic.Points {
		b.Points = append(b.Points, Point{q.Color.String(), q.X, q.Y})
	}
	if c := pic.Calm; c.W > 0 && c.H > 0 {
		b.Calm = &Calm{c.X, c.Y, c.W, c.H, pic.Ink.String()}
	}
	return Pixels{pic.Width, pic.Height, pic.Pix}, pic.SVG, nil
}

// generate turns a panic of the generator into an error, so that one request never takes the process down.
func generate(ctx context.Context, r art.Request) (p *art.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the generator panicked: %v", v)
		}
	}()
	return art.Generate(ctx, r)
}

// generateExternally generates the image with the external provider. The file it returns is decoded under the limits of a render,
// so that only its pixels are kept.
func (m *Module) generateExternally(ctx context.Context, p *plan, b *Body) (Pixels, error) {
	e := m.external
	res, err := e.Make(ctx, provider.Job{Prompt: p.req.words(), Substyle: p.req.Substyle, Colors: p.req.Colors, Width: p.req.Width, Height: p.req.Height, Seed: uint32(p.seed)})
	if err != nil {
		m.log.WarnContext(ctx, "the provider did not generate an image", "provider", e.Name(), "error", err)
		return Pixels{}, failure(e.Name(), err)
	}
	if err := m.needs.Policy.CheckOutput(res.Flagged); err != nil {
		return Pixels{}, err
	}
	pixels, err := m.needs.Images.Read(ctx, res.File, p.req.Width, p.req.Height)
	if err != nil {
		err = &provider.Error{Kind: provider.InvalidResponse, Provider: e.Name(), Cause: err}
		e.Failed(err)
		m.log.WarnContext(ctx, "the provider sent no image", "provider", e.Name(), "error", err)
		return Pixels{}, failure(e.Name(), err)
	}
	if pixels.Width != p.req.Width || pixels.Height != p.req.Height {
		return Pixels{}, fault.From(fmt.Errorf("an image of %d × %d pixels was fitted to %d × %d", p.req.Width, p.req.Height, pixels.Width, pixels.Height))
	}
	b.Provider, b.Model, b.Determinism = e.Name(), e.Model(), Pinned
	b.Colors, b.Mood = p.req.Colors, p.req.Mood
	colors, err := p.req.colors()
	if err != nil {
		return Pixels{}, err
	}
	palette, distance := art.Measure(pixels.Pix, colors)
	if b.Palette = shares(palette, len(colors) > 0); len(colors) > 0 {
		distance = rounded(distance)
		b.Distance = &distance
	}
	return pixels, nil
}

// words returns the prompt sent to a model.
func (r *Request) words() string {
	if r.Kind != art.Background {
		return r.Prompt
	}
	said := "An abstract background without any text, with a calm area for a headline"
	if r.Mood != "" {
		said += ", " + r.Mood
	}
	if r.Prompt != "" {
		said += ": " + r.Prompt
	}
	return said
}
