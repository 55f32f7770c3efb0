package style

// TextBoxTrim is a bit set of the sides that text-box-trim trims.
type TextBoxTrim uint8

// The sides.
const (
	TrimStart TextBoxTrim = 1 << iota
	TrimEnd
)

// TextEdge is a metric of text-box-edge.
type TextEdge uint8

// The metrics. The last ones apply to one side only: cap and ex to the over side, alphabetic to the under side.
const (
	EdgeText TextEdge = iota
	EdgeCap
	EdgeEx
	EdgeAlphabetic
)

type textEdges struct{ over, under TextEdge }

// defineTextBox defines text-box-trim and text-box-edge (CSS Inline 3 §5).
func defineTextBox(r *registry) {
	kw(r, "text-box-trim", noInherits, func(s *Computed) *TextBoxTrim { return &s.TextBoxTrim }, words[TextBoxTrim]{
		"none": 0, "trim-start": TrimStart, "trim-end": TrimEnd, "trim-both": TrimStart | TrimEnd})
	def(r, "margin-trim", noInherits, func(s *Computed) *TextBoxTrim { return &s.MarginTrim }, parseMarginTrim)
	r.add(property{name: "text-box-edge", inherited: true, phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			v, ok := p.textEdges()
			return func(b *builder) { b.out.TextBoxOver, b.out.TextBoxUnder = v.over, v.under }, ok
		},
		copy: func(dst, src *Computed) { dst.TextBoxOver, dst.TextBoxUnder = src.TextBoxOver, src.TextBoxUnder },
	})
	r.short("text-box", "text-box-trim text-box-edge", func(p *parser, set func(string, setter)) bool {
		if p.Ident("normal") {
			return true
		}
		trim, hasTrim := p.longhand("text-box-trim")
		edge, hasEdge := p.longhand("text-box-edge")
		if !hasTrim {
			if trim, hasTrim = p.longhand("text-box-trim"); !hasTrim {
				trim = func(b *builder) { b.out.TextBoxTrim = TrimStart | TrimEnd }
			}
		}
		set("text-box-trim", trim)
		if hasEdge {
			set("text-box-edge", edge)
		}
		return hasTrim || hasEdge
	})
}

// parseMarginTrim parses margin-trim, whose inline edges Chromium does not trim.
func parseMarginTrim(p *parser) (value[TextBoxTrim], bool) {
	if v, ok := (words[TextBoxTrim]{"none": 0, "block": TrimStart | TrimEnd}).parse(p); ok {
		return v, true
	}
	var trim TextBoxTrim
	for {
		id, ok := p.oneOf("block-start", "block-end")
		if !ok {
			return constant(trim), trim != 0
		}
		edge := TrimStart
		if id == "block-end" {
			edge = TrimEnd
		}
		if trim&edge != 0 {
			return nil, false
		}
		trim |= edge
	}
}

func (p *parser) textEdges() (v textEdges, ok bool) {
	if p.Ident("auto") {
		return v, true
	}
	id, ok := p.oneOf("text", "cap", "ex")
	if !ok {
		return v, false
	}
	v.over = map[string]TextEdge{"text": EdgeText, "cap": EdgeCap, "ex": EdgeEx}[id]
	under, given := p.oneOf("text", "alphabetic")
	if under == "alphabetic" {
		v.under = EdgeAlphabetic
	}
	return v, given || id == "text"
}
