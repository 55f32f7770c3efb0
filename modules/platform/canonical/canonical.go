// Package canonical reads JSON strictly and writes it in one canonical form (RFC 8785 except for numbers, see
// Literal), so that requests which differ only in white space, member order or escapes have the same
// fingerprint.
//
// Reading is stricter than encoding/json: duplicate names, invalid UTF-8, lone surrogates, NUL and
// anything after the value are refused, and depth and size are bounded before a tree is built.
package canonical

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Limits bound what Parse accepts.
type Limits struct {
	// Depth is the deepest nesting of arrays and objects; 0 means 32.
	Depth int
	// Members is the largest number of object members in the whole value; 0 means 10,000.
	Members int
	// Items is the largest number of array items in the whole value; 0 means 100,000.
	Items int
}

// Kind is the type of a Value.
type Kind int

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is one JSON value of a parsed tree. The fields in use depend on Kind.
type Value struct {
	Kind Kind
	Bool bool
	// Text is a String's content, or a Number in canonical form.
	Text  string
	Items []Value
	// Members are sorted by name as RFC 8785 orders them: by UTF-16 code units.
	Members []Member
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Get returns the member of an object, and whether it is there.
func (v Value) Get(name string) (Value, bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}

// Syntax is the error for a rejected text.
type Syntax struct {
	// Rule is one of malformed_json, nul, surrogate, duplicate_member, max_depth, max_members, max_items.
	Rule string
	// Path is the JSON Pointer of the invalid value, Offset its byte position.
	Path    string
	Offset  int
	Message string
}

// Error returns the public sentence.
func (s *Syntax) Error() string { return s.Message }

// Detail returns the refusal in the form that responses carry.
func (s *Syntax) Detail() fault.Detail {
	return fault.Detail{Path: s.Path, Message: s.Message, Rule: s.Rule, Context: map[string]any{"offset": int64(s.Offset)}}
}

// Parse reads one JSON value. The error is a *Syntax.
func Parse(raw []byte, l Limits) (Value, error) {
	if l.Depth == 0 {
		l.Depth = 32
	}
	if l.Members == 0 {
		l.Members = 10_000
	}
	if l.Items == 0 {
		l.Items = 100_000
	}
	p := &parser{in: raw, limits: l}
	if !utf8.Valid(raw) {
		return Value{}, p.fail("malformed_json", "The body is not valid UTF-8.")
	}
	p.space()
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	p.space()
	if p.at < len(p.in) {
		return Value{}, p.fail("malformed_json", "There is more text after the JSON value.")
	}
	return v, nil
}

// Bytes returns the canonical text of v.
func (v Value) Bytes() []byte { return v.write(nil, false) }

// ByValue is Bytes with equal numbers written equally, such as 1.0 and 1.
func (v Value) ByValue() []byte { return v.AppendByValue(nil) }

// AppendByValue is ByValue that appends to b.
func (v Value) AppendByValue(b []byte) []byte { return v.write(b, true) }

// Padded reports whether a number of v is written longer than its value needs: ByValue differs from Bytes.
func (v Value) Padded() bool {
	switch v.Kind {
	case Number:
		return ShortLiteral(v.Text) != v.Text
	case Array:
		return slices.ContainsFunc(v.Items, Value.Padded)
	case Object:
		return slices.ContainsFunc(v.Members, func(m Member) bool { return m.Value.Padded() })
	default:
		return false
	}
}

func (v Value) write(b []byte, byValue bool) []byte {
	switch v.Kind {
	case Bool:
		return strconv.AppendBool(b, v.Bool)
	case Number:
		if byValue {
			return append(b, ShortLiteral(v.Text)...)
		}
		return append(b, v.Text...)
	case String:
		return AppendString(b, v.Text)
	case Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.write(b, byValue)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(AppendString(b, m.Name), ':')
			b = m.Value.write(b, byValue)
		}
		return append(b, '}')
	default:
		return append(b, "null"...)
	}
}

// AppendString appends s, which is UTF-8, as RFC 8785 section 3.2.2.2 says: the short escapes, \u00xx for other controls,
// everything else unchanged.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(slices.Grow(b, len(s)+2), '"')
	for {
		i := Plain(s)
		b = append(b, s[:i]...)
		if i == len(s) {
			return append(b, '"')
		}
		c := s[i]
		s = s[i+1:]
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\t':
			b = append(b, '\\', 't')
		case '\n':
			b = append(b, '\\', 'n')
		case '\f':
			b = append(b, '\\', 'f')
		case '\r':
			b = append(b, '\\', 'r')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
}

func compareUTF16(a, b Member) int {
	if isASCII(a.Name) && isASCII(b.Name) {
		return strings.Compare(a.Name, b.Name)
	}
	return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func (p *parser) fail(rule, format string, args ...any) *Syntax {
	return &Syntax{Rule: rule, Path: fault.Pointer(p.path...), Offset: p.at, Message: fmt.Sprintf(format, args...)}
}
