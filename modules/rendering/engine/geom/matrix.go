package geom

import "math"

// Matrix is a 2-D affine transform: x' = A·x + C·y + E, y' = B·x + D·y + F, in CSS pixels (CSS Transforms 1 §12 order,
// as in matrix(a,b,c,d,e,f)). Every product is rounded separately, so that no architecture fuses it into the sum.
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity returns the identity transform.
func Identity() Matrix { return Matrix{A: 1, D: 1} }

// Translate returns the translation by x, y.
func Translate(x, y float64) Matrix { return Matrix{A: 1, D: 1, E: x, F: y} }

// Scale returns the transform that scales by x, y about the origin.
func Scale(x, y float64) Matrix { return Matrix{A: x, D: y} }

// Rotate returns the rotation by degrees, clockwise on the screen.
func Rotate(degrees float64) Matrix {
	s, c := SinCosDeg(degrees)
	return Matrix{A: c, B: s, C: -s, D: c}
}

// Mul returns the transform that applies n first, then m (m·n).
func (m Matrix) Mul(n Matrix) Matrix {
	return Matrix{
		A: float64(m.A*n.A) + float64(m.C*n.B),
		B: float64(m.B*n.A) + float64(m.D*n.B),
		C: float64(m.A*n.C) + float64(m.C*n.D),
		D: float64(m.B*n.C) + float64(m.D*n.D),
		E: float64(m.A*n.E) + float64(m.C*n.F) + m.E,
		F: float64(m.B*n.E) + float64(m.D*n.F) + m.F,
	}
}

// Apply maps a point in CSS pixels.
func (m Matrix) Apply(x, y float64) (float64, float64) {
	return float64(m.A*x) + float64(m.C*y) + m.E, float64(m.B*x) + float64(m.D*y) + m.F
}

// Invert returns the inverse; ok is false when m is singular.
func (m Matrix) Invert() (inv Matrix, ok bool) {
	det := float64(m.A*m.D) - float64(m.B*m.C)
	if det == 0 || math.IsNaN(det) || math.IsInf(det, 0) {
		return Matrix{}, false
	}
	return Matrix{
		A: m.D / det, B: -m.B / det, C: -m.C / det, D: m.A / det,
		E: (float64(m.C*m.F) - float64(m.D*m.E)) / det,
		F: (float64(m.B*m.E) - float64(m.A*m.F)) / det,
	}, true
}

// IsIdentity reports whether m is the identity.
func (m Matrix) IsIdentity() bool { return m == Identity() }

// IsTranslation reports whether m is a translation.
func (m Matrix) IsTranslation() bool { return m.A == 1 && m.B == 0 && m.C == 0 && m.D == 1 }

// IsAxisAligned reports whether m maps axis-aligned rectangles to such rectangles without exchanging the axes.
func (m Matrix) IsAxisAligned() bool { return m.B == 0 && m.C == 0 }
