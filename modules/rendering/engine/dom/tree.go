package dom

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Tree is the JSON tree form of an element or text node:
// {"tag","id","class","style":{property:value},"attrs":{},"text","children":[]}.
// A node without a tag is a text node. The order of style and attrs is kept.
type Tree struct {
	Tag      string
	ID       string
	Class    string
	Style    []Attr // property and value
	Attrs    []Attr
	Text     string
	Children []*Tree
}

// ErrTree is wrapped by every error about the structure of a tree document; the message starts with the JSON Pointer of
// the offending member.
var ErrTree = errors.New("malformed document tree")

// ParseTree parses the JSON tree form. Unknown and duplicate members, values of a wrong type and nesting beyond 512
// elements are errors, which name the member by its JSON Pointer with the prefix base ("/document").
func ParseTree(data []byte, base string) (*Tree, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	p := treeParser{dec: dec}
	t, err := p.node(base, 1)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: %s: something follows the document", ErrTree, base)
	}
	return t, nil
}

type treeParser struct{ dec *json.Decoder }

func treeError(path, msg string) error { return fmt.Errorf("%w: %s: %s", ErrTree, path, msg) }

func (p *treeParser) token(path string) (json.Token, error) {
	t, err := p.dec.Token()
	if err != nil {
		return nil, treeError(path, "invalid JSON: "+err.Error())
	}
	return t, nil
}

func (p *treeParser) open(path string, delim json.Delim, what string) error {
	t, err := p.token(path)
	if err != nil {
		return err
	}
	if t != delim {
		return treeError(path, "must be "+what)
	}
	return nil
}

// key reads the name of a member; done is true at the end of the object.
func (p *treeParser) key(path string, seen map[string]bool) (name string, done bool, err error) {
	if !p.dec.More() {
		_, err = p.token(path)
		return "", true, err
	}
	t, err := p.token(path)
	if err != nil {
		return "", false, err
	}
	name, _ = t.(string)
	if seen[name] {
		return "", false, treeError(path+"/"+escapePointer(name), "is given twice")
	}
	seen[name] = true
	return name, false, nil
}

func (p *treeParser) node(path string, depth int) (*Tree, error) {
	if depth > 512 {
		return nil, fmt.Errorf("%w: %s: more than 512 levels", ErrTooDeep, path)
	}
	if err := p.open(path, '{', "an object"); err != nil {
		return nil, err
	}
	n := &Tree{}
	seen := map[string]bool{}
	for {
		name, done, err := p.key(path, seen)
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
		at := path + "/" + escapePointer(name)
		switch name {
		case "tag":
			n.Tag, err = p.str(at)
			if err == nil && !validTag(n.Tag) {
				err = treeError(at, "is not an element name")
			}
		case "id":
			n.ID, err = p.str(at)
		case "class":
			n.Class, err = p.str(at)
		case "text":
			n.Text, err = p.scalar(at)
		case "style":
			n.Style, err = p.object(at)
		case "attrs":
			n.Attrs, err = p.object(at)
		case "children":
			n.Children, err = p.children(at, depth)
		default:
			err = treeError(at, "unknown member; known are tag, id, class, style, attrs, text, children")
		}
		if err != nil {
			return nil, err
		}
	}
	if n.Tag == "" {
		for _, k := range []string{"tag", "id", "class", "style", "attrs", "children"} {
			if seen[k] && (k == "tag" || seen["text"] || k != "children") {
				return nil, treeError(path, "has "+k+" but no tag")
			}
		}
		if !seen["text"] {
			return nil, treeError(path, "has neither tag nor text")
		}
	}
	return n, nil
}

func validTag(t string) bool {
	if t == "" || !('a' <= t[0]|0x20 && t[0]|0x20 <= 'z') {
		return false
	}
	return !strings.ContainsAny(t, " \t\r\n\f/>\x00")
}

func (p *treeParser) children(path string, depth int) ([]*Tree, error) {
	if err := p.open(path, '[', "an array"); err != nil {
		return nil, err
	}
	var out []*Tree
	for p.dec.More() {
		c, err := p.node(path+"/"+strconv.Itoa(len(out)), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	_, err := p.token(path)
	return out, err
}

func (p *treeParser) object(path string) ([]Attr, error) {
	if err := p.open(path, '{', "an object"); err != nil {
		return nil, err
	}
	var out []Attr
	seen := map[string]bool{}
	for {
		name, done, err := p.key(path, seen)
		if err != nil || done {
			return out, err
		}
		v, err := p.scalar(path + "/" + escapePointer(name))
		if err != nil {
			return nil, err
		}
		out = append(out, Attr{name, v})
	}
}

func (p *treeParser) str(path string) (string, error) {
	t, err := p.token(path)
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", treeError(path, "must be a string")
	}
	return s, nil
}

// scalar reads a string; numbers and booleans are returned as their text.
func (p *treeParser) scalar(path string) (string, error) {
	t, err := p.token(path)
	if err != nil {
		return "", err
	}
	switch v := t.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	case bool:
		return strconv.FormatBool(v), nil
	}
	return "", treeError(path, "must be a string or a number")
}

func escapePointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// FromTree builds a document from the tree form. The root of the tree becomes the child of body, unless it is an html
// or body element itself. base is the JSON Pointer of the root ("/document"), which prefixes the paths of nodes.
func FromTree(t *Tree, base string, limits Limits) (*Document, error) {
	b := newBuilder(limits)
	var err error
	add := func(tag string, parent NodeID, depth int) (id NodeID) {
		if err == nil {
			id, err = b.element(Node{Type: Element, Tag: tag, Parent: parent}, depth)
		}
		return id
	}
	parent := None
	depth := 1
	if !strings.EqualFold(t.Tag, "html") {
		parent = add("html", None, 1)
		if !strings.EqualFold(t.Tag, "body") {
			add("head", parent, 2)
			parent = add("body", parent, 2)
			depth = 2
		}
		depth++
	}
	if err == nil {
		err = b.tree(t, parent, base, depth, HTML)
	}
	if err != nil {
		return nil, err
	}
	return b.finish(), nil
}

// tree adds a node of the tree form and its descendants.
func (b *builder) tree(t *Tree, parent NodeID, path string, depth int, ns Namespace) error {
	b.path = path
	if t.Tag == "" {
		return b.text(parent, t.Text)
	}
	el := Node{Type: Element, Tag: strings.ToLower(t.Tag), Parent: parent, Namespace: ns}
	if el.Tag == "script" || ns == HTML && el.Tag == "template" {
		if el.Tag == "script" {
			b.warn("script_ignored", path, "scripts are not run: <script> was dropped")
		}
		for _, a := range t.Attrs {
			if strings.EqualFold(a.Name, "shadowrootmode") {
				b.warn("unsupported_element", path, "<template shadowrootmode> declares a shadow tree in HTML only; write the document as HTML")
			}
		}
		return nil
	}
	childNS := ns
	switch {
	case el.Tag == "svg":
		el.Namespace, childNS = SVG, SVG
	case ns == HTML && el.Tag == "math":
		el.Namespace, childNS = MathML, MathML
	case ns == SVG:
		el.Tag = t.Tag
		if t.Tag == "foreignObject" {
			childNS = HTML
		}
	}
	for _, a := range t.Attrs {
		name := a.Name
		if el.Namespace == HTML {
			name = strings.ToLower(name)
		}
		el.Attrs = append(el.Attrs, Attr{name, a.Value})
	}
	if t.ID != "" {
		el.Attrs = append(el.Attrs, Attr{"id", t.ID})
	}
	if t.Class != "" {
		el.Attrs = append(el.Attrs, Attr{"class", t.Class})
	}
	if len(t.Style) > 0 {
		el.Attrs = append(el.Attrs, Attr{"style", inlineText(t.Style)})
	}
	id, err := b.element(el, depth)
	if err != nil {
		return err
	}
	if omitsContent(&el) {
		return nil
	}
	if err := b.text(id, t.Text); err != nil {
		return err
	}
	content := t.Text
	for i, c := range t.Children {
		if c.Tag == "" {
			content += c.Text
		}
		if err := b.tree(c, id, path+"/children/"+strconv.Itoa(i), depth+1, childNS); err != nil {
			return err
		}
	}
	switch {
	case el.Tag == "style":
		b.sheet(id, content)
	case el.Tag == "title" && el.Namespace == HTML && b.doc.Title == "":
		b.doc.Title = strings.Join(strings.Fields(content), " ")
	}
	return nil
}

// inlineText writes a style object as declarations. No value can add a declaration: one with a top-level semicolon is
// replaced by an invalid declaration.
func inlineText(style []Attr) string {
	var sb strings.Builder
	for i, d := range style {
		if i > 0 {
			sb.WriteString("; ")
		}
		sb.WriteString(d.Name)
		sb.WriteString(": ")
		sb.WriteString(d.Value)
	}
	return sb.String()
}
