// Package dom represents a document as an arena of nodes, built from HTML (golang.org/x/net/html) or from the JSON tree
// form. Nodes are addressed by index; the arena is immutable once parsed.
package dom

// NodeID is a node's index in Document.Nodes; None if there is no node.
type NodeID int32

// None is the absent node.
const None NodeID = -1

// NodeType is the kind of a node.
type NodeType uint8

// The node types. Comments and processing instructions are dropped when parsing.
const (
	Element NodeType = iota
	Text
)

// Namespace of an element.
type Namespace uint8

// The namespaces.
const (
	HTML Namespace = iota
	SVG
	MathML
)

// Attr is an attribute; names are lower case for HTML elements.
type Attr struct{ Name, Value string }

// Node is an element or a text node.
type Node struct {
	Type      NodeType
	Namespace Namespace
	Tag       string // lower case for HTML; case kept for SVG (linearGradient)
	ID        string
	Classes   []string
	Attrs     []Attr
	Text      string // of text nodes
	Inline    string // the style attribute, or the tree form's style object as declarations in source order

	Parent, FirstChild, LastChild, Prev, Next NodeID

	// Tree is the tree the node is part of: 0 the document's, k that of Document.Shadows[k-1].
	Tree int32

	// Path locates the node in the request, as a JSON Pointer for tree documents ("/document/children/0") and as
	// "line:column" or an element path for markup; it is used in warnings and errors.
	Path string
}

// Attr returns the value of an attribute and whether the node has it.
func (n *Node) Attr(name string) (string, bool) {
	for i := range n.Attrs {
		if n.Attrs[i].Name == name {
			return n.Attrs[i].Value, true
		}
	}
	return "", false
}

// Sheet is a style sheet of the document, in document order.
type Sheet struct {
	Text  string
	Media string // the media attribute
	Path  string
	Tree  int32 // the tree it applies to, as Node.Tree
}

// Document is a parsed document. Nodes[Root] is the html element; html and body elements are added if the input has
// none.
type Document struct {
	Nodes  []Node
	Root   NodeID
	Body   NodeID
	Sheets []Sheet
	Title  string
	Lang   string
	Mode   Mode
	// Chosen holds the selected image of each element whose image is not that of a single attribute.
	Chosen map[NodeID]ImageSource
	// Shadows holds the shadow trees, Unslotted the children of shadow hosts that are not assigned to a slot: these
	// have a parent but are not among its children.
	Shadows   []Shadow
	Unslotted map[NodeID]bool
	Warnings  []Warning
}

// Node returns the node of an id.
func (d *Document) Node(id NodeID) *Node { return &d.Nodes[id] }

// Warning reports something in the document that was ignored or drawn differently.
type Warning struct {
	Code    string // stable, snake_case: unsupported_property, missing_glyph, image_unpinned…
	Path    string // location of the node, sheet or declaration
	Message string // names the property or value and what was done instead
	// Subject is the property or the at-rule, with its @, that the warning is about, and Value the declared value of
	// the property; both are empty for other warnings.
	Subject, Value string
}
