package art

import (
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// Palette is a named set of 3 to 5 matching colours.
type Palette struct {
	Name   string
	Colors []Color
}

// Tone is a colour mood with curated palettes.
type Tone struct {
	Name        string
	Description string
	Palettes    []Palette
}

// Mood is the mood of a background; every mood is also a tone.
type Mood struct {
	Name        string
	Description string
}

// Tones returns every tone, always in the same order; the caller owns the result.
func Tones() []Tone {
	out := make([]Tone, 0, len(tones))
	for _, t := range tones {
		c := Tone{t.name, t.description, nil}
		for _, p := range t.palettes {
			c.Palettes = append(c.Palettes, Palette{p.name, unpack(p.colors)})
		}
		out = append(out, c)
	}
	return out
}

// Moods returns every mood, always in the same order.
func Moods() []Mood {
	out := make([]Mood, 0, 5)
	for _, t := range tones[:5] {
		out = append(out, Mood{t.name, t.description})
	}
	return out
}

func isMood(name string) bool {
	return slices.ContainsFunc(tones[:5], func(t tone) bool { return t.name == name })
}

func toneNamed(name string) (tone, bool) {
	i := slices.IndexFunc(tones, func(t tone) bool { return t.name == name })
	if i < 0 {
		return tone{}, false
	}
	return tones[i], true
}

// palette returns the colours to draw with: those of the request, or a palette of the tone selected by the seed.
func (r Request) palette(tone string, rng *num.Rand) []Color {
	if len(r.Colors) > 0 {
		return slices.Clone(r.Colors)
	}
	if r.Tone != "" {
		tone = r.Tone
	}
	t, ok := toneNamed(tone)
	if !ok {
		t = tones[rng.Int(len(tones))]
	}
	return unpack(t.palettes[rng.Int(len(t.palettes))].colors)
}

func unpack(rgb []uint32) []Color {
	out := make([]Color, len(rgb))
	for k, v := range rgb {
		out[k] = Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}
	}
	return out
}

type tone struct {
	name, description string
	palettes          []curated
}

type curated struct {
	name   string
	colors []uint32
}

// tones are the curated palettes; the first five tones are the moods.
var tones = []tone{
	{"professional", "Composed blues and slates with one clear accent: reports, product pages, anything that must be trusted.", []curated{
		{"Harbour", []uint32{0x0B1F3A, 0x1D4E89, 0x3A86C8, 0xA9D0EE, 0xF2F7FC}},
		{"Slate and sky", []uint32{0x0F172A, 0x334155, 0x0EA5E9, 0xBAE6FD, 0xF8FAFC}},
		{"Evergreen", []uint32{0x0B2B26, 0x16615A, 0x3FA394, 0xBFE3DA, 0xF3FAF7}},
		{"Indigo desk", []uint32{0x1E1B4B, 0x3730A3, 0x6D78F2, 0xC7D2FE, 0xF5F6FF}},
		{"Plum ledger", []uint32{0x221433, 0x4B2A6B, 0x8B5FBF, 0xD9C8F0}},
	}},
	{"energetic", "Hot, saturated colours that push against each other: launches, sports, sales.", []curated{
		{"Ignite", []uint32{0x3A0CA3, 0xE11D74, 0xFF5A36, 0xFFC53D}},
		{"Citrus", []uint32{0xF0420C, 0xFF7A00, 0xFFB300, 0xFFE66D}},
		{"Voltage", []uint32{0x190B45, 0x5B21F5, 0xF72585, 0x4CC9F0}},
		{"Sprint", []uint32{0x053B57, 0x0891D1, 0x17C3A2, 0xD9F24B}},
		{"Signal", []uint32{0x7A0019, 0xE5133A, 0xFF6B4A, 0xFFD9B8}},
	}},
	{"calm", "Muted, airy colours close to each other: wellness, reading, quiet pages.", []curated{
		{"Morning mist", []uint32{0x4A6B85, 0x86A8BF, 0xC4D8E2, 0xF1F6F8}},
		{"Sage", []uint32{0x4F6F5F, 0x8FAE8B, 0xC8D9BC, 0xF2F5EA}},
		{"Lagoon", []uint32{0x2B6A86, 0x6FBAC4, 0xB5E2E2, 0xEFF9F8}},
		{"Lilac dusk", []uint32{0x64588F, 0xA493C8, 0xD5C7E8, 0xF6F1FA}},
		{"Sand and tide", []uint32{0x5A7D8C, 0xA9C2C4, 0xE3D8C5, 0xF9F4EA}},
	}},
	{"luxury", "Deep grounds with metal light: gold, champagne, emerald, burgundy.", []curated{
		{"Noir and gold", []uint32{0x0C0A07, 0x231C10, 0x7A5C1E, 0xCDA434, 0xF4E4B4}},
		{"Burgundy", []uint32{0x1B050B, 0x4D0F20, 0x8E2342, 0xDCA97C}},
		{"Emerald", []uint32{0x04150F, 0x0A3D2E, 0x15704F, 0xD6B871}},
		{"Champagne", []uint32{0x2B211A, 0x8A6A4C, 0xD8BB94, 0xF6ECDD}},
		{"Midnight silk", []uint32{0x080B1E, 0x1B2150, 0x4C4A94, 0xD8C7A8}},
	}},
	{"playful", "Bright primaries and sweets: events, games, everything for children.", []curated{
		{"Candy", []uint32{0xFF4F93, 0xFFBE3D, 0x3DDBB8, 0x5B7BFF}},
		{"Confetti", []uint32{0xFFD23F, 0xF0476B, 0x0FC79A, 0x1785C1}},
		{"Bubblegum", []uint32{0xF48FC7, 0xB79CFA, 0x7FB8FA, 0xFDE68A}},
		{"Carnival", []uint32{0x7B2CBF, 0xFF5D8F, 0xFF9A1F, 0xFFE14D}},
		{"Pool party", []uint32{0x0FA3E0, 0x55DDE0, 0xFFF07C, 0xFF6F61}},
	}},
	{"warm", "Sunset, clay and honey.", []curated{
		{"Golden hour", []uint32{0x7A2048, 0xD94A4A, 0xF98B4B, 0xFFCE6B, 0xFFF0CF}},
		{"Terracotta", []uint32{0x6B2D1F, 0xB5533C, 0xE08D63, 0xF6D2B0}},
		{"Honey", []uint32{0x7A4A0C, 0xC9821B, 0xF2B84B, 0xFBE8BC}},
		{"Rosewood", []uint32{0x4A1527, 0x9B2F4C, 0xE0707A, 0xF9CFC4}},
	}},
	{"cool", "Water, ice and northern evenings.", []curated{
		{"Fjord", []uint32{0x072A40, 0x0F5C7A, 0x3AA3B8, 0xB7E3E4}},
		{"Glacier", []uint32{0x1B4B82, 0x4D93D9, 0x9CCBF2, 0xEAF5FE}},
		{"Deep sea", []uint32{0x06142E, 0x123B6D, 0x1F7A9C, 0x69D2C6}},
		{"Spruce", []uint32{0x0C2F35, 0x1F6062, 0x66A69C, 0xCFE6DC}},
	}},
	{"neutral", "Stone, linen and ink: colour steps back for the words.", []curated{
		{"Linen", []uint32{0x6F665A, 0xA89C8B, 0xD9CFC0, 0xF6F2EB}},
		{"Stone", []uint32{0x3F4347, 0x82898F, 0xC3C8CC, 0xF3F4F5}},
		{"Ink wash", []uint32{0x1C1E22, 0x4A4E55, 0x9297A0, 0xE4E6E9}},
		{"Oat and clay", []uint32{0x5C4A3D, 0x9C7F68, 0xD6C1A9, 0xF7F0E6}},
	}},
	{"vibrant", "Full saturation across the wheel, held together by one dark.", []curated{
		{"Prism", []uint32{0x4F1AF0, 0xD91FE0, 0xFF3D81, 0xFFA62B}},
		{"Tropic", []uint32{0x00695C, 0x00BFA5, 0xFFD600, 0xFF4081}},
		{"Arcade", []uint32{0x0D0630, 0x6A00F4, 0xE500A4, 0x00E5FF}},
		{"Parrot", []uint32{0x0353A4, 0x06B77B, 0xF9DC2E, 0xF3462B}},
	}},
	{"pastel", "Milk and sugar: light, soft, low contrast between neighbours.", []curated{
		{"Macaron", []uint32{0xF9C6D4, 0xFBE3C0, 0xCDEBD2, 0xC5D8F7}},
		{"Sorbet", []uint32{0xFFC9B5, 0xFFE3C2, 0xF7CBE0, 0xD9C8F3}},
		{"Cloud nine", []uint32{0xC9DDFB, 0xDCD2FA, 0xF8D9EC, 0xFDF3E7}},
		{"Mint cream", []uint32{0xBCE6D3, 0xD9F2E1, 0xF5F7D9, 0xFBE2CE}},
	}},
	{"dark", "Near black with a glow inside: code, night, cinema.", []curated{
		{"Nebula", []uint32{0x07060F, 0x1D1145, 0x5B2A9D, 0xC2489B}},
		{"Reactor", []uint32{0x030B0C, 0x06282B, 0x0B7A75, 0x2EE6C5}},
		{"Ember", []uint32{0x0B0605, 0x3A1009, 0xA3320B, 0xFF8A3C}},
		{"Abyss", []uint32{0x02050F, 0x08204A, 0x0F4C9C, 0x3FA9F5}},
		{"Carbon", []uint32{0x0B0C0E, 0x1E2126, 0x3D434C, 0x8D97A6}},
	}},
}
