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

// forbiddenElements run scripts, embed documents or load files. Names are lower case without a prefix.
var forbiddenElements = map[string]bool{
	"script": true, "handler": true, "listener": true, "iframe": true, "frame": true, "embed": true, "object": true, "applet": true,
	"link": true, "meta": true, "base": true, "form": true, "audio": true, "video": true, "source": true, "portal": true,
}

// animations change an attribute over time; one whose target is a URL or an event handler could set a forbidden value.
var animations = map[string]bool{"set": true, "animate": true, "animatemotion": true, "animatetransform": true, "animatecolor": true, "discard": true}

// inspection finds scripts, event handlers, embedded documents and external references. None of them has an effect on a
// drawing; a file that is published must not contain them.
type inspection struct {
	strict   bool // the first finding is an error instead of a warning
	warnings []dom.Warning
}

// maxFindings bounds the warnings of an inspection.
const maxFindings = 50

// found records a construct that has no effect; in strict mode it is an error.
func (in *inspection) found(code, path, element, format string, args ...any) error {
	err := forbidden(element, format, args...)
	if in.strict {
		return err
	}
	if len(in.warnings) < maxFindings {
		message := fmt.Sprintf(format, args...) + " is ignored in an svg image"
		if element != "" {
			message = "<" + element + ">: " + message
		}
		in.warnings = append(in.warnings, dom.Warning{Code: code, Path: path, Message: message})
	}
	return nil
}

// The codes of findings.
const (
	scriptIgnored     = "script_ignored"
	elementIgnored    = "unsupported_element"
	referenceExternal = "external_reference"
)

// prolog rejects constructs that are forbidden before the svg element: entity declarations, other elements, and in strict
// mode style sheets.
func (in *inspection) prolog(head []byte) error {
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
			if err := in.found(referenceExternal, "", "", "the processing instruction %.30q", rest); err != nil {
				return err
			}
			end = strings.Index(rest, "?>") + 2
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

// document inspects a file and the images embedded in it.
func (in *inspection) document(doc *dom.Document, depth int) error {
	for _, w := range doc.Warnings {
		if w.Code == scriptIgnored || w.Code == "script_dropped" {
			if err := in.found(scriptIgnored, w.Path, "script", "a script"); err != nil {
				return err
			}
		}
	}
	for _, s := range doc.Sheets {
		if err := in.css(place{element: "style", path: s.Path}, s.Text, depth); err != nil {
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
			if err := in.found(elementIgnored, n.Path, n.Tag, "content that is not drawn as part of an image"); err != nil {
				return err
			}
		}
		if strings.HasPrefix(n.Tag, dom.OtherPrefix) && !in.strict {
			continue // an element of another vocabulary has no effect
		}
		at := place{element: n.Tag, tag: tag, path: n.Path}
		if err := in.css(at, n.Inline, depth); err != nil {
			return err
		}
		for _, a := range n.Attrs {
			if err := in.attribute(at, a, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// place is the element that contains an inspected construct.
type place struct {
	element, path string
	tag           string // in lower case without a prefix, "" in CSS
}

// local returns a name in lower case without its prefix: the file may bind any prefix to SVG or XLink.
func local(name string) string {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return strings.ToLower(name)
}

func (in *inspection) attribute(at place, a dom.Attr, depth int) error {
	name := local(a.Name)
	switch {
	case len(name) > 2 && strings.HasPrefix(name, "on"):
		return in.found(scriptIgnored, at.path, at.element, "the event handler %s", name)
	case animations[at.tag] && name == "attributename":
		if to := local(strings.TrimSpace(a.Value)); to == "href" || to == "src" || to == "style" || strings.HasPrefix(to, "on") || to == "class" {
			if in.strict {
				return forbidden(at.element, "an animation of the attribute %s", to)
			}
		}
	case loads[name] || name == "base" && strings.Contains(a.Name, ":"):
		return in.address(at, plainAddress(a.Value), depth)
	case name == "srcset" || name == "srcdoc" || name == "imagesrcset":
		if strings.TrimSpace(a.Value) != "" {
			return in.found(referenceExternal, at.path, at.element, "the attribute %s", name)
		}
	case at.tag == "style" || strings.ContainsAny(a.Value, "(\\@"):
		return in.css(at, a.Value, depth)
	}
	return nil
}

// loads holds the attributes that contain the URL of a file, in lower case without a prefix.
var loads = map[string]bool{"href": true, "src": true, "action": true, "formaction": true, "data": true, "poster": true, "background": true, "ping": true}

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

// address inspects the URL of a reference.
func (in *inspection) address(at place, value string, depth int) error {
	low := strings.ToLower(value)
	switch {
	case value == "" || value[0] == '#':
		return nil
	case strings.HasPrefix(low, "javascript:"), strings.HasPrefix(low, "vbscript:"):
		return in.found(scriptIgnored, at.path, at.element, "a %s address", low[:strings.IndexByte(low, ':')+1])
	case strings.HasPrefix(low, "data:"):
		switch at.tag {
		case "image", "feimage", "img", "": // "" is a reference in CSS
			return in.data(at, value, depth)
		}
		return in.found(referenceExternal, at.path, at.element, "a data: address")
	case at.tag == "a": // links are not followed
		return nil
	}
	return in.found(referenceExternal, at.path, at.element, "the external reference %.80q", value)
}

// maxEmbedded bounds the nesting of embedded images.
const maxEmbedded = 3

// data inspects the content of a data: URL: bitmaps and fonts are validated by their decoders; an SVG image follows the
// rules of the enclosing one; other documents are not accepted.
func (in *inspection) data(at place, address string, depth int) error {
	meta, body, ok := strings.Cut(address[len("data:"):], ",")
	if !ok {
		return nil // not a file
	}
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(meta)), ";")
	switch {
	case kind == "", strings.HasPrefix(kind, "image/"), strings.HasPrefix(kind, "font/"), strings.HasPrefix(kind, "application/font"),
		strings.HasPrefix(kind, "application/x-font"), kind == "application/octet-stream", kind == "text/xml", kind == "application/xml":
	default:
		return in.found(referenceExternal, at.path, at.element, "a data: address of the type %.60q", kind)
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
	doc, _, err := in.read(file, Limits{MaxBytes: 1 << 20, MaxElements: maxElements})
	if err == nil {
		err = in.document(doc, depth+1)
	}
	if err != nil && !errors.Is(err, ErrInvalid) {
		return fmt.Errorf("in the image in a data: address of the element %s: %w", at.element, err)
	}
	return nil
}

// css inspects the URLs in declarations and sheets.
func (in *inspection) css(at place, css string, depth int) error {
	if css == "" {
		return nil
	}
	at.tag = ""
	css = unescapeCSS(css)
	low := strings.ToLower(css)
	if in.strict && strings.Contains(low, "@import") {
		return forbidden(at.element, "an @import rule")
	}
	for _, call := range []string{"url(", "src(", "image(", "image-set("} {
		for pos := 0; ; {
			i := strings.Index(low[pos:], call)
			if i < 0 {
				break
			}
			imported := !in.strict && strings.HasSuffix(strings.TrimRight(low[:pos+i], " \t\r\n\f"), "@import")
			pos += i + len(call)
			if imported {
				continue // the cascade warns about it
			}
			inside := strings.TrimLeft(css[pos:], " \t\r\n\f")
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
			if err := in.address(at, plainAddress(inside), depth); err != nil {
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
