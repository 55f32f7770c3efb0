package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// LineFit is the value of text-fit: text grows or shrinks so that its lines fill the width of their block.
type LineFit struct {
	Kind   TextFit
	Target FitTarget
	// Limit is the largest or smallest scale; 0 is none.
	Limit float64
}

// FitTarget selects the lines that are scaled alike.
type FitTarget uint8

// The targets.
const (
	FitConsistent FitTarget = iota // all lines of a block by one factor
	FitPerLine                     // each by its own, except the last of a paragraph
	FitPerLineAll
)

// Clamp returns a scale within the limits of the value.
func (f LineFit) Clamp(scale float64) float64 {
	if f.Kind == FitGrow {
		if f.Limit > 0 {
			scale = min(scale, f.Limit)
		}
		return max(scale, 1)
	}
	return min(max(scale, f.Limit), 1)
}

// parseLineFit parses none, or grow or shrink with a target and a limit.
func parseLineFit(p *parser) (value[LineFit], bool) {
	if p.Ident("none") {
		return constant(LineFit{}), true
	}
	var f LineFit
	switch id, ok := p.oneOf("grow", "shrink"); {
	case !ok:
		return nil, false
	case id == "grow":
		f.Kind = FitGrow
	default:
		f.Kind = FitShrink
	}
	if v, ok := (words[FitTarget]{"consistent": FitConsistent, "per-line": FitPerLine, "per-line-all": FitPerLineAll}).parse(p); ok {
		f.Target = v(nil)
	}
	if p.AtEnd() {
		return constant(f), true
	}
	if p.Peek().Kind != css.Percentage {
		return nil, false
	}
	limit, ok := p.length(allowPercent)
	return func(b *builder) LineFit {
		f := f
		if l := limit(b); l.Kind == Percent {
			f.Limit = l.Pct / 100
		}
		return f
	}, ok
}
