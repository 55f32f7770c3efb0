package wire

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/platform/fault"
)

// kind is the JSON type of a value.
type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

// String names the type as JSON Schema does.
func (k kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// value is one parsed JSON value.
type value struct {
	kind    kind
	bool    bool
	text    string // the content of a string, the literal of a number
	items   []value
	members []member
}

type member struct {
	name  string
	value value
}

// path is the way to a value, kept as links so that only a reported problem pays for its pointer.
type path struct {
	parent *path
	name   string // as the text has it
	proper string // as the proto has it, where that may differ
	index  int    // of an array item when name is unused, else -1
}

func (p *path) field(name string) *path { return &path{parent: p, name: name, proper: name, index: -1} }
func (p *path) item(i int) *path        { return &path{parent: p, index: i} }

// pointer is the way in the text.
func (p *path) pointer() string { return p.render(func(q *path) string { return q.name }) }

// canonical is the way in the message, which differs where the text spells names in lowerCamelCase.
func (p *path) canonical() string { return p.render(func(q *path) string { return q.proper }) }

func (p *path) render(name func(*path) string) string {
	var parts []any
	for q := p; q != nil && q.parent != nil; q = q.parent {
		if q.index >= 0 {
			parts = append(parts, q.index)
		} else {
			parts = append(parts, name(q))
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return fault.Pointer(parts...)
}

// parser reads one JSON text (RFC 8259), strictly: UTF-8 only, no lone surrogate, no trailing bytes.
type parser struct {
	data    []byte
	pos     int
	members int
	values  int
}

// syntaxError ends the parse: what follows cannot be understood.
type syntaxError struct {
	rule    string
	message string
	offset  int
	context map[string]any
}

func (e *syntaxError) detail() fault.Detail {
	context := map[string]any{"offset": int64(e.offset)}
	for k, v := range e.context {
		context[k] = v
	}
	return fault.Detail{Rule: e.rule, Message: e.message, Context: context}
}

func (p *parser) fail(format string, args ...any) error {
	return &syntaxError{rule: RuleJSON, offset: p.pos,
		message: fmt.Sprintf("The body is not JSON: "+format+" at byte %d.", append(args, p.pos)...)}
}

func (e *syntaxError) Error() string { return e.message }

// parse returns the one value that data holds.
func parse(data []byte) (value, error) {
	p := &parser{data: data}
	p.space()
	if p.pos == len(data) {
		return value{}, &syntaxError{rule: RuleJSON, message: "The body is empty; a JSON object is expected."}
	}
	v, err := p.value(1)
	if err != nil {
		return value{}, err
	}
	p.space()
	if p.pos != len(data) {
		return value{}, p.fail("something follows the value")
	}
	return v, nil
}

func (p *parser) space() {
	for p.pos < len(p.data) {
		switch p.data[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) value(depth int) (value, error) {
	if p.values++; p.values > MaxValues {
		return value{}, &syntaxError{rule: RuleMembers, offset: p.pos, context: map[string]any{"expected": int64(MaxValues)},
			message: fmt.Sprintf("The body has more than %d values.", MaxValues)}
	}
	if p.pos == len(p.data) {
		return value{}, p.fail("it ends where a value is expected")
	}
	switch c := p.data[p.pos]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		s, err := p.string()
		return value{kind: kindString, text: s}, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == 't':
		return value{kind: kindBool, bool: true}, p.literal("true")
	case c == 'f':
		return value{kind: kindBool}, p.literal("false")
	case c == 'n':
		return value{kind: kindNull}, p.literal("null")
	default:
		return value{}, p.fail("a value cannot begin with %q", rune(c))
	}
}

func (p *parser) literal(word string) error {
	if len(p.data)-p.pos < len(word) || string(p.data[p.pos:p.pos+len(word)]) != word {
		return p.fail("%s is expected", word)
	}
	p.pos += len(word)
	return nil
}

func (p *parser) deeper(depth int) error {
	if depth <= MaxDepth {
		return nil
	}
	return &syntaxError{rule: RuleDepth, offset: p.pos, context: map[string]any{"expected": int64(MaxDepth)},
		message: fmt.Sprintf("The body nests deeper than %d levels.", MaxDepth)}
}

func (p *parser) object(depth int) (value, error) {
	v := value{kind: kindObject}
	if err := p.deeper(depth); err != nil {
		return v, err
	}
	p.pos++
	p.space()
	if p.pos < len(p.data) && p.data[p.pos] == '}' {
		p.pos++
		return v, nil
	}
	for {
		if p.members++; p.members > MaxMembers {
			return v, &syntaxError{rule: RuleMembers, offset: p.pos, context: map[string]any{"expected": int64(MaxMembers)},
				message: fmt.Sprintf("The body has more than %d object members.", MaxMembers)}
		}
		if p.pos == len(p.data) || p.data[p.pos] != '"' {
			return v, p.fail("a member name in quotes is expected")
		}
		name, err := p.string()
		if err != nil {
			return v, err
		}
		p.space()
		if p.pos == len(p.data) || p.data[p.pos] != ':' {
			return v, p.fail("a colon is expected")
		}
		p.pos++
		p.space()
		item, err := p.value(depth + 1)
		if err != nil {
			return v, err
		}
		v.members = append(v.members, member{name, item})
		if done, err := p.next('}'); done || err != nil {
			return v, err
		}
	}
}

func (p *parser) array(depth int) (value, error) {
	v := value{kind: kindArray}
	if err := p.deeper(depth); err != nil {
		return v, err
	}
	p.pos++
	p.space()
	if p.pos < len(p.data) && p.data[p.pos] == ']' {
		p.pos++
		return v, nil
	}
	for {
		item, err := p.value(depth + 1)
		if err != nil {
			return v, err
		}
		v.items = append(v.items, item)
		if done, err := p.next(']'); done || err != nil {
			return v, err
		}
	}
}

// next steps over a comma to the next element, or over the closing bracket.
func (p *parser) next(closing byte) (done bool, err error) {
	p.space()
	if p.pos == len(p.data) {
		return false, p.fail("it ends inside an object or array")
	}
	switch p.data[p.pos] {
	case closing:
		p.pos++
		return true, nil
	case ',':
		p.pos++
		p.space()
		return false, nil
	default:
		return false, p.fail("a comma or %q is expected", rune(closing))
	}
}

func (p *parser) number() (value, error) {
	start := p.pos
	if p.data[p.pos] == '-' {
		p.pos++
	}
	digits := func() bool {
		from := p.pos
		for p.pos < len(p.data) && p.data[p.pos] >= '0' && p.data[p.pos] <= '9' {
			p.pos++
		}
		return p.pos > from
	}
	switch {
	case p.pos < len(p.data) && p.data[p.pos] == '0':
		p.pos++
	case !digits():
		return value{}, p.fail("a digit is expected")
	}
	if p.pos < len(p.data) && p.data[p.pos] == '.' {
		p.pos++
		if !digits() {
			return value{}, p.fail("a digit is expected after the point")
		}
	}
	if p.pos < len(p.data) && (p.data[p.pos] == 'e' || p.data[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.data) && (p.data[p.pos] == '+' || p.data[p.pos] == '-') {
			p.pos++
		}
		if !digits() {
			return value{}, p.fail("a digit is expected in the exponent")
		}
	}
	return value{kind: kindNumber, text: string(p.data[start:p.pos])}, nil
}

func (p *parser) string() (string, error) {
	p.pos++
	start := p.pos
	for p.pos < len(p.data) { // most strings have no escape and are copied whole
		switch c := p.data[p.pos]; {
		case c == '"':
			raw := p.data[start:p.pos]
			if !utf8.Valid(raw) {
				return "", p.fail("a string is not UTF-8")
			}
			p.pos++
			return string(raw), nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return "", p.fail("a control character must be escaped")
		}
		p.pos++
	}
	return "", p.fail("a string does not end")
}

func (p *parser) escaped(start int) (string, error) {
	out := append(make([]byte, 0, 2*(p.pos-start)+16), p.data[start:p.pos]...)
	for p.pos < len(p.data) {
		c := p.data[p.pos]
		switch {
		case c == '"':
			p.pos++
			if !utf8.Valid(out) {
				return "", p.fail("a string is not UTF-8")
			}
			return string(out), nil
		case c < 0x20:
			return "", p.fail("a control character must be escaped")
		case c != '\\':
			out = append(out, c)
			p.pos++
			continue
		}
		if p.pos++; p.pos == len(p.data) {
			break
		}
		c = p.data[p.pos]
		p.pos++
		switch c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, err := p.unicode()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
		default:
			return "", p.fail("there is no escape \\%c", rune(c))
		}
	}
	return "", p.fail("a string does not end")
}

// unicode reads the digits after \u, and the second half of a surrogate pair.
func (p *parser) unicode() (rune, error) {
	r, err := p.hex4()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if p.pos+1 >= len(p.data) || p.data[p.pos] != '\\' || p.data[p.pos+1] != 'u' {
		return 0, p.fail("half of a surrogate pair is missing")
	}
	p.pos += 2
	second, err := p.hex4()
	if err != nil {
		return 0, err
	}
	if r = utf16.DecodeRune(r, second); r == utf8.RuneError {
		return 0, p.fail("a surrogate pair is wrong")
	}
	return r, nil
}

func (p *parser) hex4() (rune, error) {
	if p.pos+4 > len(p.data) {
		return 0, p.fail("four hex digits are expected")
	}
	n, err := strconv.ParseUint(string(p.data[p.pos:p.pos+4]), 16, 32)
	if err != nil {
		return 0, p.fail("four hex digits are expected")
	}
	p.pos += 4
	return rune(n), nil
}
