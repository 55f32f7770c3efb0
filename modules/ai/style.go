package ai

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/ai/art"
)

// Style is a tone with its palettes and the address of a picture that shows it.
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

// StylesPrefix is what the paths of the tones' pictures begin with.
const StylesPrefix = "/cdn/styles/"

// The picture that shows a tone.
const (
	previewWidth  = 600
	previewHeight = 315
	previewSeed   = 7
)

// Preview is the picture that shows a tone.
type Preview struct {
	PNG    []byte
	SHA256 string // hex
}

// styles keeps the tones' pictures, each made when it is first asked for.
type styles struct {
	mu   sync.Mutex
	made map[string]*Preview
}

// Preview returns the picture that shows a tone: the same bytes from every process. The error is ErrStyleNotFound
// for an unknown tone.
func (m *Module) Preview(ctx context.Context, tone string) (*Preview, error) {
	if _, err := m.Style(tone); err != nil {
		return nil, err
	}
	m.styles.mu.Lock()
	defer m.styles.mu.Unlock()
	if p := m.styles.made[tone]; p != nil {
		return p, nil
	}
	pic, err := generate(ctx, art.Request{Kind: art.Mesh, Tone: tone, Width: previewWidth, Height: previewHeight, Seed: previewSeed})
	if err != nil {
		return nil, fmt.Errorf("drawing the tone %s: %w", tone, err)
	}
	png, err := m.needs.Pictures.Write(ctx, Pixels{pic.Width, pic.Height, pic.Pix}, false)
	if err != nil {
		return nil, fmt.Errorf("writing the tone %s: %w", tone, err)
	}
	sum := sha256.Sum256(png)
	p := &Preview{png, hex.EncodeToString(sum[:])}
	if m.styles.made == nil {
		m.styles.made = map[string]*Preview{}
	}
	m.styles.made[tone] = p
	return p, nil
}
