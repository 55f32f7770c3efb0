package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// varCache caches the tokens of variable values.
type varCache struct {
	tokens map[string][]css.Token
	grown  int // bytes of the substitution results longer than longVar
}

const (
	maxVarLength = 2 << 20  // maximal size of a substitution result in bytes, as in Chromium
	maxVarGrowth = 64 << 20 // maximal size of all results of a document that are longer than longVar
	longVar      = 64 << 10
	maxVarDepth  = 64
)

func (v *varCache) tokenize(text string) []css.Token {
	if t, ok := v.tokens[text]; ok {
		return t
	}
	if v.tokens == nil {
		v.tokens = map[string][]css.Token{}
	}
	t, _ := css.Tokenize(text)
	if len(v.tokens) < 10000 {
		v.tokens[text] = t
	}
	return t
}

// customProperties computes the element's variables: its own declarations over the inherited ones, with var() resolved
// and cycles invalid.
func (c *computer) customProperties(b *builder, entries []entry) {
	var names []string
	var own map[string]int
	for i := range entries {
		if d := entries[i].d; d.id == 0 {
			if own == nil {
				own = map[string]int{}
			}
			if _, ok := own[d.custom]; !ok {
				names = append(names, d.custom)
			}
			own[d.custom] = i
		}
	}
	blocked := c.notInherited(b)
	if len(names) == 0 && blocked == nil {
		return
	}
	r := &resolver{c: c, b: b, vars: map[string]string{}, own: own, entries: entries, state: map[string]uint8{}}
	for k, v := range b.parent.Vars { // a copy: the order does not matter
		if !blocked[k] {
			r.vars[k] = v
		}
	}
	for _, n := range names {
		r.resolve(n, 0)
	}
	b.out.Vars = r.vars
}

// notInherited returns the registered properties that are not inherited and have a value on the parent.
func (c *computer) notInherited(b *builder) map[string]bool {
	var out map[string]bool
	for name, p := range c.sb.properties { // only collects into a set
		if _, ok := b.parent.Vars[name]; ok && !p.inherits {
			if out == nil {
				out = map[string]bool{}
			}
			out[name] = true
		}
	}
	return out
}

// resolver resolves an element's own custom properties.
type resolver struct {
	c       *computer
	b       *builder
	vars    map[string]string
	own     map[string]int
	entries []entry
	state   map[string]uint8 // 1 in progress, 2 done, 3 in a cycle
}

// resolve computes one custom property of the element.
func (r *resolver) resolve(name string, depth int) {
	i, mine := r.own[name]
	if !mine || r.state[name] >= 2 {
		return
	}
	if r.state[name] == 1 || depth > maxVarDepth {
		r.state[name] = 3
		return
	}
	r.state[name] = 1
	e := r.entries[i]
	w, text, ok := e.d.wide, e.d.text, true
	for w == wideRevert || w == wideRevertLayer {
		i = r.roll(name, i, w)
		if i < 0 {
			w = wideUnset
			break
		}
		w, text, e = r.entries[i].d.wide, r.entries[i].d.text, r.entries[i]
	}
	if w == wideNone && e.d.deps {
		text, ok = r.c.replace(r.b.el, r.c.vars.tokenize(text), text, func(n string) (string, bool) {
			r.resolve(n, depth+1)
			if r.state[n] == 3 {
				r.state[name] = 3 // a variable that depends on a member of a cycle is in it or invalid
				return "", false
			}
			v, ok := r.vars[n]
			if !ok {
				v, ok = r.c.registeredInitial(n)
			}
			return v, ok
		}, 0)
	}
	if r.state[name] == 3 {
		ok = false
	}
	switch {
	case w == wideInitial, !ok:
		delete(r.vars, name)
		if p := r.c.sb.properties[name]; p != nil && !ok && p.inherits {
			if v, has := r.b.parent.Vars[name]; has {
				r.vars[name] = v
			}
		}
	case w == wideInherit, w == wideUnset:
		if v, has := r.b.parent.Vars[name]; has {
			r.vars[name] = v
		}
	default:
		r.vars[name] = r.c.registeredValue(r.b, name, strings.TrimSpace(text))
	}
	if r.state[name] != 3 {
		r.state[name] = 2
	}
}

func (r *resolver) roll(name string, i int, w wide) int {
	from := r.entries[i].m
	for j := i - 1; j >= 0; j-- {
		e := &r.entries[j]
		if e.d.id != 0 || e.d.custom != name {
			continue
		}
		if w == wideRevert && e.m.origin == originUA || w == wideRevertLayer && (e.m.origin != from.origin || e.m.layer != from.layer) {
			return j
		}
	}
	return -1
}

func (c *computer) registeredInitial(name string) (string, bool) {
	if p := c.sb.properties[name]; p != nil && p.has {
		return p.initial, true
	}
	return "", false
}

// lookupIn returns the function that looks custom properties up in a style.
func (c *computer) lookupIn(s *Computed) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := s.Vars[name]
		if !ok {
			v, ok = c.registeredInitial(name)
		}
		return v, ok
	}
}

// registeredValue computes a registered custom property: a value that does not match the syntax is replaced by the
// initial one; where the font is known, relative lengths are converted to pixels.
func (c *computer) registeredValue(b *builder, name, text string) string {
	p := c.sb.properties[name]
	if p == nil || p.syntax == "*" {
		return text
	}
	v, ok := checkSyntax(p.syntax, text)
	if !ok {
		return p.initial
	}
	if b.absolute {
		return c.absolute(b, v)
	}
	return v
}

// replace substitutes var(), env() and attr() in tokens whose source is text. lookup returns the value of a custom
// property. ok is false when a variable has neither a value nor a fallback, or the result is too long; a value that is a
// single reference, such as the data URL of an image, is not copied and may have any length.
func (c *computer) replace(el *dom.Node, toks []css.Token, text string, lookup func(string) (string, bool), depth int) (string, bool) {
	if depth > maxVarDepth {
		return "", false
	}
	var sb strings.Builder
	last := int32(0)
	if len(toks) > 0 {
		last = toks[0].Pos
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Kind != css.Function || !isSubstitution(t.Value) {
			continue
		}
		sb.WriteString(text[last:t.Pos])
		end := min(i+int(t.Skip), len(toks))
		body := toks[i+1 : end]
		if t.Closed {
			body = body[:len(body)-1]
		}
		var v string
		var ok bool
		if more, fine, known := c.substituted(el, t.Value, css.NewStream(body), text, lookup, depth); known {
			v, ok = more, fine
		} else if css.EqualFold(t.Value, "attr") {
			v, ok = c.attribute(el, css.NewStream(body), text, lookup, depth)
		} else {
			v, ok = c.reference(el, css.EqualFold(t.Value, "env"), css.NewStream(body), text, lookup, depth)
		}
		if !ok {
			return "", false
		}
		if i == 0 && end == len(toks) {
			return v, true
		}
		if n := sb.Len() + len(v); n > maxVarLength || n > longVar && c.vars.grown+n > maxVarGrowth {
			path := ""
			if el != nil {
				path = el.Path
			}
			c.warn("unsupported_value", path, "the value "+clipText(text)+" is too long with its variables; it was ignored")
			return "", false
		}
		// A comment keeps the substituted text from merging with its neighbours.
		sb.WriteString("/**/")
		sb.WriteString(v)
		sb.WriteString("/**/")
		i = end - 1
		last = toks[i].End
	}
	if len(toks) > 0 {
		sb.WriteString(text[last:toks[len(toks)-1].End])
	}
	if sb.Len() > longVar {
		c.vars.grown += sb.Len()
	}
	return sb.String(), true
}

// reference resolves one var() or env() by its arguments.
func (c *computer) reference(el *dom.Node, env bool, body css.Stream, text string, lookup func(string) (string, bool), depth int) (string, bool) {
	name := body.Next()
	if name.Kind != css.Ident {
		return "", false
	}
	v, ok := "", false
	if env {
		if strings.HasPrefix(name.Value, "safe-area-inset-") {
			v, ok = "0px", true
		}
	} else if strings.HasPrefix(name.Value, "--") {
		v, ok = lookup(name.Value)
	}
	if ok {
		return v, true
	}
	for env && body.Peek().Kind == css.Number {
		body.Next()
	}
	if !body.Comma() {
		return "", false
	}
	return c.replace(el, css.Trim(body.Rest()), text, lookup, depth+1)
}

// substitute parses a pending value with the element's variables and returns the declaration of the longhand id.
func (c *computer) substitute(b *builder, p *pending, id propID) (decl, bool) {
	text, ok := c.replace(b.el, c.vars.tokenize(p.text), p.text, c.lookupIn(b.out), 0)
	if !ok {
		return decl{}, false
	}
	x := p.cache[text]
	if x == nil {
		x = &expansion{}
		toks := css.Trim(c.vars.tokenize(text))
		if len(toks) == 1 && toks[0].Kind == css.Ident && wideKeyword(toks[0].Value) != wideNone {
			w := wideKeyword(toks[0].Value)
			ids := []propID{id}
			if s := props.shorthands[p.name]; s != nil {
				ids = s.longhands
			}
			for _, l := range ids {
				x.sets = append(x.sets, decl{id: l, wide: w})
			}
			x.ok = true
		} else {
			var note string
			x.sets, note, x.ok = expand(p.name, toks)
			if !x.ok && len(toks) > 0 { // an empty custom property switches a declaration off
				c.warn("unsupported_value", p.path, p.name+": "+clipText(p.text)+" becomes "+clipText(strings.ReplaceAll(text, "/**/", ""))+", which is not a value that is supported", p.name, text)
			} else if note != "" {
				c.warn("unsupported_value", p.path, p.name+": "+clipText(p.text)+": "+note, p.name, text)
			}
		}
		p.cache[text] = x
	}
	if !x.ok {
		return decl{}, false
	}
	for i := range x.sets {
		if x.sets[i].id == id {
			return x.sets[i], true
		}
	}
	return decl{}, false
}

// attribute resolves attr(name type?, fallback?) to the attribute's text as a string, as tokens of a type, or with a
// unit (CSS Values 5 §7.7).
func (c *computer) attribute(el *dom.Node, body css.Stream, text string, lookup func(string) (string, bool), depth int) (string, bool) {
	name := body.Next()
	if name.Kind != css.Ident || el == nil {
		return "", false
	}
	key := name.Value
	if el.Namespace == dom.HTML {
		key = css.Lower(key)
	}
	raw, has := el.Attr(key)
	kind, unit, syntax := "string", "", ""
	switch t := body.Peek(); {
	case t.Kind == css.Ident:
		body.Next()
		kind, unit = "unit", css.Lower(t.Value)
		switch unit {
		case "raw-string", "string":
			kind = "string"
		case "number":
			unit = ""
		}
	case t.IsDelim('%'):
		body.Next()
		kind, unit = "unit", "%"
	case t.Kind == css.Function && css.EqualFold(t.Value, "type"):
		inner := body.Block()
		kind, syntax = "type", strings.ReplaceAll(css.Serialize(css.Trim(inner.Rest())), "/**/", "")
	}
	if has {
		switch kind {
		case "string":
			return css.Serialize([]css.Token{{Kind: css.String, Value: raw}}), true
		case "unit":
			toks, _ := css.Tokenize(raw)
			if t := css.Trim(toks); len(t) == 1 && t[0].Kind == css.Number {
				return strings.TrimSpace(raw) + unit, true
			}
		case "type":
			if v, ok := checkSyntax(syntax, raw); ok && !strings.Contains(css.Lower(v), "url(") {
				return v, true
			}
		}
	}
	if body.Comma() {
		return c.replace(el, css.Trim(body.Rest()), text, lookup, depth+1)
	}
	if kind == "string" {
		return `""`, true
	}
	return "", false
}
