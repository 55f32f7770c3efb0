package image

import (
	"math"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// matrix is a matrix of three rows.
type matrix [3][3]float64

// profile describes the colours of a file: how its values become linear light, and linear light XYZ under D50.
type profile struct {
	curves [3]curve
	xyz    matrix
	gray   bool // all channels are equal; xyz is not used
}

// curve maps values between 0 and 1 to linear light.
type curve func(v float64) float64

// toSRGB converts values of three channels to sRGB.
type toSRGB struct {
	linear [3][256]int32 // of 65535
	matrix [3][3]int64   // in 1/65536
}

// encoded holds the sRGB value of every amount of linear light, of 65535.
var encoded = sync.OnceValue(func() *[65536]uint8 {
	t := new([65536]uint8)
	for i := range t {
		v := float64(i) / 65535
		if v <= 0.0031308 {
			v = float64(12.92 * v)
		} else {
			v = float64(1.055*geom.Pow(v, 1/2.4)) - 0.055
		}
		t[i] = uint8(math.Floor(float64(v*255) + 0.5))
	}
	return t
})

// converter returns the conversion of a profile, or nil if it changes no value by more than one.
func (p *profile) converter() *toSRGB {
	t := &toSRGB{}
	for c := range 3 {
		for i := range 256 {
			v := p.curves[c](float64(i) / 255)
			t.linear[c][i] = int32(math.Floor(float64(min(max(v, 0), 1)*65535) + 0.5))
		}
	}
	m := matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if !p.gray {
		back, ok := xyzOf(primaries{0.64, 0.33, 0.30, 0.60, 0.15, 0.06}, d65)
		if !ok {
			return nil
		}
		if back, ok = back.inverse(); !ok {
			return nil
		}
		m = back.mul(p.xyz)
	}
	for i := range m {
		for j := range m[i] {
			if !(math.Abs(m[i][j]) < 1000) {
				return nil
			}
			t.matrix[i][j] = int64(math.Floor(float64(m[i][j]*65536) + 0.5))
		}
	}
	for _, probe := range [][3]uint8{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}, {200, 120, 60}, {64, 128, 192}, {128, 128, 128}, {64, 64, 64}, {32, 32, 32}, {16, 8, 16}} {
		r, g, b := t.convert(probe[0], probe[1], probe[2])
		if apart(r, probe[0]) || apart(g, probe[1]) || apart(b, probe[2]) {
			return t
		}
	}
	return nil
}

func apart(a, b uint8) bool { return a > b+1 && b < 255 || b > a+1 && a < 255 }

func (t *toSRGB) convert(r, g, b uint8) (uint8, uint8, uint8) {
	x, y, z := int64(t.linear[0][r]), int64(t.linear[1][g]), int64(t.linear[2][b])
	table := encoded()
	channel := func(row *[3]int64) uint8 {
		return table[min(max((row[0]*x+row[1]*y+row[2]*z+32768)>>16, 0), 65535)]
	}
	return channel(&t.matrix[0]), channel(&t.matrix[1]), channel(&t.matrix[2])
}

// apply converts premultiplied pixels.
func (t *toSRGB) apply(b *Bitmap) {
	var last, result [4]byte
	for i := 0; i+4 <= len(b.Pix); i += 4 {
		p := b.Pix[i : i+4 : i+4]
		if [4]byte(p) == last {
			*(*[4]byte)(p) = result
			continue
		}
		last = [4]byte(p)
		switch a := p[3]; a {
		case 0:
		case 255:
			p[0], p[1], p[2] = t.convert(p[0], p[1], p[2])
		default:
			straight := func(c uint8) uint8 { return uint8(min((uint32(c)*255+uint32(a)/2)/uint32(a), 255)) }
			red, green, blue := t.convert(straight(p[0]), straight(p[1]), straight(p[2]))
			premultiply(p, red, green, blue, a)
		}
		result = [4]byte(p)
	}
}

// power returns the curve of a gamma.
func power(gamma float64) curve {
	return func(v float64) float64 {
		if v <= 0 {
			return 0
		}
		return geom.Pow(v, gamma)
	}
}

// parametric returns the curve (a·v+b)^g+e from d on, and c·v+f below it.
func parametric(g, a, b, c, d, e, f float64) curve {
	return func(v float64) float64 {
		if v < d {
			return float64(c*v) + f
		}
		return power(g)(float64(a*v)+b) + e
	}
}

func srgbCurve() curve { return parametric(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045, 0, 0) }

// primaries are the chromaticities of red, green and blue: x and y of each.
type primaries [6]float64

var d65 = [2]float64{0.3127, 0.3290}

// xyzOf returns the matrix from linear RGB to XYZ, adapted to D50 by the Bradford method.
func xyzOf(p primaries, white [2]float64) (matrix, bool) {
	column := func(x, y float64) [3]float64 { return [3]float64{x / y, 1, (1 - x - y) / y} }
	for _, y := range []float64{p[1], p[3], p[5], white[1]} {
		if y < 1e-4 {
			return matrix{}, false
		}
	}
	r, g, b, w := column(p[0], p[1]), column(p[2], p[3]), column(p[4], p[5]), column(white[0], white[1])
	m := matrix{{r[0], g[0], b[0]}, {r[1], g[1], b[1]}, {r[2], g[2], b[2]}}
	inverse, ok := m.inverse()
	if !ok {
		return m, false
	}
	scale := inverse.times(w)
	for i := range m {
		for j := range m[i] {
			m[i][j] = float64(m[i][j] * scale[j])
		}
	}
	cone := matrix{{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}
	back, _ := cone.inverse()
	from, to := cone.times(w), cone.times([3]float64{0.96422, 1, 0.82521})
	var adapt matrix
	for i := range adapt {
		if math.Abs(from[i]) < 1e-6 {
			return m, false
		}
		adapt[i][i] = to[i] / from[i]
	}
	return back.mul(adapt).mul(cone).mul(m), true
}

func (m matrix) times(v [3]float64) (out [3]float64) {
	for i := range m {
		out[i] = float64(m[i][0]*v[0]) + float64(m[i][1]*v[1]) + float64(m[i][2]*v[2])
	}
	return out
}

func (m matrix) mul(n matrix) (out matrix) {
	for j := range n {
		column := m.times([3]float64{n[0][j], n[1][j], n[2][j]})
		out[0][j], out[1][j], out[2][j] = column[0], column[1], column[2]
	}
	return out
}

func (m matrix) inverse() (matrix, bool) {
	minor := func(i, j int) float64 {
		a, b, c, d := m[(i+1)%3][(j+1)%3], m[(i+1)%3][(j+2)%3], m[(i+2)%3][(j+1)%3], m[(i+2)%3][(j+2)%3]
		return float64(a*d) - float64(b*c)
	}
	det := float64(m[0][0]*minor(0, 0)) + float64(m[0][1]*minor(0, 1)) + float64(m[0][2]*minor(0, 2))
	if !(math.Abs(det) > 1e-9) {
		return m, false
	}
	var out matrix
	for i := range out {
		for j := range out[i] {
			out[i][j] = minor(j, i) / det
		}
	}
	return out, true
}

// codedColours returns the profile of coding-independent code points (ITU-T H.273) for primaries and transfer, or
// false if they are not supported.
func codedColours(colours, transfer uint16) (*profile, bool) {
	space, white := primaries{0.64, 0.33, 0.30, 0.60, 0.15, 0.06}, d65
	switch colours {
	case 1:
	case 5:
		space = primaries{0.64, 0.33, 0.29, 0.60, 0.15, 0.06}
	case 6, 7:
		space = primaries{0.630, 0.340, 0.310, 0.595, 0.155, 0.070}
	case 9:
		space = primaries{0.708, 0.292, 0.170, 0.797, 0.131, 0.046}
	case 11:
		space, white = primaries{0.680, 0.320, 0.265, 0.690, 0.150, 0.060}, [2]float64{0.314, 0.351}
	case 12:
		space = primaries{0.680, 0.320, 0.265, 0.690, 0.150, 0.060}
	default:
		return nil, false
	}
	var c curve
	switch transfer {
	case 1, 6, 11, 14, 15: // as displays of television show it
		c = power(2.4)
	case 4:
		c = power(2.2)
	case 5:
		c = power(2.8)
	case 8:
		c = power(1)
	case 13:
		c = srgbCurve()
	default:
		return nil, false
	}
	m, ok := xyzOf(space, white)
	return &profile{curves: [3]curve{c, c, c}, xyz: m}, ok
}
