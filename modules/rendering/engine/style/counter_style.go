package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// CounterStyle is an @counter-style rule (Counter Styles 3 §2).
type CounterStyle struct {
	// System is cyclic, numeric, alphabetic, symbolic, additive, fixed or extends; First is the first value of fixed,
	// Extends the extended style.
	System, Extends string
	First           int
	Symbols         []string
	// Weights holds the weights of additive symbols, in descending order.
	Weights        []int
	Negative       [2]string
	Prefix, Suffix string
	HasSuffix      bool
	HasPrefix      bool
	HasNegative    bool
	Pad            string
	PadLength      int
	Fallback       string
	// Ranges holds pairs of bounds, nil for the system's default.
	Ranges [][2]int
}

// counterStyleRule parses an @counter-style rule.
func (sb *sheetBuilder) counterStyleRule(r *css.Rule, cx sheetContext) {
	s := css.NewStream(r.Prelude)
	name := s.Next()
	if name.Kind != css.Ident || !s.AtEnd() || css.EqualFold(name.Value, "none") || css.EqualFold(name.Value, "decimal") {
		return
	}
	c := &CounterStyle{System: "symbolic", Negative: [2]string{"-", ""}, Suffix: ". ", Fallback: "decimal"}
	for _, d := range r.Decls {
		p := &parser{Stream: css.NewStream(d.Value)}
		if !c.descriptor(d.Name, p) || !p.AtEnd() {
			sb.warn("unsupported_value", cx.at(d.Pos), "@counter-style: "+d.Name+": "+clipText(d.Text)+" is not supported")
			return
		}
	}
	enough := map[string]int{"cyclic": 1, "symbolic": 1, "fixed": 1, "alphabetic": 2, "numeric": 2, "additive": 1}[c.System]
	if len(c.Symbols) < enough || c.System == "additive" && len(c.Weights) != len(c.Symbols) {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@counter-style "+name.Value+" needs more symbols; it was ignored")
		return
	}
	if sb.counterStyles == nil {
		sb.counterStyles = map[string]*CounterStyle{}
	}
	key := name.Value
	if l := css.Lower(key); counterStyles[l] {
		key = l
	}
	sb.counterStyles[key] = c
}

// symbols parses symbols(), an anonymous counter style of strings (Counter Styles 3 §6); its name is its text.
func (p *parser) symbols() (name string, c *CounterStyle, ok bool) {
	save := p.I
	f, ok := p.Func("symbols")
	if !ok {
		return "", nil, false
	}
	text, q := f, p.in(f)
	c = &CounterStyle{Negative: [2]string{"-", ""}, Suffix: " ", HasSuffix: true, Fallback: "decimal"}
	if c.System, ok = q.oneOf("cyclic", "numeric", "alphabetic", "symbolic", "fixed"); !ok {
		c.System = "symbolic"
	}
	c.First = 1 // of fixed
	for !q.AtEnd() {
		s, ok := q.str()
		if !ok {
			p.I = save
			return "", nil, false
		}
		c.Symbols = append(c.Symbols, s)
	}
	if len(c.Symbols) == 0 || len(c.Symbols) == 1 && (c.System == "numeric" || c.System == "alphabetic") {
		p.I = save
		return "", nil, false
	}
	return "symbols(" + css.Serialize(text.Rest()) + ")", c, true
}

// addCounterStyle adds an anonymous counter style to those of the document. One that is known is not written again: copies
// of elements are computed while others read the styles.
func (c *computer) addCounterStyle(name string, style *CounterStyle) {
	if c.sb.counterStyles[name] != nil {
		return
	}
	if c.sb.counterStyles == nil {
		c.sb.counterStyles = map[string]*CounterStyle{}
	}
	c.sb.counterStyles[name] = style
}

// symbol parses a string or an identifier.
func (p *parser) symbol() (string, bool) {
	if s, ok := p.str(); ok {
		return s, true
	}
	return p.ident()
}

func (c *CounterStyle) descriptor(name string, p *parser) (ok bool) {
	switch name {
	case "system":
		c.System, ok = p.oneOf("cyclic", "numeric", "alphabetic", "symbolic", "additive", "fixed", "extends")
		switch c.System {
		case "fixed":
			c.First = 1
			if t := p.Peek(); t.Kind == css.Number && t.Flag {
				c.First = clampInt(t.Num)
				p.I++
			}
		case "extends":
			c.Extends, ok = p.ident()
			if l := css.Lower(c.Extends); counterStyles[l] {
				c.Extends = l
			}
		}
	case "symbols":
		for !p.AtEnd() {
			s, ok := p.symbol()
			if !ok {
				return false
			}
			c.Symbols = append(c.Symbols, s)
		}
		return len(c.Symbols) > 0
	case "additive-symbols":
		for _, part := range p.SplitCommas() {
			q := p.in(part)
			w, okW := q.integer(0)
			s, okS := q.symbol()
			if !okW {
				w, okW = q.integer(0)
			}
			if !okW || !okS || !q.AtEnd() {
				return false
			}
			c.Symbols, c.Weights = append(c.Symbols, s), append(c.Weights, w(nil))
		}
		p.I = len(p.T)
		return true
	case "negative":
		c.HasNegative = true
		if c.Negative[0], ok = p.symbol(); ok && !p.AtEnd() {
			c.Negative[1], ok = p.symbol()
		}
	case "prefix":
		c.HasPrefix = true
		c.Prefix, ok = p.symbol()
	case "suffix":
		c.HasSuffix = true
		c.Suffix, ok = p.symbol()
	case "pad":
		n, okN := p.integer(0)
		s, okS := p.symbol()
		if !okN {
			n, okN = p.integer(0)
		}
		if ok = okN && okS; ok {
			c.PadLength, c.Pad = min(n(nil), 100), s
		}
	case "fallback":
		c.Fallback, ok = p.ident()
	case "range":
		if p.Ident("auto") {
			return true
		}
		for _, part := range p.SplitCommas() {
			var bounds [2]int
			for i, infinite := range [...]int{-1 << 30, 1 << 30} {
				if part.Ident("infinite") {
					bounds[i] = infinite
				} else if t := part.Next(); t.Kind == css.Number && t.Flag {
					bounds[i] = clampInt(t.Num)
				} else {
					return false
				}
			}
			c.Ranges = append(c.Ranges, bounds)
		}
		p.I = len(p.T)
		return true
	case "speak-as":
		p.I = len(p.T)
		return true
	}
	return ok && !strings.Contains(name, " ")
}
