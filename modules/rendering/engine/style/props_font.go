package style

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/fontrule"
)

// leastOblique is the angle in degrees from which browsers slant oblique text, or take an italic face.
const leastOblique = 14

// synthesised are the forms of font-synthesis.
var synthesised = [...]struct {
	name string
	flag NoSynthesis
}{{"weight", NoSyntheticWeight}, {"style", NoSyntheticStyle}, {"small-caps", NoSyntheticCaps}}

func (f *Font) allow(form NoSynthesis, allowed bool) {
	f.NoSynthesis |= form
	if allowed {
		f.NoSynthesis &^= form
	}
}

// defineFont defines the font properties, which are computed before all lengths.
func defineFont(r *registry) {
	start := len(r.props)
	def(r, "font-family", inherits, func(s *Computed) *[]string { return &s.Font.Families }, parseFamilies)
	r.add(property{
		name: "font-size", inherited: true, phase: phaseFont, parse: parseFontSize,
		copy: func(d, s *Computed) {
			d.Font.Size, d.inner.fontKeyword, d.inner.fontFixed = s.Font.Size, s.inner.fontKeyword, s.inner.fontFixed
		},
	})
	def(r, "font-weight", inherits, func(s *Computed) *int { return &s.Font.Weight }, parseFontWeight)
	def(r, "font-style", inherits, func(s *Computed) *Slant { return &s.Font.Slant }, func(p *parser) (value[Slant], bool) {
		id, ok := p.oneOf("normal", "italic", "oblique")
		if !ok {
			return nil, false
		}
		if angle, given := p.angle(zeroAllowed); id == "oblique" && given {
			return func(b *builder) Slant {
				if angle(b) < leastOblique {
					return SlantNormal
				}
				return SlantOblique
			}, true
		}
		return constant(map[string]Slant{"normal": SlantNormal, "italic": SlantItalic, "oblique": SlantOblique}[id]), true
	})
	def(r, "font-stretch", inherits, func(s *Computed) *float64 { return &s.Font.Stretch }, parseStretch)
	r.foreign("font-width", "font-stretch")
	def(r, "font-feature-settings", inherits, func(s *Computed) *featureSet { return &s.inner.features }, parseFeatures)
	def(r, "font-variation-settings", inherits, func(s *Computed) *[]Variation { return &s.Font.Variations }, parseVariations)
	def(r, "font-variant-alternates", inherits, func(s *Computed) **fontrule.Alternates { return &s.Font.Alternates }, parseAlternates)
	def(r, "font-palette", inherits, func(s *Computed) **fontrule.Palette { return &s.Font.Palette }, parsePalette)
	kw(r, "font-kerning", inherits, func(s *Computed) *bool { return &s.Font.KerningNone }, words[bool]{"auto": false, "normal": false, "none": true})
	kw(r, "font-optical-sizing", inherits, func(s *Computed) *bool { return &s.Font.Optical }, words[bool]{"auto": true, "none": false})
	kw(r, "text-rendering", inherits, func(s *Computed) *bool { return &s.Font.Precise }, words[bool]{
		"auto": false, "optimizelegibility": false, "optimizespeed": false, "geometricprecision": true})
	for _, form := range synthesised {
		r.add(property{name: "font-synthesis-" + form.name, inherited: true, phase: phaseFont, parse: func(p *parser) (setter, bool) {
			forbidden, ok := p.oneOf("auto", "none")
			return func(b *builder) { b.out.Font.allow(form.flag, forbidden == "auto") }, ok
		}, copy: func(dst, src *Computed) { dst.Font.allow(form.flag, src.Font.NoSynthesis&form.flag == 0) }})
	}
	def(r, "font-size-adjust", inherits, func(s *Computed) *SizeAdjust { return &s.Font.SizeAdjust }, parseSizeAdjust)
	kw(r, "font-variant-emoji", inherits, func(s *Computed) *EmojiVariant { return &s.Font.Emoji }, words[EmojiVariant]{
		"normal": EmojiNormal, "unicode": EmojiUnicode, "text": EmojiText, "emoji": EmojiEmoji})
	kw(r, "font-variant-caps", inherits, func(s *Computed) *Caps { return &s.Font.Caps }, words[Caps]{
		"normal": 0, "small-caps": 1, "all-small-caps": 2, "petite-caps": 3, "all-petite-caps": 4, "unicase": 5, "titling-caps": 6})
	kw(r, "font-variant-position", inherits, func(s *Computed) *string { return &s.inner.position }, words[string]{"normal": "", "sub": "subs", "super": "sups"})
	variant := func(name string, get func(*Computed) *string, groups ...[]string) {
		def(r, name, inherits, get, func(p *parser) (value[string], bool) { return parseVariant(p, groups) })
	}
	variant("font-variant-ligatures", func(s *Computed) *string { return &s.inner.ligatures },
		[]string{"common-ligatures=liga=1 clig=1", "no-common-ligatures=liga=0 clig=0"},
		[]string{"discretionary-ligatures=dlig=1", "no-discretionary-ligatures=dlig=0"},
		[]string{"historical-ligatures=hlig=1", "no-historical-ligatures=hlig=0"},
		[]string{"contextual=calt=1", "no-contextual=calt=0"})
	variant("font-variant-numeric", func(s *Computed) *string { return &s.inner.numeric },
		[]string{"lining-nums=lnum=1", "oldstyle-nums=onum=1"},
		[]string{"proportional-nums=pnum=1", "tabular-nums=tnum=1"},
		[]string{"diagonal-fractions=frac=1", "stacked-fractions=afrc=1"},
		[]string{"ordinal=ordn=1"}, []string{"slashed-zero=zero=1"})
	variant("font-variant-east-asian", func(s *Computed) *string { return &s.inner.eastAsian },
		[]string{"jis78=jp78=1", "jis83=jp83=1", "jis90=jp90=1", "jis04=jp04=1", "simplified=smpl=1", "traditional=trad=1"},
		[]string{"full-width=fwid=1", "proportional-width=pwid=1"}, []string{"ruby=ruby=1"})
	for i := start; i < len(r.props); i++ {
		r.props[i].phase = phaseFont
	}
	def(r, "line-height", inherits, func(s *Computed) *LineHeight { return &s.LineHeight }, nil)
	r.mod(func(p *property) {
		p.phase = phaseLine
		p.parse = parseLineHeight
		p.copy = func(d, s *Computed) {
			d.LineHeight, d.inner.lineFactor, d.inner.lineNumber = s.LineHeight, s.inner.lineFactor, s.inner.lineNumber
			if d.inner.lineNumber {
				d.LineHeight.Px = float64(d.Font.Size * d.inner.lineFactor) // the number is inherited, not the computed length
			}
		}
	})
	def(r, "color", inherits, func(s *Computed) *Color { return &s.Color }, func(p *parser) (value[Color], bool) {
		if p.Ident("-internal-quirk-inherit") {
			// Tables inherit the colour of body in quirks mode.
			return func(b *builder) Color {
				if body := b.c.tree.Styles[b.c.doc.Body]; body != nil {
					return body.Color
				}
				return b.c.initial.Color
			}, true
		}
		if p.colorIsCurrent() { // color: currentcolor is inherit
			p.I++
			return func(b *builder) Color { return b.parent.Color }, true
		}
		return p.color()
	})
	r.mod(func(p *property) { p.phase = phaseColor })
}

type featureSet []Feature

// genericFamilies holds the generic family names, in lower case.
var genericFamilies = map[string]bool{"serif": true, "sans-serif": true, "monospace": true, "cursive": true, "fantasy": true,
	"system-ui": true, "ui-serif": true, "ui-sans-serif": true, "ui-monospace": true, "ui-rounded": true, "math": true, "emoji": true, "fangsong": true,
	"-apple-system": true, "blinkmacsystemfont": true}

func parseFamilies(p *parser) (value[[]string], bool) {
	var out []string
	for {
		name, ok := parseFamily(p)
		if !ok {
			return nil, false
		}
		out = append(out, name)
		if !p.Comma() {
			return constant(out), true
		}
	}
}

// parseFamily parses one family: a string, or identifiers joined by spaces. A generic keyword is lower-cased; a string
// equal to a generic keyword keeps its quotes to stay distinct from it.
func parseFamily(p *parser) (string, bool) {
	if s, ok := p.str(); ok {
		if genericFamilies[css.Lower(s)] {
			return `"` + s + `"`, true
		}
		return s, true
	}
	var parts []string
	for p.Peek().Kind == css.Ident {
		t := p.Next()
		if len(parts) == 0 && wideKeyword(t.Value) != wideNone && p.Peek().Kind != css.Ident {
			return "", false
		}
		parts = append(parts, t.Value)
	}
	if len(parts) == 0 {
		return "", false
	}
	name := strings.Join(parts, " ")
	if l := css.Lower(name); genericFamilies[l] {
		return l, true
	}
	return name, true
}

// isMonospace reports whether the list is only the generic monospace, for which the medium size is 13 px.
func isMonospace(families []string) bool { return len(families) == 1 && families[0] == "monospace" }

// fontSizes holds xx-small to xxx-large for a medium of 16 and 13 px.
var fontSizes = [9][2]float64{{}, {9, 9}, {10, 10}, {13, 12}, {16, 13}, {18, 16}, {24, 20}, {32, 26}, {48, 39}}

var fontSizeWords = map[string]int8{"xx-small": 1, "x-small": 2, "small": 3, "medium": 4, "large": 5, "x-large": 6, "xx-large": 7, "xxx-large": 8, "-webkit-xxx-large": 8}

func keywordSize(k int8, mono bool) float64 {
	if mono {
		return fontSizes[k][1]
	}
	return fontSizes[k][0]
}

func parseFontSize(p *parser) (setter, bool) {
	if t := p.Peek(); t.Kind == css.Ident {
		name := css.Lower(t.Value)
		if k, ok := fontSizeWords[name]; ok {
			p.I++
			return func(b *builder) {
				b.out.Font.Size = b.zoomed(keywordSize(k, isMonospace(b.out.Font.Families)))
				b.out.inner.fontKeyword, b.out.inner.fontFixed = k, false
				b.sizeSet = true
			}, true
		}
		factor := map[string]float64{"smaller": 1 / 1.2, "larger": 1.2}[name]
		if factor == 0 {
			return nil, false
		}
		p.I++
		return func(b *builder) { b.setFontSize(b.parent.Font.Size*factor, true) }, true
	}
	relative := sizeIsRelative(p.Stream)
	l, ok := p.length(allowPercent)
	if !ok {
		return nil, false
	}
	return func(b *builder) {
		v := l(b)
		px := v.Px
		switch v.Kind {
		case Percent:
			px = b.parent.Font.Size * v.Pct / 100
		case Calc:
			px = v.Calc.Eval(b.parent.Font.Size)
		}
		b.setFontSize(min(max(px, 0), 10000), relative)
	}, true
}

// sizeIsRelative reports whether a font-size depends on the parent's.
func sizeIsRelative(s css.Stream) bool {
	for _, t := range s.Rest() {
		switch {
		case t.Kind == css.Percentage:
			return true
		case t.Kind == css.Dimension:
			switch unitsByName[t.Value].unit {
			case unitEm, unitEx, unitCh, unitCap, unitIc, unitLh:
				return true
			}
		}
	}
	return false
}

func (b *builder) setFontSize(px float64, relative bool) {
	b.out.Font.Size = px
	b.out.inner.fontKeyword = 0
	b.out.inner.fontFixed = !relative || b.parent.inner.fontFixed
	b.sizeSet = true
}

// monospaceSize scales the font size of text in only the generic monospace to 13/16, unless it was specified in
// absolute lengths.
func (b *builder) monospaceSize() {
	mono, was := isMonospace(b.out.Font.Families), isMonospace(b.parent.Font.Families)
	b.out.inner.monospace = mono
	if mono == was || b.out.inner.fontFixed {
		return
	}
	switch k := b.out.inner.fontKeyword; {
	case k > 0:
		b.out.Font.Size = b.zoomed(keywordSize(k, mono))
	case mono:
		b.out.Font.Size = b.out.Font.Size * 13 / 16
	default:
		b.out.Font.Size = b.out.Font.Size * 16 / 13
	}
}

func parseFontWeight(p *parser) (value[int], bool) {
	if id, ok := p.oneOf("normal", "bold", "bolder", "lighter"); ok {
		switch id {
		case "normal":
			return constant(400), true
		case "bold":
			return constant(700), true
		case "bolder":
			return func(b *builder) int { return bolder(b.parent.Font.Weight) }, true
		}
		return func(b *builder) int { return lighter(b.parent.Font.Weight) }, true
	}
	t := p.Peek()
	if t.Kind == css.Number && (t.Num < 1 || t.Num > 1000) {
		return nil, false
	}
	v, ok := p.quantity(catNumber)
	return func(b *builder) int { return min(max(clampInt(math.Floor(v(b)+0.5)), 1), 1000) }, ok
}

func bolder(w int) int {
	switch {
	case w < 350:
		return 400
	case w < 550:
		return 700
	case w < 900:
		return 900
	}
	return w
}

func lighter(w int) int {
	switch {
	case w < 100:
		return w
	case w < 550:
		return 100
	case w < 750:
		return 400
	}
	return 700
}

var stretchWords = words[float64]{"ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5, "normal": 100,
	"semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200}

func parseStretch(p *parser) (value[float64], bool) {
	if v, ok := stretchWords.parse(p); ok {
		return v, true
	}
	v, ok := p.quantity(catPercent)
	return func(b *builder) float64 { return max(0, v(b)) }, ok
}

func parseFeatures(p *parser) (value[featureSet], bool) {
	if p.Ident("normal") {
		return constant(featureSet(nil)), true
	}
	var out featureSet
	for {
		tag, ok := p.str()
		if !ok || !validTag(tag) {
			return nil, false
		}
		v := 1
		switch t := p.Peek(); {
		case t.Kind == css.Number && t.Flag && t.Num >= 0:
			v = clampInt(t.Num)
			p.I++
		case t.Is("on"):
			p.I++
		case t.Is("off"):
			v = 0
			p.I++
		}
		out = append(out, Feature{tag, uint32(v)})
		if !p.Comma() {
			return constant(out), true
		}
	}
}

func validTag(s string) bool {
	if len(s) != 4 {
		return false
	}
	for i := range 4 {
		if s[i] < 0x20 || s[i] > 0x7E {
			return false
		}
	}
	return true
}

func parseVariations(p *parser) (value[[]Variation], bool) {
	if p.Ident("normal") {
		return constant([]Variation(nil)), true
	}
	var out []Variation
	for {
		tag, ok := p.str()
		if !ok || !validTag(tag) {
			return nil, false
		}
		t := p.Next()
		if t.Kind != css.Number {
			return nil, false
		}
		out = append(out, Variation{tag, t.Num})
		if !p.Comma() {
			return constant(out), true
		}
	}
}

// parseVariant parses keywords, at most one of each group; the value is the list of features they switch, "tag=value"
// joined by spaces.
func parseVariant(p *parser, groups [][]string) (value[string], bool) {
	if p.Ident("normal") {
		return constant(""), true
	}
	if p.Ident("none") {
		return constant("liga=0 clig=0 dlig=0 hlig=0 calt=0"), len(groups) == 4
	}
	seen := make([]bool, len(groups))
	var out []string
	for p.Peek().Kind == css.Ident {
		name := css.Lower(p.Peek().Value)
		found := false
		for g, opts := range groups {
			for _, o := range opts {
				word, feats, _ := strings.Cut(o, "=")
				if word == name && !seen[g] {
					seen[g], found = true, true
					out = append(out, feats)
				}
			}
		}
		if !found {
			return nil, false
		}
		p.I++
	}
	return constant(strings.Join(out, " ")), len(out) > 0
}

// parseSizeAdjust parses font-size-adjust: none, or a metric and its value.
func parseSizeAdjust(p *parser) (value[SizeAdjust], bool) {
	if p.Ident("none") {
		return constant(SizeAdjust{}), true
	}
	metric := uint8(1)
	if id, ok := p.oneOf("ex-height", "cap-height", "ch-width", "ic-width", "ic-height"); ok {
		metric = map[string]uint8{"ex-height": 1, "cap-height": 2, "ch-width": 3, "ic-width": 4, "ic-height": 5}[id]
	}
	if p.Ident("from-font") {
		return constant(SizeAdjust{Metric: metric, FromFont: true}), true
	}
	n, ok := p.number(0)
	return func(b *builder) SizeAdjust { return SizeAdjust{Metric: metric, Value: n(b)} }, ok
}

func parseLineHeight(p *parser) (setter, bool) {
	if p.Ident("normal") {
		return func(b *builder) {
			b.out.LineHeight, b.out.inner.lineFactor, b.out.inner.lineNumber = LineHeight{Normal: true}, 0, false
		}, true
	}
	if n, ok := p.number(0); ok {
		return func(b *builder) {
			f := n(b)
			b.out.LineHeight, b.out.inner.lineFactor = LineHeight{Px: b.out.Font.Size * f, Factor: f}, f
			b.out.inner.lineNumber = true
		}, true
	}
	l, ok := p.length(allowPercent)
	if !ok {
		return nil, false
	}
	return func(b *builder) {
		v := l(b)
		px := v.Px
		switch v.Kind {
		case Percent:
			px = b.out.Font.Size * v.Pct / 100
		case Calc:
			px = v.Calc.Eval(b.out.Font.Size)
		}
		b.out.LineHeight, b.out.inner.lineFactor, b.out.inner.lineNumber = LineHeight{Px: max(0, px)}, 0, false
	}, true
}

// features combines font-variant-* and font-feature-settings; later ones take precedence in shaping.
func (b *builder) features() {
	s := b.out
	if s.inner.position == "" && s.inner.ligatures == "" && s.inner.numeric == "" && s.inner.eastAsian == "" {
		s.Font.Features = s.inner.features
		return
	}
	var out []Feature
	add := func(list string) {
		for _, f := range strings.Fields(list) {
			tag, v, ok := strings.Cut(f, "=")
			n := uint32(1)
			if ok && v == "0" {
				n = 0
			}
			out = append(out, Feature{tag, n})
		}
	}
	add(s.inner.ligatures)
	add(s.inner.position)
	add(s.inner.numeric)
	add(s.inner.eastAsian)
	s.Font.Features = append(out, s.inner.features...)
}
