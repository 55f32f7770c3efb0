package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// defineText defines inline formatting and text properties.
func defineText(r *registry) {
	kw(r, "direction", inherits, func(s *Computed) *Direction { return &s.Direction }, words[Direction]{"ltr": LTR, "rtl": RTL})
	r.mod(func(p *property) { p.phase = phaseDirection })
	kw(r, "writing-mode", inherits, func(s *Computed) *WritingMode { return &s.WritingMode }, words[WritingMode]{
		"horizontal-tb": HorizontalTB, "vertical-rl": VerticalRL, "vertical-lr": VerticalLR, "lr": HorizontalTB, "lr-tb": HorizontalTB,
		"rl": HorizontalTB, "tb": VerticalRL, "tb-rl": VerticalRL, "sideways-rl": SidewaysRL, "sideways-lr": SidewaysLR})
	r.mod(func(p *property) { p.phase = phaseDirection })
	kw(r, "text-orientation", inherits, func(s *Computed) *TextOrientation { return &s.TextOrientation }, words[TextOrientation]{
		"mixed": OrientMixed, "upright": OrientUpright, "sideways": OrientSideways, "sideways-right": OrientSideways})
	kw(r, "text-combine-upright", inherits, func(s *Computed) *bool { return &s.TextCombine }, words[bool]{"none": false, "all": true})
	kw(r, "-webkit-text-combine", inherits, func(s *Computed) *bool { return &s.TextCombine }, words[bool]{"none": false, "horizontal": true})
	kw(r, "-webkit-text-orientation", inherits, func(s *Computed) *TextOrientation { return &s.TextOrientation }, words[TextOrientation]{
		"vertical-right": OrientMixed, "mixed": OrientMixed, "upright": OrientUpright, "sideways": OrientSideways, "sideways-right": OrientSideways})
	kw(r, "unicode-bidi", noInherits, func(s *Computed) *UnicodeBidi { return &s.UnicodeBidi }, words[UnicodeBidi]{
		"normal": BidiNormal, "embed": BidiEmbed, "isolate": BidiIsolate, "bidi-override": BidiOverride,
		"isolate-override": BidiIsolateOverride, "plaintext": BidiPlaintext, "-webkit-isolate": BidiIsolate, "-webkit-plaintext": BidiPlaintext})
	spacing := func(name string, get func(*Computed) *Length) {
		def(r, name, inherits, get, func(p *parser) (value[Length], bool) {
			if p.Ident("normal") {
				return constant(Pixels(0)), true
			}
			l, ok := p.length(allowPercent | allowNegative)
			if !ok {
				return nil, false
			}
			return func(b *builder) Length { // percentages refer to the font size
				v := l(b)
				switch v.Kind {
				case Percent:
					return Pixels(b.out.Font.Size * v.Pct / 100)
				case Calc:
					return Pixels(v.Calc.Eval(b.out.Font.Size))
				}
				return v
			}, true
		})
	}
	spacing("letter-spacing", func(s *Computed) *Length { return &s.LetterSpacing })
	spacing("word-spacing", func(s *Computed) *Length { return &s.WordSpacing })
	def(r, "text-align", inherits, func(s *Computed) *TextAlign { return &s.TextAlign }, func(p *parser) (value[TextAlign], bool) {
		if p.Ident("match-parent") || p.Ident("-webkit-match-parent") {
			return func(b *builder) TextAlign { return matchParent(b.parent) }, true
		}
		if p.Ident("-internal-center") { // th: start computes to center, other values are inherited
			return func(b *builder) TextAlign {
				if b.parent.TextAlign == AlignStart {
					return AlignCenter
				}
				return b.parent.TextAlign
			}, true
		}
		return textAligns.parse(p)
	})
	kw(r, "text-align-last", inherits, func(s *Computed) *TextAlign { return &s.TextAlignLast }, words[TextAlign]{"auto": AlignAuto,
		"start": AlignStart, "end": AlignEnd, "left": AlignLeft, "right": AlignRight, "center": AlignCenter, "justify": AlignJustify})
	kw(r, "ruby-align", inherits, func(s *Computed) *RubyAlign { return &s.RubyAlign }, words[RubyAlign]{
		"space-around": RubySpaceAround, "start": RubyStart, "center": RubyCenter, "space-between": RubySpaceBetween})
	kw(r, "ruby-position", inherits, func(s *Computed) *bool { return &s.RubyUnder }, words[bool]{"over": false, "under": true})
	kw(r, "-webkit-ruby-position", inherits, func(s *Computed) *bool { return &s.RubyUnder }, words[bool]{"before": false, "after": true})
	kw(r, "ruby-overhang", inherits, func(s *Computed) *bool { return &s.RubyApart }, words[bool]{"auto": false, "none": true})
	r.add(property{
		name: "text-indent", inherited: true, phase: phaseRest, parse: parseTextIndent,
		copy: func(d, s *Computed) {
			d.TextIndent, d.IndentHanging, d.IndentEachLine = s.TextIndent, s.IndentHanging, s.IndentEachLine
		},
	})
	kw(r, "-webkit-text-security", inherits, func(s *Computed) *string { return &s.TextSecurity }, words[string]{"none": "", "disc": "•", "circle": "◦", "square": "■"})
	def(r, "text-transform", inherits, func(s *Computed) *TextTransform { return &s.TextTransform }, func(p *parser) (value[TextTransform], bool) {
		v, ok := words[TextTransform]{"none": TransformNone, "uppercase": Uppercase, "lowercase": Lowercase, "capitalize": Capitalize}.parse(p)
		return v, ok
	})
	kw(r, "white-space-collapse", inherits, func(s *Computed) *WhiteSpaceCollapse { return &s.WhiteSpace }, words[WhiteSpaceCollapse]{
		"collapse": WSCollapse, "preserve": WSPreserve, "preserve-breaks": WSPreserveBreaks, "break-spaces": WSBreakSpaces, "preserve-spaces": WSPreserveSpaces})
	kw(r, "text-wrap-mode", inherits, func(s *Computed) *bool { return &s.NoWrap }, words[bool]{"wrap": false, "nowrap": true})
	kw(r, "text-wrap-style", inherits, func(s *Computed) *TextWrapStyle { return &s.TextWrap }, words[TextWrapStyle]{
		"auto": WrapAuto, "balance": WrapBalance, "pretty": WrapPretty, "stable": WrapStable})
	def(r, "tab-size", inherits, func(s *Computed) *Length { return &s.TabSize }, func(p *parser) (value[Length], bool) {
		if n, ok := p.number(0); ok {
			return func(b *builder) Length { return Length{Kind: Fraction, Pct: n(b)} }, true
		}
		return p.length(0)
	})
	r.alias("-moz-tab-size", "tab-size")
	kw(r, "text-autospace", inherits, func(s *Computed) *bool { return &s.Autospace }, words[bool]{"no-autospace": false, "normal": true, "auto": true})
	def(r, "text-spacing-trim", inherits, func(s *Computed) *bool { return &s.NoPunctuationTrim }, func(p *parser) (value[bool], bool) {
		id, ok := p.oneOf("normal", "space-all", "space-first", "trim-start")
		if id == "trim-start" || id == "space-first" {
			p.note = "punctuation at the edges of lines keeps its width"
		}
		return constant(id == "space-all"), ok
	})
	wordBreaks := words[WordBreak]{"normal": WordNormal, "break-all": WordBreakAll, "keep-all": WordKeepAll, "break-word": WordBreakWord}
	def(r, "word-break", inherits, func(s *Computed) *WordBreak { return &s.WordBreak }, func(p *parser) (value[WordBreak], bool) {
		if p.Ident("auto-phrase") {
			p.note = "lines do not break between phrases; auto-phrase is normal, and keep-all in Korean"
			return constant(WordAutoPhrase), true
		}
		return wordBreaks.parse(p)
	})
	kw(r, "line-break", inherits, func(s *Computed) *LineBreak { return &s.LineBreak }, words[LineBreak]{
		"auto": LineBreakAuto, "loose": LineBreakLoose, "normal": LineBreakNormal, "strict": LineBreakStrict, "anywhere": LineBreakAnywhere})
	r.alias("-webkit-line-break", "line-break")
	kw(r, "overflow-wrap", inherits, func(s *Computed) *OverflowWrap { return &s.OverflowWrap }, words[OverflowWrap]{
		"normal": WrapNormal, "break-word": WrapBreakWord, "anywhere": WrapAnywhere})
	r.alias("word-wrap", "overflow-wrap")
	kw(r, "text-justify", inherits, func(s *Computed) *TextJustify { return &s.TextJustify }, words[TextJustify]{"auto": JustifyAuto, "none": JustifyNone,
		"inter-word": JustifyWords, "inter-character": JustifyCharacters, "distribute": JustifyCharacters})
	kw(r, "hyphens", inherits, func(s *Computed) *Hyphens { return &s.Hyphens }, words[Hyphens]{"manual": HyphensManual, "none": HyphensNone, "auto": HyphensAuto})
	r.foreign("-webkit-hyphens", "hyphens")
	def(r, "hyphenate-character", inherits, func(s *Computed) *string { return &s.HyphenChar }, func(p *parser) (value[string], bool) {
		if p.Ident("auto") {
			return constant(""), true
		}
		s, ok := p.str()
		return constant(s), ok
	})
	r.alias("-webkit-hyphenate-character", "hyphenate-character")
	def(r, "vertical-align", noInherits, func(s *Computed) *VerticalAlign { return &s.VerticalAlign }, parseVerticalAlign)
	def(r, "text-overflow", noInherits, func(s *Computed) *string { return &s.TextOverflow }, func(p *parser) (value[string], bool) {
		if p.Ident("clip") {
			return constant(""), true
		}
		return constant("…"), p.Ident("ellipsis") // browsers support neither strings nor two values
	})
	def(r, "-webkit-line-clamp", noInherits, func(s *Computed) *int { return &s.LineClamp }, func(p *parser) (value[int], bool) {
		if p.Ident("none") {
			return constant(0), true
		}
		return p.integer(1)
	})
	kw(r, "box-decoration-break", noInherits, func(s *Computed) *bool { return &s.BoxDecoClone }, words[bool]{"slice": false, "clone": true})
	r.alias("-webkit-box-decoration-break", "box-decoration-break")
	kw(r, "-svc-text-fit", noInherits, func(s *Computed) *TextFit { return &s.TextFit }, words[TextFit]{"none": FitNone, "shrink": FitShrink, "grow": FitGrow})
	def(r, "text-fit", inherits, func(s *Computed) *LineFit { return &s.LineFit }, parseLineFit)
	px := func(name string, get func(*Computed) *float64) {
		def(r, name, noInherits, get, func(p *parser) (value[float64], bool) {
			if p.Ident("auto") || p.Ident("none") {
				return constant(0.0), true
			}
			return p.pixels(0)
		})
	}
	px("-svc-min-font-size", func(s *Computed) *float64 { return &s.MinFontSize })
	px("-svc-max-font-size", func(s *Computed) *float64 { return &s.MaxFontSize })
	def(r, "quotes", inherits, func(s *Computed) *[]string { return &s.Quotes }, func(p *parser) (value[[]string], bool) {
		if p.Ident("auto") {
			return constant([]string(nil)), true
		}
		if p.Ident("none") {
			return constant([]string{}), true
		}
		var q []string
		for {
			s, ok := p.str()
			if !ok {
				break
			}
			q = append(q, s)
		}
		return constant(q), len(q) > 0 && len(q)%2 == 0
	})
	defineDecoration(r)
}

var textAligns = words[TextAlign]{"start": AlignStart, "end": AlignEnd, "left": AlignLeft, "right": AlignRight,
	"center": AlignCenter, "justify": AlignJustify, "-webkit-left": AlignWebkitLeft, "-webkit-center": AlignWebkitCenter,
	"-webkit-right": AlignWebkitRight, "-webkit-auto": AlignStart}

func matchParent(p *Computed) TextAlign {
	a := p.TextAlign
	if a == AlignStart && p.Direction == LTR || a == AlignEnd && p.Direction == RTL {
		return AlignLeft
	}
	if a == AlignStart || a == AlignEnd {
		return AlignRight
	}
	return a
}

func parseTextIndent(p *parser) (setter, bool) {
	var l value[Length]
	hanging, each := false, false
	for !p.AtEnd() {
		switch {
		case !hanging && p.Ident("hanging"):
			hanging = true
		case !each && p.Ident("each-line"):
			each = true
		default:
			v, ok := p.length(allowPercent | allowNegative)
			if !ok || l != nil {
				return nil, false
			}
			l = v
		}
	}
	return func(b *builder) { b.out.TextIndent, b.out.IndentHanging, b.out.IndentEachLine = l(b), hanging, each }, l != nil
}

func parseVerticalAlign(p *parser) (value[VerticalAlign], bool) {
	if v, ok := (words[VerticalAlignKind]{"baseline": VABaseline, "sub": VASub, "super": VASuper, "top": VATop, "text-top": VATextTop,
		"middle": VAMiddle, "bottom": VABottom, "text-bottom": VATextBottom, "-webkit-baseline-middle": VABaselineMiddle}).parse(p); ok {
		return func(b *builder) VerticalAlign { return VerticalAlign{Kind: v(b)} }, true
	}
	l, ok := p.length(allowPercent | allowNegative)
	return func(b *builder) VerticalAlign {
		v := l(b)
		px := v.Px
		switch v.Kind {
		case Percent:
			px = b.c.lineHeight(b.out) * v.Pct / 100
		case Calc:
			px = v.Calc.Eval(b.c.lineHeight(b.out))
		}
		return VerticalAlign{Kind: VALength, Raise: geom.FromFloat(px)}
	}, ok
}

// defineDecoration defines text decoration, shadow, stroke and emphasis.
func defineDecoration(r *registry) {
	def(r, "text-decoration-line", noInherits, func(s *Computed) *DecorationLine { return &s.inner.lines }, func(p *parser) (value[DecorationLine], bool) {
		if p.Ident("none") {
			return constant(DecorationLine(0)), true
		}
		w := words[DecorationLine]{"underline": Underline, "overline": Overline, "line-through": LineThrough, "blink": 0}
		var set DecorationLine
		n := 0
		for p.Peek().Kind == css.Ident {
			v, ok := w.parse(p)
			if !ok {
				break
			}
			if set&v(nil) != 0 {
				return nil, false
			}
			set |= v(nil)
			n++
		}
		return constant(set), n > 0
	})
	kw(r, "text-decoration-style", noInherits, func(s *Computed) *DecorationStyle { return &s.inner.decoStyle }, words[DecorationStyle]{
		"solid": DecorationSolid, "double": DecorationDouble, "dotted": DecorationDotted, "dashed": DecorationDashed, "wavy": DecorationWavy})
	followColor(r, "text-decoration-color", noInherits, func(s *Computed) *Color { return &s.inner.decoColor }, func(s *Computed) *bool { return &s.inner.decoCurrent })
	r.mod(func(p *property) {
		p.initial = func(b *builder) { b.out.inner.decoColor, b.out.inner.decoCurrent = b.out.Color, true }
	})
	emLength := func(p *parser, k lengthKinds) (value[Length], bool) {
		l, ok := p.length(k | allowPercent)
		return func(b *builder) Length {
			v := l(b)
			switch v.Kind {
			case Percent:
				return Pixels(b.out.Font.Size * v.Pct / 100)
			case Calc:
				return Pixels(v.Calc.Eval(b.out.Font.Size))
			}
			return v
		}, ok
	}
	def(r, "text-decoration-thickness", noInherits, func(s *Computed) *Length { return &s.inner.decoThickness }, func(p *parser) (value[Length], bool) {
		if p.Ident("from-font") {
			return constant(Length{Kind: Content}), true
		}
		return emLength(p, allowAuto)
	})
	def(r, "text-underline-offset", inherits, func(s *Computed) *Length { return &s.inner.underOffset }, func(p *parser) (value[Length], bool) {
		return emLength(p, allowAuto|allowNegative)
	})
	def(r, "text-underline-position", inherits, func(s *Computed) *UnderlinePosition { return &s.inner.underPosition }, func(p *parser) (value[UnderlinePosition], bool) {
		if p.Ident("auto") {
			return constant(UnderlinePosition(0)), true
		}
		flags := map[string]UnderlinePosition{"under": UnderlineUnder, "from-font": UnderlineFromFont, "left": UnderlineLeft, "right": UnderlineRight}
		set := UnderlinePosition(0)
		for {
			id, ok := p.oneOf("under", "from-font", "left", "right")
			if !ok {
				break
			}
			excludes := UnderlineUnder | UnderlineFromFont
			if id == "left" || id == "right" {
				excludes = UnderlineLeft | UnderlineRight
			}
			if set&excludes != 0 {
				return nil, false
			}
			set |= flags[id]
		}
		return constant(set), set != 0
	})
	kw(r, "text-decoration-skip-ink", inherits, func(s *Computed) *bool { return &s.inner.skipInkNone }, words[bool]{"auto": false, "all": false, "none": true})
	r.add(property{
		name: "text-shadow", inherited: true, phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			v, ok := p.shadows(textShadow)
			return func(b *builder) { b.out.TextShadow, b.out.inner.shadowCurrent = v(b) }, ok
		},
		copy: func(d, s *Computed) { d.TextShadow, d.inner.shadowCurrent = s.TextShadow, s.inner.shadowCurrent },
	})
	def(r, "-webkit-text-stroke-width", inherits, func(s *Computed) *geom.Unit { return &s.TextStroke.Width }, func(p *parser) (value[geom.Unit], bool) {
		if id, ok := p.oneOf("thin", "medium", "thick"); ok {
			px := map[string]float64{"thin": 1, "medium": 3, "thick": 5}[id]
			return func(b *builder) geom.Unit { return geom.FromFloat(b.zoomed(px)) }, true
		}
		return p.units(0)
	})
	followColor(r, "-webkit-text-stroke-color", inherits, func(s *Computed) *Color { return &s.TextStroke.Color }, func(s *Computed) *bool { return &s.inner.strokeCurrent })
	followColor(r, "-webkit-text-fill-color", inherits, func(s *Computed) *Color { return &s.TextFill }, func(s *Computed) *bool { return &s.inner.fillCurrent })
	def(r, "text-emphasis-style", inherits, func(s *Computed) *string { return &s.EmphasisMark }, parseEmphasis)
	followColor(r, "text-emphasis-color", inherits, func(s *Computed) *Color { return &s.EmphasisColor }, func(s *Computed) *bool { return &s.inner.emphasisCurrent })
	def(r, "text-emphasis-position", inherits, func(s *Computed) *bool { return &s.EmphasisUnder }, func(p *parser) (value[bool], bool) {
		under, vertical, side := false, false, false
		for !p.AtEnd() {
			id, ok := p.oneOf("over", "under", "left", "right", "auto")
			switch {
			case !ok:
				return nil, false
			case (id == "over" || id == "under") && !vertical:
				under, vertical = id == "under", true
			case (id == "left" || id == "right") && !side:
				side = true
			case id != "auto" || vertical || side:
				return nil, false
			}
		}
		return constant(under), true
	})
	for _, n := range []string{"style", "color", "position"} {
		r.alias("-webkit-text-emphasis-"+n, "text-emphasis-"+n)
	}
	def(r, "paint-order", inherits, func(s *Computed) *[3]uint8 { return &s.inner.paintOrder }, parsePaintOrder)
}

// followColor defines an inherited colour whose currentcolor is inherited as a keyword.
func followColor(r *registry, name string, inherited inheritance, get func(*Computed) *Color, follows func(*Computed) *bool) {
	r.add(property{
		name: name, inherited: bool(inherited), phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			current := p.colorIsCurrent()
			v, ok := p.color()
			return func(b *builder) { *get(b.out), *follows(b.out) = v(b), current }, ok
		},
		copy: func(d, s *Computed) { *get(d), *follows(d) = *get(s), *follows(s) },
	})
}

func parseEmphasis(p *parser) (value[string], bool) {
	if p.Ident("none") {
		return constant(""), true
	}
	if s, ok := p.str(); ok {
		return constant(firstRune(s)), true
	}
	fill, shape := "", ""
	for p.Peek().Kind == css.Ident {
		if id, ok := p.oneOf("filled", "open"); ok && fill == "" {
			fill = id
			continue
		}
		if id, ok := p.oneOf("dot", "circle", "double-circle", "triangle", "sesame"); ok && shape == "" {
			shape = id
			continue
		}
		break
	}
	if fill == "" && shape == "" {
		return nil, false
	}
	if shape == "" {
		shape = "circle"
	}
	marks := map[string]string{"dot": "•◦", "circle": "●○", "double-circle": "◉◎", "triangle": "▲△", "sesame": "﹅﹆"}
	m := []rune(marks[shape])
	if fill == "open" {
		return constant(string(m[1])), true
	}
	return constant(string(m[0])), true
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

func parsePaintOrder(p *parser) (value[[3]uint8], bool) {
	if p.Ident("normal") {
		return constant([3]uint8{0, 1, 2}), true
	}
	var out []uint8
	for {
		id, ok := p.oneOf("fill", "stroke", "markers")
		if !ok {
			break
		}
		v := map[string]uint8{"fill": 0, "stroke": 1, "markers": 2}[id]
		if strings.IndexByte(string(out), v) >= 0 {
			return nil, false
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, false
	}
	for v := uint8(0); v < 3; v++ {
		if strings.IndexByte(string(out), v) < 0 {
			out = append(out, v)
		}
	}
	return constant([3]uint8{out[0], out[1], out[2]}), true
}
