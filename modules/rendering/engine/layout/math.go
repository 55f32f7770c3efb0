package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// isMathTable reports whether an element of a formula is laid out as a table or a part of one.
func isMathTable(tag string) bool {
	return tag == "mtable" || tag == "mtr" || tag == "mlabeledtr" || tag == "mtd"
}

// formulaLayout lays out the parts of a MathBox around its baseline. In place of the MATH table of a font, it uses the
// fallback values of MathML Core.
type formulaLayout struct {
	l     *layouter
	box   *Box
	parts []mathPart
	// width, ascent and descent are those of the content.
	width, ascent, descent geom.Unit
}

// mathPart is a laid-out child with its position: x from the left edge, y the offset of its baseline below that of the
// formula.
type mathPart struct {
	frag            *Fragment
	x, y            geom.Unit
	ascent, descent geom.Unit
	baseline        geom.Unit // of the fragment, from its top
}

// mathFragment lays out a MathBox, which depends only on its content.
func (l *layouter) mathFragment(b *Box) *Fragment {
	return l.layout(b, Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: geom.Size{W: Indefinite, H: Indefinite}})
}

// layoutMath lays out a part of a formula.
func (l *layouter) layoutMath(b *Box, s Space) *Fragment {
	m := &formulaLayout{l: l, box: b}
	switch b.math.tag {
	case "mspace":
		m.width = l.scaled(b.Style, geom.FromFloat(b.math.sizes[0]))
		m.ascent, m.descent = l.scaled(b.Style, geom.FromFloat(b.math.sizes[1])), l.scaled(b.Style, geom.FromFloat(b.math.sizes[2]))
	case "mfrac":
		m.fraction()
	case "msqrt", "mroot":
		m.root()
	case "msub", "msup", "msubsup":
		m.scripts()
	case "munder", "mover", "munderover":
		m.limits()
	default:
		m.row(b.Children)
	}
	e := l.edges(b, 0)
	in := e.inner()
	f := l.newFragment(b, geom.Size{W: m.width + in.Horizontal(), H: max(0, m.ascent+m.descent) + in.Vertical()}, e)
	base := in.Top + m.ascent
	f.FirstBaseline, f.LastBaseline, f.lineBaseline = base, base, base
	f.contentHeight = f.Size.H
	for _, p := range m.parts {
		l.place(f, p.frag, geom.Point{X: in.Left + p.x, Y: base + p.y - p.baseline}, s.Percent)
	}
	return f
}

// part lays out a child.
func (m *formulaLayout) part(c *Box) mathPart {
	l := m.l
	none := geom.Size{W: Indefinite, H: Indefinite}
	var f *Fragment
	if c.Kind == MathBox {
		f = l.mathFragment(c)
	} else {
		w := l.contentSizes(c, none).Max
		f = l.layout(c, Space{Available: geom.Size{W: w, H: Indefinite}, Percent: none, FixedWidth: true})
	}
	p := mathPart{frag: f, baseline: f.Size.H}
	if f.FirstBaseline != NoBaseline {
		p.baseline = f.FirstBaseline
	}
	if c.math != nil && c.math.tag == "mtable" {
		p.baseline = f.Size.H/2 + m.axis()
	}
	p.ascent, p.descent = p.baseline, f.Size.H-p.baseline
	if c.Kind != MathBox && c.InlineChildren && c.math != nil && c.math.tag != "mtable" {
		m.trim(c, &p)
	}
	return p
}

// add adds a part and extends the formula's bounds by it.
func (m *formulaLayout) add(p mathPart, x, y geom.Unit) {
	p.x, p.y = x, y
	if len(m.parts) == 0 {
		m.ascent, m.descent = p.ascent-y, p.descent+y
	}
	m.ascent, m.descent = max(m.ascent, p.ascent-y), max(m.descent, p.descent+y)
	m.width = max(m.width, x+p.frag.Size.W)
	m.parts = append(m.parts, p)
}

func (m *formulaLayout) xHeight() geom.Unit { return m.l.fontMetrics(m.box.Style).XHeight }
func (m *formulaLayout) axis() geom.Unit    { return m.xHeight() / 2 }
func (m *formulaLayout) em() geom.Unit      { return geom.FromFloat(m.l.fontSize(m.box.Style)) }

// rule returns the thickness of bars: a twentieth of an em.
func (m *formulaLayout) rule() geom.Unit { return m.em() / 20 }

// bar returns a part that is painted as a filled rectangle.
func (m *formulaLayout) bar(c *Box, w, h geom.Unit) mathPart {
	return mathPart{frag: m.l.newFragment(c, geom.Size{W: w, H: h}, boxEdges{}), ascent: h, baseline: h}
}

// coreOperator returns the core operator of an embellished operator: the box itself, or that of its base.
func coreOperator(b *Box) *Box {
	for b != nil && b.math != nil {
		if b.math.operator != nil {
			return b
		}
		if !strings.HasPrefix(b.math.tag, "msu") && !strings.HasPrefix(b.math.tag, "mu") && b.math.tag != "mover" || len(b.Children) == 0 {
			return nil
		}
		b = b.Children[0]
	}
	return nil
}

func firstOf(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// row lays out boxes side by side, with operator spacing.
func (m *formulaLayout) row(children []*Box) {
	if len(children) == 0 {
		return
	}
	x := geom.Unit(0)
	for i, c := range children {
		var before, after geom.Unit
		if core := coreOperator(c); core != nil {
			form := infix
			if len(children) > 1 && i == 0 {
				form = prefix
			} else if len(children) > 1 && i == len(children)-1 {
				form = postfix
			}
			op := operatorOf(core.math.operator, core.math.text, form)
			size := m.l.fontSize(core.Style)
			before, after = geom.FromFloat(float64(size*op.before)/18), geom.FromFloat(float64(size*op.after)/18)
		}
		p := m.part(c)
		m.add(p, x+before, 0)
		x += before + p.frag.Size.W + after
	}
	m.width = max(0, x)
	m.ascent, m.descent = max(0, m.ascent), max(0, m.descent)
}

// fraction lays out a numerator over a denominator (MathML Core §3.3.2).
func (m *formulaLayout) fraction() {
	if len(m.box.Children) != 3 {
		m.row(m.box.Children[:max(0, len(m.box.Children)-1)])
		return
	}
	num, den := m.part(m.box.Children[0]), m.part(m.box.Children[1])
	rule := m.rule()
	thickness := rule
	if m.box.math.thickness >= 0 {
		thickness = m.l.scaled(m.box.Style, geom.FromFloat(m.box.math.thickness))
	}
	width := max(num.frag.Size.W, den.frag.Size.W)
	var up, down geom.Unit
	if thickness > 0 {
		gap := rule
		if m.box.math.display {
			gap *= 3
		}
		up = m.axis() + thickness/2 + gap + num.descent
		down = thickness/2 + gap + den.ascent - m.axis()
	} else {
		least := 3 * rule
		if m.box.math.display {
			least = 7 * rule
		}
		if gap := -num.descent - den.ascent; gap < least {
			up = (least - gap) / 2
			down = least - gap - up
		}
	}
	m.add(num, (width-num.frag.Size.W)/2, -up)
	m.add(den, (width-den.frag.Size.W)/2, down)
	if thickness > 0 {
		bar := m.bar(m.box.Children[2], width, thickness)
		bar.x, bar.y = 0, thickness/2-m.axis()
		m.parts = append(m.parts, bar)
	}
}

// root lays out a root sign and its radicand under a bar (MathML Core §3.3.3).
func (m *formulaLayout) root() {
	n := len(m.box.Children)
	bar, sign := m.box.Children[n-2], m.box.Children[n-1]
	content, index := m.box.Children[:n-2], (*Box)(nil)
	if m.box.math.tag == "mroot" {
		if len(content) != 2 {
			m.row(content)
			return
		}
		content, index = content[:1], content[1]
	}
	inner := &formulaLayout{l: m.l, box: m.box}
	inner.row(content)
	rule := m.rule()
	gap := 5 * rule / 4
	if m.box.math.display {
		gap = rule + m.xHeight()/4
	}
	surd := m.part(sign)
	up, down, advance := surd.ascent, surd.descent, surd.frag.Size.W
	x := geom.Unit(0)
	top := inner.ascent + gap + rule // of the bar, above the baseline
	surdHeight := up + down
	descent := max(inner.descent, surdHeight-top)
	if index != nil {
		deg := m.part(index)
		raise := geom.FromFloat((top+descent).Float()*0.6) - descent
		before, after := m.em()*5/18, m.em()*10/18
		m.add(deg, before, -(raise + deg.descent))
		x = max(0, before+deg.frag.Size.W-min(after, deg.frag.Size.W))
	}
	surd.x, surd.y = x, up-top
	m.parts = append(m.parts, surd)
	line := m.bar(bar, inner.width, rule)
	line.x, line.y = x+advance, rule-top
	m.parts = append(m.parts, line)
	for _, p := range inner.parts {
		p.x += x + advance
		m.parts = append(m.parts, p)
	}
	m.ascent, m.descent = max(m.ascent, top+rule), max(m.descent, descent)
	m.width = x + advance + inner.width
}

// trim sets the ascent and the descent of a token to those of the ink of its characters, as Blink does: before a single
// letter becomes italic, each glyph rounded at one device pixel per CSS pixel, else the bounds extended to CSS pixels.
func (m *formulaLayout) trim(c *Box, p *mathPart) {
	ic := m.l.shapedInline(c)
	shaped, end := ic.shaped, len(ic.para.Text)
	if end > 0 && len(c.Children) == 1 && c.Children[0].Kind == TextBox && c.math.text != "" && c.math.text != c.Children[0].Text {
		end = len(c.math.text)
		shaped = m.l.in.Text.Shape(&text.Paragraph{Text: c.math.text, Spans: []text.Span{{End: end, Style: m.l.textStyle(c.Style)}}}, m.l.in.Fonts)
	}
	whole := func(v geom.Unit) geom.Unit { return geom.Px(v.Round()) }
	if m.l.in.Tree.Scale > 1 {
		whole = func(v geom.Unit) geom.Unit { return geom.Px(v.Ceil()) }
	}
	some := false
	var up, down, top, bottom geom.Unit
	for _, r := range shaped.Line(0, end, text.LineOptions{}) {
		if r.Face == nil {
			continue
		}
		fm := r.Face.Metrics()
		for _, g := range r.Glyphs {
			o := r.Face.Outline(g.ID)
			if o == nil || o.YMax <= o.YMin {
				continue
			}
			t, b := fm.At((o.YMax+32)>>6, r.Size), -fm.At((o.YMin+32)>>6, r.Size)
			if !some {
				top, bottom, up, down, some = t, b, whole(t), whole(b), true
			}
			top, bottom, up, down = max(top, t), max(bottom, b), max(up, whole(t)), max(down, whole(b))
		}
	}
	p.ascent, p.descent = up, down
	if c.math.operator == nil {
		return
	}
	if op := operatorOf(c.math.operator, c.math.text, infix); op.stretchy && !op.accent && !within(mathArrows, firstOf(c.math.text)) || op.large && c.math.display {
		// Fences and large operators are centred on the axis.
		height := p.ascent + p.descent
		if m.l.in.Tree.Scale <= 1 {
			height = geom.Px((top + bottom).Ceil())
		}
		half := height / 2
		p.baseline -= p.ascent - (half + m.axis())
		p.ascent, p.descent = half+m.axis(), half-m.axis()
	}
}

// scripts lays out a subscript, a superscript or both after a base (MathML Core §3.4.1).
func (m *formulaLayout) scripts() {
	kids, tag := m.box.Children, m.box.math.tag
	if len(kids) != 2 && tag != "msubsup" || len(kids) != 3 && tag == "msubsup" {
		m.row(kids)
		return
	}
	var sub, sup *Box
	switch tag {
	case "msub":
		sub = kids[1]
	case "msup":
		sup = kids[1]
	default:
		sub, sup = kids[1], kids[2]
	}
	m.beside(kids[0], sub, sup)
}

func (m *formulaLayout) beside(base, sub, sup *Box) {
	x := m.xHeight()
	b := m.part(base)
	m.add(b, 0, 0)
	var lower, upper mathPart
	var down, up geom.Unit
	if sub != nil {
		lower = m.part(sub)
		down = max(x/3, b.descent+x/2)
		if sup == nil {
			down = max(down, lower.ascent-4*x/5)
		}
	}
	if sup != nil {
		upper = m.part(sup)
		up = max(x, b.ascent-x/2, x/4+upper.descent)
	}
	if sub != nil && sup != nil {
		down = max(down, lower.ascent-4*x/5)
		gap, least := (down-lower.ascent)+(up-upper.descent), m.em()/5
		if gap < least {
			if delta := 4*x/5 - (up - upper.descent); delta > 0 {
				delta = min(delta, least-gap)
				up, gap = up+delta, gap+delta
			}
			down += max(0, least-gap)
		}
	}
	width := b.frag.Size.W
	if sub != nil {
		m.add(lower, width, down)
	}
	if sup != nil {
		m.add(upper, width, -up)
	}
	m.width += m.em() / 5
}

// limits lays out scripts under and over a base (MathML Core §3.4.2).
func (m *formulaLayout) limits() {
	kids, tag := m.box.Children, m.box.math.tag
	if len(kids) != 2 && tag != "munderover" || len(kids) != 3 && tag == "munderover" {
		m.row(kids)
		return
	}
	var under, over *Box
	switch tag {
	case "munder":
		under = kids[1]
	case "mover":
		over = kids[1]
	default:
		under, over = kids[1], kids[2]
	}
	core := coreOperator(kids[0])
	var op mathOperator
	if core != nil {
		op = operatorOf(core.math.operator, core.math.text, prefix)
	}
	if op.limits && !m.box.math.display {
		m.beside(kids[0], under, over)
		return
	}
	base := m.part(kids[0])
	width := base.frag.Size.W
	var u, o mathPart
	if under != nil {
		u = m.part(under)
		width = max(width, u.frag.Size.W)
	}
	if over != nil {
		o = m.part(over)
		width = max(width, o.frag.Size.W)
	}
	gap, extra := 3*m.rule(), m.rule()
	if op.large {
		gap, extra = 0, 0
	}
	m.add(base, (width-base.frag.Size.W)/2, 0)
	if over != nil {
		space := gap
		if m.box.math.accents[1] {
			space = max(0, m.xHeight()-base.ascent)
		}
		m.add(o, (width-o.frag.Size.W)/2, -(base.ascent + space + o.descent))
		m.ascent += extra
	}
	if under != nil {
		space := gap
		if m.box.math.accents[0] {
			space = 0
		}
		m.add(u, (width-u.frag.Size.W)/2, base.descent+space+u.ascent)
		m.descent += extra
	}
	m.width = width
}
