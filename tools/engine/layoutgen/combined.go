package main

import (
	"fmt"
	"strings"
)

// alignments are the values of the alignment properties that have a meaning in most containers.
var alignments = []string{"start", "end", "center", "stretch", "flex-end", "self-end", "baseline", "last baseline", "normal", "safe center", "unsafe end"}

// tracksDocument is grids with named lines and areas, spans over minmax() tracks, dense placement, gaps and tracks in
// percentages of definite and indefinite sizes, and absolutely positioned children of areas.
func (g *gen) tracksDocument() string {
	g.left = 16
	return g.el("div", g.sheet().maybe(40, "width", "400px", "70%").maybe(15, "direction", "rtl").maybe(15, "display", "flex", "inline-block").String(), g.tracks(0), g.tracks(0))
}

func (g *gen) trackList() string {
	tracks := []string{"50px", "1fr", "2fr", "auto", "20%", "minmax(40px, 1fr)", "minmax(auto, 80px)", "minmax(min-content, 30%)", "fit-content(90px)", "min-content", "max-content", "minmax(0, 1fr)", "calc(10px + 5%)", "0.4fr"}
	var out []string
	for i := range 1 + g.Intn(3) {
		if g.chance(30) {
			out = append(out, g.pick("[a]", "[b c]", "[a-start]", "[main-end]"))
		}
		if i == 0 && g.chance(20) {
			out = append(out, g.pick("repeat(2, [a] 40px [b] auto)", "repeat(auto-fill, 60px)", "repeat(auto-fit, minmax(50px, 1fr))", "repeat(auto-fill, minmax(20%, 70px) [b])"))
			continue
		}
		out = append(out, g.pick(tracks...))
	}
	return strings.Join(out, " ")
}

func (g *gen) tracks(depth int) string {
	s := g.sheet().set("display", g.pick("grid", "grid", "inline-grid")).set("grid-template-columns", g.trackList()).maybe(50, "grid-template-rows", g.trackList())
	if g.chance(20) {
		s.set("grid-template-areas", g.pick("'main main' 'side foot'", "'a b' 'a .'", "'main side side'"))
	}
	s.maybe(35, "gap", "5%", "8px", "4px 10%", "0 1em").maybe(30, "grid-auto-flow", "dense", "column", "column dense").maybe(25, "grid-auto-rows", "30px", "minmax(20px, auto)", "10%", "1fr 2fr").maybe(20, "grid-auto-columns", "40px", "1fr", "min-content")
	s.maybe(30, "height", "120px", "50%", "200px").maybe(20, "min-height", "80px").maybe(15, "max-height", "60px").maybe(10, "aspect-ratio", "1", "3 / 2")
	for _, p := range []string{"justify-items", "align-items", "place-items"} {
		s.maybe(20, p, alignments[:9]...)
	}
	s.maybe(20, "place-content", "center", "space-between", "end start", "stretch space-evenly").maybe(15, "position", "relative").maybe(15, "padding", "6px", "4%").maybe(8, "contain", "size", "inline-size", "layout")
	g.border(s, 15)
	var kids []string
	for range 2 + g.Intn(5) {
		kids = append(kids, g.trackItem(depth))
	}
	return g.el("div", s.String(), kids...)
}

func (g *gen) trackItem(depth int) string {
	s := g.sheet()
	line := func(percent int, p string) {
		s.maybe(percent, p, "1", "2", "-1", "a", "b 2", "main", "span 2", "span b", "1 / -1", "2 / span 2", "a / c", "side", "main-end", "3")
	}
	line(35, "grid-column")
	line(30, "grid-row")
	if g.chance(8) {
		s.set("grid-area", g.pick("main", "side", "foot", "a", "b"))
	}
	g.self(s)
	if g.chance(12) {
		s.set("position", "absolute")
		for _, p := range []string{"left", "right", "top", "bottom"} {
			s.maybe(35, p, "0", "10%", "-5px", "8px")
		}
	}
	if g.left--; g.left > 0 && depth < 2 && g.chance(20) {
		if g.chance(50) {
			return g.el("div", s.set("display", "grid").set(g.pick("grid-template-columns", "grid-template-rows"), "subgrid").maybe(30, "gap", "0", "12px", "10%").maybe(30, "padding", "5px", "3%").String(), g.trackItem(depth+1), g.trackItem(depth+1))
		}
		return g.el("div", s.String(), g.tracks(depth+1))
	}
	return g.content(s)
}

// self declares the sizes, margins and alignment of an item.
func (g *gen) self(s *sheet) {
	s.maybe(25, "width", "60px", "50%", "min-content", "max-content", "fit-content", "fit-content(70px)", "stretch", "calc(50% - 5px)").maybe(25, "height", "30px", "50%", "100%", "min-content", "stretch", "auto")
	s.maybe(12, "min-width", "0", "40px", "30%", "max-content").maybe(12, "max-width", "50px", "40%", "min-content").maybe(10, "min-height", "20px", "40%").maybe(8, "max-height", "25px", "50%", "max-content")
	s.maybe(15, "aspect-ratio", "1", "2 / 1", "1 / 2", "auto 3 / 1").maybe(25, "margin", "auto", "0 auto", "-6px", "5%", "auto 0 0 auto", "4px -10px", "10px").maybe(15, "padding", "5px", "4%").maybe(15, "box-sizing", "border-box")
	s.maybe(15, "align-self", alignments...).maybe(15, "justify-self", alignments...).maybe(8, "place-self", "center", "end start", "stretch").maybe(12, "order", "-1", "1", "2").maybe(6, "contain", "size", "inline-size", "layout", "content").maybe(4, "position", "sticky").maybe(4, "display", "contents")
	g.border(s, 10)
}

// content makes an element of a style with text, an image or boxes in it.
func (g *gen) content(s *sheet) string {
	switch g.Intn(8) {
	case 0, 1:
		return g.picture(s)
	case 2:
		return g.el("div", s.maybe(60, "align-content", "center", "end", "space-between").String(), g.el("p", "margin:5px 0", g.words(3)), g.picture(g.sheet().maybe(40, "width", "50%", "100%")))
	case 3:
		return g.el("div", s.String())
	case 4:
		return g.el("div", s.set("display", g.pick("flex", "inline-flex", "grid")).maybe(50, "align-items", "baseline", "last baseline", "center").String(), g.el("span", "font-size:24px", g.words(1)), g.el("span", "", g.words(4)))
	}
	return g.el("div", s.String(), g.words(5))
}

// picture is an image with a natural size, or with only a ratio or one dimension.
func (g *gen) picture(s *sheet) string {
	s.maybe(20, "width", "50%", "40px", "100%", "auto", "min-content").maybe(20, "height", "50%", "40px", "auto").maybe(15, "min-width", "60px", "40%").maybe(15, "max-width", "30px", "50%", "100%").maybe(10, "min-height", "50px", "30%").maybe(10, "max-height", "20px", "60%")
	s.maybe(20, "object-fit", "contain", "cover", "none").maybe(12, "aspect-ratio", "1", "auto 2 / 1", "3 / 1").maybe(15, "display", "block").maybe(15, "box-sizing", "border-box").maybe(15, "padding", "5px").maybe(10, "vertical-align", "middle", "top")
	if g.chance(55) {
		return g.image(s.String())
	}
	size := g.pick("viewBox='0 0 40 20'", "width='60' viewBox='0 0 40 20'", "height='30' viewBox='0 0 10 20'", "height='30'", "width='50'", "")
	return g.el(`img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' `+size+`/%3E"`, s.String())
}

// linesDocument is flex containers whose items have an order, negative and automatic margins, ratios and baselines across
// nested containers.
func (g *gen) linesDocument() string {
	g.left = 16
	return g.el("div", g.sheet().maybe(50, "width", "300px", "420px").maybe(25, "height", "240px").maybe(15, "direction", "rtl").String(), g.flexLines(0), g.flexLines(0))
}

func (g *gen) flexLines(depth int) string {
	s := g.sheet().set("display", g.pick("flex", "flex", "inline-flex")).maybe(40, "flex-wrap", "wrap", "wrap-reverse").maybe(35, "flex-direction", "column", "row-reverse", "column-reverse").maybe(30, "gap", "5%", "8px", "10% 4px")
	s.maybe(30, "align-items", alignments...).maybe(25, "align-content", "center", "space-between", "end", "stretch", "baseline").maybe(25, "justify-content", "center", "space-around", "end", "left", "safe center")
	g.self(s)
	var kids []string
	for range 2 + g.Intn(4) {
		c := g.sheet().maybe(40, "flex", "1", "none", "1 1 60px", "2 1 0", "0 0 30%", "auto", "1 1 content", "1 1 min-content")
		if g.left--; g.left > 0 && depth < 3 && g.chance(30) {
			kids = append(kids, g.flexLines(depth+1))
			continue
		}
		g.self(c)
		kids = append(kids, g.content(c))
	}
	return g.el("div", s.String(), kids...)
}

// queriesDocument is containers that are queried for their size, with containment.
func (g *gen) queriesDocument() string {
	rules := "@container (min-width:200px){.q{" + g.sheet().maybe(60, "width", "50%", "150px").maybe(60, "padding", "8px", "2cqw").maybe(40, "font-size", "10cqw", "12px").maybe(30, "display", "flex", "grid").String() + "}}@container (max-width:199px){.q{" + g.sheet().maybe(60, "height", "40px", "20cqi").maybe(60, "margin", "5px", "4cqmin").String() + "}}@container n (height>100px){.h{width:" + g.pick("60px", "30cqh", "50%") + "}}"
	g.left = 12
	return g.el("style", "", rules) + g.el("div", g.sheet().maybe(50, "width", "240px", "420px").String(), g.query(0), g.query(0), g.query(0))
}

func (g *gen) query(depth int) string {
	s := g.sheet().maybe(50, "container-type", "inline-size", "size", "inline-size").maybe(30, "container-name", "n").maybe(40, "width", "60%", "150px", "fit-content").maybe(40, "height", "120px", "80px", "50%").maybe(25, "display", "flex", "grid", "inline-block", "flow-root").maybe(15, "float", "left", "right").maybe(20, "contain-intrinsic-size", "100px 50px", "auto 80px")
	class := fmt.Sprintf(`div class="%s"`, g.pick("q", "h", "q h", ""))
	if g.left--; g.left > 0 && depth < 3 && g.chance(60) {
		return g.el(class, s.String(), g.words(2), g.query(depth+1), g.query(depth+1))
	}
	return g.el(class, s.String(), g.words(5))
}
