package brands

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

// plainStyles implements only the CSS that these tests need.
type plainStyles struct{}

func (plainStyles) Kind(string) ValueKind { return NoKind }

func (plainStyles) Longhands(p string) []string { return []string{p} }

func (plainStyles) Color(text string) (Color, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 || text[0] != '#' {
		return Color{}, false
	}
	return Color{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, true
}

func (plainStyles) Canonical(string, string) (string, bool) { return "", false }

func (plainStyles) Selector(string) (Selector, error) { return nil, errors.New("no selectors here") }

// FuzzImports: an imported kit violates at most the rules max_items, family, duplicate and font_weight, and its colours
// survive formatting and parsing.
func FuzzImports(f *testing.F) {
	f.Add("meta: {name: A}\ncolor: {palette: {a: '#112233', b: a}, primary: a, foreground: b, c: c}\ntypography: {base: Inter, headings: {family: Inter, weight: bold}}", false)
	f.Add(`{"c":{"$type":"color","x":{"$value":"#112233"},"y":{"$value":"{c.x}"},"z":{"$value":"{c.z}"}},"f":{"$type":"fontFamily","$value":["A","B"]}}`, true)
	f.Fuzz(func(t *testing.T, text string, dtcg bool) {
		read := fromBrandYML
		if dtcg {
			read = fromDTCG
		}
		im, err := read(plainStyles{}, text)
		if err != nil {
			return
		}
		_, details := Compile(plainStyles{}, &im.kit)
		for _, d := range details {
			if d.Rule != "max_items" && d.Rule != "family" && d.Rule != "duplicate" && d.Rule != "font_weight" {
				t.Errorf("%s breaks %s at %s", text, d.Rule, d.Path)
			}
		}
		for name, hex := range im.kit.Colors.Palette {
			if c, ok := (plainStyles{}).Color(hex); !ok || c.hex() != hex {
				t.Errorf("%s is %s", name, hex)
			}
		}
	})
}

func TestContrastIsThatOfWCAG(t *testing.T) {
	t.Parallel()
	black, white, grey := Color{A: 255}, Color{255, 255, 255, 255}, Color{0x76, 0x76, 0x76, 255}
	if got := contrast(black, white); got != 21 {
		t.Errorf("black on white is %v", got)
	}
	if got := contrast(grey, white); got < 4.5 || got > 4.6 {
		t.Errorf("#767676 on white is %v, want a little above 4.5", got)
	}
	if got := worst(Color{0, 0, 0, 128}, []Color{white, black}, 1); got != 1 {
		t.Errorf("black over black is %v", got)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	k := &Kit{Colors: Colors{Palette: map[string]string{"ink": "#0F172A"}, Roles: map[string]string{"primary": "ink"}},
		Typography: Typography{Fonts: []Font{{Family: "Inter", Fallback: []string{"Noto Sans", "sans-serif"}}}, Roles: map[string]TypeRole{"heading": {"Inter", 700}}},
		Logos:      []Logo{{Name: "main", Asset: "asset_1", MinWidth: 96}}, Layout: Layout{SafeArea: "5%", CornerRadius: []string{"8px"}}}
	want := `:root{--brand-font-heading:"Inter", "Noto Sans", sans-serif;--brand-font-weight-heading:700;--brand-ink:#0F172A;--brand-logo-main:url(asset:asset_1);--brand-logo-main-min-width:96px;--brand-primary:#0F172A;--brand-radius-0:8px;--brand-safe-area:5%;}`
	if got := k.tokens(plainStyles{}); got != want {
		t.Errorf("the tokens are %s\nwant %s", got, want)
	}
}
