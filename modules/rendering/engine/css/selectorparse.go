package css

import (
	"fmt"
)

// ParseSelectors parses a selector list (Selectors 4 §3.1). names holds the namespaces of the sheet, or is nil. On an
// error, which names the invalid or unsupported part, the whole list is invalid.
func ParseSelectors(toks []Token, names *Namespaces) ([]Selector, error) {
	p := selParser{names: names}
	return p.list(Stream{T: toks}, false)
}

// ParseNestedSelectors parses the list of a nested rule: & represents the parent's list, and a selector without & is
// relative to it (CSS Nesting 1 §3).
func ParseNestedSelectors(toks []Token, parent []Selector, names *Namespaces) ([]Selector, error) {
	p := selParser{parent: parent, names: names}
	return p.list(Stream{T: toks}, true)
}

type selParser struct {
	names  *Namespaces
	parent []Selector
	amp    bool // & was seen in the selector being read
	// tail holds the compounds of ::slotted() and ::part() that follow the compound being parsed.
	tail  []Compound
	name  string // of the pseudo-element that is not drawn
	inHas bool
}

func (p *selParser) list(s Stream, nested bool) ([]Selector, error) {
	parts := s.SplitCommas()
	if len(parts) == 0 {
		return nil, fmt.Errorf("empty selector")
	}
	out := make([]Selector, 0, len(parts))
	for _, part := range parts {
		sel, err := p.complex(part, nested)
		if err != nil {
			return nil, err
		}
		out = append(out, sel)
	}
	return out, nil
}

// forgiving parses the forgiving list of :is() and :where(): invalid members are dropped.
func (p *selParser) forgiving(s Stream) []Selector {
	var out []Selector
	for _, part := range s.SplitCommas() {
		if sel, err := p.complex(part, false); err == nil && sel.Pseudo == PseudoNone {
			out = append(out, sel)
		}
	}
	return out
}

func combinatorOf(t Token) Combinator {
	switch {
	case t.IsDelim('>'):
		return Child
	case t.IsDelim('+'):
		return NextSibling
	case t.IsDelim('~'):
		return LaterSibling
	}
	return NoCombinator
}

// complex parses one complex selector. relative allows a leading combinator and makes the selector relative to the
// parent list.
func (p *selParser) complex(s Stream, relative bool) (Selector, error) {
	var sel Selector
	saved, tail := p.amp, p.tail
	p.amp = false
	defer func() { p.amp, p.tail = saved || p.amp, tail }()
	leading := NoCombinator
	if c := combinatorOf(s.Peek()); c != NoCombinator {
		if !relative {
			return sel, fmt.Errorf("selector starts with a combinator")
		}
		s.NextRaw()
		s.SkipSpace()
		leading = c
	}
	comb := NoCombinator
	for {
		p.tail = nil
		c, pe, spec, err := p.compound(&s)
		if err != nil {
			return sel, err
		}
		c.Combinator = comb
		sel.Compounds = append(sel.Compounds, c)
		sel.Compounds = append(sel.Compounds, p.tail...)
		sel.Specificity = sel.Specificity.Add(spec)
		if len(sel.Compounds) > 64 {
			return sel, fmt.Errorf("selector has more than 64 compounds")
		}
		space := s.SkipSpace()
		t := s.Raw()
		if t.Kind == EOF {
			sel.Pseudo = pe
			if pe == PseudoOther {
				sel.Name = p.name
			}
			break
		}
		if pe != PseudoNone || len(p.tail) > 0 {
			return sel, fmt.Errorf("something stands behind a pseudo-element")
		}
		if comb = combinatorOf(t); comb != NoCombinator {
			s.NextRaw()
			s.SkipSpace()
		} else if space {
			comb = Descendant
		} else {
			return sel, fmt.Errorf("unexpected %q in a selector", tokenText(t))
		}
	}
	if relative && !p.inHas && (!p.amp || leading != NoCombinator) {
		if leading == NoCombinator {
			leading = Descendant
		}
		c, spec := p.nest()
		sel.Specificity = sel.Specificity.Add(spec)
		sel.Compounds[0].Combinator = leading
		sel.Compounds = append([]Compound{c}, sel.Compounds...)
	} else {
		sel.Leading = leading
	}
	// Each combinator was stored on the right compound of its pair: reverse.
	for i, j := 0, len(sel.Compounds)-1; i < j; i, j = i+1, j-1 {
		sel.Compounds[i], sel.Compounds[j] = sel.Compounds[j], sel.Compounds[i]
	}
	return sel, nil
}

// nest returns the compound that & represents.
func (p *selParser) nest() (Compound, Specificity) {
	if p.parent == nil {
		return Compound{Simples: []Simple{{Kind: Scope}}}, 0
	}
	c := Compound{Simples: []Simple{{Kind: MatchesAny, Sel: p.parent}}}
	for i := range p.parent {
		c.Host = c.Host || p.parent[i].Compounds[0].Host
	}
	return c, maxSpecificity(p.parent)
}

func maxSpecificity(sels []Selector) Specificity {
	var m Specificity
	for _, s := range sels {
		m = max(m, s.Specificity)
	}
	return m
}

func tokenText(t Token) string { return Serialize([]Token{t}) }

func (p *selParser) compound(s *Stream) (c Compound, pe PseudoElement, spec Specificity, err error) {
	start := s.I
	switch t := s.Raw(); {
	default:
		c.Space = p.names.defaultSpace()
	case t.Kind == Ident, t.IsDelim('*'), t.IsDelim('|'):
		if err = p.typeSelector(s, &c); err != nil {
			return
		}
		if c.Tag != "" {
			spec = spec.Add(NewSpecificity(0, 0, 1))
		}
	}
	for {
		t := s.Raw()
		switch {
		case t.Kind == Hash:
			if !t.Flag {
				return c, pe, spec, fmt.Errorf("#%s is not an identifier", t.Value)
			}
			if c.ID == "" {
				c.ID = t.Value
			} else {
				c.Simples = append(c.Simples, Simple{Kind: ExtraID, Value: t.Value})
			}
			spec = spec.Add(NewSpecificity(1, 0, 0))
			s.NextRaw()
		case t.IsDelim('.'):
			s.NextRaw()
			n := s.NextRaw()
			if n.Kind != Ident {
				return c, pe, spec, fmt.Errorf("no class name behind the dot")
			}
			c.Classes = append(c.Classes, n.Value)
			spec = spec.Add(NewSpecificity(0, 1, 0))
		case t.IsDelim('&'):
			s.NextRaw()
			p.amp = true
			n, nspec := p.nest()
			c.Simples = append(c.Simples, n.Simples...)
			c.Host = c.Host || n.Host
			spec = spec.Add(nspec)
		case t.Kind == LeftBracket:
			b := s.Block()
			sm, e := attrSelector(b)
			if e != nil {
				return c, pe, spec, e
			}
			c.Simples = append(c.Simples, sm)
			spec = spec.Add(NewSpecificity(0, 1, 0))
		case t.Kind == Colon:
			var sp Specificity
			if pe, sp, err = p.pseudo(s, &c, pe); err != nil {
				return
			}
			spec = spec.Add(sp)
		default:
			if s.I == start {
				return c, pe, spec, fmt.Errorf("unexpected %q in a selector", tokenText(t))
			}
			return c, pe, spec, nil
		}
		if (pe != PseudoNone || len(p.tail) > 0) && s.Raw().Kind != Colon && s.Raw().Kind != EOF && s.Raw().Kind != Whitespace {
			return c, pe, spec, fmt.Errorf("something stands behind a pseudo-element")
		}
	}
}

// typeSelector parses a type or universal selector with an optional namespace prefix.
func (p *selParser) typeSelector(s *Stream, c *Compound) error {
	name := ""
	c.Space = p.names.defaultSpace()
	t := s.NextRaw()
	switch {
	case t.Kind == Ident:
		name = t.Value
	case t.IsDelim('|'):
		s.I--
	}
	if s.Raw().IsDelim('|') && s.I+1 < len(s.T) && (s.T[s.I+1].Kind == Ident || s.T[s.I+1].IsDelim('*')) {
		switch {
		case t.IsDelim('|'):
			c.Space = NoNamespace
		case name == "":
			c.Space = AnyNamespace
		default:
			space, ok := p.names.prefix(name)
			if !ok {
				return fmt.Errorf("namespace prefix %q is not declared", name)
			}
			c.Space = space
		}
		s.NextRaw()
		n := s.NextRaw()
		name = ""
		if n.Kind == Ident {
			name = n.Value
		}
	}
	c.Tag, c.TagLower = name, Lower(name)
	return nil
}

func attrSelector(s Stream) (Simple, error) {
	t := s.Next()
	if t.IsDelim('*') && s.Raw().IsDelim('|') || t.IsDelim('|') {
		if t.IsDelim('*') {
			s.NextRaw()
		}
		t = s.NextRaw()
	}
	if t.Kind != Ident {
		return Simple{}, fmt.Errorf("no attribute name in a selector")
	}
	sm := Simple{Kind: AttrExists, Name: Lower(t.Value), NameCase: t.Value}
	if s.AtEnd() {
		return sm, nil
	}
	op := s.Next()
	if !op.IsDelim('=') {
		if !s.NextRaw().IsDelim('=') || op.Kind != Delim {
			return Simple{}, fmt.Errorf("malformed attribute selector")
		}
	}
	switch op.Value {
	case "=":
		sm.Kind = AttrEquals
	case "~":
		sm.Kind = AttrIncludes
	case "|":
		sm.Kind = AttrDash
	case "^":
		sm.Kind = AttrPrefix
	case "$":
		sm.Kind = AttrSuffix
	case "*":
		sm.Kind = AttrSubstring
	default:
		return Simple{}, fmt.Errorf("unknown attribute operator %q", op.Value)
	}
	v := s.Next()
	if v.Kind != Ident && v.Kind != String {
		return Simple{}, fmt.Errorf("no value in an attribute selector")
	}
	sm.Value = v.Value
	switch {
	case s.Ident("i"):
		sm.Fold = true
	case s.Ident("s"):
		sm.Keep = true
	}
	if !s.AtEnd() {
		return Simple{}, fmt.Errorf("malformed attribute selector")
	}
	if !sm.Keep && caselessAttrs[sm.Name] {
		sm.Fold = true
	}
	return sm, nil
}

// caselessAttrs holds the attributes whose values HTML compares case-insensitively (HTML §4.16.2).
var caselessAttrs = map[string]bool{
	"accept": true, "accept-charset": true, "align": true, "alink": true, "axis": true, "bgcolor": true,
	"charset": true, "checked": true, "clear": true, "codetype": true, "color": true, "compact": true,
	"declare": true, "defer": true, "dir": true, "direction": true, "disabled": true, "enctype": true,
	"face": true, "frame": true, "hreflang": true, "http-equiv": true, "lang": true, "language": true,
	"link": true, "media": true, "method": true, "multiple": true, "nohref": true, "noresize": true,
	"noshade": true, "nowrap": true, "readonly": true, "rel": true, "rev": true, "rules": true,
	"scope": true, "scrolling": true, "selected": true, "shape": true, "target": true, "text": true,
	"type": true, "valign": true, "valuetype": true, "vlink": true,
}
