package css

// Namespace is the namespace constraint of a type selector.
type Namespace uint8

// The namespaces that a selector can require.
const (
	AnyNamespace Namespace = iota
	NoNamespace            // "|a": elements in no namespace; there are none
	HTMLNamespace
	SVGNamespace
	MathMLNamespace
	OtherNamespace // declared, but no element is in it
)

// Namespaces are the @namespace declarations of a sheet (CSS Namespaces 3). The
// zero value and nil have none.
type Namespaces struct {
	byDefault Namespace
	prefixes  map[string]Namespace
}

// Declare takes the prelude of an @namespace rule; malformed ones are ignored.
func (n *Namespaces) Declare(prelude []Token) {
	s := NewStream(prelude)
	prefix := ""
	if t := s.Peek(); t.Kind == Ident {
		prefix = t.Value
		s.Next()
	}
	t := s.Next()
	if t.Kind == Function && EqualFold(t.Value, "url") {
		s.I--
		b := s.Block()
		t = b.Next()
	}
	if t.Kind != String && t.Kind != URL || !s.AtEnd() {
		return
	}
	space := OtherNamespace
	switch t.Value {
	case "":
		space = NoNamespace
	case "http://www.w3.org/1999/xhtml":
		space = HTMLNamespace
	case "http://www.w3.org/2000/svg":
		space = SVGNamespace
	case "http://www.w3.org/1998/Math/MathML":
		space = MathMLNamespace
	}
	if prefix == "" {
		n.byDefault = space
		return
	}
	if n.prefixes == nil {
		n.prefixes = map[string]Namespace{}
	}
	n.prefixes[prefix] = space
}

func (n *Namespaces) defaultSpace() Namespace {
	if n == nil {
		return AnyNamespace
	}
	return n.byDefault
}

func (n *Namespaces) prefix(name string) (Namespace, bool) {
	if n == nil {
		return 0, false
	}
	s, ok := n.prefixes[name]
	return s, ok
}
