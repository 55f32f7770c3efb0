package font

import "github.com/platenhq/platen/modules/rendering/engine/fontrule"

// Palette returns a palette of the font, nil if it does not have it.
func (t *colorTables) Palette(index int) []fontrule.Color {
	b := t.cpal
	n, count, records := u16(b, 2), u16(b, 4), u32(b, 8)
	if index < 0 || index >= max(count, 1) {
		return nil
	}
	first := u16(b, 12+2*index)
	list := []fontrule.Color{}
	for i := range n {
		p := records + 4*(first+i)
		if p+4 > len(b) {
			break
		}
		list = append(list, fontrule.Color{B: b[p], G: b[p+1], R: b[p+2], A: b[p+3]})
	}
	return list
}

// Themed returns the index of the first palette whose type has the flag for a background (OpenType CPAL version 1); 0 if
// there is none.
func (t *colorTables) Themed(palette int) int {
	b := t.cpal
	count := u16(b, 4)
	types := u32(b, 12+2*count)
	flag := map[int]int{fontrule.LightPalette: 1, fontrule.DarkPalette: 2}[palette]
	if u16(b, 0) == 0 || types == 0 {
		return 0
	}
	for i := range count {
		if p := types + 4*i; p+4 <= len(b) && u32(b, p)&flag != 0 {
			return i
		}
	}
	return 0
}

func paletteOf(list []fontrule.Color) []PaletteColor {
	out := make([]PaletteColor, len(list))
	for i, c := range list {
		out[i] = PaletteColor{R: c.R, G: c.G, B: c.B, A: c.A}
	}
	return out
}

// withPalette returns the face with other palette entries.
func (f *Face) withPalette(palette []PaletteColor) *Face {
	g, t := *f, *f.color
	t.palette = palette
	g.color, g.plain = &t, &plainFace{}
	if f.glyf != nil {
		outlines := *f.glyf
		outlines.face = &g
		g.glyf = &outlines
	}
	return &g
}

// colored returns a face of a family with the colours of a palette. Bundled faces keep theirs.
func (c *instanceCache) colored(f *Face, family string, p *fontrule.Palette) *Face {
	if f.color == nil || f.color.colr == nil || f.color.bundled {
		return f
	}
	list := p.Colors(family, f.color)
	raw := make([]byte, 1, 1+4*len(list))
	for _, v := range list {
		raw = append(raw, v.R, v.G, v.B, v.A)
	}
	return c.get(instanceKey{f, string(raw)}, func() *Face { return f.withPalette(paletteOf(list)) })
}
