package raster

import (
	"encoding/binary"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// rowSource provides rendered pixels row by row.
type rowSource interface {
	// extent returns the area that has pixels.
	extent() irect
	// pixels returns row y from x0 to x1 inside the extent; it may be a scratch buffer of w, valid until the next call.
	pixels(w *worker, y, x0, x1 int) []byte
	// held returns the number of bytes it occupies.
	held() int
}

func (s *surface) extent() irect { return s.area }

func (s *surface) pixels(_ *worker, y, x0, x1 int) []byte { return s.row(y, x0, x1) }

func (s *surface) held() int { return len(s.pix) }

// compositeCommand composites rendered pixels onto a surface.
type compositeCommand struct {
	src     rowSource
	area    irect
	clip    *clip
	opacity uint32
	blend   display.Blend
}

func (c compositeCommand) bounds() irect { return c.area }

func (c compositeCommand) draw(w *worker, to *surface, area irect) {
	p := w.painter(to, area.intersect(c.area).intersect(c.src.extent()), c.clip, paint{})
	defer w.done(p)
	for y := p.area.y0; y < p.area.y1; y++ {
		x0, x1 := p.area.x0, p.area.x1
		var r maskRow
		if p.clip != nil {
			r = p.clip.row(y)
			x0, x1 = max(x0, r.x0), min(x1, r.x1)
		}
		if x0 >= x1 {
			continue
		}
		var cov []uint8
		if p.clip != nil && (x0 < r.f0 || x1 > r.f1) {
			cov = append(p.cov[:0], r.cov[x0-r.x0:x1-r.x0]...)
			p.cov = cov
		}
		dst, src := to.row(y, x0, x1), c.src.pixels(w, y, x0, x1)
		if c.blend == display.Normal {
			switch {
			case cov != nil:
				scaleMask(cov, c.opacity)
				overMask(dst, src, cov)
			case c.opacity == 255:
				over(dst, src)
			default:
				overScaled(dst, src, c.opacity)
			}
			continue
		}
		blendRow(dst, src, cov, c.opacity, c.blend)
	}
}

// blendRow composites src × opacity onto dst with a mode other than normal;
// cov is the clip, nil for none.
func blendRow(dst, src []byte, cov []uint8, opacity uint32, mode display.Blend) {
	src = src[:len(dst)]
	for i := 0; i+4 <= len(dst); i += 4 {
		s := binary.LittleEndian.Uint32(src[i:])
		d := binary.LittleEndian.Uint32(dst[i:])
		if opacity != 255 {
			s = scalePixel(s, opacity)
		}
		c := uint32(255)
		if cov != nil {
			if c = uint32(cov[i/4]); c == 0 {
				continue
			}
		}
		var r uint32
		switch mode {
		case display.SourceIn, display.DestinationIn, display.DestinationOut, display.Xor, display.SourceOut, display.SourceAtop:
			r = porterDuff(s, d, mode)
			if c != 255 {
				r = lerpPixel(d, r, c)
			}
		default:
			// The blend formulas are linear in the source's alpha, so the source can be scaled by the coverage.
			if c != 255 {
				s = scalePixel(s, c)
			}
			if s == 0 {
				continue
			}
			r = blendPixel(s, d, mode)
		}
		binary.LittleEndian.PutUint32(dst[i:], r)
	}
}

// lerpPixel interpolates between a and b, b with weight c/255.
func lerpPixel(a, b uint32, c uint32) uint32 {
	return pack(div255(spread(a)*uint64(255-c) + spread(b)*uint64(c)))
}

func porterDuff(s, d uint32, mode display.Blend) uint32 {
	sa, da := s>>24, d>>24
	switch mode {
	case display.SourceIn:
		return scalePixel(s, da)
	case display.SourceAtop:
		return pack(div255(spread(s)*uint64(da) + spread(d)*uint64(255-sa)))
	case display.SourceOut:
		return scalePixel(s, 255-da)
	case display.DestinationIn:
		return scalePixel(d, sa)
	case display.DestinationOut:
		return scalePixel(d, 255-sa)
	}
	return pack(div255(spread(s)*uint64(255-da) + spread(d)*uint64(255-sa))) // Xor
}

// blendPixel implements Compositing and Blending 1 §5 and §8 for one premultiplied pixel: (1−αb)·Cs + (1−αs)·Cb +
// αs·αb·B(cb, cs), alpha by source-over.
func blendPixel(s, d uint32, mode display.Blend) uint32 {
	sa, da := s>>24, d>>24
	if mode == display.PlusLighter {
		var r uint32
		for shift := 0; shift < 32; shift += 8 {
			r |= min(s>>shift&255+d>>shift&255, 255) << shift
		}
		return r
	}
	a := sa + mul255(da, 255-sa)
	var out uint32
	if mode >= display.Hue && mode <= display.Luminosity {
		b := nonSeparable(unpremultiply(d), unpremultiply(s), mode)
		for k := range 3 {
			sc, dc := s>>(8*k)&255, d>>(8*k)&255
			v := 255*(sc*(255-da)+dc*(255-sa)) + uint32((uint64(sa)*uint64(da)*uint64(b[k])*255+32767)/65535)
			out |= min((v+32512)/65025, a) << (8 * k)
		}
		return out | a<<24
	}
	for shift := 0; shift < 24; shift += 8 {
		sc, dc := s>>shift&255, d>>shift&255
		mixed := separable(sc, dc, sa, da, mode)
		v := sc*(255-da) + dc*(255-sa) + mixed
		out |= min((v+127)/255, a) << shift
	}
	return out | a<<24
}

// separable returns αs·αb·B(cb, cs) × 255² for premultiplied channels.
func separable(s, d, sa, da uint32, mode display.Blend) uint32 {
	switch mode {
	case display.Multiply:
		return s * d
	case display.Screen:
		return s*da + d*sa - s*d
	case display.Overlay:
		return hardLight(d, s, da, sa)
	case display.HardLight:
		return hardLight(s, d, sa, da)
	case display.Darken:
		return min(s*da, d*sa)
	case display.Lighten:
		return max(s*da, d*sa)
	case display.Difference:
		return max(s*da, d*sa) - min(s*da, d*sa)
	case display.Exclusion:
		return s*da + d*sa - 2*s*d
	case display.ColorDodge:
		switch {
		case d == 0 || sa == 0:
			return 0
		case s >= sa:
			return sa * da
		}
		return sa * min(da, (d*sa+(sa-s)/2)/(sa-s))
	case display.ColorBurn:
		switch {
		case d >= da:
			return sa * da
		case s == 0:
			return 0
		}
		return sa * (da - min(da, ((da-d)*sa+s/2)/s))
	case display.SoftLight:
		return softLight(s, d, sa, da)
	}
	return s * da
}

func hardLight(s, d, sa, da uint32) uint32 {
	if 2*s <= sa {
		return 2 * s * d
	}
	return sa*da - 2*(sa-s)*(da-d)
}

func softLight(s, d, sa, da uint32) uint32 {
	if sa == 0 || da == 0 {
		return 0
	}
	cs := int64(s) * 65535 / int64(sa)
	cb := min(int64(d)*65535/int64(da), 65535)
	var b int64
	if 2*cs <= 65535 {
		b = cb - (65535-2*cs)*cb/65535*(65535-cb)/65535
	} else {
		var g int64
		if 4*cb <= 65535 {
			g = ((16*cb-12*65535)*cb/65535 + 4*65535) * cb / 65535
		} else {
			g = int64(math.Sqrt(float64(cb * 65535)))
		}
		b = cb + (2*cs-65535)*(g-cb)/65535
	}
	return uint32((int64(sa)*int64(da)*min(max(b, 0), 65535) + 32767) / 65535)
}

// unpremultiply returns the channels of a pixel, 0…65535.
func unpremultiply(p uint32) [3]int32 {
	a := int32(p >> 24)
	if a == 0 {
		return [3]int32{}
	}
	var c [3]int32
	for k := range c {
		c[k] = int32(min((int64(p>>(8*k)&255)*65535+int64(a)/2)/int64(a), 65535))
	}
	return c
}

// nonSeparable computes B(cb, cs) of the four modes that mix hue, saturation and luminosity (Compositing and Blending 1
// §8.1), on 0…65535.
func nonSeparable(cb, cs [3]int32, mode display.Blend) [3]int32 {
	switch mode {
	case display.Hue:
		return setLuminosity(setSaturation(cs, saturation(cb)), luminosity(cb))
	case display.Saturation:
		return setLuminosity(setSaturation(cb, saturation(cs)), luminosity(cb))
	case display.ColorBlend:
		return setLuminosity(cs, luminosity(cb))
	}
	return setLuminosity(cb, luminosity(cs))
}

func luminosity(c [3]int32) int32 {
	return int32((int64(c[0])*30 + int64(c[1])*59 + int64(c[2])*11 + 50) / 100)
}

func saturation(c [3]int32) int32 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

func setSaturation(c [3]int32, s int32) [3]int32 {
	lo, hi := min(c[0], c[1], c[2]), max(c[0], c[1], c[2])
	if lo == hi {
		return [3]int32{}
	}
	for k := range c {
		c[k] = int32(int64(c[k]-lo) * int64(s) / int64(hi-lo))
	}
	return c
}

func setLuminosity(c [3]int32, l int32) [3]int32 {
	d := l - luminosity(c)
	for k := range c {
		c[k] += d
	}
	l = luminosity(c)
	lo, hi := min(c[0], c[1], c[2]), max(c[0], c[1], c[2])
	for k := range c {
		if lo < 0 && l > lo {
			c[k] = l + int32(int64(c[k]-l)*int64(l)/int64(l-lo))
		}
	}
	if hi > 65535 && hi > l {
		for k := range c {
			c[k] = l + int32(int64(c[k]-l)*int64(65535-l)/int64(hi-l))
		}
	}
	for k := range c {
		c[k] = min(max(c[k], 0), 65535)
	}
	return c
}
