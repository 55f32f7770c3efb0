package canonical

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

type parser struct {
	in      []byte
	at      int
	limits  Limits
	members int
	items   int
	path    []any
}

func (p *parser) space() {
	for p.at < len(p.in) {
		switch p.in[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) value(depth int) (Value, error) {
	if p.at == len(p.in) {
		return Value{}, p.fail("malformed_json", "The JSON ends too early.")
	}
	switch c := p.in[p.at]; {
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.array(depth + 1)
	case c == '"':
		s, err := p.text()
		return Value{Kind: String, Text: s}, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.word("true"):
		return Value{Kind: Bool, Bool: true}, nil
	case p.word("false"):
		return Value{Kind: Bool}, nil
	case p.word("null"):
		return Value{}, nil
	default:
		return Value{}, p.unexpected("a value")
	}
}

func (p *parser) word(w string) bool {
	if len(p.in)-p.at < len(w) || string(p.in[p.at:p.at+len(w)]) != w {
		return false
	}
	p.at += len(w)
	return true
}

func (p *parser) unexpected(want string) *Syntax {
	if p.at >= len(p.in) {
		return p.fail("malformed_json", "The JSON ends where %s should follow.", want)
	}
	r, _ := utf8.DecodeRune(p.in[p.at:])
	return p.fail("malformed_json", "Byte %d is %q where %s should be.", p.at, r, want)
}

func (p *parser) object(depth int) (Value, error) {
	if depth > p.limits.Depth {
		return Value{}, p.fail("max_depth", "The JSON nests deeper than %d levels.", p.limits.Depth)
	}
	p.at++
	v := Value{Kind: Object}
	p.space()
	if p.at < len(p.in) && p.in[p.at] == '}' {
		p.at++
		return v, nil
	}
	for {
		p.space()
		if p.at == len(p.in) || p.in[p.at] != '"' {
			return Value{}, p.unexpected("a member name")
		}
		name, err := p.text()
		if err != nil {
			return Value{}, err
		}
		if p.members++; p.members > p.limits.Members {
			return Value{}, p.fail("max_members", "The JSON has more than %d members.", p.limits.Members)
		}
		p.space()
		if p.at == len(p.in) || p.in[p.at] != ':' {
			return Value{}, p.unexpected("a colon")
		}
		p.at++
		p.space()
		p.path = append(p.path, name)
		item, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		p.path = p.path[:len(p.path)-1]
		v.Members = append(v.Members, Member{name, item})
		p.space()
		if p.at < len(p.in) && p.in[p.at] == ',' {
			p.at++
			continue
		}
		if p.at < len(p.in) && p.in[p.at] == '}' {
			p.at++
			break
		}
		return Value{}, p.unexpected("a comma or a closing brace")
	}
	slices.SortFunc(v.Members, compareUTF16)
	for i := 1; i < len(v.Members); i++ {
		if v.Members[i].Name == v.Members[i-1].Name {
			p.path = append(p.path, v.Members[i].Name)
			return Value{}, p.fail("duplicate_member", "The member %q occurs twice.", v.Members[i].Name)
		}
	}
	return v, nil
}

func (p *parser) array(depth int) (Value, error) {
	if depth > p.limits.Depth {
		return Value{}, p.fail("max_depth", "The JSON nests deeper than %d levels.", p.limits.Depth)
	}
	p.at++
	v := Value{Kind: Array}
	p.space()
	if p.at < len(p.in) && p.in[p.at] == ']' {
		p.at++
		return v, nil
	}
	for {
		p.space()
		if p.items++; p.items > p.limits.Items {
			return Value{}, p.fail("max_items", "The JSON has more than %d array items.", p.limits.Items)
		}
		p.path = append(p.path, len(v.Items))
		item, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		p.path = p.path[:len(p.path)-1]
		v.Items = append(v.Items, item)
		p.space()
		if p.at < len(p.in) && p.in[p.at] == ',' {
			p.at++
			continue
		}
		if p.at < len(p.in) && p.in[p.at] == ']' {
			p.at++
			return v, nil
		}
		return Value{}, p.unexpected("a comma or a closing bracket")
	}
}

// number parses the grammar of RFC 8259 section 6, which is stricter than strconv's.
func (p *parser) number() (Value, error) {
	start := p.at
	digits := func() bool {
		from := p.at
		for p.at < len(p.in) && p.in[p.at] >= '0' && p.in[p.at] <= '9' {
			p.at++
		}
		return p.at > from
	}
	if p.in[p.at] == '-' {
		p.at++
	}
	if p.at < len(p.in) && p.in[p.at] == '0' {
		p.at++
	} else if !digits() {
		return Value{}, p.unexpected("a digit")
	}
	if p.at < len(p.in) && p.in[p.at] == '.' {
		p.at++
		if !digits() {
			return Value{}, p.unexpected("a digit")
		}
	}
	if p.at < len(p.in) && (p.in[p.at] == 'e' || p.in[p.at] == 'E') {
		p.at++
		if p.at < len(p.in) && (p.in[p.at] == '+' || p.in[p.at] == '-') {
			p.at++
		}
		if !digits() {
			return Value{}, p.unexpected("a digit")
		}
	}
	text, ok := number(string(p.in[start:p.at]))
	if !ok {
		p.at = start
		return Value{}, p.fail("number_size", "A number has more than %d characters or an exponent beyond %d.", maxLiteral, maxExponent)
	}
	return Value{Kind: Number, Text: text}, nil
}

// text parses a string; the cursor is on its opening quote.
func (p *parser) text() (string, error) {
	p.at++
	start := p.at
	p.at += Plain(p.in[p.at:])
	if p.at == len(p.in) {
		return "", p.fail("malformed_json", "A string does not end.")
	}
	switch p.in[p.at] {
	case '"':
		p.at++
		return string(p.in[start : p.at-1]), nil
	case '\\':
		return p.escaped(start)
	case 0:
		return "", p.nul()
	}
	return "", p.fail("malformed_json", "A string holds an unescaped control character.")
}

// nul refuses U+0000, escaped or not: the database cannot store it, and no text needs it.
func (p *parser) nul() *Syntax {
	return p.fail("nul", "A string holds the character U+0000 (NUL). Remove it.")
}

var shortEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escaped continues text at the first backslash.
func (p *parser) escaped(start int) (string, error) {
	var b strings.Builder
	b.Grow(p.ending() - start)
	b.Write(p.in[start:p.at])
	for p.at < len(p.in) {
		c := p.in[p.at]
		switch {
		case c == '"':
			p.at++
			return b.String(), nil
		case c == 0:
			return "", p.nul()
		case c < ' ':
			return "", p.fail("malformed_json", "A string holds an unescaped control character.")
		case c != '\\':
			n := Plain(p.in[p.at:])
			b.Write(p.in[p.at : p.at+n])
			p.at += n
			continue
		}
		if p.at+1 >= len(p.in) {
			break
		}
		if e, ok := shortEscapes[p.in[p.at+1]]; ok {
			b.WriteByte(e)
			p.at += 2
			continue
		}
		at := p.at
		r, rule := p.unicodeEscape()
		if r == 0 && rule == "" {
			rule = "nul"
		}
		if rule != "" {
			p.at = at
		}
		switch rule {
		case "":
		case "nul":
			return "", p.nul()
		case "surrogate":
			return "", p.fail("surrogate", "A string holds an unpaired surrogate, which is not a character. Write a surrogate pair or U+FFFD.")
		default:
			return "", p.fail("malformed_json", "A string holds an invalid escape.")
		}
		b.WriteRune(r)
	}
	return "", p.fail("malformed_json", "A string does not end.")
}

// ending returns the offset of the quote that ends the current string, the end of the input if there is none.
func (p *parser) ending() int {
	for at := p.at; ; at++ {
		at += Plain(p.in[at:])
		switch {
		case at >= len(p.in) || p.in[at] == '"':
			return min(at, len(p.in))
		case p.in[at] == '\\':
			at++
			if at >= len(p.in) {
				return len(p.in)
			}
		}
	}
}

// unicodeEscape reads \uXXXX, or a surrogate pair of two. rule is "" for a character, surrogate for half a
// pair, malformed_json for everything else.
func (p *parser) unicodeEscape() (r rune, rule string) {
	first, ok := p.hex4()
	if !ok {
		return 0, "malformed_json"
	}
	if !utf16.IsSurrogate(first) {
		return first, ""
	}
	second, ok := p.hex4()
	if r = utf16.DecodeRune(first, second); !ok || r == utf8.RuneError {
		return 0, "surrogate"
	}
	return r, ""
}

func (p *parser) hex4() (rune, bool) {
	if p.at+6 > len(p.in) || p.in[p.at] != '\\' || p.in[p.at+1] != 'u' {
		return 0, false
	}
	for _, c := range p.in[p.at+2 : p.at+6] {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(string(p.in[p.at+2:p.at+6]), 16, 16)
	p.at += 6
	return rune(n), err == nil
}
