package widget_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

// paint draws the first widget of the markup into a box.
func paint(t testing.TB, markup string, w, h int) (*display.List, []dom.Warning) {
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
		if n := &doc.Nodes[i]; n.Type == dom.Element && widget.Draws(n) {
			list, warnings, ok := widget.Paint(tree, dom.NodeID(i), geom.Px(w), geom.Px(h), widget.Context{Text: text.NewEngine(), Fonts: font.Bundled(), Scale: 1})
			if !ok {
				t.Fatalf("Paint does not draw <%s>", n.Tag)
			}
			return list, warnings
		}
	}
	t.Fatalf("no widget in %s", markup)
	return nil, nil
}

func TestEveryWidgetDraws(t *testing.T) {
	t.Parallel()
	for _, markup := range []string{
		`<qr-code value="hello"></qr-code>`, `<qr-code shape="dot">hello</qr-code>`, `<qr-code shape="rounded">hello</qr-code>`,
		`<bar-code value="hello"></bar-code>`, `<bar-code format="ean13" value="400638133393"></bar-code>`,
		`<chart-bar values="1,2,3" labels="a,b,c"></chart-bar>`, `<chart-line values="1,2;3,4" series="x,y"></chart-line>`,
		`<chart-area values="[1,2,3]"></chart-area>`, `<chart-sparkline values="1 2 3"></chart-sparkline>`,
		`<chart-pie values='[{"label":"a","value":1},{"label":"b","value":2}]'></chart-pie>`, `<chart-donut values="1,2" label="3"></chart-donut>`,
		`<chart-bar stacked="100%" direction="horizontal" values="1,2;3,4" labels="a,b" series="x,y" show-values></chart-bar>`,
		`<chart-combo values="1,2;3,4" labels="a,b" series="x,y" secondary="y" reference="2:Goal"></chart-combo>`, `<chart-area stacked values="1,2;3,4"></chart-area>`,
		`<chart-scatter values="1 2, 3 4 5; 6 7" trend></chart-scatter>`, `<chart-scatter values='[{"x":1,"y":2,"label":"a"},{"x":2,"y":3,"series":"b"}]'></chart-scatter>`,
		`<chart-heatmap values="1,2;3," series="a,b" labels="c,d" show-values></chart-heatmap>`, `<chart-radar values="1,2,3" labels="a,b,c"></chart-radar>`,
		`<chart-gauge value="30" ranges="20,60" reference="50"></chart-gauge>`, `<chart-gauge value="30" shape="ring"></chart-gauge>`,
		`<chart-gantt values="A, 2026-01-05, 2026-01-20, 40; B, 2026-02-01" today="2026-01-10"></chart-gantt>`, `<chart-candlestick values="1 3 0 2, 2 4 1 3"></chart-candlestick>`,
		`<chart-sparklines values="1,2,3;4,5,6" series="a,b"></chart-sparklines>`, `<chart-map values="DE:1,FRA:2,Japan:3"></chart-map>`, `<chart-map region="europe" values='{"DE":1}'></chart-map>`,
		`<chart-line values="1,,3" labels="2026-01-01,2026-01-02,2026-02-01" lang="de" format="currency:EUR"></chart-line>`, `<chart-bar dir="rtl" values="1,2" labels="א,ב" y-title="ג"></chart-bar>`,
		`<div style="--a:oklch(from red calc(l*.5) c h)"><chart-bar values="1" style="--chart-1:color-mix(in oklab,var(--a) 40%,light-dark(white,black))"></chart-bar></div>`,
		`<icon name="lucide:rocket"></icon>`, `<icon name="house"></icon>`, `<rating value="3.5"></rating>`,
		`<progress value="0.5" shape="bar"></progress>`, `<progress value="50" max="100" shape="ring" text></progress>`, `<mesh-gradient seed="1" grain="0.2"></mesh-gradient>`,
	} {
		list, warnings := paint(t, markup, 300, 200)
		if len(list.Ops) == 0 || len(warnings) > 0 {
			t.Errorf("%s: got %d operations and the warnings %v, want operations and no warnings", markup, len(list.Ops), warnings)
		}
	}
}

func TestBadValuesAreReported(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		`<qr-code></qr-code>`:                                           "value",
		`<qr-code level="X">a</qr-code>`:                                `level="X" is not one of M, L, Q, H`,
		`<qr-code>` + strings.Repeat("x", 3000) + `</qr-code>`:          "too long",
		`<bar-code format="ean13" value="4006381333932"></bar-code>`:    "check digit is 2 and should be 1",
		`<bar-code format="ean13" value="12"></bar-code>`:               "ean13 takes 12 digits, or 13 with the check digit",
		`<bar-code format="qr" value="12"></bar-code>`:                  "code128, ean13, ean8, upca, code39, itf",
		`<bar-code format="code39" value="a_b"></bar-code>`:             "code39 holds",
		`<chart-bar></chart-bar>`:                                       "no numbers",
		`<chart-bar values="1,x"></chart-bar>`:                          `values="x" is not a number`,
		`<chart-bar values="1" colors="#12"></chart-bar>`:               `colors="#12" is not a CSS colour`,
		`<chart-pie values="1,-2"></chart-pie>`:                         "zero or more",
		`<chart-line values="` + strings.Repeat("1,", 1200) + `1">`:     "more than 1000",
		`<icon name="lucide:rockett"></icon>`:                           "lucide:rocket",
		`<icon name="fa:home"></icon>`:                                  "of the set lucide",
		`<rating value="9"></rating>`:                                   "from 0 to 5",
		`<progress value="0.5" shape="square"></progress>`:              "bar, ring",
		`<mesh-gradient points="900"></mesh-gradient>`:                  "from 2 to 64",
		`<chart-bar values="1,$2"></chart-bar>`:                         "write 2, and the unit in prefix",
		`<chart-bar values="1,2" labels="a,b,c"></chart-bar>`:           "3 names for 2 values",
		`<chart-bar values="1,2" series="a,b"></chart-bar>`:             "semicolons",
		`<chart-bar values="1,-2;3,4" stacked="100%"></chart-bar>`:      "zero or more",
		`<chart-bar values="1" locale="!!"></chart-bar>`:                "a language",
		`<chart-bar values="1" format="currency:EURO"></chart-bar>`:     "three letters",
		`<chart-bar values="1" dates="month" labels="x"></chart-bar>`:   "a date",
		`<chart-bar values="1" reference="x:Goal"></chart-bar>`:         "write 20:Target",
		`<chart-bar values="1" max="5" reference="9:Goal"></chart-bar>`: "ends of the axis",
		`<chart-bar values="123456,654321,333333,222222,111111,99999,1,2,3,4,5" show-values style="font-size:24px"></chart-bar>`: "no room beside each other",
		`<chart-combo values="1,2;3,4" types="bar,dots"></chart-combo>`:                                                          "bar, line, area",
		`<chart-combo values="1,2;3,4" secondary="z"></chart-combo>`:                                                             "number of a series",
		`<chart-scatter values="1,2,3"></chart-scatter>`:                                                                         "a point of two numbers",
		`<chart-radar values="1,2"></chart-radar>`:                                                                               "fewer than three",
		`<chart-gauge value="120"></chart-gauge>`:                                                                                "from min 0 to max 100",
		`<chart-gauge value="20" ranges="50,30"></chart-gauge>`:                                                                  "above 50",
		`<chart-gantt values="A, tomorrow"></chart-gantt>`:                                                                       "a date",
		`<chart-gantt values="A, 2026-02-01, 2026-01-01"></chart-gantt>`:                                                         "on or after the start",
		`<chart-candlestick values="1 2 3"></chart-candlestick>`:                                                                 "open, high, low and close",
		`<chart-candlestick values="1 2 3 4"></chart-candlestick>`:                                                               "the highest second",
		`<chart-map values="Atlantis:3"></chart-map>`:                                                                            "ISO code",
		`<chart-map values="DE"></chart-map>`:                                                                                    "write DE:3",
		`<chart-bar values="1,2" min="5" max="2"></chart-bar>`:                                                                   "min is not below max",
		`<bar-code value="a long value for a narrow element"></bar-code>`:                                                        "make it wider",
	} {
		_, warnings := paint(t, markup, 60, 60)
		all := ""
		for _, w := range warnings {
			all += w.Message + "\n"
			if w.Path == "" || w.Code == "" {
				t.Errorf("%s: the warning %+v lacks a path or code", markup, w)
			}
		}
		if !strings.Contains(all, want) {
			t.Errorf("%.60s: got the warnings %q, want one with %q", markup, all, want)
		}
	}
}

func TestPaintingTwiceIsTheSame(t *testing.T) {
	t.Parallel()
	for _, markup := range []string{`<chart-donut values="3,4,5" labels="a,b,c"></chart-donut>`, `<mesh-gradient seed="9" grain="0.5"></mesh-gradient>`, `<icon name="nope"></icon>`} {
		a, aw := paint(t, markup, 301, 199)
		b, bw := paint(t, markup, 301, 199)
		if !reflect.DeepEqual(aw, bw) {
			t.Errorf("%s: the warnings of two runs differ: %v and %v", markup, aw, bw)
		}
		if len(a.Ops) != len(b.Ops) {
			t.Fatalf("%s: %d and %d operations in two runs", markup, len(a.Ops), len(b.Ops))
		}
		for i := range a.Ops {
			if x, ok := a.Ops[i].(display.DrawImage); ok {
				if !reflect.DeepEqual(x.Image, b.Ops[i].(display.DrawImage).Image) {
					t.Errorf("%s: the bitmaps of two runs differ", markup)
				}
			}
		}
	}
}

func TestMeshSeedsDiffer(t *testing.T) {
	t.Parallel()
	a, _ := paint(t, `<mesh-gradient seed="1"></mesh-gradient>`, 64, 64)
	b, _ := paint(t, `<mesh-gradient seed="2"></mesh-gradient>`, 64, 64)
	x, y := a.Ops[0].(display.DrawImage).Image, b.Ops[0].(display.DrawImage).Image
	if x.Hash == y.Hash || reflect.DeepEqual(x.Pix, y.Pix) {
		t.Error("two seeds draw the same image")
	}
}

// TestMeshIsSmooth checks that neighbouring pixels without grain differ by a few levels only.
func TestMeshIsSmooth(t *testing.T) {
	t.Parallel()
	list, _ := paint(t, `<mesh-gradient seed="5"></mesh-gradient>`, 600, 315)
	b := list.Ops[0].(display.DrawImage).Image
	worst := 0
	for y := range b.Height {
		for x := 1; x < b.Width; x++ {
			for k := range 3 {
				o := 4*(y*b.Width+x) + k
				d := int(b.Pix[o]) - int(b.Pix[o-4])
				worst = max(worst, d, -d)
			}
		}
	}
	if worst > 8 {
		t.Errorf("neighbouring pixels differ by %d levels, want at most 8", worst)
	}
}

func BenchmarkMesh(b *testing.B) {
	for b.Loop() {
		paint(b, `<mesh-gradient seed="1"></mesh-gradient>`, 1200, 630)
	}
}

// FuzzWidgets checks that painting terminates for arbitrary attributes, and that every rectangle and path stays within
// the coordinate range of a canvas.
func FuzzWidgets(f *testing.F) {
	f.Add("chart-bar", "3,5,2", "0", "10", "#f00,#00f")
	f.Add("chart-area", "[[1,2],[3]]", "", "1e9", "oklch(0.5 0.1 20)")
	f.Add("chart-pie", `[{"label":"a","value":1}]`, "-1", "", "red")
	f.Add("chart-scatter", "1 2 3, 4 5; 6 7", "0", "9", "#f00")
	f.Add("chart-gantt", "A, 2026-01-05, 2026-01-20, 40; B, 2026-02-01", "", "", "")
	f.Add("chart-candlestick", "1 3 0 2, 2 4 1 3", "-5", "", "red,blue")
	f.Add("chart-heatmap", "1,,-3;null,2", "", "1e15", "red,blue")
	f.Add("chart-map", "DE:3,XX:4", "", "", "")
	f.Add("chart-sparklines", "1,2;3", "", "", "")
	f.Add("chart-radar", "1,2,3;-4,5", "", "", "")
	f.Add("qr-code", "0123ABCxyz", "", "", "")
	f.Add("bar-code", "12345\x01aB", "", "", "")
	f.Add("rating", "3.3", "", "5", "")
	f.Fuzz(func(t *testing.T, tag, value, lo, hi, colors string) {
		known := false
		for _, k := range []string{"chart-bar", "chart-line", "chart-area", "chart-pie", "chart-donut", "chart-sparkline",
			"chart-combo", "chart-scatter", "chart-heatmap", "chart-radar", "chart-gauge", "chart-gantt", "chart-candlestick", "chart-sparklines", "chart-map", "qr-code", "bar-code", "rating", "progress"} {
			known = known || k == tag
		}
		if !known || len(value) > 2000 {
			t.Skip()
		}
		quote := strings.NewReplacer("&", "&amp;", `"`, "&quot;", "\x00", "")
		list, _ := paint(t, "<"+tag+` labels="a,b,c" value="`+quote.Replace(value)+`" values="`+quote.Replace(value)+`" min="`+quote.Replace(lo)+
			`" max="`+quote.Replace(hi)+`" colors="`+quote.Replace(colors)+`"></`+tag+">", 200, 100)
		const far = 4096 * 1024
		for _, op := range list.Ops {
			if p, ok := op.(display.FillPath); ok {
				for _, q := range p.Path.Points {
					if q.X < -far || q.X > far || q.Y < -far || q.Y > far {
						t.Fatalf("%s: point %v is out of range", tag, q)
					}
				}
			}
		}
	})
}
