package raster

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// A wide Gaussian is approximated by three successive box blurs (Filter Effects 1 §9.11); a narrow one is summed
// directly. Very wide ones run on an image downsampled by a power of two and are interpolated back, so that the cost
// does not depend on the width.

// plane holds pixels as two words of two 32-bit lanes (R, B and G, A) in 8.4 fixed point, so that sums of three boxes
// fit.
type plane struct {
	w, h int
	px   []uint64
}

func newPlane(w, h int) *plane { return &plane{w, h, make([]uint64, 2*w*h)} }

func (p *plane) row(y int) []uint64 { return p.px[2*p.w*y : 2*p.w*(y+1)] }

// window is one box: the pixels from x−l to x+r.
type window struct{ l, r int }

func (w window) size() int { return w.l + w.r + 1 }

// boxes returns three windows for a standard deviation of at least 2, as
// Filter Effects 1 §9.11 defines them.
func boxes(sigma float64) [3]window {
	d := int(math.Floor(float64(sigma*3*math.Sqrt(2*math.Pi)/4) + 0.5))
	if d%2 == 1 {
		w := window{d / 2, d / 2}
		return [3]window{w, w, w}
	}
	return [3]window{{d / 2, d/2 - 1}, {d/2 - 1, d / 2}, {d / 2, d / 2}}
}

func variance(ws [3]window) float64 {
	v := 0
	for _, w := range ws {
		v += w.size()*w.size() - 1
	}
	return float64(v) / 12
}

// boxesFor returns three windows whose total variance is closest to v. Two of even size are offset to opposite sides;
// the third is odd.
func boxesFor(v float64) [3]window {
	var best [3]window
	least := math.Inf(1)
	mid := int(math.Sqrt(max(0, float64(4*v)+1)))
	lo := max(1, mid-5)
	for a := lo; a <= mid+5; a++ {
		for b := a; b <= mid+5; b += 2 {
			for c := lo | 1; c <= mid+5; c += 2 {
				ws := [3]window{{a / 2, a - a/2 - 1}, {b - b/2 - 1, b / 2}, {c / 2, c / 2}}
				// Very different sizes approximate the Gaussian less well.
				spread := float64(max(a, b, c) - min(a, b, c))
				if e := math.Abs(variance(ws)-v) + float64(spread*0.1); e < least {
					best, least = ws, e
				}
			}
		}
	}
	return best
}

// gaussian returns 2r+1 weights that sum to 4096.
func gaussian(sigma float64) []uint64 {
	r := int(math.Ceil(float64(3 * sigma)))
	w := make([]float64, 2*r+1)
	total := 0.0
	for i := range w {
		x := float64(i - r)
		w[i] = geom.Exp(-float64(x*x) / float64(2*sigma*sigma))
		total += w[i]
	}
	out := make([]uint64, len(w))
	sum := uint64(0)
	for i := range w {
		out[i] = uint64(float64(w[i]*4096)/total + 0.5)
		sum += out[i]
	}
	out[r] += 4096 - sum
	return out
}

// axisBlur holds the parameters of the blur along one axis.
type axisBlur struct {
	shift   uint // downsampled by 1<<shift
	kernel  []uint64
	windows [3]window
	scale   uint64 // 2^32 / product of the windows' sizes
}

func newAxisBlur(sigma float64) axisBlur {
	if sigma < 0.05 {
		return axisBlur{kernel: []uint64{4096}}
	}
	if sigma < 2 {
		return axisBlur{kernel: gaussian(sigma)}
	}
	b := axisBlur{windows: boxes(sigma)}
	for sigma/float64(int(2)<<b.shift) >= 3 {
		b.shift++
	}
	if b.shift > 0 {
		// Downsampling and interpolation blur slightly, too.
		k := float64(int(1) << b.shift)
		v := variance(b.windows) - (float64(k*k)-1)/12 - float64(k*k)/6
		b.windows = boxesFor(v / float64(k*k))
	}
	n := 1
	for _, w := range b.windows {
		n *= w.size()
	}
	b.scale = (1<<32 + uint64(n)/2) / uint64(n)
	return b
}

// blur blurs s in place. Pixels outside s are transparent, or mirrored if mirror is set.
func (e *executor) blur(ctx context.Context, s *surface, sx, sy float64, mirror bool) {
	if s.area.empty() {
		return
	}
	if sx < narrowLimit && sy < narrowLimit {
		e.narrow(ctx, s, sx, sy, mirror)
		return
	}
	x, y := newAxisBlur(sx), newAxisBlur(sy)
	p := e.blurPlane(ctx, e.down(ctx, s, x.shift, y.shift), x, y, mirror)
	if ctx.Err() == nil {
		e.enlarge(ctx, &blurred{p, s.area, x.shift, y.shift}, s)
	}
}

// blurPlane blurs p in place and returns it.
func (e *executor) blurPlane(ctx context.Context, p *plane, x, y axisBlur, mirror bool) *plane {
	if ctx.Err() != nil {
		return p
	}
	e.rows(ctx, 0, p.h, func(y0, y1 int) {
		scratch := make([]uint64, 4*(p.w+2*x.pad()))
		for y := y0; y < y1; y++ {
			x.line(p.row(y), p.row(y), scratch[:len(scratch)/2], scratch[len(scratch)/2:], p.w, mirror)
		}
	})
	// Columns in strips that fit the cache.
	const strip = 16
	e.each((p.w+strip-1)/strip, func(w *worker, i int) {
		if ctx.Err() == nil {
			y.columns(w, p, i*strip, min((i+1)*strip, p.w), mirror)
		}
	})
	return p
}

// blurred is a downsampled blurred image that is enlarged on demand.
type blurred struct {
	plane  *plane
	area   irect // the device area that the plane covers
	kx, ky uint
}

func (b *blurred) extent() irect { return b.area }

func (b *blurred) held() int { return 8 * len(b.plane.px) }

func (b *blurred) pixels(w *worker, y, x0, x1 int) []byte {
	// The centre of row y is at (2y+1−k)/2k rows of the plane.
	p := b.plane
	i, f := upIndex(y-b.area.y0, b.ky)
	above, below := p.row(min(max(i, 0), p.h-1)), p.row(min(max(i+1, 0), p.h-1))
	if cap(w.line) < 2*p.w {
		w.line = make([]uint64, 2*p.w)
	}
	line := w.line[:2*p.w]
	first, _ := upIndex(x0-b.area.x0, b.kx)
	last, _ := upIndex(x1-b.area.x0, b.kx)
	g := uint64(2)<<b.ky - f
	for k := 2 * max(first, 0); k < min(2*(last+2), 2*p.w); k++ {
		line[k] = above[k]*g + below[k]*f
	}
	if cap(w.row) < 4*(x1-x0) {
		w.row = make([]byte, 4*(x1-x0))
	}
	dst := w.row[:4*(x1-x0)]
	upRow(dst, line, x0-b.area.x0, p.w, b.kx, b.kx+b.ky+6)
	return dst
}

// enlarge writes a blurred image to s.
func (e *executor) enlarge(ctx context.Context, b *blurred, s *surface) {
	first := floorBand(s.area.y0)
	e.each(floorBand(s.area.y1-1)-first+1, func(w *worker, i int) {
		y0 := (first + i) * bandHeight
		for y := max(y0, s.area.y0); y < min(y0+bandHeight, s.area.y1) && ctx.Err() == nil; y++ {
			copy(s.row(y, s.area.x0, s.area.x1), b.pixels(w, y, s.area.x0, s.area.x1))
		}
	})
}

// blurCommands draws commands strip by strip, downsamples each strip and blurs the result without holding the full-size
// image. It returns nil if the blur is too narrow for downsampling.
func (e *executor) blurCommands(ctx context.Context, cmds []command, content, area irect, f filter) *blurred {
	x, y := newAxisBlur(f.sx), newAxisBlur(f.sy)
	if x.shift == 0 || y.shift == 0 || 1<<y.shift > bandHeight || area.empty() {
		return nil
	}
	// The plane's cells are aligned to their size, so that strips hold complete cells.
	k := 1<<x.shift - 1
	area.x0, area.x1 = area.x0&^k, (area.x1+k)&^k
	area.y0, area.y1 = floorBand(area.y0)*bandHeight, (floorBand(area.y1-1)+1)*bandHeight
	p := newPlane(area.w()>>x.shift, area.h()>>y.shift)
	e.each(area.h()/bandHeight, func(w *worker, i int) {
		y0 := area.y0 + i*bandHeight
		part := content.intersect(irect{area.x0, y0, area.x1, y0 + bandHeight})
		if part.empty() || ctx.Err() != nil {
			return
		}
		w.begin()
		s := w.layer(irect{part.x0 &^ k, y0, (part.x1 + k) &^ k, y0 + bandHeight})
		drawAll(w, cmds, s, part)
		to := &plane{w: p.w, h: bandHeight >> y.shift, px: p.px[2*p.w*(i*bandHeight>>y.shift):]}
		average(s, to, (s.area.x0-area.x0)>>x.shift, 0, to.h, x.shift, y.shift)
	})
	return &blurred{e.blurPlane(ctx, p, x, y, false), area, x.shift, y.shift}
}

// pad returns the reach of the blur, in pixels of the downsampled plane.
func (b *axisBlur) pad() int {
	if b.kernel != nil {
		return len(b.kernel) / 2
	}
	n := 0
	for _, w := range b.windows {
		n += max(w.l, w.r)
	}
	return n
}

// mirrored maps an index outside [0, n) back inside, by reflection.
func mirrored(i, n int) int {
	i %= 2 * n
	if i < 0 {
		i += 2 * n
	}
	if i >= n {
		i = 2*n - 1 - i
	}
	return i
}

// line blurs one row of n pixels from src to dst.
func (b *axisBlur) line(src, dst, buf, tmp []uint64, n int, mirror bool) {
	pad := b.pad()
	clear(buf)
	copy(buf[2*pad:], src[:2*n])
	if mirror {
		for i := range pad {
			l, r := mirrored(-1-i, n), mirrored(n+i, n)
			buf[2*(pad-1-i)], buf[2*(pad-1-i)+1] = src[2*l], src[2*l+1]
			buf[2*(pad+n+i)], buf[2*(pad+n+i)+1] = src[2*r], src[2*r+1]
		}
	}
	if b.kernel != nil {
		for i := range n {
			var s0, s1 uint64
			for k, w := range b.kernel {
				s0 += buf[2*(i+k)] * w
				s1 += buf[2*(i+k)+1] * w
			}
			dst[2*i], dst[2*i+1] = (s0+0x0000080000000800)>>12&0x000fffff000fffff, (s1+0x0000080000000800)>>12&0x000fffff000fffff
		}
		return
	}
	total := n + 2*pad
	a, c := buf, tmp
	for _, w := range b.windows {
		var s0, s1 uint64
		for i := 0; i < w.r && i < total; i++ {
			s0 += a[2*i]
			s1 += a[2*i+1]
		}
		for i := range total {
			if j := i + w.r; j < total {
				s0 += a[2*j]
				s1 += a[2*j+1]
			}
			if j := i - w.l - 1; j >= 0 {
				s0 -= a[2*j]
				s1 -= a[2*j+1]
			}
			c[2*i], c[2*i+1] = s0, s1
		}
		a, c = c, a
	}
	for i := range n {
		dst[2*i], dst[2*i+1] = b.normal(a[2*(pad+i)]), b.normal(a[2*(pad+i)+1])
	}
}

// normal divides two lanes by the product of the windows' sizes.
func (b *axisBlur) normal(v uint64) uint64 {
	lo := (v&0xffffffff*b.scale + 1<<31) >> 32
	hi := (v>>32*b.scale + 1<<31) >> 32
	return lo | hi<<32
}

// columns blurs the columns [x0, x1) of p in place.
func (b *axisBlur) columns(w *worker, p *plane, x0, x1 int, mirror bool) {
	n, h, pad := 2*(x1-x0), p.h, b.pad()
	src, dst := p, p
	total := h + 2*pad
	if cap(w.columns) < 2*n*total {
		w.columns = make([]uint64, 2*n*total)
	}
	a, c := w.columns[:n*total], w.columns[n*total:2*n*total]
	clear(a[:n*pad])
	clear(a[n*(pad+h):])
	for y := range total {
		from := y - pad
		if from < 0 || from >= h {
			if !mirror {
				continue
			}
			from = mirrored(from, h)
		}
		copy(a[y*n:(y+1)*n], src.row(from)[2*x0:2*x1])
	}
	if b.kernel != nil {
		sum := make([]uint64, n)
		for y := range h {
			clear(sum)
			for k, w := range b.kernel {
				for i, v := range a[(y+k)*n : (y+k+1)*n] {
					sum[i] += v * w
				}
			}
			out := dst.row(y)[2*x0 : 2*x1]
			for i, v := range sum {
				out[i] = (v + 0x0000080000000800) >> 12 & 0x000fffff000fffff
			}
		}
		return
	}
	sum := make([]uint64, n)
	for _, w := range b.windows {
		clear(sum)
		for y := 0; y < w.r && y < total; y++ {
			for i, v := range a[y*n : (y+1)*n] {
				sum[i] += v
			}
		}
		for y := range total {
			out := c[y*n : (y+1)*n]
			if j := y + w.r; j < total {
				for i, v := range a[j*n : (j+1)*n] {
					sum[i] += v
				}
			}
			if j := y - w.l - 1; j >= 0 {
				for i, v := range a[j*n : (j+1)*n] {
					sum[i] -= v
				}
			}
			copy(out, sum)
		}
		a, c = c, a
	}
	for y := range h {
		out := dst.row(y)[2*x0 : 2*x1]
		for i, v := range a[(pad+y)*n : (pad+y+1)*n] {
			out[i] = b.normal(v)
		}
	}
}

// down downsamples s by 1<<kx across and 1<<ky down. Pixels beyond the edge repeat the edge.
func (e *executor) down(ctx context.Context, s *surface, kx, ky uint) *plane {
	p := newPlane((s.area.w()+1<<kx-1)>>kx, (s.area.h()+1<<ky-1)>>ky)
	e.rows(ctx, 0, p.h, func(y0, y1 int) { average(s, p, 0, y0, y1, kx, ky) })
	return p
}

// average fills the rows [y0, y1) of p, from column x0 on, with the means of s's cells of 1<<kx by 1<<ky pixels.
func average(s *surface, p *plane, x0, y0, y1 int, kx, ky uint) {
	w, h := s.area.w(), s.area.h()
	n := (w + 1<<kx - 1) >> kx
	for y := y0; y < y1; y++ {
		out := p.row(y)[2*x0 : 2*(x0+n)]
		clear(out)
		for r := range 1 << ky {
			row := s.row(s.area.y0+min(y<<ky+r, h-1), s.area.x0, s.area.x1)
			if kx == 0 {
				for i := 0; i < w; i++ {
					v := binary.LittleEndian.Uint32(row[4*i : 4*i+4])
					out[2*i] += uint64(v&255) | uint64(v>>16&255)<<32
					out[2*i+1] += uint64(v>>8&255) | uint64(v>>24)<<32
				}
				continue
			}
			for i := range n {
				// Sixteen-bit lanes hold the sum of up to 257 pixels; even and odd bytes are summed in separate words.
				var even, odd uint64
				cell := row[4*(i<<kx):]
				if (i+1)<<kx <= w {
					for c := cell[:4<<kx]; len(c) >= 8; c = c[8:] {
						v := binary.LittleEndian.Uint64(c)
						even += v & laneMask
						odd += v >> 8 & laneMask
					}
				} else {
					for x := i << kx; x < (i+1)<<kx; x++ {
						at := min(x, w-1)
						v := uint64(binary.LittleEndian.Uint32(row[4*at : 4*at+4]))
						even += v & laneMask
						odd += v >> 8 & laneMask
					}
				}
				even += even >> 32
				odd += odd >> 32
				out[2*i] += even&0xffff | even>>16&0xffff<<32
				out[2*i+1] += odd&0xffff | odd>>16&0xffff<<32
			}
		}
		shift := kx + ky
		for i, v := range out {
			out[i] = v << 4 >> shift & 0x00000fff00000fff
		}
	}
}

// upIndex returns the sample index left of pixel x's centre and the distance from it in 1/2k.
func upIndex(x int, shift uint) (int, uint64) {
	n := 2*x + 1 - 1<<shift
	return n >> (shift + 1), uint64(n & (2<<shift - 1))
}

// upRow interpolates a row of n pixels starting at x0; the values then have shift extra bits.
func upRow(dst []byte, line []uint64, x0, n int, kx, shift uint) {
	half := uint64(1)<<(shift-1) | uint64(1)<<(shift-1)<<32
	for x := x0; len(dst) >= 4; {
		i, f := upIndex(x, kx)
		l, r := 2*min(max(i, 0), n-1), 2*min(max(i+1, 0), n-1)
		run := min(int((uint64(2)<<kx-f+1)/2), len(dst)/4)
		g := uint64(2)<<kx - f
		v0, v1 := line[l]*g+line[r]*f+half, line[l+1]*g+line[r+1]*f+half
		// The difference of packed lanes is exact modulo 2^64.
		d0, d1 := 2*(line[r]-line[l]), 2*(line[r+1]-line[l+1])
		for d := dst[:4*run]; len(d) >= 4; d = d[4:] {
			a, b := v0>>shift&0x000000ff000000ff, v1>>shift&0x000000ff000000ff
			binary.LittleEndian.PutUint32(d, uint32(a)|uint32(a>>32)<<16|(uint32(b)|uint32(b>>32)<<16)<<8)
			v0 += d0
			v1 += d1
		}
		dst = dst[4*run:]
		x += run
	}
}
