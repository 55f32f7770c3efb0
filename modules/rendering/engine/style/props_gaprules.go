package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// GapRules are the decorations of a container's gaps (CSS Gap Decorations 1).
type GapRules struct {
	Columns, Rows GapRule
	// ColumnsOver is rule-overlap: column-over-row.
	ColumnsOver bool
}

// GapRule describes the rules in the gaps of one direction. Its lists assign values to the gaps in order.
type GapRule struct {
	Widths GapValues[float64] // in whole CSS pixels
	Styles GapValues[LineStyle]
	Colors GapValues[Color]
	Break  RuleBreak
	Items  RuleItems
	// Insets move the ends of a rule, by [CapStart] and its siblings.
	Insets [4]GapInset
}

// GapInset is the distance of a rule's end from the place where gaps meet. Percentages refer to the gap that crosses there.
type GapInset struct {
	Length Length
	// Join is overlap-join: the rule extends to the far edge of the rule that crosses there.
	Join bool
}

// The ends of a rule: caps are where no rule crosses, junctions where one does.
const (
	CapStart = iota
	CapEnd
	JunctionStart
	JunctionEnd
)

// RuleBreak is the value of column-rule-break and row-rule-break.
type RuleBreak uint8

// The values of rule-break.
const (
	RuleBreakNormal RuleBreak = iota
	RuleBreakNone
	RuleBreakIntersection
)

// RuleItems is the value of column-rule-visibility-items and row-rule-visibility-items: the segments of a rule that are
// drawn, by the areas at its sides.
type RuleItems uint8

// The values of rule-visibility-items.
const (
	RuleItemsNormal RuleItems = iota
	RuleItemsAll
	RuleItemsAround
	RuleItemsBetween
)

// GapValues is a list of values for gaps with repetitions. A list without repeat(auto) begins again when its end is
// reached; otherwise the values of repeat(auto) fill the gaps that the others leave.
type GapValues[T any] struct {
	before, after []gapRun[T]
	auto          []T
}

// gapRun is a number of values that are repeated.
type gapRun[T any] struct {
	values []T
	times  int
}

func singleGapValue[T any](v T) GapValues[T] {
	return GapValues[T]{before: []gapRun[T]{{values: []T{v}, times: 1}}}
}

// At returns the value for gap i of n.
func (g GapValues[T]) At(i, n int) T {
	before, after := runLength(g.before), runLength(g.after)
	if len(g.auto) == 0 {
		return runValue(g.before, i%max(1, before))
	}
	fill := max(0, n-before-after)
	switch {
	case i < before:
		return runValue(g.before, i)
	case i < before+fill || after == 0:
		return g.auto[(i-before)%len(g.auto)]
	}
	return runValue(g.after, (i-before-fill)%after)
}

func runLength[T any](runs []gapRun[T]) (n int) {
	for _, r := range runs {
		n += len(r.values) * r.times
	}
	return n
}

func runValue[T any](runs []gapRun[T], i int) (v T) {
	for _, r := range runs {
		if n := len(r.values) * r.times; i >= n {
			i -= n
			continue
		}
		return r.values[i%len(r.values)]
	}
	return v
}

// First returns the first value.
func (g GapValues[T]) First() T { return g.At(0, 1) }

// maxGapRepeat bounds the count of repeat() in lists for gaps.
const maxGapRepeat = 1 << 20

// gapRules returns the container's rules for modification.
func (b *builder) gapRules() *GapRules {
	own := rulesOf(b.out)
	b.out.GapRules = &own
	return b.out.GapRules
}

// rulesOf returns a copy of the rules of a style; initial ones are invisible, medium and of the text's colour.
func rulesOf(s *Computed) GapRules {
	if s.GapRules != nil {
		return *s.GapRules
	}
	medium := 3.0
	if s.Zoom > 0 {
		medium = snapLine(medium * s.Zoom)
	}
	one := GapRule{
		Widths: singleGapValue(medium), Styles: singleGapValue(LineNone), Colors: singleGapValue(s.Color),
		Insets: [4]GapInset{{Length: Pixels(0)}, {Length: Pixels(0)}, {Length: Pixels(0)}, {Length: Pixels(0)}},
	}
	return GapRules{Columns: one, Rows: one}
}

// direction returns the rules of one direction.
func (g *GapRules) direction(rows bool) *GapRule {
	if rows {
		return &g.Rows
	}
	return &g.Columns
}

// defineGapRules defines the longhands of gap decorations.
func defineGapRules(r *registry) {
	for i, name := range [...]string{"column-rule", "row-rule"} {
		rows := i == 1
		of := func(g *GapRules) *GapRule { return g.direction(rows) }
		gapProperty(r, name+"-width", func(g *GapRules) *GapValues[float64] { return &of(g).Widths }, listOf(parseLineWidth))
		gapProperty(r, name+"-style", func(g *GapRules) *GapValues[LineStyle] { return &of(g).Styles }, listOf(lineStyles.parse))
		gapProperty(r, name+"-color", func(g *GapRules) *GapValues[Color] { return &of(g).Colors }, listOf((*parser).color))
		gapProperty(r, name+"-break", func(g *GapRules) *RuleBreak { return &of(g).Break }, words[RuleBreak]{
			"normal": RuleBreakNormal, "none": RuleBreakNone, "intersection": RuleBreakIntersection}.parse)
		gapProperty(r, name+"-visibility-items", func(g *GapRules) *RuleItems { return &of(g).Items }, words[RuleItems]{
			"normal": RuleItemsNormal, "all": RuleItemsAll, "around": RuleItemsAround, "between": RuleItemsBetween}.parse)
		for k, end := range [...]string{"cap-start", "cap-end", "junction-start", "junction-end"} {
			gapProperty(r, name+"-inset-"+end, func(g *GapRules) *GapInset { return &of(g).Insets[k] }, parseGapInset)
		}
	}
	gapProperty(r, "rule-overlap", func(g *GapRules) *bool { return &g.ColumnsOver }, words[bool]{"row-over-column": false, "column-over-row": true}.parse)
}

// gapProperty defines a property stored in the gap rules.
func gapProperty[T any](r *registry, name string, get func(*GapRules) *T, parse func(p *parser) (value[T], bool)) {
	r.add(property{
		name: name, phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			v, ok := parse(p)
			return func(b *builder) { *get(b.gapRules()) = v(b) }, ok
		},
		copy: func(dst, src *Computed) {
			if dst.GapRules == nil && src.GapRules == nil {
				return
			}
			own, from := rulesOf(dst), rulesOf(src)
			*get(&own) = *get(&from)
			dst.GapRules = &own
		},
		initial: func(b *builder) {
			if b.out.GapRules == nil {
				return
			}
			from := rulesOf(&Computed{Color: b.out.Color, Zoom: b.out.Zoom})
			*get(b.gapRules()) = *get(&from)
		},
	})
}

func parseGapInset(p *parser) (value[GapInset], bool) {
	if p.Ident("overlap-join") {
		return constant(GapInset{Join: true, Length: Pixels(0)}), true
	}
	v, ok := p.length(allowPercent | allowNegative)
	return func(b *builder) GapInset { return GapInset{Length: v(b)} }, ok
}

// gapItems is a parsed list for gaps: the items before, in and after repeat(auto).
type gapItems[T any] struct {
	before, after []gapItemRun[T]
	auto          []T
}

type gapItemRun[T any] struct {
	items []T
	times int
}

// parseGapItems parses a comma-separated list of items and of repeat(count | auto, items).
func parseGapItems[T any](p *parser, item func(p *parser) (T, bool)) (out gapItems[T], ok bool) {
	for {
		run, auto := gapItemRun[T]{times: 1}, false
		if s, repeats := p.Func("repeat"); repeats {
			q := p.in(s)
			if auto = q.Ident("auto"); !auto {
				t := q.Peek()
				if t.Kind != css.Number || !t.Flag || t.Num < 1 {
					return out, false
				}
				q.I++
				run.times = min(clampInt(t.Num), maxGapRepeat)
			}
			if !q.Comma() {
				return out, false
			}
			for {
				v, ok := item(q)
				if !ok {
					return out, false
				}
				run.items = append(run.items, v)
				if q.AtEnd() {
					break
				}
				if !q.Comma() {
					return out, false
				}
			}
		} else {
			v, ok := item(p)
			if !ok {
				return out, false
			}
			run.items = []T{v}
		}
		switch {
		case auto && len(out.auto) > 0:
			return out, false
		case auto:
			out.auto = run.items
		case len(out.auto) > 0:
			out.after = append(out.after, run)
		default:
			out.before = append(out.before, run)
		}
		if !p.Comma() {
			return out, true
		}
	}
}

// listOf parses a list of values for gaps.
func listOf[T any](item func(p *parser) (value[T], bool)) func(p *parser) (value[GapValues[T]], bool) {
	return func(p *parser) (value[GapValues[T]], bool) {
		items, ok := parseGapItems(p, item)
		if !ok {
			return nil, false
		}
		return gapValuesOf(items, func(v value[T]) value[T] { return v }), true
	}
}

// gapValuesOf returns one of the values of each item.
func gapValuesOf[T, V any](items gapItems[T], part func(T) value[V]) value[GapValues[V]] {
	return func(b *builder) GapValues[V] {
		all := func(in []T) []V {
			out := make([]V, len(in))
			for i, v := range in {
				out[i] = part(v)(b)
			}
			return out
		}
		runs := func(in []gapItemRun[T]) []gapRun[V] {
			out := make([]gapRun[V], len(in))
			for i, r := range in {
				out[i] = gapRun[V]{all(r.items), r.times}
			}
			return out
		}
		return GapValues[V]{before: runs(items.before), after: runs(items.after), auto: all(items.auto)}
	}
}

// gapLine is an item of column-rule, row-rule and rule.
type gapLine struct {
	width value[float64]
	style value[LineStyle]
	color value[Color]
}

// parseGapLine parses width, style and colour in any order.
func parseGapLine(p *parser) (gapLine, bool) {
	var l gapLine
	for {
		if l.width == nil {
			if v, ok := parseLineWidth(p); ok {
				l.width = v
				continue
			}
		}
		if l.style == nil {
			if v, ok := lineStyles.parse(p); ok {
				l.style = v
				continue
			}
		}
		if l.color == nil {
			save := p.I
			if v, ok := p.color(); ok {
				l.color = v
				continue
			}
			p.I = save
		}
		break
	}
	if l.width == nil && l.style == nil && l.color == nil {
		return l, false
	}
	if l.width == nil {
		l.width = func(b *builder) float64 { return snapLine(b.zoomed(3)) }
	}
	if l.style == nil {
		l.style = constant(LineNone)
	}
	if l.color == nil {
		l.color = func(b *builder) Color { return b.out.Color }
	}
	return l, true
}

// gapLines returns the parser of a shorthand for width, style and colour of the rules of some directions.
func gapLines(names ...string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		items, ok := parseGapItems(p, parseGapLine)
		if !ok || !p.AtEnd() {
			return false
		}
		widths := gapValuesOf(items, func(l gapLine) value[float64] { return l.width })
		styles := gapValuesOf(items, func(l gapLine) value[LineStyle] { return l.style })
		colors := gapValuesOf(items, func(l gapLine) value[Color] { return l.color })
		for _, name := range names {
			rows := name == "row-rule"
			set(name+"-width", func(b *builder) { v := widths(b); b.gapRules().direction(rows).Widths = v })
			set(name+"-style", func(b *builder) { v := styles(b); b.gapRules().direction(rows).Styles = v })
			set(name+"-color", func(b *builder) { v := colors(b); b.gapRules().direction(rows).Colors = v })
		}
		return true
	}
}

// insetPairs parses the insets of the ends of rules: one or two for the caps and, after a slash, the junctions.
func insetPairs(p *parser, set func(end string, f setterAt)) bool {
	pair := func() (start, end value[GapInset], ok bool) {
		start, ok = parseGapInset(p)
		if !ok {
			return nil, nil, false
		}
		if end, ok = parseGapInset(p); !ok {
			end = start
		}
		return start, end, true
	}
	capStart, capEnd, ok := pair()
	if !ok {
		return false
	}
	start, end := capStart, capEnd
	if p.Slash() {
		if start, end, ok = pair(); !ok {
			return false
		}
	}
	for i, v := range [...]value[GapInset]{capStart, capEnd, start, end} {
		set([...]string{"cap-start", "cap-end", "junction-start", "junction-end"}[i], func(b *builder, g *GapRule) { g.Insets[i] = v(b) })
	}
	return true
}

// setterAt stores a declared value in the rules of one direction.
type setterAt func(b *builder, g *GapRule)

// gapShorthand is the beginning of the names of shorthands for the rules in the gaps of one or both directions.
type gapShorthand struct {
	name string
	of   []string // the beginnings of the names of the longhands
}

// defineGapShorthands defines the shorthands of gap decorations.
func defineGapShorthands(r *registry) {
	for _, s := range []gapShorthand{{"column-rule", []string{"column-rule"}}, {"row-rule", []string{"row-rule"}}, {"rule", []string{"column-rule", "row-rule"}}} {
		r.short(s.name, s.longhands("-width", "-style", "-color"), gapLines(s.of...))
		r.short(s.name+"-inset", s.longhands("-inset-cap-start", "-inset-cap-end", "-inset-junction-start", "-inset-junction-end"), s.parseInsets)
		for _, ends := range [...][3]string{
			{"-inset-start", "-inset-cap-start", "-inset-junction-start"}, {"-inset-end", "-inset-cap-end", "-inset-junction-end"},
			{"-inset-cap", "-inset-cap-start", "-inset-cap-end"}, {"-inset-junction", "-inset-junction-start", "-inset-junction-end"},
		} {
			r.short(s.name+ends[0], s.longhands(ends[1:]...), s.parseInset([2]string{ends[1], ends[2]}))
		}
		if len(s.of) == 1 {
			continue
		}
		for _, suffix := range [...]string{"-width", "-style", "-color", "-break", "-visibility-items"} {
			r.short(s.name+suffix, s.longhands(suffix), s.parseSame(suffix))
		}
	}
}

// longhands returns the names of the longhands with the given ends.
func (s gapShorthand) longhands(suffixes ...string) string {
	var out []string
	for _, n := range s.of {
		for _, x := range suffixes {
			out = append(out, n+x)
		}
	}
	return strings.Join(out, " ")
}

// parseInsets parses the insets of all ends.
func (s gapShorthand) parseInsets(p *parser, set func(string, setter)) bool {
	return insetPairs(p, func(end string, f setterAt) {
		for _, n := range s.of {
			set(n+"-inset-"+end, func(b *builder) { f(b, b.gapRules().direction(n == "row-rule")) })
		}
	})
}

// parseInset returns the parser of the insets of two ends: two values if they are the ends of one side, else one value for
// both.
func (s gapShorthand) parseInset(ends [2]string) func(*parser, func(string, setter)) bool {
	two := strings.HasSuffix(ends[0], "-start") && strings.HasSuffix(ends[1], "-end")
	return func(p *parser, set func(string, setter)) bool {
		at := p.I
		if _, ok := p.longhand(s.of[0] + ends[0]); !ok {
			return false
		}
		second := at
		if two && !p.AtEnd() {
			second = p.I
		}
		end := p.I
		for _, n := range s.of {
			for i, from := range [...]int{at, second} {
				p.I = from
				f, ok := p.longhand(n + ends[i])
				if !ok {
					return false
				}
				end = max(end, p.I)
				set(n+ends[i], f)
			}
		}
		p.I = end
		return true
	}
}

// parseSame returns the parser of one value for a longhand of each direction.
func (s gapShorthand) parseSame(suffix string) func(*parser, func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		at := p.I
		for _, n := range s.of {
			p.I = at
			f, ok := p.longhand(n + suffix)
			if !ok {
				return false
			}
			set(n+suffix, f)
		}
		return true
	}
}
