package widget

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// textsOf returns the texts of a chart.
func textsOf(t *testing.T, markup string) []string {
	t.Helper()
	c := drawn(t, text.NewEngine(), markup, 760, 420)
	var out []string
	for _, w := range c.texts {
		line := ""
		for _, op := range c.list.Ops[w.op : w.op+w.ops] {
			if g, ok := op.(display.Glyphs); ok {
				line += g.Text
			}
		}
		out = append(out, line)
	}
	return out
}

// TestHardDataIsLabelled draws charts of many categories, of months of several years, and of numbers of very different
// magnitudes.
func TestHardDataIsLabelled(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 24 {
		names = append(names, "Region of the north "+string(rune('A'+i)))
	}
	list, numbers := strings.Join(names, ","), strings.TrimSuffix(strings.Repeat("5,", 24), ",")
	for _, direction := range []string{"vertical", "horizontal"} {
		if got := textsOf(t, `<chart-bar direction="`+direction+`" values="`+numbers+`" labels="`+list+`"></chart-bar>`); !slices.Contains(got, names[1]) || !slices.Contains(got, names[22]) {
			t.Errorf("24 %s bars are labelled %q", direction, got)
		}
	}
	var months []string
	for _, year := range []string{"2023", "2024", "2025"} {
		for _, m := range []string{"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"} {
			months = append(months, year+"-"+m)
		}
	}
	if got := textsOf(t, `<chart-line values="`+strings.TrimSuffix(strings.Repeat("5,7,", 18), ",")+`" labels="`+strings.Join(months, ",")+`"></chart-line>`); !slices.Contains(got, "Jan 2024") || !slices.Contains(got, "Jan 2025") {
		t.Errorf("36 months are labelled %q", got)
	}
	if got := textsOf(t, `<chart-gauge value="-5" min="-20" max="1200000"></chart-gauge>`); !slices.Contains(got, "−20") || !slices.Contains(got, "1.2M") {
		t.Errorf("the ends of the gauge are %q", got)
	}
	if got := textsOf(t, `<chart-pie values="997,2,1" labels="A,B,C"></chart-pie>`); !slices.Contains(got, ">99%") || !slices.Contains(got, "<1%") {
		t.Errorf("the shares of the pie are %q", got)
	}
}

// TestCellsAreNumberedTogether: all cells of a heat map have numbers or none has.
func TestCellsAreNumberedTogether(t *testing.T) {
	t.Parallel()
	row := "7," + strings.TrimSuffix(strings.Repeat("123456789,", 39), ",")
	if got := textsOf(t, `<chart-heatmap legend="no" axis="no" show-values format="number" values="`+row+`"></chart-heatmap>`); len(got) > 0 {
		t.Errorf("the cells contain %q", got)
	}
	if got := textsOf(t, `<chart-heatmap legend="no" axis="no" show-values values="7,1234,99"></chart-heatmap>`); len(got) != 3 {
		t.Errorf("the cells contain %q", got)
	}
}

// TestColoursDoNotRepeat: a chart has at most twelve series, each with its own colour.
func TestColoursDoNotRepeat(t *testing.T) {
	t.Parallel()
	for _, css := range []string{"", "color:#7c3aed", "--chart-1:red;--chart-2:#00f"} {
		c := drawn(t, text.NewEngine(), `<chart-bar style="`+css+`" values="1"></chart-bar>`, 300, 200)
		seen := map[display.Color]bool{}
		for _, col := range c.palette()[:12] {
			if seen[col] {
				t.Errorf("%q: the colour %v repeats", css, col)
			}
			seen[col] = true
		}
	}
}

// TestNumbersOfAnySize draws numbers beyond a quadrillion and below a millionth, of which none is rounded to zero or
// called invalid, and reports those that are too large for an axis.
func TestNumbersOfAnySize(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		`<chart-bar show-values values="1e18,3e18"></chart-bar>`:                   "3×10¹⁸",
		`<chart-bar show-values values="[2e15,9007199254740993]"></chart-bar>`:     "9,007T",
		`<chart-bar show-values values="0.00000012,0.0000003"></chart-bar>`:        "120×10⁻⁹",
		`<chart-bar lang="de" show-values values="1.5e21,3e21"></chart-bar>`:       "1,5×10²¹",
		`<chart-line values="6.02e23,1e22"></chart-line>`:                          "600×10²¹",
		`<chart-scatter values="1e20 3e20, 2e20 5e20"></chart-scatter>`:            "100×10¹⁸",
		`<chart-gauge value="1.5e16" max="2e16"></chart-gauge>`:                    "15,000T",
		`<chart-bar scale="log" show-values values="1,1e9,1e20"></chart-bar>`:      "100×10¹⁸",
		`<chart-bar show-values format="percent" values="0.000001,1"></chart-bar>`: "100%",
	} {
		if got := textsOf(t, markup); !slices.Contains(got, want) {
			t.Errorf("%s is labelled %q, want %s among them", markup, got, want)
		}
	}
	for _, markup := range []string{
		`<chart-bar values="1e101,5"></chart-bar>`, `<chart-bar values="[-1e200,5]"></chart-bar>`, `<chart-bar values="1e999,5"></chart-bar>`, `<chart-map values='{"DE":1e101}'></chart-map>`,
		`<chart-scatter values='[{"x":1e101,"y":2},{"x":1,"y":2}]'></chart-scatter>`, `<chart-candlestick values="[[1,2e101,0,1],[1,2,0,1]]"></chart-candlestick>`,
	} {
		if c := drawn(t, text.NewEngine(), markup, 400, 240); !strings.Contains(fmt.Sprint(c.warnings), "is not a number from -1e+100 to 1e+100") {
			t.Errorf("%s: the warnings are %v", markup, c.warnings)
		}
	}
	for _, markup := range []string{`<chart-sparkline values="1e20,1e20"></chart-sparkline>`, `<chart-line values="1e16,10000000000000002"></chart-line>`, `<chart-heatmap values="1e20,1e20"></chart-heatmap>`, `<chart-bar values="1e100,-1e100"></chart-bar>`} {
		c := drawn(t, text.NewEngine(), markup, 400, 240)
		for _, op := range c.list.Ops {
			if s, ok := op.(display.StrokePath); ok {
				for _, p := range s.Path.Points {
					if x, y := p.X.Float(), p.Y.Float(); x < -1 || y < -1 || x > 401 || y > 241 {
						t.Errorf("%s: a line reaches %v, %v", markup, x, y)
					}
				}
			}
		}
	}
}
