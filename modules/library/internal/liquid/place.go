package liquid

import (
	"slices"
	"strings"
)

// Place is the context in which a template's text starts.
type Place uint8

// The places.
const (
	Plain      Place = iota // plain text: a string of a document tree
	Markup                  // HTML
	StyleSheet              // a style sheet
	StyleValue              // the value of one declaration
	Address                 // a URL
)

// mode is the state of the HTML tokenizer.
type mode uint8

const (
	inPlain mode = iota
	inText
	inTagName   // after <
	inTag       // between attributes
	inName      // in an attribute name
	afterName   // after an attribute name, before the =
	beforeValue // after the =, before the value
	inValue     // in an attribute value
	inComment
	inSheet  // a style sheet: the whole template or a style element
	inTitle  // title or textarea: RCDATA
	inScript // script and other elements without markup
	inStyle  // the value of a declaration: the whole template
	inURL    // a URL: the whole template
	inBogus  // a bogus comment or doctype
)

// attribute is the type of an attribute's value.
type attribute uint8

const (
	plainValue attribute = iota
	urlValue
	styleValue
	handlerValue
)

// sheet is the state of the CSS tokenizer.
type sheet uint8

const (
	sheetCode sheet = iota
	sheetString
	sheetURL
	sheetComment
)

// place is the parser's context at a position in the template, tracked over the literal text. It follows the tokenizer
// of the HTML standard (13.2.5) as far as escaping requires.
type place struct {
	mode    mode
	element string // the name of the tag being read, or of the raw text element
	name    string // the attribute's name
	value   attribute
	quote   byte // the quote of the attribute's value; 0 for none
	begun   bool // the value has at least one character
	css     sheet
	mark    byte   // the quote of the CSS string
	tail    string // the last few characters, to match longer delimiters
}

func start(at Place) place {
	switch at {
	case Markup:
		return place{mode: inText}
	case StyleSheet:
		return place{mode: inSheet}
	case StyleValue:
		return place{mode: inStyle}
	case Address:
		return place{mode: inURL}
	}
	return place{mode: inPlain}
}

// outside reports whether the context is between tags.
func (p *place) outside() bool { return p.mode == inText || p.mode == inTagName && p.element == "" }

// pause ends the token that a template tag interrupts: in <div{% if x %} class…, the tag name.
func (p *place) pause() {
	p.tail = ""
	switch p.mode {
	case inTagName:
		if p.element == "" {
			p.mode = inText
		} else {
			p.mode = inTag
		}
	case inName, afterName:
		p.mode, p.name = inTag, ""
	}
}

// join merges the contexts of two branches; false when they differ.
func (p *place) join(q place) bool {
	p.pause()
	q.pause()
	begun := p.begun && q.begun
	p.begun, q.begun = begun, begun
	return *p == q
}

var rawElements = map[string]mode{"style": inSheet, "title": inTitle, "textarea": inTitle, "script": inScript, "xmp": inScript, "iframe": inScript, "noembed": inScript, "noframes": inScript}

// text advances the context over literal text.
func (p *place) text(s string, line int) error {
	for i := 0; i < len(s); i++ {
		p.char(s[i])
	}
	return nil
}

func (p *place) char(c byte) {
	if len(p.tail) >= 12 {
		p.tail = p.tail[len(p.tail)-11:]
	}
	p.tail += string(c)
	switch p.mode {
	case inText:
		if c == '<' {
			p.mode, p.element = inTagName, ""
		}
	case inTagName:
		switch {
		case p.element == "" && c == '!':
			p.mode = inBogus
		case p.element == "" && !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/'):
			p.mode = inText
			if c == '<' {
				p.mode = inTagName
			}
		case c == '>':
			p.opened()
		case space(c) || c == '/' && p.element != "":
			p.mode = inTag
		default:
			p.element += string(lower(c))
		}
	case inBogus:
		if strings.HasSuffix(p.tail, "<!--") {
			p.mode, p.tail = inComment, ""
		} else if c == '>' {
			p.mode = inText
		}
	case inComment:
		if strings.HasSuffix(p.tail, "-->") || strings.HasSuffix(p.tail, "--!>") {
			p.mode = inText
		}
	case inTag:
		switch {
		case c == '>':
			p.opened()
		case space(c) || c == '/':
		default:
			p.mode, p.name = inName, string(lower(c))
		}
	case inName:
		switch {
		case c == '=':
			p.mode = beforeValue
		case c == '>':
			p.opened()
		case space(c):
			p.mode = afterName
		case c == '/':
			p.mode = inTag
		default:
			p.name += string(lower(c))
		}
	case afterName:
		switch {
		case c == '=':
			p.mode = beforeValue
		case c == '>':
			p.opened()
		case space(c):
		default:
			p.mode, p.name = inName, string(lower(c))
		}
	case beforeValue:
		switch {
		case space(c):
		case c == '"' || c == '\'':
			p.enter(c)
		case c == '>':
			p.opened()
		default:
			p.enter(0)
			p.inside(c)
		}
	case inValue:
		switch {
		case p.quote != 0 && c == p.quote, p.quote == 0 && space(c):
			p.mode, p.name, p.value, p.quote, p.begun = inTag, "", 0, 0, false
			p.css, p.mark = 0, 0
		case p.quote == 0 && c == '>':
			p.opened()
		default:
			p.inside(c)
		}
	case inSheet:
		if p.closes(c, "style") {
			return
		}
		p.sheet(c)
	case inTitle, inScript:
		p.closes(c, p.element)
	case inStyle:
		p.sheet(c)
	case inURL:
		p.begun = true
	}
}

// closes reports whether the character completes the end tag of a raw text element, and leaves the element if so.
func (p *place) closes(c byte, name string) bool {
	if p.element == "" || c != '>' {
		return false
	}
	if t := strings.ToLower(strings.TrimRight(strings.TrimSuffix(p.tail, ">"), " \t\r\n")); !strings.HasSuffix(t, "</"+name) {
		return false
	}
	*p = place{mode: inText}
	return true
}

// enter starts an attribute's value.
func (p *place) enter(quote byte) {
	p.mode, p.quote, p.begun, p.css, p.mark = inValue, quote, false, 0, 0
	switch {
	case p.name == "style":
		p.value = styleValue
	case strings.HasPrefix(p.name, "on"):
		p.value = handlerValue
	case slices.Contains(addresses, p.name):
		p.value = urlValue
	default:
		p.value = plainValue
	}
}

// addresses are the attributes whose values are URLs.
var addresses = []string{"href", "xlink:href", "src", "poster", "background", "action", "formaction", "cite", "data", "longdesc", "srcset"}

// inside advances over a character of an attribute's value.
func (p *place) inside(c byte) {
	p.begun = true
	if p.value == styleValue {
		p.sheet(c)
	}
}

// sheet advances over a character of a style sheet.
func (p *place) sheet(c byte) {
	p.begun = true
	switch p.css {
	case sheetCode:
		switch {
		case c == '"' || c == '\'':
			p.css, p.mark, p.begun = sheetString, c, false
		case c == '(' && strings.HasSuffix(strings.ToLower(p.tail), "url("):
			p.css, p.begun = sheetURL, false
		case strings.HasSuffix(p.tail, "/*"):
			p.css, p.tail = sheetComment, ""
		}
	case sheetString:
		if c == p.mark && !strings.HasSuffix(p.tail, "\\"+string(c)) || c == '\n' {
			p.css, p.mark = sheetCode, 0
		}
	case sheetURL:
		switch c {
		case ')':
			p.css = sheetCode
		case '"', '\'':
			if !p.begun || strings.HasSuffix(p.tail, "("+string(c)) {
				p.css, p.mark, p.begun = sheetString, c, false
			}
		}
	case sheetComment:
		if strings.HasSuffix(p.tail, "*/") {
			p.css = sheetCode
		}
	}
}

// opened handles the > at the end of a tag.
func (p *place) opened() {
	element := p.element
	*p = place{mode: inText}
	if m, raw := rawElements[element]; raw {
		*p = place{mode: m, element: element}
	}
}

// placeholder returns the escaper for a placeholder in this context, and advances past it.
func (p *place) placeholder(line int) (escaper, error) {
	refuse := func(where string) (escaper, error) {
		return 0, &Error{Rule: "template_context", Line: line, Message: "A placeholder is not allowed " + where + "."}
	}
	first := !p.begun
	p.tail = ""
	switch p.mode {
	case inPlain:
		return escapeNothing, nil
	case inText:
		return escapeText, nil
	case inTitle:
		return escapeValue, nil
	case inTagName, inTag, inName, afterName:
		if p.mode == inTagName && p.element == "" { // a < that starts no tag
			p.mode = inText
			return escapeText, nil
		}
		return refuse("in the name of an element or of an attribute")
	case inBogus, inComment:
		return escapeComment, nil
	case inScript:
		return refuse("in a " + p.element + " element")
	case beforeValue:
		return refuse("as an attribute's value without quotes around it")
	case inURL:
		p.begun = true
		if first {
			return escapeURLStart, nil
		}
		return escapeURLPart, nil
	case inStyle, inSheet:
		return p.style(first, 0), nil
	}
	if p.quote == 0 {
		return refuse("in an attribute's value without quotes around it")
	}
	p.begun = true
	switch p.value {
	case handlerValue:
		return refuse("in an event handler")
	case urlValue:
		if p.name == "srcset" {
			return refuse("in srcset; use src")
		}
		if first {
			return escapeURLStart | inAttribute, nil
		}
		return escapeURLPart | inAttribute, nil
	case styleValue:
		return p.style(first, inAttribute), nil
	}
	return escapeValue, nil
}

// style returns the escaper for a placeholder in a style sheet.
func (p *place) style(first bool, in escaper) escaper {
	p.begun = true
	switch p.css {
	case sheetString:
		return escapeString | in
	case sheetURL:
		if first {
			return escapeCSSURL | in
		}
		return escapeCSSURLPart | in
	case sheetComment:
		return escapeComment
	}
	return escapeCSS | in
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
