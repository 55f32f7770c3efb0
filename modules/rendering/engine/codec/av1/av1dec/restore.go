package av1dec

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// restorationUnit holds the loop restoration parameters of a unit of a plane.
type restorationUnit struct {
	typ    restorationType
	wiener [2][3]int8 // column filter, then row filter
	set    uint8
	weight [2]int8 // weights of the two self-guided passes
}

// newUnits allocates the restoration units of a plane.
func (f *frame) newUnits(p int) {
	size := f.head.restorationSize[p]
	if f.head.restoration[p] == restoreNone || size == 0 {
		return
	}
	subX, subY := f.sub(p)
	count := func(n int) int { return max((n+size>>1)/size, 1) }
	f.unitRows[p] = count((f.head.height + subY) >> subY)
	f.unitCols[p] = count((f.head.upscaledWidth + subX) >> subX)
	f.units[p] = make([]restorationUnit, f.unitRows[p]*f.unitCols[p])
}

// readRestorationUnits reads the units that start in a superblock of n×n units of 4 samples (read_lr, §5.11.57).
func (t *tile) readRestorationUnits(r, c, n int) {
	for p := range t.seq.planes() {
		if t.units[p] == nil {
			continue
		}
		subX, subY := t.sub(p)
		size := t.head.restorationSize[p]
		rowStart, rowEnd := (r*(4>>subY)+size-1)/size, min(t.unitRows[p], ((r+n)*(4>>subY)+size-1)/size)
		num, den := 4>>subX, size
		if t.head.width != t.head.upscaledWidth {
			num, den = num*t.head.superresDenom, den*superresNum
		}
		colStart, colEnd := (c*num+den-1)/den, min(t.unitCols[p], ((c+n)*num+den-1)/den)
		for ur := rowStart; ur < rowEnd; ur++ {
			for uc := colStart; uc < colEnd; uc++ {
				t.readUnit(p, &t.units[p][ur*t.unitCols[p]+uc])
			}
		}
	}
}

func (t *tile) readUnit(p int, u *restorationUnit) {
	switch t.head.restoration[p] {
	case restoreWiener:
		if t.sym.flag(&t.cdfs.UseWiener) {
			u.typ = restoreWiener
		}
	case restoreSelfGuided:
		if t.sym.flag(&t.cdfs.UseSelfGuided) {
			u.typ = restoreSelfGuided
		}
	default:
		u.typ = [3]restorationType{restoreNone, restoreWiener, restoreSelfGuided}[t.sym.symbol(t.cdfs.RestorationType[:])]
	}
	switch u.typ {
	case restoreWiener:
		for pass := range 2 {
			for j := min(p, 1); j < 3; j++ {
				ref := &t.refWiener[p][pass][j]
				*ref = t.readNear(tables.WienerMin[j], tables.WienerMax[j], tables.WienerK[j], *ref)
				u.wiener[pass][j] = int8(*ref)
			}
		}
	case restoreSelfGuided:
		u.set = uint8(t.sym.literal(4))
		for i := range 2 {
			ref := &t.refSelfGuided[p][i]
			lo, hi := tables.SelfGuidedMin[i], tables.SelfGuidedMax[i]
			switch {
			case tables.SelfGuided[u.set][i*2] != 0:
				*ref = t.readNear(lo, hi, 4, *ref)
			case i == 1:
				*ref = clamp(128-t.refSelfGuided[p][0], lo, hi)
			default:
				*ref = 0
			}
			u.weight[i] = int8(*ref)
		}
	}
}

// readNear reads a value from lo to hi coded relative to ref (decode_signed_subexp_with_ref_bool, §5.11.58).
func (t *tile) readNear(lo, hi, k, ref int) int {
	n := hi + 1 - lo
	ref -= lo
	v := t.readSubexp(n, k)
	if ref<<1 <= n {
		return lo + recenter(ref, v)
	}
	return lo + n - 1 - recenter(n-1-ref, v)
}

func (t *tile) readSubexp(n, k int) int {
	from := 0
	for i := 0; ; i++ {
		b := k
		if i > 0 {
			b = k + i - 1
		}
		a := 1 << b
		if n <= from+3*a {
			return t.sym.ns(n-from) + from
		}
		if t.sym.bool() == 0 {
			return t.sym.literal(b) + from
		}
		from += a
	}
}

// recenter inverts the ordering of values by distance from r.
func recenter(r, v int) int {
	switch {
	case v > 2*r:
		return v
	case v&1 != 0:
		return r - (v+1)>>1
	}
	return r + v>>1
}

// stripeStart returns the first row of stripe n (64 luma rows) in a plane.
func stripeStart(n, subY int) int { return (n*64 - 8) >> subY }

// stripeEdges copies the two rows above the start of each stripe and the two below it, four per stripe: restoration
// needs them as they are before the directional enhancement.
func (f *frame) stripeEdges(p int) plane {
	_, subY := f.sub(p)
	h := (f.head.height + subY) >> subY
	in := &f.planes[p]
	out := plane{stride: in.stride}
	for n := 0; stripeStart(n, subY)-2 < h; n++ {
		for y := stripeStart(n, subY) - 2; y < stripeStart(n, subY)+2; y++ {
			out.pix = append(out.pix, in.row(0, clamp(y, 0, h-1), in.stride)...)
		}
	}
	return out
}

// restore applies the restoration filters (§7.17). Rows outside a stripe come from edges, so stripes are filtered in
// place.
func (f *frame) restore(ctx context.Context, edges [3]plane) {
	for p := range f.seq.planes() {
		if f.units[p] == nil {
			continue
		}
		subX, subY := f.sub(p)
		w, h := (f.head.upscaledWidth+subX)>>subX, (f.head.height+subY)>>subY
		r := &restorer{depth: f.seq.BitDepth, width: w, stride: w + 6}
		size := f.head.restorationSize[p]
		for n := 0; stripeStart(n, subY) < h && !f.stopped(ctx); n++ {
			r.load(&f.planes[p], &edges[p], n, subY, h)
			unitRow := min(f.unitRows[p]-1, (r.top+8>>subY)/size)
			for uc := range f.unitCols[p] {
				from, to := uc*size, min((uc+1)*size, w)
				if uc == f.unitCols[p]-1 {
					to = w
				}
				u := &f.units[p][unitRow*f.unitCols[p]+uc]
				switch u.typ {
				case restoreWiener:
					r.wiener(&f.planes[p], u, from, to)
				case restoreSelfGuided:
					r.selfGuided(&f.planes[p], u, from, to)
				}
			}
		}
	}
}

// restorer holds the state of filtering one stripe of a plane.
type restorer struct {
	depth, width int
	top, rows    int
	stride       int
	src          []int32 // the stripe with a border of 3 samples on each side
	tmp          []int32
	a, b         []int32
	sums         [2][]int64
	flt          [2][]int32
}

// load copies stripe n of a plane of h rows with its border.
func (r *restorer) load(in, edges *plane, n, subY, h int) {
	start, end := stripeStart(n, subY), stripeStart(n+1, subY)
	r.top = max(start, 0)
	r.rows = min(end, h) - r.top
	size := (r.rows + 6) * r.stride
	if cap(r.src) < size {
		r.src = make([]int32, size)
	}
	r.src = r.src[:size]
	for i := range r.rows + 6 {
		y := clamp(r.top+i-3, 0, h-1)
		var row []uint16
		switch {
		case y < start:
			row = edges.row(0, n*4+max(y-start, -2)+2, r.width)
		case y >= end:
			row = edges.row(0, (n+1)*4+min(y-end, 1)+2, r.width)
		default:
			row = in.row(0, y, r.width)
		}
		dst := r.src[i*r.stride:][:r.stride]
		for x, v := range row {
			dst[x+3] = int32(v)
		}
		for x := range 3 {
			dst[x] = int32(row[0])
			dst[r.width+3+x] = int32(row[r.width-1])
		}
	}
}

func taps(c [3]int8) [7]int32 {
	a, b, d := int32(c[0]), int32(c[1]), int32(c[2])
	return [7]int32{a, b, d, 128 - 2*(a+b+d), d, b, a}
}

// wiener applies the separable Wiener filter to columns from ≤ x < to (§7.17.4).
func (r *restorer) wiener(out *plane, u *restorationUnit, from, to int) {
	round0, round1 := 3, 11
	if r.depth == 12 {
		round0, round1 = 5, 9
	}
	w := to - from
	if cap(r.tmp) < (64+6)*w {
		r.tmp = make([]int32, (64+6)*w)
	}
	tmp := r.tmp[:(r.rows+6)*w]
	h := taps(u.wiener[1])
	offset := int32(1) << (r.depth + 7 - round0 - 1)
	limit := int32(1)<<(r.depth+1+7-round0) - 1
	for i := range r.rows + 6 {
		src := r.src[i*r.stride+from:][:w+6]
		dst := tmp[i*w:][:w]
		for x := range dst {
			s := src[x : x+7 : x+7]
			v := h[0]*(s[0]+s[6]) + h[1]*(s[1]+s[5]) + h[2]*(s[2]+s[4]) + h[3]*s[3]
			v = (v + 1<<(round0-1)) >> round0
			dst[x] = max(-offset, min(v, limit-offset))
		}
	}
	v := taps(u.wiener[0])
	most := int32(1)<<r.depth - 1
	for i := range r.rows {
		dst := out.row(from, r.top+i, w)
		for x := range dst {
			s := int32(0)
			for k := range 7 {
				s += v[k] * tmp[(i+k)*w+x]
			}
			dst[x] = uint16(max(0, min((s+1<<(round1-1))>>round1, most)))
		}
	}
}

// selfGuided applies the self-guided filter to columns from ≤ x < to (§7.17.2).
func (r *restorer) selfGuided(out *plane, u *restorationUnit, from, to int) {
	w := to - from
	p := &tables.SelfGuided[u.set]
	for pass := range 2 {
		if p[pass*2] != 0 {
			r.box(pass, p[pass*2], p[pass*2+1], from, w)
		}
	}
	w0, w1 := int32(u.weight[0]), int32(u.weight[1])
	w2 := 128 - w0 - w1
	most := int32(1)<<r.depth - 1
	for i := range r.rows {
		dst := out.row(from, r.top+i, w)
		src := r.src[(i+3)*r.stride+from+3:][:w]
		for x := range dst {
			c := src[x] << 4
			f0, f1 := c, c
			if p[0] != 0 {
				f0 = r.flt[0][i*w+x]
			}
			if p[2] != 0 {
				f1 = r.flt[1][i*w+x]
			}
			v := w1*c + w0*f0 + w2*f1
			dst[x] = uint16(max(0, min((v+1<<10)>>11, most)))
		}
	}
}

// box computes one pass of the self-guided filter into r.flt (§7.17.3).
func (r *restorer) box(pass, radius, strength, from, w int) {
	stride := w + 2
	n := (r.rows + 2) * stride
	if cap(r.a) < n {
		r.a, r.b = make([]int32, n), make([]int32, n)
	}
	if cap(r.sums[0]) < w+2+2*radius {
		r.sums[0], r.sums[1] = make([]int64, w+8), make([]int64, w+8)
	}
	for i := -1; i <= r.rows; i++ {
		if pass == 1 || i&1 != 0 {
			r.boxRow(i, radius, int64(strength), from, w)
		}
	}
	if cap(r.flt[pass]) < r.rows*w {
		r.flt[pass] = make([]int32, 64*w)
	}
	for i := range r.rows {
		src := r.src[(i+3)*r.stride+from+3:][:w]
		dst := r.flt[pass][:r.rows*w][i*w:][:w]
		up, mid, down := i*stride, (i+1)*stride, (i+2)*stride
		for x := range dst {
			var a, b int32
			shift := 5
			switch {
			case pass == 1:
				a = 4*(r.a[up+x+1]+r.a[mid+x]+r.a[mid+x+1]+r.a[mid+x+2]+r.a[down+x+1]) +
					3*(r.a[up+x]+r.a[up+x+2]+r.a[down+x]+r.a[down+x+2])
				b = 4*(r.b[up+x+1]+r.b[mid+x]+r.b[mid+x+1]+r.b[mid+x+2]+r.b[down+x+1]) +
					3*(r.b[up+x]+r.b[up+x+2]+r.b[down+x]+r.b[down+x+2])
			case i&1 == 0:
				a = 6*(r.a[up+x+1]+r.a[down+x+1]) + 5*(r.a[up+x]+r.a[up+x+2]+r.a[down+x]+r.a[down+x+2])
				b = 6*(r.b[up+x+1]+r.b[down+x+1]) + 5*(r.b[up+x]+r.b[up+x+2]+r.b[down+x]+r.b[down+x+2])
			default:
				shift = 4
				a = 6*r.a[mid+x+1] + 5*(r.a[mid+x]+r.a[mid+x+2])
				b = 6*r.b[mid+x+1] + 5*(r.b[mid+x]+r.b[mid+x+2])
			}
			v := a*src[x] + b
			dst[x] = (v + 1<<(8+shift-4-1)) >> (8 + shift - 4)
		}
	}
}

// boxRow computes the factors of row i from the mean and variance of the box around each sample.
func (r *restorer) boxRow(i, radius int, strength int64, from, w int) {
	cols := w + 2 + 2*radius
	s, q := r.sums[0][:cols], r.sums[1][:cols]
	clear(s)
	clear(q)
	for dy := -radius; dy <= radius; dy++ {
		src := r.src[(i+dy+3)*r.stride+from+3-1-radius:][:cols]
		for x, v := range src {
			s[x] += int64(v)
			q[x] += int64(v) * int64(v)
		}
	}
	side := int64(2*radius + 1)
	n := side * side
	over := (1<<12 + n/2) / n
	depth := r.depth - 8
	roundTo := func(v int64, bits int) int64 {
		if bits == 0 {
			return v
		}
		return (v + 1<<(bits-1)) >> bits
	}
	var sum, square int64
	for x := range 2 * radius {
		sum += s[x]
		square += q[x]
	}
	at := (i + 1) * (w + 2)
	for x := range w + 2 {
		sum += s[x+2*radius]
		square += q[x+2*radius]
		a, d := roundTo(square, 2*depth), roundTo(sum, depth)
		z := (max(0, a*n-d*d)*strength + 1<<19) >> 20
		a2 := int64(256)
		switch {
		case z == 0:
			a2 = 1
		case z < 255:
			a2 = (z<<8 + z/2) / (z + 1)
		}
		r.a[at+x] = int32(a2)
		r.b[at+x] = int32(((256-a2)*sum*over + 1<<11) >> 12)
		sum -= s[x]
		square -= q[x]
	}
}
