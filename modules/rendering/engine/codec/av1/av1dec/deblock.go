package av1dec

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// deblock applies the deblocking filter, vertical edges before horizontal ones (§7.14).
func (f *frame) deblock(ctx context.Context) {
	for p := range f.seq.planes() {
		if p > 0 && f.head.loopFilter.level[1+p] == 0 {
			continue
		}
		for pass := range 2 {
			subX, subY := f.sub(p)
			for r := 0; r < f.head.miRows && !f.stopped(ctx); r += 1 << subY {
				for c := 0; c < f.head.miCols; c += 1 << subX {
					f.deblockEdge(p, pass, r, c)
				}
			}
		}
	}
}

// deblockEdge filters the edge to the left of a unit (pass 0) or above it (pass 1).
func (f *frame) deblockEdge(p, pass, row, col int) {
	subX, subY := f.sub(p)
	x, y := col*4, row*4
	if x >= f.head.width || y >= f.head.height || pass == 0 && x == 0 || pass == 1 && y == 0 {
		return
	}
	here, prev := f.at(row|subY, col|subX), (*blockInfo)(nil)
	tx := f.at(row, col).filterTx[min(p, 1)]
	size := here.size.Subsampled(subX, subY)
	xP, yP := x>>subX, y>>subY
	var prevTx tables.TxSize
	var at, lengths, blockSide int
	if pass == 0 {
		prev = f.at(row|subY, col|subX-1<<subX)
		prevTx = f.at(row, col-1<<subX).filterTx[min(p, 1)]
		at, lengths, blockSide = xP, min(tx.Width(), prevTx.Width()), size.Width()
		if xP&(tx.Width()-1) != 0 {
			return
		}
	} else {
		prev = f.at(row|subY-1<<subY, col|subX)
		prevTx = f.at(row-1<<subY, col).filterTx[min(p, 1)]
		at, lengths, blockSide = yP, min(tx.Height(), prevTx.Height()), size.Height()
		if yP&(tx.Height()-1) != 0 {
			return
		}
	}
	if at&(blockSide-1) != 0 && here.skip && here.copied {
		return
	}
	level := f.filterLevel(here, p, pass)
	if level == 0 {
		if level = f.filterLevel(prev, p, pass); level == 0 {
			return
		}
	}
	length := min(16, lengths)
	if p > 0 {
		length = min(8, lengths)
	}
	pl := &f.planes[p]
	e := edgeFilter{pix: pl.pix, depth: f.seq.BitDepth - 8, plane: p, length: length, across: 1}
	along := pl.stride
	if pass == 1 {
		e.across, along = pl.stride, 1
	}
	e.setLimits(level, f.head.loopFilter.sharpness)
	for i := range 4 {
		e.filter(yP*pl.stride + xP + i*along)
	}
}

// filterLevel returns the deblocking strength of a block (§7.14.4).
func (f *frame) filterLevel(b *blockInfo, p, pass int) int {
	l := &f.head.loopFilter
	i := pass
	if p > 0 {
		i = p + 1
	}
	delta := int(b.deltaLF[0])
	if f.head.deltaLFMulti {
		delta = int(b.deltaLF[i])
	}
	level := clamp(delta+l.level[i], 0, 63)
	if g := &f.head.segments; g.enabled && g.on[b.segment][segAltLF+i] {
		level = clamp(level+g.value[b.segment][segAltLF+i], 0, 63)
	}
	if l.deltas {
		level = clamp(level+l.intraRef<<(level>>5), 0, 63)
	}
	return level
}

// edgeFilter filters the samples across an edge (§7.14.6).
type edgeFilter struct {
	pix                   []uint16
	across                int // index distance between samples across the edge
	plane, length, depth  int // depth is the number of bits above 8
	limit, blimit, thresh int
}

func (e *edgeFilter) setLimits(level, sharpness int) {
	shift := 0
	switch {
	case sharpness > 4:
		shift = 2
	case sharpness > 0:
		shift = 1
	}
	limit := max(1, level>>shift)
	if sharpness > 0 {
		limit = clamp(level>>shift, 1, 9-sharpness)
	}
	e.limit = limit << e.depth
	e.blimit = (2*(level+2) + limit) << e.depth
	e.thresh = level >> 4 << e.depth
}

// filter filters one line across the edge; at is the index of its first sample after the edge.
func (e *edgeFilter) filter(at int) {
	get := func(i int) int { return int(e.pix[at+i*e.across]) }
	q0, q1, p0, p1 := get(0), get(1), get(-1), get(-2)
	dp, dq := abs(p1-p0), abs(q1-q0)
	if dp > e.limit || dq > e.limit || abs(p0-q0)*2+abs(p1-q1)/2 > e.blimit {
		return
	}
	high := dp > e.thresh || dq > e.thresh
	if e.length == 4 {
		e.narrow(at, p1, p0, q0, q1, high)
		return
	}
	one := 1 << e.depth
	q2, p2 := get(2), get(-3)
	if abs(p2-p1) > e.limit || abs(q2-q1) > e.limit {
		return
	}
	flat := dp <= one && dq <= one && abs(p2-p0) <= one && abs(q2-q0) <= one
	if e.plane == 0 {
		q3, p3 := get(3), get(-4)
		if abs(p3-p2) > e.limit || abs(q3-q2) > e.limit {
			return
		}
		flat = flat && abs(p3-p0) <= one && abs(q3-q0) <= one
	}
	switch {
	case !flat:
		e.narrow(at, p1, p0, q0, q1, high)
	case e.plane > 0:
		e.wide(at, 2, 1, 3)
	case e.length == 16 && e.flatFar(at, p0, q0, one):
		e.wide(at, 6, 1, 4)
	default:
		e.wide(at, 3, 0, 3)
	}
}

// flatFar reports whether samples four to six of both sides differ from those at the edge by at most one.
func (e *edgeFilter) flatFar(at, p0, q0, one int) bool {
	for i := 4; i < 7; i++ {
		if abs(int(e.pix[at+i*e.across])-q0) > one || abs(int(e.pix[at-(i+1)*e.across])-p0) > one {
			return false
		}
	}
	return true
}

func (e *edgeFilter) narrow(at, p1, p0, q0, q1 int, high bool) {
	mid := 0x80 << e.depth
	bound := func(v int) int { return clamp(v, -mid, mid-1) }
	ps1, ps0, qs0, qs1 := p1-mid, p0-mid, q0-mid, q1-mid
	v := 0
	if high {
		v = bound(ps1 - qs1)
	}
	v = bound(v + 3*(qs0-ps0))
	f1, f2 := bound(v+4)>>3, bound(v+3)>>3
	e.pix[at] = uint16(bound(qs0-f1) + mid)
	e.pix[at-e.across] = uint16(bound(ps0+f2) + mid)
	if !high {
		v = (f1 + 1) >> 1
		e.pix[at+e.across] = uint16(bound(qs1-v) + mid)
		e.pix[at-2*e.across] = uint16(bound(ps1+v) + mid)
	}
}

// wide replaces n samples on each side by a mean over 2n+1 samples, in which the nearest n2 and the sample itself have
// weight 2.
func (e *edgeFilter) wide(at, n, n2, log2Size int) {
	var in [14]int
	for i := range 2*n + 2 {
		in[i] = int(e.pix[at+(i-n-1)*e.across])
	}
	for i := -n; i < n; i++ {
		sum := 0
		for j := -n; j <= n; j++ {
			v := in[clamp(i+j, -n-1, n)+n+1]
			sum += v
			if abs(j) <= n2 {
				sum += v
			}
		}
		e.pix[at+i*e.across] = uint16((sum + 1<<(log2Size-1)) >> log2Size)
	}
}
