package font

import (
	"strings"
	"testing"
)

func TestMatchBundledStyles(t *testing.T) {
	t.Parallel()
	set := Bundled()
	for _, c := range []struct {
		family string
		weight int
		slant  Slant
		want   string
		bold   bool
		tilt   bool
	}{
		{"Inter", 400, Upright, "Inter Regular", false, false},
		{"inter", 450, Upright, "Inter Medium", false, false},
		{"Inter", 650, Upright, "Inter Bold", false, false},
		{"Inter", 350, Upright, "Inter Light", false, false},
		{"Inter", 1000, Italic, "Inter Black Italic", false, false},
		{"Inter", 400, Oblique, "Inter Italic", false, false},
		{"sans-serif", 700, Upright, "Inter Bold", false, false},
		{"serif", 900, Italic, "Noto Serif Bold Italic", false, false},
		{"monospace", 500, Upright, "JetBrains Mono Regular", false, false},
		{"Caveat", 700, Italic, "Caveat Bold", false, true},
		{"No Such Family", 400, Upright, "Inter Regular", false, false},
	} {
		m := set.Primary(&Query{Families: []string{c.family}, Weight: c.weight, Slant: c.slant})
		if m.Face.Name() != c.want || m.Bold != c.bold || m.Oblique != c.tilt {
			t.Errorf("%s %d %d: got %s, bold %v, oblique %v", c.family, c.weight, c.slant, m.Face.Name(), m.Bold, m.Oblique)
		}
	}
}

func TestRulesAndRanges(t *testing.T) {
	t.Parallel()
	woff2 := readTestdata(t, "playfair-display-vietnamese-400-normal.woff2")
	variable := readTestdata(t, "recursive-cyrillic-ext-full-normal.woff2")
	ninety := 90.0
	set, errs := NewSet([]Rule{
		{Family: "Mixed", Sources: []Source{{Data: []byte("broken")}, {Data: woff2}}, UnicodeRange: []RuneRange{{0x1EA0, 0x1EF9}}},
		{Family: "mixed", Sources: []Source{{Local: "JetBrains Mono"}}, UnicodeRange: []RuneRange{{'0', '9'}}, SizeAdjust: 120},
		{Family: "Mixed", Sources: []Source{{Local: "Noto Serif"}}, WeightMin: 700, WeightMax: 700},
		{Family: "Variable", Sources: []Source{{Data: variable}}},
		{Family: "Tall", Sources: []Source{{Local: "Inter Bold"}}, AscentOverride: &ninety},
		{Family: "Gone", Sources: []Source{{Data: []byte("no font")}}},
	})
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "Gone") {
		t.Errorf("got errors %v", errs)
	}
	for _, c := range []struct {
		cluster string
		weight  int
		want    string
		scale   float64
		bold    bool
	}{
		{"ạ", 400, "Playfair Display Regular", 1, false},
		{"7", 400, "JetBrains Mono Regular", 1.2, false},
		{"x", 400, "Inter Regular", 1, false},
		{"x", 700, "Noto Serif Regular", 1, false},
	} {
		m, ok := set.Lookup(&Query{Families: []string{"Mixed"}, Weight: c.weight}, c.cluster)
		if !ok || m.Face.Name() != c.want || m.Scale != c.scale || m.Bold != c.bold {
			t.Errorf("%s %d: got %s, scale %v, bold %v, %v", c.cluster, c.weight, m.Face.Name(), m.Scale, m.Bold, ok)
		}
	}
	q := &Query{Families: []string{"Variable"}, Weight: 650}
	a, b := set.Primary(q), set.Primary(q)
	if a.Face != b.Face {
		t.Error("equal instances have different faces")
	}
	if a.Bold || set.Primary(&Query{Families: []string{"Variable"}, Weight: 300}).Face == a.Face {
		t.Error("the weight axis is not applied")
	}
	tall := set.Primary(&Query{Families: []string{"Tall"}}).Face.Metrics()
	if tall.Ascent != tall.UnitsPerEm*9/10 || tall.Descent == 0 {
		t.Errorf("got metrics %+v", tall)
	}
}

func TestFallbackByScript(t *testing.T) {
	t.Parallel()
	c := Bundled().Cascade(&Query{Families: []string{"Inter"}})
	for cluster, want := range map[string]string{
		"a": "Inter", "é": "Inter", "e\u0301": "Inter", "Я": "Inter", "ع": "Noto Sans Arabic", "ש": "Noto Sans Hebrew", "क": "Noto Sans Devanagari",
		"ক": "Noto Sans Bengali", "த": "Noto Sans Tamil", "ก": "Noto Sans Thai", "ខ": "Noto Sans Khmer", "ሀ": "Noto Sans Ethiopic", "ა": "Noto Sans Georgian",
		"ა\u0301": "Noto Sans Georgian", "漢": "Noto Sans CJK", "か": "Noto Sans CJK", "한": "Noto Sans CJK", "、": "Noto Sans CJK", "Ａ": "Noto Sans CJK",
		"🚀": "Noto Color Emoji", "1\uFE0F\u20E3": "Noto Color Emoji", "1": "Inter", "☂\uFE0E": "Noto Sans Symbols2", "∮": "Noto Sans Math", "ꓘ": "",
	} {
		m, ok := c.Lookup(cluster)
		if ok != (want != "") || ok && !strings.HasPrefix(m.Face.Name(), want) {
			t.Errorf("%q: got %s %v, want %s", cluster, m.Face.Name(), ok, want)
		}
	}
}
