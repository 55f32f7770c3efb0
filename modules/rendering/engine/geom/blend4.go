package geom

import "math"

// decomposed holds the parts of a transform: perspective · translation · rotation · skew · scale (CSS Transforms 2 §13).
type decomposed struct {
	perspective [4]float64
	translate   [3]float64
	quaternion  [4]float64 // x, y, z, w
	skew        [3]float64 // xy, xz, yz
	scale       [3]float64
}

// Blend4 interpolates two transforms by their parts; ok is false when one of them is singular.
func Blend4(a, b Matrix4, p float64) (m Matrix4, ok bool) {
	if a == b {
		return a, true
	}
	x, okA := a.decompose()
	y, okB := b.decompose()
	if !okA || !okB {
		return m, false
	}
	mix := func(u, v float64) float64 { return u + float64((v-u)*p) }
	out := decomposed{quaternion: slerp(x.quaternion, y.quaternion, p)}
	for i := range out.perspective {
		out.perspective[i] = mix(x.perspective[i], y.perspective[i])
	}
	for i := range 3 {
		out.translate[i] = mix(x.translate[i], y.translate[i])
		out.skew[i] = mix(x.skew[i], y.skew[i])
		out.scale[i] = mix(x.scale[i], y.scale[i])
	}
	return out.compose(), true
}

// isPlanar reports whether a transform maps the plane z = 0 onto itself without perspective and leaves z unchanged.
func (m Matrix4) isPlanar() bool {
	return m[2] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 0 && m[9] == 0 && m[10] == 1 && m[11] == 0 && m[14] == 0 && m[15] == 1
}

func (m Matrix4) decompose() (d decomposed, ok bool) {
	d.perspective = [4]float64{3: 1}
	d.scale[2] = 1
	if m.isPlanar() {
		return d, d.planar(m)
	}
	if m[15] == 0 {
		return d, false
	}
	for i := range m {
		m[i] /= m[15]
	}
	if m[3] != 0 || m[7] != 0 || m[11] != 0 {
		if d.perspective, ok = m.perspectiveOf(); !ok {
			return d, false
		}
	}
	d.translate = [3]float64{m[12], m[13], m[14]}
	var rows [3][3]float64 // the images of the axes
	for i := range rows {
		rows[i] = [3]float64{m[4*i], m[4*i+1], m[4*i+2]}
	}
	return d, d.orthogonalize(rows)
}

// planar decomposes a 2-D transform.
func (d *decomposed) planar(m Matrix4) bool {
	a, b, c, e := m[0], m[1], m[4], m[5]
	det := float64(a*e) - float64(b*c)
	if det == 0 {
		return false
	}
	d.translate = [3]float64{m[12], m[13], 0}
	sx, sy := 1.0, 1.0
	if det < 0 { // flip the axis that is closer to its opposite
		if a < e {
			sx = -1
		} else {
			sy = -1
		}
	}
	n := Hypot(a, b)
	sx *= n
	if sx == 0 {
		return false
	}
	a, b = a/sx, b/sx
	shear := float64(a*c) + float64(b*e)
	c, e = c-float64(a*shear), e-float64(b*shear)
	sy *= Hypot(c, e)
	if sy == 0 {
		return false
	}
	d.scale[0], d.scale[1], d.skew[0] = sx, sy, shear/sy
	sin, cos := SinCosDeg(AtanDeg2(b, a) / 2)
	d.quaternion = [4]float64{0, 0, sin, cos}
	return true
}

// perspectiveOf returns the perspective part of a transform whose last component is 1.
func (m Matrix4) perspectiveOf() (p [4]float64, ok bool) {
	flat := m
	flat[3], flat[7], flat[11], flat[15] = 0, 0, 0, 1
	inv, ok := flat.invertAffine()
	if !ok {
		return p, false
	}
	// p · flat = the last row of m
	right := [4]float64{m[3], m[7], m[11], m[15]}
	for c := range 4 {
		for k := range 4 {
			p[c] += float64(right[k] * inv[4*c+k])
		}
	}
	return p, true
}

// invertAffine inverts a transform without perspective.
func (m Matrix4) invertAffine() (inv Matrix4, ok bool) {
	minor := func(r0, r1, c0, c1 int) float64 {
		return float64(m[4*c0+r0]*m[4*c1+r1]) - float64(m[4*c1+r0]*m[4*c0+r1])
	}
	det := float64(m[0]*minor(1, 2, 1, 2)) - float64(m[4]*minor(1, 2, 0, 2)) + float64(m[8]*minor(1, 2, 0, 1))
	if det == 0 {
		return inv, false
	}
	next := [3][2]int{{1, 2}, {2, 0}, {0, 1}}
	for r := range 3 {
		for c := range 3 {
			inv[4*c+r] = minor(next[c][0], next[c][1], next[r][0], next[r][1]) / det
		}
	}
	for r := range 3 {
		v := 0.0
		for k := range 3 {
			v -= float64(inv[4*k+r] * m[12+k])
		}
		inv[12+r] = v
	}
	inv[15] = 1
	return inv, true
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// orthogonalize finds the scale, skew and rotation of three axes.
func (d *decomposed) orthogonalize(r [3][3]float64) bool {
	less := func(v, w [3]float64, k float64) [3]float64 {
		return [3]float64{v[0] - float64(w[0]*k), v[1] - float64(w[1]*k), v[2] - float64(w[2]*k)}
	}
	unit := func(i int) bool {
		n := math.Sqrt(dot(r[i], r[i]))
		if n == 0 {
			return false
		}
		d.scale[i] = n
		r[i] = [3]float64{r[i][0] / n, r[i][1] / n, r[i][2] / n}
		return true
	}
	if !unit(0) {
		return false
	}
	d.skew[0] = dot(r[0], r[1])
	r[1] = less(r[1], r[0], d.skew[0])
	if !unit(1) {
		return false
	}
	d.skew[0] /= d.scale[1]
	d.skew[1] = dot(r[0], r[2])
	r[2] = less(r[2], r[0], d.skew[1])
	d.skew[2] = dot(r[1], r[2])
	r[2] = less(r[2], r[1], d.skew[2])
	if !unit(2) {
		return false
	}
	d.skew[1] /= d.scale[2]
	d.skew[2] /= d.scale[2]
	cross := [3]float64{float64(r[1][1]*r[2][2]) - float64(r[1][2]*r[2][1]), float64(r[1][2]*r[2][0]) - float64(r[1][0]*r[2][2]), float64(r[1][0]*r[2][1]) - float64(r[1][1]*r[2][0])}
	if dot(r[0], cross) < 0 { // a reflection
		for i := range 3 {
			d.scale[i] = -d.scale[i]
			r[i] = [3]float64{-r[i][0], -r[i][1], -r[i][2]}
		}
	}
	d.quaternion = quaternionOf(r)
	return true
}

// quaternionOf returns the rotation whose images of the axes are given. The largest component is found first: the others
// follow from it without loss.
func quaternionOf(r [3][3]float64) [4]float64 {
	trace := [4]float64{
		1 + r[0][0] - r[1][1] - r[2][2], 1 - r[0][0] + r[1][1] - r[2][2],
		1 - r[0][0] - r[1][1] + r[2][2], 1 + r[0][0] + r[1][1] + r[2][2],
	}
	largest := 3
	for i, v := range trace {
		if v > trace[largest] {
			largest = i
		}
	}
	var q [4]float64
	q[largest] = math.Sqrt(max(trace[largest], 0)) / 2
	k := 4 * q[largest]
	for i := range 3 { // the axes after axis i
		a, b := (i+1)%3, (i+2)%3
		if turn := r[a][b] - r[b][a]; largest == 3 {
			q[i] = turn / k
		} else if largest == i {
			q[3] = turn / k
		}
		if largest == a {
			q[b] = (r[a][b] + r[b][a]) / k
		} else if largest == b {
			q[a] = (r[a][b] + r[b][a]) / k
		}
	}
	return q
}

// slerp interpolates two rotations along the shorter arc.
func slerp(a, b [4]float64, p float64) [4]float64 {
	product := 0.0
	for i := range a {
		product += float64(a[i] * b[i])
	}
	if product < 0 {
		product = -product
		for i := range b {
			b[i] = -b[i]
		}
	}
	product = min(product, 1)
	if product > 0.999999 {
		return a
	}
	sin := math.Sqrt(1 - float64(product*product))
	angle := AtanDeg2(sin, product)
	from, _ := SinCosDeg(float64((1 - p) * angle))
	to, _ := SinCosDeg(float64(p * angle))
	var out [4]float64
	for i := range out {
		out[i] = float64(a[i]*from/sin) + float64(b[i]*to/sin)
	}
	return out
}

func (d *decomposed) compose() Matrix4 {
	m := Identity4()
	m[3], m[7], m[11], m[15] = d.perspective[0], d.perspective[1], d.perspective[2], d.perspective[3]
	m = m.Mul(Translate4(d.translate[0], d.translate[1], d.translate[2]))
	x, y, z, w := d.quaternion[0], d.quaternion[1], d.quaternion[2], d.quaternion[3]
	twice := func(a, b, c, e, sign float64) float64 {
		return float64(2 * (float64(a*b) + float64(sign*float64(c*e))))
	}
	m = m.Mul(Matrix4{
		1 - twice(y, y, z, z, 1), twice(x, y, z, w, 1), twice(x, z, y, w, -1), 0,
		twice(x, y, z, w, -1), 1 - twice(x, x, z, z, 1), twice(y, z, x, w, 1), 0,
		twice(x, z, y, w, 1), twice(y, z, x, w, -1), 1 - twice(x, x, y, y, 1), 0,
		0, 0, 0, 1,
	})
	skew := Identity4()
	if d.skew[2] != 0 {
		skew[9] = d.skew[2]
		m = m.Mul(skew)
		skew[9] = 0
	}
	if d.skew[1] != 0 {
		skew[8] = d.skew[1]
		m = m.Mul(skew)
		skew[8] = 0
	}
	if d.skew[0] != 0 {
		skew[4] = d.skew[0]
		m = m.Mul(skew)
	}
	return m.Mul(Scale4(d.scale[0], d.scale[1], d.scale[2]))
}
