package brands

import (
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// The limits of patches.
const (
	maxOverrides = 200
	// whole is the maximum number of overrides that each patch repeats when the request has none yet: each patch must
	// work both alone and combined with the others.
	whole = 24
	// longest is the maximum length of a selector list.
	longest = 3000
)

// Verdict is the result of checking a request.
type Verdict struct {
	Errors   []fault.Detail
	Warnings []Warning
}

// Warning is a remark that is not an error.
type Warning struct{ Code, Path, Message string }

// Evaluate checks the pages of a request against a kit. wire is the request's JSON; ref is the reference to the kit in the
// response.
func (c *Compiled) Evaluate(styles Styles, wire map[string]any, ref map[string]any, pages []Page) Verdict {
	j := &evaluation{kit: c, styles: styles, request: newRequest(styles, wire), pages: pages}
	j.all()
	return j.verdict(ref)
}

func (j *evaluation) pathOf(e int) string {
	path, _ := j.request.place(j, e, "", nil)
	return path
}

// on switches to the page of a finding.
func (j *evaluation) on(f *finding) {
	j.page, j.number, j.elements = j.pages[f.page], f.page, j.pages[f.page].Elements()
}

func (j *evaluation) verdict(ref map[string]any) Verdict {
	var v Verdict
	var entries [][]change // by error
	var direct [][]fault.Op
	for _, f := range j.findings {
		j.on(f)
		path, at := j.request.place(j, f.element, f.property, f.actual)
		message := f.message
		if message == "" {
			message = fmt.Sprintf("%s of %s is %s; the kit requires %s.", subjectOf(f), f.selector, strings.Join(f.actual, ", "), formatValue(f.expected))
		}
		if f.lock.Severity == Warn {
			v.Warnings = append(v.Warnings, Warning{f.rule, path, message})
			continue
		}
		var actual any = strings.Join(f.actual, ", ")
		d := fault.Detail{Path: path, Rule: f.rule, Message: message, Expected: f.expected, Actual: actual,
			Context: map[string]any{"lock_id": f.lock.ID, "node": f.selector, "brand_kit": ref}}
		if len(f.outputs) > 0 && len(j.pages) > 1 {
			d.Context["outputs"] = strs(f.outputs)
		}
		var ops []fault.Op
		var changes []change
		switch {
		case at != "" && len(f.fixes) == 1 && len(f.others) == 0 && f.fixes[0].property == f.property:
			ops = []fault.Op{fault.Replace(at, f.fixes[0].value)}
		default:
			if len(f.fixes) > 0 {
				changes = append(changes, change{selector: f.selector, decls: f.fixes})
			}
			changes = append(changes, f.others...)
		}
		v.Errors, entries, direct = append(v.Errors, d), append(entries, changes), append(direct, ops)
	}
	j.patches(v.Errors, entries, direct)
	for _, n := range j.notes {
		v.Warnings = append(v.Warnings, Warning{n.code, n.path, n.message})
	}
	return v
}

func subjectOf(f *finding) string {
	if f.lock.Property != "" {
		return f.property
	}
	return f.lock.Target
}

func formatValue(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return "at least " + number(v)
	case []any:
		var out []string
		for _, x := range v {
			out = append(out, fmt.Sprint(x))
		}
		return "one of " + strings.Join(out, ", ")
	case map[string]any:
		if not, ok := v["not"]; ok {
			return strings.Replace(formatValue(not), "one of", "none of", 1)
		}
		return fmt.Sprintf("%v to %v", v["min"], v["max"])
	}
	return fmt.Sprint(v)
}

// patches builds each error's patch. Overrides take precedence over everything a document declares, and later ones over
// earlier ones, so each change is an additional override. If the request has no overrides yet, appending to the list
// cannot work both alone and after another patch: each patch then adds the complete list.
func (j *evaluation) patches(errors []fault.Detail, entries [][]change, direct [][]fault.Op) {
	var all []change
	for i := range errors {
		errors[i].FixPatch = direct[i]
		all = append(all, entries[i]...)
	}
	if len(all) == 0 {
		return
	}
	merged := merge(all)
	had := len(j.request.overrides) // the member may be an empty list or absent: both can be replaced
	exists := had > 0
	each := exists && had+len(all) <= maxOverrides
	for i := range errors {
		switch {
		case len(entries[i]) == 0:
		case each:
			for _, c := range entries[i] {
				errors[i].FixPatch = append(errors[i].FixPatch, fault.Add("/overrides/-", c.override()))
			}
		case exists:
			for _, c := range merged {
				errors[i].FixPatch = append(errors[i].FixPatch, fault.Add("/overrides/-", c.override()))
			}
			return
		default:
			list := make([]any, len(merged))
			for k := range merged {
				list[k] = merged[k].override()
			}
			errors[i].FixPatch = append(errors[i].FixPatch, fault.Add("/overrides", list))
			if len(merged) > whole || len(errors) > whole {
				return // the first patch fixes all errors
			}
		}
	}
}

// override returns a change as an override of a request.
func (c *change) override() map[string]any {
	out := map[string]any{}
	if id, ok := strings.CutPrefix(c.selector, "#"); ok && !strings.ContainsAny(id, " :>,") {
		out["node"] = id
	} else {
		out["selector"] = c.selector
	}
	put := func(name string, list []decl) {
		if len(list) == 0 {
			return
		}
		m := map[string]any{}
		for _, d := range list {
			m[d.property] = d.value
		}
		out[name] = m
	}
	put("style", c.decls)
	put("attrs", c.attrs)
	if c.hidden {
		out["hidden"] = true
	}
	return out
}

// merge combines the changes of each element and groups elements with the same style.
func merge(all []change) []change {
	var byElement []change
	at := map[string]int{}
	for _, c := range all {
		i, ok := at[c.selector]
		if !ok {
			at[c.selector] = len(byElement)
			byElement = append(byElement, change{selector: c.selector})
			i = len(byElement) - 1
		}
		m := &byElement[i]
		m.hidden = m.hidden || c.hidden
		m.decls, m.attrs = overlay(m.decls, c.decls), overlay(m.attrs, c.attrs)
	}
	var out []change
	same := map[string]int{}
	for _, c := range byElement {
		key := fmt.Sprint(c.decls)
		if i, ok := same[key]; ok && !c.hidden && len(c.attrs) == 0 && len(out[i].selector)+len(c.selector) < longest {
			out[i].selector += ", " + c.selector
			continue
		}
		if !c.hidden && len(c.attrs) == 0 {
			same[key] = len(out)
		}
		out = append(out, c)
	}
	return out
}

// overlay overlays declarations: those of top replace earlier ones of the same property.
func overlay(under, top []decl) []decl {
	out := append([]decl(nil), under...)
	for _, d := range top {
		found := false
		for i := range out {
			if out[i].property == d.property {
				out[i].value, found = d.value, true
			}
		}
		if !found {
			out = append(out, d)
		}
	}
	return out
}
