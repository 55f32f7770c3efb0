package style

import (
	"sort"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// registered is an @property rule.
type registered struct {
	syntax   string
	inherits bool
	initial  string
	has      bool
}

func (sb *sheetBuilder) propertyRule(r *css.Rule, cx sheetContext) {
	s := css.NewStream(r.Prelude)
	name := s.Next().Value
	if !strings.HasPrefix(name, "--") {
		return
	}
	p := &registered{}
	for _, d := range r.Decls {
		switch d.Name {
		case "syntax":
			if len(d.Value) == 1 && d.Value[0].Kind == css.String {
				p.syntax = d.Value[0].Value
			}
		case "inherits":
			p.inherits = len(d.Value) == 1 && d.Value[0].Is("true")
		case "initial-value":
			p.initial, p.has = d.Text, true
		}
	}
	if p.syntax == "" || p.syntax != "*" && !p.has {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@property "+name+" needs syntax and initial-value; it was ignored")
		return
	}
	sb.properties[name] = p
}

func (sb *sheetBuilder) keyframesRule(r *css.Rule, cx sheetContext) {
	s := css.NewStream(r.Prelude)
	t := s.Next()
	if t.Kind != css.Ident && t.Kind != css.String || !s.AtEnd() {
		return
	}
	k := &Keyframes{Name: t.Value}
	for i := range r.Rules {
		f := &r.Rules[i]
		if f.At != "" {
			continue
		}
		var sb2 strings.Builder
		var effects WillChange
		for _, d := range f.Decls {
			if d.Important {
				continue
			}
			effects |= effectsOf(d.Name)
			sb2.WriteString(d.Name)
			sb2.WriteString(": ")
			sb2.WriteString(d.Text)
			sb2.WriteString("; ")
		}
		for _, part := range css.NewStream(f.Prelude).SplitCommas() {
			t := part.Next()
			off := -1.0
			switch {
			case t.Is("from"):
				off = 0
			case t.Is("to"):
				off = 1
			case t.Kind == css.Percentage && t.Num >= 0 && t.Num <= 100:
				off = t.Num / 100
			}
			if off >= 0 && part.AtEnd() {
				k.Frames = append(k.Frames, Keyframe{Offset: off, Declarations: strings.TrimSpace(sb2.String())})
				k.effects |= effects
			}
		}
	}
	sort.SliceStable(k.Frames, func(i, j int) bool { return k.Frames[i].Offset < k.Frames[j].Offset })
	sb.keyframes[k.Name] = k
}

func (sb *sheetBuilder) fontFace(r *css.Rule, cx sheetContext) {
	f := FontFace{Path: cx.at(r.Pos), WeightMin: 400, WeightMax: 400, StretchMin: 100, StretchMax: 100}
	for i := range r.Decls {
		d := &r.Decls[i]
		p := &parser{Stream: css.NewStream(d.Value)}
		if !f.descriptor(d.Name, d.Text, p) || !p.AtEnd() {
			if d.Name == "src" || d.Name == "font-family" || !inertDescriptor(d.Name) {
				sb.warn("unsupported_value", cx.at(d.Pos), "@font-face: "+d.Name+": "+clipText(d.Text)+" is not supported")
			}
		}
	}
	if f.Family == "" || len(f.Sources) == 0 {
		return
	}
	sb.fontFaces = append(sb.fontFaces, f)
}

func inertDescriptor(name string) bool {
	return name == "font-display" || name == "font-named-instance" || name == "font-language-override"
}

// descriptor parses one descriptor of @font-face (CSS Fonts 4 §4).
func (f *FontFace) descriptor(name, text string, p *parser) bool {
	override := func(v *float64) bool {
		if p.Ident("normal") {
			*v = 0
			return true
		}
		t := p.Next()
		if t.Kind != css.Percentage || t.Num < 0 {
			return false
		}
		*v = t.Num
		return true
	}
	switch name {
	case "font-family":
		fam, ok := parseFamily(p)
		f.Family = strings.Trim(fam, `"`)
		return ok
	case "src":
		f.Sources = p.fontSources()
		return len(f.Sources) > 0
	case "font-weight":
		if p.Ident("auto") {
			f.WeightMin, f.WeightMax = 1, 1000
			return true
		}
		lo, ok := parseFontWeight(p)
		if !ok {
			return false
		}
		hi := lo
		if v, ok := parseFontWeight(p); ok {
			hi = v
		}
		b := &builder{parent: &Computed{}}
		f.WeightMin, f.WeightMax = lo(b), hi(b)
		if f.WeightMin > f.WeightMax {
			f.WeightMin, f.WeightMax = f.WeightMax, f.WeightMin
		}
		return true
	case "font-stretch", "font-width":
		if p.Ident("auto") {
			f.StretchMin, f.StretchMax = 0, 1000
			return true
		}
		lo, ok := parseStretch(p)
		if !ok {
			return false
		}
		hi := lo
		if v, ok := parseStretch(p); ok {
			hi = v
		}
		f.StretchMin, f.StretchMax = lo(nil), hi(nil)
		return true
	case "font-style":
		id, ok := p.oneOf("normal", "italic", "oblique", "auto")
		if id == "oblique" {
			p.angle(zeroAllowed)
			p.angle(zeroAllowed)
		}
		f.Slant = map[string]Slant{"italic": SlantItalic, "oblique": SlantOblique}[id]
		return ok
	case "unicode-range":
		r, ok := unicodeRanges(text)
		f.Ranges = r
		p.I = len(p.T)
		return ok
	case "font-feature-settings":
		v, ok := parseFeatures(p)
		if ok {
			f.Features = v(nil)
		}
		return ok
	case "font-variation-settings":
		v, ok := parseVariations(p)
		if ok {
			f.Variations = v(nil)
		}
		return ok
	case "ascent-override":
		f.HasAscent = !p.Peek().Is("normal")
		return override(&f.AscentOverride)
	case "descent-override":
		f.HasDescent = !p.Peek().Is("normal")
		return override(&f.DescentOverride)
	case "line-gap-override":
		f.HasLineGap = !p.Peek().Is("normal")
		return override(&f.LineGapOverride)
	case "size-adjust":
		return override(&f.SizeAdjust)
	}
	return false
}

func (p *parser) fontSources() []FontSource {
	var out []FontSource
	for _, part := range p.SplitCommas() {
		q := p.in(part)
		var src FontSource
		if f, ok := q.Func("local"); ok {
			lp := q.in(f)
			name, ok := parseFamily(lp)
			if !ok {
				continue
			}
			src.Local = name
		} else if u, ok := q.url(); ok {
			src.URL = u
		} else {
			continue
		}
		if f, ok := q.Func("format"); ok {
			src.Format = css.Lower(f.Next().Value)
		}
		q.Func("tech")
		out = append(out, src)
	}
	p.I = len(p.T)
	return out
}

// unicodeRanges parses U+26, U+0-7F and U+4?? (CSS Syntax 3 §7) from the source text, since tokens do not preserve it.
func unicodeRanges(text string) ([][2]rune, bool) {
	var out [][2]rune
	for _, part := range strings.Split(text, ",") {
		lo, hi, ok := unicodeRange(strings.ToLower(strings.TrimSpace(part)))
		if !ok {
			return nil, false
		}
		out = append(out, [2]rune{lo, hi})
	}
	return out, len(out) > 0
}

func unicodeRange(s string) (lo, hi rune, ok bool) {
	s, ok = strings.CutPrefix(s, "u+")
	if !ok || s == "" {
		return 0, 0, false
	}
	a, b, hasEnd := strings.Cut(s, "-")
	if strings.Contains(a, "?") {
		b = strings.ReplaceAll(a, "?", "f")
		a = strings.ReplaceAll(a, "?", "0")
	} else if !hasEnd {
		b = a
	}
	x, err1 := strconv.ParseUint(a, 16, 32)
	y, err2 := strconv.ParseUint(b, 16, 32)
	if err1 != nil || err2 != nil || x > y || x > 0x10FFFF {
		return 0, 0, false
	}
	return rune(x), rune(min(y, 0x10FFFF)), true
}
