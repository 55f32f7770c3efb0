package main

import "fmt"

// kind is what a document is mostly made of.
type kind int

const (
	kindAny kind = iota
	kindBlock
	kindFlex
	kindGrid
	kindInline
	kindVertical
)

// mixedDocument nests boxes of all kinds, most of them of one; writing modes only in documents that are about them.
func (g *gen) mixedDocument(k kind) string {
	g.left, g.vertical = 14, k == kindVertical
	if k == kindAny {
		g.left = 26
	}
	s := g.sheet().maybe(30, "width", "300px", "420px", "600px").maybe(15, "height", "200px", "400px")
	s.maybe(12, "direction", "rtl")
	if k == kindVertical {
		s.maybe(50, "writing-mode", "vertical-rl", "vertical-lr")
	}
	return g.el("div", s.String(), g.box(k, "block", 0), g.box(k, "block", 0))
}

// display draws how a box of a document lays out its content.
func (g *gen) display(k kind, depth int) string {
	if g.chance(65) {
		switch k {
		case kindBlock:
			return g.pick("block", "block", "block", "flow-root", "inline-block")
		case kindFlex:
			return g.pick("flex", "flex", "flex", "inline-flex")
		case kindGrid:
			return g.pick("grid", "grid", "grid", "inline-grid")
		case kindInline:
			return g.pick("inline", "inline-block", "inline", "block")
		}
	}
	return g.pick("block", "block", "flex", "grid", "inline-block", "inline-flex", "inline-grid", "flow-root", "inline", "table", "columns", "block", "contents")
}

// box is an element inside a parent of the given display.
func (g *gen) box(k kind, parent string, depth int) string {
	g.left--
	if g.left < 0 || depth > 5 || g.chance(12) {
		return g.leaf(parent)
	}
	display := g.display(k, depth)
	if display == "table" {
		g.left -= 3
		return g.smallTable(k, parent, depth)
	}
	s := g.sheet()
	switch display {
	case "columns":
		s.maybe(60, "column-count", "2", "3").maybe(40, "column-width", "80px", "120px").maybe(50, "column-gap", "0", "10px").maybe(20, "column-fill", "auto")
		s.maybe(25, "column-rule", "2px solid")
		display = "block"
	case "block":
	default:
		s.set("display", display)
	}
	g.container(s, display)
	g.item(s, parent)
	g.sizes(s, display)
	var kids []string
	for range 1 + g.Intn(4) {
		if (display == "block" || display == "inline" || display == "inline-block") && g.chance(35) {
			kids = append(kids, g.words(5)+" ")
			continue
		}
		kids = append(kids, g.box(k, display, depth+1))
	}
	tag := "div"
	if display == "inline" {
		tag = "span"
	}
	return g.el(tag, s.String(), kids...)
}

// leaf is a box without boxes in it.
func (g *gen) leaf(parent string) string {
	s := g.sheet()
	switch g.Intn(8) {
	case 0:
		g.item(s, parent)
		s.maybe(25, "width", "50px", "50%", "100%", "auto").maybe(25, "height", "30px", "50%", "100%").maybe(15, "max-width", "100%", "30px").maybe(10, "min-height", "40px", "50%")
		s.maybe(20, "display", "block").maybe(10, "object-fit", "contain").maybe(10, "aspect-ratio", "1", "2 / 1", "auto 1 / 2")
		return g.image(s.String())
	case 1, 2:
		g.item(s, parent)
		g.sizes(s, "block")
		return g.el("div", s.String())
	case 3:
		g.item(s, parent)
		s.maybe(50, "width", "40px", "50%", "120px").maybe(50, "height", "20px", "50%", "60px")
		return g.el("div", s.set("display", g.pick("inline-block", "inline-block", "block")).String(), g.words(2))
	case 4:
		g.item(s, parent)
		return g.el("p", s.maybe(50, "margin", "0", "5px 0", "10px").String(), g.words(8))
	}
	g.item(s, parent)
	g.sizes(s, "block")
	return g.el("div", s.String(), g.words(4))
}

// sizes declares sizes and edges.
func (g *gen) sizes(s *sheet, display string) {
	if display == "inline" {
		s.maybe(25, "padding", "3px", "0 8px").maybe(20, "margin", "0 6px", "5px").maybe(20, "vertical-align", "top", "middle", "bottom", "super", "4px", "text-top")
		s.maybe(20, "font-size", "10px", "24px").maybe(15, "line-height", "1", "2", "30px")
		g.border(s, 15)
		return
	}
	s.maybe(35, "width", "60px", "120px", "200px", "50%", "100%", "min-content", "max-content", "fit-content", "calc(100% - 30px)", "fit-content(80px)", "75%")
	s.maybe(30, "height", "40px", "80px", "150px", "50%", "100%", "min-content", "fit-content", "calc(50% + 10px)")
	s.maybe(12, "min-width", "50px", "150px", "30%", "min-content", "max-content").maybe(12, "max-width", "60px", "150px", "60%", "max-content", "min-content")
	s.maybe(10, "min-height", "30px", "100px", "50%", "min-content").maybe(10, "max-height", "30px", "80px", "50%", "min-content")
	s.maybe(10, "aspect-ratio", "1", "2 / 1", "1 / 2", "auto 3 / 2")
	s.maybe(25, "padding", "5px", "10px", "4px 8px 0 2px", "5%").maybe(30, "margin", "5px", "10px", "0 auto", "10px auto 0 0", "-5px", "0 0 20px", "5%", "auto")
	g.border(s, 15)
	s.maybe(12, "box-sizing", "border-box").maybe(12, "overflow", "hidden", "auto", "clip", "scroll")
	s.maybe(5, "direction", "rtl", "ltr").maybe(6, "line-height", "1", "2", "30px").maybe(6, "font-size", "10px", "24px")
	if g.vertical {
		s.maybe(15, "writing-mode", "vertical-rl", "vertical-lr", "horizontal-tb")
	}
	s.maybe(6, "white-space", "nowrap", "pre-wrap").maybe(8, "text-align", "center", "right", "justify")
	s.maybe(3, "contain", "size", "layout", "inline-size", "content").maybe(3, "text-indent", "20px")
}

// container declares how a box lays out its content.
func (g *gen) container(s *sheet, display string) {
	aligned := func(percent int, property string, more ...string) {
		s.maybe(percent, property, append(more, "start", "end", "center", "stretch", "flex-start", "flex-end", "baseline", "normal")...)
	}
	switch display {
	case "flex", "inline-flex":
		s.maybe(45, "flex-direction", "column", "row-reverse", "column-reverse", "row").maybe(40, "flex-wrap", "wrap", "wrap-reverse")
		aligned(35, "align-items", "last baseline", "self-end", "safe center")
		aligned(25, "align-content", "space-between", "space-around", "space-evenly")
		s.maybe(35, "justify-content", "center", "flex-end", "space-between", "space-around", "space-evenly", "end", "left", "right", "safe center")
		s.maybe(30, "gap", "5px", "10px 4px", "5%")
	case "grid", "inline-grid":
		tracks := []string{"auto", "1fr", "60px", "min-content", "max-content", "minmax(40px, 1fr)", "25%", "fit-content(90px)", "minmax(min-content, 100px)", "2fr", "minmax(0, auto)"}
		list := func(most int) string {
			out := g.pick(tracks...)
			for range g.Intn(most) {
				out += " " + g.pick(tracks...)
			}
			return out
		}
		if g.chance(75) {
			v := list(4)
			if g.chance(12) {
				v = fmt.Sprintf("repeat(%s, %s)", g.pick("auto-fill", "auto-fit", "2"), g.pick("60px", "minmax(50px, 1fr)", "80px"))
			}
			s.set("grid-template-columns", v)
		}
		if g.chance(40) {
			s.set("grid-template-rows", list(3))
		}
		s.maybe(15, "grid-auto-rows", "30px", "1fr", "min-content", "minmax(20px, auto)").maybe(15, "grid-auto-columns", "50px", "1fr", "auto")
		s.maybe(20, "grid-auto-flow", "column", "dense", "column dense")
		aligned(25, "align-items", "last baseline")
		s.maybe(25, "justify-items", "left", "right", "start", "end", "center", "stretch")
		aligned(20, "align-content", "space-between", "space-around")
		aligned(20, "justify-content", "space-between", "space-evenly", "right")
		s.maybe(35, "gap", "5px", "10px 4px", "5%")
	}
}

// item declares what a box asks of the parent that lays it out.
func (g *gen) item(s *sheet, parent string) {
	aligned := func(percent int, property string) {
		s.maybe(percent, property, "start", "end", "center", "stretch", "baseline", "flex-end", "last baseline", "self-end", "unsafe end")
	}
	if g.chance(6) {
		s.set("position", "absolute")
		s.maybe(40, "left", "10px", "20%", "auto").maybe(30, "right", "5px", "0").maybe(40, "top", "10px", "30%").maybe(30, "bottom", "0", "20px")
		s.maybe(20, "align-self", "start", "end", "center", "stretch", "self-end").maybe(20, "justify-self", "start", "end", "center", "stretch")
	} else {
		s.maybe(8, "position", "relative", "relative", "sticky")
		if g.chance(5) {
			s.set("left", g.pick("5px", "10%")).set("top", g.pick("-3px", "10%"))
		}
	}
	switch parent {
	case "flex", "inline-flex":
		s.maybe(35, "flex", "1", "2", "none", "0 1 auto", "1 1 50px", "0 0 40%", "1 0 min-content", "2 3 30px").maybe(10, "order", "1", "-1", "2")
		aligned(20, "align-self")
		s.maybe(8, "flex-basis", "content", "0", "50%", "max-content")
	case "grid", "inline-grid":
		s.maybe(20, "grid-column", "1", "2", "span 2", "1 / -1", "-2", "2 / span 2", "span 3").maybe(15, "grid-row", "1", "2", "span 2", "1 / -1", "3").maybe(5, "order", "1", "-1")
		aligned(15, "align-self")
		s.maybe(15, "justify-self", "start", "end", "center", "stretch", "left", "self-end")
		if g.chance(6) {
			s.set("display", "grid").set("grid-template-columns", "subgrid").set("grid-column", "span 2")
			s.maybe(30, "grid-template-rows", "subgrid")
		}
	default:
		s.maybe(10, "float", "left", "right").maybe(8, "clear", "both", "left", "right")
		s.maybe(5, "justify-self", "center", "end")
	}
	s.maybe(8, "vertical-align", "top", "middle", "bottom", "5px", "text-bottom")
}

// smallTable is a table of a few cells that hold boxes.
func (g *gen) smallTable(k kind, parent string, depth int) string {
	s := g.sheet().maybe(40, "width", "100%", "200px", "50%", "300px").maybe(20, "height", "100px", "200px", "100%").maybe(30, "border-collapse", "collapse").maybe(15, "table-layout", "fixed")
	g.item(s, parent)
	g.border(s, 25)
	var rows []string
	for range 1 + g.Intn(2) {
		var cells []string
		for range 1 + g.Intn(3) {
			c := g.sheet().maybe(20, "width", "60px", "40%").maybe(15, "height", "50px", "50%").maybe(20, "vertical-align", "top", "bottom", "middle").maybe(20, "padding", "5px", "0")
			g.border(c, 20)
			cells = append(cells, g.el("td", c.String(), g.box(k, "block", depth+1)))
		}
		rows = append(rows, g.el("tr", "", cells...))
	}
	return g.el("table", s.String(), g.el("tbody", "", rows...))
}
