package liquid

import (
	"strconv"
	"strings"
)

// expression is a value with filters: title | upcase.
type expression struct {
	value   operand
	filters []filterCall
	line    int
}

type filterCall struct {
	name string
	args []operand
	fn   filter
}

// operand is a literal, a range or a path: exactly one.
type operand struct {
	literal any
	isPath  bool
	root    string
	steps   []step
	from    *operand // of a range
	to      *operand
}

// step accesses one member or item.
type step struct {
	name  string
	index *operand
}

// condition is a chain of operands and operators, evaluated from right to left.
type condition struct {
	left, right operand
	op          string // "" tests whether left is truthy
	logic       string // and, or; "" at the end
	next        *condition
}

// lexer tokenizes the content of braces.
type lexer struct {
	words []string
	at    int
	line  int
}

func lex(s string, line int) (*lexer, error) {
	l := &lexer{line: line}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '"' || c == '\'':
			end := strings.IndexByte(s[i+1:], c)
			if end < 0 {
				return nil, syntax(line, "A string is not closed.")
			}
			l.words = append(l.words, s[i:i+1+end+1])
			i += end + 2
		case isName(c) || c == '-' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			j := i + 1
			for j < len(s) && (isName(s[j]) || s[j] == '-' || s[j] == '.' && j+1 < len(s) && s[j+1] != '.' && isDigit(s[i:j])) {
				j++
			}
			if j < len(s) && s[j] == '?' {
				j++
			}
			l.words = append(l.words, s[i:j])
			i = j
		default:
			n := 1
			for _, op := range [...]string{"==", "!=", "<>", "<=", ">=", ".."} {
				if strings.HasPrefix(s[i:], op) {
					n = 2
				}
			}
			if n == 1 && !strings.ContainsRune("<>|:,.[]()=", rune(c)) {
				return nil, syntax(line, "%q has no meaning here.", string(c))
			}
			l.words = append(l.words, s[i:i+n])
			i += n
		}
	}
	return l, nil
}

func isDigit(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func (l *lexer) peek() string {
	if l.at < len(l.words) {
		return l.words[l.at]
	}
	return ""
}

func (l *lexer) next() string {
	w := l.peek()
	l.at++
	return w
}

func (l *lexer) take(w string) bool {
	if l.at < len(l.words) && l.words[l.at] == w {
		l.at++
		return true
	}
	return false
}

func (l *lexer) end() error {
	if l.at < len(l.words) {
		return syntax(l.line, "%q is not expected here.", l.words[l.at])
	}
	return nil
}

// expression parses a value and its filters.
func (l *lexer) expression() (*expression, error) {
	v, err := l.operand()
	if err != nil {
		return nil, err
	}
	e := &expression{value: v, line: l.line}
	for l.take("|") {
		name := l.next()
		fn, ok := filters[name]
		if !ok {
			return nil, &Error{Rule: "template_filter", Line: l.line, Message: strconv.Quote(name) + " is not a filter."}
		}
		call := filterCall{name: name, fn: fn}
		if l.take(":") {
			for {
				arg, err := l.operand()
				if err != nil {
					return nil, err
				}
				call.args = append(call.args, arg)
				if !l.take(",") {
					break
				}
			}
		}
		e.filters = append(e.filters, call)
	}
	return e, nil
}

// operand parses a literal, a range or a path.
func (l *lexer) operand() (operand, error) {
	w := l.next()
	switch {
	case w == "":
		return operand{}, syntax(l.line, "A value is missing.")
	case w[0] == '"' || w[0] == '\'':
		return operand{literal: w[1 : len(w)-1]}, nil
	case w == "(":
		from, err := l.operand()
		if err != nil {
			return operand{}, err
		}
		if !l.take("..") {
			return operand{}, syntax(l.line, "A range is written (1..5).")
		}
		to, err := l.operand()
		if err != nil {
			return operand{}, err
		}
		if !l.take(")") {
			return operand{}, syntax(l.line, "A range is not closed.")
		}
		return operand{from: &from, to: &to}, nil
	case w == "true" || w == "false":
		return operand{literal: w == "true"}, nil
	case w == "nil" || w == "null":
		return operand{}, nil
	case w == "empty" || w == "blank":
		return operand{literal: blank{}}, nil
	}
	if n, err := strconv.ParseFloat(w, 64); err == nil && (w[0] == '-' || w[0] >= '0' && w[0] <= '9') {
		return operand{literal: n}, nil
	}
	if !isName(w[0]) || w[0] >= '0' && w[0] <= '9' {
		return operand{}, syntax(l.line, "%q is not a value.", w)
	}
	o := operand{isPath: true, root: w}
	for {
		switch {
		case l.take("."):
			name := l.next()
			if name == "" || !isName(name[0]) {
				return operand{}, syntax(l.line, "A name is missing after the dot.")
			}
			o.steps = append(o.steps, step{name: name})
		case l.take("["):
			i, err := l.operand()
			if err != nil {
				return operand{}, err
			}
			if !l.take("]") {
				return operand{}, syntax(l.line, "[ is not closed.")
			}
			o.steps = append(o.steps, step{index: &i})
		default:
			if len(o.steps) > 16 {
				return operand{}, syntax(l.line, "The path is nested too deep.")
			}
			return o, nil
		}
	}
}

// condition parses a chain of comparisons.
func (l *lexer) condition() (*condition, error) {
	left, err := l.operand()
	if err != nil {
		return nil, err
	}
	c := &condition{left: left}
	switch op := l.peek(); op {
	case "==", "!=", "<>", "<", ">", "<=", ">=", "contains":
		l.at++
		if c.right, err = l.operand(); err != nil {
			return nil, err
		}
		c.op = op
	}
	if op := l.peek(); op == "and" || op == "or" {
		l.at++
		c.logic = op
		if c.next, err = l.condition(); err != nil {
			return nil, err
		}
	}
	return c, nil
}
