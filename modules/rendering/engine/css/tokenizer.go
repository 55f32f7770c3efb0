package css

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Tokenize splits text into tokens (CSS Syntax 3 §4) and matches the blocks. It accepts every input; NUL and invalid
// UTF-8 become U+FFFD in values. The second result is false when the text was cut at [MaxDepth].
func Tokenize(text string) ([]Token, bool) {
	t := tokenizer{s: text}
	t.out = make([]Token, 0, len(text)/4+8)
	for t.i < len(t.s) {
		t.next()
	}
	return match(t.out)
}

// match sets Skip and Closed of the opening tokens.
func match(toks []Token) ([]Token, bool) {
	var stack []int
	ok := true
	for i := 0; i < len(toks); i++ {
		var open Kind
		switch toks[i].Kind {
		case Function, LeftParen, LeftBracket, LeftBrace:
			if len(stack) >= MaxDepth {
				toks, ok = toks[:i], false
				continue
			}
			stack = append(stack, i)
			continue
		case RightParen:
			open = LeftParen
		case RightBracket:
			open = LeftBracket
		case RightBrace:
			open = LeftBrace
		default:
			continue
		}
		if n := len(stack); n > 0 {
			j := stack[n-1]
			k := toks[j].Kind
			if k == Function {
				k = LeftParen
			}
			if k == open {
				toks[j].Skip, toks[j].Closed = int32(i-j+1), true
				stack = stack[:n-1]
			}
		}
	}
	for _, j := range stack {
		toks[j].Skip = int32(len(toks) - j)
	}
	return toks, ok
}

type tokenizer struct {
	s   string
	i   int
	out []Token
}

// peek returns the byte at offset n from the position, 0 past the end.
func (t *tokenizer) peek(n int) byte {
	if t.i+n < len(t.s) {
		return t.s[t.i+n]
	}
	return 0
}

func (t *tokenizer) emit(tok Token, start int) {
	tok.Pos, tok.End = int32(start), int32(t.i)
	t.out = append(t.out, tok)
}

func isSpace(c byte) bool    { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isNewline(c byte) bool  { return c == '\n' || c == '\r' || c == '\f' }
func isNameByte(c byte) bool { return isNameStart(c) || isDigit(c) || c == '-' }
func isNameStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

func isHex(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// validEscape reports whether a valid escape starts at offset n from the position.
func (t *tokenizer) validEscape(n int) bool {
	return t.peek(n) == '\\' && t.i+n+1 <= len(t.s) && !isNewline(t.peek(n+1))
}

// startsIdent reports whether an identifier starts at offset n from the position.
func (t *tokenizer) startsIdent(n int) bool {
	if t.i+n >= len(t.s) {
		return false
	}
	c := t.peek(n)
	switch {
	case c == '-':
		d := t.peek(n + 1)
		return isNameStart(d) || d == '-' || t.validEscape(n+1)
	case c == '\\':
		return t.validEscape(n)
	case c == 0:
		return true // becomes U+FFFD
	}
	return isNameStart(c)
}

func (t *tokenizer) startsNumber(n int) bool {
	c := t.peek(n)
	if c == '+' || c == '-' {
		n++
		c = t.peek(n)
	}
	return isDigit(c) || c == '.' && isDigit(t.peek(n+1))
}

func (t *tokenizer) next() {
	start := t.i
	c := t.s[t.i]
	switch {
	case isSpace(c):
		for t.i < len(t.s) && isSpace(t.s[t.i]) {
			t.i++
		}
		t.emit(Token{Kind: Whitespace}, start)
		return
	case c == '/' && t.peek(1) == '*':
		if end := strings.Index(t.s[t.i+2:], "*/"); end >= 0 {
			t.i += end + 4
		} else {
			t.i = len(t.s)
		}
		return
	case c == '"' || c == '\'':
		t.str(c)
		return
	case c == '#':
		t.i++
		if t.i < len(t.s) && (isNameByte(t.s[t.i]) || t.s[t.i] == 0 || t.validEscape(0)) {
			id := t.startsIdent(0)
			t.emit(Token{Kind: Hash, Flag: id, Value: t.name()}, start)
			return
		}
		t.emit(Token{Kind: Delim, Value: "#"}, start)
		return
	case t.startsNumber(0):
		t.number()
		return
	case c == '-' && strings.HasPrefix(t.s[t.i:], "-->"):
		t.i += 3
		t.emit(Token{Kind: CDC}, start)
		return
	case c == '<' && strings.HasPrefix(t.s[t.i:], "<!--"):
		t.i += 4
		t.emit(Token{Kind: CDO}, start)
		return
	case t.startsIdent(0):
		t.identLike()
		return
	case c == '@':
		t.i++
		if t.startsIdent(0) {
			t.emit(Token{Kind: AtKeyword, Value: t.name()}, start)
			return
		}
		t.emit(Token{Kind: Delim, Value: "@"}, start)
		return
	}
	t.i++
	kind := Delim
	switch c {
	case '(':
		kind = LeftParen
	case ')':
		kind = RightParen
	case '[':
		kind = LeftBracket
	case ']':
		kind = RightBracket
	case '{':
		kind = LeftBrace
	case '}':
		kind = RightBrace
	case ',':
		kind = Comma
	case ':':
		kind = Colon
	case ';':
		kind = Semicolon
	}
	t.emit(Token{Kind: kind, Value: t.s[start:t.i]}, start)
}

// name consumes the code points of an identifier (§4.3.12).
func (t *tokenizer) name() string {
	start := t.i
	for t.i < len(t.s) && isNameByte(t.s[t.i]) {
		t.i++
	}
	if t.i >= len(t.s) || t.s[t.i] != '\\' && t.s[t.i] != 0 {
		return clean(t.s[start:t.i])
	}
	var b strings.Builder
	b.WriteString(clean(t.s[start:t.i]))
	for t.i < len(t.s) {
		c := t.s[t.i]
		switch {
		case isNameByte(c):
			s := t.i
			for t.i < len(t.s) && isNameByte(t.s[t.i]) {
				t.i++
			}
			b.WriteString(clean(t.s[s:t.i]))
		case c == 0:
			t.i++
			b.WriteRune(utf8.RuneError)
		case t.validEscape(0):
			t.i++
			b.WriteRune(t.escape())
		default:
			return b.String()
		}
	}
	return b.String()
}

func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// escape consumes an escaped code point, the backslash already consumed (§4.3.7).
func (t *tokenizer) escape() rune {
	if t.i >= len(t.s) {
		return utf8.RuneError
	}
	if !isHex(t.s[t.i]) {
		r, n := utf8.DecodeRuneInString(t.s[t.i:])
		t.i += n
		if r == 0 {
			return utf8.RuneError
		}
		return r
	}
	start := t.i
	for t.i < len(t.s) && t.i-start < 6 && isHex(t.s[t.i]) {
		t.i++
	}
	v, _ := strconv.ParseUint(t.s[start:t.i], 16, 32)
	if t.i < len(t.s) && isSpace(t.s[t.i]) {
		if t.s[t.i] == '\r' && t.peek(1) == '\n' {
			t.i++
		}
		t.i++
	}
	if v == 0 || v > utf8.MaxRune || v >= 0xD800 && v < 0xE000 {
		return utf8.RuneError
	}
	return rune(v)
}

func (t *tokenizer) str(quote byte) {
	start := t.i
	t.i++
	var b strings.Builder
	for t.i < len(t.s) {
		c := t.s[t.i]
		switch {
		case c == quote:
			t.i++
			t.emit(Token{Kind: String, Value: clean(b.String())}, start)
			return
		case isNewline(c):
			t.emit(Token{Kind: BadString}, start)
			return
		case c == '\\':
			t.i++
			switch {
			case t.i >= len(t.s):
			case isNewline(t.s[t.i]):
				if t.s[t.i] == '\r' && t.peek(1) == '\n' {
					t.i++
				}
				t.i++
			default:
				b.WriteRune(t.escape())
			}
		case c == 0:
			t.i++
			b.WriteRune(utf8.RuneError)
		default:
			s := t.i
			for t.i < len(t.s) && t.s[t.i] != quote && t.s[t.i] != '\\' && t.s[t.i] != 0 && !isNewline(t.s[t.i]) {
				t.i++
			}
			b.WriteString(t.s[s:t.i])
		}
	}
	t.emit(Token{Kind: String, Value: clean(b.String())}, start)
}

func (t *tokenizer) number() {
	start := t.i
	integer := true
	if c := t.s[t.i]; c == '+' || c == '-' {
		t.i++
	}
	for isDigit(t.peek(0)) {
		t.i++
	}
	if t.peek(0) == '.' && isDigit(t.peek(1)) {
		integer = false
		t.i += 2
		for isDigit(t.peek(0)) {
			t.i++
		}
	}
	if c := t.peek(0); c == 'e' || c == 'E' {
		n := 1
		if d := t.peek(1); d == '+' || d == '-' {
			n = 2
		}
		if isDigit(t.peek(n)) {
			integer = false
			t.i += n
			for isDigit(t.peek(0)) {
				t.i++
			}
		}
	}
	text := strings.TrimPrefix(t.s[start:t.i], "+")
	v, _ := strconv.ParseFloat(text, 64)
	v = min(max(v, -maxNumber), maxNumber) + 0 // + 0 turns a negative zero into zero
	switch {
	case t.startsIdent(0):
		t.emit(Token{Kind: Dimension, Flag: integer, Num: v, Value: Lower(t.name())}, start)
	case t.peek(0) == '%':
		t.i++
		t.emit(Token{Kind: Percentage, Flag: integer, Num: v}, start)
	default:
		t.emit(Token{Kind: Number, Flag: integer, Num: v}, start)
	}
}

// maxNumber bounds numbers so that products of a few of them are finite.
const maxNumber = 3.4028234663852886e38

func (t *tokenizer) identLike() {
	start := t.i
	name := t.name()
	if t.peek(0) != '(' {
		t.emit(Token{Kind: Ident, Value: name}, start)
		return
	}
	t.i++
	if EqualFold(name, "url") {
		j := t.i
		for j < len(t.s) && isSpace(t.s[j]) {
			j++
		}
		if j >= len(t.s) || t.s[j] != '"' && t.s[j] != '\'' {
			t.i = j
			t.url(start)
			return
		}
	}
	t.emit(Token{Kind: Function, Value: name}, start)
}

func (t *tokenizer) url(start int) {
	var b strings.Builder
	for t.i < len(t.s) {
		c := t.s[t.i]
		switch {
		case c == ')':
			t.i++
			t.emit(Token{Kind: URL, Value: clean(b.String())}, start)
			return
		case isSpace(c):
			for t.i < len(t.s) && isSpace(t.s[t.i]) {
				t.i++
			}
			if t.i < len(t.s) && t.s[t.i] != ')' {
				t.badURL(start)
				return
			}
		case c == '"' || c == '\'' || c == '(' || c < 0x20 && c != 0 || c == 0x7F:
			t.badURL(start)
			return
		case c == '\\':
			if !t.validEscape(0) {
				t.badURL(start)
				return
			}
			t.i++
			b.WriteRune(t.escape())
		case c == 0:
			t.i++
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteByte(c)
			t.i++
		}
	}
	t.emit(Token{Kind: URL, Value: clean(b.String())}, start)
}

func (t *tokenizer) badURL(start int) {
	for t.i < len(t.s) {
		c := t.s[t.i]
		if c == ')' {
			t.i++
			break
		}
		if t.validEscape(0) {
			t.i++
			t.escape()
			continue
		}
		t.i++
	}
	t.emit(Token{Kind: BadURL}, start)
}
