package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// ContainerType is container-type: the axes on which an element's size can be queried.
type ContainerType uint8

// The container types.
const (
	NoContainer ContainerType = iota
	InlineSizeContainer
	SizeContainer
)

// ContainerSize is the size of a container's content box in CSS pixels.
type ContainerSize struct{ Width, Height float64 }

// containerQuery is the condition of an @container rule (Conditional Rules 5 §5).
type containerQuery struct {
	name      string // "" for any
	condition []css.Token
	size      bool // depends on the container's size
}

// containerRule parses the prelude of @container and adds its rules; several queries are alternatives.
func (sb *sheetBuilder) containerRule(r *css.Rule, cx sheetContext) {
	var alternatives []containerQuery
	for _, part := range css.NewStream(r.Prelude).SplitCommas() {
		var q containerQuery
		if t := part.Peek(); t.Kind == css.Ident && !t.Is("not") {
			part.Next()
			q.name = t.Value
		}
		q.condition = css.Trim(part.Rest())
		for _, t := range q.condition {
			if t.Kind == css.Function && (t.Is("scroll-state") || css.EqualFold(t.Value, "scroll-state")) {
				sb.warn("unsupported_rule", cx.at(r.Pos), "@container "+clipText(css.Serialize(r.Prelude))+": scroll-state() is never true in a still image")
			}
		}
		q.size = asksSize(q.condition)
		if q.name == "" && len(q.condition) == 0 {
			continue
		}
		alternatives = append(alternatives, q)
	}
	if len(alternatives) == 0 {
		return
	}
	cx.containers = append(cx.containers[:len(cx.containers):len(cx.containers)], alternatives)
	sb.group(r, cx)
}

// asksSize reports whether a condition has a feature outside style().
func asksSize(toks []css.Token) bool {
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Kind == css.Function {
			i += int(t.Skip)
			continue
		}
		if t.Kind == css.Ident && !t.Is("not") && !t.Is("and") && !t.Is("or") {
			return true
		}
	}
	return false
}

// containersHold reports whether the container queries around a rule are true for an element: one of every list must
// be.
func (c *computer) containersHold(queries [][]containerQuery, id dom.NodeID, pe css.PseudoElement) bool {
	from := id
	if pe == css.PseudoNone {
		from = c.doc.Nodes[id].Parent
	}
	for _, alternatives := range queries {
		holds := false
		for i := range alternatives {
			if holds = c.containerHolds(&alternatives[i], from); holds {
				break
			}
		}
		if !holds {
			return false
		}
	}
	return true
}

// asked identifies a query of a container.
type asked struct {
	query *containerQuery
	id    dom.NodeID
}

// maxAnswers bounds the results of container queries that are kept.
const maxAnswers = 1 << 17

func (c *computer) containerHolds(q *containerQuery, from dom.NodeID) bool {
	needs := NoContainer
	if q.size {
		needs = InlineSizeContainer
		for _, t := range q.condition {
			if t.Kind == css.Ident && sizeFeature(css.Lower(t.Value)) {
				needs = SizeContainer
			}
		}
	}
	id := c.findContainer(from, q.name, needs)
	if id == dom.None {
		return false
	}
	if len(q.condition) == 0 {
		return true
	}
	// The elements in one container ask the same.
	key := asked{q, id}
	holds, known := c.answers[key]
	if !known {
		if holds = c.evaluate(q, id); len(c.answers) < maxAnswers {
			if c.answers == nil {
				c.answers = map[asked]bool{}
			}
			c.answers[key] = holds
		}
	}
	return holds
}

// evaluate evaluates the condition of a query on a container.
func (c *computer) evaluate(q *containerQuery, id dom.NodeID) bool {
	s := c.tree.Styles[id]
	env := MediaFor(c.opts)
	size, known := c.opts.Containers[id]
	if q.size {
		c.tree.SizeQueries = true
	}
	env.Width, env.Height, env.Container = size.Width, size.Height, true
	env.Math = c.mediaMath(s)
	properties := &styleQuery{c: c, el: &c.doc.Nodes[id], style: s, lookup: c.lookupIn(s)}
	stream := css.NewStream(q.condition)
	v, ok := css.Condition(&stream, func(name string, body css.Stream) css.Truth {
		switch {
		case name == "style":
			return properties.holds(body)
		case name != "" || !known:
			return css.Unknown
		}
		return env.Feature(body)
	})
	return ok && v == css.True
}

// sizeFeature reports whether a container feature depends on the size on both axes.
func sizeFeature(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "min-"), "max-")
	switch name {
	case "height", "block-size", "aspect-ratio", "orientation":
		return true
	}
	return false
}

// findContainer returns the nearest container, from an element upwards, with the given name and at least the given
// type.
func (c *computer) findContainer(from dom.NodeID, name string, needs ContainerType) dom.NodeID {
	for p := from; p != dom.None; p = c.doc.Nodes[p].Parent {
		s := c.tree.Styles[p]
		if s == nil || s.Container < needs || name != "" && !slices.Contains(s.ContainerNames, name) {
			continue
		}
		return p
	}
	return dom.None
}

// containerUnit returns the length of a container-relative unit: a hundredth of the query container's size on an axis,
// or of the canvas.
func (b *builder) containerUnit(u unit) float64 {
	switch u {
	case unitCqmin:
		return min(b.containerUnit(unitCqi), b.containerUnit(unitCqb))
	case unitCqmax:
		return max(b.containerUnit(unitCqi), b.containerUnit(unitCqb))
	}
	horizontal := u == unitCqw || u == unitCqi && !b.vertical() || u == unitCqb && b.vertical()
	canvas, needs := b.c.height, SizeContainer
	if horizontal {
		canvas, needs = b.c.width, InlineSizeContainer
	}
	if b.el == nil || b.c.doc == nil {
		return canvas / 100
	}
	from := b.from
	if !b.pseudo {
		from = b.el.Parent
	}
	id := b.c.findContainer(from, "", needs)
	if id == dom.None {
		return canvas / 100
	}
	b.c.tree.SizeQueries = true
	size, known := b.c.opts.Containers[id]
	switch {
	case !known:
		return canvas / 100
	case horizontal:
		return size.Width / 100
	}
	return size.Height / 100
}

// defineContainers defines the properties of query containers.
func defineContainers(r *registry) {
	types := words[ContainerType]{"normal": NoContainer, "inline-size": InlineSizeContainer, "size": SizeContainer, "scroll-state": NoContainer}
	def(r, "container-type", noInherits, func(s *Computed) *ContainerType { return &s.Container }, func(p *parser) (value[ContainerType], bool) {
		v, ok := types.parse(p)
		for ok && !p.AtEnd() && p.Peek().Kind == css.Ident {
			more, again := types.parse(p)
			if !again {
				return nil, false
			}
			a, b := v(nil), more(nil)
			v = constant(max(a, b))
		}
		return v, ok
	})
	def(r, "container-name", noInherits, func(s *Computed) *[]string { return &s.ContainerNames }, parseContainerNames)
}

func parseContainerNames(p *parser) (value[[]string], bool) {
	if p.Ident("none") {
		return constant([]string(nil)), true
	}
	var names []string
	for p.Peek().Kind == css.Ident {
		t := p.Next()
		if t.Is("and") || t.Is("or") || t.Is("not") || t.Is("none") {
			return nil, false
		}
		names = append(names, t.Value)
	}
	return constant(names), len(names) > 0
}

// containerShorthand parses container: name / type.
func containerShorthand(p *parser, set func(string, setter)) bool {
	names, ok := parseContainerNames(p)
	if !ok {
		return false
	}
	kind := NoContainer
	if p.Slash() {
		switch id, ok := p.oneOf("normal", "inline-size", "size", "scroll-state"); {
		case !ok:
			return false
		case id == "size":
			kind = SizeContainer
		case id == "inline-size":
			kind = InlineSizeContainer
		}
	}
	list := names(nil)
	set("container-name", func(b *builder) { b.out.ContainerNames = list })
	set("container-type", func(b *builder) { b.out.Container = kind })
	return true
}
