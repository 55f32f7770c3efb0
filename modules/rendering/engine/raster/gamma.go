package raster

import (
	"math"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Text coverage is not linear: browsers on Linux thicken dark text, assuming that the background is the inverse of the
// text colour. The tables follow the published behaviour of Skia's mask gamma, with one table for each of eight
// luminances of the text colour.
const (
	textContrast = 0.2
	textGamma    = 1.18
	// textLevels is the number of coverage levels of text. 256 levels would be closer to the exact coverage by at most
	// 4 of 255, which is not visible, and take a quarter more bytes in PNG.
	textLevels = 32
)

var gammaTables = sync.OnceValue(func() *[8][256]uint8 {
	var t [8][256]uint8
	for i := range t {
		t[i] = gammaTable(float64(i*255/7)/255, textContrast, textGamma)
	}
	return &t
})

// gammaTable maps coverage for text of luminance lum (0…1, gamma-encoded).
func gammaTable(lum, contrast, gamma float64) [256]uint8 {
	toLinear := func(v float64) float64 { return geom.Pow(v, gamma) }
	under := 1 - lum
	linText, linUnder := toLinear(lum), toLinear(under)
	adjusted := float64(contrast * linUnder)
	var t [256]uint8
	for i := range t {
		a := float64(i) / 255
		a += float64(float64((1-a)*adjusted) * a)
		if math.Abs(under-lum) >= 1.0/256 {
			lin := float64(linText*a) + float64((1-a)*linUnder)
			a = (geom.Pow(lin, 1/gamma) - under) / (lum - under)
		}
		t[i] = step(a)
	}
	return t
}

// step quantises coverage a, 0 … 1, to one of textLevels, 0 … 255.
func step(a float64) uint8 {
	n := max(0, min(int(math.Floor(float64(a*(textLevels-1))+0.5)), textLevels-1))
	return uint8(n * 255 / (textLevels - 1))
}

// textGammaFor returns the table for text painted with p.
func textGammaFor(p paint) *[256]uint8 {
	lum := uint32(127)
	if p.brush == nil {
		lum = luminance(p.color)
	}
	return &gammaTables()[lum>>5]
}

// luminance returns the luma of a premultiplied colour, un-premultiplied.
func luminance(p uint32) uint32 {
	a := p >> 24
	if a == 0 {
		return 0
	}
	y := ((p&255)*54 + (p>>8&255)*183 + (p>>16&255)*19) >> 8
	return min(y*255/a, 255)
}
