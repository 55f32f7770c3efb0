package brands

import (
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// request is the client's render request: the locations of its members and its overrides.
type request struct {
	wire      map[string]any
	styles    Styles
	source    string // html, document or template
	overrides []requestOverride
}

// requestOverride is an override of the request.
type requestOverride struct {
	node     string
	selector Selector
	style    map[string]any
}

func newRequest(styles Styles, wire map[string]any) *request {
	r := &request{wire: wire, styles: styles, source: "html"}
	for _, name := range []string{"document", "template"} {
		if _, ok := wire[name]; ok {
			r.source = name
		}
	}
	list, _ := wire["overrides"].([]any)
	for _, v := range list {
		m, _ := v.(map[string]any)
		o := requestOverride{}
		o.node, _ = m["node"].(string)
		o.style, _ = m["style"].(map[string]any)
		if text, ok := m["selector"].(string); ok && text != "" {
			if sel, err := styles.Selector(text); err == nil {
				o.selector = sel
			}
		}
		r.overrides = append(r.overrides, o)
	}
	return r
}

// appliesTo reports whether an override applies to an element of the page that is checked.
func (o *requestOverride) appliesTo(j *evaluation, e int) bool {
	if o.selector != nil {
		return j.page.Match(o.selector, e)
	}
	return o.node != "" && j.elements[e].Pseudo == "" && j.named(o.node) == e
}

// named returns the first element with an id, which is the one an override applies to; -1 when none is shown.
func (j *evaluation) named(id string) int {
	return slices.IndexFunc(j.elements, func(el Element) bool { return el.ID == id && el.Pseudo == "" })
}

// key returns the declaration of a style that sets a longhand: the longhand itself or a shorthand that includes it.
func (r *request) key(style map[string]any, longhand string) string {
	if _, ok := style[longhand]; ok {
		return longhand
	}
	for _, name := range sorted(style) {
		if slices.Contains(r.styles.Longhands(name), longhand) {
			return name
		}
	}
	return ""
}

// declares reports whether an override of the request declares a property of an element.
func (r *request) declares(j *evaluation, e int, property string) bool {
	for i := range r.overrides {
		if _, ok := r.overrides[i].style[property]; ok && r.overrides[i].appliesTo(j, e) {
			return true
		}
	}
	return false
}

// place finds the source of an element's value of a longhand: an override, the style sheet, the style of a node of the
// tree, or else the node, the markup or the template. at is the path of the style member that sets exactly this
// longhand, "" when there is none.
func (r *request) place(j *evaluation, e int, longhand string, values []string) (path, at string) {
	for i := len(r.overrides) - 1; i >= 0 && longhand != ""; i-- {
		o := &r.overrides[i]
		if !o.appliesTo(j, e) {
			continue
		}
		if k := r.key(o.style, longhand); k != "" {
			path = fault.Pointer("overrides", i, "style", k)
			if k == longhand && o.selector == nil && j.page.Selector(e) == "#"+o.node {
				at = path
			}
			return path, at
		}
	}
	if sheet, _ := r.wire["css"].(string); sheet != "" && longhand != "" && j.page.DeclaredIn(sheet, e, longhand) {
		return "/css", ""
	}
	switch r.source {
	case "template":
		if p := r.inData(values); p != "" {
			return p, ""
		}
		return "/template", ""
	case "html":
		return "/html", ""
	}
	path = j.elements[e].Path
	node := r.node(path)
	if node == nil {
		return "/document", ""
	}
	style, _ := node["style"].(map[string]any)
	if k := r.key(style, longhand); k != "" && longhand != "" && j.elements[e].Pseudo == "" {
		full := path + fault.Pointer("style", k)
		text, _ := style[k].(string)
		if k == longhand && len(values) == 1 && r.equals(longhand, text, values[0]) {
			at = full
		}
		return full, at
	}
	return path, ""
}

// equals reports whether a declared value equals the computed one, as far as can be decided without the document.
func (r *request) equals(longhand, text, computed string) bool {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, computed) {
		return true
	}
	if a, ok := r.styles.Color(text); ok {
		b, ok := r.styles.Color(computed)
		return ok && a == b
	}
	return false
}

// node returns the node of the tree at a path.
func (r *request) node(path string) map[string]any {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(parts) == 0 || parts[0] != "document" {
		return nil
	}
	var at any = r.wire["document"]
	for _, part := range parts[1:] {
		switch v := at.(type) {
		case map[string]any:
			at = v[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			at = v[i]
		default:
			return nil
		}
	}
	node, _ := at.(map[string]any)
	return node
}

// inData finds the template value that violates the lock.
func (r *request) inData(values []string) string {
	data, _ := r.wire["data"].(map[string]any)
	for _, name := range sorted(data) {
		text, ok := data[name].(string)
		if !ok || text == "" {
			continue
		}
		for _, v := range values {
			if r.equals("", text, v) {
				return fault.Pointer("data", name)
			}
		}
	}
	return ""
}
