package svg

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// viewport is the reference size of percentages, in user units.
type viewport struct{ w, h float64 }

// base returns the percentage base of a direction.
func (v viewport) base(d direction) float64 {
	switch d {
	case horizontal:
		return v.w
	case vertical:
		return v.h
	}
	return math.Sqrt((float64(v.w*v.w) + float64(v.h*v.h)) / 2)
}

// direction selects the dimension of the viewport that a percentage refers to (SVG 2 §8.9).
type direction uint8

const (
	horizontal direction = iota
	vertical
	diagonal
)

// viewBox parses the viewBox attribute; ok is false when it is missing or invalid.
func viewBox(n *dom.Node) (box [4]float64, ok bool) {
	value, has := n.Attr("viewBox")
	if !has {
		if value, has = n.Attr("viewbox"); !has {
			return box, false
		}
	}
	s := scanner{s: value}
	s.space()
	for i := range box {
		v, found := s.number()
		if !found {
			return box, false
		}
		box[i] = v
		if s.space(); i < len(box)-1 {
			s.commaSpace()
		}
	}
	return box, s.done() && box[2] > 0 && box[3] > 0
}

// emptyViewBox reports whether an element has a viewBox of zero area, which disables its rendering.
func emptyViewBox(n *dom.Node) bool {
	v := numberList(n, "viewBox", 4)
	return len(v) == 4 && v[2] >= 0 && v[3] >= 0 && (v[2] == 0 || v[3] == 0)
}

// fitBox maps a viewBox to a w × h rectangle at the origin by preserveAspectRatio (SVG 2 §8.6).
func fitBox(box [4]float64, align string, w, h float64) geom.Matrix {
	sx, sy := w/box[2], h/box[3]
	position, slice := alignment(align)
	if position != "none" {
		k := math.Min(sx, sy)
		if slice {
			k = math.Max(sx, sy)
		}
		sx, sy = k, k
	}
	at := func(free float64, low, high string) float64 {
		switch {
		case position == "none", strings.Contains(position, low):
			return 0
		case strings.Contains(position, high):
			return free
		}
		return free / 2
	}
	dx := at(w-float64(box[2]*sx), "xMin", "xMax")
	dy := at(h-float64(box[3]*sy), "YMin", "YMax")
	return geom.Matrix{A: sx, D: sy, E: dx - float64(box[0]*sx), F: dy - float64(box[1]*sy)}
}

// alignment parses preserveAspectRatio; an invalid value is replaced by the initial one.
func alignment(align string) (position string, slice bool) {
	fields := strings.Fields(align)
	if len(fields) == 0 || len(fields) > 2 || !alignments[fields[0]] || len(fields) == 2 && fields[1] != "meet" && fields[1] != "slice" {
		return "xMidYMid", false
	}
	return fields[0], len(fields) == 2 && fields[1] == "slice"
}

var alignments = map[string]bool{
	"none": true, "xMinYMin": true, "xMidYMin": true, "xMaxYMin": true, "xMinYMid": true, "xMidYMid": true, "xMaxYMid": true,
	"xMinYMax": true, "xMidYMax": true, "xMaxYMax": true,
}

// overflows reports whether preserveAspectRatio lets the content overflow its box.
func overflows(n *dom.Node) bool {
	align, _ := n.Attr("preserveAspectRatio")
	_, slice := alignment(align)
	return slice
}

// lengthUnits maps absolute units to CSS pixels.
var lengthUnits = map[string]float64{"": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6}

// parseLength parses a length attribute; percentages refer to base.
func parseLength(value string, base float64, st *style.Computed) (float64, bool) {
	s := scanner{s: strings.TrimSpace(value)}
	v, ok := s.number()
	if !ok {
		return 0, false
	}
	unit := strings.ToLower(s.s[s.i:])
	switch unit {
	case "%":
		return v * base / 100, true
	case "em", "rem":
		if st == nil || unit == "rem" {
			return v * 16, true
		}
		return v * st.Font.Size, true
	case "ex", "ch":
		if st == nil {
			return v * 8, true
		}
		return v * st.Font.Size / 2, true
	}
	k, known := lengthUnits[unit]
	return v * k, known
}

// length parses a length attribute of a node; missing is the default.
func (e *env) length(n *dom.Node, name string, d direction, missing float64) float64 {
	if v, ok := n.Attr(name); ok {
		if f, ok := e.parse(v, d); ok {
			return f
		}
	}
	return missing
}

// parse parses a length, with the font metrics of the element.
func (e *env) parse(v string, d direction) (float64, bool) {
	if e.metrics != nil && e.style != nil && len(v) > 2 {
		number, unit := v[:len(v)-2], strings.ToLower(v[len(v)-2:])
		if unit == "ex" || unit == "ch" {
			f, ok := parseLength(number, 0, e.style)
			u := e.metrics.UnitsOf(&e.style.Font)
			if unit == "ex" {
				return f * u.XHeight, ok
			}
			return f * u.Zero, ok
		}
	}
	return parseLength(v, e.view.base(d), e.style)
}

// geometry resolves a geometry property: the CSS property takes precedence over the attribute.
func (e *env) geometry(n *dom.Node, name string, css style.Length, d direction) float64 {
	if css.IsDefinite() {
		return resolve(css, e.view.base(d))
	}
	return e.length(n, name, d, 0)
}

// resolve returns a computed length in user units.
func resolve(l style.Length, base float64) float64 { return l.ResolveFine(base) }

// number parses a number attribute; an invalid one is treated as missing.
func number(n *dom.Node, name string, missing float64) float64 {
	if v, ok := n.Attr(name); ok {
		s := scanner{s: strings.TrimSpace(v)}
		if f, ok := s.number(); ok && s.done() {
			return f
		}
	}
	return missing
}

// numberList parses a list of up to limit numbers; nil if it is longer or invalid.
func numberList(n *dom.Node, name string, limit int) []float64 {
	v, _ := n.Attr(name)
	var out []float64
	s := scanner{s: strings.TrimSpace(v)}
	for !s.done() {
		f, ok := s.number()
		if !ok || len(out) == limit {
			return nil
		}
		out = append(out, f)
		s.commaSpace()
	}
	return out
}

// fraction parses a number or percentage attribute.
func fraction(n *dom.Node, name string, missing float64) float64 {
	if v, ok := n.Attr(name); ok {
		s := scanner{s: strings.TrimSpace(v)}
		if f, ok := s.number(); ok {
			switch s.s[s.i:] {
			case "%":
				return f / 100
			case "", "px":
				return f
			}
		}
	}
	return missing
}

// href returns the href or xlink:href of an element.
func href(n *dom.Node) string {
	if v, ok := n.Attr("href"); ok {
		return strings.TrimSpace(v)
	}
	v, _ := n.Attr("xlink:href")
	return strings.TrimSpace(v)
}
