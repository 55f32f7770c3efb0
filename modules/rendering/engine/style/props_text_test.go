package style_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// TestUnsupportedTextValuesWarn checks that text properties accept the values that browsers support and warn about
// values without effect.
func TestUnsupportedTextValuesWarn(t *testing.T) {
	t.Parallel()
	for declaration, warns := range map[string]bool{
		"text-overflow: ' [more]'": true, "text-overflow: clip ellipsis": true, "text-overflow: ellipsis": false,
		"line-clamp: 2": true, "-webkit-line-clamp: 2": false,
		"text-transform: full-width": true, "text-transform: uppercase": false,
		"word-break: auto-phrase": true, "word-break: keep-all": false,
		"text-spacing-trim: trim-start": true, "text-spacing-trim: space-all": false, "text-spacing-trim: normal": false,
		"text-autospace: normal": false, "text-autospace: ideograph-alpha": true,
		"font-size-adjust: cap-height .6": false, "font-size-adjust: ic-height from-font": false, "font-size-adjust: -1": true,
		"font-variant-caps: unicase":      false,
		"hyphenate-limit-chars: 5 auto 2": false, "hyphenate-limit-chars: 0": true, "hyphenate-limit-chars: 5 2 2 2": true,
		"font-palette: --brand": false, "font-palette: brand": true, "font-palette: palette-mix(light, dark)": true,
		"font-palette: palette-mix(in srgb, 30% light, dark)":               false,
		"font-variant-alternates: styleset(a, b) swash(c) historical-forms": false, "font-variant-alternates: stylistic(a, b)": true,
		"font-variant-alternates: swash(a) swash(b)": true, "text-justify: distribute": false, "text-justify: kashida": true, "font-variant-emoji: text": false, "color: contrast-color(red, blue)": true,
		"width: calc-size(auto, size * 2)": false, "width: calc-size(any, size)": true, "margin-left: calc-size(auto, size)": true, "max-width: calc-size(auto, size)": true,
		"flex: 1 1 calc-size(any, 2px)": true, "interpolate-size: allow-keywords": false, "width: calc(1px * progress(50%, 0px, 9px))": true,
		"field-sizing: content": false, "field-sizing: auto": true,
	} {
		t.Run(declaration, func(t *testing.T) {
			t.Parallel()
			doc, err := dom.ParseHTML(`<!doctype html><p style="`+declaration+`">x`, dom.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			tree, err := style.Compute(doc, style.Options{Width: 100, Height: 100})
			if err != nil {
				t.Fatal(err)
			}
			property, _, _ := strings.Cut(declaration, ":")
			found := false
			for _, w := range tree.Warnings {
				found = found || strings.Contains(w.Message, property)
			}
			if found != warns {
				t.Errorf("the warnings are %+v; one of %s: %t, want %t", tree.Warnings, property, found, warns)
			}
		})
	}
}

// TestOldNamesOfWebKit checks the names of properties under which WebKit introduced them.
func TestOldNamesOfWebKit(t *testing.T) {
	t.Parallel()
	doc, tree := computeOf(t, `<p style="text-align:right"><b id=x style="-webkit-box-sizing:border-box;-webkit-column-count:3;-webkit-opacity:.5;-webkit-border-start-width:3px;`+
		`border-style:solid;-webkit-border-top-left-radius:4px;-webkit-max-logical-width:80px;-webkit-font-feature-settings:'liga' 0;text-align:-webkit-match-parent;`+
		`-webkit-box-direction:normal;-webkit-user-modify:read-only;scroll-margin-block:1px">`)
	var s *style.Computed
	for i := range doc.Nodes {
		if doc.Nodes[i].ID == "x" {
			s = tree.Styles[i]
		}
	}
	if s.BoxSizing != style.BorderBox || s.ColumnCount != 3 || s.Opacity != 0.5 || s.Border[style.Left].Width != geom.Px(3) || s.Radius[0][0] != style.Pixels(4) ||
		s.MaxWidth != style.Pixels(80) || s.TextAlign != style.AlignRight || len(tree.Warnings) > 0 {
		t.Errorf("%+v with the warnings %v", s, tree.Warnings)
	}
}
