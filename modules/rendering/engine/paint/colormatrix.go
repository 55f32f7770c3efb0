package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ColorMatrix returns a colour filter function as a row-major 4×5 matrix in
// 1/65536 (Filter Effects 1 §8). amount is a number, or degrees for hue-rotate.
func ColorMatrix(kind style.FilterKind, amount float64) [20]int32 {
	var m [20]float64
	diagonal := func(v float64) { m[0], m[6], m[12], m[18] = v, v, v, 1 }
	switch kind {
	case style.FilterBrightness:
		diagonal(amount)
	case style.FilterContrast:
		diagonal(amount)
		m[4], m[9], m[14] = float64((1-amount)/2), float64((1-amount)/2), float64((1-amount)/2)
	case style.FilterInvert:
		diagonal(1 - float64(2*amount))
		m[4], m[9], m[14] = amount, amount, amount
	case style.FilterOpacity:
		diagonal(1)
		m[18] = amount
	case style.FilterGrayscale:
		m = saturateMatrix(1 - min(amount, 1))
	case style.FilterSaturate:
		m = saturateMatrix(amount)
	case style.FilterSepia:
		a := 1 - min(amount, 1)
		sepia := [9]float64{0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131}
		for row := range 3 {
			for col := range 3 {
				v := sepia[row*3+col]
				if row == col {
					m[row*5+col] = v + float64((1-v)*a)
				} else {
					m[row*5+col] = v - float64(v*a)
				}
			}
		}
		m[18] = 1
	case style.FilterHueRotate:
		m = hueMatrix(amount)
	default:
		diagonal(1)
	}
	var out [20]int32
	for i, v := range m {
		out[i] = int32(math.Floor(float64(min(max(v, -1000), 1000)*65536) + 0.5))
	}
	return out
}

// Luminance coefficients of the saturate and hueRotate matrices.
const lumR, lumG, lumB = 0.213, 0.715, 0.072

func saturateMatrix(s float64) (m [20]float64) {
	lum := [3]float64{lumR, lumG, lumB}
	for row := range 3 {
		for col := range 3 {
			v := lum[col] - float64(lum[col]*s)
			if row == col {
				v += s
			}
			m[row*5+col] = v
		}
	}
	m[18] = 1
	return m
}

func hueMatrix(degrees float64) (m [20]float64) {
	sin, cos := geom.SinCosDeg(degrees)
	lum := [3]float64{lumR, lumG, lumB}
	sines := [9]float64{-lumR, -lumG, 1 - lumB, 0.143, 0.140, -0.283, -(1 - lumR), lumG, lumB}
	for row := range 3 {
		for col := range 3 {
			c := -lum[col]
			if row == col {
				c = 1 - lum[col]
			}
			m[row*5+col] = lum[col] + float64(cos*c) + float64(sin*sines[row*3+col])
		}
	}
	m[18] = 1
	return m
}
