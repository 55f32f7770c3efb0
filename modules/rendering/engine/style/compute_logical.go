package style

import "slices"

// physicalSide maps a flow-relative side to the index of a physical side by writing mode and direction (CSS Logical 1,
// CSS Writing Modes 4 §6.4).
func physicalSide(axis, end bool, wm WritingMode, dir Direction) int {
	// axis: true = inline, false = block.
	rtl := dir == RTL
	if wm == HorizontalTB {
		if axis {
			if end != rtl {
				return Right
			}
			return Left
		}
		if end {
			return Bottom
		}
		return Top
	}
	if axis {
		if end != (rtl != (wm == SidewaysLR)) {
			return Bottom
		}
		return Top
	}
	if (wm == VerticalRL || wm == SidewaysRL) != end {
		return Right
	}
	return Left
}

// defineLogical defines the flow-relative equivalents of the physical properties. They are parsed as a physical
// property and mapped to the right one in the cascade.
func defineLogical(r *registry) {
	add := func(name, sample string, to func(wm WritingMode, dir Direction) propID) {
		twin := r.props[r.id(sample)]
		var targets []property
		for _, wm := range []WritingMode{HorizontalTB, VerticalRL, VerticalLR, SidewaysRL, SidewaysLR} {
			for _, dir := range []Direction{LTR, RTL} {
				id := to(wm, dir)
				if !slices.ContainsFunc(targets, func(p property) bool { return p.id == id }) {
					targets = append(targets, r.props[id])
				}
			}
		}
		// A setter writes to a fixed field, so the value is parsed for every physical property that it may map to; the
		// writing mode selects one when it is set.
		parse := func(p *parser) (setter, bool) {
			start, sets := *p, make([]setter, len(targets))
			for i := range targets {
				*p = start
				var ok bool
				if sets[i], ok = targets[i].parse(p); !ok {
					return nil, false
				}
			}
			return func(b *builder) {
				id := to(b.out.WritingMode, b.out.Direction)
				for i := range targets {
					if targets[i].id == id {
						sets[i](b)
					}
				}
			}, true
		}
		r.add(property{name: name, phase: phaseRest, parse: parse, copy: twin.copy, logical: to})
	}
	flows := []struct {
		name        string
		inline, end bool
	}{{"inline-start", true, false}, {"inline-end", true, true}, {"block-start", false, false}, {"block-end", false, true}}
	side := func(format func(side string) string, sample string, name string, inline, end bool) {
		var ids [4]propID
		for i, s := range sideNames {
			ids[i] = r.id(format(s))
		}
		add(name, sample, func(wm WritingMode, dir Direction) propID { return ids[physicalSide(inline, end, wm, dir)] })
	}
	for _, f := range flows {
		side(func(s string) string { return "margin-" + s }, "margin-top", "margin-"+f.name, f.inline, f.end)
		side(func(s string) string { return "padding-" + s }, "padding-top", "padding-"+f.name, f.inline, f.end)
		side(func(s string) string { return s }, "top", "inset-"+f.name, f.inline, f.end)
		for _, part := range []string{"width", "style", "color"} {
			side(func(s string) string { return "border-" + s + "-" + part }, "border-top-"+part, "border-"+f.name+"-"+part, f.inline, f.end)
		}
	}
	for _, pre := range []string{"", "min-", "max-"} {
		w, h := r.id(pre+"width"), r.id(pre+"height")
		add(pre+"inline-size", pre+"width", func(wm WritingMode, _ Direction) propID {
			if wm == HorizontalTB {
				return w
			}
			return h
		})
		add(pre+"block-size", pre+"height", func(wm WritingMode, _ Direction) propID {
			if wm == HorizontalTB {
				return h
			}
			return w
		})
	}
	cw, ch := r.id("contain-intrinsic-width"), r.id("contain-intrinsic-height")
	add("contain-intrinsic-inline-size", "contain-intrinsic-width", func(wm WritingMode, _ Direction) propID {
		if wm == HorizontalTB {
			return cw
		}
		return ch
	})
	add("contain-intrinsic-block-size", "contain-intrinsic-width", func(wm WritingMode, _ Direction) propID {
		if wm == HorizontalTB {
			return ch
		}
		return cw
	})
	ox, oy := r.id("overflow-x"), r.id("overflow-y")
	add("overflow-inline", "overflow-x", func(wm WritingMode, _ Direction) propID {
		if wm == HorizontalTB {
			return ox
		}
		return oy
	})
	add("overflow-block", "overflow-y", func(wm WritingMode, _ Direction) propID {
		if wm == HorizontalTB {
			return oy
		}
		return ox
	})
	for _, part := range []struct{ before, after string }{{"border-", "-radius"}, {"corner-", "-shape"}} {
		var corners [4]propID
		for i, n := range []string{"top-left", "top-right", "bottom-right", "bottom-left"} {
			corners[i] = r.id(part.before + n + part.after)
		}
		corner := func(name string, blockEnd, inlineEnd bool) {
			add(part.before+name+part.after, part.before+"top-left"+part.after, func(wm WritingMode, dir Direction) propID {
				a, c := physicalSide(false, blockEnd, wm, dir), physicalSide(true, inlineEnd, wm, dir)
				bottom, right := a == Bottom || c == Bottom, a == Right || c == Right
				switch {
				case !bottom && !right:
					return corners[0]
				case !bottom:
					return corners[1]
				case right:
					return corners[2]
				}
				return corners[3]
			})
		}
		corner("start-start", false, false)
		corner("start-end", false, true)
		corner("end-start", true, false)
		corner("end-end", true, true)
	}
	// Legacy prefixed names.
	for _, part := range []string{"margin", "padding"} {
		r.alias("-webkit-"+part+"-start", part+"-inline-start")
		r.alias("-webkit-"+part+"-end", part+"-inline-end")
		r.alias("-webkit-"+part+"-before", part+"-block-start")
		r.alias("-webkit-"+part+"-after", part+"-block-end")
	}
	r.alias("-webkit-logical-width", "inline-size")
	r.alias("-webkit-logical-height", "block-size")
}
