package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// defineFlexGrid defines flex, grid, alignment and multi-column properties.
func defineFlexGrid(r *registry) {
	kw(r, "flex-direction", noInherits, func(s *Computed) *FlexDirection { return &s.FlexDirection }, words[FlexDirection]{
		"row": FlexRow, "row-reverse": FlexRowReverse, "column": FlexColumn, "column-reverse": FlexColumnReverse})
	r.add(property{name: "flex-wrap", phase: phaseRest, parse: parseFlexWrap,
		copy: func(d, s *Computed) { d.FlexWrap, d.FlexBalance = s.FlexWrap, s.FlexBalance }})
	factor := func(p *parser) (value[float64], bool) { return p.number(0) }
	def(r, "flex-grow", noInherits, func(s *Computed) *float64 { return &s.FlexGrow }, factor)
	def(r, "flex-shrink", noInherits, func(s *Computed) *float64 { return &s.FlexShrink }, factor)
	def(r, "flex-basis", noInherits, func(s *Computed) *Length { return &s.FlexBasis }, func(p *parser) (value[Length], bool) {
		return p.length(allowPercent | allowAuto | allowContent | allowSizing)
	})
	align := func(name string, get func(*Computed) *Alignment, k alignKinds) {
		def(r, name, noInherits, get, func(p *parser) (value[Alignment], bool) { return p.alignment(k) })
	}
	align("justify-content", func(s *Computed) *Alignment { return &s.JustifyContent }, alignDistribute|alignSides)
	align("align-content", func(s *Computed) *Alignment { return &s.AlignContent }, alignDistribute|alignBaselines)
	align("justify-items", func(s *Computed) *Alignment { return &s.JustifyItems }, alignSelf|alignSides|alignBaselines|alignLegacy)
	align("align-items", func(s *Computed) *Alignment { return &s.AlignItems }, alignSelf|alignBaselines)
	align("justify-self", func(s *Computed) *Alignment { return &s.JustifySelf }, alignSelf|alignSides|alignBaselines|alignAuto|alignAnchor)
	align("align-self", func(s *Computed) *Alignment { return &s.AlignSelf }, alignSelf|alignBaselines|alignAuto|alignAnchor)
	r.alias("-webkit-justify-content", "justify-content")
	for _, n := range []string{"flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "flex-basis", "align-content", "align-items", "align-self", "order", "flex", "flex-flow"} {
		r.alias("-webkit-"+n, n)
	}
	// The flexible boxes of 2009, as far as line clamping and legacy sheets use them.
	kw(r, "-webkit-box-orient", noInherits, func(s *Computed) *bool { return &s.inner.boxVertical }, words[bool]{
		"horizontal": false, "inline-axis": false, "vertical": true, "block-axis": true})
	kw(r, "-webkit-box-pack", noInherits, func(s *Computed) *Alignment { return &s.JustifyContent }, words[Alignment]{
		"start": {Kind: AlignFlexStart}, "end": {Kind: AlignFlexEnd}, "center": {Kind: AlignCenterBox}, "justify": {Kind: AlignSpaceBetween}})
	kw(r, "-webkit-box-align", noInherits, func(s *Computed) *Alignment { return &s.AlignItems }, words[Alignment]{
		"start": {Kind: AlignFlexStart}, "end": {Kind: AlignFlexEnd}, "center": {Kind: AlignCenterBox}, "stretch": {Kind: AlignStretch}, "baseline": {Kind: AlignBaseline}})
	r.alias("-webkit-box-flex", "flex-grow")
	gap := func(p *parser) (value[Length], bool) { return p.length(allowPercent | allowNormal) }
	def(r, "row-gap", noInherits, func(s *Computed) *Length { return &s.RowGap }, gap)
	def(r, "column-gap", noInherits, func(s *Computed) *Length { return &s.ColumnGap }, gap)
	r.alias("grid-row-gap", "row-gap")
	r.alias("grid-column-gap", "column-gap")
	r.alias("grid-gap", "gap")
	def(r, "column-count", noInherits, func(s *Computed) *int { return &s.ColumnCount }, func(p *parser) (value[int], bool) {
		if p.Ident("auto") {
			return constant(0), true
		}
		return p.integer(1)
	})
	def(r, "column-width", noInherits, func(s *Computed) *Length { return &s.ColumnWidth }, func(p *parser) (value[Length], bool) { return p.length(allowAuto) })
	def(r, "column-height", noInherits, func(s *Computed) *Length { return &s.ColumnHeight }, func(p *parser) (value[Length], bool) { return p.length(allowAuto) })
	kw(r, "column-wrap", noInherits, func(s *Computed) *ColumnWrap { return &s.ColumnWrap }, words[ColumnWrap]{"auto": ColumnWrapAuto, "nowrap": ColumnNoWrap, "wrap": ColumnWrapRows})
	defineGapRules(r)
	kw(r, "column-span", noInherits, func(s *Computed) *bool { return &s.ColumnSpanAll }, words[bool]{"none": false, "all": true})
	kw(r, "column-fill", noInherits, func(s *Computed) *bool { return &s.ColumnFillAuto }, words[bool]{"balance": false, "balance-all": false, "auto": true})
	defineGrid(r)
}

// alignKinds selects the keywords that an alignment property accepts besides center, start and end.
type alignKinds uint8

const (
	alignDistribute alignKinds = 1 << iota // space-between…, stretch
	alignSelf                              // self-start, self-end, stretch
	alignSides                             // left, right
	alignBaselines
	alignAuto
	alignLegacy
	alignAnchor // anchor-center
)

func (p *parser) alignment(k alignKinds) (value[Alignment], bool) {
	if k&alignLegacy != 0 && p.Ident("legacy") {
		if id, ok := p.oneOf("left", "right", "center"); ok {
			return constant(Alignment{Kind: map[string]AlignKind{"left": AlignLeftBox, "right": AlignRightBox, "center": AlignCenterBox}[id]}), true
		}
		return constant(Alignment{}), true
	}
	if save := p.I; k&alignLegacy != 0 {
		if id, ok := p.oneOf("left", "right", "center"); ok && p.Ident("legacy") {
			return constant(Alignment{Kind: map[string]AlignKind{"left": AlignLeftBox, "right": AlignRightBox, "center": AlignCenterBox}[id]}), true
		}
		p.I = save
	}
	if p.Ident("normal") {
		return constant(Alignment{}), true
	}
	if k&alignAuto != 0 && p.Ident("auto") {
		return constant(Alignment{Kind: AlignAutoSelf}), true
	}
	if k&alignBaselines != 0 {
		if p.Ident("baseline") {
			return constant(Alignment{Kind: AlignBaseline}), true
		}
		if id, ok := p.oneOf("first", "last"); ok {
			if id == "last" {
				// Browsers have no last baseline for content-distribution properties.
				return constant(Alignment{Kind: AlignLastBaseline}), k&alignDistribute == 0 && p.Ident("baseline")
			}
			return constant(Alignment{Kind: AlignBaseline}), p.Ident("baseline")
		}
	}
	if p.Ident("stretch") {
		return constant(Alignment{Kind: AlignStretch}), k&(alignDistribute|alignSelf) != 0
	}
	if k&alignDistribute != 0 {
		if v, ok := (words[AlignKind]{"space-between": AlignSpaceBetween, "space-around": AlignSpaceAround, "space-evenly": AlignSpaceEvenly}).parse(p); ok {
			return constant(Alignment{Kind: v(nil)}), true
		}
	}
	a := Alignment{}
	safety, _ := p.oneOf("safe", "unsafe")
	a.Safe, a.Unsafe = safety == "safe", safety == "unsafe"
	if k&alignAnchor != 0 && p.Ident("anchor-center") {
		a.Kind, a.Anchor = AlignCenterBox, true
		return constant(a), true
	}
	w := words[AlignKind]{"center": AlignCenterBox, "start": AlignStartBox, "end": AlignEndBox, "flex-start": AlignFlexStart, "flex-end": AlignFlexEnd}
	if k&alignSelf != 0 {
		w["self-start"], w["self-end"] = AlignSelfStart, AlignSelfEnd
	}
	if k&alignSides != 0 {
		w["left"], w["right"] = AlignLeftBox, AlignRightBox
	}
	v, ok := w.parse(p)
	if !ok {
		return nil, false
	}
	a.Kind = v(nil)
	return constant(a), true
}

// defineGrid defines the grid properties, which are fields of [Grid].
func defineGrid(r *registry) {
	g := func(name string, parse func(p *parser) (func(b *builder, g *Grid), bool), copyTo func(d, s *Grid)) {
		r.add(property{
			name: name, phase: phaseRest,
			parse: func(p *parser) (setter, bool) {
				f, ok := parse(p)
				return func(b *builder) { f(b, b.grid()) }, ok
			},
			copy: func(d, s *Computed) {
				g := *gridOf(d)
				copyTo(&g, gridOf(s))
				d.Grid = &g
			},
		})
	}
	g("grid-template-columns", func(p *parser) (func(*builder, *Grid), bool) {
		v, ok := p.trackList()
		return func(b *builder, g *Grid) { g.Columns, g.SubgridColumns = v(b) }, ok
	}, func(d, s *Grid) { d.Columns, d.SubgridColumns = s.Columns, s.SubgridColumns })
	g("grid-template-rows", func(p *parser) (func(*builder, *Grid), bool) {
		v, ok := p.trackList()
		return func(b *builder, g *Grid) { g.Rows, g.SubgridRows = v(b) }, ok
	}, func(d, s *Grid) { d.Rows, d.SubgridRows = s.Rows, s.SubgridRows })
	g("grid-template-areas", func(p *parser) (func(*builder, *Grid), bool) {
		if p.Ident("none") {
			return func(_ *builder, g *Grid) { g.Areas = nil }, true
		}
		areas, ok := p.areas()
		return func(_ *builder, g *Grid) { g.Areas = areas }, ok
	}, func(d, s *Grid) { d.Areas = s.Areas })
	auto := func(name string, get func(*Grid) *[]TrackSize) {
		g(name, func(p *parser) (func(*builder, *Grid), bool) {
			var sizes []value[TrackSize]
			for !p.AtEnd() {
				t, ok := p.trackSize()
				if !ok {
					break
				}
				sizes = append(sizes, t)
			}
			return func(b *builder, g *Grid) {
				out := make([]TrackSize, len(sizes))
				for i, s := range sizes {
					out[i] = s(b)
				}
				*get(g) = out
			}, len(sizes) > 0
		}, func(d, s *Grid) { *get(d) = *get(s) })
	}
	auto("grid-auto-columns", func(g *Grid) *[]TrackSize { return &g.AutoColumns })
	auto("grid-auto-rows", func(g *Grid) *[]TrackSize { return &g.AutoRows })
	g("grid-auto-flow", func(p *parser) (func(*builder, *Grid), bool) {
		column, dense, ok := p.autoFlow()
		return func(_ *builder, g *Grid) { g.FlowColumn, g.FlowDense = column, dense }, ok
	}, func(d, s *Grid) { d.FlowColumn, d.FlowDense = s.FlowColumn, s.FlowDense })
	line := func(name string, get func(*Grid) *GridLine) {
		g(name, func(p *parser) (func(*builder, *Grid), bool) {
			v, ok := p.gridLine()
			return func(b *builder, g *Grid) { *get(g) = v(b) }, ok
		}, func(d, s *Grid) { *get(d) = *get(s) })
	}
	line("grid-column-start", func(g *Grid) *GridLine { return &g.ColumnStart })
	line("grid-column-end", func(g *Grid) *GridLine { return &g.ColumnEnd })
	line("grid-row-start", func(g *Grid) *GridLine { return &g.RowStart })
	line("grid-row-end", func(g *Grid) *GridLine { return &g.RowEnd })
}

func (p *parser) autoFlow() (column, dense, ok bool) {
	seen := 0
	axis := false
	for {
		id, found := p.oneOf("row", "column", "dense")
		if !found {
			break
		}
		seen++
		if id == "dense" {
			if dense {
				return false, false, false
			}
			dense = true
			continue
		}
		if axis {
			return false, false, false
		}
		axis = true
		column = id == "column"
	}
	return column, dense, seen > 0
}

func (p *parser) gridLine() (value[GridLine], bool) {
	if p.Ident("auto") {
		return constant(GridLine{Auto: true}), true
	}
	var n value[int]
	name, span := "", false
	plain, literal := false, 0.0
	for !p.AtEnd() {
		switch {
		case !span && p.Ident("span"):
			span = true
			continue
		case n == nil:
			plain, literal = p.Peek().Kind == css.Number, p.Peek().Num
			if v, ok := p.integer(-1 << 30); ok {
				n = v
				continue
			}
			plain = false
		}
		if name == "" && p.Peek().Kind == css.Ident && !p.Peek().Is("auto") && !p.Peek().Is("span") {
			if id, ok := p.ident(); ok {
				name = id
				continue
			}
		}
		break
	}
	if n == nil && name == "" {
		return nil, false
	}
	if n == nil {
		v := 0
		if span {
			v = 1
		}
		return constant(GridLine{Span: span, N: v, Name: name}), true
	}
	if plain && (literal == 0 || span && literal < 0) {
		return nil, false
	}
	return func(b *builder) GridLine {
		v := n(b)
		if v == 0 || span && v < 0 {
			v = 1
		}
		return GridLine{Span: span, N: min(max(v, -10000), 10000), Name: name}
	}, true
}

// trackList parses grid-template-columns or -rows.
func (p *parser) trackList() (func(b *builder) ([]TrackEntry, bool), bool) {
	if p.Ident("none") {
		return func(*builder) ([]TrackEntry, bool) { return nil, false }, true
	}
	if p.Ident("masonry") {
		return nil, false
	}
	subgrid := p.Ident("subgrid")
	start := p.I
	entries, n, ok := p.trackEntries(subgrid, 0)
	if !ok || n == 0 && !subgrid || !subgrid && !fixedEnough(p.T[start:p.I]) {
		return nil, false
	}
	return func(b *builder) ([]TrackEntry, bool) { return entries(b), subgrid }, true
}

// trackEntries parses tracks, line names and repeat(); n is the number of tracks.
func (p *parser) trackEntries(subgrid bool, depth int) (v value[[]TrackEntry], n int, ok bool) {
	var list []value[TrackEntry]
	for !p.AtEnd() {
		t := p.Peek()
		if t.Kind == css.LeftBracket {
			names, ok := p.lineNames()
			if !ok {
				return nil, 0, false
			}
			list = append(list, constant(TrackEntry{Names: names}))
			continue
		}
		if t.Kind == css.Function && css.EqualFold(t.Value, "repeat") {
			if depth > 0 {
				return nil, 0, false
			}
			rep, ok := p.in(p.Block()).repeat(subgrid)
			if !ok {
				return nil, 0, false
			}
			list = append(list, rep)
			n++
			continue
		}
		if subgrid {
			break
		}
		size, ok := p.trackSize()
		if !ok {
			break
		}
		n++
		list = append(list, func(b *builder) TrackEntry { s := size(b); return TrackEntry{Size: &s} })
	}
	return func(b *builder) []TrackEntry {
		out := make([]TrackEntry, 0, len(list))
		var pending []string
		for _, f := range list {
			e := f(b)
			if e.Size == nil && e.Repeat == nil && !subgrid {
				pending = append(pending, e.Names...)
				continue
			}
			if !subgrid { // a subgrid consists of line names, one entry per line
				e.Names = pending
				pending = nil
			}
			out = append(out, e)
		}
		if len(pending) > 0 {
			out = append(out, TrackEntry{Names: pending})
		}
		return out
	}, n, true
}

// fixedEnough reports whether a list with an auto-repeat has only one, and every track in it has a fixed minimum or
// maximum (CSS Grid 2 §7.2.3.1).
func fixedEnough(toks []css.Token) bool {
	autos := 0
	for _, t := range toks {
		if t.Is("auto-fill") || t.Is("auto-fit") {
			autos++
		}
	}
	if autos == 0 {
		return true
	}
	return autos == 1 && fixedTracks(css.NewStream(toks))
}

func fixedTracks(s css.Stream) bool {
	for !s.AtEnd() {
		t := s.Peek()
		switch {
		case t.Kind == css.LeftBracket:
			s.Block()
		case t.Kind == css.Function && css.EqualFold(t.Value, "repeat"):
			parts := s.Block().SplitCommas()
			if len(parts) != 2 || !fixedTracks(parts[1]) {
				return false
			}
		case t.Kind == css.Function && css.EqualFold(t.Value, "minmax"):
			parts := s.Block().SplitCommas()
			if len(parts) != 2 || !fixedBreadth(parts[0].Peek()) && !fixedBreadth(parts[1].Peek()) {
				return false
			}
		case fixedBreadth(t):
			s.SkipValue()
		default:
			return false
		}
	}
	return true
}

func fixedBreadth(t css.Token) bool {
	return t.Kind == css.Percentage || t.Kind == css.Number || t.Kind == css.Dimension && t.Value != "fr" || t.Kind == css.Function && isMathFunction(t.Value)
}

func (p *parser) repeat(subgrid bool) (value[TrackEntry], bool) {
	var rep TrackRepeat
	count := value[int](nil)
	switch {
	case p.Ident("auto-fill"):
		rep.AutoFill = true
	case p.Ident("auto-fit"):
		rep.AutoFit = true
	default:
		v, ok := p.integer(1)
		if !ok {
			return nil, false
		}
		count = v
	}
	if !p.Comma() {
		return nil, false
	}
	entries, n, ok := p.trackEntries(subgrid, 1)
	if !ok || !p.AtEnd() || n == 0 && !subgrid {
		return nil, false
	}
	return func(b *builder) TrackEntry {
		r := rep
		if count != nil {
			r.Count = min(count(b), 1000)
		}
		r.Entries = entries(b)
		return TrackEntry{Repeat: &r}
	}, true
}

func (p *parser) lineNames() ([]string, bool) {
	q := p.in(p.Block())
	names := []string{}
	for !q.AtEnd() {
		id, ok := q.ident()
		if !ok || css.EqualFold(id, "auto") || css.EqualFold(id, "span") {
			return nil, false
		}
		names = append(names, id)
	}
	return names, true
}

// trackBreadth parses the minimum or maximum of a track size.
func (p *parser) trackBreadth() (value[Length], bool) {
	t := p.Peek()
	if t.Kind == css.Dimension && t.Value == "fr" {
		if t.Num < 0 {
			return nil, false
		}
		p.I++
		return constant(Length{Kind: Fraction, Pct: t.Num}), true
	}
	if t.Kind == css.Function && isMathFunction(t.Value) {
		if v, ok := p.quantity(catFlex); ok {
			return func(b *builder) Length { return Length{Kind: Fraction, Pct: max(0, v(b))} }, true
		}
	}
	if t.Kind == css.Function && !isMathFunction(t.Value) || t.Is("fit-content") || t.Is("stretch") {
		return nil, false
	}
	return p.length(allowPercent | allowAuto | allowSizing)
}

func (p *parser) trackSize() (value[TrackSize], bool) {
	t := p.Peek()
	if t.Kind == css.Function {
		switch {
		case css.EqualFold(t.Value, "minmax"):
			q := p.in(p.Block())
			fr := q.Peek().Kind == css.Dimension && q.Peek().Value == "fr"
			lo, ok1 := q.trackBreadth()
			ok2 := q.Comma()
			hi, ok3 := q.trackBreadth()
			if !ok1 || !ok2 || !ok3 || !q.AtEnd() {
				return nil, false
			}
			if fr {
				return nil, false
			}
			return func(b *builder) TrackSize { return TrackSize{lo(b), hi(b)} }, true
		case css.EqualFold(t.Value, "fit-content"):
			l, ok := p.fitContent()
			return func(b *builder) TrackSize { return TrackSize{Length{}, l(b)} }, ok
		}
	}
	l, ok := p.trackBreadth()
	return func(b *builder) TrackSize {
		v := l(b)
		return TrackSize{v, v}
	}, ok
}

// areas parses the strings of grid-template-areas; every named area must be a rectangle.
func (p *parser) areas() ([][]string, bool) {
	var rows [][]string
	for {
		s, ok := p.str()
		if !ok {
			break
		}
		row, ok := areaRow(s)
		if !ok || len(rows) > 0 && len(row) != len(rows[0]) {
			return nil, false
		}
		rows = append(rows, row)
	}
	return rows, len(rows) > 0 && rectangular(rows)
}

func areaRow(s string) ([]string, bool) {
	toks, _ := css.Tokenize(s)
	var row []string
	st := css.NewStream(toks)
	for !st.AtEnd() {
		t := st.Next()
		switch {
		case t.Kind == css.Ident:
			row = append(row, t.Value)
		case t.IsDelim('.'):
			for st.Raw().IsDelim('.') {
				st.NextRaw()
			}
			row = append(row, ".")
		default:
			return nil, false
		}
	}
	return row, len(row) > 0
}

func rectangular(rows [][]string) bool {
	type span struct{ r0, r1, c0, c1, n int }
	var names []string
	spans := map[string]*span{}
	for r, row := range rows {
		for c, name := range row {
			if name == "." {
				continue
			}
			sp := spans[name]
			if sp == nil {
				sp = &span{r, r, c, c, 0}
				spans[name] = sp
				names = append(names, name)
			}
			sp.r1, sp.c0, sp.c1 = max(sp.r1, r), min(sp.c0, c), max(sp.c1, c)
			sp.n++
		}
	}
	for _, n := range names {
		sp := spans[n]
		if (sp.r1-sp.r0+1)*(sp.c1-sp.c0+1) != sp.n {
			return false
		}
	}
	return true
}

// parseFlexWrap parses nowrap, or wrap or wrap-reverse with or without balance (Flexbox 2 §5.2).
func parseFlexWrap(p *parser) (setter, bool) {
	w := words[FlexWrap]{"nowrap": FlexNoWrap, "wrap": FlexWrapOn, "wrap-reverse": FlexWrapReverse}
	kind, balance, named := FlexNoWrap, false, false
	for range 2 {
		if !balance && p.Ident("balance") {
			balance = true
			continue
		}
		if v, ok := w.parse(p); ok && !named {
			kind, named = v(nil), true
		}
	}
	if balance && !named {
		kind = FlexWrapOn
	}
	return func(b *builder) { b.out.FlexWrap, b.out.FlexBalance = kind, balance }, (named || balance) && (!balance || kind != FlexNoWrap)
}
