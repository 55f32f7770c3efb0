package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// sizing holds the properties with calc-size(), and the keywords that only some of them have.
var sizing = map[string]lengthKinds{
	"width": allowAuto, "height": allowAuto, "inline-size": allowAuto, "block-size": allowAuto,
	"min-width": allowAuto, "min-height": allowAuto, "min-inline-size": allowAuto, "min-block-size": allowAuto,
	"max-width": 0, "max-height": 0, "max-inline-size": 0, "max-block-size": 0,
	"flex-basis": allowAuto | allowContent,
}

// animatedSize is a size as the arguments of calc-size().
type animatedSize struct{ basis, calc string }

// interpolateSizes interpolates two sizes of which one is a keyword or calc-size() (CSS Values 5 §8.4); ok is false for
// others. A keyword is interpolated with a length only if keywords is set (interpolate-size: allow-keywords), or with
// calc-size().
func interpolateSizes(name, from, to string, p float64, keywords bool) (string, bool) {
	kinds, ok := sizing[name]
	if !ok || from == to {
		return "", false
	}
	a, okA := parseAnimatedSize(from, kinds)
	b, okB := parseAnimatedSize(to, kinds)
	plain := func(s animatedSize) bool { return s.basis == "any" && !isCalcSize(from) && !isCalcSize(to) }
	switch {
	case !okA || !okB, plain(a) && plain(b):
		return "", false
	case !keywords && !isCalcSize(from) && !isCalcSize(to):
		return "", false
	}
	basis := a.basis
	if basis == "any" {
		basis = b.basis
	} else if b.basis != "any" && b.basis != basis {
		return "", false
	}
	return "calc-size(" + basis + ", (" + a.calc + ") * " + num(1-p) + " + (" + b.calc + ") * " + num(p) + ")", true
}

func isCalcSize(value string) bool {
	return len(value) > len("calc-size(") && css.EqualFold(value[:len("calc-size(")], "calc-size(")
}

// parseAnimatedSize returns the basis and the calculation of a size.
func parseAnimatedSize(value string, kinds lengthKinds) (animatedSize, bool) {
	toks, ok := css.Tokenize(value)
	if !ok {
		return animatedSize{}, false
	}
	p := &parser{Stream: css.NewStream(css.Trim(toks))}
	if t := p.Peek(); t.Kind == css.Ident {
		word := strings.ToLower(t.Value)
		l, ok := keywordLength(word, kinds|allowSizing)
		return animatedSize{word, "size"}, ok && word != "none" && l.Kind != Px
	}
	if args, ok := p.Func("calc-size"); ok && p.AtEnd() {
		parts := args.SplitCommas()
		if len(parts) != 2 {
			return animatedSize{}, false
		}
		return animatedSize{css.Serialize(css.Trim(parts[0].Rest())), css.Serialize(css.Trim(parts[1].Rest()))}, true
	}
	if _, ok := p.length(allowPercent); !ok || !p.AtEnd() {
		return animatedSize{}, false
	}
	if value == "0" {
		value = "0px" // a calculation needs the unit
	}
	return animatedSize{"any", value}, true
}
