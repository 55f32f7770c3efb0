package style_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
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
		"font-variant-caps: unicase": false,
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
