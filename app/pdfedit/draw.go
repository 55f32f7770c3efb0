package pdfedit

import (
	"context"
	"fmt"
	"html"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// Draw draws a text with characters that the standard fonts of PDF lack as a PDF of its size, which becomes the stamp;
// it does nothing for other stamps.
func (s *Stamp) Draw(ctx context.Context) error {
	if !s.drawn() {
		return nil
	}
	if err := s.checkSize(); err != nil {
		return err
	}
	source := engine.Source{HTML: fmt.Sprintf(`<!doctype html><body style="margin:0"><div id="stamp" style="display:inline-block;white-space:pre;font:%gpx/1.2 Inter;color:%s">%s</div>`,
		float64(s.Size)*4/3, html.EscapeString(s.Color), html.EscapeString(s.Text))}
	e := engine.New(engine.Options{})
	drawing := func(width, height int) (*engine.Drawing, error) {
		doc, err := e.Open(ctx, source, engine.Settings{Width: width, Height: height})
		if err != nil {
			return nil, err
		}
		return doc.Draw(ctx, engine.NoFiles{})
	}
	const most = 16384
	p, err := drawing(most, most)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return argumentf("text", "the text cannot be drawn: %v", err)
	}
	width, height := 0.0, 0.0
	for _, b := range p.Boxes() {
		if b.ID == "stamp" {
			width, height = b.Width, b.Height
		}
	}
	missing := p.Glyphs
	p.Close()
	switch {
	case len(missing) > 0:
		return argumentf("text", "no font has %q of the text", missing[0])
	case width <= 0 || height <= 0:
		return argumentf("text", "the text has no visible character")
	case width > most || height > most:
		return argumentf("text", "the text is longer than a page can be; take a smaller --size")
	}
	if p, err = drawing(int(math.Ceil(width)), int(math.Ceil(height))); err != nil {
		return fmt.Errorf("drawing the stamp: %w", err)
	}
	defer p.Close()
	f, err := e.Encode(ctx, p, engine.Output{Vector: engine.PDF})
	if err != nil {
		return fmt.Errorf("writing the stamp: %w", err)
	}
	s.Text, s.PDF, s.Natural = "", f.Bytes, true
	return nil
}
