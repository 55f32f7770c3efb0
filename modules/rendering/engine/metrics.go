package engine

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// fontMetrics resolves the font-relative units ex, ch, cap and ic while styles
// are computed, from the bundled fonts.
type fontMetrics struct{ engine *Engine }

// UnitsOf implements [style.FontMetrics].
func (m *fontMetrics) UnitsOf(f *style.Font) style.FontUnits {
	t := m.engine.text.Metrics(&text.Style{
		Families: f.Families, Size: geom.FromFloat(f.Size), Weight: f.Weight, Stretch: f.Stretch, Slant: text.Slant(f.Slant),
	}, font.Bundled())
	return style.FontUnits{
		XHeight: t.XHeight.Float(), CapHeight: t.CapHeight.Float(), Zero: t.ZeroWidth.Float(),
		Ideograph: t.IdeographWidth.Float(), LineSpacing: t.LineSpacing.Float(),
	}
}
