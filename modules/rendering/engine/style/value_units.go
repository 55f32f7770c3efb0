package style

import (
	"slices"
	"strings"
)

// unit is a CSS unit.
type unit uint8

const (
	unitNumber unit = iota
	unitPercent
	unitPx
	unitEm
	unitRem
	unitEx
	unitRex
	unitCh
	unitRch
	unitCap
	unitRcap
	unitIc
	unitRic
	unitLh
	unitRlh
	unitVw
	unitVh
	unitVi
	unitVb
	unitVmin
	unitVmax
	unitCqw
	unitCqh
	unitCqi
	unitCqb
	unitCqmin
	unitCqmax
	unitDeg
	unitSecond
	unitDppx
	unitFr
)

// unitInfo defines a unit by a base unit and a factor.
type unitInfo struct {
	unit   unit
	factor float64
}

var unitsByName = map[string]unitInfo{
	"px": {unitPx, 1}, "cm": {unitPx, 96 / 2.54}, "mm": {unitPx, 96 / 25.4}, "q": {unitPx, 96 / 101.6},
	"in": {unitPx, 96}, "pt": {unitPx, 96.0 / 72}, "pc": {unitPx, 16},
	"em": {unitEm, 1}, "rem": {unitRem, 1}, "ex": {unitEx, 1}, "rex": {unitRex, 1}, "ch": {unitCh, 1}, "rch": {unitRch, 1},
	"cap": {unitCap, 1}, "rcap": {unitRcap, 1}, "ic": {unitIc, 1}, "ric": {unitRic, 1}, "lh": {unitLh, 1}, "rlh": {unitRlh, 1},
	"vw": {unitVw, 1}, "vh": {unitVh, 1}, "vi": {unitVi, 1}, "vb": {unitVb, 1}, "vmin": {unitVmin, 1}, "vmax": {unitVmax, 1},
	"svw": {unitVw, 1}, "svh": {unitVh, 1}, "svi": {unitVi, 1}, "svb": {unitVb, 1}, "svmin": {unitVmin, 1}, "svmax": {unitVmax, 1},
	"lvw": {unitVw, 1}, "lvh": {unitVh, 1}, "lvi": {unitVi, 1}, "lvb": {unitVb, 1}, "lvmin": {unitVmin, 1}, "lvmax": {unitVmax, 1},
	"dvw": {unitVw, 1}, "dvh": {unitVh, 1}, "dvi": {unitVi, 1}, "dvb": {unitVb, 1}, "dvmin": {unitVmin, 1}, "dvmax": {unitVmax, 1},
	"cqw": {unitCqw, 1}, "cqh": {unitCqh, 1}, "cqi": {unitCqi, 1}, "cqb": {unitCqb, 1}, "cqmin": {unitCqmin, 1}, "cqmax": {unitCqmax, 1},
	"deg": {unitDeg, 1}, "grad": {unitDeg, 0.9}, "rad": {unitDeg, 57.29577951308232}, "turn": {unitDeg, 360},
	"s": {unitSecond, 1}, "ms": {unitSecond, 0.001},
	"dppx": {unitDppx, 1}, "x": {unitDppx, 1}, "dpi": {unitDppx, 1.0 / 96}, "dpcm": {unitDppx, 2.54 / 96},
	"fr": {unitFr, 1},
}

// category is the type of a quantity.
type category uint8

const (
	catNumber category = iota
	catLength
	catPercent
	catAngle
	catTime
	catResolution
	catFlex
)

func (u unit) category() category {
	switch u {
	case unitNumber:
		return catNumber
	case unitPercent:
		return catPercent
	case unitDeg:
		return catAngle
	case unitSecond:
		return catTime
	case unitDppx:
		return catResolution
	case unitFr:
		return catFlex
	}
	return catLength
}

// FontMetrics provides the metrics for font-relative units. It is called with computed fonts and must return equal
// results for equal fonts.
type FontMetrics interface {
	// UnitsOf returns, in CSS pixels, the x-height, cap height, advance of "0" and
	// of U+6C34 of the first available font, and the height of a line with
	// line-height: normal.
	UnitsOf(f *Font) FontUnits
}

// FontUnits holds metrics of a font in CSS pixels.
type FontUnits struct {
	XHeight, CapHeight, Zero, Ideograph, LineSpacing float64
}

// fontUnits returns the metrics of the font f, or estimates without FontMetrics (CSS Values 4 §6.1.2).
func (c *computer) fontUnits(f *Font) FontUnits {
	for i := 0; i < len(c.sb.fontFaces) && !c.tree.OwnFontUnits; i++ {
		c.tree.OwnFontUnits = slices.ContainsFunc(f.Families, func(name string) bool { return strings.EqualFold(name, c.sb.fontFaces[i].Family) })
	}
	if c.opts.Metrics != nil {
		return c.opts.Metrics.UnitsOf(f)
	}
	return FontUnits{XHeight: 0.5 * f.Size, CapHeight: 0.7 * f.Size, Zero: 0.5 * f.Size, Ideograph: f.Size, LineSpacing: 1.2 * f.Size}
}

// toPx converts a value of a length unit to CSS pixels.
func (b *builder) toPx(v float64, u unit) float64 {
	if b.out == nil || b.c == nil { // outside an element, as in @font-face
		return v
	}
	font := &b.out.Font
	if b.fontPhase {
		font = &b.parent.Font
	}
	switch u {
	case unitPx, unitNumber:
		return b.zoomed(v)
	case unitEm:
		return v * font.Size
	case unitRem:
		return b.rootZoomed(v * b.rootFont().Size)
	case unitEx:
		return v * b.c.fontUnits(font).XHeight
	case unitRex:
		return b.rootZoomed(v * b.c.fontUnits(b.rootFont()).XHeight)
	case unitCh:
		return v * b.c.fontUnits(font).Zero
	case unitRch:
		return b.rootZoomed(v * b.c.fontUnits(b.rootFont()).Zero)
	case unitCap:
		return v * b.c.fontUnits(font).CapHeight
	case unitRcap:
		return b.rootZoomed(v * b.c.fontUnits(b.rootFont()).CapHeight)
	case unitIc:
		return v * b.c.fontUnits(font).Ideograph
	case unitRic:
		return b.rootZoomed(v * b.c.fontUnits(b.rootFont()).Ideograph)
	case unitLh:
		s := b.out
		if b.fontPhase || b.linePhase {
			s = b.parent
		}
		return v * b.c.lineHeight(s)
	case unitRlh:
		if b.c.root == nil {
			if b.fontPhase || b.linePhase {
				return v * b.c.lineHeight(b.parent)
			}
			return v * b.c.lineHeight(b.out)
		}
		return b.rootZoomed(v * b.c.lineHeight(b.c.root))
	case unitVw:
		return b.zoomed(v * b.c.width / 100)
	case unitVh:
		return b.zoomed(v * b.c.height / 100)
	case unitVi:
		if b.vertical() {
			return b.zoomed(v * b.c.height / 100)
		}
		return b.zoomed(v * b.c.width / 100)
	case unitVb:
		if b.vertical() {
			return b.zoomed(v * b.c.width / 100)
		}
		return b.zoomed(v * b.c.height / 100)
	case unitVmin:
		return b.zoomed(v * min(b.c.width, b.c.height) / 100)
	case unitCqw, unitCqh, unitCqi, unitCqb, unitCqmin, unitCqmax:
		return v * b.containerUnit(u)
	case unitVmax:
		return b.zoomed(v * max(b.c.width, b.c.height) / 100)
	}
	return 0
}

func (b *builder) vertical() bool { return b.out.WritingMode != HorizontalTB }

// rootFont returns the root element's font: its own while the root is being built, the initial one while its font
// properties are.
func (b *builder) rootFont() *Font {
	if b.c.root != nil {
		return &b.c.root.Font
	}
	if b.fontPhase {
		return &b.parent.Font
	}
	return &b.out.Font
}

// rootZoomed converts a length of the root element to one of an element with its own zoom.
func (b *builder) rootZoomed(v float64) float64 {
	if b.c.root == nil || b.c.root.Zoom == b.out.Zoom {
		return v
	}
	return float64(v * (b.out.Zoom / b.c.root.Zoom))
}

// lineHeight returns a style's line height in CSS pixels, normal resolved.
func (c *computer) lineHeight(s *Computed) float64 {
	if s.LineHeight.Normal {
		return c.fontUnits(&s.Font).LineSpacing
	}
	return s.LineHeight.Px
}
