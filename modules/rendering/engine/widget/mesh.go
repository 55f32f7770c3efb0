package widget

import (
	"crypto/sha256"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// meshColors is the default palette of a mesh gradient.
var meshColors = []display.Color{
	{R: 0x4F, G: 0x46, B: 0xE5, A: 255}, {R: 0xEC, G: 0x48, B: 0x99, A: 255}, {R: 0xFB, G: 0xBF, B: 0x24, A: 255},
	{R: 0x22, G: 0xD3, B: 0xEE, A: 255}, {R: 0x7C, G: 0x3A, B: 0xED, A: 255},
}

const (
	meshCell   = 8          // pixels between the samples of the colour field
	meshPixels = 12_000_000 // of one bitmap; larger boxes are scaled up
	// meshSmall is the side of a bitmap after the pixel budget of the render is used up.
	meshSmall = 64
)

// mesh is the control mesh of a gradient: points of a jittered grid with colours in OKLab and alpha. Positions are in
// grid cells.
type mesh struct {
	cols, rows int
	x, y       []float64
	color      [][4]float64
	chroma     []float64
	phase      [6]float64 // in degrees, of the waves that distort the plane
}

// drawMesh fills the box with a mesh gradient of the given number of points: positioned by seed, with colours of the
// attribute colors interpolated in OKLab, and grain from 0 to 1.
func drawMesh(c *canvas) {
	colors := c.colors("colors", 16)
	if len(colors) == 0 {
		colors = meshColors
	}
	seed := c.number("seed", 0, 1<<31-1, 0)
	points := c.number("points", 2, 64, 12)
	grain := c.number("grain", 0, 1, 0)
	w, h := max(1, int(math.Round(c.w*c.ctx.Scale))), max(1, int(math.Round(c.h*c.ctx.Scale)))
	if n := w * h; n > meshPixels {
		k := math.Sqrt(float64(meshPixels) / float64(n))
		w, h = max(1, int(float64(w)*k)), max(1, int(float64(h)*k))
	}
	if c.ctx.Pixels != nil {
		if w*h > *c.ctx.Pixels {
			w, h = min(w, meshSmall), min(h, meshSmall)
			c.warn("low_resolution", "mesh-gradient: the document has so many large ones that this one is drawn at a low resolution")
		} else {
			*c.ctx.Pixels -= w * h
		}
	}
	m := newMesh(colors, uint32(seed), int(points), float64(w)/float64(h))
	b := &image.Bitmap{Width: w, Height: h, Pix: m.paint(w, h), Opaque: true}
	if grain > 0 {
		addGrain(b.Pix, int(math.Round(grain*40)), uint32(seed))
	}
	for _, col := range colors {
		b.Opaque = b.Opaque && col.A == 255
	}
	if !b.Opaque {
		m.fade(b.Pix, w, h)
	}
	b.Hash = sha256.Sum256([]byte(fmt.Sprint("mesh 1 ", colors, seed, points, grain, w, h)))
	c.push(display.DrawImage{
		Image: b, Src: display.Rect{X1: display.Coord(w) * 1024, Y1: display.Coord(h) * 1024}, Dst: rect(0, 0, c.w, c.h),
	})
}

// mix is a 32-bit hash, the source of pseudo-random numbers: deterministic on every platform.
func mix(v uint32) uint32 {
	v ^= v >> 16
	v *= 0x7FEB352D
	v ^= v >> 15
	v *= 0x846CA68B
	return v ^ v>>16
}

// random returns the kth pseudo-random number in [0, 1) of a seed.
func random(seed, k uint32) float64 {
	return float64(float64(mix(mix(seed+0x9E3779B9)^k*0x85EBCA6B)>>8) / (1 << 24))
}

func newMesh(colors []display.Color, seed uint32, points int, aspect float64) *mesh {
	cols := int(math.Round(math.Sqrt(float64(points) * min(max(aspect, 0.05), 20))))
	cols = min(max(cols, 1), points)
	rows := (points + cols - 1) / cols
	m := &mesh{cols: cols, rows: rows}
	for i := range m.phase {
		m.phase[i] = 360 * random(seed, uint32(1000+i))
	}
	// The palette is shuffled and starts at a different offset in every row, so that neighbours differ.
	order := make([]int, len(colors))
	for i := range order {
		k := int(random(seed, uint32(2000+i)) * float64(i+1))
		order[i], order[k] = order[k], i
	}
	stride := 1
	if len(colors) > 3 {
		stride = 2
	}
	for i := range points {
		col, row := i%cols, i/cols
		m.x = append(m.x, float64(col)+0.5+float64((random(seed, uint32(4*i))-0.5)*0.9))
		m.y = append(m.y, float64(row)+0.5+float64((random(seed, uint32(4*i+1))-0.5)*0.9))
		k := colors[order[(col+row*stride)%len(colors)]]
		lab := oklabOf(k)
		lab[0] = min(max(lab[0]+float64((random(seed, uint32(4*i+2))-0.5)*0.05), 0), 1)
		m.chroma = append(m.chroma, geom.Hypot(lab[1], lab[2]))
		m.color = append(m.color, [4]float64{lab[0], lab[1], lab[2], float64(k.A) / 255})
	}
	return m
}

// at returns the colour at a position in [0, 1]², in OKLab with alpha: the colours of the points weighted by a
// bell-shaped function of their distance, on a plane distorted by low-frequency waves.
func (m *mesh) at(u, v float64) [4]float64 {
	s0, _ := geom.SinCosDeg(float64(200*v) + float64(70*u) + m.phase[0])
	s1, _ := geom.SinCosDeg(float64(180*u) - float64(90*v) + m.phase[1])
	s2, _ := geom.SinCosDeg(float64(420*v) + m.phase[2])
	s3, _ := geom.SinCosDeg(float64(390*u) + m.phase[3])
	x := float64(u*float64(m.cols)) + float64(0.42*s0) + float64(0.14*s2)
	y := float64(v*float64(m.rows)) + float64(0.42*s1) + float64(0.14*s3)
	var sum [4]float64
	total, chroma := 0.0, 0.0
	for i := range m.x {
		dx, dy := x-m.x[i], y-m.y[i]
		d := float64(dx*dx) + float64(dy*dy)
		if d > 12 && total > 0 {
			continue
		}
		k := geom.Exp(-1.5*d) + 1e-9
		total += k
		for j := range 4 {
			sum[j] += float64(m.color[i][j] * k)
		}
		chroma += float64(m.chroma[i] * k)
	}
	for j := range 4 {
		sum[j] /= total
	}
	// Opposite hues mix to grey; part of the chroma is restored.
	if is := geom.Hypot(sum[1], sum[2]); is > 0 {
		lift := min(1+float64(0.5*(chroma/total/is-1)), 1.6)
		sum[1], sum[2] = sum[1]*lift, sum[2]*lift
	}
	return sum
}

// paint samples the field every few pixels and interpolates with integers. Channels are sRGB; ordered dithering hides
// the 8-bit quantization.
func (m *mesh) paint(w, h int) []byte {
	pix := make([]byte, 4*w*h)
	nx := (w+meshCell-1)/meshCell + 1
	upper, lower := make([][3]int32, nx), make([][3]int32, nx)
	row := func(y int, out [][3]int32) {
		for i := range out {
			lab := m.at(float64(i*meshCell)/float64(w), float64(y)/float64(h))
			rgb := srgbOf([3]float64{lab[0], lab[1], lab[2]})
			for k := range 3 {
				out[i][k] = int32(min(max(rgb[k], 0), 1) * 255 * 1024)
			}
		}
	}
	row(0, lower)
	for y0 := 0; y0 < h; y0 += meshCell {
		upper, lower = lower, upper
		row(y0+meshCell, lower)
		for y := y0; y < min(y0+meshCell, h); y++ {
			m.fill(pix[4*w*y:4*w*(y+1)], upper, lower, int32(y-y0), y)
		}
	}
	return pix
}

// bayer is the 4 × 4 threshold matrix of ordered dithering.
var bayer = [16]int32{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5}

// fill interpolates one line between the rows of samples above and below.
func (m *mesh) fill(line []byte, upper, lower [][3]int32, fy int32, y int) {
	w := len(line) / 4
	for i := 0; i*meshCell < w; i++ {
		var at, step [3]int32
		for k := range 3 {
			a := upper[i][k]*(meshCell-fy) + lower[i][k]*fy
			b := upper[i+1][k]*(meshCell-fy) + lower[i+1][k]*fy
			at[k], step[k] = a, (b-a)/meshCell
		}
		for x := i * meshCell; x < min((i+1)*meshCell, w); x++ {
			bias := bayer[(y&3)<<2|x&3]*(meshCell*1024/16) + meshCell*32
			o := 4 * x
			line[o] = clamp8((at[0] + bias) >> 13)
			line[o+1] = clamp8((at[1] + bias) >> 13)
			line[o+2] = clamp8((at[2] + bias) >> 13)
			line[o+3] = 255
			at[0] += step[0]
			at[1] += step[1]
			at[2] += step[2]
		}
	}
}

func clamp8(v int32) byte { return byte(min(max(v, 0), 255)) }

// fade premultiplies a bitmap by the mesh's alpha.
func (m *mesh) fade(pix []byte, w, h int) {
	for y := range h {
		for x0 := 0; x0 < w; x0 += meshCell {
			a := int(math.Round(m.at((float64(x0)+meshCell/2)/float64(w), float64(y)/float64(h))[3] * 255))
			for x := x0; x < min(x0+meshCell, w); x++ {
				p := pix[4*(y*w+x):]
				for k := range 3 {
					p[k] = byte((int(p[k])*a + 127) / 255)
				}
				p[3] = byte(a)
			}
		}
	}
}

// addGrain adds noise of at most ±strength levels, equal in all channels.
func addGrain(pix []byte, strength int, seed uint32) {
	key := mix(seed ^ 0x5bd1e995)
	for i := 0; i < len(pix); i += 4 {
		r := mix(key ^ uint32(i>>2))
		// The sum of two uniform numbers has a triangular distribution, similar to film grain.
		n := int32(r&0xFFFF) + int32(r>>16) - 0xFFFF
		d := n * int32(strength) >> 16
		pix[i] = clamp8(int32(pix[i]) + d)
		pix[i+1] = clamp8(int32(pix[i+1]) + d)
		pix[i+2] = clamp8(int32(pix[i+2]) + d)
	}
}
