package css

import (
	"fmt"
	"strings"
)

// pseudo parses a pseudo-class or pseudo-element.
func (p *selParser) pseudo(s *Stream, c *Compound, pe PseudoElement) (PseudoElement, Specificity, error) {
	s.NextRaw()
	element := false
	if s.Raw().Kind == Colon {
		s.NextRaw()
		element = true
	}
	t := s.Raw()
	name := Lower(t.Value)
	if t.Kind != Ident && t.Kind != Function {
		return pe, 0, fmt.Errorf("no name behind the colon")
	}
	if !element && t.Kind == Ident {
		switch name {
		case "before", "after", "first-line", "first-letter":
			element = true
		}
	}
	if element {
		return p.pseudoElement(s, c, pe, t, name)
	}
	if len(p.tail) > 0 {
		c = &p.tail[0]
	}
	if t.Kind == Function {
		arg := s.Block()
		spec, err := p.functional(c, name, arg)
		return pe, spec, err
	}
	s.NextRaw()
	return pe, NewSpecificity(0, 1, 0), p.simplePseudo(c, name)
}

func (p *selParser) pseudoElement(s *Stream, c *Compound, pe PseudoElement, t Token, name string) (PseudoElement, Specificity, error) {
	one := NewSpecificity(0, 0, 1)
	if t.Kind == Function {
		arg := s.Block()
		switch name {
		case "slotted":
			return p.slotted(arg, pe)
		case "part":
			return p.part(arg, pe)
		case "scroll-button":
			p.name = name
			return PseudoOther, one, nil
		case "highlight", "cue", "view-transition-group", "view-transition-old", "view-transition-new", "view-transition-image-pair":
			c.Never = true
			return PseudoOther, one, nil
		}
		return pe, 0, fmt.Errorf("unknown pseudo-element ::%s()", name)
	}
	s.NextRaw()
	if pe != PseudoNone {
		if (pe == PseudoBefore || pe == PseudoAfter) && name == "marker" {
			c.Never = true
			return PseudoOther, one, nil
		}
		return pe, 0, fmt.Errorf("a pseudo-element of a pseudo-element")
	}
	switch name {
	case "before":
		return PseudoBefore, one, nil
	case "after":
		return PseudoAfter, one, nil
	case "marker":
		return PseudoMarker, one, nil
	case "first-line":
		return PseudoFirstLine, one, nil
	case "first-letter":
		return PseudoFirstLetter, one, nil
	case "placeholder", "-webkit-input-placeholder":
		return PseudoPlaceholder, one, nil
	case "footnote-call":
		return PseudoFootnoteCall, one, nil
	case "footnote-marker":
		return PseudoFootnoteMarker, one, nil
	case "selection", "backdrop", "cue", "target-text", "target-current", "spelling-error", "grammar-error", "view-transition", "search-text":
		c.Never = true
		return PseudoOther, one, nil
	case "details-content":
		return PseudoDetailsContent, one, nil
	case "scroll-marker", "scroll-marker-group", "column", "checkmark", "picker-icon":
		p.name = name
		return PseudoOther, one, nil
	}
	if part, ok := controlParts[name]; ok {
		return part, one, nil
	}
	if strings.HasPrefix(name, "-webkit-") {
		c.Never = strings.HasPrefix(name, "-webkit-scrollbar") || name == "-webkit-resizer"
		p.name = name
		return PseudoOther, one, nil
	}
	return pe, 0, fmt.Errorf("unknown pseudo-element ::%s", name)
}

// slotted parses the argument of ::slotted(), which selects the elements assigned to the slot that the preceding
// compound matches.
func (p *selParser) slotted(arg Stream, pe PseudoElement) (PseudoElement, Specificity, error) {
	if pe != PseudoNone || len(p.tail) > 0 {
		return pe, 0, fmt.Errorf("a pseudo-element of a pseudo-element")
	}
	arg.SkipSpace()
	inner := selParser{names: p.names}
	c, ipe, spec, err := inner.compound(&arg)
	arg.SkipSpace()
	if err != nil || ipe != PseudoNone || len(inner.tail) > 0 || !arg.AtEnd() {
		return pe, 0, fmt.Errorf("::slotted() takes one compound selector")
	}
	c.Combinator = SlotOf
	p.tail = []Compound{c}
	return pe, spec.Add(NewSpecificity(0, 0, 1)), nil
}

// part parses the names of ::part().
func (p *selParser) part(arg Stream, pe PseudoElement) (PseudoElement, Specificity, error) {
	if pe != PseudoNone || len(p.tail) > 0 {
		return pe, 0, fmt.Errorf("a pseudo-element of a pseudo-element")
	}
	c := Compound{Combinator: HostOf}
	for !arg.AtEnd() {
		t := arg.Next()
		if t.Kind != Ident {
			return pe, 0, fmt.Errorf("malformed ::part()")
		}
		c.Names = append(c.Names, t.Value)
	}
	if len(c.Names) == 0 {
		return pe, 0, fmt.Errorf("empty ::part()")
	}
	p.tail = []Compound{c}
	return pe, NewSpecificity(0, 0, 1), nil
}

func (p *selParser) simplePseudo(c *Compound, name string) error {
	add := func(sm Simple) error {
		c.Simples = append(c.Simples, sm)
		return nil
	}
	switch name {
	case "root":
		return add(Simple{Kind: Root})
	case "scope":
		return add(Simple{Kind: Scope})
	case "empty":
		return add(Simple{Kind: Empty})
	case "first-child":
		return add(Simple{Kind: NthChild, B: 1})
	case "last-child":
		return add(Simple{Kind: NthLastChild, B: 1})
	case "only-child":
		return add(Simple{Kind: OnlyChild})
	case "first-of-type":
		return add(Simple{Kind: NthOfType, B: 1})
	case "last-of-type":
		return add(Simple{Kind: NthLastOfType, B: 1})
	case "only-of-type":
		return add(Simple{Kind: OnlyOfType})
	case "link", "any-link", "-webkit-any-link":
		return add(Simple{Kind: AnyLink})
	case "checked":
		return add(Simple{Kind: Checked})
	case "disabled":
		return add(Simple{Kind: Disabled})
	case "enabled":
		return add(Simple{Kind: Enabled})
	case "defined":
		return add(Simple{Kind: Defined})
	case "host":
		c.Host = true
		return add(Simple{Kind: Host})
	case "default", "indeterminate", "valid", "invalid", "in-range", "out-of-range", "required", "optional",
		"read-only", "read-write", "placeholder-shown", "open":
		return add(Simple{Kind: State, Name: name})
	case "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "target-current",
		"autofill", "-webkit-autofill", "fullscreen", "-webkit-full-screen", "modal", "picture-in-picture", "playing", "paused", "user-valid",
		"user-invalid", "popover-open", "current", "past", "future", "blank", "local-link", "muted", "seeking", "buffering", "stalled",
		"volume-locked", "first", "left", "right":
		// States of interaction, none of which applies to an image. A Simple, not Compound.Never, so that :not(:hover)
		// matches.
		return add(Simple{Kind: NeverMatches})
	}
	return fmt.Errorf("unknown pseudo-class :%s", name)
}

func (p *selParser) functional(c *Compound, name string, arg Stream) (Specificity, error) {
	class := NewSpecificity(0, 1, 0)
	switch name {
	case "is", "matches", "-webkit-any", "where":
		sels := p.forgiving(arg)
		for i := range sels {
			c.Host = c.Host || len(sels[i].Compounds) > 0 && sels[i].Compounds[0].Host
		}
		c.Simples = append(c.Simples, Simple{Kind: MatchesAny, Sel: sels})
		if name == "where" {
			return 0, nil
		}
		return maxSpecificity(sels), nil
	case "not":
		sels, err := p.list(arg, false)
		if err != nil {
			return 0, err
		}
		for _, s := range sels {
			if s.Pseudo != PseudoNone {
				return 0, fmt.Errorf("a pseudo-element in :not()")
			}
		}
		c.Simples = append(c.Simples, Simple{Kind: MatchesNone, Sel: sels})
		return maxSpecificity(sels), nil
	case "has":
		if p.inHas {
			return 0, fmt.Errorf(":has() inside :has()")
		}
		p.inHas = true
		sels, err := p.list(arg, true)
		p.inHas = false
		if err != nil {
			return 0, err
		}
		for _, s := range sels {
			if s.Pseudo != PseudoNone {
				return 0, fmt.Errorf("a pseudo-element in :has()")
			}
		}
		c.Simples = append(c.Simples, Simple{Kind: Has, Sel: sels})
		return maxSpecificity(sels), nil
	case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
		return p.nth(c, name, arg)
	case "lang":
		var vals []string
		for _, part := range arg.SplitCommas() {
			t := part.Next()
			if t.Kind != Ident && t.Kind != String || !part.AtEnd() {
				return 0, fmt.Errorf("malformed :lang()")
			}
			vals = append(vals, strings.ToLower(t.Value))
		}
		if len(vals) == 0 {
			return 0, fmt.Errorf("empty :lang()")
		}
		c.Simples = append(c.Simples, Simple{Kind: Lang, Values: vals})
		return class, nil
	case "dir":
		v := arg.AnyIdent()
		if v == "" || !arg.AtEnd() {
			return 0, fmt.Errorf("malformed :dir()")
		}
		c.Simples = append(c.Simples, Simple{Kind: Dir, Value: v})
		return class, nil
	case "host", "host-context":
		sels, err := (&selParser{names: p.names}).list(arg, false)
		if err != nil || len(sels) != 1 || len(sels[0].Compounds) != 1 || sels[0].Pseudo != PseudoNone {
			return 0, fmt.Errorf(":%s() takes one compound selector", name)
		}
		kind := Host
		if name == "host-context" {
			kind = HostContext
		}
		c.Host = true
		c.Simples = append(c.Simples, Simple{Kind: kind, Sel: sels})
		return class.Add(sels[0].Specificity), nil
	case "state", "active-view-transition-type":
		c.Simples = append(c.Simples, Simple{Kind: NeverMatches})
		return class, nil
	}
	return 0, fmt.Errorf("unknown pseudo-class :%s()", name)
}

func (p *selParser) nth(c *Compound, name string, arg Stream) (Specificity, error) {
	sm := Simple{}
	switch name {
	case "nth-child":
		sm.Kind = NthChild
	case "nth-last-child":
		sm.Kind = NthLastChild
	case "nth-of-type":
		sm.Kind = NthOfType
	case "nth-last-of-type":
		sm.Kind = NthLastOfType
	}
	var ok bool
	if sm.A, sm.B, ok = parseAnB(&arg); !ok {
		return 0, fmt.Errorf("malformed :%s()", name)
	}
	spec := NewSpecificity(0, 1, 0)
	if !arg.AtEnd() {
		if !arg.Ident("of") || sm.Kind != NthChild && sm.Kind != NthLastChild {
			return 0, fmt.Errorf("malformed :%s()", name)
		}
		sels, err := p.list(Stream{T: arg.Rest()}, false)
		if err != nil {
			return 0, err
		}
		sm.Sel = sels
		spec = spec.Add(maxSpecificity(sels))
	}
	c.Simples = append(c.Simples, sm)
	return spec, nil
}
