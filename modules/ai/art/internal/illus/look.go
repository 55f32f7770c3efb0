// Package illus composes illustrations of a prompt's things: a sky, layers of land and water that lose contrast with
// distance, the things on them, and weather in front. A drawing is a list of shapes; the digital style adds blurs and
// light.
package illus

import (
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// look holds a scene's colours by role.
type look struct {
	skyTop, skyMid, skyLow tint.Color
	sun, glow, cloud       tint.Color
	far, near              tint.Color // of mountains: distant, near
	ground, low            tint.Color // of land: lit, in the foreground
	leaf, leafDark, trunk  tint.Color
	water, deep            tint.Color
	sand                   tint.Color
	wall, roof, window     tint.Color
	accent, second, third  tint.Color
	dark, light            tint.Color
	night                  bool // windows are lit, stars show
}

// all returns pointers to every colour, for functions that adjust all of them.
func (l *look) all() []*tint.Color {
	return []*tint.Color{&l.skyTop, &l.skyMid, &l.skyLow, &l.sun, &l.glow, &l.cloud, &l.far, &l.near, &l.ground, &l.low,
		&l.leaf, &l.leafDark, &l.trunk, &l.water, &l.deep, &l.sand, &l.wall, &l.roof, &l.window, &l.accent, &l.second, &l.third, &l.dark, &l.light}
}

func newLook(rgb [24]uint32, night bool) look {
	l := look{night: night}
	for k, c := range l.all() {
		*c = tint.Hex(rgb[k])
	}
	return l
}

// The curated looks, two for most times of day; the order of colours is that of all.
var looks = map[string][]look{
	"day": {
		newLook([24]uint32{0x3E97DC, 0x8CCBF1, 0xE6F5F4, 0xFFF8DC, 0xFFFFFF, 0xFFFFFF, 0xA8CBE0, 0x457A97, 0x86BE5B, 0x4A9156, 0x59A857, 0x2E7650, 0x6B4A33, 0x63BBDD, 0x237EAF, 0xF3E0B5, 0xFFF4E3, 0xDB5A42, 0x35536E, 0xFF6B4A, 0xFFC53D, 0x3BB6B0, 0x22405B, 0xFFFFFF}, false),
		newLook([24]uint32{0x58B4D6, 0xA9DEE4, 0xFBF3DC, 0xFFFDF0, 0xFFFBEA, 0xFFFFFF, 0xB4D3D0, 0x4F8C8A, 0xA7C95F, 0x5C9C59, 0x76B45A, 0x3A7D54, 0x704D36, 0x76C8CF, 0x2B8FA3, 0xF6E3BC, 0xFFF6E6, 0xE76F51, 0x33596B, 0xF4724F, 0xF6BE45, 0x4A78C9, 0x1F4650, 0xFFFFFF}, false),
	},
	"dawn": {
		newLook([24]uint32{0x7896CF, 0xE9B8C4, 0xFFE3BD, 0xFFF6D6, 0xFFEFCB, 0xFFE9E4, 0xC9A9C4, 0x6A6399, 0x8FA476, 0x4C6B66, 0x6F9468, 0x3F6459, 0x6A4B48, 0xEBC0BF, 0x7488BA, 0xF5DEC0, 0xFFF0E2, 0xC9616B, 0x5A5C86, 0xF37F6B, 0xFFC774, 0x7FA6C9, 0x36395F, 0xFFF9F0}, false),
		newLook([24]uint32{0x8FB4CF, 0xF6CDB5, 0xFFF0CF, 0xFFFBE6, 0xFFF3D0, 0xFFF4EA, 0xCDB9BE, 0x71808F, 0xA9B77B, 0x5C7F6B, 0x82A86D, 0x4A7561, 0x73564A, 0xF3D6C3, 0x7DA2B3, 0xF7E4C6, 0xFFF5E8, 0xD9745F, 0x56707F, 0xEF8163, 0xFFCE7A, 0x6FA5B5, 0x39505C, 0xFFFBF3}, false),
	},
	"sunset": {
		newLook([24]uint32{0x43306F, 0xDB5A6B, 0xFFC26E, 0xFFF3C0, 0xFFD98A, 0xF59A8B, 0xB8597E, 0x43285F, 0x6B3C62, 0x2C1B42, 0x51345F, 0x2A1C42, 0x2E1B38, 0xF4936F, 0x5A2F6F, 0xE7A071, 0xF2AE87, 0x7B2A4C, 0xFFE391, 0xFF7A4D, 0xFFD166, 0x5F9EA8, 0x20142F, 0xFFF1DA}, false),
		newLook([24]uint32{0x2B4A7D, 0xE8835F, 0xFFD387, 0xFFF6CF, 0xFFE2A0, 0xFBB58A, 0xC9787A, 0x4A3566, 0x6E4468, 0x2B2046, 0x54406B, 0x2A2148, 0x33233A, 0xF3AC7C, 0x3F4675, 0xEDB784, 0xF7C79C, 0x8B3B3E, 0xFFE9A6, 0xF06A43, 0xFFC857, 0x4E8C9A, 0x221B30, 0xFFF4DE}, false),
	},
	"dusk": {
		newLook([24]uint32{0x1C2758, 0x6560A8, 0xF4AFA4, 0xFFE9D0, 0xF7BFAE, 0x9B86BE, 0x7A6BA8, 0x2B2C5E, 0x3A4770, 0x191F42, 0x34486A, 0x1B2547, 0x221F3A, 0x9A86B8, 0x2A2F68, 0xB59BA8, 0x8581B0, 0x403A75, 0xFFD98B, 0xF58C7B, 0xFFCB77, 0x6FB1C9, 0x12152F, 0xFBEFEA}, true),
	},
	"night": {
		newLook([24]uint32{0x070B26, 0x152656, 0x3A5A96, 0xF6F2DC, 0xAFC8F2, 0x5E7AB2, 0x34507F, 0x132446, 0x1F4858, 0x0B1F33, 0x1D5150, 0x0D2D33, 0x1D1C2C, 0x345F96, 0x0D2149, 0x6E7A95, 0x3D5280, 0x1E2A50, 0xFFD978, 0xFF8A5B, 0xFFD166, 0x5AD1D1, 0x060A1C, 0xF4F7FF}, true),
		newLook([24]uint32{0x0B0A26, 0x2A2160, 0x6B4A9A, 0xFFF3DE, 0xC9B4F4, 0x7A66B0, 0x4C3F86, 0x1D1A48, 0x2B3A66, 0x11163A, 0x27506A, 0x122A45, 0x201A30, 0x5A4C9C, 0x171648, 0x7D769B, 0x4B4586, 0x2A2356, 0xFFDE8A, 0xFF7E79, 0xFFCF70, 0x63C5E8, 0x090820, 0xF8F4FF}, true),
	},
	"neon": {
		newLook([24]uint32{0x0A0324, 0x3D0FA0, 0xF72E8D, 0xFFD76E, 0xFF9E5E, 0x7A2FD0, 0x7E1FC0, 0x260A5C, 0x3A1180, 0x0E0428, 0x1B2A86, 0x120A4A, 0x1B0A40, 0x5A22C8, 0x16083F, 0xB04AD0, 0x2C1272, 0x190A4A, 0x4CE0F5, 0xFF3EA5, 0x4CE0F5, 0xFFE45E, 0x08021C, 0xF2F3FF}, true),
	},
	"retro": {
		newLook([24]uint32{0x2E7076, 0x8FB9A0, 0xF6DDA6, 0xE8603C, 0xF6C177, 0xF9EBCB, 0xD9A06A, 0x7E4C3D, 0xC08B3E, 0x4A5D45, 0x6E8A54, 0x38503F, 0x5A3A2B, 0x6FA8A0, 0x2A5F66, 0xEBCB92, 0xF7E6C4, 0xBF4A30, 0x2F4A4F, 0xE3572F, 0xEFB23E, 0x3C8D8F, 0x2B2A2B, 0xFFF6E0}, false),
		newLook([24]uint32{0x1F4E6B, 0xE9A15B, 0xF8DDA0, 0xD94F30, 0xF5B267, 0xFBE8C4, 0xC97F5A, 0x5C3A4A, 0x9C6B3D, 0x3B4A47, 0x62794B, 0x33463F, 0x4F3529, 0xD99A66, 0x214B5E, 0xEBC68D, 0xF6E2BC, 0xA83F2C, 0x263F4C, 0xD94F30, 0xF0B541, 0x2F7F86, 0x24222B, 0xFFF4DC}, false),
	},
}

// chooseLook returns the look of a scene.
func chooseLook(w *Wish, time string) look {
	name := time
	if slices.Contains(w.Read.Styles, "retro") && time != "night" {
		name = "retro"
	}
	if slices.Contains(w.Read.Styles, "neon") {
		name = "neon"
	}
	list := looks[name]
	l := list[w.Rng.Fork("look").Int(len(list))]
	if w.Style != Silhouette {
		l.season(w.Read.Season)
	}
	if len(w.Colors) > 0 {
		l = fromColors(w.Colors, l.night || name == "sunset" || name == "neon", name == "sunset")
	}
	if w.Read.Has("rain") || w.Read.Has("lightning") {
		l.overcast(len(w.Colors) > 0)
	}
	l.style(w)
	if w.Read.Accent != nil {
		l.accent = *w.Read.Accent
		l.roof = l.accent.Light(-0.04)
	}
	if w.Style == Silhouette {
		l.silhouette()
	}
	return l
}

// silhouette makes everything in front of the sky dark, the nearer the darker.
func (l *look) silhouette() {
	dark := l.dark.At(min(l.dark.Lab().L, 0.2))
	behind := l.skyLow.Mix(l.skyMid, 0.4)
	at := func(t float64) tint.Color { return behind.Mix(dark, t) }
	l.far, l.near, l.ground, l.low = at(0.42), at(0.68), at(0.86), dark
	for _, c := range []*tint.Color{&l.leaf, &l.leafDark, &l.trunk, &l.wall, &l.roof, &l.accent, &l.second, &l.third} {
		*c = dark
	}
	l.leaf, l.wall = at(0.93), at(0.96)
	l.sand = at(0.8)
	l.water, l.deep = l.skyLow.Mix(dark, 0.2), at(0.6)
	l.window = l.skyLow
}

// overcast removes sunlight from the colours.
func (l *look) overcast(given bool) {
	if given {
		return
	}
	grey := tint.Hex(0x5C7086)
	if l.night {
		grey = tint.Hex(0x2A3650)
	}
	for _, c := range []*tint.Color{&l.skyTop, &l.skyMid, &l.skyLow, &l.cloud, &l.glow, &l.sun} {
		*c = c.Mix(grey, 0.55)
	}
	for _, c := range []*tint.Color{&l.far, &l.near, &l.ground, &l.low, &l.water, &l.deep, &l.sand} {
		*c = c.Mix(grey.Light(-0.06), 0.38)
	}
	l.skyTop = l.skyTop.Light(-0.08)
	l.cloud = l.skyTop.Light(-0.06)
}

// season adjusts vegetation and ground to the season.
func (l *look) season(season string) {
	k := 0.85
	if l.night {
		k = 0.45
	}
	to := func(c *tint.Color, rgb uint32, k float64) { *c = c.Mix(tint.Hex(rgb), k) }
	switch season {
	case "autumn":
		to(&l.leaf, 0xE0812B, k)
		to(&l.leafDark, 0xB04A22, k)
		to(&l.ground, 0xE3B557, k*0.9)
		to(&l.low, 0xA0622C, k*0.85)
	case "winter":
		to(&l.ground, 0xF1F6FB, k)
		to(&l.low, 0xB5CCE2, k)
		to(&l.leaf, 0x5F8F8C, k*0.8)
		to(&l.leafDark, 0x345F68, k*0.8)
		to(&l.far, 0xC9DAE8, k*0.5)
		to(&l.sand, 0xEFF3F6, k*0.8)
	case "spring":
		to(&l.leaf, 0x9BCB62, k*0.6)
		to(&l.ground, 0xA9D46B, k*0.6)
	case "summer":
		to(&l.ground, 0xA6C850, k*0.4)
	}
}

// style adjusts all colours to the style.
func (l *look) style(w *Wish) {
	has := func(s string) bool { return slices.Contains(w.Read.Styles, s) }
	for _, c := range l.all() {
		o := c.Lab()
		switch {
		case has("mono"):
			o.A, o.B = 0, 0
		case has("pastel") && len(w.Colors) == 0:
			o.L, o.A, o.B = 0.38+float64(0.6*o.L), float64(o.A*0.62), float64(o.B*0.62)
		case slices.Contains(w.Read.Moods, "calm") && len(w.Colors) == 0:
			o.L, o.A, o.B = 0.06+float64(0.93*o.L), float64(o.A*0.86), float64(o.B*0.86)
		case slices.Contains(w.Read.Moods, "energetic") && len(w.Colors) == 0:
			o.A, o.B = float64(o.A*1.2), float64(o.B*1.2)
		default:
			continue
		}
		*c = o.Color()
	}
}

// fromColors assigns given colours to the roles of a scene: every colour is one of them or a mixture of two. Dark
// scenes start at the dark end.
func fromColors(colors []tint.Color, dark, sunset bool) look {
	r := tint.NewRamp(colors)
	lo, hi := r[0].L, r[len(r)-1].L
	at := func(t float64) tint.Color { return r.At(lo + float64((hi-lo)*t)) }
	accents := tint.ByChroma(colors)
	accent := func(k int) tint.Color {
		if k < len(accents) {
			return accents[k]
		}
		return at([3]float64{0.55, 0.85, 0.3}[k%3])
	}
	// Opposite hues mix to grey, so one provides the colours of the sky and its light, the other those of the land.
	air, opposed := at, false
	if warm, cold, ok := opposites(colors); ok {
		over, under := tint.NewRamp([]tint.Color{warm}), tint.NewRamp([]tint.Color{cold})
		if dark && !sunset {
			over, under = under, over
		}
		of := func(r tint.Ramp) func(t float64) tint.Color {
			return func(t float64) tint.Color { return r.At(r[0].L + float64((r[len(r)-1].L-r[0].L)*t)) }
		}
		air, at, opposed = of(over), of(under), true
	}
	l := look{
		skyTop: air(0.66), skyMid: air(0.84), skyLow: air(0.97), sun: air(1), glow: air(1), cloud: air(1), far: at(0.72), near: at(0.34),
		ground: at(0.5), low: at(0.16), leaf: at(0.4), leafDark: at(0.14), trunk: at(0.06), water: air(0.78), deep: at(0.36), sand: at(0.9),
		wall: at(0.95), roof: accent(0), window: at(0.12), accent: accent(0), second: accent(1), third: accent(2), dark: at(0), light: at(1),
	}
	if dark {
		l.skyTop, l.skyMid, l.skyLow = air(0.02), air(0.2), air(0.52)
		l.far, l.near, l.ground, l.low = at(0.36), at(0.1), at(0.16), at(0)
		l.cloud, l.leaf, l.leafDark, l.water, l.deep = air(0.6), at(0.2), at(0.04), air(0.45), air(0.06)
		l.wall, l.window, l.sand = at(0.4), at(0.95), at(0.5)
		l.night = true
	}
	if sunset && opposed {
		l.skyTop, l.skyMid, l.skyLow, l.night = air(0.5), air(0.7), air(0.93), false
		l.cloud = air(0.86)
	} else if sunset {
		l.skyTop, l.skyMid, l.skyLow, l.night = air(0.22), air(0.52), air(0.88), false
	}
	return l
}

// opposites returns the lighter and the darker of two given colours with opposite hues; false when there are none.
func opposites(colors []tint.Color) (light, dark tint.Color, ok bool) {
	worst := -0.35
	for i, c := range colors {
		for _, d := range colors[:i] {
			a, b := c.Lab(), d.Lab()
			if a.Chroma() < 0.05 || b.Chroma() < 0.05 {
				continue
			}
			cosine := (float64(a.A*b.A) + float64(a.B*b.B)) / float64(a.Chroma()*b.Chroma())
			if cosine < worst {
				worst, ok, light, dark = cosine, true, c, d
				if a.L < b.L {
					light, dark = d, c
				}
			}
		}
	}
	return light, dark, ok
}
