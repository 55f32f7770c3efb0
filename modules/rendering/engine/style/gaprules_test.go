package style

import (
	"fmt"
	"testing"
)

// TestGapRuleLists checks the widths of the rules in the gaps of a container.
func TestGapRuleLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value string
		gaps  int
		want  string
	}{
		{"1px", 3, "[1 1 1]"}, {"1px, 2px", 5, "[1 2 1 2 1]"}, {"repeat(2, 1px), 3px", 5, "[1 1 3 1 1]"}, {"repeat(2, 1px, 2px)", 3, "[1 2 1]"},
		{"4px, repeat(auto, 1px, 2px), 5px", 6, "[4 1 2 1 2 5]"}, {"repeat(auto, 1px), 5px", 1, "[5]"}, {"4px, repeat(auto, 1px), 5px, 6px", 2, "[4 5]"},
		{"repeat(1000000, 1px), 2px", 2, "[1 1]"}, {"0.4px, 1.9px", 2, "[1 1]"}, {"thin, thick", 2, "[1 5]"},
	} {
		s := withDeclaration(t, "column-rule-width:"+c.value)
		var got []float64
		for i := range c.gaps {
			got = append(got, s.GapRules.Columns.Widths.At(i, c.gaps))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s in %d gaps: %v, want %s", c.value, c.gaps, got, c.want)
		}
	}
	for _, invalid := range []string{"column-rule-width:1px 2px", "column-rule-width:repeat(0,1px)", "row-rule-width:repeat(auto,1px),repeat(auto,2px)", "rule:1px solid red,bogus",
		"rule:1px solid red 2px", "column-rule-break:spanning-item", "rule-inset:1px 2px 3px", "row-rule-inset-cap-start:1px 2px", "rule-overlap:auto", "column-rule-color:red blue", "rule:repeat(2,repeat(2,1px))"} {
		if s := withDeclaration(t, invalid); s.GapRules != nil {
			t.Errorf("%s is accepted", invalid)
		}
	}
}

// TestGapRuleShorthands checks the longhands of the shorthands for rules.
func TestGapRuleShorthands(t *testing.T) {
	t.Parallel()
	describe := func(r *GapRule) string {
		insets := ""
		for _, v := range r.Insets {
			if v.Join {
				insets += " join"
			} else {
				insets += " " + lengthText(v.Length, "")
			}
		}
		return fmt.Sprint(r.Widths.First(), " ", r.Styles.First() == LineSolid, " ", colorText(r.Colors.First()), " ", r.Break, " ", r.Items, insets)
	}
	const none = "3 false rgb(0, 128, 0) 0 0 0px 0px 0px 0px"
	for _, c := range []struct{ css, columns, rows string }{
		{"column-rule:solid 2px red", "2 true rgb(255, 0, 0) 0 0 0px 0px 0px 0px", none},
		{"row-rule:red", none, "3 false rgb(255, 0, 0) 0 0 0px 0px 0px 0px"},
		{"rule:1px solid", "1 true rgb(0, 128, 0) 0 0 0px 0px 0px 0px", "1 true rgb(0, 128, 0) 0 0 0px 0px 0px 0px"},
		{"rule-inset:1px 2px / 3px", "3 false rgb(0, 128, 0) 0 0 1px 2px 3px 3px", "3 false rgb(0, 128, 0) 0 0 1px 2px 3px 3px"},
		{"column-rule-inset:overlap-join -5%", "3 false rgb(0, 128, 0) 0 0 join -5% join -5%", none},
		{"row-rule-inset-start:4px", none, "3 false rgb(0, 128, 0) 0 0 4px 0px 4px 0px"},
		{"rule-inset-junction:1px 2px;row-rule-inset-cap:7px", "3 false rgb(0, 128, 0) 0 0 0px 0px 1px 2px", "3 false rgb(0, 128, 0) 0 0 7px 7px 1px 2px"},
		{"rule-break:intersection;row-rule-break:none;rule-visibility-items:between", "3 false rgb(0, 128, 0) 2 3 0px 0px 0px 0px", "3 false rgb(0, 128, 0) 1 3 0px 0px 0px 0px"},
		{"rule:5px solid red;rule:initial;column-rule-width:2px", "2 false rgb(0, 128, 0) 0 0 0px 0px 0px 0px", none},
		{"column-rule-width:1px;zoom:2", "2 false rgb(0, 128, 0) 0 0 0px 0px 0px 0px", "6 false rgb(0, 128, 0) 0 0 0px 0px 0px 0px"},
	} {
		s := withDeclaration(t, c.css)
		if columns, rows := describe(&s.GapRules.Columns), describe(&s.GapRules.Rows); columns != c.columns || rows != c.rows {
			t.Errorf("%s:\n  %s\n  %s\nwant\n  %s\n  %s", c.css, columns, rows, c.columns, c.rows)
		}
	}
}
