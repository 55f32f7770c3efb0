package main

// floatsDocument is floats among paragraphs and blocks, with clearance and margins.
func (g *gen) floatsDocument() string {
	g.left = 16
	return g.el("div", g.sheet().maybe(50, "width", "320px", "500px").maybe(10, "direction", "rtl").maybe(20, "padding", "1px", "10px").String(), g.floatFlow(0)...)
}

func (g *gen) floatFlow(depth int) []string {
	var out []string
	for range 2 + g.Intn(4) {
		if g.left--; g.left < 0 {
			break
		}
		out = append(out, g.floatChild(depth))
	}
	return out
}

func (g *gen) floatChild(depth int) string {
	margin := func(s *sheet) *sheet {
		return s.maybe(50, "margin", "10px 0", "20px", "-8px 0", "0 0 15px", "15px 0 -5px", "0 auto", "5%").maybe(15, "clear", "both", "left", "right")
	}
	s := g.sheet()
	switch g.Intn(9) {
	case 0, 1, 2:
		s.set("float", g.pick("left", "right", "inline-start")).maybe(70, "width", "60px", "40%", "120px", "55%", "max-content").maybe(60, "height", "20px", "50px", "90px", "0")
		margin(s).maybe(15, "padding", "5px").maybe(5, "shape-outside", "circle()", "inset(10px)")
		g.border(s, 10)
		if g.chance(40) && depth < 2 {
			return g.el("div", s.String(), g.floatFlow(depth+1)...)
		}
		return g.el("div", s.String(), g.words(3))
	case 3:
		return g.el("div", margin(s).maybe(30, "height", "0", "15px", "40px").maybe(10, "min-height", "20px").String())
	case 4:
		margin(s).set("display", g.pick("flow-root", "flex", "grid", "table", "inline-block")).maybe(30, "width", "50%", "150px", "100%", "min-content")
		return g.el("div", s.String(), g.el("p", g.sheet().maybe(50, "margin", "0", "12px 0").String(), g.words(6)))
	case 5:
		return g.el("div", margin(s).set("overflow", "hidden").maybe(20, "width", "60%").String(), g.words(9))
	case 6:
		if depth < 3 {
			g.border(margin(s), 12)
			return g.el("div", s.maybe(15, "padding", "4px", "0 10px").maybe(10, "height", "30px", "80px").maybe(8, "position", "relative").String(), g.floatFlow(depth+1)...)
		}
	case 7:
		return g.words(12) + g.el("br", g.sheet().maybe(30, "clear", "both", "left").String()) + g.el("span", g.sheet().maybe(20, "float", "right", "left").String(), g.words(4)) + g.words(8)
	}
	return g.el("p", margin(s).maybe(15, "text-align", "justify", "right").maybe(10, "text-indent", "2em").maybe(10, "white-space", "nowrap").String(), g.words(20))
}

// positionedDocument is absolute, fixed, relative and sticky boxes in containers of every kind.
func (g *gen) positionedDocument() string {
	s := g.sheet().set("position", g.pick("relative", "relative", "static")).set("display", g.pick("block", "block", "flex", "grid", "inline-block", "flow-root"))
	s.maybe(60, "height", "200px", "320px").maybe(50, "width", "400px", "70%").maybe(40, "padding", "10px", "20px 5px").maybe(10, "direction", "rtl")
	s.maybe(30, "justify-content", "center", "end", "space-between").maybe(30, "align-items", "center", "end", "start").maybe(30, "grid-template-columns", "1fr 1fr", "100px auto").maybe(20, "flex-direction", "column", "row-reverse").maybe(8, "overflow", "hidden", "auto")
	g.border(s, 40)
	kids := []string{g.words(4)}
	for range 2 + g.Intn(4) {
		kids = append(kids, g.positioned(0))
	}
	return g.el("div", s.String(), kids...)
}

func (g *gen) positioned(depth int) string {
	s := g.sheet().set("position", g.pick("absolute", "absolute", "absolute", "fixed", "relative", "sticky"))
	for _, p := range []string{"left", "right", "top", "bottom"} {
		s.maybe(40, p, "0", "10px", "20%", "-15px", "calc(50% - 30px)", "auto")
	}
	s.maybe(8, "inset", "0", "10px 20px", "5%", "auto 0 0 auto")
	s.maybe(50, "width", "80px", "50%", "auto", "fit-content", "min-content", "100%", "stretch").maybe(40, "height", "40px", "30%", "auto", "100%", "fit-content")
	s.maybe(35, "margin", "auto", "10px", "0 auto", "auto 0", "-5px", "5%").maybe(15, "padding", "5px", "3%").maybe(12, "aspect-ratio", "1", "2 / 1").maybe(10, "max-width", "60px", "50%").maybe(10, "min-height", "30px", "40%").maybe(12, "box-sizing", "border-box")
	s.maybe(15, "align-self", "center", "end", "stretch", "start").maybe(15, "justify-self", "center", "end", "stretch", "start").maybe(10, "grid-column", "2", "1 / 2").maybe(10, "grid-row", "1", "2")
	s.maybe(10, "display", "inline-block", "flex", "grid", "table", "inline")
	g.border(s, 20)
	if g.chance(15) {
		return g.image(s.String())
	}
	if depth < 2 && g.chance(35) {
		return g.el("div", s.String(), g.words(3), g.positioned(depth+1))
	}
	return g.el(g.pick("div", "div", "span"), s.String(), g.words(5))
}
