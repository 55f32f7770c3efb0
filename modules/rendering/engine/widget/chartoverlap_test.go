package widget

import (
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// TestLabelsDoNotOverlap draws charts of many kinds, sizes and languages and checks that no two horizontal labels
// overlap and that all are inside the box.
func TestLabelsDoNotOverlap(t *testing.T) {
	t.Parallel()
	engine := text.NewEngine()
	names := map[string]string{
		"short": "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec", "dates": "2026-01-01,2026-01-02,2026-01-09,2026-02-01,2026-02-02,2026-03-01",
		"long": "Vereinigte Staaten von Amerika,Bundesrepublik Deutschland,Vereinigtes Königreich,Frankreich", "cjk": "東京都庁舎前,大阪府立図書館,横浜市立大学附属病院,札幌市",
		"arabic": "الربع الأول من السنة,الربع الثاني من السنة,الربع الثالث", "none": "",
	}
	values := map[string]string{
		"few": "12,-3,40,8", "many": strings.TrimSuffix(strings.Repeat("12000,35000,8000,", 40), ","), "series": "1200,3400,2200;900,1800,-2600;50,70,90", "gaps": "1,,3,null,5,6",
		"small": "0.0012,0.0034,0.0021", "large": "1e12,3e12,2.5e12", "one": "42", "mixed": "0.002,1e6,0,-3,55", "zeros": "0,0,0",
	}
	for _, tag := range []string{
		`chart-bar show-values`, `chart-bar stacked show-values="total"`, `chart-bar direction="horizontal" show-values`, `chart-combo secondary="1"`, `chart-line x-title="Months" y-title="Euros"`,
		`chart-area legend="bottom" format="currency:EUR"`, `chart-heatmap show-values`, `chart-radar`, `chart-sparklines`, `chart-bar scale="log" show-values`, `chart-bar scale="log" direction="horizontal" show-values`, `chart-line scale="log"`,
	} {
		for label, l := range names {
			for value, v := range values {
				for _, size := range [][2]float64{{90, 60}, {160, 110}, {300, 150}, {620, 300}, {1200, 630}} {
					for _, dir := range []string{"ltr", "rtl"} {
						markup := fmt.Sprintf(`<%s dir="%s" labels="%s" values="%s" series="Alpha,Beta,Gamma"></%s>`, tag, dir, l, v, strings.Fields(tag)[0])
						c := drawn(t, engine, markup, size[0], size[1])
						for _, problem := range overlaps(c) {
							t.Errorf("%s %s %s %v %s: %s", tag, label, value, size, dir, problem)
						}
					}
				}
			}
		}
	}
}

// TestLabelsDoNotOverlapInAnyLanguage draws every kind of chart with extreme data in five languages.
func TestLabelsDoNotOverlapInAnyLanguage(t *testing.T) {
	t.Parallel()
	engine := text.NewEngine()
	names := map[string]string{
		"de": "Donaudampfschifffahrt,Rechtsschutzversicherung,Januar,Kiel", "fr": "Provence-Alpes-Côte d'Azur,Île-de-France,Hauts-de-France,Var",
		"ar": "الربع الأول من السنة,الربع الثاني,الربع الثالث,القاهرة", "hi": "उत्तर प्रदेश राज्य,महाराष्ट्र,दिल्ली,कोलकाता शहर", "ja": "東京都庁舎前,大阪府立図書館,横浜市,札幌市",
	}
	single := map[string]string{
		"one": "1234567.8", "forty": strings.TrimSuffix(strings.Repeat("12000,-350.5,8000,0.25,", 10), ","), "negative": "-5,-1234567,-80,-0.5", "zeros": "0,0,0,0",
		"huge": "9e14,1e15,3e14,2", "tiny": "0.0000012,0.0000034,0.0000021,0", "missing": ",,3,",
	}
	repeat := func(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+",", n), ",") }
	for lang, l := range names {
		for _, tag := range []string{
			`chart-bar show-values format="currency:EUR"`, `chart-bar direction="horizontal" show-values`, `chart-line points`, `chart-area format="compact"`, `chart-combo`, `chart-pie`, `chart-donut label="1.234.567" sublabel="Gesamt"`,
			`chart-heatmap show-values`, `chart-radar`, `chart-sparkline`, `chart-sparklines`, `chart-gauge max="1e15"`, `chart-bar scale="log" show-values`,
			`chart-scatter`, `chart-candlestick`, `chart-gantt`, `chart-map`,
		} {
			for value, v := range single {
				labels := l
				switch kind := strings.Fields(tag)[0]; kind {
				case "chart-scatter":
					v = strings.ReplaceAll(strings.ReplaceAll(v, ",", " 3,"), ",,", ",")
				case "chart-candlestick":
					v = "10 12 9 11, 1e9 2e9 0.5 3"
				case "chart-gantt":
					v = ""
					for i, name := range strings.Split(l, ",") {
						v += fmt.Sprintf("%s, 2026-0%d-05, 2026-0%d-20;", name, i+1, i+3)
					}
				case "chart-map":
					v = "DE:3,FR:400000,JP:-5,EG:0"
				}
				if value == "forty" {
					labels = repeat(l, 10)
				}
				for _, size := range [][2]float64{{120, 80}, {300, 180}, {800, 420}} {
					dir := "ltr"
					if lang == "ar" {
						dir = "rtl"
					}
					c := drawn(t, engine, fmt.Sprintf(`<%s lang="%s" dir="%s" labels="%s" values="%s"></%s>`, tag, lang, dir, labels, v, strings.Fields(tag)[0]), size[0], size[1])
					for _, problem := range overlaps(c) {
						t.Errorf("%s %s %s %v: %s", tag, lang, value, size, problem)
					}
				}
			}
		}
	}
}

// drawn draws the chart of the markup.
func drawn(t *testing.T, engine *text.Engine, markup string, w, h float64) *canvas {
	t.Helper()
	doc, err := dom.ParseHTML(markup, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := style.Compute(doc, style.Options{Width: 1200, Height: 630, Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; strings.HasPrefix(n.Tag, "chart-") {
			c := &canvas{tree: tree, id: dom.NodeID(i), node: n, style: tree.Styles[i], w: w, h: h, list: &display.List{}, ctx: Context{Text: engine, Fonts: font.Bundled(), Scale: 1}}
			charts[n.Tag](c)
			return c
		}
	}
	t.Fatalf("no chart in %s", markup)
	return nil
}

// overlaps compares the cap-height boxes of all horizontal labels.
func overlaps(c *canvas) []string {
	type found struct {
		text           string
		x0, y0, x1, y1 float64
	}
	var all []found
	var problems []string
	for _, w := range c.texts {
		if w.turned || w.width <= 0 {
			continue
		}
		g, ok := c.list.Ops[w.op].(display.Glyphs)
		if !ok || len(g.Glyphs) == 0 {
			continue
		}
		base, high := g.Glyphs[0].Y.Float(), g.Size.Float()*0.7
		f := found{g.Text, w.left, base - high, w.left + w.width, base}
		if f.x0 < -1.5 || f.x1 > c.w+1.5 || f.y0 < -2 || f.y1 > c.h+2 {
			problems = append(problems, fmt.Sprintf("%q at %.0f,%.0f–%.0f,%.0f leaves the box", f.text, f.x0, f.y0, f.x1, f.y1))
		}
		for _, o := range all {
			if f.x0 < o.x1-0.5 && f.x1 > o.x0+0.5 && f.y0 < o.y1-0.5 && f.y1 > o.y0+0.5 {
				problems = append(problems, fmt.Sprintf("%q and %q overlap at %.0f,%.0f", f.text, o.text, f.x0, f.y0))
			}
		}
		all = append(all, f)
	}
	return problems
}

// TestChartsAreDescribed checks the alternative texts of charts in PDF and SVG files.
func TestChartsAreDescribed(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		`<chart-bar values="1200,3" labels="Jan,Feb" prefix="$"></chart-bar>`:                            "Bar chart: Jan $1,200, Feb $3",
		`<div lang="de"><chart-line values="1.5,;2,3" series="A,B" y-title="Umsatz"></chart-line></div>`: "Line chart, Umsatz: A: 1,5; B: 2, 3",
		`<chart-gauge value="72" sublabel="NPS"></chart-gauge>`:                                          "Gauge: NPS 72 of 100",
		`<chart-gantt values="Build, 2026-01-05, 2026-01-20, 40; Launch, 2026-02-01"></chart-gantt>`:     "Gantt chart: Build 2026-01-05 to 2026-01-20, 40% done; Launch 2026-02-01",
		`<chart-candlestick values="1 3 0 2, 2 4 1 3"></chart-candlestick>`:                              "Candlestick chart: 2 intervals; opens at 1, closes at 3; lowest 0, highest 4",
		`<chart-map values="FR:2,DEU:1"></chart-map>`:                                                    "World map: France 2; Germany 1",
		`<chart-scatter values='[{"x":1,"y":2,"label":"a"}]'></chart-scatter>`:                           "Scatter chart: 1 point from 1, 2 to 1, 2 (a 1, 2)",
		`<chart-line values="` + strings.Repeat("1,2,", 20) + `9"></chart-line>`:                         "Line chart: 41 values from 1 to 9, the last 9",
		`<qr-code value="x"></qr-code>`:                                                                  "",
	} {
		doc, err := dom.ParseHTML(markup, dom.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range doc.Nodes {
			if n := &doc.Nodes[i]; strings.Contains(n.Tag, "-") {
				if got := Describe(doc, dom.NodeID(i)); got != want {
					t.Errorf("%s: got %q, want %q", markup, got, want)
				}
			}
		}
	}
}

// TestLogarithmicAxis: equal factors are equal distances, every axis has round labels, and values without a logarithm
// are reported.
func TestLogarithmicAxis(t *testing.T) {
	t.Parallel()
	s := logScale(3, 900000, false, false)
	s.from, s.to, s.most = 0, 600, 7
	if s.lo != 1 || s.hi != 1e6 {
		t.Errorf("3 to 900,000: the axis is %v to %v, want 1 to 1,000,000", s.lo, s.hi)
	}
	for i, v := range s.ticks() {
		if want := float64(100 * i); v != power(i) || s.pos(v) < want-1e-6 || s.pos(v) > want+1e-6 {
			t.Errorf("tick %d is %v at %v, want %v at %v", i, v, s.pos(v), power(i), want)
		}
	}
	engine := text.NewEngine()
	for markup, want := range map[string]string{
		`<chart-line scale="log" values="1,0,100"></chart-line>`:               `values="0" is not above zero`,
		`<chart-bar scale="log" values="-1,-2"></chart-bar>`:                   "the axis is linear",
		`<chart-area stacked scale="log" values="1,2;3,4"></chart-area>`:       "not drawn for stacked values",
		`<chart-scatter x-scale="log" values="-1 2, 3 4"></chart-scatter>`:     "x-scale",
		`<chart-candlestick scale="log" values="1 3 0 2"></chart-candlestick>`: "the axis is linear",
		`<chart-bar scale="log" values="5,50"></chart-bar>`:                    "",
	} {
		c := drawn(t, engine, markup, 400, 240)
		said := fmt.Sprint(c.warnings)
		if want == "" && len(c.warnings) > 0 || !strings.Contains(said, want) {
			t.Errorf("%s: the warnings are %s, want %q", markup, said, want)
		}
	}
}
