package raster

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// The tests here compare the optimised code with straightforward reference implementations.

func TestDivisionBy255IsExact(t *testing.T) {
	t.Parallel()
	for v := range uint64(255*255 + 1) {
		want := (v*2 + 255) / 510
		lanes := v | (255*255-v)<<16 | v<<32 | (v/2)<<48
		got := div255(lanes)
		if got&0xffff != want {
			t.Fatalf("%d/255 = %d, want %d", v, got&0xffff, want)
		}
		if other := ((255*255-v)*2 + 255) / 510; got>>16&0xffff != other || got>>32&0xffff != want || got>>48 != (v/2*2+255)/510 {
			t.Fatalf("lanes of %x interfere: %x", lanes, got)
		}
	}
	for a := range uint32(256) {
		for b := range uint32(256) {
			if got, want := mul255(a, b), (a*b*2+255)/510; got != want {
				t.Fatalf("mul255(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// inside evaluates the fill rule by its definition, for a point in 1/256 pixel.
func inside(lines []line, x, y float64, evenOdd bool) bool {
	w := 0
	for _, l := range lines {
		x0, y0, x1, y1 := float64(l.x0), float64(l.y0), float64(l.x1), float64(l.y1)
		dir := 1
		if y0 > y1 {
			x0, y0, x1, y1, dir = x1, y1, x0, y0, -1
		}
		if y < y0 || y >= y1 {
			continue
		}
		if x0+(x1-x0)*(y-y0)/(y1-y0) < x {
			w += dir
		}
	}
	if evenOdd {
		return w%2 != 0
	}
	return w != 0
}

func TestCoverageMatchesSupersampling(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const n, sub = 24, 32
	worst, levels := 0.0, map[uint8]bool{}
	for round := range 60 {
		var b shapeBuilder
		corners := 3
		if round%3 == 0 {
			corners = 4 // may self-intersect: even-odd
		}
		for i := range corners {
			p := fpoint{fix(r.IntN(n*256*5/4) - n*32), fix(r.IntN(n*256*5/4) - n*32)}
			if i == 0 {
				b.moveTo(p)
			} else {
				b.lineTo(p)
			}
		}
		rule := display.NonZero
		if corners == 4 {
			rule = display.EvenOdd
		}
		s := b.finish(rule)
		var m maskRows
		m.reset(irect{0, 0, n, n})
		var acc accumulator
		acc.fill(s, m.area, &m)
		for y := range n {
			for x := range n {
				hits := 0
				for sy := range sub {
					for sx := range sub {
						if inside(s.lines, (float64(x)+(float64(sx)+0.5)/sub)*256, (float64(y)+(float64(sy)+0.5)/sub)*256, s.evenOdd) {
							hits++
						}
					}
				}
				got, want := m.pix[y*n+x], float64(hits)*255/(sub*sub)
				levels[got] = true
				// Where a shape intersects itself inside one pixel, the sum of areas is only an approximation.
				if d := math.Abs(float64(got) - want); d > worst && corners == 3 {
					worst = d
				}
			}
		}
	}
	if worst > 5 {
		t.Errorf("coverage differs by %.1f levels from supersampling", worst)
	}
	if len(levels) < 200 {
		t.Errorf("%d levels of coverage, want at least 200", len(levels))
	}
}

func TestOverlappingContoursShowNoSeams(t *testing.T) {
	t.Parallel()
	var b shapeBuilder
	for i := range 5 {
		x := fix(i*700 + 13)
		b.moveTo(fpoint{x, 100})
		b.lineTo(fpoint{x + 900, 131})
		b.lineTo(fpoint{x + 880, 2400})
		b.lineTo(fpoint{x - 7, 2390})
		b.close()
		b.open = false
	}
	s := b.finish(display.NonZero)
	var m maskRows
	m.reset(s.bounds)
	var acc accumulator
	acc.fill(s, s.bounds, &m)
	for y := 2; y < 8; y++ {
		for x := 1; x < 13; x++ {
			if c := m.pix[(y-m.area.y0)*m.area.w()+x-m.area.x0]; c != 255 {
				t.Fatalf("coverage %d at %d, %d inside overlapping contours", c, x, y)
			}
		}
	}
}

func TestClippingNeverMovesEdges(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		var b shapeBuilder
		for i := range 5 {
			p := fpoint{fix(r.IntN(1<<18) - 1<<17), fix(r.IntN(1<<18) - 1<<17)}
			if i == 0 {
				b.moveTo(p)
			} else {
				b.lineTo(p)
			}
		}
		s := b.finish(display.NonZero)
		area := irect{-40, -40, 60, 60}
		var whole, part maskRows
		whole.reset(area)
		var acc accumulator
		acc.fill(s, area, &whole)
		clip := irect{-40 + r.IntN(50), -40 + r.IntN(50), 20 + r.IntN(40), 20 + r.IntN(40)}
		part.reset(clip)
		acc.fill(s, clip, &part)
		for y := clip.y0; y < clip.y1; y++ {
			for x := clip.x0; x < clip.x1; x++ {
				got, want := part.pix[(y-clip.y0)*clip.w()+x-clip.x0], whole.pix[(y+40)*100+x+40]
				if got != want {
					t.Fatalf("clip %v changes the coverage at %d, %d from %d to %d", clip, x, y, want, got)
				}
			}
		}
	}
}

// blendByDefinition computes Compositing and Blending 1 in floating point, on straight colours.
func blendByDefinition(s, d uint32, mode display.Blend) [4]float64 {
	un := func(p uint32) (c [3]float64, a float64) {
		a = float64(p>>24) / 255
		for k := range c {
			if a > 0 {
				c[k] = float64(p>>(8*k)&255) / 255 / a
			}
		}
		return
	}
	cs, as := un(s)
	cb, ab := un(d)
	lum := func(c [3]float64) float64 { return 0.3*c[0] + 0.59*c[1] + 0.11*c[2] }
	clip := func(c [3]float64) [3]float64 {
		l, n, x := lum(c), min(c[0], c[1], c[2]), max(c[0], c[1], c[2])
		for k := range c {
			if n < 0 {
				c[k] = l + (c[k]-l)*l/(l-n)
			}
		}
		if x > 1 {
			for k := range c {
				c[k] = l + (c[k]-l)*(1-l)/(x-l)
			}
		}
		return c
	}
	setLum := func(c [3]float64, l float64) [3]float64 {
		d := l - lum(c)
		return clip([3]float64{c[0] + d, c[1] + d, c[2] + d})
	}
	sat := func(c [3]float64) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }
	setSat := func(c [3]float64, v float64) [3]float64 {
		lo, hi := min(c[0], c[1], c[2]), max(c[0], c[1], c[2])
		if hi == lo {
			return [3]float64{}
		}
		for k := range c {
			c[k] = (c[k] - lo) * v / (hi - lo)
		}
		return c
	}
	one := func(b, s float64) float64 {
		hard := func(b, s float64) float64 {
			if s <= 0.5 {
				return b * 2 * s
			}
			return b + (2*s - 1) - b*(2*s-1)
		}
		switch mode {
		case display.Multiply:
			return b * s
		case display.Screen:
			return b + s - b*s
		case display.Overlay:
			return hard(s, b)
		case display.HardLight:
			return hard(b, s)
		case display.Darken:
			return min(b, s)
		case display.Lighten:
			return max(b, s)
		case display.ColorDodge:
			if b == 0 {
				return 0
			}
			if s >= 1 {
				return 1
			}
			return min(1, b/(1-s))
		case display.ColorBurn:
			if b >= 1 {
				return 1
			}
			if s <= 0 {
				return 0
			}
			return 1 - min(1, (1-b)/s)
		case display.SoftLight:
			if s <= 0.5 {
				return b - (1-2*s)*b*(1-b)
			}
			g := math.Sqrt(b)
			if b <= 0.25 {
				g = ((16*b-12)*b + 4) * b
			}
			return b + (2*s-1)*(g-b)
		case display.Difference:
			return math.Abs(b - s)
		case display.Exclusion:
			return b + s - 2*b*s
		}
		return s
	}
	var mixed [3]float64
	switch mode {
	case display.Hue:
		mixed = setLum(setSat(cs, sat(cb)), lum(cb))
	case display.Saturation:
		mixed = setLum(setSat(cb, sat(cs)), lum(cb))
	case display.ColorBlend:
		mixed = setLum(cs, lum(cb))
	case display.Luminosity:
		mixed = setLum(cb, lum(cs))
	default:
		for k := range mixed {
			mixed[k] = one(cb[k], cs[k])
		}
	}
	var out [4]float64
	for k := range mixed {
		out[k] = 255 * ((1-ab)*as*cs[k] + (1-as)*ab*cb[k] + as*ab*mixed[k])
	}
	out[3] = 255 * (as + ab*(1-as))
	return out
}

func TestBlendModesMatchTheirDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	random := func() uint32 {
		a := uint32(r.IntN(256))
		if r.IntN(3) == 0 {
			a = 255
		}
		c := func() uint32 { return uint32(r.IntN(int(a) + 1)) }
		return c() | c()<<8 | c()<<16 | a<<24
	}
	for mode := display.Multiply; mode <= display.Luminosity; mode++ {
		worst := 0.0
		for range 20000 {
			s, d := random(), random()
			got, want := blendPixel(s, d, mode), blendByDefinition(s, d, mode)
			for k, v := range want {
				// Dodge and burn divide by small numbers, so only opaque colours are compared.
				if diff := math.Abs(float64(got>>(8*k)&255) - v); diff > worst {
					worst = diff
				}
			}
		}
		limit := 1.5
		if mode == display.ColorDodge || mode == display.ColorBurn || mode == display.SoftLight || mode >= display.Hue {
			limit = 2.5
		}
		if worst > limit {
			t.Errorf("mode %d is off by %.2f levels", mode, worst)
		}
	}
}

func TestSolidSpansMatchSinglePixels(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		n := r.IntN(40)
		dst, want := make([]byte, 4*n), make([]byte, 4*n)
		for i := range n {
			a := r.IntN(256)
			for k := range 3 {
				dst[4*i+k] = uint8(r.IntN(a + 1))
			}
			dst[4*i+3] = uint8(a)
		}
		copy(want, dst)
		c := premultiply(display.Color{R: uint8(r.IntN(256)), G: uint8(r.IntN(256)), B: 200, A: uint8(r.IntN(256))})
		for i := range n {
			for k := range 4 {
				want[4*i+k] = uint8(uint32(want[4*i+k])*(256-c>>24)/256 + c>>(8*k)&255)
			}
		}
		overSolid(dst, c)
		if string(dst) != string(want) {
			t.Fatalf("over %08x: got %v, want %v", c, dst, want)
		}
	}
}

// kernelByDefinition returns the Gaussian for narrow blurs and the convolution of three boxes for others (Filter
// Effects 1 §9.11), centred at len/2.
func kernelByDefinition(sigma float64) []float64 {
	const r = 120
	k := make([]float64, 2*r+1)
	if sigma < 2 {
		sum := 0.0
		for i := range k {
			k[i] = math.Exp(-float64((i-r)*(i-r)) / (2 * sigma * sigma))
			sum += k[i]
		}
		for i := range k {
			k[i] /= sum
		}
		return k
	}
	k[r] = 1
	for _, w := range boxes(sigma) {
		out := make([]float64, len(k))
		for i := range out {
			for j := max(0, i-w.l); j <= min(len(k)-1, i+w.r); j++ {
				out[i] += k[j] / float64(w.size())
			}
		}
		k = out
	}
	return k
}

// blurByDefinition blurs a single channel by direct summation.
func blurByDefinition(in []float64, w, h int, k []float64) []float64 {
	r := len(k) / 2
	pass := func(in []float64, dx, dy int) []float64 {
		out := make([]float64, w*h)
		for y := range h {
			for x := range w {
				for i, f := range k {
					if sx, sy := x+(i-r)*dx, y+(i-r)*dy; f != 0 && sx >= 0 && sx < w && sy >= 0 && sy < h {
						out[y*w+x] += in[sy*w+sx] * f
					}
				}
			}
		}
		return out
	}
	return pass(pass(in, 1, 0), 0, 1)
}

func TestBlursMatchTheirDefinition(t *testing.T) {
	t.Parallel()
	const w, h = 220, 180
	for _, sigma := range []float64{0.6, 1, 1.8, 2.5, 4, 5.5, 6, 7, 8, 9, 10.5, 14, 18, 23} {
		l := &display.List{Width: w, Height: h, Ops: []display.Op{
			display.PushLayer{Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(sigma), SigmaY: px(sigma)}}},
			display.FillRect{Rect: rectOf(70, 60, 83, 47), Brush: solid(0xffffff)}, display.Pop{}}}
		in := make([]float64, w*h)
		for y := 60; y < 107; y++ {
			for x := 70; x < 153; x++ {
				in[y*w+x] = 255
			}
		}
		want := blurByDefinition(in, w, h, kernelByDefinition(sigma))
		p := mustDraw(t, l, Options{})
		worst, sum := 0.0, 0.0
		for i, v := range want {
			d := math.Abs(float64(p.Pix[4*i+3]) - v)
			worst, sum = max(worst, d), sum+d
		}
		t.Logf("sigma %v: worst %.1f, mean %.2f", sigma, worst, sum/(w*h))
		// Below narrowLimit the result is exact; above, it is interpolated.
		if limit := map[bool]float64{true: 1.6, false: 4}[sigma < narrowLimit]; worst > limit || sum/(w*h) > 0.4 {
			t.Errorf("sigma %v: worst %.1f, mean %.2f", sigma, worst, sum/(w*h))
		}
	}
}

func TestShadowMatchesBlurredRectangle(t *testing.T) {
	t.Parallel()
	for _, sigma := range []float64{1, 3, 5, 8, 15} {
		for _, size := range []float64{30, 130} {
			r := rounded(60, 60, size, size, 9)
			a := mustDraw(t, &display.List{Width: 260, Height: 260, Ops: []display.Op{display.Shadow{RRect: r, Sigma: px(sigma), Color: rgb(0)}}}, Options{})
			b := mustDraw(t, &display.List{Width: 260, Height: 260, Ops: []display.Op{
				display.PushLayer{Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(sigma), SigmaY: px(sigma)}}},
				display.FillRRect{RRect: r, Brush: solid(0)}, display.Pop{}}}, Options{})
			for i := 3; i < len(a.Pix); i += 4 {
				if d := int(a.Pix[i]) - int(b.Pix[i]); d > 4 || d < -4 {
					t.Fatalf("sigma %v size %v: shadow %d, blur %d at %d, %d", sigma, size, a.Pix[i], b.Pix[i], i/4%260, i/4/260)
				}
			}
		}
	}
}

func TestLinearGradientIsWithinALevel(t *testing.T) {
	t.Parallel()
	a, b := rgb(0x10c0f0), rgb(0xf02010)
	p := mustDraw(t, &display.List{Width: 300, Height: 40, Ops: []display.Op{display.FillRect{Rect: rectOf(0, 0, 300, 40), Brush: &display.Gradient{P0: point(0, 0), P1: point(300, 40), Stops: stops(a, b)}}}}, Options{})
	for y := range 40 {
		for x := range 300 {
			f := ((float64(x)+0.5)*300 + (float64(y)+0.5)*40) / (300*300 + 40*40)
			for k, c := range [3][2]float64{{float64(a.R), float64(b.R)}, {float64(a.G), float64(b.G)}, {float64(a.B), float64(b.B)}} {
				want := c[0] + (c[1]-c[0])*f
				if d := math.Abs(float64(p.Pix[(y*300+x)*4+k]) - want); d > 0.75 {
					t.Fatalf("channel %d at %d, %d is %d, want %.2f", k, x, y, p.Pix[(y*300+x)*4+k], want)
				}
			}
		}
	}
}

func TestHardStopsAreSharp(t *testing.T) {
	t.Parallel()
	g := &display.Gradient{P0: point(0, 0), P1: point(1200, 0), Stops: []display.Stop{
		{Offset: 0, Color: rgb(0xff0000)}, {Offset: 21845, Color: rgb(0xff0000)}, {Offset: 21845, Color: rgb(0x0000ff)}, {Offset: 65536, Color: rgb(0x0000ff)}}}
	p := mustDraw(t, &display.List{Width: 1200, Height: 2, Ops: []display.Op{display.FillRect{Rect: rectOf(0, 0, 1200, 2), Brush: g}}}, Options{})
	for x := range 1200 {
		want := byte(255)
		if x >= 400 {
			want = 0
		}
		if p.Pix[4*x] != want {
			t.Fatalf("red is %d at %d", p.Pix[4*x], x)
		}
	}
}

func TestTurnsIsAnAngle(t *testing.T) {
	t.Parallel()
	for i := range 720 {
		a := float64(i) / 2 * math.Pi / 180
		got := turns(math.Sin(a)*7, -math.Cos(a)*7)
		want := float64(i) / 720
		if d := math.Abs(got - want); d > 5e-6 && d < 1-5e-6 {
			t.Fatalf("turns at %v degrees is %v, want %v", float64(i)/2, got, want)
		}
	}
}

func TestColorSpacesRoundTrip(t *testing.T) {
	t.Parallel()
	for s := display.SRGB; s <= display.HWB; s++ {
		for v := uint32(0); v < 1<<24; v += 98317 {
			c := rgb(v)
			in, _ := toSpace(c, s)
			out := fromSpace([3]float64{in[0], in[1], in[2]}, s)
			for k, w := range [3]uint8{c.R, c.G, c.B} {
				if math.Abs(out[k]*255-float64(w)) > 0.02 {
					t.Fatalf("space %d: %v round-trips to %v", s, c, out)
				}
			}
		}
	}
}

func TestUprightSidesMatchEdges(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		q := rounded(r.Float64()*9, r.Float64()*9, r.Float64()*40, r.Float64()*40, 0)
		for i := range q.Radii {
			q.Radii[i] = display.Point{X: px(r.Float64() * 5), Y: px(r.Float64() * 5)}
		}
		tr := transform{geom.Translate(r.Float64(), r.Float64())}
		var b shapeBuilder
		b.rrect(q, tr, false)
		s := b.finish(display.NonZero)
		var got, want maskRows
		var acc accumulator
		got.reset(irect{0, 0, 60, 60})
		want.reset(got.area)
		acc.fill(s, want.area, &want)
		s.sides = rrectSides(q, tr)
		acc.fill(s, got.area, &got)
		if string(got.pix) != string(want.pix) {
			t.Fatalf("%+v: the fast path differs", q)
		}
	}
}

// TestUprightGapsMatchEdges does the same for what surrounds a rounded rectangle, parts of which are outside the area.
func TestUprightGapsMatchEdges(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 7))
	fast := 0
	for range 1000 {
		w := r.Float64() * 50
		if r.IntN(4) == 0 {
			w = r.Float64() * 2
		}
		h := r.Float64() * 50
		q := rounded(r.Float64()*30-10, r.Float64()*30-10, w, h, 0)
		for i := range q.Radii {
			q.Radii[i] = display.Point{X: px(r.Float64() * min(5, w/2)), Y: px(r.Float64() * min(5, h/2))}
		}
		if r.IntN(3) == 0 {
			q.X0, q.X1 = q.X0&^0x3ff, q.X1&^0x3ff
		}
		tr := transform{geom.Scale(1+float64(r.IntN(2)), 1)}
		if r.IntN(2) == 0 {
			tr = transform{geom.Translate(r.Float64(), r.Float64())}
		}
		s := outside(q, &shape{bounds: irect{3, 2, 51, 60}}, tr)
		var got, want maskRows
		var acc accumulator
		got.reset(irect{0, 0, 60, 60})
		want.reset(got.area)
		acc.fill(s, got.area, &got)
		if s.gap != (frect{}) {
			fast++
		}
		s.gap = frect{}
		acc.fill(s, want.area, &want)
		if string(got.pix) != string(want.pix) {
			t.Fatalf("%+v: the fast path differs", q)
		}
	}
	if fast < 500 {
		t.Fatalf("only %d of the rectangles have straight sides", fast)
	}
}

func given(memory []byte) func(int) *Canvas {
	return func(int) *Canvas { return &Canvas{Bytes: memory} }
}

func TestSuppliedBuffersDoNotChangeOutput(t *testing.T) {
	t.Parallel()
	want := mustDraw(t, everything(), Options{})
	dirty := make([]byte, len(want.Pix)+100)
	for i := range dirty {
		dirty[i] = 77
	}
	if got := mustDraw(t, everything(), Options{Memory: given(dirty)}); string(got.Pix) != string(want.Pix) {
		t.Error("the image depends on the previous content of its buffer")
	}
	l := &display.List{Width: 30, Height: 30, Ops: []display.Op{display.FillRRect{RRect: rounded(3, 3, 20, 20, 5), Brush: display.Solid{Color: rgba(0xff, 99)}}}}
	want = mustDraw(t, l, Options{})
	if got := mustDraw(t, l, Options{Memory: given(dirty)}); string(got.Pix) != string(want.Pix) || got.Opaque {
		t.Error("a translucent image depends on the previous content of its buffer")
	}
	white := rgb(0xffffff)
	if got := mustDraw(t, l, Options{Memory: given(dirty), Background: &white}); !got.Opaque || got.Pix[0] != 255 {
		t.Error("the background is missing")
	}
}
