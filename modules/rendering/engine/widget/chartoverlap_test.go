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
		"small": "0.0012,0.0034,0.0021", "large": "1e12,3e12,2.5e12", "one": "42",
	}
	for _, tag := range []string{
		`chart-bar show-values`, `chart-bar stacked show-values="total"`, `chart-bar direction="horizontal" show-values`, `chart-combo secondary="1"`, `chart-line x-title="Months" y-title="Euros"`,
		`chart-area legend="bottom" format="currency:EUR"`, `chart-heatmap show-values`, `chart-radar`, `chart-sparklines`,
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
