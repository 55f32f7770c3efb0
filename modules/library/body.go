package library

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/library/internal/liquid"
	"github.com/platenhq/platen/modules/platform/fault"
)

// Content is the content of a template version. Exactly one of HTML and Document is set.
type Content struct {
	HTML      string
	Document  json.RawMessage
	CSS       string
	Variables map[string]*Variable
	// Sizes are the presets that the template is designed for.
	Sizes []string
	Notes string
}

// body is a compiled content. It is immutable.
type body struct {
	variables map[string]*Variable
	html, css *liquid.Template
	tree      *treeNode
	cost      int // estimate of the memory in bytes
}

// compile parses a content and returns all its errors, whose paths are relative to a request with the content's
// members.
func compile(c *Content) (*body, []fault.Detail) {
	b := &body{variables: c.Variables, cost: 4<<10 + 3*(len(c.HTML)+len(c.CSS)) + 10*len(c.Document) + 512*len(c.Variables)}
	details := checkDeclarations(c.Variables, "/variables", 1)
	uses := map[string]string{} // variable → path of its first use
	note := func(t *liquid.Template, path string) {
		for _, name := range t.Uses() {
			if _, known := uses[name]; !known {
				uses[name] = path
			}
		}
		for _, r := range t.Raw() {
			if v := c.Variables[r.Name]; v == nil || v.Type != HTML {
				details = append(details, fault.Detail{Path: path, Rule: "template_raw", Actual: r.Name,
					Message: fmt.Sprintf("line %d: raw requires a variable of type html; %s has another type.", r.Line, r.Name)})
			}
		}
	}
	parse := func(src string, at liquid.Place, path string) *liquid.Template {
		t, err := liquid.Parse(src, at)
		if err != nil {
			details = append(details, templateDetail(err, path))
			return nil
		}
		note(t, path)
		return t
	}
	if c.CSS != "" {
		b.css = parse(c.CSS, liquid.StyleSheet, "/css")
	}
	switch {
	case (c.HTML != "") == (len(c.Document) > 0):
		details = append(details, fault.Detail{Path: "", Rule: "template_body", Message: "A template has either html or document."})
	case c.HTML != "":
		b.html = parse(c.HTML, liquid.Markup, "/html")
	default:
		var root any
		if err := json.Unmarshal(c.Document, &root); err != nil {
			return b, append(details, fault.Detail{Path: "/document", Rule: "type", Message: "document must be a JSON object."})
		}
		p := treeParser{parse: parse, local: map[string]bool{}, uses: uses}
		b.tree = p.node(root, "/document", 1)
		details = append(details, p.details...)
	}
	for _, name := range slices.Sorted(maps.Keys(uses)) {
		if c.Variables[name] == nil {
			details = append(details, fault.Detail{Path: uses[name], Rule: "undeclared_variable", Actual: name,
				Message: fmt.Sprintf("The placeholder %s is not declared in variables.", name), FixPatch: declare(c, name)})
		}
	}
	return b, details
}

// declare returns the patch that declares a variable of type text.
func declare(c *Content, name string) []fault.Op {
	if !variableName().MatchString(name) {
		return nil
	}
	if len(c.Variables) == 0 {
		return nil // several such patches would overwrite each other's /variables
	}
	return []fault.Op{fault.Add(fault.Pointer("variables", name), map[string]any{"type": "string"})}
}

func templateDetail(err error, path string) fault.Detail {
	d := fault.Detail{Path: path, Rule: "template_syntax", Message: err.Error()}
	var e *liquid.Error
	if errors.As(err, &e) {
		d.Rule = e.Rule
		if e.Line > 0 {
			d.Context = map[string]any{"line": int64(e.Line)}
		}
	}
	return d
}

// treeNode is a node of a template's document tree.
type treeNode struct {
	tag             string
	id, class, text value
	style, attrs    []pair
	children        []*treeNode
	cond            string // of $if
	each, in        string // of $for
}

// value is a string that may contain placeholders; a nil template means literal text.
type value struct {
	given    bool
	text     string
	template *liquid.Template
}

type pair struct {
	name string
	value
}

// The limits of document trees.
const (
	maxTreeDepth = 64
	maxTreeNodes = 4000
)

// treeParser parses the document tree of a template.
type treeParser struct {
	parse   func(src string, at liquid.Place, path string) *liquid.Template
	local   map[string]bool
	uses    map[string]string
	details []fault.Detail
	nodes   int
}

func (p *treeParser) reject(path, rule, message string) {
	p.details = append(p.details, fault.Detail{Path: path, Rule: rule, Message: message})
}

// addressAttributes hold a URL.
var addressAttributes = []string{"href", "xlink:href", "src", "poster", "background", "action", "cite", "data"}

func (p *treeParser) node(v any, path string, depth int) *treeNode {
	m, ok := v.(map[string]any)
	if !ok {
		p.reject(path, "type", "A node must be a JSON object.")
		return nil
	}
	if p.nodes++; p.nodes > maxTreeNodes || depth > maxTreeDepth {
		p.reject(path, "max_nodes", fmt.Sprintf("The document has more than %d nodes, or nests deeper than %d.", maxTreeNodes, maxTreeDepth))
		return nil
	}
	n := &treeNode{}
	if each, ok := m["$for"].(string); ok {
		n.each, n.in, ok = strings.Cut(each, " in ")
		n.each, n.in = strings.TrimSpace(n.each), strings.TrimSpace(n.in)
		if !ok || !variableName().MatchString(n.each) {
			p.reject(path+"/$for", "template_syntax", `$for is written "item in items".`)
		} else {
			p.expression("{{ "+n.in+" }}", path+"/$for")
			if outer := p.local[n.each]; !outer {
				p.local[n.each] = true
				defer delete(p.local, n.each)
			}
		}
	}
	if cond, ok := m["$if"].(string); ok {
		n.cond = cond
		p.expression("{% if "+cond+" %}{% endif %}", path+"/$if")
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		at := path + fault.Pointer(name)
		switch name {
		case "$for", "$if":
			if _, ok := m[name].(string); !ok {
				p.reject(at, "type", name+" must be a string.")
			}
		case "tag":
			if n.tag, ok = m[name].(string); !ok || strings.Contains(n.tag, "{") {
				p.reject(at, "type", "tag must be a string without placeholders.")
			}
		case "id":
			n.id = p.value(m[name], liquid.Plain, at)
		case "class":
			n.class = p.value(m[name], liquid.Plain, at)
		case "text":
			n.text = p.value(m[name], liquid.Plain, at)
		case "style":
			n.style = p.pairs(m[name], at, func(string) liquid.Place { return liquid.StyleValue })
		case "attrs":
			n.attrs = p.pairs(m[name], at, func(name string) liquid.Place {
				if slices.Contains(addressAttributes, strings.ToLower(name)) {
					return liquid.Address
				}
				return liquid.Plain
			})
		case "children":
			list, ok := m[name].([]any)
			if !ok {
				p.reject(at, "type", "children must be an array.")
			}
			for i, c := range list {
				if child := p.node(c, at+fault.Pointer(i), depth+1); child != nil {
					n.children = append(n.children, child)
				}
			}
		default:
			p.details = append(p.details, fault.Detail{Path: at, Rule: "unknown_field", Message: name + " is not a member of a node.", FixPatch: []fault.Op{fault.Remove(at)}})
		}
	}
	return n
}

// expression records the variables that an expression in a node uses.
func (p *treeParser) expression(src, path string) {
	before := maps.Clone(p.uses)
	p.parse(src, liquid.Plain, path)
	p.scope(before)
}

// scope removes the recorded uses of names that enclosing loops bind.
func (p *treeParser) scope(before map[string]string) {
	for name := range p.uses {
		if _, known := before[name]; !known && (p.local[name] || name == "forloop" && len(p.local) > 0) {
			delete(p.uses, name)
		}
	}
}

func (p *treeParser) value(v any, at liquid.Place, path string) value {
	s, ok := v.(string)
	if !ok {
		p.reject(path, "type", last(path)+" must be a string.")
		return value{}
	}
	out := value{given: true, text: s}
	if strings.Contains(s, "{{") || strings.Contains(s, "{%") {
		before := maps.Clone(p.uses)
		out.template = p.parse(s, at, path)
		p.scope(before)
	}
	return out
}

func (p *treeParser) pairs(v any, path string, place func(name string) liquid.Place) []pair {
	m, ok := v.(map[string]any)
	if !ok {
		p.reject(path, "type", last(path)+" must be an object of strings.")
		return nil
	}
	var out []pair
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if strings.Contains(name, "{") {
			p.reject(path+fault.Pointer(name), "template_context", "A placeholder is not allowed in a name.")
			continue
		}
		out = append(out, pair{name, p.value(m[name], place(name), path+fault.Pointer(name))})
	}
	return out
}

// run renders a node, once per item if it is repeated.
func (n *treeNode) run(values map[string]any, o liquid.Options, count *int) ([]any, error) {
	if n.each == "" {
		return n.one(values, o, count)
	}
	list, err := liquid.Evaluate(n.in, values)
	if err != nil {
		return nil, err
	}
	items, _ := list.([]any)
	var out []any
	inner := maps.Clone(values)
	for i, item := range items {
		inner[n.each] = item
		inner["forloop"] = map[string]any{"index": float64(i + 1), "index0": float64(i), "first": i == 0, "last": i == len(items)-1, "length": float64(len(items))}
		one, err := n.one(inner, o, count)
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	return out, nil
}

func (n *treeNode) one(values map[string]any, o liquid.Options, count *int) ([]any, error) {
	if *count++; *count > maxTreeNodes {
		return nil, &liquid.Error{Rule: "template_output", Message: fmt.Sprintf("The filled-in document has more than %d nodes.", maxTreeNodes)}
	}
	if n.cond != "" {
		if holds, err := liquid.Holds(n.cond, values); err != nil || !holds {
			return nil, err
		}
	}
	m := map[string]any{}
	if n.tag != "" {
		m["tag"] = n.tag
	}
	for _, f := range []struct {
		name string
		v    value
	}{{"id", n.id}, {"class", n.class}, {"text", n.text}} {
		if f.v.given {
			s, err := f.v.run(values, o)
			if err != nil {
				return nil, err
			}
			m[f.name] = s
		}
	}
	for name, list := range map[string][]pair{"style": n.style, "attrs": n.attrs} {
		if len(list) == 0 {
			continue
		}
		set := map[string]any{}
		for i := range list {
			s, err := list[i].run(values, o)
			if err != nil {
				return nil, err
			}
			set[list[i].name] = s
		}
		m[name] = set
	}
	var children []any
	for _, c := range n.children {
		made, err := c.run(values, o, count)
		if err != nil {
			return nil, err
		}
		children = append(children, made...)
	}
	if len(children) > 0 {
		m["children"] = children
	}
	return []any{m}, nil
}

func (v *value) run(values map[string]any, o liquid.Options) (string, error) {
	if v.template == nil {
		return v.text, nil
	}
	return v.template.Run(values, o)
}

// document renders a tree. The root is never repeated.
func (n *treeNode) document(values map[string]any, o liquid.Options) (json.RawMessage, error) {
	count := 0
	made, err := n.run(values, o, &count)
	if err != nil {
		return nil, err
	}
	var root any = map[string]any{"tag": "div"}
	switch len(made) {
	case 0:
	case 1:
		root = made[0]
	default:
		root = map[string]any{"tag": "div", "children": made}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err = enc.Encode(root)
	return b.Bytes(), err
}
