package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// minContrast is the minimum contrast of text at level AA of WCAG 2.2.
const minContrast = 4.5

// withoutText makes all text transparent.
const withoutText = `*,*::before,*::after{-webkit-text-fill-color:transparent!important;text-shadow:none!important;text-decoration-color:transparent!important}`

// contrast checks the contrast of every text with the pixels behind it.
func (j *checker) contrast(ctx context.Context, e *engine.Engine, markup string) error {
	pic, err := j.shot.Draw(ctx, e, markup, withoutText)
	if err != nil {
		return err
	}
	pm, err := e.Pixels(ctx, pic, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", j.shot, err)
	}
	at := func(x, y int) style.Color {
		k := 4 * (y*pm.Width + x)
		if pm.Pix == nil {
			c := pm.Colors[pm.Indices[y*pm.Width+x]]
			return style.Color{R: uint8(c), G: uint8(c >> 8), B: uint8(c >> 16), A: 255}
		}
		return style.Color{R: pm.Pix[k], G: pm.Pix[k+1], B: pm.Pix[k+2], A: 255}
	}
	for i := range j.view.Elements {
		el := &j.view.Elements[i]
		if el.Text == "" || el.Letters.Empty() || el.Shape || j.deco(i) || !strings.ContainsFunc(el.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			continue
		}
		if el.Style.TextFill.A == 0 {
			continue // its background is clipped to the text
		}
		var seen []float64
		a := el.Letters
		for y := max(0, int(a.Y)+1); y < min(pm.Height, int(a.Y+a.H)); y += 3 {
			for x := max(0, int(a.X)+1); x < min(pm.Width, int(a.X+a.W)); x += 3 {
				behind := at(x, y)
				seen = append(seen, style.Contrast(inspect.Over(el.Style.TextFill, behind, el.Opacity), behind))
			}
		}
		if len(seen) == 0 {
			continue
		}
		slices.Sort(seen)
		if c := seen[len(seen)/25]; c < minContrast-0.02 {
			j.add("contrast", "%s %.40q has a contrast of %.2f; at least %.1f", j.name(i), el.Text, c, minContrast)
		}
	}
	return nil
}
