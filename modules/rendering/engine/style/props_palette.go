package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/fontrule"
)

// palettes holds the palettes of a document: the @font-palette-values rules by name, and the one Palette of each value.
type palettes struct {
	rules  map[string][]fontrule.PaletteRule
	values map[string]*fontrule.Palette
}

var lightPalette, darkPalette = &fontrule.Palette{Index: fontrule.LightPalette}, &fontrule.Palette{Index: fontrule.DarkPalette}

// get returns the palette of a value, created once.
func (p *palettes) get(key string, create func() *fontrule.Palette) *fontrule.Palette {
	have, ok := p.values[key]
	if !ok {
		have = create()
		if p.values == nil {
			p.values = map[string]*fontrule.Palette{}
		}
		p.values[key] = have
	}
	return have
}

// parsePalette parses font-palette (CSS Fonts 4 §9.1).
func parsePalette(p *parser) (value[*fontrule.Palette], bool) {
	return p.palette()
}

func (p *parser) palette() (value[*fontrule.Palette], bool) {
	switch {
	case p.Ident("normal"):
		return constant[*fontrule.Palette](nil), true
	case p.Ident("light"):
		return constant(lightPalette), true
	case p.Ident("dark"):
		return constant(darkPalette), true
	}
	if name, ok := p.dashed(); ok {
		return func(b *builder) *fontrule.Palette {
			return b.c.sb.palettes.get(name, func() *fontrule.Palette { return &fontrule.Palette{Rules: b.c.sb.palettes.rules[name]} })
		}, true
	}
	return p.mixedPalette()
}

// mixedPalette parses palette-mix(): a color-mix() of the entries of two palettes.
func (p *parser) mixedPalette() (value[*fontrule.Palette], bool) {
	args, ok := p.Func("palette-mix")
	if !ok || p.depth > 32 {
		return nil, false
	}
	key := css.Serialize(args.Rest())
	parts := args.SplitCommas()
	if len(parts) != 3 {
		return nil, false
	}
	first := p.in(parts[0])
	space, arc, ok := first.interpolation()
	if !ok || !first.AtEnd() {
		return nil, false
	}
	var of [2]value[*fontrule.Palette]
	var shares [2]value[float64]
	for i := range of {
		q := p.in(parts[1+i])
		if of[i], shares[i], ok = q.palettePart(); !ok || !q.AtEnd() {
			return nil, false
		}
	}
	return func(b *builder) *fontrule.Palette {
		a, c := of[0](b), of[1](b)
		share, total, ok := mixShares(b, shares)
		if !ok {
			return nil
		}
		return b.c.sb.palettes.get("mix "+key, func() *fontrule.Palette {
			return &fontrule.Palette{Mixed: [2]*fontrule.Palette{a, c}, Mix: func(x, y fontrule.Color) fontrule.Color {
				m := mixColors(floating(Color{R: x.R, G: x.G, B: x.B, A: x.A}), floating(Color{R: y.R, G: y.G, B: y.B, A: y.A}), space, arc, share)
				m.a = float64(m.a * total)
				out := m.color()
				return fontrule.Color{R: out.R, G: out.G, B: out.B, A: out.A}
			}}
		})
	}, true
}

// palettePart parses a palette with an optional percentage on either side.
func (p *parser) palettePart() (of value[*fontrule.Palette], share value[float64], ok bool) {
	percentage := func() {
		if share == nil {
			if v, ok := p.quantity(catPercent); ok {
				share = v
			}
		}
	}
	percentage()
	if of, ok = p.palette(); ok {
		percentage()
	}
	return of, share, ok
}

// paletteRule adds an @font-palette-values rule (CSS Fonts 4 §9.2).
func (sb *sheetBuilder) paletteRule(r *css.Rule, cx sheetContext) {
	p := &parser{Stream: css.NewStream(r.Prelude)}
	name, ok := p.dashed()
	if !ok || !p.AtEnd() {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@font-palette-values needs a name that begins with two hyphens; it was ignored")
		return
	}
	var out fontrule.PaletteRule
	for i := range r.Decls {
		d := &r.Decls[i]
		p := &parser{Stream: css.NewStream(d.Value)}
		if !paletteDescriptor(&out, d.Name, p) || !p.AtEnd() {
			sb.warn("unsupported_value", cx.at(d.Pos), "@font-palette-values: "+d.Name+": "+clipText(d.Text)+" is not supported")
		}
	}
	if sb.palettes.rules == nil {
		sb.palettes.rules = map[string][]fontrule.PaletteRule{}
	}
	sb.palettes.rules[name] = append(sb.palettes.rules[name], out)
}

func paletteDescriptor(r *fontrule.PaletteRule, name string, p *parser) bool {
	switch name {
	case "font-family":
		names, ok := p.ruleFamilies()
		if ok && p.AtEnd() {
			r.Families = names
		}
		return ok
	case "base-palette":
		if id, ok := p.oneOf("light", "dark"); ok {
			r.Base = map[string]int{"light": fontrule.LightPalette, "dark": fontrule.DarkPalette}[id]
			return true
		}
		v, ok := p.integer(0)
		if ok {
			r.Base = v(nil)
		}
		return ok
	case "override-colors":
		var list []fontrule.Override
		for {
			entry, ok := p.integer(0)
			if !ok || p.colorIsCurrent() {
				return false
			}
			c, ok := p.fullColor()
			if !ok || c.fixed == nil {
				return false
			}
			of := c.fixed.color()
			list = append(list, fontrule.Override{Entry: entry(nil), Color: fontrule.Color{R: of.R, G: of.G, B: of.B, A: of.A}})
			if !p.Comma() {
				r.Overrides = list
				return true
			}
		}
	}
	return false
}

// ruleFamilies parses the families of a rule about fonts, which are not generic, in lower case.
func (p *parser) ruleFamilies() ([]string, bool) {
	var out []string
	for {
		name, ok := parseFamily(p)
		if !ok || genericFamilies[name] {
			return nil, false
		}
		out = append(out, strings.ToLower(strings.Trim(name, `"`)))
		if !p.Comma() {
			return out, true
		}
	}
}
