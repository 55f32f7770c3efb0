package main

// columnsDocument is a multi-column container with what articles have in it.
func (g *gen) columnsDocument() string {
	g.left = 16
	s := g.sheet().maybe(50, "width", "420px", "600px", "700px")
	if g.chance(60) {
		s.set("column-count", g.pick("2", "3", "4"))
		s.maybe(20, "column-width", "120px", "200px")
	} else {
		s.set("columns", g.pick("160px", "2 150px", "3 120px"))
	}
	s.maybe(50, "column-gap", "0", "12px", "30px", "1em").maybe(30, "column-rule", "1px solid", "4px dotted")
	if g.chance(30) {
		s.set("height", g.pick("120px", "200px", "300px")).maybe(60, "column-fill", "auto", "balance")
	}
	s.maybe(10, "max-height", "100px", "180px").maybe(10, "min-height", "150px")
	s.maybe(25, "padding", "10px", "5px 20px").maybe(15, "orphans", "1", "3").maybe(15, "widows", "1", "3")
	s.maybe(15, "text-align", "justify").maybe(8, "direction", "rtl")
	g.border(s, 15)
	return g.el("div", g.sheet().maybe(10, "display", "flex", "grid").String(), g.words(4), g.el("div", s.String(), g.columnFlow(0)...), g.el("p", "", g.words(6)))
}

// columnFlow is the content of columns or of a box in them.
func (g *gen) columnFlow(depth int) []string {
	var out []string
	for range 2 + g.Intn(5) {
		if g.left--; g.left < 0 {
			break
		}
		out = append(out, g.columnChild(depth))
	}
	if len(out) == 0 {
		out = append(out, g.words(5))
	}
	return out
}

func (g *gen) columnChild(depth int) string {
	s := g.sheet().maybe(20, "break-inside", "avoid", "avoid-column").maybe(6, "break-before", "column", "avoid").maybe(6, "break-after", "column", "avoid")
	switch g.Intn(12) {
	case 0:
		return g.el("h3", s.maybe(30, "column-span", "all").maybe(40, "margin", "0 0 6px", "10px 0").String(), g.words(5))
	case 1:
		s.maybe(50, "margin", "0", "0 0 10px").maybe(40, "padding-left", "20px")
		return g.el(g.pick("ul", "ol"), s.String(), g.el("li", "", g.words(6)), g.el("li", "", g.words(12)), g.el("li", "", g.words(3)))
	case 2:
		return g.image(s.maybe(50, "width", "100%", "60px").maybe(30, "display", "block").String())
	case 3:
		return g.el("div", s.set("float", g.pick("left", "right")).set("width", g.pick("40px", "50%", "70px")).set("height", g.pick("30px", "80px", "1.5em")).maybe(50, "margin", "4px", "0 8px 0 0").String())
	case 4:
		return g.el("div", s.set("height", g.pick("40px", "90px", "150px")).maybe(40, "margin", "10px 0", "5px").String())
	case 5:
		return g.el("table", s.maybe(50, "width", "100%", "80%").maybe(40, "border-collapse", "collapse").String(), g.el("tbody", "", g.el("tr", "", g.el("td", "border:1px solid", g.words(3)), g.el("td", "", g.words(4))), g.el("tr", "", g.el("td", "", g.words(2)), g.el("td", "padding:6px", g.words(2)))))
	case 6:
		return g.el("div", s.set("display", g.pick("flex", "grid", "inline-block")).maybe(50, "gap", "6px").maybe(30, "flex-direction", "column").String(), g.el("div", "padding:4px", g.words(3)), g.el("div", "", g.words(5)))
	case 7, 8:
		if depth < 2 {
			s.maybe(40, "padding", "6px", "10px 4px").maybe(40, "margin", "8px 0", "0 0 12px").maybe(10, "column-span", "all").maybe(10, "overflow", "hidden")
			s.maybe(8, "position", "relative").maybe(6, "columns", "2")
			g.border(s, 25)
			return g.el("div", s.String(), g.columnFlow(depth+1)...)
		}
	}
	s.maybe(50, "margin", "0", "0 0 8px", "12px 0").maybe(20, "text-indent", "1.5em").maybe(15, "line-height", "1.2", "26px").maybe(10, "padding", "5px")
	return g.el("p", s.String(), g.words(30))
}
