// Package fontrule holds the choices of a style that depend on the family of the face that draws the text: the colour
// palettes of @font-palette-values and the feature values of @font-feature-values (CSS Fonts 4 §6.9 and §9). Parsing the
// rules belongs to style, reading the tables of a font to font.
package fontrule

import "strings"

// Color is a non-premultiplied sRGB colour of a palette.
type Color struct{ R, G, B, A uint8 }

// The palettes that a font has for a background, beside those with an index from 0.
const (
	LightPalette = -1 // for light backgrounds
	DarkPalette  = -2 // for dark ones
)

// Palette is a font-palette: the palette Index, or the rules of a custom palette, or a mix of two palettes. Nil is
// normal. A document has one Palette for each value, so that equal ones are the same pointer.
type Palette struct {
	Index int
	Rules []PaletteRule
	// Mixed are the palettes that Mix mixes entry by entry; Mix is nil for other palettes.
	Mixed [2]*Palette
	Mix   func(a, b Color) Color
}

// PaletteRule is an @font-palette-values rule.
type PaletteRule struct {
	Families  []string // in lower case
	Base      int      // an index, LightPalette or DarkPalette
	Overrides []Override
}

// Override replaces an entry of a palette.
type Override struct {
	Entry int
	Color Color
}

// Palettes is a font with colour palettes.
type Palettes interface {
	// Palette returns the palette with an index, nil if the font does not have it.
	Palette(index int) []Color
	// Themed returns the index of the font's first palette for a background, 0 if it has none.
	Themed(palette int) int
}

// Colors returns the colours of the palette for a font of a family (in lower case).
func (p *Palette) Colors(family string, f Palettes) []Color {
	switch {
	case p == nil:
		return f.Palette(0)
	case p.Mix != nil:
		a, b := p.Mixed[0].Colors(family, f), p.Mixed[1].Colors(family, f)
		out := make([]Color, min(len(a), len(b)))
		for i := range out {
			out[i] = p.Mix(a[i], b[i])
		}
		return out
	}
	for i := len(p.Rules) - 1; i >= 0; i-- {
		if r := &p.Rules[i]; has(r.Families, family) {
			out := append([]Color(nil), base(f, r.Base)...)
			for _, o := range r.Overrides {
				if o.Entry < len(out) {
					out[o.Entry] = o.Color
				}
			}
			return out
		}
	}
	return base(f, p.Index)
}

func base(f Palettes, index int) []Color {
	if index < 0 {
		index = f.Themed(index)
	}
	if list := f.Palette(index); list != nil {
		return list
	}
	return f.Palette(0)
}

func has(families []string, family string) bool {
	for _, name := range families {
		if strings.EqualFold(name, family) {
			return true
		}
	}
	return false
}
