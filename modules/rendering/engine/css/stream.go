package css

// Stream iterates over a token list. The zero value is an empty stream; a copy saves a position to return to.
type Stream struct {
	T []Token
	I int
}

// NewStream returns a stream over the tokens.
func NewStream(t []Token) Stream { return Stream{T: t} }

// Raw returns the next token, white space included, without consuming it.
func (s *Stream) Raw() Token {
	if s.I < len(s.T) {
		return s.T[s.I]
	}
	return Token{}
}

// NextRaw consumes the next token, white space included; of a block it consumes the opening token only.
func (s *Stream) NextRaw() Token {
	t := s.Raw()
	if s.I < len(s.T) {
		s.I++
	}
	return t
}

// SkipSpace consumes white space and reports whether there was any.
func (s *Stream) SkipSpace() bool {
	i := s.I
	for s.I < len(s.T) && s.T[s.I].Kind == Whitespace {
		s.I++
	}
	return s.I > i
}

// Peek returns the next token that is not white space, without consuming it.
func (s *Stream) Peek() Token {
	s.SkipSpace()
	return s.Raw()
}

// Next consumes and returns the next token that is not white space.
func (s *Stream) Next() Token {
	s.SkipSpace()
	return s.NextRaw()
}

// AtEnd reports whether only white space is left.
func (s *Stream) AtEnd() bool { return s.Peek().Kind == EOF }

// Block consumes the block or function that the next token opens and returns its content.
func (s *Stream) Block() Stream {
	s.SkipSpace()
	t := s.Raw()
	if t.Skip == 0 {
		return Stream{}
	}
	start, end := s.I+1, s.I+int(t.Skip)
	if end > len(s.T) {
		end = len(s.T)
		s.I = end
		return Stream{T: s.T[start:end]}
	}
	s.I = end
	if t.Closed {
		end--
	}
	return Stream{T: s.T[start:end]}
}

// SkipValue consumes one component value: a token, or a whole block.
func (s *Stream) SkipValue() {
	t := s.Raw()
	if t.Skip > 0 {
		s.I = min(s.I+int(t.Skip), len(s.T))
		return
	}
	s.NextRaw()
}

// Ident consumes the identifier name (lower case) and reports whether it was present.
func (s *Stream) Ident(name string) bool {
	if s.Peek().Is(name) {
		s.I++
		return true
	}
	return false
}

// AnyIdent consumes an identifier and returns it in lower case; "" if the next token is not an identifier.
func (s *Stream) AnyIdent() string {
	if t := s.Peek(); t.Kind == Ident {
		s.I++
		return Lower(t.Value)
	}
	return ""
}

// Func consumes a function with the given name (lower case) and returns its content.
func (s *Stream) Func(name string) (Stream, bool) {
	if t := s.Peek(); t.Kind == Function && EqualFold(t.Value, name) {
		return s.Block(), true
	}
	return Stream{}, false
}

// Comma consumes a comma and reports whether it was present.
func (s *Stream) Comma() bool { return s.take(Comma) }

// Slash consumes a "/" and reports whether it was present.
func (s *Stream) Slash() bool {
	if s.Peek().IsDelim('/') {
		s.I++
		return true
	}
	return false
}

func (s *Stream) take(k Kind) bool {
	if s.Peek().Kind == k {
		s.I++
		return true
	}
	return false
}

// SplitCommas splits the stream at commas outside blocks; an empty stream has no parts.
func (s Stream) SplitCommas() []Stream {
	if s.AtEnd() {
		return nil
	}
	var out []Stream
	start := s.I
	for s.I < len(s.T) {
		if s.T[s.I].Kind == Comma {
			out = append(out, Stream{T: s.T[start:s.I]})
			s.I++
			start = s.I
			continue
		}
		s.SkipValue()
	}
	return append(out, Stream{T: s.T[start:]})
}

// Rest returns the remaining tokens.
func (s *Stream) Rest() []Token { return s.T[min(s.I, len(s.T)):] }

// Trim returns the tokens without leading and trailing white space.
func Trim(t []Token) []Token {
	for len(t) > 0 && t[0].Kind == Whitespace {
		t = t[1:]
	}
	for len(t) > 0 && t[len(t)-1].Kind == Whitespace {
		t = t[:len(t)-1]
	}
	return t
}
