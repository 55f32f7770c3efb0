package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// NamedString is a string that an element sets for margin boxes (CSS Generated Content for Paged Media 3 §1.1).
type NamedString struct {
	Name  string
	Items []ContentItem // text and [ContentSelf]
}

// pagedFunction parses the functions of content for paged media: string(), element(), content(), target-counter(),
// target-text() and leader().
func (p *parser) pagedFunction(name string) (c ContentItem, attr string, ok bool) {
	save := p.I
	fail := func() (ContentItem, string, bool) {
		p.I = save
		return ContentItem{}, "", false
	}
	kinds := map[string]ContentKind{"string": ContentString, "element": ContentElement, "content": ContentSelf,
		"target-counter": ContentTargetCounter, "target-text": ContentTargetText, "leader": ContentLeader}
	kind, known := kinds[name]
	if !known {
		return fail()
	}
	c.Kind = kind
	q := p.in(p.Block())
	switch kind {
	case ContentString, ContentElement:
		if c.Counter, ok = q.ident(); !ok {
			return fail()
		}
		c.Which = "first"
		if q.Comma() {
			if c.Which, ok = q.oneOf("first", "start", "last", "first-except"); !ok {
				return fail()
			}
		}
	case ContentSelf:
		if !q.AtEnd() {
			if _, ok = q.oneOf("text"); !ok {
				return fail()
			}
		}
	case ContentLeader:
		if c.Text, ok = q.str(); !ok {
			id, known := q.oneOf("dotted", "solid", "space")
			if !known {
				return fail()
			}
			c.Text = map[string]string{"dotted": ".", "solid": "_", "space": " "}[id]
		}
		if c.Text == "" {
			return fail()
		}
	default:
		if c.Text, attr, ok = q.target(); !ok {
			return fail()
		}
		c.ListStyle = "decimal"
		if kind == ContentTargetCounter {
			if !q.Comma() {
				return fail()
			}
			if c.Counter, ok = q.ident(); !ok {
				return fail()
			}
			if q.Comma() {
				if c.ListStyle, ok = q.ident(); !ok {
					return fail()
				}
			}
		} else if q.Comma() {
			if _, ok = q.oneOf("content"); !ok {
				return fail()
			}
		}
	}
	if !q.AtEnd() {
		return fail()
	}
	return c, attr, true
}

// target parses the target of a target function: a string, url() or attr(), whose attribute it returns.
func (p *parser) target() (text, attr string, ok bool) {
	if s, ok := p.str(); ok {
		return s, "", true
	}
	if t := p.Peek(); t.Kind == css.URL {
		p.I++
		return t.Value, "", true
	}
	if f, ok := p.Func("url"); ok {
		q := p.in(f)
		s, ok := q.str()
		return s, "", ok && q.AtEnd()
	}
	f, ok := p.Func("attr")
	if !ok {
		return "", "", false
	}
	q := p.in(f)
	attr, ok = q.ident()
	q.oneOf("url")
	return "", attr, ok && q.AtEnd()
}

// parseStringSet parses string-set: names, each with its value.
func parseStringSet(p *parser) (value[[]NamedString], bool) {
	if p.Ident("none") {
		return constant([]NamedString(nil)), true
	}
	type entry struct {
		name  string
		items []ContentItem
		attrs []string
	}
	var list []entry
	for {
		name, ok := p.ident()
		if !ok {
			return nil, false
		}
		e := entry{name: name}
		for !p.AtEnd() && p.Peek().Kind != css.Comma {
			item, attr := ContentItem{Kind: ContentText}, ""
			if item.Text, ok = p.str(); !ok {
				if item, attr, ok = p.contentFunction(); !ok || item.Kind != ContentText && item.Kind != ContentSelf {
					return nil, false
				}
			}
			e.items, e.attrs = append(e.items, item), append(e.attrs, attr)
		}
		if len(e.items) == 0 {
			return nil, false
		}
		list = append(list, e)
		if !p.Comma() {
			break
		}
	}
	return func(b *builder) []NamedString {
		out := make([]NamedString, len(list))
		for i, e := range list {
			out[i].Name = e.name
			for k, item := range e.items {
				if name := e.attrs[k]; name != "" && b.el != nil {
					if v, ok := b.el.Attr(strings.ToLower(name)); ok {
						item.Text = v
					}
				}
				out[i].Items = append(out[i].Items, item)
			}
		}
		return out
	}, p.AtEnd()
}

// parseBookmarkLabel parses bookmark-label: strings, content() and attr(). The initial value is the text of the
// element.
func parseBookmarkLabel(p *parser) (value[[]ContentItem], bool) {
	q := &parser{Stream: css.NewStream(append(css.Trim(mustTokenize("label")), p.T[p.I:]...))}
	named, ok := parseStringSet(q)
	p.I = len(p.T)
	if !ok {
		return nil, false
	}
	return func(b *builder) []ContentItem { return named(b)[0].Items }, true
}

func mustTokenize(s string) []css.Token {
	toks, _ := css.Tokenize(s)
	return toks
}

// running parses running(name), which takes an element out of the flow for element() (GCPM 3 §1.2).
func (p *parser) running() (name string, ok bool) {
	f, ok := p.Func("running")
	if !ok {
		return "", false
	}
	q := p.in(f)
	name, ok = q.ident()
	return name, ok && q.AtEnd()
}
