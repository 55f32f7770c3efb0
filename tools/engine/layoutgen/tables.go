package main

import "fmt"

// tableDocument is a table in some kind of container.
func (g *gen) tableDocument() string {
	g.left = 60
	t := g.table(0)
	switch g.Intn(10) {
	case 0:
		return g.el("div", g.sheet().set("width", g.pick("200px", "320px", "500px")).maybe(40, "padding", "5px").String(), t)
	case 1:
		return g.el("div", "float:left;"+g.sheet().maybe(40, "width", "240px").String(), t)
	case 2:
		return g.el("div", "display:flex;"+g.sheet().maybe(40, "width", "300px").maybe(30, "flex-direction", "column").String(), t, g.el("div", "", "x"))
	case 3:
		return g.el("div", "height:"+g.pick("100px", "300px")+";"+g.sheet().maybe(40, "width", "300px").String(), t)
	case 4:
		return g.el("div", "", g.words(3), t, g.words(3))
	case 5:
		return g.el("div", "display:grid;"+g.sheet().maybe(50, "grid-template-columns", "1fr 1fr", "200px auto").String(), t, g.el("div", "", "x"))
	}
	return t
}

func (g *gen) table(depth int) string {
	s := g.sheet()
	attrs := "table"
	legacy := g.chance(20)
	if legacy {
		for _, a := range []string{"cellpadding", "cellspacing", "border", "width", "align"} {
			if g.chance(35) {
				v := g.pick("0", "1", "4", "8")
				switch a {
				case "width":
					v = g.pick("100%", "50%", "300", "120")
				case "align":
					v = g.pick("center", "right", "left")
				}
				attrs += fmt.Sprintf(` %s="%s"`, a, v)
			}
		}
	}
	s.maybe(10, "display", "inline-table")
	s.maybe(40, "width", "100%", "50%", "200px", "300px", "450px", "60px", "max-content", "min-content", "fit-content", "calc(50% + 20px)")
	s.maybe(25, "height", "100px", "200px", "350px", "50%", "20px")
	s.maybe(8, "min-width", "100px", "250px", "50%").maybe(8, "max-width", "100px", "250px", "50%")
	s.maybe(8, "min-height", "100px", "250px").maybe(5, "max-height", "50px", "100px")
	s.maybe(20, "table-layout", "fixed")
	s.maybe(40, "border-collapse", "collapse")
	s.maybe(40, "border-spacing", "0", "5px", "4px 10px", "10px 3px")
	g.border(s, 50)
	s.maybe(20, "padding", "4px", "10px", "3px 7px")
	s.maybe(15, "margin", "10px", "0 auto", "5px 0 7px 12px", "0 0 0 auto")
	s.maybe(15, "box-sizing", "content-box", "border-box")
	s.maybe(12, "direction", "rtl")
	s.maybe(5, "float", "left", "right").maybe(4, "vertical-align", "top", "middle", "bottom")
	s.maybe(4, "empty-cells", "hide")
	var kids []string
	for range 2 {
		if g.chance(12) {
			kids = append(kids, g.el("caption", g.sheet().maybe(40, "caption-side", "bottom", "top").maybe(20, "width", "50px", "300px", "50%").
				maybe(20, "margin", "5px", "10px auto", "0 0 8px 4px").maybe(20, "padding", "3px").maybe(10, "height", "40px").String(), g.words(4)))
		}
	}
	columns := 1 + g.Intn(5)
	for range 3 {
		if g.chance(20) {
			kids = append(kids, g.columnBox(g.chance(40), true))
		}
	}
	sections := 1
	if g.chance(30) {
		sections = 1 + g.Intn(3)
	}
	for i := range sections {
		var rows []string
		count := 1 + g.Intn(4)
		if g.chance(4) {
			count = 0
		}
		for range count {
			rows = append(rows, g.row(columns, depth, legacy))
		}
		tag := "tbody"
		if sections > 1 {
			tag = g.pick("tbody", "thead", "tfoot", "tbody")
		}
		_ = i
		st := g.sheet().maybe(12, "height", "80px", "150px", "50%", "30%").maybe(4, "vertical-align", "middle").maybe(2, "visibility", "collapse")
		g.border(st, 10)
		kids = append(kids, g.el(tag, st.String(), rows...))
	}
	return g.el(attrs, s.String(), kids...)
}

// border declares a border in so many per cent of cases.
func (g *gen) border(s *sheet, percent int) {
	if !g.chance(percent) {
		return
	}
	style := func() string {
		return g.pick("solid", "solid", "solid", "dashed", "double", "dotted", "inset", "ridge", "hidden", "none")
	}
	if g.chance(60) {
		s.set("border", g.pick("1px", "2px", "3px", "6px", "10px")+" "+style())
		return
	}
	for _, side := range []string{"top", "right", "bottom", "left"} {
		s.maybe(50, "border-"+side, g.pick("1px", "2px", "5px", "8px", "12px")+" "+style())
	}
}

func (g *gen) columnBox(group, nest bool) string {
	s := g.sheet().maybe(50, "width", "40px", "100px", "20%", "50%", "150px").maybe(15, "min-width", "60px", "120px").maybe(4, "visibility", "collapse")
	g.border(s, 20)
	span := ""
	if g.chance(25) {
		span = fmt.Sprintf(` span="%d"`, 2+g.Intn(2))
	}
	if !group {
		return g.el("col"+span, s.String())
	}
	if nest && g.chance(60) {
		var cols []string
		for range 1 + g.Intn(3) {
			cols = append(cols, g.columnBox(false, false))
		}
		return g.el("colgroup", s.String(), cols...)
	}
	return g.el("colgroup"+span, s.String())
}

func (g *gen) row(columns, depth int, legacy bool) string {
	var cells []string
	count := columns
	if g.chance(15) {
		count = g.Intn(columns + 2)
	}
	for i := 0; i < count; i++ {
		cells = append(cells, g.cell(depth, legacy, &i))
	}
	s := g.sheet().maybe(18, "height", "30px", "60px", "100px", "50%", "25%").maybe(5, "vertical-align", "top", "middle", "bottom").maybe(2, "visibility", "collapse").maybe(2, "min-height", "40px")
	g.border(s, 10)
	tag := "tr"
	if legacy && g.chance(20) {
		tag += ` align="` + g.pick("center", "right") + `" valign="` + g.pick("top", "bottom", "baseline") + `"`
	}
	return g.el(tag, s.String(), cells...)
}

func (g *gen) cell(depth int, legacy bool, column *int) string {
	tag := g.pick("td", "td", "td", "th")
	if g.chance(14) {
		n := 2 + g.Intn(3)
		*column += n - 1
		tag += fmt.Sprintf(` colspan="%d"`, n)
	}
	if g.chance(12) {
		tag += fmt.Sprintf(` rowspan="%d"`, []int{2, 2, 3, 0, 5}[g.Intn(5)])
	}
	if legacy {
		for _, a := range []string{"width", "height", "align", "valign", "nowrap", "bgcolor"} {
			if g.chance(15) {
				v := map[string][]string{"width": {"50", "100%", "30%", "120"}, "height": {"40", "100", "50%"}, "align": {"center", "right", "left"},
					"valign": {"top", "middle", "bottom", "baseline"}, "nowrap": {"nowrap"}, "bgcolor": {"#eee"}}[a]
				tag += fmt.Sprintf(` %s="%s"`, a, g.pick(v...))
			}
		}
	}
	s := g.sheet()
	s.maybe(25, "width", "20px", "60px", "120px", "200px", "10%", "30%", "60%", "100%", "0", "calc(10px + 20%)", "min-content", "max-content")
	s.maybe(15, "height", "20px", "50px", "90px", "30%", "50%", "100%", "calc(10px + 10%)")
	s.maybe(6, "min-width", "40px", "150px").maybe(6, "max-width", "30px", "80px").maybe(4, "min-height", "40px", "90px").maybe(3, "max-height", "10px")
	s.maybe(30, "padding", "0", "5px", "2px 10px", "10px 3px 0 6px")
	g.border(s, 30)
	s.maybe(25, "vertical-align", "top", "middle", "bottom", "baseline", "sub", "5px")
	s.maybe(8, "box-sizing", "border-box").maybe(8, "white-space", "nowrap").maybe(6, "text-align", "center", "right", "left")
	s.maybe(3, "position", "relative").maybe(8, "font-size", "10px", "24px").maybe(2, "display", "block", "none", "flex").maybe(4, "overflow", "hidden", "auto")
	return g.el(tag, s.String(), g.cellContent(depth)...)
}

func (g *gen) cellContent(depth int) []string {
	var out []string
	for range 1 + g.Intn(2) {
		switch g.Intn(14) {
		case 0, 1, 2, 3:
			out = append(out, g.words(4))
		case 4:
			out = append(out, g.words(9))
		case 5:
			s := g.sheet().set("width", g.pick("20px", "60px", "150px", "50%", "100%", "auto")).set("height", g.pick("10px", "40px", "50%", "100%", "auto"))
			s.maybe(20, "margin", "5px", "10px 0", "0 auto").maybe(15, "min-width", "50%", "100px").maybe(15, "max-width", "50%", "40px").maybe(15, "min-height", "50%")
			kid := ""
			if g.chance(30) {
				kid = g.words(2)
			}
			out = append(out, g.el("div", s.String(), kid))
		case 6:
			s := g.sheet().set("display", "inline-block").set("width", g.pick("20px", "45px", "100px", "30%")).set("height", g.pick("15px", "50px", "50%"))
			out = append(out, g.el("span", s.maybe(20, "vertical-align", "top", "middle").String()))
		case 7:
			out = append(out, g.image(g.sheet().maybe(30, "width", "100%", "50%", "30px").maybe(15, "height", "100%", "50%", "30px").maybe(20, "max-width", "100%").maybe(20, "display", "block").maybe(20, "vertical-align", "middle").String()))
		case 8:
			if depth < 2 && g.left > 0 {
				g.left -= 15
				out = append(out, g.table(depth+1))
			}
		case 9:
			out = append(out, g.el("p", g.sheet().maybe(50, "margin", "0", "5px").String(), g.words(3)))
		case 10:
			out = append(out, g.el("div", g.sheet().set("float", g.pick("left", "right")).set("width", g.pick("30px", "50%")).set("height", "25px").String()))
		}
	}
	return out
}
