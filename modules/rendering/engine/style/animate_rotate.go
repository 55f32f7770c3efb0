package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// mixRotations interpolates two values of the rotate property.
func mixRotations(a, b []css.Token, p float64) (string, bool) {
	from, okFrom := parseRotation(a)
	to, okTo := parseRotation(b)
	if !okFrom || !okTo {
		return "", false
	}
	r := from.Mix(to, p)
	angle := num(r.Degrees) + "deg"
	if r.Axis == [3]float64{0, 0, 1} {
		return angle, true
	}
	return num(r.Axis[0]) + " " + num(r.Axis[1]) + " " + num(r.Axis[2]) + " " + angle, true
}

// parseRotation parses a value of the rotate property; none does not turn.
func parseRotation(t []css.Token) (r geom.Rotation, ok bool) {
	plane := [3]float64{0, 0, 1}
	if len(t) == 1 && t[0].Is("none") {
		return geom.RotationAbout(plane, 0), true
	}
	p := &parser{Stream: css.NewStream(t)}
	v, ok := p.rotation()
	if !ok || !p.AtEnd() {
		return r, false
	}
	f := v(&builder{})[0]
	if f.Kind == TransformRotate {
		return geom.RotationAbout(plane, f.N[0]), true
	}
	return geom.RotationAbout([3]float64{f.N[0], f.N[1], f.N[2]}, f.N[3]), true
}
