// Package css parses CSS text: tokens and blocks (CSS Syntax 3), style sheets with nesting, selectors (Selectors 4),
// media queries and other conditions. It is independent of properties: values remain tokens, which package style
// interprets.
package css

// Kind is the kind of a token.
type Kind uint8

// The token kinds of CSS Syntax 3 §4. Comments are dropped.
const (
	EOF Kind = iota
	Ident
	Function // Value is the name in its original case; the token opens a block
	AtKeyword
	Hash
	String
	BadString
	URL
	BadURL
	Delim // Value is the single character
	Number
	Percentage
	Dimension
	Whitespace
	CDO
	CDC
	Colon
	Semicolon
	Comma
	LeftBracket
	RightBracket
	LeftParen
	RightParen
	LeftBrace
	RightBrace
)

// Token is a token of CSS. Positions are byte offsets into the tokenized text.
type Token struct {
	Kind Kind
	// Flag is set for a Hash that is an identifier and for integers.
	Flag bool
	// Value is the decoded name, string or character; of a Dimension, the unit in lower case.
	Value string
	// Num is the value of numbers, percentages (50 for 50%) and dimensions.
	Num float64
	// Pos and End delimit the token's source text.
	Pos, End int32
	// Skip is set on tokens that open a block: the distance in tokens to the one after the matching close (or to the
	// end of the text if it is missing).
	Skip int32
	// Closed reports whether the block of an opening token has a closing token.
	Closed bool
}

// MaxDepth bounds the nesting of blocks and functions, and with it the depth of every later recursion; deeper text is
// cut off.
const MaxDepth = 100

// IsDelim reports whether the token is the delimiter c.
func (t Token) IsDelim(c byte) bool { return t.Kind == Delim && len(t.Value) == 1 && t.Value[0] == c }

// Is reports whether the token is the identifier name, ignoring ASCII case; name
// must be lower case.
func (t Token) Is(name string) bool { return t.Kind == Ident && EqualFold(t.Value, name) }

// EqualFold reports whether s equals the lower-case string lower, ignoring ASCII case.
func EqualFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// Lower returns s with ASCII letters in lower case; other characters are unchanged (CSS is ASCII case-insensitive, so
// U+0130 and the Kelvin sign must not be folded).
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; 'A' <= c && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; 'A' <= c && c <= 'Z' {
					b[i] = c + 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
