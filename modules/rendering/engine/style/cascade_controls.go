package style

import (
	"regexp"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// checked matches :checked: checked boxes, and the selected options of a select, which default to the first one (HTML
// §4.16.3).
func (m *matcher) checked(id dom.NodeID, n *dom.Node) bool {
	switch n.Tag {
	case "input":
		kind := inputKind(n)
		return (kind == "checkbox" || kind == "radio") && has(n, "checked")
	case "option":
		if has(n, "selected") {
			return true
		}
		list := m.parent(id)
		for list != dom.None && m.doc.Nodes[list].Tag != "select" {
			list = m.parent(list)
		}
		if list == dom.None || has(&m.doc.Nodes[list], "multiple") || displaySize(&m.doc.Nodes[list]) > 1 {
			return false
		}
		return m.firstOption(list) == id
	}
	return false
}

func displaySize(n *dom.Node) int {
	v, _ := n.Attr("size")
	size, _ := dom.Integer(v)
	return size
}

// firstOption returns the option that a select without a selected option shows: the first that is not disabled.
func (m *matcher) firstOption(list dom.NodeID) dom.NodeID {
	first := dom.None
	m.walkBelow(list, func(id dom.NodeID, n *dom.Node) bool {
		if n.Tag != "option" {
			return true
		}
		if has(n, "selected") {
			first = dom.None
			return false
		}
		if first == dom.None && !m.disabled(id, n) {
			first = id
		}
		return true
	})
	return first
}

// walkBelow visits the descendants of an element until visit returns false.
func (m *matcher) walkBelow(top dom.NodeID, visit func(dom.NodeID, *dom.Node) bool) bool {
	for c := m.doc.Nodes[top].FirstChild; c != dom.None; c = m.doc.Nodes[c].Next {
		n := &m.doc.Nodes[c]
		if m.budget--; m.budget < 0 {
			return false
		}
		if n.Type == dom.Element && (!visit(c, n) || !m.walkBelow(c, visit)) {
			return false
		}
	}
	return true
}

func has(n *dom.Node, name string) bool {
	_, ok := n.Attr(name)
	return ok
}

func inputKind(n *dom.Node) string {
	kind, _ := n.Attr("type")
	return strings.ToLower(strings.TrimSpace(kind))
}

// disabled reports whether a control is disabled, by itself or by an ancestor (HTML §4.10.19.5).
func (m *matcher) disabled(id dom.NodeID, n *dom.Node) bool {
	if has(n, "disabled") {
		return true
	}
	if n.Tag == "option" {
		p := m.parent(id)
		return p != dom.None && m.doc.Nodes[p].Tag == "optgroup" && has(&m.doc.Nodes[p], "disabled")
	}
	if n.Tag == "optgroup" {
		return false
	}
	below := id
	for p := m.parent(id); p != dom.None; below, p = p, m.parent(p) {
		f := &m.doc.Nodes[p]
		if f.Tag != "fieldset" || !has(f, "disabled") {
			continue
		}
		if m.doc.Nodes[below].Tag != "legend" {
			return true
		}
		// The first legend of a disabled fieldset is not disabled.
		for q := m.prev(below); q != dom.None; q = m.prev(q) {
			if m.doc.Nodes[q].Tag == "legend" {
				return true
			}
		}
	}
	return false
}

// IsDisabled reports whether a control of a document is disabled, by itself or by an ancestor.
func IsDisabled(doc *dom.Document, id dom.NodeID) bool {
	m := matcher{doc: doc}
	return m.disabled(id, doc.Node(id))
}

// textual reports whether an element is a text field.
func textual(n *dom.Node) bool {
	if n.Tag == "textarea" {
		return true
	}
	if n.Tag != "input" {
		return false
	}
	switch inputKind(n) {
	case "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button":
		return false
	}
	return true
}

// value returns the value of a field.
func (m *matcher) value(id dom.NodeID, n *dom.Node) string {
	if n.Tag == "textarea" {
		return m.text(id)
	}
	v, _ := n.Attr("value")
	return v
}

// text returns the child text content of an element.
func (m *matcher) text(id dom.NodeID) string {
	var b strings.Builder
	for c := m.doc.Nodes[id].FirstChild; c != dom.None; c = m.doc.Nodes[c].Next {
		b.WriteString(m.doc.Nodes[c].Text)
	}
	return b.String()
}

// inState matches the pseudo-classes of form controls and details (HTML §4.16.3).
func (m *matcher) inState(name string, id dom.NodeID, n *dom.Node) bool {
	if n.Namespace != dom.HTML {
		return name == "read-only"
	}
	switch name {
	case "required", "optional":
		if n.Tag != "input" && n.Tag != "select" && n.Tag != "textarea" {
			return false
		}
		return m.required(n) == (name == "required")
	case "read-only", "read-write":
		edit, ok := n.Attr("contenteditable")
		writable := textual(n) && !has(n, "readonly") && !m.disabled(id, n) || ok && !strings.EqualFold(edit, "false")
		return writable == (name == "read-write")
	case "placeholder-shown":
		return textual(n) && has(n, "placeholder") && m.value(id, n) == ""
	case "open":
		return (n.Tag == "details" || n.Tag == "dialog") && has(n, "open")
	case "default":
		switch n.Tag {
		case "option":
			return has(n, "selected")
		case "input":
			kind := inputKind(n)
			if kind == "checkbox" || kind == "radio" {
				return has(n, "checked")
			}
		}
		return m.isSubmit(n) && m.defaultButton(id)
	case "indeterminate":
		if n.Tag == "progress" {
			return !has(n, "value")
		}
		return n.Tag == "input" && inputKind(n) == "radio" && !m.groupChecked(id, n)
	case "valid", "invalid":
		valid, ok := m.valid(id, n)
		return ok && valid == (name == "valid")
	case "in-range", "out-of-range":
		in, ok := inRange(n)
		return ok && !m.disabled(id, n) && !has(n, "readonly") && in == (name == "in-range")
	}
	return false
}

// required reports whether a control is required; types to which the attribute does not apply are never required.
func (m *matcher) required(n *dom.Node) bool {
	if !has(n, "required") {
		return false
	}
	switch inputKind(n) {
	case "hidden", "range", "color", "submit", "image", "reset", "button":
		return n.Tag != "input"
	}
	return true
}

func (m *matcher) isSubmit(n *dom.Node) bool {
	kind := inputKind(n)
	return n.Tag == "button" && kind != "button" && kind != "reset" || n.Tag == "input" && (kind == "submit" || kind == "image")
}

// defaultButton reports whether a button is its form's default button.
func (m *matcher) defaultButton(id dom.NodeID) bool {
	form := m.parent(id)
	for form != dom.None && m.doc.Nodes[form].Tag != "form" {
		form = m.parent(form)
	}
	if form == dom.None {
		return false
	}
	first := dom.None
	m.walkBelow(form, func(c dom.NodeID, n *dom.Node) bool {
		if m.isSubmit(n) {
			first = c
		}
		return first == dom.None
	})
	return first == id
}

// groupChecked reports whether a radio button of the group is checked.
func (m *matcher) groupChecked(id dom.NodeID, n *dom.Node) bool {
	name, _ := n.Attr("name")
	if name == "" {
		return has(n, "checked")
	}
	top := m.parent(id)
	for top != dom.None && m.doc.Nodes[top].Tag != "form" && m.parent(top) != dom.None {
		top = m.parent(top)
	}
	if top == dom.None {
		return has(n, "checked")
	}
	return !m.walkBelow(top, func(_ dom.NodeID, o *dom.Node) bool {
		other, _ := o.Attr("name")
		return o.Tag != "input" || inputKind(o) != "radio" || other != name || !has(o, "checked")
	})
}

// inRange reports whether a number is within its limits; ok is false for controls without limits.
func inRange(n *dom.Node) (in, ok bool) {
	kind := inputKind(n)
	if n.Tag != "input" || kind != "number" && kind != "range" {
		return false, false
	}
	number := func(name string) (float64, bool) {
		v, _ := n.Attr(name)
		return dom.StrictNumber(v)
	}
	lo, hasLo := number("min")
	hi, hasHi := number("max")
	if !hasLo && !hasHi && kind == "number" {
		return false, false
	}
	v, hasValue := number("value")
	return kind == "range" || !hasValue || (!hasLo || v >= lo) && (!hasHi || v <= hi), true
}

// valid checks the constraints of a control; ok is false for elements that are not validated (HTML §4.10.20).
func (m *matcher) valid(id dom.NodeID, n *dom.Node) (valid, ok bool) {
	switch n.Tag {
	case "form", "fieldset":
		valid = m.walkBelow(id, func(c dom.NodeID, n *dom.Node) bool {
			v, ok := m.valid(c, n)
			return v || !ok || n.Tag == "fieldset"
		})
		return valid, true
	case "input", "select", "textarea", "button":
	default:
		return false, false
	}
	kind := inputKind(n)
	if m.disabled(id, n) || has(n, "readonly") || n.Tag != "select" && (kind == "hidden" || kind == "reset" || kind == "button") {
		return false, false
	}
	return m.constraints(id, n, kind), true
}

func (m *matcher) constraints(id dom.NodeID, n *dom.Node, kind string) bool {
	value := m.value(id, n)
	if m.required(n) {
		switch {
		case n.Tag == "select":
			missing := true
			m.walkBelow(id, func(c dom.NodeID, o *dom.Node) bool {
				if o.Tag == "option" && m.checked(c, o) {
					v, ok := o.Attr("value")
					missing = ok && v == "" || !ok && strings.TrimSpace(m.text(c)) == ""
				}
				return true
			})
			return !missing
		case kind == "checkbox":
			return has(n, "checked")
		case kind == "radio":
			return m.groupChecked(id, n)
		case value == "":
			return false
		}
	}
	if n.Tag != "input" || value == "" {
		return true
	}
	if in, ok := inRange(n); ok && !in {
		return false
	}
	if pattern, ok := n.Attr("pattern"); ok && textual(n) {
		if re, err := regexp.Compile("^(?:" + pattern + ")$"); err == nil && !re.MatchString(value) {
			return false
		}
	}
	switch kind {
	case "email":
		name, host, found := strings.Cut(value, "@")
		return found && name != "" && host != "" && !strings.ContainsAny(value, " \t,;<>()") && !strings.Contains(host, "@") &&
			!strings.HasPrefix(host, ".") && !strings.HasSuffix(host, ".") && !strings.Contains(host, "..")
	case "url":
		scheme, rest, found := strings.Cut(value, ":")
		return found && scheme != "" && rest != "" && !strings.ContainsAny(value, " \t<>")
	}
	return true
}
