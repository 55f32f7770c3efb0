package svg

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Forbidden reports a construct that images must not contain; it wraps [ErrForbidden].
type Forbidden struct {
	// Element is the tag of the offending element, "" for a construct outside elements.
	Element string
	// What names the construct, such as "the event handler onload".
	What string
}

// Error implements error.
func (f *Forbidden) Error() string {
	if f.Element == "" {
		return f.What + ": " + ErrForbidden.Error()
	}
	return f.What + " in the element " + f.Element + ": " + ErrForbidden.Error()
}

// Unwrap returns [ErrForbidden].
func (f *Forbidden) Unwrap() error { return ErrForbidden }

func forbidden(element, format string, args ...any) error {
	return &Forbidden{Element: element, What: fmt.Sprintf(format, args...)}
}

// forbiddenElements run scripts, embed documents or contain other markup. Names are lower case without a prefix.
var forbiddenElements = map[string]bool{
	"script": true, "handler": true, "listener": true, "foreignobject": true, "iframe": true, "frame": true, "embed": true, "object": true, "applet": true,
	"link": true, "meta": true, "base": true, "form": true, "audio": true, "video": true, "source": true, "portal": true,
}

// animations change an attribute over time; one whose target is a URL or an event handler could set a forbidden value.
var animations = map[string]bool{"set": true, "animate": true, "animatemotion": true, "animatetransform": true, "animatecolor": true, "discard": true}

// prolog rejects constructs that are forbidden before the svg element: entity declarations, style sheets, other
// elements.
func prolog(head []byte) error {
	rest := strings.TrimLeft(strings.TrimPrefix(string(head), "\ufeff"), " \t\r\n")
	for rest != "" {
		var end int
		switch {
		case strings.HasPrefix(rest, "<!--"):
			if end = strings.Index(rest, "-->"); end < 0 {
				return nil // the comment contains the text "<svg"; the following elements are checked later
			}
			end += 3
		case len(rest) >= 9 && strings.EqualFold(rest[:9], "<!doctype"):
			end = strings.IndexByte(rest, '>') + 1
			if subset := strings.IndexByte(rest, '['); subset >= 0 && (end <= 0 || subset < end) {
				return forbidden("", "a document type with declarations of its own (entities)")
			}
		case strings.HasPrefix(strings.ToLower(rest), "<?xml-"):
			return forbidden("", "the processing instruction %.30q", rest)
		case strings.HasPrefix(rest, "<?xml"):
			end = strings.Index(rest, "?>") + 2
		default:
			return forbidden("", "markup before the svg element, %.30q", rest)
		}
		if end <= 1 {
			return forbidden("", "markup that does not end before the svg element, %.30q", rest)
		}
		rest = strings.TrimLeft(rest[end:], " \t\r\n")
	}
	return nil
}

// refuse rejects forbidden content: scripts, event handlers, other documents, and external references, also in embedded
// images.
func refuse(doc *dom.Document, depth int) error {
	for _, w := range doc.Warnings {
		if w.Code == "script_ignored" || w.Code == "script_dropped" {
			return forbidden("script", "a script")
		}
	}
	for _, s := range doc.Sheets {
		if err := refuseCSS("style", s.Text, depth); err != nil {
			return err
		}
	}
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element {
			continue
		}
		tag := local(n.Tag)
		if forbiddenElements[tag] {
			return forbidden(n.Tag, "content that is not drawn as part of an image")
		}
		if err := refuseCSS(n.Tag, n.Inline, depth); err != nil {
			return err
		}
		for _, a := range n.Attrs {
			if err := refuseAttribute(n, tag, a, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// local returns a name in lower case without its prefix: the file may bind any prefix to SVG or XLink.
func local(name string) string {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return strings.ToLower(name)
}

func refuseAttribute(n *dom.Node, tag string, a dom.Attr, depth int) error {
	name := local(a.Name)
	value := plainAddress(a.Value)
	switch {
	case len(name) > 2 && strings.HasPrefix(name, "on"):
		return forbidden(n.Tag, "the event handler %s", name)
	case animations[tag] && name == "attributename":
		if to := local(strings.TrimSpace(a.Value)); to == "href" || to == "src" || to == "style" || strings.HasPrefix(to, "on") || to == "class" {
			return forbidden(n.Tag, "an animation of the attribute %s", to)
		}
	case name == "href" || name == "src" || name == "action" || name == "formaction" || name == "data" || name == "base" && strings.Contains(a.Name, ":"):
		return refuseAddress(n.Tag, tag, value, depth)
	case tag == "style" || strings.ContainsAny(a.Value, "(\\@"):
		return refuseCSS(n.Tag, a.Value, depth)
	}
	return nil
}

// plainAddress removes the characters that URL parsers ignore (WHATWG URL: tabs, line ends, leading and trailing
// controls).
func plainAddress(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, s)
}

// refuseAddress checks the URL of a reference.
func refuseAddress(element, tag, value string, depth int) error {
	low := strings.ToLower(value)
	switch {
	case value == "" || value[0] == '#':
		return nil
	case strings.HasPrefix(low, "javascript:"), strings.HasPrefix(low, "vbscript:"):
		return forbidden(element, "a %s address", low[:strings.IndexByte(low, ':')+1])
	case strings.HasPrefix(low, "data:"):
		switch tag {
		case "image", "feimage", "img", "": // "" is a reference in CSS
			return refuseData(element, value, depth)
		}
		return forbidden(element, "a data: address")
	case tag == "a": // links are not followed
		return nil
	}
	return forbidden(element, "the external reference %.80q", value)
}

// maxEmbedded bounds the nesting of embedded images.
const maxEmbedded = 3

// refuseData checks the content of a data: URL: bitmaps and fonts are validated by their decoders; an SVG image follows
// the rules of the enclosing one; other documents are rejected.
func refuseData(element, address string, depth int) error {
	meta, body, ok := strings.Cut(address[len("data:"):], ",")
	if !ok {
		return nil // not a file
	}
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(meta)), ";")
	switch {
	case kind == "", strings.HasPrefix(kind, "image/"), strings.HasPrefix(kind, "font/"), strings.HasPrefix(kind, "application/font"),
		strings.HasPrefix(kind, "application/x-font"), kind == "application/octet-stream", kind == "text/xml", kind == "application/xml":
	default:
		return forbidden(element, "a data: address of the type %.60q", kind)
	}
	file := []byte(body)
	if raw, err := url.PathUnescape(body); err == nil {
		file = []byte(raw)
	}
	if strings.HasSuffix(strings.ToLower(strings.TrimSpace(meta)), ";base64") {
		compact := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "", "\f", "", "=", "", "-", "+", "_", "/").Replace(string(file))
		decoded, err := base64.RawStdEncoding.DecodeString(compact)
		if err != nil {
			return nil // never drawn
		}
		file = decoded
	}
	if image.Sniff(file) != image.SVG && !bytes.Contains(bytes.ToLower(file[:min(len(file), 4096)]), []byte("<svg")) && !strings.Contains(kind, "svg") {
		return nil
	}
	if depth >= maxEmbedded {
		return fmt.Errorf("svg images inside svg images, more than %d deep: %w", maxEmbedded, ErrTooLarge)
	}
	doc, _, err := read(file, Limits{MaxBytes: 1 << 20, MaxElements: maxElements})
	if err == nil {
		err = refuse(doc, depth+1)
	}
	if err != nil && !errors.Is(err, ErrInvalid) {
		return fmt.Errorf("in the image in a data: address of the element %s: %w", element, err)
	}
	return nil
}

// refuseCSS rejects external URLs in declarations and sheets.
func refuseCSS(element, css string, depth int) error {
	if css == "" {
		return nil
	}
	css = unescapeCSS(css)
	low := strings.ToLower(css)
	if strings.Contains(low, "@import") {
		return forbidden(element, "an @import rule")
	}
	for _, call := range []string{"url(", "src(", "image(", "image-set("} {
		for at := 0; ; {
			i := strings.Index(low[at:], call)
			if i < 0 {
				break
			}
			at += i + len(call)
			inside := strings.TrimLeft(css[at:], " \t\r\n\f")
			if call != "url(" && (inside == "" || inside[0] != '"' && inside[0] != '\'') {
				continue // a colour, or a url() that another match covers
			}
			end := ")"
			if inside != "" && (inside[0] == '"' || inside[0] == '\'') {
				end, inside = inside[:1], inside[1:]
			}
			if j := strings.Index(inside, end); j >= 0 {
				inside = inside[:j]
			}
			if err := refuseAddress(element, "", plainAddress(inside), depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// unescapeCSS resolves escapes (CSS Syntax 3, 4.3.7) and removes comments, so that no spelling hides a function.
func unescapeCSS(css string) string {
	if !strings.Contains(css, "\\") && !strings.Contains(css, "/*") {
		return css
	}
	var b strings.Builder
	for i := 0; i < len(css); {
		if strings.HasPrefix(css[i:], "/*") {
			end := strings.Index(css[i+2:], "*/")
			if end < 0 {
				break
			}
			i += end + 4
			continue
		}
		if css[i] != '\\' || i+1 == len(css) {
			b.WriteByte(css[i])
			i++
			continue
		}
		i++
		code, digits := rune(0), 0
		for digits < 6 && i < len(css) {
			d := strings.IndexByte("0123456789abcdef", css[i]|0x20)
			if css[i] >= '0' && css[i] <= '9' {
				d = int(css[i] - '0')
			}
			if d < 0 {
				break
			}
			code, digits, i = code<<4|rune(d), digits+1, i+1
		}
		switch {
		case digits > 0:
			b.WriteRune(code)
			if i < len(css) && strings.IndexByte(" \t\r\n\f", css[i]) >= 0 {
				i++
			}
		case css[i] == '\n' || css[i] == '\r' || css[i] == '\f':
			i++
		default:
			b.WriteByte(css[i])
			i++
		}
	}
	return b.String()
}
