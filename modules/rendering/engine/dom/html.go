package dom

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits bounds a document. Zero values select the defaults.
type Limits struct {
	MaxNodes int // elements and text nodes; default 2,000 elements, 20,000 nodes in total
	MaxDepth int // nesting of elements; default 512
	// Stop, if set, is called every few thousand bytes of HTML; an error of it ends parsing.
	Stop func() error
}

func (l Limits) nodes() int {
	if l.MaxNodes > 0 {
		return l.MaxNodes
	}
	return 20000
}

func (l Limits) depth() int {
	if l.MaxDepth > 0 {
		return min(l.MaxDepth, 512)
	}
	return 512
}

// ErrTooManyNodes and ErrTooDeep are the errors of a document that exceeds its [Limits]; both are wrapped with the
// numbers.
var (
	ErrTooManyNodes = errors.New("the document has too many nodes")
	ErrTooDeep      = errors.New("the document nests too deep")
)

// ParseHTML parses a whole document or a fragment as a browser with scripting enabled does: the content of <noscript>
// is omitted, <script> is dropped with a warning. Style sheets are collected in document order. Malformed markup is
// never an error; only exceeding a limit is.
func ParseHTML(src string, limits Limits) (*Document, error) {
	if looksLikeXML(src) {
		if d, err := parseXML(src, limits); err == nil || errors.Is(err, ErrTooManyNodes) || errors.Is(err, ErrTooDeep) {
			return d, err
		}
	}
	mode, prolog := modeOf(src), doctype
	if mode == Quirks {
		prolog = "" // the parser's own quirks mode: a table does not close a paragraph
	}
	content := withoutDoctype(src)
	short, values := withoutLongValues(content)
	root, err := parseTree(prolog, short, limits)
	if err == nil && values != nil && !restoreLongValues(root, values) {
		root, err = parseTree(prolog, content, limits)
	}
	if err != nil {
		if strings.Contains(err.Error(), "exceeds") {
			return nil, fmt.Errorf("%w: more than %d levels", ErrTooDeep, limits.depth())
		}
		return nil, fmt.Errorf("parsing html: %w", err)
	}
	b := newBuilder(limits)
	if b.doc.Mode = mode; mode == Quirks {
		b.warn("quirks_mode", "html", "the document has no doctype of standards mode; it is laid out in quirks mode, as in browsers: begin it with <!DOCTYPE html> for standards mode")
	}
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode {
			if err := b.html(n, None, 1); err != nil {
				return nil, err
			}
		}
	}
	return b.finish(), nil
}

func parseTree(prolog, content string, limits Limits) (*html.Node, error) {
	src := io.MultiReader(strings.NewReader(prolog), &stoppable{limits.Stop, strings.NewReader(content)})
	return html.ParseWithOptions(src, html.ParseOptionEnableScripting(true))
}

// doctype selects standards mode; fragments are wrapped in a document with it.
const doctype = "<!DOCTYPE html>"

// withoutDoctype returns a document without its doctype.
func withoutDoctype(src string) string {
	rest := strings.TrimLeft(strings.TrimPrefix(src, "\uFEFF"), " \t\r\n\f")
	for strings.HasPrefix(rest, "<!--") {
		end := strings.Index(rest, "-->")
		if end < 0 {
			break
		}
		rest = strings.TrimLeft(rest[end+3:], " \t\r\n\f")
	}
	if len(rest) >= 9 && strings.EqualFold(rest[:9], doctype[:9]) {
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			return ""
		}
		rest = rest[end+1:]
	}
	return rest
}

// stoppable is a reader that fails once stop returns an error.
type stoppable struct {
	stop func() error
	src  *strings.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if s.stop != nil {
		if err := s.stop(); err != nil {
			return 0, err
		}
	}
	return s.src.Read(p)
}

// isDropped reports whether elements called tag are never drawn and have no content that is document text.
func isDropped(tag string) bool {
	switch tag {
	case "script", "template":
		return true
	}
	return false
}

// html adds an element or text node and its descendants.
func (b *builder) html(n *html.Node, parent NodeID, depth int) error {
	switch n.Type {
	case html.TextNode:
		return b.text(parent, n.Data)
	case html.ElementNode:
	default:
		return nil
	}
	if n.Namespace == "" && isDropped(n.Data) || n.Namespace == "svg" && n.Data == "script" {
		if n.Data == "script" {
			b.warn("script_ignored", b.pathOf(parent, n.Data), "scripts are not run: <script> was dropped")
		}
		return nil
	}
	el := Node{Type: Element, Tag: n.Data, Parent: parent}
	switch n.Namespace {
	case "svg":
		el.Namespace = SVG
	case "math":
		el.Namespace = MathML
	}
	for _, a := range n.Attr {
		name := a.Key
		if a.Namespace != "" {
			name = a.Namespace + ":" + a.Key
		}
		el.Attrs = append(el.Attrs, Attr{name, a.Val})
	}
	id, err := b.element(el, depth)
	if err != nil {
		return err
	}
	if n.DataAtom == atom.Style && n.Namespace == "" || n.Namespace == "svg" && n.Data == "style" {
		b.sheet(id, textOf(n))
	}
	if template := declaredShadow(n); template != nil {
		return b.shadow(n, template, id, depth)
	}
	if b.within != nil && n.Namespace == "" && n.Data == "slot" {
		return b.slot(n, id, depth)
	}
	for c := n.FirstChild; c != nil && !omitsContent(&el); c = c.NextSibling {
		if err := b.html(c, id, depth+1); err != nil {
			return err
		}
	}
	if n.DataAtom == atom.Title && n.Namespace == "" && b.doc.Title == "" {
		b.doc.Title = strings.Join(strings.Fields(textOf(n)), " ")
	}
	return nil
}

// omitsContent reports whether the content of an element is omitted, as with scripting enabled.
func omitsContent(n *Node) bool { return n.Namespace == HTML && n.Tag == "noscript" }

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// builder appends nodes to the arena of a document in tree order.
type builder struct {
	attributes map[string]bool // names that were warned about
	doc        *Document
	limits     Limits
	counts     map[childKey]int
	// path, if set, is the Path of the next element (tree documents).
	path string
	// preferred is the title of the preferred style sheet set.
	preferred string
	within    *shadowTree // the shadow tree being built, nil for the document
	file      bool        // the document is an SVG file
}

type childKey struct {
	parent NodeID
	tag    string
}

func newBuilder(l Limits) *builder {
	return &builder{doc: &Document{Root: None, Body: None}, limits: l, counts: map[childKey]int{}}
}

func (b *builder) warn(code, path, msg string) {
	if len(b.doc.Warnings) < 200 {
		b.doc.Warnings = append(b.doc.Warnings, Warning{Code: code, Path: path, Message: msg})
	}
}

// pathOf returns the path of the next child called tag: the parent's path, the tag, and the child's 1-based index among
// the siblings of that tag.
func (b *builder) pathOf(parent NodeID, tag string) string {
	if parent == None {
		return tag
	}
	p := b.doc.Nodes[parent].Path
	return p + "/" + tag + "[" + strconv.Itoa(b.counts[childKey{parent, tag}]+1) + "]"
}

func (b *builder) link(n Node) NodeID {
	id := NodeID(len(b.doc.Nodes))
	n.FirstChild, n.LastChild, n.Prev, n.Next = None, None, None, None
	n.Tree = b.treeNumber()
	if p := n.Parent; p != None {
		pn := &b.doc.Nodes[p]
		if pn.LastChild == None {
			pn.FirstChild = id
		} else {
			n.Prev = pn.LastChild
			b.doc.Nodes[pn.LastChild].Next = id
		}
		pn.LastChild = id
	}
	b.doc.Nodes = append(b.doc.Nodes, n)
	return id
}

// element adds an element whose Tag, Namespace, Attrs and Parent are set.
func (b *builder) element(n Node, depth int) (NodeID, error) {
	if depth > b.limits.depth() {
		return None, fmt.Errorf("%w: more than %d levels", ErrTooDeep, b.limits.depth())
	}
	if len(b.doc.Nodes) >= b.limits.nodes() {
		return None, fmt.Errorf("%w: more than %d", ErrTooManyNodes, b.limits.nodes())
	}
	n.Path = b.path
	if n.Path == "" {
		n.Path = b.pathOf(n.Parent, n.Tag)
		b.counts[childKey{n.Parent, n.Tag}]++
	}
	for _, a := range n.Attrs {
		switch a.Name {
		case "id":
			n.ID = a.Value
		case "class":
			n.Classes = splitSpace(a.Value)
		case "style":
			n.Inline = a.Value
		}
	}
	if n.ID != "" && b.path == "" && len(n.Path) > 64 {
		n.Path = "#" + n.ID // bounds the length of paths in deep documents
	}
	id := b.link(n)
	if n.Namespace == HTML {
		b.checkAttributes(&n)
		b.recordElement(id, &n)
	}
	return id, nil
}

// recordElement records elements that affect the whole document: title, language, style sheets, head and body.
func (b *builder) recordElement(id NodeID, n *Node) {
	switch n.Tag {
	case "html":
		if b.doc.Root == None && n.Parent == None {
			b.doc.Root = id
			b.doc.Lang, _ = n.Attr("lang")
		}
	case "body":
		if b.doc.Body == None && n.Parent == b.doc.Root {
			b.doc.Body = id
		}
	case "link":
		rel, _ := n.Attr("rel")
		href, _ := n.Attr("href")
		if rels := splitSpace(strings.ToLower(rel)); contains(rels, "stylesheet") {
			if _, off := n.Attr("disabled"); off || !b.sheetEnabled(n, contains(rels, "alternate")) {
				return
			}
			if css, ok := DataSheet(href); ok {
				media, _ := n.Attr("media")
				b.doc.Sheets = append(b.doc.Sheets, Sheet{Text: css, Media: media, Path: n.Path, Tree: b.treeNumber()})
				return
			}
			b.warn("unsupported_element", n.Path, "style sheets are not fetched: <link href="+strconv.Quote(clip(href))+"> was ignored; write its rules into a <style> element")
		}
	case "audio", "canvas", "portal":
		b.warn("unsupported_element", n.Path, "<"+n.Tag+"> is not drawn")
	case "iframe":
		if _, ok := n.Attr("srcdoc"); !ok {
			b.warn("unsupported_element", n.Path, "<iframe> without srcdoc is not drawn")
		}
	case "video":
		if v, _ := n.Attr("poster"); v == "" {
			b.warn("unsupported_element", n.Path, "<video> without a poster is not drawn")
		}
	case "base", "frameset":
		b.warn("unsupported_element", n.Path, "<"+n.Tag+"> has no effect")
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// sheetEnabled reports whether a sheet is enabled: one without a title always is, a titled one when its title is the first
// of the document that is not of an alternate sheet (CSSOM §6.2).
func (b *builder) sheetEnabled(n *Node, alternate bool) bool {
	title, _ := n.Attr("title")
	switch {
	case title == "":
		return true
	case alternate:
		return title == b.preferred
	case b.preferred == "":
		b.preferred = title
	}
	return title == b.preferred
}

func clip(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}

func splitSpace(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' })
}

func (b *builder) text(parent NodeID, data string) error {
	if data == "" || parent == None {
		return nil
	}
	if p := &b.doc.Nodes[parent]; p.LastChild != None && b.doc.Nodes[p.LastChild].Type == Text && b.doc.Nodes[p.LastChild].Tree == b.treeNumber() {
		b.doc.Nodes[p.LastChild].Text += data
		return nil
	}
	if len(b.doc.Nodes) >= b.limits.nodes() {
		return fmt.Errorf("%w: more than %d", ErrTooManyNodes, b.limits.nodes())
	}
	path := b.path
	if path == "" {
		path = b.doc.Nodes[parent].Path
	}
	b.link(Node{Type: Text, Text: data, Parent: parent, Path: path})
	return nil
}

// sheet records the style sheet of a style element.
func (b *builder) sheet(id NodeID, text string) {
	n := &b.doc.Nodes[id]
	if typ, ok := n.Attr("type"); ok && typ != "" && !strings.EqualFold(strings.TrimSpace(typ), "text/css") {
		return
	}
	if !b.sheetEnabled(n, false) {
		return
	}
	media, _ := n.Attr("media")
	b.doc.Sheets = append(b.doc.Sheets, Sheet{Text: text, Media: media, Path: n.Path, Tree: b.treeNumber()})
}

// finish adds the html and body elements if the input had none.
func (b *builder) finish() *Document {
	d := b.doc
	if d.Root == None {
		d.Root = b.link(Node{Type: Element, Tag: "html", Parent: None, Path: "html"})
	}
	if d.Body == None {
		// A frameset document, or a root that is not HTML.
		d.Body = b.link(Node{Type: Element, Tag: "body", Parent: d.Root, Path: "html/body[1]"})
	}
	return d
}
