package style

import (
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// unitless holds the properties whose lengths may omit the unit in quirks mode (Quirks Mode Standard §2.2).
var unitless = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`background-position border-spacing border-top-width border-right-width border-bottom-width border-left-width
		border-width bottom clip font-size height left letter-spacing margin-top margin-right margin-bottom margin-left margin max-height max-width
		min-height min-width padding-top padding-right padding-bottom padding-left padding right text-indent top vertical-align width word-spacing`) {
		m[n] = true
	}
	return m
}()

// hashless holds the properties whose colours may omit the # in quirks mode (Quirks Mode Standard §2.1).
var hashless = map[string]bool{
	"background-color": true, "border-color": true, "border-top-color": true, "border-right-color": true, "border-bottom-color": true, "border-left-color": true, "color": true,
}

// expandQuirks parses a value with the quirks of quirks mode.
func expandQuirks(name string, dc *css.Declaration) ([]decl, string, bool) {
	switch {
	case unitless[name]:
		toks := append([]css.Token(nil), dc.Value...)
		for i := range toks {
			if toks[i].Kind == css.Number {
				toks[i].Kind, toks[i].Value = css.Dimension, "px"
			}
		}
		return expand(name, toks)
	case hashless[name]:
		text := strings.TrimSpace(dc.Text)
		if _, ok := hexColor(text); ok && (len(text) == 3 || len(text) == 6) {
			toks, _ := css.Tokenize("#" + text)
			return expand(name, toks)
		}
	}
	return nil, "", false
}

// quirkyMargins holds the elements whose user-agent margins quirks mode drops at the edges of body and table cells: true
// for both edges, false for the start only.
var quirkyMargins = map[string]bool{
	"p": true, "pre": true, "xmp": true, "plaintext": true, "listing": true,
	"blockquote": false, "ul": false, "ol": false, "menu": false, "dir": false, "dl": false,
	"h1": false, "h2": false, "h3": false, "h4": false, "h5": false, "h6": false,
}

// marginIDs returns the margin properties by side.
var marginIDs = sync.OnceValue(func() (ids [4]propID) {
	for i, side := range sideNames {
		ids[i] = props.byName["margin-"+side]
	}
	return ids
})
