package dom

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

const (
	xhtmlNS = "http://www.w3.org/1999/xhtml"
	svgNS   = "http://www.w3.org/2000/svg"
	mathNS  = "http://www.w3.org/1998/Math/MathML"
	xlinkNS = "http://www.w3.org/1999/xlink"
	xmlNS   = "http://www.w3.org/XML/1998/namespace"
)

// looksLikeXML reports whether markup is XHTML by its beginning: an XML declaration, or a strict XHTML doctype and an
// html element in the XHTML namespace.
func looksLikeXML(src string) bool {
	s := strings.TrimLeft(strings.TrimPrefix(src, "\uFEFF"), " \t\r\n")
	if strings.HasPrefix(s, "<?xml") {
		return true
	}
	head := s[:min(len(s), 1024)]
	const xhtml = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML"
	if !strings.HasPrefix(s, xhtml) || !strings.Contains(head, "xmlns=\""+xhtmlNS+"\"") {
		return false
	}
	// Transitional doctypes are those of HTML e-mail, which browsers receive as text/html.
	return !strings.HasPrefix(s, xhtml+" 1.0 Transitional//") && !strings.HasPrefix(s, xhtml+" 1.0 Frameset//")
}

// parseXML parses a well-formed XHTML document. Any error but that of a limit means that the document is not well
// formed, and the HTML parser is used.
func parseXML(src string, limits Limits) (*Document, error) {
	b := newBuilder(limits)
	if err := b.xml(src, None, 0); err != nil {
		return nil, err
	}
	if b.doc.Root == None {
		return nil, fmt.Errorf("reading xhtml: no html element")
	}
	return b.finish(), nil
}

// OtherPrefix begins the tags of elements of an SVG file that belong to another vocabulary, such as those of editors.
const OtherPrefix = "other:"

// ParseSVG parses a well-formed SVG file as XML, in the body of an empty document. It returns an error for a file that
// is not well-formed, whose root is not svg in the SVG namespace, or that exceeds the limits.
func ParseSVG(src string, limits Limits) (*Document, error) {
	b := newBuilder(limits)
	b.file = true
	root, err := b.element(Node{Type: Element, Tag: "html", Parent: None}, 1)
	if err != nil {
		return nil, err
	}
	body, err := b.element(Node{Type: Element, Tag: "body", Parent: root}, 2)
	if err != nil {
		return nil, err
	}
	if err := b.xml(src, body, 2); err != nil {
		return nil, err
	}
	svg := b.doc.Nodes[body].FirstChild
	for svg != None && b.doc.Nodes[svg].Type != Element { // space around the declarations before the root
		svg = b.doc.Nodes[svg].Next
	}
	if svg == None || b.doc.Nodes[svg].Tag != "svg" || b.doc.Nodes[svg].Namespace != SVG {
		return nil, fmt.Errorf("reading svg: the root is not svg in its namespace")
	}
	return b.finish(), nil
}

// xml adds the elements of an XML document below parent, which is at the given depth.
func (b *builder) xml(src string, parent NodeID, depth int) error {
	dec := xml.NewDecoder(strings.NewReader(src))
	dec.Strict = true
	dec.Entity = xmlEntities()
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	skip := 0
	var sheetText, title strings.Builder
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading xml: %w", err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			el := xmlElement(t)
			if b.file && el.Namespace == HTML && t.Name.Space != xhtmlNS {
				el.Tag = OtherPrefix + el.Tag
			}
			if skip > 0 || el.Namespace != MathML && (el.Tag == "script" || el.Tag == "template" || omitsContent(&el)) {
				if skip == 0 && el.Tag == "script" {
					b.warn("script_ignored", b.pathOf(parent, el.Tag), "scripts are not run: <script> was dropped")
				}
				skip++
				continue
			}
			el.Parent = parent
			depth++
			if parent, err = b.element(el, depth); err != nil {
				return err
			}
			sheetText.Reset()
			title.Reset()
		case xml.EndElement:
			if skip > 0 {
				skip--
				continue
			}
			n := &b.doc.Nodes[parent]
			switch {
			case n.Tag == "style" && n.Namespace != MathML:
				b.sheet(parent, sheetText.String())
			case n.Tag == "title" && n.Namespace == HTML && b.doc.Title == "":
				b.doc.Title = strings.Join(strings.Fields(title.String()), " ")
			}
			parent = b.doc.Nodes[parent].Parent
			depth--
		case xml.CharData:
			if skip > 0 || parent == None {
				continue
			}
			sheetText.Write(t)
			title.Write(t)
			if err := b.text(parent, string(t)); err != nil {
				return err
			}
		}
	}
	return nil
}

func xmlElement(t xml.StartElement) Node {
	el := Node{Type: Element, Tag: t.Name.Local}
	switch t.Name.Space {
	case svgNS:
		el.Namespace = SVG
	case mathNS:
		el.Namespace = MathML
	case xhtmlNS:
	}
	for _, a := range t.Attr {
		name := a.Name.Local
		switch a.Name.Space {
		case xlinkNS:
			name = "xlink:" + name
		case xmlNS:
			name = "xml:" + name
			if a.Name.Local == "lang" {
				el.Attrs = append(el.Attrs, Attr{"lang", a.Value})
			}
		case "xmlns":
			continue
		}
		if name == "xmlns" {
			continue
		}
		el.Attrs = append(el.Attrs, Attr{name, a.Value})
	}
	return el
}

// xmlEntities holds the named character references of XHTML besides the five of XML.
var xmlEntities = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, name := range strings.Fields(`nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
		acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
		Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN
		szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc
		otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta
		Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta
		eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega ensp emsp thinsp zwnj zwj lrm rlm ndash
		mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl euro image weierp real
		trade larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop
		infin ang and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot loz spades clubs hearts diams`) {
		m[name] = html.UnescapeString("&" + name + ";")
	}
	return m
})
