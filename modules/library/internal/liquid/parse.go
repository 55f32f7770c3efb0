package liquid

import (
	"slices"
)

// Template is a parsed template. It is immutable and safe for concurrent use.
type Template struct {
	nodes []node
	uses  []string
	raws  []Use
}

// Use is a variable and the line of its use.
type Use struct {
	Name string
	Line int
}

// Uses returns the names of the variables that the template reads from its data, sorted.
func (t *Template) Uses() []string { return slices.Clone(t.uses) }

// Raw returns the variables that are output as markup with the filter raw.
func (t *Template) Raw() []Use { return slices.Clone(t.raws) }

type node interface {
	run(r *run) error
}

// parser converts tokens to nodes and tracks the markup context of the literal text.
type parser struct {
	tokens []token
	at     int
	place  place
	local  map[string]int // names bound by enclosing tags, with their count
	uses   map[string]bool
	raws   []Use
	depth  int
	loops  int
}

// Parse parses a template whose text starts in the given context. The errors are *[Error].
func Parse(src string, at Place) (*Template, error) {
	tokens, err := scan(src)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, place: start(at), local: map[string]int{}, uses: map[string]bool{}}
	nodes, stop, err := p.block()
	if err != nil {
		return nil, err
	}
	if stop != nil {
		return nil, syntax(stop.line, "{%% %s %%} closes nothing.", stop.name)
	}
	if !p.place.outside() && at == Markup {
		return nil, &Error{Rule: "template_context", Message: "The markup ends inside a tag, a comment or a style element."}
	}
	t := &Template{nodes: nodes, raws: p.raws}
	for name := range p.uses {
		t.uses = append(t.uses, name)
	}
	slices.Sort(t.uses)
	return t, nil
}

// block parses nodes up to a tag that ends or divides the enclosing block, which it returns; nil at the end.
func (p *parser) block() ([]node, *token, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, nil, &Error{Rule: "template_nesting", Message: "Tags are nested too deep."}
	}
	defer func() { p.depth-- }()
	var out []node
	for p.at < len(p.tokens) {
		t := &p.tokens[p.at]
		p.at++
		switch t.kind {
		case literalToken:
			if err := p.place.text(t.text, t.line); err != nil {
				return nil, nil, err
			}
			out = append(out, literal(t.text))
		case outputToken:
			n, err := p.output(t)
			if err != nil {
				return nil, nil, err
			}
			out = append(out, n)
		default:
			if divides[t.name] {
				return out, t, nil
			}
			n, err := p.tag(t)
			if err != nil {
				return nil, nil, err
			}
			out = append(out, n)
		}
	}
	return out, nil, nil
}

var divides = map[string]bool{"endif": true, "elsif": true, "else": true, "endunless": true, "endcase": true, "when": true, "endfor": true, "endcapture": true}

func (p *parser) output(t *token) (node, error) {
	l, err := lex(t.text, t.line)
	if err != nil {
		return nil, err
	}
	e, err := l.expression()
	if err != nil {
		return nil, err
	}
	if err := l.end(); err != nil {
		return nil, err
	}
	p.note(e)
	esc, err := p.place.placeholder(t.line)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(e.filters, func(f filterCall) bool { return f.name == "raw" }); i >= 0 {
		if len(e.filters) != 1 || !e.value.isPath || len(e.value.steps) > 0 || p.local[e.value.root] > 0 || esc != escapeText {
			return nil, &Error{Rule: "template_raw", Line: t.line, Message: "raw is allowed only as the last filter of a variable of type html, in text."}
		}
		p.raws = append(p.raws, Use{e.value.root, t.line})
	}
	return &output{e, esc}, nil
}

// note records the variables that an expression reads from the data.
func (p *parser) note(e *expression) {
	p.noteOperand(&e.value)
	for i := range e.filters {
		for j := range e.filters[i].args {
			p.noteOperand(&e.filters[i].args[j])
		}
	}
}

func (p *parser) noteOperand(o *operand) {
	if o.from != nil {
		p.noteOperand(o.from)
		p.noteOperand(o.to)
	}
	if !o.isPath {
		return
	}
	if p.local[o.root] == 0 {
		p.uses[o.root] = true
	}
	for i := range o.steps {
		if o.steps[i].index != nil {
			p.noteOperand(o.steps[i].index)
		}
	}
}

func (p *parser) noteCondition(c *condition) {
	for ; c != nil; c = c.next {
		p.noteOperand(&c.left)
		p.noteOperand(&c.right)
	}
}

func (p *parser) tag(t *token) (node, error) {
	l, err := lex(t.text, t.line)
	if err != nil {
		return nil, err
	}
	switch t.name {
	case "if", "unless":
		return p.branches(t, l)
	case "case":
		return p.choice(t, l)
	case "for":
		return p.loop(t, l)
	case "assign":
		name := l.next()
		if name == "" || !isName(name[0]) || !l.take("=") {
			return nil, syntax(t.line, "assign is written {%% assign name = value %%}.")
		}
		e, err := l.expression()
		if err != nil {
			return nil, err
		}
		p.note(e)
		p.local[name]++
		return &assign{name, e}, l.end()
	case "capture":
		name := l.next()
		if name == "" || l.end() != nil {
			return nil, syntax(t.line, "capture is written {%% capture name %%}.")
		}
		outer := p.place
		p.place = start(Plain)
		body, stop, err := p.block()
		if err != nil {
			return nil, err
		}
		if stop == nil || stop.name != "endcapture" {
			return nil, syntax(t.line, "{%% capture %%} is not closed.")
		}
		p.place = outer
		p.local[name]++
		return &capture{name, body}, nil
	case "echo":
		return p.output(t)
	case "cycle":
		c := &cycle{}
		for {
			o, err := l.operand()
			if err != nil {
				return nil, err
			}
			p.noteOperand(&o)
			c.values = append(c.values, o)
			if !l.take(",") {
				break
			}
		}
		if c.esc, err = p.place.placeholder(t.line); err != nil {
			return nil, err
		}
		return c, l.end()
	case "break", "continue":
		if p.loops == 0 {
			return nil, syntax(t.line, "%s is outside a loop.", t.name)
		}
		return jump(t.name), nil
	}
	return nil, &Error{Rule: "template_tag", Line: t.line, Message: "{% " + t.name + " %} is not a tag of templates."}
}

// branch parses the content of a branch that starts in the given context; every branch must end in the same context.
func (p *parser) branch(from place, ends *[]place) ([]node, *token, error) {
	p.place = from
	body, stop, err := p.block()
	*ends = append(*ends, p.place)
	return body, stop, err
}

// rejoin continues in the context after the branches; it is an error if they differ.
func (p *parser) rejoin(t *token, ends []place) error {
	p.place = ends[0]
	for _, e := range ends[1:] {
		if !p.place.join(e) {
			return &Error{Rule: "template_context", Line: t.line, Message: "The branches of {% " + t.name + " %} end at different places of the markup, such as one inside a tag and one outside."}
		}
	}
	return nil
}

func (p *parser) branches(t *token, l *lexer) (node, error) {
	c, err := l.condition()
	if err == nil {
		err = l.end()
	}
	if err != nil {
		return nil, err
	}
	p.noteCondition(c)
	p.place.pause()
	from, ends, out := p.place, []place(nil), &branches{}
	arm := arm{cond: c, negated: t.name == "unless"}
	otherwise := false
	for {
		body, stop, err := p.branch(from, &ends)
		if err != nil {
			return nil, err
		}
		arm.body = body
		out.arms = append(out.arms, arm)
		switch {
		case stop != nil && stop.name == "end"+t.name:
			if !otherwise {
				ends = append(ends, from)
			}
			return out, p.rejoin(t, ends)
		case stop != nil && stop.name == "elsif" && !otherwise:
			l, err := lex(stop.text, stop.line)
			if err != nil {
				return nil, err
			}
			c, err := l.condition()
			if err == nil {
				err = l.end()
			}
			if err != nil {
				return nil, err
			}
			p.noteCondition(c)
			arm.cond, arm.negated = c, false
		case stop != nil && stop.name == "else" && !otherwise:
			arm.cond, otherwise = nil, true
		default:
			return nil, syntax(t.line, "{%% %s %%} is not closed with {%% end%s %%}.", t.name, t.name)
		}
	}
}

func (p *parser) choice(t *token, l *lexer) (node, error) {
	subject, err := l.operand()
	if err == nil {
		err = l.end()
	}
	if err != nil {
		return nil, err
	}
	p.noteOperand(&subject)
	p.place.pause()
	from, ends, out := p.place, []place(nil), &choice{subject: subject}
	_, stop, err := p.branch(from, &ends) // text before the first when belongs to no branch
	ends = nil
	otherwise := false
	for err == nil {
		if stop != nil && stop.name == "endcase" {
			if !otherwise {
				ends = append(ends, from)
			}
			return out, p.rejoin(t, ends)
		}
		var w when
		switch {
		case stop != nil && stop.name == "when" && !otherwise:
			l, err := lex(stop.text, stop.line)
			if err != nil {
				return nil, err
			}
			for {
				o, err := l.operand()
				if err != nil {
					return nil, err
				}
				p.noteOperand(&o)
				w.values = append(w.values, o)
				if !l.take(",") && !l.take("or") {
					break
				}
			}
			if err := l.end(); err != nil {
				return nil, err
			}
		case stop != nil && stop.name == "else" && !otherwise:
			otherwise = true
		default:
			return nil, syntax(t.line, "{%% case %%} is not closed with {%% endcase %%}.")
		}
		if w.body, stop, err = p.branch(from, &ends); err == nil {
			out.whens = append(out.whens, w)
		}
	}
	return nil, err
}

func (p *parser) loop(t *token, l *lexer) (node, error) {
	name := l.next()
	if name == "" || !isName(name[0]) || !l.take("in") {
		return nil, syntax(t.line, "for is written {%% for item in items %%}.")
	}
	list, err := l.operand()
	if err != nil {
		return nil, err
	}
	p.noteOperand(&list)
	out := &loop{name: name, list: list}
	for l.peek() != "" {
		switch w := l.next(); w {
		case "reversed":
			out.reversed = true
		case "limit", "offset":
			if !l.take(":") {
				return nil, syntax(t.line, "%s is written %s: 3.", w, w)
			}
			o, err := l.operand()
			if err != nil {
				return nil, err
			}
			p.noteOperand(&o)
			if w == "limit" {
				out.limit = &o
			} else {
				out.offset = &o
			}
		default:
			return nil, syntax(t.line, "%q is not expected in a loop.", w)
		}
	}
	p.place.pause()
	from, ends := p.place, []place{p.place}
	p.local[name]++
	p.local["forloop"]++
	p.loops++
	body, stop, err := p.branch(from, &ends)
	p.loops--
	p.local[name]--
	p.local["forloop"]--
	if err != nil {
		return nil, err
	}
	out.body = body
	if stop != nil && stop.name == "else" {
		if out.empty, stop, err = p.branch(from, &ends); err != nil {
			return nil, err
		}
	}
	if stop == nil || stop.name != "endfor" {
		return nil, syntax(t.line, "{%% for %%} is not closed with {%% endfor %%}.")
	}
	return out, p.rejoin(t, ends)
}
