package av1dec

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// grainParams are the parameters of film grain (§5.9.30).
type grainParams struct {
	apply          bool
	seed           int
	points         [3][]grainPoint
	fromLuma       bool // chroma uses luma's scaling function
	scalingShift   int
	lag            int
	coefs          [3][25]int
	coefShift      int
	scaleShift     int
	mult, lumaMult [3]int
	offset         [3]int
	overlap        bool
	restricted     bool
}

// grainPoint is a node of the piecewise linear function from sample value to noise strength.
type grainPoint struct{ x, y int }

func (g *grainParams) read(r *bitReader, s *sequence) error {
	if g.apply = r.flag(); !g.apply {
		return nil
	}
	g.seed = r.f(16)
	if err := g.readPoints(r, 0, 14); err != nil {
		return err
	}
	if !s.Monochrome {
		g.fromLuma = r.flag()
	}
	if !s.Monochrome && !g.fromLuma && !(s.SubX == 1 && s.SubY == 1 && len(g.points[0]) == 0) {
		for p := 1; p < 3; p++ {
			if err := g.readPoints(r, p, 10); err != nil {
				return err
			}
		}
	}
	g.scalingShift = r.f(2) + 8
	g.lag = r.f(2)
	n := 2 * g.lag * (g.lag + 1)
	for p := range g.coefs {
		count := n
		if p == 0 && len(g.points[0]) == 0 || p > 0 && !g.chroma(p) {
			continue
		}
		if p > 0 && len(g.points[0]) > 0 {
			count++
		}
		for i := range count {
			g.coefs[p][i] = r.f(8) - 128
		}
	}
	g.coefShift = r.f(2) + 6
	g.scaleShift = r.f(2)
	for p := 1; p < 3; p++ {
		if len(g.points[p]) > 0 {
			g.mult[p], g.lumaMult[p], g.offset[p] = r.f(8)-128, r.f(8)-128, r.f(9)-256
		}
	}
	g.overlap = r.flag()
	g.restricted = r.flag()
	return nil
}

// chroma reports whether a chroma plane gets noise.
func (g *grainParams) chroma(p int) bool { return g.fromLuma || len(g.points[p]) > 0 }

func (g *grainParams) readPoints(r *bitReader, p, most int) error {
	n := r.f(4)
	if n > most {
		return corrupt("film grain with %d points", n)
	}
	for i := range n {
		pt := grainPoint{r.f(8), r.f(8)}
		if i > 0 && pt.x <= g.points[p][i-1].x {
			return corrupt("film grain with unordered points")
		}
		g.points[p] = append(g.points[p], pt)
	}
	return nil
}

// noise is the state of film grain synthesis (§7.18.3).
type noise struct {
	*grainParams
	pic      *Image
	random   int
	lo, hi   int
	template [3][]int // rows of templateWidth
	scaling  [3][256]int
}

const templateWidth, templateHeight = 82, 73

func (n *noise) bits(count int) int {
	r := n.random
	bit := (r ^ r>>1 ^ r>>3 ^ r>>12) & 1
	n.random = r>>1 | bit<<15
	return n.random >> (16 - count) & (1<<count - 1)
}

// round2 divides by a power of two, rounding halves up.
func round2(v, shift int) int {
	if shift == 0 {
		return v
	}
	return (v + 1<<(shift-1)) >> shift
}

// add applies film grain to p.
func (g *grainParams) add(ctx context.Context, p *Image) {
	mid := 128 << (p.BitDepth - 8)
	n := &noise{grainParams: g, pic: p, lo: -mid, hi: 256<<(p.BitDepth-8) - 1 - mid}
	n.makeTemplates()
	for i := range n.scaling {
		n.makeScaling(i)
	}
	n.blend(ctx)
}

// size returns the size of a plane's noise template.
func (n *noise) size(p int) (w, h int) {
	w, h = templateWidth, templateHeight
	if p > 0 && n.pic.SubX == 1 {
		w = 44
	}
	if p > 0 && n.pic.SubY == 1 {
		h = 38
	}
	return w, h
}

// makeTemplates generates the noise template of each plane (§7.18.3.3).
func (n *noise) makeTemplates() {
	planes := 3
	if n.pic.Monochrome {
		planes = 1
	}
	shift := 12 - n.pic.BitDepth + n.scaleShift
	for p := range planes {
		n.random = n.seed ^ [3]int{0, 0xb524, 0x49d8}[p]
		n.template[p] = make([]int, templateWidth*templateHeight)
		if p == 0 && len(n.points[0]) == 0 || p > 0 && !n.chroma(p) {
			continue
		}
		w, h := n.size(p)
		for y := range h {
			for x := range w {
				n.template[p][y*templateWidth+x] = round2(int(tables.GaussianSequence[n.bits(11)]), shift)
			}
		}
		for y := 3; y < h; y++ {
			for x := 3; x < w-3; x++ {
				n.filter(p, x, y)
			}
		}
	}
}

// filter applies the autoregressive filter to a template sample: it depends on the preceding samples and, for chroma,
// on luma.
func (n *noise) filter(p, x, y int) {
	t := n.template[p]
	sum, pos := 0, 0
	for dy := -n.lag; dy <= 0; dy++ {
		for dx := -n.lag; dx <= n.lag; dx++ {
			if dy == 0 && dx == 0 {
				break
			}
			sum += t[(y+dy)*templateWidth+x+dx] * n.coefs[p][pos]
			pos++
		}
	}
	if p > 0 && len(n.points[0]) > 0 {
		luma := 0
		lx, ly := (x-3)<<n.pic.SubX+3, (y-3)<<n.pic.SubY+3
		for i := range 1 + n.pic.SubY {
			for j := range 1 + n.pic.SubX {
				luma += n.template[0][(ly+i)*templateWidth+lx+j]
			}
		}
		sum += round2(luma, n.pic.SubX+n.pic.SubY) * n.coefs[p][pos]
	}
	at := y*templateWidth + x
	t[at] = clamp(t[at]+round2(sum, n.coefShift), n.lo, n.hi)
}

// makeScaling interpolates the noise strength between the grain points (§7.18.3.4).
func (n *noise) makeScaling(p int) {
	points := n.points[p]
	if n.fromLuma {
		points = n.points[0]
	}
	if len(points) == 0 {
		return
	}
	lut := &n.scaling[p]
	for x := range points[0].x {
		lut[x] = points[0].y
	}
	for i, a := range points[:len(points)-1] {
		b := points[i+1]
		dx := b.x - a.x
		delta := (b.y - a.y) * ((65536 + dx>>1) / dx)
		for x := range dx {
			lut[a.x+x] = a.y + (x*delta+32768)>>16
		}
	}
	last := points[len(points)-1]
	for x := last.x; x < 256; x++ {
		lut[x] = last.y
	}
}

// strength returns the noise strength for a sample value.
func (n *noise) strength(p, v int) int {
	shift := n.pic.BitDepth - 8
	x := v >> shift
	if shift == 0 || x == 255 {
		return n.scaling[p][x]
	}
	a, b := n.scaling[p][x], n.scaling[p][x+1]
	return a + round2((b-a)*(v-x<<shift), shift)
}

// blend adds the noise in stripes of 32 luma rows (§7.18.3.5).
func (n *noise) blend(ctx context.Context) {
	p := n.pic
	planes := 3
	if p.Monochrome {
		planes = 1
	}
	var stripe, above [3][]int
	for i := range planes {
		stripe[i], above[i] = make([]int, 34*(p.Width+34)), make([]int, 34*(p.Width+34))
	}
	for num := 0; num*32 < p.Height && ctx.Err() == nil; num++ {
		stripe, above = above, stripe
		n.makeStripe(num, planes, &stripe)
		// Chroma depends on luma before noise is added, so it comes first.
		for i := planes - 1; i >= 0; i-- {
			n.blendStripe(i, num, stripe[i], above[i])
		}
	}
}

// makeStripe places template blocks side by side; rows are p.Width+34 long.
func (n *noise) makeStripe(num, planes int, stripe *[3][]int) {
	stride := n.pic.Width + 34
	n.random = n.seed ^ ((num*37+178)&255)<<8 ^ (num*173+105)&255
	for x := 0; x < (n.pic.Width+1)/2; x += 16 {
		rand := n.bits(8)
		offX, offY := rand>>4, rand&15
		for p := range planes {
			subX, subY := 0, 0
			if p > 0 {
				subX, subY = n.pic.SubX, n.pic.SubY
			}
			px, py := 9+offX*2, 9+offY*2
			if subX == 1 {
				px = 6 + offX
			}
			if subY == 1 {
				py = 6 + offY
			}
			at := x * 2 >> subX
			for i := range 34 >> subY {
				for j := range 34 >> subX {
					v := n.template[p][(py+i)*templateWidth+px+j]
					dst := &stripe[p][i*stride+at+j]
					if n.overlap && x > 0 && j < 2>>subX {
						v = n.mix(*dst, v, j, subX)
					}
					*dst = v
				}
			}
		}
	}
}

// mix blends two overlapping blocks at distance i from the edge.
func (n *noise) mix(old, v, i, sub int) int {
	switch {
	case sub == 1:
		v = old*23 + v*22
	case i == 0:
		v = old*27 + v*17
	default:
		v = old*17 + v*27
	}
	return clamp(round2(v, 5), n.lo, n.hi)
}

// blendStripe adds a stripe of noise to a plane.
func (n *noise) blendStripe(p, num int, stripe, above []int) {
	if p == 0 && len(n.points[0]) == 0 || p > 0 && !n.chroma(p) {
		return
	}
	pic, pl := n.pic, &n.pic.Planes[p]
	stride := pic.Width + 34
	depth := pic.BitDepth - 8
	lo, hi := 0, 256<<depth-1
	if n.restricted {
		lo, hi = 16<<depth, 235<<depth
		if p > 0 && pic.Matrix != matrixIdentity {
			hi = 240 << depth
		}
	}
	subY := 0
	if p > 0 {
		subY = pic.SubY
	}
	top := num * 32 >> subY
	for i := range min(32>>subY, pl.Height-top) {
		y := top + i
		row := pl.Pix[y*pl.Stride:][:pl.Width]
		for x := range row {
			v := stripe[i*stride+x]
			if n.overlap && num > 0 && i < 2>>subY {
				v = n.mix(above[(i+32>>subY)*stride+x], v, i, subY)
			}
			orig := int(row[x])
			at := orig
			if p > 0 {
				at = n.chromaIndex(p, x, y, orig)
			}
			row[x] = uint16(clamp(orig+round2(n.strength(p, at)*v, n.scalingShift), lo, hi))
		}
	}
}

// chromaIndex returns the value that selects the noise strength of a chroma sample.
func (n *noise) chromaIndex(p, x, y, orig int) int {
	luma := &n.pic.Planes[0]
	lx := x << n.pic.SubX
	row := luma.Pix[min(y<<n.pic.SubY, luma.Height-1)*luma.Stride:][:luma.Width]
	v := int(row[min(lx, luma.Width-1)])
	if n.pic.SubX == 1 {
		v = round2(v+int(row[min(lx+1, luma.Width-1)]), 1)
	}
	if n.fromLuma {
		return v
	}
	v = (v*n.lumaMult[p]+orig*n.mult[p])>>6 + n.offset[p]<<(n.pic.BitDepth-8)
	return clamp(v, 0, 1<<n.pic.BitDepth-1)
}
