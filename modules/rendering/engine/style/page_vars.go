package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// pageVars substitutes custom properties in the declarations of a page and of its margin boxes: those of the page, and those of
// the root element, which it inherits.
type pageVars struct {
	rules   *PageRules
	own     map[string]string
	ignored []string // declarations that are not valid with their custom properties
}

// substitute returns declarations, given in ascending order, with their references replaced. Custom properties of the page
// are recorded. A declaration that is not valid then is left out.
func (v *pageVars) substitute(decls []cascaded) []cascaded {
	for _, d := range decls {
		if strings.HasPrefix(d.Name, "--") {
			v.own[d.Name] = d.Text
		}
	}
	out := decls[:0:0]
	for _, d := range decls {
		if !hasSubstitution(d.Value) || strings.HasPrefix(d.Name, "--") {
			out = append(out, d)
			continue
		}
		text, ok := v.replaced(d.Text, 0)
		if ok {
			d.Text = text
			d.Value, _ = css.Tokenize(text)
			d.Value = css.Trim(d.Value)
			ok = d.valid()
		}
		if !ok {
			v.ignored = append(v.ignored, d.Name+": "+clipText(d.Text))
			continue
		}
		out = append(out, d)
	}
	return out
}

// valid reports whether a declaration of a page has a value of its property. Properties of all elements were checked when
// the rule was read.
func (d *cascaded) valid() bool {
	if hasSubstitution(d.Value) {
		return false
	}
	switch {
	case pressWords[d.Name] != "":
		return new(PageStyle).press(d.Name, d.Value)
	case d.Name == "size":
		_, ok := parsePageSize(d.Value)
		return ok
	case !props.known(d.Name):
		return true
	}
	_, _, ok := expand(d.Name, d.Value)
	return ok
}

// replaced returns the text of a value with its var() references replaced; ok is false if one has no value.
func (v *pageVars) replaced(text string, depth int) (string, bool) {
	if depth > maxVarDepth {
		return "", false
	}
	c := &computer{sb: &sheetBuilder{properties: v.rules.registered}}
	toks, _ := css.Tokenize(text)
	out, ok := c.replace(nil, css.Trim(toks), text, func(name string) (string, bool) {
		if own, has := v.own[name]; has {
			return v.replaced(own, depth+1)
		}
		if inherited, has := v.rules.vars[name]; has {
			return inherited, true
		}
		return c.registeredInitial(name)
	}, 0)
	return strings.ReplaceAll(out, "/**/", ""), ok
}
