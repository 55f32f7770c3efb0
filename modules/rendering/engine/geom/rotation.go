package geom

import "math"

// Rotation is a rotation by an angle in degrees about a unit vector.
type Rotation struct {
	Axis    [3]float64
	Degrees float64
}

// RotationAbout returns the rotation about an axis of any length; about none it does not turn.
func RotationAbout(axis [3]float64, degrees float64) Rotation {
	length := math.Sqrt(float64(axis[0]*axis[0]) + float64(axis[1]*axis[1]) + float64(axis[2]*axis[2]))
	if length == 0 {
		return Rotation{Axis: [3]float64{0, 0, 1}}
	}
	return Rotation{[3]float64{axis[0] / length, axis[1] / length, axis[2] / length}, degrees}
}

// Mix interpolates two rotations (CSS Transforms 2 §11.3): the angle, if both turn about one axis or one of them does not
// turn, else the orientation along the shorter arc.
func (r Rotation) Mix(to Rotation, p float64) Rotation {
	switch {
	case r.Degrees == 0:
		r.Axis = to.Axis
	case to.Degrees == 0:
		to.Axis = r.Axis
	}
	if r.Axis == to.Axis {
		return Rotation{r.Axis, r.Degrees + float64((to.Degrees-r.Degrees)*p)}
	}
	q := slerp(r.quaternion(), to.quaternion(), p)
	sin := math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]))
	if sin == 0 {
		return Rotation{Axis: [3]float64{0, 0, 1}}
	}
	return Rotation{[3]float64{q[0] / sin, q[1] / sin, q[2] / sin}, 2 * AtanDeg2(sin, q[3])}
}

func (r Rotation) quaternion() [4]float64 {
	sin, cos := SinCosDeg(r.Degrees / 2)
	return [4]float64{float64(r.Axis[0] * sin), float64(r.Axis[1] * sin), float64(r.Axis[2] * sin), cos}
}
