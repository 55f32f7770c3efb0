package main

import "strings"

// ideographs are pieces of Japanese and Chinese text with the punctuation that spacing and line breaking depend on.
var ideographs = []string{"日本語", "の", "文字", "組版", "「引用」", "、", "。", "（注）", "東京", "です", "ます", "・", "カタカナ", "ー", "ちょっと", "！", "：", "《书名》", "，", "中文", "排版", "……", "――", "2026年", "HTML", "と", "12", "”", "“"}

func (g *gen) ideographic(most int) string {
	var b strings.Builder
	for range 2 + g.Intn(most) {
		b.WriteString(ideographs[g.Intn(len(ideographs))])
	}
	return b.String()
}

// cjkDocument is paragraphs of ideographic text.
func (g *gen) cjkDocument() string {
	s := g.sheet().set("font-family", "'Noto Sans CJK JP'").set("width", g.pick("203px", "260px", "331px", "420px")).maybe(30, "font-size", "20px", "13px")
	s.maybe(20, "line-height", "1.7").maybe(15, "font-weight", "bold")
	var kids []string
	for range 2 + g.Intn(3) {
		p := g.sheet().maybe(25, "text-align", "justify", "right", "center").maybe(12, "line-break", "strict", "loose", "anywhere").maybe(12, "word-break", "keep-all", "break-all")
		p.maybe(15, "text-spacing-trim", "space-all", "normal", "space-first").maybe(12, "text-autospace", "normal", "no-autospace").maybe(10, "letter-spacing", "2px", "0.1em").maybe(10, "text-indent", "1em").maybe(10, "overflow-wrap", "anywhere").maybe(8, "text-wrap", "balance", "pretty").maybe(5, "hanging-punctuation", "allow-end")
		p.maybe(10, "display", "inline-block", "flex").maybe(8, "width", "min-content", "max-content", "fit-content")
		text := g.ideographic(18)
		if g.chance(50) {
			text += g.el("span", g.sheet().maybe(40, "font-size", "12px", "24px").maybe(40, "border", "1px solid").maybe(20, "padding", "0 4px").maybe(20, "display", "inline-block").String(), g.ideographic(6)) + g.ideographic(10)
		}
		kids = append(kids, g.el(`p lang="`+g.pick("ja", "ja", "zh-CN", "zh-TW", "ko")+`"`, p.String(), text))
	}
	return g.el("div", s.String(), kids...)
}

// rubyDocument is text with annotations.
func (g *gen) rubyDocument() string {
	s := g.sheet().set("width", g.pick("180px", "260px", "400px")).maybe(40, "line-height", "1.2", "2", "30px").maybe(20, "font-size", "22px").maybe(10, "text-align", "center", "justify")
	s.maybe(10, "writing-mode", "vertical-rl").maybe(8, "direction", "rtl")
	var kids []string
	for range 1 + g.Intn(3) {
		var parts []string
		for range 2 + g.Intn(4) {
			parts = append(parts, g.words(4)+" ", g.ruby(0), " ")
		}
		kids = append(kids, g.el(g.pick("p", "div", "li"), g.sheet().maybe(20, "margin", "0").maybe(10, "display", "inline-block", "flex").String(), parts...))
	}
	return g.el("div", s.String(), kids...)
}

func (g *gen) ruby(depth int) string {
	s := g.sheet().maybe(20, "ruby-position", "under", "over").maybe(15, "ruby-align", "start", "center", "space-between").maybe(12, "border", "1px solid").maybe(10, "padding", "0 4px").maybe(10, "font-size", "24px")
	base := g.words(2)
	if g.chance(15) {
		base = g.el("b", "font-size:20px", base)
	}
	if depth == 0 && g.chance(10) {
		base = g.ruby(1)
	}
	rt := g.sheet().maybe(20, "font-size", "8px", "14px").maybe(10, "line-height", "1", "20px").maybe(8, "letter-spacing", "1px")
	if g.chance(25) {
		return g.el("ruby", s.String(), base, g.el("rt", rt.String(), g.words(1)), g.words(1), g.el("rt", "", g.words(2)))
	}
	if g.chance(15) {
		return g.el("ruby", s.String(), base, g.el("rp", "", "("), g.el("rt", rt.String(), g.words(3)), g.el("rp", "", ")"))
	}
	return g.el("ruby", s.String(), base, g.el("rt", rt.String(), g.words(3)))
}

// generatedDocument is counters, markers and generated boxes in containers of every kind.
func (g *gen) generatedDocument() string {
	before := g.sheet().set("content", g.pick("'→ '", "''", "counter(c) '. '", "counters(c,'.') ' '", "open-quote", "attr(title)", "'a\\a b'", "url('data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2216%22 height=%2212%22/%3E')"))
	before.maybe(30, "display", "block", "inline-block", "flex", "table", "list-item", "grid").maybe(20, "position", "absolute", "relative").maybe(20, "float", "left", "right").maybe(30, "width", "20px", "50%").maybe(25, "height", "10px", "2em").maybe(20, "margin", "4px", "0 6px 0 0").maybe(20, "padding", "2px 6px").maybe(15, "white-space", "pre").maybe(20, "font-size", "12px", "22px").maybe(15, "vertical-align", "middle", "top", "-3px")
	after := g.sheet().set("content", g.pick("''", "' ›'", "close-quote", "counter(c,upper-roman)", "'x' / 'alt'")).maybe(40, "display", "block", "table", "inline-block").maybe(20, "clear", "both").maybe(20, "position", "absolute").maybe(30, "height", "6px").maybe(20, "flex", "1").maybe(20, "order", "-1").maybe(20, "grid-column", "1 / -1").maybe(15, "border", "5px solid")
	rules := ".b::before{" + before.String() + "}.a::after{" + after.String() + "}.c{counter-increment:c " + g.pick("", "2", "-1") + "}.r{counter-reset:c " + g.pick("", "4") + "}"
	if g.chance(40) {
		rules += "li::marker{content:" + g.pick("'– '", "counter(list-item) ') '", "none", "normal") + ";font-size:" + g.pick("12px", "20px") + "}"
	}
	if g.chance(30) {
		rules += ".f::first-letter{" + g.sheet().maybe(50, "float", "left").maybe(70, "font-size", "2em", "40px").maybe(30, "padding", "0 4px").maybe(30, "line-height", "1").maybe(20, "margin", "2px").String() + "}"
	}
	if g.chance(30) {
		rules += ".f::first-line{" + g.sheet().maybe(60, "font-size", "20px", "12px").maybe(30, "letter-spacing", "2px").maybe(30, "text-transform", "uppercase").maybe(20, "line-height", "2").String() + "}"
	}
	g.left = 12
	return g.el("style", "", rules) + g.el("div", g.sheet().maybe(50, "width", "300px", "420px").maybe(10, "direction", "rtl").String(), g.generated(0), g.generated(0), g.generated(0))
}

func (g *gen) generated(depth int) string {
	class := ` class="` + strings.TrimSpace(g.pick("b", "b", "")+" "+g.pick("a", "a", "")+" "+g.pick("c", "")+" "+g.pick("r", "", "")+" "+g.pick("f", "", "")) + `" title="title"`
	s := g.sheet().maybe(40, "display", "flex", "grid", "inline-block", "list-item", "flow-root", "inline-flex", "contents").maybe(20, "position", "relative").maybe(15, "grid-template-columns", "auto 1fr", "40px 40px").maybe(15, "gap", "5px").maybe(15, "list-style", "inside", "none", "square inside", "decimal", "lower-alpha").maybe(10, "padding", "6px").maybe(8, "float", "left").maybe(10, "width", "50%", "min-content")
	if g.chance(25) {
		return g.el(g.pick("ul", "ol", `ol start="9"`, "ol reversed=\"\"")+class, g.sheet().maybe(30, "list-style", "inside", "upper-roman", "disc inside", "none", "cjk-decimal").maybe(20, "padding", "0", "0 0 0 50px").String(), g.el("li"+class, "", g.words(6)), g.el("li", g.sheet().maybe(20, "list-style-position", "inside").String(), g.words(3), g.el("p", "", g.words(4))), g.el(`li value="7"`, "", g.words(12)))
	}
	if g.left--; g.left > 0 && depth < 3 && g.chance(45) {
		return g.el("div"+class, s.String(), g.generated(depth+1), g.words(3), g.generated(depth+1))
	}
	return g.el(g.pick("div", "p", "span", "q", "h4")+class, s.String(), g.words(10))
}
