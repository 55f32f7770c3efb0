package layout_test

import (
	"math"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
)

// TestSliderShare checks that the value of a slider is on a step, with the values that Chromium reports for it.
func TestSliderShare(t *testing.T) {
	t.Parallel()
	for attributes, want := range map[string]float64{
		"":                              0.5,
		"value=0.5 max=1":               0.5, // without a minimum, steps begin at the value
		"value=7.5 max=20 step=5":       7.5 / 20,
		"value=150 max=100.5":           100 / 100.5,
		"value=0.3 min=0 max=1 step=.5": 0.5,
		"value=95 min=1 step=10":        90.0 / 99,
		"value=3.5 min=0 step=7":        0.07,
		"value=.5 min=0 max=1 step=any": 0.5,
		"max=9":                         5.0 / 9,
		"min=-1 max=2":                  2.0 / 3,
		"min=5 max=5":                   0,
		"value=5 step=1e-320":           0.05,
		"value=5 min=1 step=1e-320":     4.0 / 99,
		"value=5 min=1 max=9 step=1e15": 0,
		"value=' 80'":                   0.5, // not a valid number
		"value=80px":                    0.5,
		"value=+80":                     0.5,
		"value=80. max=90":              0.5,
	} {
		doc, err := dom.ParseHTML("<!doctype html><input type=range "+attributes+">", dom.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got := math.NaN()
		for i := range doc.Nodes {
			if n := &doc.Nodes[i]; n.Tag == "input" {
				got = layout.SliderShare(n)
			}
		}
		if math.Abs(got-want) > 1e-9 || math.IsNaN(got) {
			t.Errorf("%s: the share is %v, want %v", attributes, got, want)
		}
	}
}

// TestGaugesIgnoreGarbage: the numbers of progress bars and meters may have white space, a plus sign and trailing garbage.
func TestGaugesIgnoreGarbage(t *testing.T) {
	t.Parallel()
	for attributes, want := range map[string]float64{
		"value=' 40' max=100px":   0.4,
		"value=0.3abc":            0.3,
		"value=+.6":               0.6,
		"value=2 max=x":           1,
		"value=0x5 max=10":        0,
		"value=2 min=-2 max='-5'": 0, // the maximum is at least the minimum
	} {
		doc, err := dom.ParseHTML("<!doctype html><progress "+attributes+"></progress><meter "+attributes+"></meter>", dom.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range doc.Nodes {
			n := &doc.Nodes[i]
			if n.Tag == "meter" {
				if got := layout.GaugeOf(n).Share; got != want {
					t.Errorf("meter %s: got %v, want %v", attributes, got, want)
				}
			}
			if _, ranged := n.Attr("min"); n.Tag == "progress" && !ranged {
				if got := layout.ProgressShare(n); got != want {
					t.Errorf("progress %s: got %v, want %v", attributes, got, want)
				}
			}
		}
	}
}
