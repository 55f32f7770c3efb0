package style_test

import "testing"

// TestScopesInStyleRules checks that & in the prelude of a nested @scope is the parent rule, which is also the root of a
// scope without a prelude.
func TestScopesInStyleRules(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]int{
		".a { @scope (&) { & > * { order: 1 } } }":               1,
		".b { @scope (&) { & > * { order: 1 } } }":               0,
		".a { @scope { :scope > * { order: 1 } } }":              1,
		".b { @scope { :scope > * { order: 1 } } }":              0,
		".o { @scope (& .a) { :scope > * { order: 1 } } }":       1,
		".a { @scope (.o) to (&) { * { order: 1 } } }":           0,
		".o { @scope (&) to (.z) { :scope #x { order: 1 } } }":   1,
		".o { @scope (&) { @scope (.a) { > * { order: 1 } } } }": 1,
	} {
		doc, tree := computeOf(t, "<style>"+rule+"</style><div class=o><div class=a><i id=x>text</i></div></div>")
		if got := markOf(t, doc, tree, "x"); got != want {
			t.Errorf("%s: %d, want %d", rule, got, want)
		}
	}
}

// TestComputedPercentagesOfMixes checks calc() in color-mix().
func TestComputedPercentagesOfMixes(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"color-mix(in srgb, red calc(2 * 10%), blue)":       "color-mix(in srgb, red 20%, blue)",
		"color-mix(in srgb, red, blue calc(150%))":          "color-mix(in srgb, red, blue 100%)",
		"color-mix(in oklab, calc(10% + 20%) red, #0000)":   "color-mix(in oklab, red 30%, #0000)",
		"color-mix(in srgb, currentColor min(5%, 9%), red)": "color-mix(in srgb, currentColor 5%, red)",
	} {
		doc, tree := computeOf(t, `<b style="color:lime"><i id=a style="background:`+value+`"></i><i id=b style="background:`+want+`"></i>`)
		var got [2]any
		for i := range doc.Nodes {
			if id := doc.Nodes[i].ID; id != "" {
				got[id[0]-'a'] = tree.Styles[i].BackgroundColor
			}
		}
		if got[0] != got[1] || len(tree.Warnings) > 0 {
			t.Errorf("%s: %v, want %v; %v", value, got[0], got[1], tree.Warnings)
		}
	}
}
