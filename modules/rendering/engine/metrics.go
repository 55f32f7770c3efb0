package engine

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// fontMetrics resolves the font-relative units ex, ch, cap and ic while styles are computed, from fonts, or the bundled
// ones.
type fontMetrics struct {
	engine *Engine
	fonts  *font.Set // nil for the bundled ones
}

// UnitsOf implements [style.FontMetrics].
func (m *fontMetrics) UnitsOf(f *style.Font) style.FontUnits {
	fonts := m.fonts
	if fonts == nil {
		fonts = font.Bundled()
	}
	t := m.engine.text.Metrics(&text.Style{
		Families: f.Families, Size: geom.FromFloat(f.Size), Weight: f.Weight, Stretch: f.Stretch, Slant: text.Slant(f.Slant),
	}, fonts)
	return style.FontUnits{
		XHeight: t.XHeight.Float(), CapHeight: t.CapHeight.Float(), Zero: t.ZeroWidth.Float(),
		Ideograph: t.IdeographWidth.Float(), LineSpacing: t.LineSpacing.Float(),
	}
}
