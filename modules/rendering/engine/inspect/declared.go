package inspect

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// DeclaredIn reports whether the value of a longhand on an element comes from the given override sheet: a rule of the
// sheet declares it on the element or on the ancestor that it is inherited from, and no style attribute does.
func (v *View) DeclaredIn(sheet string, i int, longhand string) bool {
	rules := css.Parse(sheet).Rules
	for at := i; at >= 0; at = v.Elements[at].Parent {
		e := &v.Elements[at]
		if e.Pseudo == "" && declares(css.ParseDeclarations(v.doc.Node(e.node).Inline), longhand) {
			return false
		}
		if v.declaredByRule(rules, at, longhand) {
			return true
		}
		if !textual[longhand] {
			return false // not inherited
		}
	}
	return false
}

// declaredByRule reports whether a rule that matches an element declares a longhand. Conditional rules are assumed to apply.
func (v *View) declaredByRule(rules []css.Rule, i int, longhand string) bool {
	for j := range rules {
		r := &rules[j]
		if r.At != "" {
			if v.declaredByRule(r.Rules, i, longhand) {
				return true
			}
			continue
		}
		if !declares(r.Decls, longhand) {
			continue
		}
		if s, err := css.ParseSelectors(r.Prelude, nil); err == nil && v.Match(style.Selectors(s), i) {
			return true
		}
	}
	return false
}

func declares(list []css.Declaration, longhand string) bool {
	for i := range list {
		if list[i].Name == longhand || list[i].Name == "all" || slices.Contains(style.Longhands(list[i].Name), longhand) {
			return true
		}
	}
	return false
}
