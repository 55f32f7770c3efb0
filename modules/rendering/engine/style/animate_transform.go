package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// mixTransforms interpolates two transform lists (CSS Transforms 2 §12): functions of the same kind one by one, and what
// follows the first pair of different kinds as a matrix.
func mixTransforms(a, b []css.Token, p float64) (string, bool) {
	fa, fb := functions(planar(a)), functions(planar(b))
	var out []string
	for i := range max(len(fa), len(fb)) {
		var x, y []css.Token
		switch {
		case i >= len(fa):
			x, y = identity(fb[i], nil), fb[i]
		case i >= len(fb):
			x, y = fa[i], identity(fa[i], nil)
		default:
			x, y = sameFunction(fa[i], fb[i])
		}
		if css.EqualFold(x[0].Value, css.Lower(y[0].Value)) && !mixedAsMatrix[css.Lower(x[0].Value)] {
			text, ok := mixTokens(x, y, p)
			if !ok {
				return "", false
			}
			out = append(out, text)
			continue
		}
		if i < len(fa) && i < len(fb) && transformKind(x) == transformKind(y) {
			text, ok := mixMatrices(fa[i:i+1], fb[i:i+1], p)
			if !ok {
				return "", false
			}
			out = append(out, text)
			continue
		}
		text, ok := mixMatrices(fa[min(i, len(fa)):], fb[min(i, len(fb)):], p)
		return strings.Join(append(out, text), " "), ok
	}
	if len(out) == 0 {
		return "none", true
	}
	return strings.Join(out, " "), true
}

// mixedAsMatrix holds the functions that are interpolated as matrices.
var mixedAsMatrix = map[string]bool{"matrix": true, "matrix3d": true, "perspective": true, "rotate3d": true}

// transformKind returns the kind of a function: those of one kind are interpolated with each other.
func transformKind(f []css.Token) string {
	name := css.Lower(f[0].Value)
	for _, kind := range [...]string{"translate", "scale", "rotate", "skew", "matrix", "perspective"} {
		if strings.HasPrefix(name, kind) {
			return kind
		}
	}
	return name
}

// sameFunction rewrites two translations or scalings as functions of three dimensions when one of them is.
func sameFunction(a, b []css.Token) (x, y []css.Token) {
	kind := transformKind(a)
	if kind != transformKind(b) || css.EqualFold(a[0].Value, css.Lower(b[0].Value)) || kind != "translate" && kind != "scale" {
		return a, b
	}
	return spatial(a, kind), spatial(b, kind)
}

// spatial rewrites a translation or scaling as translate3d() or scale3d().
func spatial(f []css.Token, kind string) []css.Token {
	parts := arguments(f)
	missing := map[string]string{"translate": "0px", "scale": "1"}[kind]
	at := [3]string{missing, missing, missing}
	switch {
	case css.EqualFold(f[0].Value, kind+"z") && len(parts) == 1:
		at[2] = parts[0]
	default:
		copy(at[:], parts)
	}
	out, _ := css.Tokenize(kind + "3d(" + strings.Join(at[:], ",") + ")")
	return out
}

// mixMatrices interpolates two lists of functions as matrices; ok is false when they depend on the size of the box or
// the font.
func mixMatrices(a, b [][]css.Token, p float64) (string, bool) {
	x, okA := matrixOf(a)
	y, okB := matrixOf(b)
	if !okA || !okB {
		return "", false
	}
	m, ok := geom.Blend4(x, y, p)
	if !ok {
		return "", false
	}
	return transformText([]TransformFunc{{Kind: TransformMatrix3D, M: &m}}), true
}

// matrixOf returns the product of functions whose lengths are in absolute units.
func matrixOf(list [][]css.Token) (geom.Matrix4, bool) {
	m := geom.Identity4()
	for _, f := range list {
		for _, t := range f {
			if t.Kind == css.Percentage || t.Kind == css.Dimension && unitsByName[t.Value].unit.category() == catLength && unitsByName[t.Value].unit != unitPx ||
				t.Kind == css.Function && css.EqualFold(t.Value, "var") {
				return m, false
			}
		}
		q := &parser{Stream: css.NewStream(f)}
		v, ok := q.transforms()
		if !ok || !q.AtEnd() {
			return m, false
		}
		for _, tf := range v(&builder{}) {
			m = m.Mul(tf.Matrix(0, 0))
		}
	}
	return m, true
}
