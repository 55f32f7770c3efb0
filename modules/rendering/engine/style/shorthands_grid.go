package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

func defineGridShorthands(r *registry) {
	r.short("grid-row", "grid-row-start grid-row-end", gridLines("grid-row-start", "grid-row-end"))
	r.short("grid-column", "grid-column-start grid-column-end", gridLines("grid-column-start", "grid-column-end"))
	r.short("grid-area", "grid-row-start grid-column-start grid-row-end grid-column-end",
		gridLines("grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"))
	r.short("grid-template", "grid-template-rows grid-template-columns grid-template-areas", gridTemplate)
	r.short("grid", "grid-template-rows grid-template-columns grid-template-areas grid-auto-rows grid-auto-columns grid-auto-flow", gridShorthand)
}

func lineOf(g *Grid, name string) *GridLine {
	switch name {
	case "grid-row-start":
		return &g.RowStart
	case "grid-row-end":
		return &g.RowEnd
	case "grid-column-start":
		return &g.ColumnStart
	}
	return &g.ColumnEnd
}

// gridLines parses lines separated by slashes. A missing one repeats a name of its opposite, or is auto (CSS Grid 2
// §8.4).
func gridLines(names ...string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		var vs []value[GridLine]
		for len(vs) < len(names) {
			v, ok := p.gridLine()
			if !ok {
				return false
			}
			vs = append(vs, v)
			if !p.Slash() {
				break
			}
		}
		n := len(vs)
		for i := range names {
			var v value[GridLine]
			switch {
			case i < n:
				v = vs[i]
			case i == 3 && n >= 2:
				v = onlyName(vs[1])
			default:
				v = onlyName(vs[0])
			}
			set(names[i], func(b *builder) { *lineOf(b.grid(), names[i]) = v(b) })
		}
		return true
	}
}

// onlyName returns a line that consists of a name; any other becomes auto.
func onlyName(v value[GridLine]) value[GridLine] {
	return func(b *builder) GridLine {
		if l := v(b); l.Name != "" && !l.Span && l.N == 0 {
			return l
		}
		return GridLine{Auto: true}
	}
}

// gridTemplate parses none, rows / columns, or strings with row sizes.
func gridTemplate(p *parser, set func(string, setter)) bool {
	if probe := *p; probe.Ident("none") && probe.AtEnd() {
		p.I = probe.I
		return true
	}
	if f, ok := p.templateAreas(set); ok {
		return f
	}
	rows, ok := p.longhand("grid-template-rows")
	if !ok || !p.Slash() {
		return false
	}
	cols, ok := p.longhand("grid-template-columns")
	set("grid-template-rows", rows)
	set("grid-template-columns", cols)
	return ok
}

// templateAreas parses "[names] 'string' size? [names]" rows and "/ columns"; done is false when the value is not of
// that form.
func (p *parser) templateAreas(set func(string, setter)) (ok, done bool) {
	probe := *p
	for probe.Peek().Kind == css.LeftBracket {
		probe.Block()
	}
	if probe.Peek().Kind != css.String {
		return false, false
	}
	var areas [][]string
	type row struct {
		names []string
		size  value[TrackSize]
	}
	var rows []row
	var trailing []string
	for !p.AtEnd() && !p.Peek().IsDelim('/') {
		r := row{names: trailing}
		trailing = nil
		if p.Peek().Kind == css.LeftBracket {
			n, ok := p.lineNames()
			if !ok {
				return false, true
			}
			r.names = append(append([]string{}, r.names...), n...)
		}
		s, ok := p.str()
		if !ok {
			return false, true
		}
		a, ok := areaRow(s)
		if !ok || len(areas) > 0 && len(a) != len(areas[0]) {
			return false, true
		}
		areas = append(areas, a)
		r.size = constant(TrackSize{})
		if t := p.Peek(); t.Kind != css.String && t.Kind != css.LeftBracket && !t.IsDelim('/') && t.Kind != css.EOF {
			if r.size, ok = p.trackSize(); !ok {
				return false, true
			}
		}
		if p.Peek().Kind == css.LeftBracket {
			if trailing, ok = p.lineNames(); !ok {
				return false, true
			}
		}
		rows = append(rows, r)
	}
	if !rectangular(areas) {
		return false, true
	}
	if p.Slash() {
		cols, ok := p.longhand("grid-template-columns")
		if !ok {
			return false, true
		}
		set("grid-template-columns", cols)
	}
	set("grid-template-areas", func(b *builder) { b.grid().Areas = areas })
	set("grid-template-rows", func(b *builder) {
		var list []TrackEntry
		for _, r := range rows {
			s := r.size(b)
			list = append(list, TrackEntry{Names: r.names, Size: &s})
		}
		if len(trailing) > 0 {
			list = append(list, TrackEntry{Names: trailing})
		}
		b.grid().Rows, b.grid().SubgridRows = list, false
	})
	return true, true
}

// gridShorthand parses grid: a template, or one axis with auto-flow.
func gridShorthand(p *parser, set func(string, setter)) bool {
	start := p.I
	flow := func() (dense, ok bool) {
		seen := false
		for {
			id, found := p.oneOf("auto-flow", "dense")
			if !found {
				return dense, seen
			}
			if id == "dense" {
				dense = true
			} else {
				seen = true
			}
		}
	}
	if dense, ok := flow(); ok { // auto-flow [rows]? / columns
		set("grid-auto-flow", func(b *builder) { b.grid().FlowColumn, b.grid().FlowDense = false, dense })
		if !p.Peek().IsDelim('/') {
			f, ok := p.longhand("grid-auto-rows")
			if !ok {
				return false
			}
			set("grid-auto-rows", f)
		}
		if !p.Slash() {
			return false
		}
		f, ok := p.longhand("grid-template-columns")
		set("grid-template-columns", f)
		return ok
	}
	p.I = start
	if rows, ok := p.longhand("grid-template-rows"); ok && p.Slash() {
		if dense, ok := flow(); ok { // rows / auto-flow [columns]?
			set("grid-template-rows", rows)
			set("grid-auto-flow", func(b *builder) { b.grid().FlowColumn, b.grid().FlowDense = true, dense })
			if p.AtEnd() {
				return true
			}
			f, ok := p.longhand("grid-auto-columns")
			set("grid-auto-columns", f)
			return ok
		}
	}
	p.I = start
	return gridTemplate(p, set)
}
