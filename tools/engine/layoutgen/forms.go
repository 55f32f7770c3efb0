package main

// formsDocument is form controls in containers of every kind.
func (g *gen) formsDocument() string {
	rules := "input,select,textarea,button{" + g.sheet().maybe(40, "font", "inherit", "14px sans-serif").maybe(25, "padding", "8px 10px", "0").maybe(25, "border", "1px solid", "0", "2px inset").maybe(20, "box-sizing", "border-box", "content-box").maybe(15, "margin", "0", "4px").maybe(15, "line-height", "1.5", "24px").String() + "}"
	g.left = 14
	return g.el("style", "", rules) + g.el("form", g.sheet().maybe(60, "width", "320px", "480px", "600px").maybe(8, "direction", "rtl").String(), g.form(0), g.form(0), g.form(0))
}

func (g *gen) form(depth int) string {
	if g.left--; g.left < 0 || depth > 2 || g.chance(30) {
		return g.control()
	}
	s := g.sheet().maybe(55, "display", "flex", "grid", "block", "inline-block", "inline-flex").maybe(30, "gap", "8px").maybe(25, "align-items", "center", "baseline", "start").maybe(20, "grid-template-columns", "auto 1fr", "1fr 1fr", "100px auto").maybe(15, "flex-direction", "column").maybe(10, "flex-wrap", "wrap").maybe(20, "margin", "8px 0", "0")
	tag := g.pick("div", "label", "p", "fieldset", "div", "label")
	var kids []string
	if tag == "fieldset" {
		s.maybe(30, "border", "1px solid", "0").maybe(30, "padding", "10px", "0").maybe(20, "min-width", "0")
		kids = append(kids, g.el("legend", g.sheet().maybe(30, "padding", "0", "0 10px").maybe(15, "float", "left").maybe(15, "margin", "auto", "0 0 0 auto").maybe(10, "width", "100%").String(), g.words(3)))
	}
	if tag == "label" || tag == "p" {
		kids = append(kids, g.words(3)+" ")
	}
	for range 1 + g.Intn(3) {
		kids = append(kids, g.form(depth+1), " ")
	}
	return g.el(tag, s.String(), kids...)
}

func (g *gen) control() string {
	s := g.sheet().maybe(35, "width", "100%", "120px", "50%", "auto", "min-content", "8em").maybe(15, "height", "40px", "2em", "100%").maybe(15, "flex", "1", "none", "1 1 100px").maybe(12, "display", "block", "flex", "inline-block").maybe(10, "margin", "0 auto", "5px").maybe(10, "vertical-align", "middle", "top").maybe(8, "min-width", "0", "150px").maybe(8, "max-width", "80px").maybe(8, "font-size", "20px", "11px").maybe(6, "appearance", "none").maybe(6, "text-align", "center").maybe(5, "align-self", "stretch", "end")
	switch g.Intn(9) {
	case 0:
		return g.el("button", s.String(), g.words(3))
	case 1:
		return g.el("button", s.String(), g.el("div", "", g.words(2)), g.image(""), g.words(2))
	case 2:
		return g.el(g.pick("select", `select multiple="" size="3"`, `select size="2"`), s.String(), g.el("option", "", g.words(2)), g.el("option", "", g.words(4)), g.el("optgroup label=\"group\"", "", g.el("option", "", g.words(1))))
	case 3:
		return g.el(g.pick("textarea", `textarea rows="4"`, `textarea cols="10" rows="2"`), s.String(), g.words(8))
	case 4:
		return g.el(g.pick("progress", `progress value=".3"`, `meter value=".5"`), s.String())
	case 5:
		return g.el("output", s.String(), g.words(2)) + g.el("details open=\"\"", "", g.el("summary", "", g.words(2)), g.words(4))
	}
	kind := g.pick("text", "text", "text", "email", "password", "search", "number", "checkbox", "checkbox", "radio", "radio", "range", "submit", "button", "reset", "file", "date", "time", "month", "color", "url", "tel", "image", "hidden")
	tag := `input type="` + kind + `"`
	if g.chance(30) {
		switch kind {
		case "text", "email", "search", "submit", "button":
			tag += ` value="` + g.words(3) + `"`
		case "date":
			tag += ` value="2026-03-14"`
		}
	}
	if g.chance(15) {
		tag += ` size="` + g.pick("5", "30") + `"`
	}
	if g.chance(15) {
		tag += ` placeholder="` + g.words(2) + `"`
	}
	return g.el(tag, s.String())
}
