package av1dec

import (
	"context"
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// band holds the input of a band of 64 luma rows: a copy of its rows, the two rows above and the two below. Row y of
// plane p is at row y−top[p].
type band struct {
	planes [3]plane
	top    [3]int
}

// applyCDEF applies the constrained directional enhancement filter (§7.15) in place, band by band.
func (f *frame) applyCDEF(ctx context.Context) {
	c := &f.head.cdef
	strong := false
	for i := range 1 << c.bits {
		strong = strong || c.yPri[i]|c.ySec[i]|c.uvPri[i]|c.uvSec[i] != 0
	}
	if !strong {
		return
	}
	var b band
	for r := 0; r < f.head.miRows && !f.stopped(ctx); r += 16 {
		f.loadBand(&b, r)
		for row := r; row < min(r+16, f.head.miRows); row += 2 {
			for col := 0; col < f.head.miCols; col += 2 {
				idx := f.cdefIndex[row>>4*f.cdefCols+col>>4]
				if idx < 0 || f.at(row, col).skip && f.at(row+1, col).skip && f.at(row, col+1).skip && f.at(row+1, col+1).skip {
					continue
				}
				f.filterBlock(&b, row, col, int(idx))
			}
		}
	}
}

// loadBand loads the band that starts at unit row r. The frame's rows above it are already filtered, so the unfiltered
// ones come from the previous band's copy.
func (f *frame) loadBand(b *band, r int) {
	for p := range f.seq.planes() {
		_, subY := f.sub(p)
		src, dst := &f.planes[p], &b.planes[p]
		rows := 64 >> subY
		top := r*4>>subY - 2
		if dst.pix == nil {
			*dst = plane{make([]uint16, (rows+4)*src.stride), src.stride}
		} else {
			copy(dst.pix, dst.pix[rows*src.stride:(rows+2)*src.stride])
		}
		b.top[p] = top
		last := min(top+rows+4, len(src.pix)/src.stride)
		copy(dst.pix[2*src.stride:], src.pix[(top+2)*src.stride:last*src.stride])
	}
}

// filterBlock filters 8×8 luma samples and the corresponding chroma samples.
func (f *frame) filterBlock(src *band, r, c, idx int) {
	k := &f.head.cdef
	shift := f.seq.BitDepth - 8
	dir, variance := direction(&src.planes[0], c*4, r*4-src.top[0], shift)
	pri, sec := k.yPri[idx]<<shift, k.ySec[idx]<<shift
	lumaDir := dir
	if pri == 0 {
		lumaDir = 0
	}
	if v := variance >> 6; variance == 0 {
		pri = 0
	} else {
		strength := 0
		if v > 0 {
			strength = min(bits.Len(uint(v))-1, 12)
		}
		pri = (pri*(4+strength) + 8) >> 4
	}
	f.filterPlane(src, 0, r, c, pri, sec, k.damping+shift, lumaDir)
	if f.seq.Monochrome {
		return
	}
	pri, sec = k.uvPri[idx]<<shift, k.uvSec[idx]<<shift
	chromaDir := 0
	if pri != 0 {
		chromaDir = int(tables.CDEFUVDirection[f.seq.SubX][f.seq.SubY][dir])
	}
	for p := 1; p < 3; p++ {
		f.filterPlane(src, p, r, c, pri, sec, k.damping+shift-1, chromaDir)
	}
}

// direction returns the dominant direction of 8×8 samples and the variance difference to the orthogonal direction
// (§7.15.2).
func direction(p *plane, x0, y0, shift int) (dir, variance int) {
	var partial [8][15]int
	for i := range 8 {
		row := p.row(x0, y0+i, 8)
		for j, v := range row {
			x := int(v>>shift) - 128
			partial[0][i+j] += x
			partial[1][i+j/2] += x
			partial[2][i] += x
			partial[3][3+i-j/2] += x
			partial[4][7+i-j] += x
			partial[5][3-i/2+j] += x
			partial[6][j] += x
			partial[7][i/2+j] += x
		}
	}
	divide := [9]int{0, 840, 420, 280, 210, 168, 140, 120, 105}
	var cost [8]int
	for i := range 8 {
		cost[2] += partial[2][i] * partial[2][i]
		cost[6] += partial[6][i] * partial[6][i]
	}
	cost[2] *= divide[8]
	cost[6] *= divide[8]
	for _, d := range [2]int{0, 4} {
		for i := range 7 {
			cost[d] += (partial[d][i]*partial[d][i] + partial[d][14-i]*partial[d][14-i]) * divide[i+1]
		}
		cost[d] += partial[d][7] * partial[d][7] * divide[8]
	}
	for d := 1; d < 8; d += 2 {
		for j := range 5 {
			cost[d] += partial[d][3+j] * partial[d][3+j]
		}
		cost[d] *= divide[8]
		for j := range 3 {
			cost[d] += (partial[d][j]*partial[d][j] + partial[d][10-j]*partial[d][10-j]) * divide[2*j+2]
		}
	}
	best := 0
	for d, v := range cost {
		if v > best {
			best, dir = v, d
		}
	}
	return dir, (best - cost[(dir+4)&7]) >> 10
}

// filterPlane filters one plane of a block (§7.15.3).
func (f *frame) filterPlane(src *band, p, r, c, pri, sec, damping, dir int) {
	if pri == 0 && sec == 0 {
		return
	}
	subX, subY := f.sub(p)
	in, out := &src.planes[p], &f.planes[p]
	x0, y0 := c*4>>subX, r*4>>subY
	w, h := f.head.miCols*4>>subX, f.head.miRows*4>>subY
	priShift, secShift := 0, 0
	if pri > 0 {
		priShift = max(0, damping-bits.Len(uint(pri))+1)
	}
	if sec > 0 {
		secShift = max(0, damping-bits.Len(uint(sec))+1)
	}
	k := cdefKernel{
		in: in.pix, stride: in.stride, top: src.top[p], pri: int32(pri), sec: int32(sec), priShift: priShift, secShift: secShift,
	}
	k.setTaps(dir, pri>>(f.seq.BitDepth-8)&1)
	n := 8 >> subX
	for y := y0; y < y0+8>>subY; y++ {
		dst := out.row(x0, y, n)
		if x0 >= 2 && x0+n+2 <= w && y >= 2 && y+2 < h {
			k.row(dst, (y-k.top)*in.stride+x0)
			continue
		}
		for j := range dst {
			dst[j] = k.edge(x0+j, y, w, h)
		}
	}
}

// cdefKernel holds the filter parameters of a block.
type cdefKernel struct {
	in                 []uint16
	stride             int
	top                int // the plane's row at the start of in
	pri, sec           int32
	priShift, secShift int
	// Each tap applies to two samples, at its offset and at the opposite one: two taps along the direction, then four
	// at 45° to it.
	taps [6]cdefTap
}

type cdefTap struct {
	dy, dx, offset int
	weight         int32
}

func (k *cdefKernel) setTaps(dir, odd int) {
	for i := range k.taps {
		d, weight := dir, tables.CDEFPrimary[odd][i&1]
		if i >= 2 {
			d, weight = (dir+2+i&4)&7, tables.CDEFSecondary[i&1]
		}
		off := &tables.CDEFDirections[d][i&1]
		k.taps[i] = cdefTap{off[0], off[1], off[0]*k.stride + off[1], int32(weight)}
	}
}

// row filters a row whose neighbours are all inside the frame; at is the index of its first sample. Taps of zero
// strength are skipped: they contribute nothing, and the remaining taps keep the result within the range of their
// samples.
func (k *cdefKernel) row(dst []uint16, at int) {
	for j := range dst {
		v := int32(k.in[at+j])
		sum, lo, hi := int32(0), v, v
		if k.pri != 0 {
			for i := range 2 {
				t := &k.taps[i]
				a, b := int32(k.in[at+j+t.offset]), int32(k.in[at+j-t.offset])
				lo, hi = min(lo, a, b), max(hi, a, b)
				sum += t.weight * (constrain(a-v, k.pri, k.priShift) + constrain(b-v, k.pri, k.priShift))
			}
		}
		if k.sec != 0 {
			for i := 2; i < 6; i++ {
				t := &k.taps[i]
				a, b := int32(k.in[at+j+t.offset]), int32(k.in[at+j-t.offset])
				lo, hi = min(lo, a, b), max(hi, a, b)
				sum += t.weight * (constrain(a-v, k.sec, k.secShift) + constrain(b-v, k.sec, k.secShift))
			}
		}
		dst[j] = filtered(v, sum, lo, hi)
	}
}

// edge filters the sample at (x, y) of a plane of w×h.
func (k *cdefKernel) edge(x, y, w, h int) uint16 {
	v := int32(k.in[(y-k.top)*k.stride+x])
	sum, lo, hi := int32(0), v, v
	for i := range k.taps {
		t := &k.taps[i]
		strength, shift := k.pri, k.priShift
		if i >= 2 {
			strength, shift = k.sec, k.secShift
		}
		for sign := -1; sign <= 1; sign += 2 {
			yy, xx := y+sign*t.dy, x+sign*t.dx
			if yy < 0 || yy >= h || xx < 0 || xx >= w {
				continue
			}
			s := int32(k.in[(yy-k.top)*k.stride+xx])
			lo, hi = min(lo, s), max(hi, s)
			sum += t.weight * constrain(s-v, strength, shift)
		}
	}
	return filtered(v, sum, lo, hi)
}

func filtered(v, sum, lo, hi int32) uint16 {
	// Halves are rounded away from zero.
	sum += 8 + sum>>31
	return uint16(max(lo, min(v+sum>>4, hi)))
}

// constrain limits a difference; large differences become 0.
func constrain(diff, strength int32, shift int) int32 {
	sign := diff >> 31
	m := diff ^ sign - sign
	m = min(m, max(0, strength-m>>shift))
	return m ^ sign - sign
}
