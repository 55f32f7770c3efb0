package widget

import (
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
