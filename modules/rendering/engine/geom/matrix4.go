package geom

import "math"

// Matrix4 is a 3-D transform: column c of row r is at [4*c+r], as in matrix3d().
type Matrix4 [16]float64

// Identity4 returns the identity transform.
func Identity4() Matrix4 { return Matrix4{0: 1, 5: 1, 10: 1, 15: 1} }

// Translate4 returns the translation by x, y, z.
func Translate4(x, y, z float64) Matrix4 {
	return Matrix4{0: 1, 5: 1, 10: 1, 15: 1, 12: x, 13: y, 14: z}
}

// Scale4 returns the scaling about the origin.
func Scale4(x, y, z float64) Matrix4 { return Matrix4{0: x, 5: y, 10: z, 15: 1} }

// Perspective4 returns the perspective projection for a viewer at distance d in front of the plane.
func Perspective4(d float64) Matrix4 {
	m := Identity4()
	m[11] = -1 / d
	return m
}

// Rotate4 returns the rotation about an axis; the identity for a zero axis (CSS Transforms 2 §13.2).
func Rotate4(x, y, z, degrees float64) Matrix4 {
	n := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	if n == 0 {
		return Identity4()
	}
	x, y, z = x/n, y/n, z/n
	s, c := SinCosDeg(degrees)
	t := 1 - c
	at := func(a, b, rest float64) float64 { return float64(float64(a*b)*t) + rest }
	return Matrix4{
		at(x, x, c), at(x, y, float64(z*s)), at(x, z, -float64(y*s)), 0,
		at(x, y, -float64(z*s)), at(y, y, c), at(y, z, float64(x*s)), 0,
		at(x, z, float64(y*s)), at(y, z, -float64(x*s)), at(z, z, c), 0,
		0, 0, 0, 1,
	}
}

// Space converts a 2-D transform to 3-D.
func (m Matrix) Space() Matrix4 {
	return Matrix4{m.A, m.B, 0, 0, m.C, m.D, 0, 0, 0, 0, 1, 0, m.E, m.F, 0, 1}
}

// Mul returns the transform that applies n first, then m (m·n).
func (m Matrix4) Mul(n Matrix4) Matrix4 {
	var out Matrix4
	for c := range 4 {
		for r := range 4 {
			v := 0.0
			for k := range 4 {
				v += float64(m[4*k+r] * n[4*c+k])
			}
			out[4*c+r] = v
		}
	}
	return out
}

// Apply maps a point of the plane z = 0 to homogeneous coordinates.
func (m Matrix4) Apply(x, y float64) (v [4]float64) {
	for r := range 4 {
		v[r] = float64(m[r]*x) + float64(m[4+r]*y) + m[12+r]
	}
	return v
}

// Flat returns the 2-D transform of the plane z = 0; ok is false if it has perspective.
func (m Matrix4) Flat() (p Matrix, ok bool) {
	w := m[15]
	if m[3] != 0 || m[7] != 0 || w == 0 {
		return Identity(), false
	}
	return Matrix{A: m[0] / w, B: m[1] / w, C: m[4] / w, D: m[5] / w, E: m[12] / w, F: m[13] / w}, true
}

// Plane returns the homography of the plane z = 0, in row order.
func (m Matrix4) Plane() Homography {
	return Homography{m[0], m[4], m[12], m[1], m[5], m[13], m[3], m[7], m[15]}
}

// ShowsBack reports whether the back of the plane z = 0 is visible.
func (m Matrix4) ShowsBack() bool {
	return float64(m.Plane().det()*m.det()) < 0
}

func (m Matrix4) det() float64 {
	// Laplace expansion by pairs of rows of the first two and the last two columns.
	pair := func(c, a, b int) float64 {
		return float64(m[4*c+a]*m[4*c+4+b]) - float64(m[4*c+b]*m[4*c+4+a])
	}
	return float64(pair(0, 0, 1)*pair(2, 2, 3)) - float64(pair(0, 0, 2)*pair(2, 1, 3)) + float64(pair(0, 0, 3)*pair(2, 1, 2)) +
		float64(pair(0, 1, 2)*pair(2, 0, 3)) - float64(pair(0, 1, 3)*pair(2, 0, 2)) + float64(pair(0, 2, 3)*pair(2, 0, 1))
}

// Homography is a projective transform of the plane, in row order.
type Homography [9]float64

// Mul returns the transform that applies n first, then h.
func (h Homography) Mul(n Homography) Homography {
	var out Homography
	for r := range 3 {
		for c := range 3 {
			out[3*r+c] = float64(h[3*r]*n[c]) + float64(h[3*r+1]*n[3+c]) + float64(h[3*r+2]*n[6+c])
		}
	}
	return out
}

// Projective converts an affine transform to a homography.
func (m Matrix) Projective() Homography {
	return Homography{m.A, m.C, m.E, m.B, m.D, m.F, 0, 0, 1}
}

func (h Homography) det() float64 {
	return float64(h[0]*(float64(h[4]*h[8])-float64(h[5]*h[7]))) - float64(h[1]*(float64(h[3]*h[8])-float64(h[5]*h[6]))) +
		float64(h[2]*(float64(h[3]*h[7])-float64(h[4]*h[6])))
}

// Invert returns the inverse; ok is false when h is singular.
func (h Homography) Invert() (inv Homography, ok bool) {
	d := h.det()
	if d == 0 || math.IsNaN(d) || math.IsInf(d, 0) {
		return inv, false
	}
	cof := func(a, b, c, e int) float64 { return (float64(h[a]*h[b]) - float64(h[c]*h[e])) / d }
	return Homography{
		cof(4, 8, 5, 7), cof(2, 7, 1, 8), cof(1, 5, 2, 4),
		cof(5, 6, 3, 8), cof(0, 8, 2, 6), cof(2, 3, 0, 5),
		cof(3, 7, 4, 6), cof(1, 6, 0, 7), cof(0, 4, 1, 3),
	}, true
}
