package style

import (
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// function is an @function rule (CSS Functions and Mixins 1).
type function struct {
	params []parameter
	decls  []css.Declaration
}

// parameter is a parameter of a custom function; fallback is its default value, nil if it has none.
type parameter struct {
	name     string
	fallback []css.Token
	text     string // the source text of fallback
	has      bool
}

// functionRule parses an @function rule: its name, the names and defaults of its parameters, and its declarations.
func (sb *sheetBuilder) functionRule(r *css.Rule, cx sheetContext) {
	s := css.NewStream(r.Prelude)
	t := s.Peek()
	if t.Kind != css.Function || !strings.HasPrefix(t.Value, "--") {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@function "+clipText(css.Serialize(r.Prelude))+" needs a name that begins with two dashes; it was ignored")
		return
	}
	body := s.Block()
	f := &function{decls: r.Decls}
	for _, part := range body.SplitCommas() {
		name := part.Next()
		if name.Kind != css.Ident || !strings.HasPrefix(name.Value, "--") {
			return
		}
		p := parameter{name: name.Value}
		for !part.AtEnd() && part.Peek().Kind != css.Colon {
			part.SkipValue() // the type
		}
		if part.Peek().Kind == css.Colon {
			part.Next()
			p.has, p.text = true, css.Serialize(css.Trim(part.Rest()))
			p.fallback, _ = css.Tokenize(p.text)
		}
		f.params = append(f.params, p)
	}
	if sb.functions == nil {
		sb.functions = map[string]*function{}
	}
	sb.functions[t.Value] = f
}

// call substitutes a call of a custom function: its result, with the arguments as local variables.
func (c *computer) call(el *dom.Node, name string, body css.Stream, text string, lookup func(string) (string, bool), depth int) (string, bool) {
	f := c.sb.functions[name]
	if f == nil {
		return "", false
	}
	values := map[string]string{}
	args := body.SplitCommas()
	if len(args) > len(f.params) {
		return "", false
	}
	for i, p := range f.params {
		if i < len(args) && !args[i].AtEnd() {
			v, ok := c.replace(el, css.Trim(args[i].Rest()), text, lookup, depth+1)
			if !ok {
				return "", false
			}
			values[p.name] = v
			continue
		}
		if !p.has {
			return "", false
		}
		values[p.name] = p.text
	}
	locals := map[string]*css.Declaration{}
	var result *css.Declaration
	for i := range f.decls {
		switch d := &f.decls[i]; {
		case strings.HasPrefix(d.Name, "--"):
			locals[d.Name] = d
		case d.Name == "result":
			result = d
		}
	}
	if result == nil {
		return "", false
	}
	var inner func(n string) (string, bool)
	level := depth + 1
	inner = func(n string) (string, bool) {
		if d, local := locals[n]; local && level < maxVarDepth {
			level++
			v, ok := c.replace(el, c.vars.tokenize(d.Text), d.Text, inner, level)
			level--
			return v, ok
		}
		if v, ok := values[n]; ok {
			return v, true
		}
		return lookup(n)
	}
	return c.replace(el, c.vars.tokenize(result.Text), result.Text, inner, depth+1)
}

// siblings returns the 1-based index of an element among its sibling elements, and their number.
func (c *computer) siblings(el *dom.Node) (index, count int) {
	if el == nil || el.Parent == dom.None {
		return 1, 1
	}
	for id := c.doc.Nodes[el.Parent].FirstChild; id != dom.None; id = c.doc.Nodes[id].Next {
		n := &c.doc.Nodes[id]
		if n.Type != dom.Element {
			continue
		}
		count++
		if n == el {
			index = count
		}
	}
	return index, count
}

// conditional substitutes if(): the value of the first condition that is true (CSS Values 5 §8.2).
func (c *computer) conditional(el *dom.Node, toks []css.Token, text string, lookup func(string) (string, bool), depth int) (string, bool) {
	for len(toks) > 0 {
		branch, rest := cutAt(toks, css.Semicolon)
		toks = rest
		condition, value := cutAt(branch, css.Colon)
		condition = css.Trim(condition)
		if len(condition) == 0 {
			continue
		}
		if len(condition) == 1 && condition[0].Is("else") || c.condition(el, condition, text, lookup, depth) {
			return c.replace(el, css.Trim(value), text, lookup, depth+1)
		}
	}
	return "", false
}

// cutAt splits tokens at the first one of a kind outside of blocks.
func cutAt(toks []css.Token, kind css.Kind) (before, after []css.Token) {
	for i := 0; i < len(toks); i++ {
		switch t := toks[i]; {
		case t.Kind == kind:
			return toks[:i], toks[i+1:]
		case t.Skip > 0:
			i += int(t.Skip) - 1
		}
	}
	return toks, nil
}

func (c *computer) condition(el *dom.Node, toks []css.Token, text string, lookup func(string) (string, bool), depth int) bool {
	s := css.NewStream(toks)
	v, ok := css.Condition(&s, func(name string, body css.Stream) css.Truth {
		switch name {
		case "style":
			parent := c.initial
			if el != nil && el.Parent != dom.None && c.tree.Styles[el.Parent] != nil {
				parent = c.tree.Styles[el.Parent]
			}
			return (&styleQuery{c: c, el: el, style: parent, lookup: lookup, depth: depth}).holds(body)
		case "media":
			rest := css.Trim(body.Rest())
			if len(rest) == 1 {
				return css.TruthOf(c.sb.env.Matches(rest))
			}
			return c.sb.env.Feature(css.NewStream(rest))
		case "supports":
			rest := css.Trim(body.Rest())
			if len(rest) > 0 && rest[0].Kind == css.Ident && !rest[0].Is("not") {
				rest = append(append([]css.Token{{Kind: css.LeftParen, Skip: int32(len(rest) + 2), Closed: true}}, rest...), css.Token{Kind: css.RightParen})
			}
			return css.TruthOf(c.sb.supports(rest))
		}
		return css.Unknown
	})
	return ok && v == css.True
}

// sameTokens reports whether two values are written alike except for white space and comments.
func sameTokens(a, b string) bool {
	x, _ := css.Tokenize(a)
	y, _ := css.Tokenize(b)
	return slices.EqualFunc(css.Trim(x), css.Trim(y), func(t, u css.Token) bool {
		return t.Kind == css.Whitespace && u.Kind == css.Whitespace || a[t.Pos:t.End] == b[u.Pos:u.End]
	})
}

// substituted resolves the substitution functions other than var(), env() and attr(), for which known is false.
func (c *computer) substituted(el *dom.Node, name string, body css.Stream, text string, lookup func(string) (string, bool), depth int) (v string, ok, known bool) {
	switch {
	case css.EqualFold(name, "sibling-index"):
		i, _ := c.siblings(el)
		return strconv.Itoa(i), true, true
	case css.EqualFold(name, "sibling-count"):
		_, n := c.siblings(el)
		return strconv.Itoa(n), true, true
	case css.EqualFold(name, "if"):
		v, ok = c.conditional(el, body.Rest(), text, lookup, depth)
		return v, ok, true
	case strings.HasPrefix(name, "--"):
		v, ok = c.call(el, name, body, text, lookup, depth)
		return v, ok, true
	}
	return "", false, false
}
