package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// contentValue is the computed content property before attr() is resolved.
type contentValue struct {
	none  bool
	items []ContentItem
	attrs []string // the attribute of every item that is an attr()
	set   bool
}

// defineLists defines lists, counters, generated content and tables.
func defineLists(r *registry) {
	r.add(property{
		name: "list-style-type", inherited: true, phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			if s, ok := p.str(); ok {
				return func(b *builder) { b.out.ListStyleType, b.out.ListStyleString = s, true }, true
			}
			if name, anonymous, ok := p.symbols(); ok {
				return func(b *builder) {
					b.c.addCounterStyle(name, anonymous)
					b.out.ListStyleType, b.out.ListStyleString = name, false
				}, true
			}
			id, ok := p.ident()
			if l := css.Lower(id); counterStyles[l] {
				id = l
			}
			return func(b *builder) { b.out.ListStyleType, b.out.ListStyleString = id, false }, ok
		},
		copy: func(d, s *Computed) { d.ListStyleType, d.ListStyleString = s.ListStyleType, s.ListStyleString },
	})
	def(r, "list-style-image", inherits, func(s *Computed) **Image { return &s.ListStyleImage }, func(p *parser) (value[*Image], bool) { return p.imageOrNone() })
	kw(r, "list-style-position", inherits, func(s *Computed) *bool { return &s.ListInside }, words[bool]{"outside": false, "inside": true})
	counters := func(name string, get func(*Computed) *[]Counter, def0 int) {
		def(r, name, noInherits, get, func(p *parser) (value[[]Counter], bool) { return p.counters(def0) })
	}
	counters("counter-reset", func(s *Computed) *[]Counter { return &s.CounterReset }, 0)
	counters("counter-increment", func(s *Computed) *[]Counter { return &s.CounterIncrement }, 1)
	counters("counter-set", func(s *Computed) *[]Counter { return &s.CounterSet }, 0)
	def(r, "content", noInherits, func(s *Computed) *contentValue { return &s.inner.content }, parseContent)

	kw(r, "table-layout", noInherits, func(s *Computed) *bool { return &s.TableLayoutFixed }, words[bool]{"auto": false, "fixed": true})
	kw(r, "border-collapse", inherits, func(s *Computed) *bool { return &s.BorderCollapse }, words[bool]{"separate": false, "collapse": true})
	def(r, "border-spacing", inherits, func(s *Computed) *[2]geom.Unit { return &s.BorderSpacing }, func(p *parser) (value[[2]geom.Unit], bool) {
		x, ok := p.units(0)
		if !ok {
			return nil, false
		}
		y, ok := p.units(0)
		if !ok {
			y = x
		}
		return func(b *builder) [2]geom.Unit {
			return [2]geom.Unit{geom.Px(x(b).Floor()), geom.Px(y(b).Floor())} // Chromium truncates to whole pixels
		}, true
	})
	kw(r, "caption-side", inherits, func(s *Computed) *bool { return &s.CaptionBottom }, words[bool]{"top": false, "bottom": true, "block-start": false, "block-end": true})
	kw(r, "empty-cells", inherits, func(s *Computed) *bool { return &s.EmptyCellsHide }, words[bool]{"show": false, "hide": true})
	breaks := words[Break]{"auto": BreakAuto, "avoid": BreakAvoid, "avoid-page": BreakAvoid, "avoid-column": BreakAvoidColumn, "page": BreakPage,
		"always": BreakAlways, "left": BreakLeft, "right": BreakRight, "recto": BreakRight, "verso": BreakLeft, "column": BreakColumn, "all": BreakAlways}
	kw(r, "break-before", noInherits, func(s *Computed) *Break { return &s.BreakBefore }, breaks)
	kw(r, "break-after", noInherits, func(s *Computed) *Break { return &s.BreakAfter }, breaks)
	kw(r, "break-inside", noInherits, func(s *Computed) *Break { return &s.BreakInside }, words[Break]{
		"auto": BreakAuto, "avoid": BreakAvoid, "avoid-page": BreakAvoid, "avoid-column": BreakAvoidColumn})
	for _, n := range []string{"before", "after", "inside"} {
		r.alias("page-break-"+n, "break-"+n)
	}
	r.alias("-webkit-column-break-inside", "break-inside")
	kw(r, "footnote-policy", noInherits, func(s *Computed) *NotePolicy { return &s.NotePolicy }, words[NotePolicy]{"auto": NoteAuto, "line": NoteLine, "block": NoteBlock})
	def(r, "footnote-display", noInherits, func(s *Computed) *bool { return new(bool) }, func(p *parser) (value[bool], bool) {
		id, ok := p.oneOf("block", "inline", "compact")
		if ok && id != "block" {
			p.note = "footnotes are blocks, one below the other"
		}
		return constant(true), ok
	})
	def(r, "page", noInherits, func(s *Computed) *string { return &s.Page }, func(p *parser) (value[string], bool) {
		if p.Ident("auto") {
			return constant(""), true
		}
		id, ok := p.ident()
		return constant(id), ok
	})
	def(r, "bookmark-level", noInherits, func(s *Computed) *int { return &s.BookmarkLevel }, func(p *parser) (value[int], bool) {
		if p.Ident("none") {
			return constant(-1), true
		}
		if p.Ident("auto") {
			return constant(0), true
		}
		return p.integer(1)
	})
	def(r, "bookmark-label", noInherits, func(s *Computed) *[]ContentItem { return &s.BookmarkLabel }, parseBookmarkLabel)
	def(r, "string-set", noInherits, func(s *Computed) *[]NamedString { return &s.StringSet }, parseStringSet)
	def(r, "orphans", inherits, func(s *Computed) *int { return &s.Orphans }, func(p *parser) (value[int], bool) { return p.integer(1) })
	def(r, "widows", inherits, func(s *Computed) *int { return &s.Widows }, func(p *parser) (value[int], bool) { return p.integer(1) })
}

// counterStyles holds the predefined counter styles, which are case-insensitive.
var counterStyles = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`none disc circle square decimal decimal-leading-zero lower-roman upper-roman lower-alpha upper-alpha
		lower-latin upper-latin lower-greek arabic-indic armenian upper-armenian lower-armenian bengali cambodian khmer cjk-decimal devanagari
		georgian gujarati gurmukhi hebrew kannada lao malayalam mongolian myanmar oriya persian tamil telugu thai tibetan cjk-earthly-branch
		cjk-heavenly-stem hiragana hiragana-iroha katakana katakana-iroha disclosure-open disclosure-closed japanese-informal japanese-formal
		korean-hangul-formal korean-hanja-informal korean-hanja-formal simp-chinese-informal simp-chinese-formal trad-chinese-informal
		trad-chinese-formal ethiopic-numeric`) {
		m[n] = true
	}
	return m
}()

func (p *parser) counters(def0 int) (value[[]Counter], bool) {
	if p.Ident("none") {
		return constant([]Counter(nil)), true
	}
	type entry struct {
		name string
		v    value[int]
	}
	var list []entry
	for !p.AtEnd() {
		e := entry{v: constant(def0)}
		var ok bool
		if e.name, ok = p.ident(); !ok || css.EqualFold(e.name, "none") {
			return nil, false
		}
		if v, ok := p.integer(-1 << 30); ok {
			e.v = v
		}
		list = append(list, e)
	}
	return func(b *builder) []Counter {
		out := make([]Counter, len(list))
		for i, e := range list {
			out[i] = Counter{Name: e.name, Value: e.v(b)}
		}
		return out
	}, len(list) > 0
}

func parseContent(p *parser) (value[contentValue], bool) {
	if p.Ident("none") {
		return constant(contentValue{none: true, set: true}), true
	}
	if p.Ident("normal") {
		return constant(contentValue{}), true
	}
	type item struct {
		fixed ContentItem
		attr  string
		image value[*Image]
	}
	var items []item
	add := func(c ContentItem) { items = append(items, item{fixed: c}) }
	for !p.AtEnd() && !p.Peek().IsDelim('/') {
		if s, ok := p.str(); ok {
			add(ContentItem{Kind: ContentText, Text: s})
			continue
		}
		if id, ok := p.oneOf("open-quote", "close-quote", "no-open-quote", "no-close-quote"); ok {
			add(ContentItem{Kind: map[string]ContentKind{"open-quote": ContentOpenQuote, "close-quote": ContentCloseQuote,
				"no-open-quote": ContentNoOpenQuote, "no-close-quote": ContentNoCloseQuote}[id]})
			continue
		}
		if c, attr, ok := p.contentFunction(); ok {
			items = append(items, item{fixed: c, attr: attr})
			continue
		}
		img, ok := p.image()
		if !ok {
			return nil, false
		}
		items = append(items, item{fixed: ContentItem{Kind: ContentImage}, image: img})
	}
	if p.Slash() { // alternative text
		for !p.AtEnd() {
			p.SkipValue()
		}
	}
	return func(b *builder) contentValue {
		v := contentValue{set: true}
		for _, it := range items {
			c := it.fixed
			if c.anonymous != nil {
				b.c.addCounterStyle(c.ListStyle, c.anonymous)
			}
			if it.image != nil {
				c.Image = it.image(b)
			}
			v.items = append(v.items, c)
			v.attrs = append(v.attrs, it.attr)
		}
		return v
	}, len(items) > 0
}

// contentFunction parses counter(), counters() and attr().
func (p *parser) contentFunction() (c ContentItem, attr string, ok bool) {
	save := p.I
	t := p.Peek()
	if t.Kind != css.Function {
		return c, "", false
	}
	name := css.Lower(t.Value)
	if name != "counter" && name != "counters" && name != "attr" {
		return p.pagedFunction(name)
	}
	q := p.in(p.Block())
	id, ok := q.ident()
	if name == "attr" {
		c.Kind = ContentText
		if ok && q.Comma() {
			c.Text, ok = q.str()
		}
		if !ok || !q.AtEnd() {
			p.I = save
			return c, "", false
		}
		return c, id, true
	}
	c.Kind, c.Counter, c.ListStyle = ContentCounter, id, "decimal"
	if name == "counters" {
		c.Kind = ContentCounters
		ok = ok && q.Comma()
		if ok {
			c.Text, ok = q.str()
		}
	}
	if ok && q.Comma() {
		if name, anonymous, found := q.symbols(); found {
			c.ListStyle, c.anonymous = name, anonymous
		} else if c.ListStyle, ok = q.ident(); ok && counterStyles[css.Lower(c.ListStyle)] {
			c.ListStyle = css.Lower(c.ListStyle)
		}
	}
	if !ok || !q.AtEnd() {
		p.I = save
		return c, "", false
	}
	return c, "", true
}
