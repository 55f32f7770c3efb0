package figure

import (
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// inks are an image's colours by role.
type inks struct {
	ground, blob        tint.Color // of the background, and of the shape directly behind the figures
	one, two, three     tint.Color
	light, dark, shadow tint.Color
	faint               tint.Color // of dark parts that must contrast with the ground
	neutral, leaf       tint.Color
	skins               [3]tint.Color
	own                 map[byte]tint.Color // of things with a fixed colour: red, orange, yellow, brown, pink, blue
	night               bool                // the ground is dark
}

// The curated inks: ground, one, two, three, light, dark.
var (
	dayInks = [][6]uint32{
		{0xF4F1EA, 0x3056D3, 0xF7B23B, 0xF0654A, 0xFFFFFF, 0x17203A},
		{0xE9F1EC, 0x1F7A5C, 0xF3A63C, 0xE4572E, 0xFFFDF6, 0x12312B},
		{0xF1ECF8, 0x6C3FD1, 0xF58FB0, 0xFFB73A, 0xFFFFFF, 0x231942},
		{0xFBEDE6, 0xE2563B, 0x2F7F86, 0xF4B63F, 0xFFFAF2, 0x2B2A33},
		{0xE7F0F7, 0x0F6FB8, 0x5CC0C7, 0xFF8552, 0xFFFFFF, 0x10293F},
		{0xFAF0DC, 0xD8472B, 0x3A6EA5, 0xEFA92B, 0xFFF9EA, 0x26221E},
		{0xEEF3E4, 0x4F8F3A, 0xE7B53C, 0xD9603B, 0xFFFFF6, 0x22301C},
		{0xF9E9EE, 0xC8346C, 0x5B5BD6, 0xFFAE42, 0xFFFFFF, 0x2E1530},
	}
	nightInks = [][6]uint32{
		{0x121A30, 0x4F7CFF, 0x2DD4BF, 0xFFB547, 0xF4F6FB, 0x060A16},
		{0x1A1430, 0x9B6BFF, 0xF472B6, 0xFBC02D, 0xF7F3FF, 0x0A0618},
		{0x0F2424, 0x2BB795, 0xF2C14E, 0xF2735A, 0xF2FBF7, 0x061212},
	}
	skins = []uint32{0xF6D3B8, 0xE8B48C, 0xC98A5E, 0x9A6040, 0x6B4130}
)

// chooseInks returns the colours of a scene.
func chooseInks(w *Wish) inks {
	rng := w.Rng.Fork("inks")
	var i inks
	i.night = w.Dark
	if len(w.Colors) > 0 {
		i = assignInks(w.Colors, w.Dark)
	} else {
		sets := dayInks
		if w.Dark {
			sets = nightInks
		}
		s := sets[rng.Int(len(sets))]
		for k, c := range []*tint.Color{&i.ground, &i.one, &i.two, &i.three, &i.light, &i.dark} {
			*c = tint.Hex(s[k])
		}
		first := rng.Int(len(skins))
		for k := range i.skins {
			i.skins[k] = tint.Hex(skins[(first+2*k)%len(skins)])
		}
		i.leaf = tint.Hex(0x3E9B68)
		i.own = map[byte]tint.Color{'r': tint.Hex(0xDF4A3C), 'o': tint.Hex(0xF08A3C), 'y': tint.Hex(0xF7C143), 'b': tint.Hex(0xB97A48), 'i': tint.Hex(0xF29CB0), 'l': tint.Hex(0x58AEDD)}
		i.neutral = i.dark.Mix(i.light, 0.66)
	}
	if w.Accent != nil {
		i.one = *w.Accent
	}
	i.blob, i.shadow, i.faint = i.one.Mix(i.ground, 0.8), i.dark, i.dark
	if i.night {
		i.blob = i.one.Mix(i.ground, 0.72)
		i.faint = i.dark.Mix(i.one.Mix(i.light, 0.45), 0.5)
	}
	w.style(&i)
	return i
}

// assignInks assigns colours to the roles: every one is a given colour or a mixture of two, or of one with white or its own
// shade if all given ones have the same lightness.
func assignInks(colors []tint.Color, night bool) inks {
	sorted := tint.ByLightness(colors)
	darkest, lightest := sorted[0], sorted[len(sorted)-1]
	i := inks{night: night, dark: darkest, light: lightest}
	if darkest.Lab().L > 0.42 {
		i.dark = darkest.At(0.27)
	}
	if lightest.Lab().L < 0.9 {
		o := lightest.Lab()
		i.light = tint.Lab{L: 0.975, A: float64(o.A * 0.12), B: float64(o.B * 0.12)}.Color()
	}
	i.ground = i.light.Mix(sorted[len(sorted)/2], 0.06)
	if night {
		i.ground = i.dark
		if i.ground.Lab().L > 0.32 {
			i.ground = i.ground.At(0.24)
		}
	}
	vivid := tint.ByChroma(colors)
	// A colour close to the ground's would not be visible on it.
	vivid = slices.DeleteFunc(vivid, func(c tint.Color) bool { return tint.Distance(c.Lab(), i.ground.Lab()) < 0.12 })
	if len(vivid) == 0 {
		vivid = []tint.Color{i.dark.Mix(i.light, 0.35)}
	}
	i.one = vivid[0]
	i.two, i.three = i.one.Mix(i.light, 0.5), i.one.Light(-0.16)
	if night {
		i.three = i.one.Mix(i.light, 0.72)
	}
	if len(vivid) > 1 {
		i.two = vivid[1]
	}
	if len(vivid) > 2 {
		i.three = vivid[2]
	}
	i.leaf = i.two.Mix(i.dark, 0.18)
	i.skins = [3]tint.Color{i.one.Mix(i.light, 0.66), i.two.Mix(i.light, 0.5), i.one.Light(-0.12)}
	i.own = map[byte]tint.Color{'r': i.one, 'o': i.one, 'y': i.three, 'b': i.two, 'i': i.two, 'l': i.two.Mix(i.light, 0.3)}
	i.neutral = i.dark.Mix(i.light, 0.66)
	return i
}

// style adjusts all colours to the looks.
func (w *Wish) style(i *inks) {
	change := func(c tint.Color) tint.Color {
		o := c.Lab()
		switch {
		case slices.Contains(w.Looks, "mono"):
			o.A, o.B = 0, 0
		case slices.Contains(w.Looks, "pastel") && len(w.Colors) == 0:
			o.L, o.A, o.B = 0.3+float64(0.69*o.L), float64(o.A*0.66), float64(o.B*0.66)
		default:
			return c
		}
		return o.Color()
	}
	for _, c := range []*tint.Color{&i.ground, &i.blob, &i.one, &i.two, &i.three, &i.light, &i.dark, &i.faint, &i.neutral, &i.leaf, &i.skins[0], &i.skins[1], &i.skins[2]} {
		*c = change(*c)
	}
	for name, c := range i.own {
		i.own[name] = change(c)
	}
}

// of returns a part's colour.
func (i *inks) of(p part) tint.Color {
	var c tint.Color
	switch p.role {
	case '1':
		c = i.one
	case '2':
		c = i.two
	case '3':
		c = i.three
	case 'w':
		c = i.light
	case 'k':
		if c = i.faint; p.detail {
			c = i.dark
		}
	case 'n':
		c = i.neutral
	case 's':
		c = i.skins[0]
	case 'S':
		c = i.skins[1]
	case 'z':
		c = i.skins[2]
	case 'x':
		c = i.blob
	case 'g':
		c = i.leaf
	case 't':
		c = i.one.Mix(i.light, 0.8)
		if i.night {
			c = i.one.Mix(i.light, 0.66)
		}
	default:
		c = i.own[p.role]
	}
	switch p.shade {
	case -1:
		c = c.Mix(i.dark, 0.2)
	case 1:
		c = c.Mix(i.light, 0.26)
	}
	return c
}

// tone returns a part's lightness, 0 to 1.
func (i *inks) tone(p part) float64 { return num.Clamp(i.of(p).Lab().L, 0, 1) }
