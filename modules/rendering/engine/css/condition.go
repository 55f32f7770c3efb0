package css

// Truth is a value of Kleene's three-valued logic: a condition may be unknown (Media Queries 4 §3.1).
type Truth uint8

// The truth values.
const (
	False Truth = iota
	True
	Unknown
)

// TruthOf converts a boolean to a Truth.
func TruthOf(b bool) Truth { return truth(b) }

func truth(b bool) Truth {
	if b {
		return True
	}
	return False
}

// Condition evaluates "not X", "X and Y", "X or Y" with parentheses, the grammar shared by @supports, @container and
// media conditions. leaf evaluates a parenthesised feature or a function (name is "" for parentheses). ok is false on a
// syntax error.
func Condition(s *Stream, leaf func(name string, body Stream) Truth) (v Truth, ok bool) {
	if s.Ident("not") {
		v, ok = conditionInParens(s, leaf)
		if !ok || !s.AtEnd() {
			return Unknown, false
		}
		return not(v), true
	}
	if v, ok = conditionInParens(s, leaf); !ok {
		return Unknown, false
	}
	op := ""
	for !s.AtEnd() {
		name := s.AnyIdent()
		if name != "and" && name != "or" || op != "" && name != op {
			return Unknown, false
		}
		op = name
		w, ok := conditionInParens(s, leaf)
		if !ok {
			return Unknown, false
		}
		if op == "and" {
			v = and(v, w)
		} else {
			v = not(and(not(v), not(w)))
		}
	}
	return v, true
}

func not(v Truth) Truth {
	switch v {
	case True:
		return False
	case False:
		return True
	}
	return Unknown
}

func and(a, b Truth) Truth {
	switch {
	case a == False || b == False:
		return False
	case a == True && b == True:
		return True
	}
	return Unknown
}

func conditionInParens(s *Stream, leaf func(string, Stream) Truth) (Truth, bool) {
	t := s.Peek()
	switch t.Kind {
	case Function:
		return leaf(Lower(t.Value), s.Block()), true
	case LeftParen:
		body := s.Block()
		inner := body
		if k := inner.Peek(); k.Kind == LeftParen || k.Kind == Function || k.Is("not") {
			if v, ok := Condition(&inner, leaf); ok {
				return v, true
			}
		}
		return leaf("", body), true
	}
	return Unknown, false
}
