package ai

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/platform/cache"
)

// Style is a tone with its palettes and the address of its preview image.
type Style struct {
	art.Tone
	PreviewURL string
}

// Styles returns every tone, always in the same order.
func (m *Module) Styles() []Style {
	var out []Style
	for _, t := range art.Tones() {
		out = append(out, Style{t, m.cfg.BaseURL + StylesPrefix + t.Name + ".png"})
	}
	return out
}

// Style returns a tone; the error is ErrStyleNotFound.
func (m *Module) Style(tone string) (Style, error) {
	all := m.Styles()
	i := slices.IndexFunc(all, func(s Style) bool { return s.Name == tone })
	if i < 0 {
		return Style{}, ErrStyleNotFound
	}
	return all[i], nil
}

// StylesPrefix is the path prefix of the tones' preview images.
const StylesPrefix = "/cdn/styles/"

// The size and grain of a tone's preview image.
const (
	previewWidth  = 600
	previewHeight = 315
	previewSeed   = 7
)

// Preview is a tone's preview image.
type Preview struct {
	PNG    []byte
	SHA256 string // hex
}

// styles caches the tones' preview images, which are rendered on first use. The zero value is empty.
type styles struct {
	drawing cache.Flight[*Preview]
	made    sync.Map // tone to *Preview; bounded by the number of tones
}

// Preview returns a tone's preview image: the same bytes in every process. The error is ErrStyleNotFound
// for an unknown tone.
func (m *Module) Preview(ctx context.Context, tone string) (*Preview, error) {
	if _, err := m.Style(tone); err != nil {
		return nil, err
	}
	if p, ok := m.styles.made.Load(tone); ok {
		return p.(*Preview), nil
	}
	return m.styles.drawing.Do(ctx, tone, func(ctx context.Context) (*Preview, error) { return m.drawStyle(ctx, tone) })
}

func (m *Module) drawStyle(ctx context.Context, tone string) (*Preview, error) {
	pic, err := generate(ctx, art.Request{Kind: art.Mesh, Tone: tone, Width: previewWidth, Height: previewHeight, Seed: previewSeed})
	if err != nil {
		return nil, fmt.Errorf("drawing the tone %s: %w", tone, err)
	}
	png, err := m.needs.Images.Write(ctx, Pixels{pic.Width, pic.Height, pic.Pix}, false)
	if err != nil {
		return nil, fmt.Errorf("writing the tone %s: %w", tone, err)
	}
	sum := sha256.Sum256(png)
	p := &Preview{png, hex.EncodeToString(sum[:])}
	m.styles.made.Store(tone, p)
	return p, nil
}
