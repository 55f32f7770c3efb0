package layout_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
)

// TestLayoutWarnings checks that layout warns about unsupported values, and not about supported ones.
func TestLayoutWarnings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"upright characters":         {`<p style="writing-mode:vertical-rl">漢字`, ""},
		"inline writing mode":        {`<p>a<span style="writing-mode:vertical-rl">b</span>`, ""},
		"vertical table":             {`<table style="writing-mode:vertical-rl"><tr><td>x</table>`, ""},
		"other vertical mode":        {`<div style="writing-mode:vertical-rl"><p style="writing-mode:vertical-lr">x`, ""},
		"vertical cell":              {`<table><tr><td style="writing-mode:vertical-rl">x</table>`, ""},
		"vertical cell, percentage":  {`<table><tr><td style="writing-mode:vertical-rl;height:50%">x</table>`, "percentages of height"},
		"vertical item at baseline":  {`<div style="display:grid;align-items:baseline"><p style="writing-mode:vertical-rl">x</p><p>y</div>`, "baseline alignment"},
		"vertical row":               {`<table><tr style="writing-mode:vertical-rl"><td style="writing-mode:horizontal-tb">x</table>`, "keeps the writing mode"},
		"automatic hyphens":          {`<p lang=en style="hyphens:auto">word`, "hyphens: auto"},
		"columns are fine":           {`<p style="columns:2">a`, ""},
		"annotations in columns":     {`<div style="columns:2"><p><ruby>a<rt>long note</rt></ruby> text</div>`, ""},
		"vertical Latin is fine":     {`<div style="writing-mode:vertical-lr">abc<p>d</p></div>`, ""},
		"vertical columns":           {`<div style="writing-mode:vertical-rl;columns:2">a`, "columns of vertical lines"},
		"vertical fields":            {`<div style="writing-mode:vertical-rl"><input>a`, "form controls stay horizontal"},
		"vertical buttons are fine":  {`<div style="writing-mode:vertical-rl"><button>a</button> <input type=checkbox>`, ""},
		"hyphens without a language": {`<p style="hyphens:auto">word`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _, err := layouttest.New().Layout("<!doctype html>"+c.html, 400, 300)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range r.Warnings {
				if w.Code != "unsupported_property" {
					t.Errorf("got the code %s, want unsupported_property", w.Code)
				}
				got = append(got, w.Message)
			}
			all := strings.Join(got, "\n")
			if (c.want == "") != (all == "") || !strings.Contains(all, c.want) {
				t.Errorf("got the warnings %q, want %q", all, c.want)
			}
		})
	}
}

// TestPartsOfNativeControlsWarn checks that rules for parts that browsers draw in a native control, and layout does not,
// are warnings.
func TestPartsOfNativeControlsWarn(t *testing.T) {
	t.Parallel()
	for src, warns := range map[string]bool{
		"<style>::-webkit-slider-thumb{appearance:none}</style><input type=range>":                                  true,
		"<style>::-webkit-slider-thumb,input{appearance:none}</style><input type=range>":                            false,
		"<style>::-webkit-meter-optimum-value{background:red}</style><meter value=1></meter>":                       true,
		"<style>::-webkit-meter-optimum-value{background:red}meter{appearance:none}</style><meter value=1></meter>": false,
		"<style>::-webkit-progress-value{background:red}</style><progress value=1></progress>":                      false, // browsers ignore it too
	} {
		got := 0
		r, _, err := layouttest.New().Layout("<!doctype html>"+src, 400, 300)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range r.Warnings {
			if w.Code == "unsupported_selector" {
				got++
			}
		}
		if got > 0 != warns {
			t.Errorf("%s: %d warnings", src, got)
		}
	}
}
