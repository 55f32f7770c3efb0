package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// pageVars substitutes custom properties in the declarations of a page, or of a box on it.
type pageVars struct {
	rules   *PageRules
	page    *pageVars // the page of a box; nil for a page, which inherits from the root element
	own     map[string]string
	values  map[string]pageVar // the resolved ones of own
	ignored []string           // declarations that are not valid with their custom properties
	shared  *computer          // see computer
}

// pageVar is the value of a custom property; ok is false if it has none.
type pageVar struct {
	text string
	ok   bool
}

// substitute returns declarations, given in ascending order, with their references replaced. A declaration that is not
// valid then is left out.
func (v *pageVars) substitute(decls []cascaded) []cascaded {
	v.own, v.values = map[string]string{}, map[string]pageVar{}
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
			d.Value, _ = css.Tokenize(text)
			d.Value = css.Trim(d.Value)
			d.Text = css.Serialize(d.Value)
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

// substituteIn substitutes the custom properties of the page in the declarations of a box on it, and those of the box.
func (v *pageVars) substituteIn(decls []cascaded) []cascaded {
	box := pageVars{rules: v.rules, page: v}
	out := box.substitute(decls)
	v.ignored = append(v.ignored, box.ignored...)
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

// value returns the value of a custom property; ok is false if it has none.
func (v *pageVars) value(name string, depth int) (text string, ok bool) {
	own, has := v.own[name]
	switch {
	case has:
	case v.page != nil:
		return v.page.value(name, depth)
	default:
		if inherited, has := v.rules.vars[name]; has {
			return inherited, true
		}
		return v.computer().registeredInitial(name)
	}
	known, resolved := v.values[name]
	if !resolved {
		v.values[name] = pageVar{} // a cycle has no value
		known.text, known.ok = v.replaced(own, depth)
		v.values[name] = known
	}
	return known.text, known.ok
}

// replaced returns the text of a value with its var() references replaced; ok is false if one has no value.
func (v *pageVars) replaced(text string, depth int) (string, bool) {
	if depth > maxVarDepth {
		return "", false
	}
	toks, _ := css.Tokenize(text)
	return v.computer().replace(nil, css.Trim(toks), text, func(name string) (string, bool) { return v.value(name, depth+1) }, 0)
}

// computer returns the computer that a page has in common with its boxes, so that the memory of all their values is
// bounded. What it warns of is reported as an ignored declaration.
func (v *pageVars) computer() *computer {
	if v.page != nil {
		return v.page.computer()
	}
	if v.shared == nil {
		v.shared = &computer{sb: &sheetBuilder{properties: v.rules.registered}, seen: map[string]bool{}, tree: &Tree{}}
	}
	return v.shared
}
