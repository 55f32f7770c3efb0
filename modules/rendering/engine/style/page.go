package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// PageRules holds the @page rules of a document (CSS Paged Media 3 §4), in source order.
type PageRules struct {
	rules []pageRule
	// vars are the custom properties of the root element, which pages inherit; registered are their definitions.
	vars       map[string]string
	registered map[string]*registered
}

// PageContext is a page as matched by the selectors of @page.
type PageContext struct {
	Name                      string
	First, Left, Right, Blank bool
	// Number is the 1-based page number; Named is the number within consecutive pages of the same name.
	Number, Named int
}

// PageStyle is the result of the @page rules for one page.
type PageStyle struct {
	// Width and Height are the size of the sheet in CSS pixels, 0 if unspecified.
	Width, Height float64
	// Landscape and Portrait orient a sheet of unspecified size.
	Landscape, Portrait bool
	// Margin holds the margins and HasMargin which of them are specified; Padding and Border are inside.
	Margin    [4]Length
	HasMargin [4]bool
	Padding   [4]Length
	Border    [4]float64
	// Bleed is the extent of the page beyond its edges, in CSS pixels; Crop and Cross request marks there.
	Bleed       float64
	Crop, Cross bool
	// Rotate is the clockwise rotation of the page for viewing, in degrees.
	Rotate int
	// Declarations holds those that the page box and its margin boxes share, such as fonts and colors.
	Declarations string
	// CounterReset, CounterIncrement and CounterSet change the counters of the page.
	CounterReset, CounterIncrement, CounterSet []Counter
	// Notes is the footnote area.
	Notes NoteArea
	// Boxes holds the margin boxes with content, in the order of [MarginBoxes].
	Boxes []MarginBox
	// Ignored holds the declarations whose values are not valid once the custom properties are substituted.
	Ignored []string
}

// MarginBox is a box in the margin of a page (CSS Paged Media 3 §5).
type MarginBox struct {
	Name         string
	Content      []ContentItem
	Declarations string
}

// MarginBoxes holds the names of all margin boxes, clockwise from the top left corner.
var MarginBoxes = []string{
	"top-left-corner", "top-left", "top-center", "top-right", "top-right-corner", "right-top", "right-middle", "right-bottom",
	"bottom-right-corner", "bottom-right", "bottom-center", "bottom-left", "bottom-left-corner", "left-bottom", "left-middle", "left-top",
}

// pageRule is one @page rule.
type pageRule struct {
	selectors []pageSelector
	decls     []css.Declaration
	boxes     []marginRule
	notes     []css.Declaration // of @footnote
}

type marginRule struct {
	name  string
	decls []css.Declaration
}

// pageSelector selects pages by type and position.
type pageSelector struct {
	name                      string
	first, left, right, blank bool
	nth                       bool
	a, b                      int
	of                        string // the name of the pages that nth counts, "" for all
}

func (s *pageSelector) matches(p PageContext) bool {
	if s.nth {
		n := p.Number
		if s.of != "" {
			n = p.Named
		}
		if s.of != "" && s.of != p.Name || !stepsTo(s.a, s.b, n) {
			return false
		}
	}
	return (s.name == "" || s.name == p.Name) && (!s.first || p.First) && (!s.left || p.Left) && (!s.right || p.Right) && (!s.blank || p.Blank)
}

// stepsTo reports whether n = a·k + b for some k ≥ 0.
func stepsTo(a, b, n int) bool {
	if a == 0 {
		return n == b
	}
	return (n-b)%a == 0 && (n-b)/a >= 0
}

// specificity orders selectors: types before :first, :blank and :nth() before :left and :right (§4.4).
func (s *pageSelector) specificity() int {
	v := 0
	for _, part := range []struct {
		has    bool
		weight int
	}{{s.name != "", 100}, {s.first, 10}, {s.blank, 10}, {s.nth, 10}, {s.of != "", 100}, {s.left, 1}, {s.right, 1}} {
		if part.has {
			v += part.weight
		}
	}
	return v
}

func (sb *sheetBuilder) pageRule(r *css.Rule, cx sheetContext) {
	rule := pageRule{}
	if len(css.Trim(r.Prelude)) == 0 {
		rule.selectors = []pageSelector{{}}
	} else {
		for _, part := range css.NewStream(r.Prelude).SplitCommas() {
			s, ok := parsePageSelector(part)
			if !ok {
				sb.warn("unsupported_rule", cx.at(r.Pos), "@page "+clipText(css.Serialize(r.Prelude))+" is not supported; a page's name and :first, :left, :right, :blank and :nth() are")
				return
			}
			rule.selectors = append(rule.selectors, s)
		}
	}
	sb.pageDeclarations(&rule, r.Decls, cx)
	for i := range r.Rules {
		m := &r.Rules[i]
		switch {
		case m.Bare:
			sb.pageDeclarations(&rule, m.Decls, cx)
		case m.At == "footnote":
			sb.decls.block(m.Decls, cx.at) // for its warnings
			rule.notes = append(rule.notes, m.Decls...)
		case m.At != "" && slices.Contains(MarginBoxes, m.At):
			sb.decls.block(m.Decls, cx.at) // for its warnings
			rule.boxes = append(rule.boxes, marginRule{m.At, m.Decls})
		default:
			sb.warn("unsupported_rule", cx.at(m.Pos), "@page: @"+clipText(m.At)+" is not supported; @footnote and the margin boxes are: "+strings.Join(MarginBoxes, ", "))
		}
	}
	if sb.page == nil {
		sb.page = &PageRules{}
	}
	sb.page.rules = append(sb.page.rules, rule)
}

// pageDeclarations adds the valid declarations of a rule and warns about the others.
func (sb *sheetBuilder) pageDeclarations(rule *pageRule, decls []css.Declaration, cx sheetContext) {
	for _, d := range decls {
		switch {
		case pressWords[d.Name] != "":
			if !hasSubstitution(d.Value) && !new(PageStyle).press(d.Name, d.Value) {
				sb.warn("unsupported_value", cx.at(d.Pos), "@page: "+d.Name+": "+clipText(d.Text)+" is not a value; "+pressWords[d.Name])
				continue
			}
			rule.decls = append(rule.decls, d)
		case d.Name == "size":
			if _, ok := parsePageSize(d.Value); !ok && !hasSubstitution(d.Value) {
				sb.warn("unsupported_value", cx.at(d.Pos), "@page: size: "+clipText(d.Text)+" is not a size; a name such as A4, with landscape or portrait, or one or two lengths are")
				continue
			}
			rule.decls = append(rule.decls, d)
		case strings.HasPrefix(d.Name, "margin") || strings.HasPrefix(d.Name, "padding"):
			if _, _, ok := expand(d.Name, d.Value); !ok && !hasSubstitution(d.Value) {
				sb.warn("unsupported_value", cx.at(d.Pos), "@page: "+d.Name+": "+clipText(d.Text)+" is not supported")
				continue
			}
			rule.decls = append(rule.decls, d)
		default:
			sb.decls.block([]css.Declaration{d}, cx.at) // for its warnings
			rule.decls = append(rule.decls, d)
		}
	}
}

func parsePageSelector(s css.Stream) (out pageSelector, ok bool) {
	for s.Peek().Kind != css.EOF {
		if after := s; s.Peek().Kind == css.Colon {
			after.Next()
			if f, ok := after.Func("nth"); ok {
				if out.nth || !out.count(f) {
					return out, false
				}
				s = after
				continue
			}
		}
		switch t := s.Next(); {
		case t.Kind == css.Ident && out == (pageSelector{}):
			out.name = t.Value
		case t.Kind == css.Colon:
			switch css.Lower(s.Next().Value) {
			case "first":
				out.first = true
			case "left":
				out.left = true
			case "right":
				out.right = true
			case "blank":
				out.blank = true
			default:
				return out, false
			}
		default:
			return out, false
		}
	}
	return out, out != (pageSelector{})
}

// pageSize is a value of the size descriptor.
type pageSize struct {
	width, height       float64
	landscape, portrait bool
}

func parsePageSize(toks []css.Token) (s pageSize, ok bool) {
	p := &parser{Stream: css.NewStream(toks)}
	var lengths []float64
	named, auto := false, false
	for !p.AtEnd() {
		if t := p.Peek(); t.Kind == css.Ident {
			p.I++
			name := css.Lower(t.Value)
			paper, known := PaperSizeByName(name)
			switch {
			case name == "landscape" && !s.portrait && !s.landscape:
				s.landscape = true
			case name == "portrait" && !s.portrait && !s.landscape:
				s.portrait = true
			case name == "auto":
				auto = true
			case known && !named:
				s.width, s.height, named = paper.Width, paper.Height, true
			default:
				return s, false
			}
			continue
		}
		v, u, valid := p.plainLength(0)
		if !valid || u != unitPx || v <= 0 {
			return s, false
		}
		lengths = append(lengths, v)
	}
	turned := s.landscape || s.portrait
	switch {
	case len(lengths) > 2 || len(lengths) > 0 && (named || turned || auto) || auto && (named || turned):
		return s, false
	case len(lengths) > 0:
		s.width, s.height = lengths[0], lengths[len(lengths)-1]
	case named && s.landscape:
		s.width, s.height = s.height, s.width
	}
	return s, auto || turned || named || len(lengths) > 0
}

// cascaded is a declaration with its cascade order.
type cascaded struct {
	css.Declaration
	weight, order int
}

// Counts reports whether a rule selects pages by number, other than the first.
func (r *PageRules) Counts() bool {
	if r == nil {
		return false
	}
	for i := range r.rules {
		for _, s := range r.rules[i].selectors {
			if s.nth {
				return true
			}
		}
	}
	return false
}

// AllNames returns the page types that rules select.
func (r *PageRules) AllNames() []string {
	var out []string
	for i := range r.rules {
		for _, s := range r.rules[i].selectors {
			if s.name != "" {
				out = append(out, s.name)
			}
		}
	}
	return out
}

// Names reports whether a rule selects pages of a type.
func (r *PageRules) Names(name string) bool {
	for i := range r.rules {
		for _, s := range r.rules[i].selectors {
			if s.name == name {
				return true
			}
		}
	}
	return false
}

// Style returns the cascaded style of a page; nil rules yield the zero style. Percentages of margins are not resolved.
func (r *PageRules) Style(p PageContext) PageStyle {
	var out PageStyle
	if r == nil {
		out.Notes = noteArea(nil)
		return out
	}
	var decls, notes []cascaded
	boxes := map[string][]cascaded{}
	for i := range r.rules {
		rule := &r.rules[i]
		weight := -1
		for k := range rule.selectors {
			if s := &rule.selectors[k]; s.matches(p) {
				weight = max(weight, s.specificity())
			}
		}
		if weight < 0 {
			continue
		}
		add := func(list []cascaded, from []css.Declaration) []cascaded {
			for _, d := range from {
				w := weight
				if d.Important {
					w += 1000
				}
				list = append(list, cascaded{d, w, i})
			}
			return list
		}
		decls, notes = add(decls, rule.decls), add(notes, rule.notes)
		for _, m := range rule.boxes {
			boxes[m.name] = add(boxes[m.name], m.decls)
		}
	}
	vars := &pageVars{rules: r}
	decls = vars.substitute(inOrder(decls))
	out.apply(decls)
	out.Notes = noteArea(vars.substituteIn(inOrder(notes)))
	for _, name := range MarginBoxes {
		if m, ok := marginBox(name, vars.substituteIn(inOrder(boxes[name]))); ok {
			out.Boxes = append(out.Boxes, m)
		}
	}
	out.Ignored = vars.ignored
	return out
}

func inOrder(list []cascaded) []cascaded {
	slices.SortStableFunc(list, func(a, b cascaded) int { return a.weight - b.weight })
	return list
}

// apply computes the page's own declarations, given in ascending order.
func (out *PageStyle) apply(decls []cascaded) {
	b := pageBuilder()
	out.Bleed = noBleed
	var rest strings.Builder
	set := func(d *css.Declaration) {
		sets, _, ok := expand(d.Name, d.Value)
		if !ok {
			return
		}
		for _, s := range sets {
			if s.set != nil {
				s.set(b)
			}
		}
	}
	for i := range decls {
		if d := &decls[i].Declaration; strings.HasPrefix(d.Name, "font") && props.known(d.Name) {
			set(d)
		}
	}
	for i := range decls {
		d := &decls[i].Declaration
		switch {
		case d.Name == "size":
			if s, ok := parsePageSize(d.Value); ok {
				out.Width, out.Height, out.Landscape, out.Portrait = s.width, s.height, s.landscape, s.portrait
			}
		case pressWords[d.Name] != "":
			out.press(d.Name, d.Value)
		case strings.HasPrefix(d.Name, "margin"):
			set(d)
			for k, side := range []string{"top", "right", "bottom", "left"} {
				if d.Name == "margin" || strings.HasSuffix(d.Name, side) || strings.Contains(d.Name, "-block") && k%2 == 0 || strings.Contains(d.Name, "-inline") && k%2 == 1 {
					out.HasMargin[k] = true
				}
			}
		case strings.HasPrefix(d.Name, "padding"), strings.HasPrefix(d.Name, "counter-") && props.known(d.Name):
			set(d)
		default:
			if strings.HasPrefix(d.Name, "border") && props.known(d.Name) {
				set(d)
			}
			rest.WriteString(d.Name + ":" + d.Text + ";")
		}
	}
	out.bleedUsed()
	s := b.out
	out.Margin, out.Padding = s.Margin, s.Padding
	for k := range out.HasMargin {
		// An auto margin is 0, as in browsers.
		if out.Margin[k].IsAuto() {
			out.HasMargin[k], out.Margin[k] = false, Pixels(0)
		}
		if s.Border[k].Style != LineNone && s.Border[k].Style != LineHidden {
			out.Border[k] = s.inner.borderWidth[k]
		}
	}
	out.CounterReset, out.CounterIncrement, out.CounterSet = s.CounterReset, s.CounterIncrement, s.CounterSet
	out.Declarations = rest.String()
}

// pageBuilder returns a builder for the declarations of a page: relative lengths refer to initial values.
func pageBuilder() *builder {
	c := &computer{scale: 1, seen: map[string]bool{}, tree: &Tree{}}
	init := c.initialStyle()
	return &builder{c: c, out: init, parent: c.initialStyle()}
}

// marginBox builds a margin box from its declarations; ok is false when it has no content.
func marginBox(name string, decls []cascaded) (m MarginBox, ok bool) {
	m.Name = name
	var rest strings.Builder
	for i := range decls {
		d := &decls[i].Declaration
		if d.Name != "content" {
			rest.WriteString(d.Name + ":" + d.Text + ";")
			continue
		}
		sets, _, valid := expand(d.Name, d.Value)
		if !valid || len(sets) != 1 || sets[0].set == nil {
			continue
		}
		b := pageBuilder()
		sets[0].set(b)
		m.Content, ok = b.out.inner.content.items, b.out.inner.content.set && !b.out.inner.content.none
	}
	m.Declarations = rest.String()
	return m, ok
}

// known reports whether a property or shorthand is in the registry.
func (r *registry) known(name string) bool {
	_, short := r.shorthands[name]
	return short || r.byName[name] != 0
}
