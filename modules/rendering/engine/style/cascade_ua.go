package style

import (
	_ "embed" // the sheet is a file
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

//go:embed ua.css
var uaText string

//go:embed quirks.css
var quirksText string

// uaSheet is the compiled user-agent sheet. It is read-only.
type uaSheet struct {
	rules     ruleSet
	quirks    ruleSet // for documents in quirks mode
	nextBlock uint32
	problems  []string
}

var userAgent = sync.OnceValue(func() *uaSheet {
	ua := &uaSheet{}
	set := newRuleSet()
	warn := func(_, path, message string, _ ...string) { ua.problems = append(ua.problems, path+": "+message) }
	sb := &sheetBuilder{set: set, layers: newLayerTree(), keyframes: map[string]*Keyframes{}, properties: map[string]*registered{}, warn: warn,
		env: css.MediaEnv{Width: 1, Height: 1, Scale: 1}, decls: declParser{warn: warn, next: 1}}
	sb.add(uaText, "", originUA)
	for i := range set.rules {
		set.rules[i].layer = noLayer
	}
	quirks := newRuleSet()
	sb.set, sb.layers = quirks, newLayerTree()
	sb.add(quirksText, "", originUA)
	for i := range quirks.rules {
		quirks.rules[i].layer = noLayer
	}
	ua.rules, ua.quirks, ua.nextBlock = *set, *quirks, sb.decls.next
	return ua
})
