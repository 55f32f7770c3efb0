package raster

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shadowTile is the alpha of a blurred rounded rectangle. If the rectangle is larger than its corners and the blur, its
// straight parts are collapsed to a single row and column that represent all others.
type shadowTile struct {
	w, h   int // size of pix
	mx, my int // the row and column that are repeated; −1: none
	pix    []uint8
}

// shadowKey identifies a tile: everything it depends on. Coordinates are in 1/256 pixel, relative to the pixel of the
// top left corner.
type shadowKey struct {
	x0, y0, x1, y1 fix
	radii          [4]fpoint
	sx, sy         int32 // sigma in 1/1024
	closed         bool  // blurred in closed form
}

// placedShadow is a tile stretched to its device area.
type placedShadow struct {
	tile   *shadowTile
	area   irect // area of the stretched tile
	invert bool  // inset: the area not covered by the blurred rectangle
}

// cut maps a range of the n stretched pixels to the m tile pixels: index i of n is i before mid, mid in the stretch,
// i−(n−m) after it.
func cut(i, n, m, mid int) int {
	switch {
	case mid < 0 || i < mid:
		return i
	case i <= mid+n-m:
		return mid
	}
	return i - (n - m)
}

// placeShadow returns the tile of a rounded rectangle in device pixels, from the cache if possible.
func (c *compiler) placeShadow(r display.RRect, f frect, sx, sy float64, closed bool) placedShadow {
	key := shadowKey{
		closed: closed,
		sx:     int32(float64(sx*1024) + 0.5), sy: int32(float64(sy*1024) + 0.5),
		x0: f.x0 & 255, y0: f.y0 & 255,
	}
	ox, oy := int(f.x0>>8), int(f.y0>>8)
	var left, right, top, bottom fix
	for i, q := range r.Radii {
		key.radii[i] = fpoint{fix(q.X), fix(q.Y)}
		x, y := fix(q.X)/4+1, fix(q.Y)/4+1 // 1/1024 to 1/256
		switch i {
		case 0:
			left, top = max(left, x), max(top, y)
		case 1:
			right, top = max(right, x), max(top, y)
		case 2:
			right, bottom = max(right, x), max(bottom, y)
		case 3:
			left, bottom = max(left, x), max(bottom, y)
		}
	}
	ex, ey := shadowReach(sx), shadowReach(sy)
	w, h := f.x1-f.x0, f.y1-f.y0
	shorten := func(size, a, b fix, reach int) (fix, bool) {
		want := (a+b+255)>>8 + fix(2*reach) + 4
		if size>>8 < want { // a tile of just the wanted size is marked too: others share it
			return size, false
		}
		return size - (size>>8-want)<<8, true
	}
	sw, cutX := shorten(w, left, right, ex)
	sh, cutY := shorten(h, top, bottom, ey)
	key.x1, key.y1 = key.x0+sw, key.y0+sh
	tile, ok := c.cache.shadows.get(key)
	if !ok {
		mx, my := -1, -1
		if cutX {
			mx = ex + int(left>>8) + 2 + ex
		}
		if cutY {
			my = ey + int(top>>8) + 2 + ey
		}
		tile = newShadowTile(key, sx, sy, ex, ey, mx, my)
		c.cache.shadows.put(key, tile, len(tile.pix))
	}
	p := placedShadow{tile: tile}
	p.area = irect{ox - ex, oy - ey, ox - ex + tile.w + int(w-sw)>>8, oy - ey + tile.h + int(h-sh)>>8}
	return p
}

// inClosedForm reports whether Skia blurs a plain rectangle in closed form, with its edges on whole pixels: if its
// straight parts are longer than the blur.
func inClosedForm(f frect, sigma float64) bool {
	size := math.Ceil(float64(6 * sigma))
	if sigma < 0.05 {
		return false
	}
	pad := fix(size/2) << 8
	longer := func(from, to fix) bool {
		source := (to+255)>>8 - from>>8
		blurred := (roundFix(to+pad) - roundFix(from-pad)) >> 8
		return source >= blurred-source+3
	}
	return longer(f.x0, f.x1) && longer(f.y0, f.y1)
}

// roundFix rounds to whole pixels, halves up.
func roundFix(v fix) fix { return (v + 128) &^ 255 }

// shadowReach returns the reach of a blur, in pixels.
func shadowReach(sigma float64) int {
	if sigma < 0.05 {
		return 0
	}
	return int(math.Ceil(float64(3*sigma))) + 1
}

func newShadowTile(k shadowKey, sx, sy float64, ex, ey, mx, my int) *shadowTile {
	inner := frect{k.x0, k.y0, k.x1, k.y1}.outer()
	t := &shadowTile{w: inner.x1 + 2*ex, h: inner.y1 + 2*ey, mx: mx, my: my}
	t.pix = make([]uint8, t.w*t.h)
	var b shapeBuilder
	r := display.RRect{Rect: display.Rect{X0: display.Coord(k.x0) * 4, Y0: display.Coord(k.y0) * 4, X1: display.Coord(k.x1) * 4, Y1: display.Coord(k.y1) * 4}}
	for i, q := range k.radii {
		r.Radii[i] = display.Point{X: display.Coord(q.x), Y: display.Coord(q.y)}
	}
	b.rrect(r, transform{geom.Identity()}, false)
	var m maskRows
	m.reset(irect{0, 0, inner.x1, inner.y1})
	var acc accumulator
	acc.fill(b.finish(display.NonZero), m.area, &m)

	// Horizontal pass: all rows along the straight sides are equal.
	across, down := newLineBlur(sx), newLineBlur(sy)
	if k.closed { // slightly wider
		across.widen(sx)
		down.widen(sy)
	}
	columns := make([]uint32, t.w*inner.y1) // transposed: a column is contiguous
	line := make([]uint32, t.w)
	var last []uint8
	for y := range inner.y1 {
		row := m.pix[y*inner.x1 : (y+1)*inner.x1]
		if last == nil || !equalBytes(row, last) {
			clear(line)
			for x, v := range row {
				line[ex+x] = uint32(v) * 257
			}
			across.blur(line)
			last = row
		}
		for x, v := range line {
			columns[x*inner.y1+y] = v
		}
	}
	// Vertical pass: mirrored halves and repeated columns are copied.
	col := make([]uint32, t.h)
	symmetric := k.symmetric()
	for x := range t.w {
		if symmetric && x >= (t.w+1)/2 {
			for y := range t.h {
				t.pix[y*t.w+x] = t.pix[y*t.w+t.w-1-x]
			}
			continue
		}
		clear(col)
		copy(col[ey:], columns[x*inner.y1:(x+1)*inner.y1])
		down.blur(col)
		for y, v := range col {
			t.pix[y*t.w+x] = uint8((v*255 + 32767) / 65535)
		}
	}
	return t
}

func equalBytes(a, b []uint8) bool { return string(a) == string(b) }

// symmetric reports whether the tile is mirror-symmetric left to right.
func (k shadowKey) symmetric() bool {
	return k.x0 == 0 && k.x1&255 == 0 && k.radii[0] == k.radii[1] && k.radii[2] == k.radii[3]
}

// lineBlur blurs one line of 16-bit values in place, padded with zeros.
type lineBlur struct {
	kernel  []uint64
	windows [3]window
	tmp     []uint32
}

func newLineBlur(sigma float64) *lineBlur {
	switch {
	case sigma < 0.05:
		return &lineBlur{kernel: []uint64{4096}}
	case sigma < 2:
		return &lineBlur{kernel: gaussian(sigma)}
	}
	return &lineBlur{windows: boxes(sigma)}
}

// widen sets the boxes' variance to the Gaussian's instead of matching its peak.
func (b *lineBlur) widen(sigma float64) {
	if b.kernel == nil {
		b.windows = boxesFor(float64(sigma * sigma))
	}
}

func (b *lineBlur) blur(v []uint32) {
	n := len(v)
	if cap(b.tmp) < n {
		b.tmp = make([]uint32, n)
	}
	tmp := b.tmp[:n]
	if b.kernel != nil {
		r := len(b.kernel) / 2
		for i := range v {
			sum := uint64(2048)
			for k, w := range b.kernel {
				if j := i + k - r; j >= 0 && j < n {
					sum += uint64(v[j]) * w
				}
			}
			tmp[i] = uint32(sum >> 12)
		}
		copy(v, tmp)
		return
	}
	src, dst := v, tmp
	for _, w := range b.windows {
		scale := (1<<32 + uint64(w.size())/2) / uint64(w.size())
		var sum uint64
		for i := 0; i < min(w.r, n); i++ {
			sum += uint64(src[i])
		}
		for i := range dst {
			if j := i + w.r; j < n {
				sum += uint64(src[j])
			}
			if j := i - w.l - 1; j >= 0 {
				sum -= uint64(src[j])
			}
			dst[i] = min(uint32((sum*scale+1<<31)>>32), 65535)
		}
		src, dst = dst, src
	}
	copy(v, src)
}

// alpha returns the shadow's alpha at a device pixel.
func (p *placedShadow) alpha(x, y int) uint32 {
	a := uint32(0)
	if x >= p.area.x0 && x < p.area.x1 && y >= p.area.y0 && y < p.area.y1 {
		t := p.tile
		a = uint32(t.pix[cut(y-p.area.y0, p.area.h(), t.h, t.my)*t.w+cut(x-p.area.x0, p.area.w(), t.w, t.mx)])
	}
	if p.invert {
		return 255 - a
	}
	return a
}

// shadowSink multiplies coverage by the shadow's alpha and passes it on.
type shadowSink struct {
	*placedShadow
	out *painter
	buf []uint8
}

func (s *shadowSink) span(y, x0, x1 int, cov uint32) {
	n := s.area.w()
	for x := x0; x < x1; {
		i := x - s.area.x0
		end := x1
		uniform := false
		switch t := s.tile; {
		case y < s.area.y0 || y >= s.area.y1:
			uniform = true
		case i < 0:
			end, uniform = min(x1, s.area.x0), true
		case i >= n:
			uniform = true
		case t.mx < 0:
			end = min(x1, s.area.x1)
		case i < t.mx:
			end = min(x1, s.area.x0+t.mx)
		case i <= t.mx+n-t.w:
			end, uniform = min(x1, s.area.x0+t.mx+n-t.w+1), true
		default:
			end = min(x1, s.area.x1)
		}
		if uniform {
			if a := mul255(s.alpha(x, y), cov); a != 0 {
				s.out.span(y, x, end, a)
			}
		} else {
			s.out.mask(y, x, s.scaled(y, x, end, cov))
		}
		x = end
	}
}

// scaled returns alphas × cov of pixels inside the tile and outside its stretched part.
func (s *shadowSink) scaled(y, x0, x1 int, cov uint32) []uint8 {
	t := s.tile
	at := cut(y-s.area.y0, s.area.h(), t.h, t.my)*t.w + cut(x0-s.area.x0, s.area.w(), t.w, t.mx)
	row := t.pix[at : at+x1-x0]
	if cov == 255 && !s.invert {
		return row
	}
	s.buf = append(s.buf[:0], row...)
	if s.invert {
		for i, v := range s.buf {
			s.buf[i] = 255 - v
		}
	}
	scaleMask(s.buf, cov)
	return s.buf
}

func (s *shadowSink) mask(y, x int, cov []uint8) {
	s.buf = s.buf[:0]
	for i, c := range cov {
		s.buf = append(s.buf, uint8(mul255(uint32(c), s.alpha(x+i, y))))
	}
	s.out.mask(y, x, s.buf)
}

// shadowCommand paints a shadow on the pixels of a shape.
type shadowCommand struct {
	placed placedShadow
	shape  *shape // everything outside the hole, or the inside of an inset shadow's rectangle
	area   irect
	clip   *clip
	color  uint32
}

func (c *shadowCommand) bounds() irect { return c.area }

func (c *shadowCommand) draw(w *worker, to *surface, area irect) {
	p := w.painter(to, area.intersect(c.area), c.clip, paint{color: c.color})
	w.acc.fill(c.shape, p.area, &shadowSink{placedShadow: &c.placed, out: p, buf: w.bytes[:0]})
	w.done(p)
}

// shadow compiles a box shadow.
func (c *compiler) shadow(cmds []command, s *state, op display.Shadow) ([]command, error) {
	color := premultiply(op.Color)
	if color == 0 || (op.Inset && op.Clip.Empty()) || (!op.Inset && op.RRect.Empty()) {
		return cmds, nil
	}
	k, upright := s.t.uprightScale()
	local := s.t
	stretchX, stretchY := 1.0, 1.0
	if !upright {
		// The tile is created for an axis-aligned rectangle of about the device size and painted through the inverse
		// transform.
		sx, sy := s.t.scales()
		k = max(sx, sy)
		if !(k > 1e-6) {
			return cmds, nil
		}
		local = transform{geom.Scale(k, k)}
		// The blur of a shadow is circular in the image, of the mean scale (as in Skia).
		if sx > 0 && sy > 0 {
			stretchX, stretchY = math.Sqrt(sy/sx), math.Sqrt(sx/sy)
		}
	}
	blur := max(0, float64(op.Sigma.Float()*k))
	sigmaX, sigmaY := min(float64(blur*stretchX), maxSigma), min(float64(blur*stretchY), maxSigma)
	// An excessively large tile is created at a lower resolution.
	for tileArea(op.RRect, k, sigmaX, sigmaY) > maxTile {
		k, sigmaX, sigmaY, upright = k/2, sigmaX/2, sigmaY/2, false
		local = transform{geom.Scale(k, k)}
	}
	if err := c.charge(c.cost.op, int64(tileArea(op.RRect, k, sigmaX, sigmaY))*costShadowTile); err != nil {
		return nil, err
	}
	f := local.rect(op.RRect.Rect)
	r := op.RRect
	for i := range r.Radii {
		r.Radii[i] = display.Point{X: display.FromFloat(float64(r.Radii[i].X.Float() * k)), Y: display.FromFloat(float64(r.Radii[i].Y.Float() * k))}
	}
	placed := placedShadow{tile: &shadowTile{mx: -1, my: -1}, invert: op.Inset}
	if !op.RRect.Empty() {
		closed := upright && !op.Inset && square(r) && inClosedForm(f, sigmaX)
		if closed {
			f = frect{roundFix(f.x0), roundFix(f.y0), roundFix(f.x1), roundFix(f.y1)}
		}
		placed = c.placeShadow(r, f, sigmaX, sigmaY, closed)
		placed.invert = op.Inset
	}
	var b shapeBuilder
	outline := op.Clip
	if !op.Inset {
		rx, ry := display.FromFloat(float64(shadowReach(sigmaX)+1)/k), display.FromFloat(float64(shadowReach(sigmaY)+1)/k)
		q := op.RRect.Rect
		outline = display.RRect{Rect: display.Rect{X0: q.X0 - rx, Y0: q.Y0 - ry, X1: q.X1 + rx, Y1: q.Y1 + ry}}
		if !op.Clip.Empty() {
			b.rrect(outline, s.t, false)
			// The hole may extend beyond the shadow's rectangle, and only the area outside the hole is painted, so the
			// hole is applied as a clip.
			sh := outside(op.Clip, b.finish(display.NonZero), s.t)
			return c.shadowFill(cmds, s, sh, placed, color, local, upright), nil
		}
	}
	b.rrect(outline, s.t, false)
	sh := b.finish(display.NonZero)
	sh.sides = rrectSides(outline, s.t)
	return c.shadowFill(cmds, s, sh, placed, color, local, upright), nil
}

// maxTile is the maximum size of a tile in pixels.
const maxTile = 6 << 20

// tileArea estimates the pixels of a tile at scale k.
func tileArea(r display.RRect, k, sigmaX, sigmaY float64) float64 {
	rx := max(r.Radii[0].X, r.Radii[3].X).Float() + max(r.Radii[1].X, r.Radii[2].X).Float()
	ry := max(r.Radii[0].Y, r.Radii[1].Y).Float() + max(r.Radii[2].Y, r.Radii[3].Y).Float()
	w, h := min((r.X1-r.X0).Float(), rx+float64(6*sigmaX)/k), min((r.Y1-r.Y0).Float(), ry+float64(6*sigmaY)/k)
	return float64((float64(w*k) + float64(6*sigmaX)) * (float64(h*k) + float64(6*sigmaY)))
}

// outside returns the area of a shadow outside hole.
func outside(hole display.RRect, around *shape, t transform) *shape {
	// The area around both, minus the hole: where the hole extends beyond the shadow there is nothing to paint.
	all := around.bounds.grow(1, 1)
	var b shapeBuilder
	b.rrect(hole, t, true)
	h := b.finish(display.NonZero)
	all = all.union(h.bounds.grow(1, 1))
	x0, y0, x1, y1 := fix(all.x0)<<8, fix(all.y0)<<8, fix(all.x1)<<8, fix(all.y1)<<8
	b.lines = append(b.lines, line{x1, y0, x1, y1}, line{x0, y1, x0, y0})
	if windsRight(h.lines) {
		for i := range h.lines {
			l := &b.lines[i]
			l.x0, l.y0, l.x1, l.y1 = l.x1, l.y1, l.x0, l.y0
		}
	}
	return &shape{lines: b.lines, bounds: around.bounds, gap: rrectSides(hole, t)}
}

// windsRight reports whether closed edges are clockwise on the screen.
func windsRight(lines []line) bool {
	var area int64
	for _, l := range lines {
		area += (int64(l.x0) + int64(l.x1)) >> 1 * (int64(l.y1) - int64(l.y0)) >> 8
	}
	return area > 0
}

func (c *compiler) shadowFill(cmds []command, s *state, sh *shape, placed placedShadow, color uint32, local transform, upright bool) []command {
	c.lines += len(sh.lines)
	area := sh.bounds.intersect(s.area)
	if area.empty() {
		return cmds
	}
	if upright {
		return append(cmds, &shadowCommand{placed: placed, shape: sh, area: area, clip: s.clip, color: color})
	}
	inv, ok := s.t.Invert()
	if !ok {
		return cmds
	}
	m := local.Mul(inv)
	u, v := m.Apply(0.5, 0.5)
	return append(cmds, &shapeCommand{shape: sh, area: area, clip: s.clip, paint: paint{brush: &shadowBrush{
		placed: placed, color: color,
		u0: fixed32(u - 0.5), ux: fixed32(m.A), uy: fixed32(m.C),
		v0: fixed32(v - 0.5), vx: fixed32(m.B), vy: fixed32(m.D),
	}}})
}

// shadowBrush paints a shadow through a transform, interpolating its alpha.
type shadowBrush struct {
	placed                 placedShadow
	color                  uint32
	u0, ux, uy, v0, vx, vy int64
}

func (b *shadowBrush) opaque() bool { return false }

func (b *shadowBrush) fill(dst []byte, x, y int) {
	u := b.u0 + int64(x)*b.ux + int64(y)*b.uy
	v := b.v0 + int64(x)*b.vx + int64(y)*b.vy
	for i := 0; i+4 <= len(dst); i += 4 {
		iu, iv := int(u>>32), int(v>>32)
		fu, fv := uint32(u>>24&255), uint32(v>>24&255)
		top := b.placed.alpha(iu, iv)*(256-fu) + b.placed.alpha(iu+1, iv)*fu
		bottom := b.placed.alpha(iu, iv+1)*(256-fu) + b.placed.alpha(iu+1, iv+1)*fu
		a := (top*(256-fv) + bottom*fv + 1<<15) >> 16
		c := scalePixel(b.color, a)
		dst[i], dst[i+1], dst[i+2], dst[i+3] = byte(c), byte(c>>8), byte(c>>16), byte(c>>24)
		u += b.ux
		v += b.vx
	}
}
