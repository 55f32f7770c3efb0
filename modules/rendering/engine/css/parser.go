package css

import (
	"strconv"
	"strings"
)

// Sheet is a parsed style sheet: rules in source order, not yet cascaded.
type Sheet struct {
	Rules []Rule
	Text  string
	// Truncated is set when the text nested deeper than [MaxDepth] and was cut there.
	Truncated bool
}

// Rule is a style rule (At is empty), an at-rule, or a group of declarations after a nested rule (Bare: it applies to
// the parent's selector; CSS Nesting 1 §4).
type Rule struct {
	At      string // lower case, without the @
	Prelude []Token
	HasBody bool
	Bare    bool
	Decls   []Declaration
	Rules   []Rule
	Pos     int32
}

// Declaration is "name: value". Name is lower case except for custom properties.
type Declaration struct {
	Name      string
	Value     []Token // trimmed, without !important
	Text      string  // the value's source text, trimmed
	Important bool
	Pos       int32
}

// Parse parses a style sheet (CSS Syntax 3 §5.3.3); malformed parts are dropped as specified.
func Parse(text string) *Sheet {
	toks, ok := Tokenize(text)
	p := parser{text: text}
	s := Stream{T: toks}
	return &Sheet{Rules: p.rules(&s), Text: text, Truncated: !ok}
}

// ParseDeclarations parses a list of declarations, as in a style attribute; nested rules are dropped.
func ParseDeclarations(text string) []Declaration {
	toks, _ := Tokenize(text)
	p := parser{text: text}
	s := Stream{T: toks}
	decls, _ := p.body(&s, true)
	return decls
}

// Position returns the 1-based line and column ("3:14") of a byte offset.
func (s *Sheet) Position(pos int32) string { return Position(s.Text, pos) }

// Position returns the 1-based line and column ("3:14") of a byte offset in text.
func Position(text string, pos int32) string {
	before := text[:min(int(pos), len(text))]
	line := strings.Count(before, "\n") + 1
	col := len(before) - strings.LastIndexByte(before, '\n')
	return strconv.Itoa(line) + ":" + strconv.Itoa(col)
}

type parser struct {
	text string
}

// rules parses the rules of the top level.
func (p *parser) rules(s *Stream) []Rule {
	var out []Rule
	for {
		switch t := s.Peek(); t.Kind {
		case EOF:
			return out
		case CDO, CDC:
			s.NextRaw()
		case AtKeyword:
			if r, ok := p.atRule(s, false); ok {
				out = append(out, r)
			}
		default:
			if r, ok := p.qualified(s, false); ok {
				out = append(out, r)
			}
		}
	}
}

// isDeclarationAt reports whether the block of an at-rule contains declarations only.
func isDeclarationAt(name string) bool {
	switch name {
	case "font-face", "function", "page", "property", "counter-style", "font-palette-values", "view-transition", "position-try",
		"stylistic", "styleset", "character-variant", "swash", "ornaments", "annotation": // in @font-feature-values
		return true
	}
	return false
}

func (p *parser) atRule(s *Stream, nested bool) (Rule, bool) {
	t := s.Next()
	r := Rule{At: Lower(t.Value), Pos: t.Pos}
	start := s.I
	for {
		switch t := s.Raw(); t.Kind {
		case EOF, Semicolon:
			r.Prelude = Trim(s.T[start:s.I])
			s.NextRaw()
			return r, true
		case RightBrace:
			if nested {
				r.Prelude = Trim(s.T[start:s.I])
				return r, true
			}
			s.NextRaw()
		case LeftBrace:
			r.Prelude = Trim(s.T[start:s.I])
			body := s.Block()
			r.HasBody = true
			switch {
			case isDeclarationAt(r.At) || nested:
				r.Decls, r.Rules = p.body(&body, false)
			default:
				r.Rules = p.rules(&body)
			}
			return r, true
		default:
			s.SkipValue()
		}
	}
}

// qualified parses a style rule; ok is false when it has no block.
func (p *parser) qualified(s *Stream, nested bool) (Rule, bool) {
	r := Rule{Pos: s.Peek().Pos}
	start := s.I
	// "--x:hover {}" is a malformed declaration, never a rule (§5.5.3).
	custom := false
	if t := s.Raw(); t.Kind == Ident && strings.HasPrefix(t.Value, "--") {
		probe := *s
		probe.NextRaw()
		custom = probe.Peek().Kind == Colon
	}
	for {
		switch t := s.Raw(); t.Kind {
		case EOF:
			return r, false
		case Semicolon:
			if nested {
				s.NextRaw()
				return r, false
			}
			s.NextRaw()
		case RightBrace:
			if nested {
				return r, false
			}
			s.NextRaw()
		case LeftBrace:
			r.Prelude = Trim(s.T[start:s.I])
			body := s.Block()
			if custom {
				return r, false
			}
			r.HasBody = true
			r.Decls, r.Rules = p.body(&body, false)
			return r, true
		default:
			s.SkipValue()
		}
	}
}

// body parses the contents of a block: declarations, at-rules and nested rules (§5.5.4). Declarations after a nested
// rule become Bare rules.
func (p *parser) body(s *Stream, declsOnly bool) (decls []Declaration, rules []Rule) {
	add := func(d Declaration) {
		if len(rules) == 0 {
			decls = append(decls, d)
			return
		}
		if last := &rules[len(rules)-1]; last.Bare {
			last.Decls = append(last.Decls, d)
			return
		}
		rules = append(rules, Rule{Bare: true, HasBody: true, Decls: []Declaration{d}, Pos: d.Pos})
	}
	for {
		switch t := s.Peek(); t.Kind {
		case EOF:
			return decls, rules
		case Semicolon:
			s.NextRaw()
		case AtKeyword:
			if r, ok := p.atRule(s, true); ok && !declsOnly {
				rules = append(rules, r)
			}
		default:
			save := *s
			if d, ok := p.declaration(s); ok {
				add(d)
				continue
			}
			*s = save
			if declsOnly {
				skipDeclaration(s)
				continue
			}
			if r, ok := p.qualified(s, true); ok {
				rules = append(rules, r)
			}
			if s.I == save.I {
				s.SkipValue()
			}
		}
	}
}

func skipDeclaration(s *Stream) {
	for {
		switch s.Raw().Kind {
		case EOF:
			return
		case Semicolon:
			s.NextRaw()
			return
		}
		s.SkipValue()
	}
}

// declaration parses one declaration up to its semicolon (§5.5.6).
func (p *parser) declaration(s *Stream) (Declaration, bool) {
	t := s.Next()
	if t.Kind != Ident {
		return Declaration{}, false
	}
	d := Declaration{Name: t.Value, Pos: t.Pos}
	custom := strings.HasPrefix(d.Name, "--")
	if !custom {
		d.Name = Lower(d.Name)
	}
	if s.Next().Kind != Colon {
		return Declaration{}, false
	}
	start := s.I
	braces, others := 0, 0
	for {
		t := s.Raw()
		if t.Kind == EOF || t.Kind == Semicolon {
			break
		}
		switch t.Kind {
		case BadString, BadURL, RightParen, RightBracket, RightBrace:
			return Declaration{}, false
		case LeftBrace:
			braces++
		case Whitespace:
		default:
			others++
		}
		s.SkipValue()
	}
	val := Trim(s.T[start:s.I])
	s.NextRaw()
	if n := len(val); n >= 2 && val[n-1].Is("important") {
		rest := Trim(val[:n-1])
		if m := len(rest); m > 0 && rest[m-1].IsDelim('!') {
			d.Important = true
			val = Trim(rest[:m-1])
		}
	}
	if !custom && braces > 0 && (others > 0 || braces > 1) {
		return Declaration{}, false
	}
	for i := 0; i < len(val); i++ {
		if val[i].IsDelim('!') {
			return Declaration{}, false
		}
		if val[i].Skip > 0 {
			i += int(val[i].Skip) - 1
		}
	}
	d.Value = val
	if len(val) > 0 {
		d.Text = p.text[val[0].Pos:val[len(val)-1].End]
	}
	return d, true
}
