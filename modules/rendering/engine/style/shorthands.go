package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// longhand parses a value of the named longhand.
func (p *parser) longhand(name string) (setter, bool) {
	save := p.I
	f, ok := props.props[props.byName[name]].parse(p)
	if !ok {
		p.I = save
	}
	return f, ok
}

// anyOrder parses values of the longhands in any order, each at most once.
func anyOrder(names ...string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		used := make([]bool, len(names))
		n := 0
	next:
		for !p.AtEnd() {
			for i, name := range names {
				if used[i] {
					continue
				}
				if f, ok := p.longhand(name); ok {
					used[i] = true
					set(name, f)
					n++
					continue next
				}
			}
			return false
		}
		return n > 0
	}
}

// sides parses one to four values for the longhands top, right, bottom, left.
func sides(names [4]string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		var starts []int
		probe := *p
		for len(starts) < 4 && !probe.AtEnd() {
			starts = append(starts, probe.I)
			if _, ok := probe.longhand(names[0]); !ok {
				return false
			}
		}
		if len(starts) == 0 {
			return false
		}
		for i, name := range names {
			q := *p
			q.I = starts[sideIndex(len(starts), i)]
			f, ok := q.longhand(name)
			if !ok {
				return false
			}
			set(name, f)
		}
		p.I = probe.I
		return true
	}
}

// pair parses one or two values for two longhands; a single value sets both.
func pair(first, second string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		start := p.I
		f, ok := p.longhand(first)
		if !ok {
			return false
		}
		set(first, f)
		if p.AtEnd() {
			p.I = start
		}
		f, ok = p.longhand(second)
		set(second, f)
		return ok
	}
}

func fourNames(format string) (out [4]string) {
	for i, s := range sideNames {
		out[i] = strings.ReplaceAll(format, "*", s)
	}
	return out
}

func defineShorthands(r *registry) {
	four := func(name, format string) {
		n := fourNames(format)
		r.short(name, strings.Join(n[:], " "), sides(n))
	}
	four("margin", "margin-*")
	four("padding", "padding-*")
	four("inset", "*")
	four("border-width", "border-*-width")
	four("border-style", "border-*-style")
	four("border-color", "border-*-color")
	for _, pre := range []string{"margin", "padding", "inset"} {
		for _, axis := range []string{"inline", "block"} {
			a, b := pre+"-"+axis+"-start", pre+"-"+axis+"-end"
			r.short(pre+"-"+axis, a+" "+b, pair(a, b))
		}
	}
	r.short("overflow", "overflow-x overflow-y", pair("overflow-x", "overflow-y"))
	r.short("contain-intrinsic-size", "contain-intrinsic-width contain-intrinsic-height", pair("contain-intrinsic-width", "contain-intrinsic-height"))
	r.short("gap", "row-gap column-gap", pair("row-gap", "column-gap"))
	r.short("border-radius", "border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius", radiusShorthand)
	r.alias("-webkit-border-radius", "border-radius")
	defineBorderShorthands(r)
	r.short("outline", "outline-width outline-style outline-color", anyOrder("outline-width", "outline-style", "outline-color"))
	r.short("list-style", "list-style-type list-style-position list-style-image", listStyle)
	defineGapShorthands(r)
	r.short("flex-flow", "flex-direction flex-wrap", anyOrder("flex-direction", "flex-wrap"))
	r.short("flex", "flex-grow flex-shrink flex-basis", flexShorthand)
	r.short("columns", "column-width column-count column-height", columnsShorthand)
	r.short("place-content", "align-content justify-content", place("align-content", "justify-content"))
	r.short("place-items", "align-items justify-items", place("align-items", "justify-items"))
	r.short("place-self", "align-self justify-self", place("align-self", "justify-self"))
	r.short("text-decoration", "text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness",
		anyOrder("text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness"))
	r.foreign("-webkit-text-decoration", "text-decoration")
	r.short("-webkit-text-stroke", "-webkit-text-stroke-width -webkit-text-stroke-color", anyOrder("-webkit-text-stroke-width", "-webkit-text-stroke-color"))
	r.short("text-emphasis", "text-emphasis-style text-emphasis-color", anyOrder("text-emphasis-style", "text-emphasis-color"))
	r.alias("-webkit-text-emphasis", "text-emphasis")
	r.short("white-space", "white-space-collapse text-wrap-mode", whiteSpace)
	r.short("text-wrap", "text-wrap-mode text-wrap-style", textWrap)
	r.short("background", "background-image background-position-x background-position-y background-size background-repeat background-origin background-clip background-attachment background-color",
		func(p *parser, set func(string, setter)) bool { return layersShorthand(p, "background-", set) })
	r.short("background-position", "background-position-x background-position-y", layerPosition("background-"))
	r.short("mask", "mask-image mask-position-x mask-position-y mask-size mask-repeat mask-origin mask-clip mask-mode mask-composite",
		func(p *parser, set func(string, setter)) bool { return layersShorthand(p, "mask-", set) })
	r.alias("-webkit-mask", "mask")
	r.short("mask-position", "mask-position-x mask-position-y", layerPosition("mask-"))
	r.short("border-image", "border-image-source border-image-slice border-image-width border-image-outset border-image-repeat", slicesShorthand("border-image-"))
	r.short("-webkit-mask-box-image", "-webkit-mask-box-image-source -webkit-mask-box-image-slice -webkit-mask-box-image-width -webkit-mask-box-image-outset -webkit-mask-box-image-repeat",
		slicesShorthand("-webkit-mask-box-image-"))
	r.foreign("mask-border", "-webkit-mask-box-image")
	r.alias("-webkit-border-image", "border-image")
	r.short("animation", "animation-name animation-duration animation-delay animation-iteration-count animation-direction animation-fill-mode animation-timing-function animation-play-state animation-timeline", animationShorthand)
	r.short("marker", "marker-start marker-mid marker-end", func(p *parser, set func(string, setter)) bool {
		start := p.I
		for _, n := range []string{"marker-start", "marker-mid", "marker-end"} {
			p.I = start
			f, ok := p.longhand(n)
			if !ok {
				return false
			}
			set(n, f)
		}
		return true
	})
	r.short("font-synthesis", "font-synthesis-weight font-synthesis-style font-synthesis-small-caps", func(p *parser, set func(string, setter)) bool {
		named := map[string]bool{}
		if !p.Ident("none") {
			for !p.AtEnd() {
				name, ok := p.oneOf("weight", "style", "small-caps", "position")
				if !ok || named[name] {
					return false
				}
				named[name] = true
			}
			if len(named) == 0 {
				return false
			}
		}
		for _, form := range synthesised {
			set("font-synthesis-"+form.name, func(b *builder) { b.out.Font.allow(form.flag, named[form.name]) })
		}
		return true
	})
	r.short("container", "container-name container-type", containerShorthand)
	defineFontShorthands(r)
	defineGridShorthands(r)
}

func radiusShorthand(p *parser, set func(string, setter)) bool {
	v, ok := p.radii()
	if !ok {
		return false
	}
	for i, n := range [4]string{"top-left", "top-right", "bottom-right", "bottom-left"} {
		set("border-"+n+"-radius", func(b *builder) { b.out.Radius[i] = v(b)[i] })
	}
	return true
}

func defineBorderShorthands(r *registry) {
	var all []string
	for _, s := range sideNames {
		w, st, c := "border-"+s+"-width", "border-"+s+"-style", "border-"+s+"-color"
		r.short("border-"+s, w+" "+st+" "+c, anyOrder(w, st, c))
		all = append(all, w, st, c)
	}
	all = append(all, "border-image-source", "border-image-slice", "border-image-width", "border-image-outset", "border-image-repeat")
	r.short("border", strings.Join(all, " "), func(p *parser, set func(string, setter)) bool {
		start := p.I
		for _, s := range sideNames {
			p.I = start
			if !anyOrder("border-"+s+"-width", "border-"+s+"-style", "border-"+s+"-color")(p, set) {
				return false
			}
		}
		return true
	})
	for _, axis := range []string{"inline", "block"} {
		var both []string
		for _, part := range []string{"width", "style", "color"} {
			a, b := "border-"+axis+"-start-"+part, "border-"+axis+"-end-"+part
			r.short("border-"+axis+"-"+part, a+" "+b, pair(a, b))
			both = append(both, a, b)
		}
		for _, end := range []string{"start", "end"} {
			n := "border-" + axis + "-" + end
			r.short(n, n+"-width "+n+"-style "+n+"-color", anyOrder(n+"-width", n+"-style", n+"-color"))
		}
		r.short("border-"+axis, strings.Join(both, " "), func(p *parser, set func(string, setter)) bool {
			start := p.I
			for _, end := range []string{"start", "end"} {
				n := "border-" + axis + "-" + end
				p.I = start
				if !anyOrder(n+"-width", n+"-style", n+"-color")(p, set) {
					return false
				}
			}
			return true
		})
	}
}

// listStyle parses list-style, where none applies to the type, the image or both.
func listStyle(p *parser, set func(string, setter)) bool {
	nones := 0
	used := map[string]bool{}
next:
	for !p.AtEnd() {
		if p.Ident("none") {
			nones++
			continue
		}
		for _, n := range []string{"list-style-position", "list-style-image", "list-style-type"} {
			if used[n] {
				continue
			}
			if f, ok := p.longhand(n); ok {
				used[n] = true
				set(n, f)
				continue next
			}
		}
		return false
	}
	free := 0
	if !used["list-style-type"] {
		free++
		if nones > 0 {
			set("list-style-type", func(b *builder) { b.out.ListStyleType, b.out.ListStyleString = "none", false })
		}
	}
	if !used["list-style-image"] {
		free++
	}
	return nones <= free && (nones > 0 || len(used) > 0)
}

func flexShorthand(p *parser, set func(string, setter)) bool {
	fixed := func(grow, shrink float64, basis Length) bool {
		set("flex-grow", func(b *builder) { b.out.FlexGrow = grow })
		set("flex-shrink", func(b *builder) { b.out.FlexShrink = shrink })
		set("flex-basis", func(b *builder) { b.out.FlexBasis = basis })
		return true
	}
	if p.Ident("none") {
		return fixed(0, 0, Length{})
	}
	if probe := *p; probe.Ident("auto") && probe.AtEnd() {
		p.I = probe.I
		return fixed(1, 1, Length{})
	}
	if probe := *p; probe.Ident("initial") && probe.AtEnd() {
		p.I = probe.I
		return fixed(0, 1, Length{})
	}
	var grow, shrink value[float64]
	var basis value[Length]
	for !p.AtEnd() {
		if grow == nil {
			if g, ok := p.number(0); ok {
				grow = g
				shrink = constant(1.0)
				if s, ok := p.number(0); ok {
					shrink = s
				}
				continue
			}
		}
		if basis != nil || p.Peek().Kind == css.Function && css.EqualFold(p.Peek().Value, "calc-size") {
			return false // Chromium takes calc-size() in flex-basis only
		}
		l, ok := p.length(allowPercent | allowAuto | allowContent | allowSizing)
		if !ok {
			return false
		}
		basis = l
	}
	if grow == nil && basis == nil {
		return false
	}
	if grow == nil {
		grow, shrink = constant(1.0), constant(1.0)
	}
	if basis == nil {
		basis = constant(Percentage(0))
	}
	set("flex-grow", func(b *builder) { b.out.FlexGrow = grow(b) })
	set("flex-shrink", func(b *builder) { b.out.FlexShrink = shrink(b) })
	set("flex-basis", func(b *builder) { b.out.FlexBasis = basis(b) })
	return true
}

func columnsShorthand(p *parser, set func(string, setter)) bool {
	n := 0
	count, width := false, false
	for ; !p.AtEnd() && n < 3; n++ {
		if n > 0 && p.Slash() {
			f, ok := p.longhand("column-height")
			set("column-height", f)
			return ok
		}
		if n == 2 {
			return false
		}
		if p.Ident("auto") {
			continue
		}
		if f, ok := p.longhand("column-count"); ok && !count {
			set("column-count", f)
			count = true
			continue
		}
		f, ok := p.longhand("column-width")
		if !ok || width {
			return false
		}
		set("column-width", f)
		width = true
	}
	return n > 0
}

// place parses align-* and justify-* together; a single value sets both.
func place(first, second string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		start := p.I
		f, ok := p.longhand(first)
		if !ok {
			return false
		}
		set(first, f)
		if p.AtEnd() {
			p.I = start
			if second == "justify-content" && (p.Peek().Is("baseline") || p.Peek().Is("first") || p.Peek().Is("last")) {
				p.I = len(p.T)
				set(second, func(b *builder) { b.out.JustifyContent = Alignment{Kind: AlignStartBox} })
				return true
			}
		}
		f, ok = p.longhand(second)
		set(second, f)
		return ok
	}
}

func whiteSpace(p *parser, set func(string, setter)) bool {
	type ws struct {
		c      WhiteSpaceCollapse
		nowrap bool
	}
	one := func(v ws) {
		set("white-space-collapse", func(b *builder) { b.out.WhiteSpace = v.c })
		set("text-wrap-mode", func(b *builder) { b.out.NoWrap = v.nowrap })
	}
	if v, ok := (words[ws]{"normal": {WSCollapse, false}, "pre": {WSPreserve, true}, "nowrap": {WSCollapse, true}, "pre-wrap": {WSPreserve, false},
		"pre-line": {WSPreserveBreaks, false}, "break-spaces": {WSBreakSpaces, false}, "-webkit-nowrap": {WSCollapse, true}}).parse(p); ok {
		if p.AtEnd() {
			one(v(nil))
			return true
		}
		p.I = 0
	}
	return anyOrder("white-space-collapse", "text-wrap-mode")(p, set)
}

func textWrap(p *parser, set func(string, setter)) bool {
	return anyOrder("text-wrap-mode", "text-wrap-style")(p, set)
}

func layerPosition(prefix string) func(p *parser, set func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool {
		var vs []value[[2]Length]
		for {
			v, ok := p.layerPosition()
			if !ok {
				return false
			}
			vs = append(vs, v)
			if !p.Comma() {
				break
			}
		}
		get := func(s *Computed) *layerLists { return &s.inner.backgrounds }
		if prefix == "mask-" {
			get = func(s *Computed) *layerLists { return &s.inner.masks }
		}
		axis := func(b *builder, i int) []Length {
			out := make([]Length, len(vs))
			for j, v := range vs {
				out[j] = v(b)[i]
			}
			return out
		}
		set(prefix+"position-x", func(b *builder) { get(b.out).x = axis(b, 0) })
		set(prefix+"position-y", func(b *builder) { get(b.out).y = axis(b, 1) })
		return true
	}
}

func slicesShorthand(prefix string) func(*parser, func(string, setter)) bool {
	return func(p *parser, set func(string, setter)) bool { return readSlices(p, prefix, set) }
}

func readSlices(p *parser, prefix string, set func(string, setter)) bool {
	used := map[string]bool{}
next:
	for !p.AtEnd() {
		if !used["slice"] {
			if f, ok := p.longhand(prefix + "slice"); ok {
				used["slice"] = true
				set(prefix+"slice", f)
				if p.Slash() {
					f, ok := p.longhand(prefix + "width")
					if ok {
						set(prefix+"width", f)
					} else if !p.Peek().IsDelim('/') {
						return false
					}
					if p.Slash() {
						f, ok := p.longhand(prefix + "outset")
						if !ok {
							return false
						}
						set(prefix+"outset", f)
					}
				}
				continue
			}
		}
		for _, n := range []string{prefix + "source", prefix + "repeat"} {
			if used[n] {
				continue
			}
			if f, ok := p.longhand(n); ok {
				used[n] = true
				set(n, f)
				continue next
			}
		}
		return false
	}
	return len(used) > 0
}
