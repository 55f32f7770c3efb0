package av1

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/image/av1/tables"
)

// newBlock begins a block and ranks its luma modes.
func (t *tile) newBlock(row, col int, size tables.BlockSize) *block {
	f := t.f
	b := &block{size: size, row: row, col: col, tx: tables.MaxTx[size], first: int32(len(t.txs))}
	if f.lossless {
		b.tx = tables.Tx4x4
	}
	odd := row&1 == 1 && col&1 == 1
	b.chroma = f.planes > 1 && (f.sub == 0 || size != tables.Block4x4 || odd)
	t.rankLuma(b)
	return b
}

// busy is how much of a block its best prediction leaves: coefficients' magnitudes
// per sample in 1/64 quantiser steps.
func (t *tile) busy(b *block) int {
	return t.list[0].score * 512 / t.f.acq / (b.size.Width() * b.size.Height())
}

// searchBlock decides how to code one block without dividing it, reconstructs it and
// returns its cost. Its luma modes have just been ranked.
func (t *tile) searchBlock(b *block) int {
	f := t.f
	row, col := b.row, b.col
	dist, rate := t.searchLuma(b)
	if b.chroma {
		d, r := t.searchChroma(b)
		dist, rate = dist+d, rate+r
	}
	b.count = int32(len(t.txs)) - b.first
	b.skip = true
	for _, u := range t.txs[b.first:] {
		if u.eob > 0 {
			b.skip = false
			break
		}
	}
	if b.skip {
		rate = 0
	}
	rate += t.count(func() { t.writeInfo(b) })
	t.settle(b)
	for pl := range t.planesOf(b) {
		s := f.shift(pl)
		p := b.size.Subsampled(s, s)
		t.mark(pl, col>>s<<2, row>>s<<2, p.Width(), p.Height(), true)
	}
	return dist + rate*f.lambda
}

// candidate is a prediction mode and its estimated cost.
type candidate struct {
	mode  tables.IntraMode
	angle int8
	score int
}

// rank puts c among the best candidates.
func rank(list []candidate, c candidate, most int) []candidate {
	i := len(list)
	for i > 0 && list[i-1].score > c.score {
		i--
	}
	if i >= most {
		return list
	}
	if len(list) < most {
		list = append(list, candidate{})
	}
	copy(list[i+1:], list[i:])
	list[i] = c
	return list
}

// rankLuma estimates what luma's modes leave of a block and sets t.list to the best.
func (t *tile) rankLuma(b *block) {
	w, h := b.size.Width(), b.size.Height()
	x, y := b.col<<2, b.row<<2
	t.gather(0, x, y, w, h)
	t.list = t.list[:0]
	for mode := tables.DCPred; mode < tables.IntraModes; mode++ {
		if mode.Directional() && mode > tables.HPred && (b.size >= tables.Block32x32 || t.f.fast) {
			continue // large blocks that follow slopes are divided anyway
		}
		t.edges.predict(t.pred[:], w, h, mode, 0)
		b.mode = mode
		score := t.satd(0, x, y, w, h)
		score += t.count(func() { t.writeMode(b) }) * t.f.acq >> 13
		t.list = rank(t.list, candidate{mode: mode, score: score}, 1)
		if score < t.f.acq*w*h>>9 && mode == tables.DCPred {
			break
		}
	}
	if b.size < tables.Block8x8 || t.f.fast || !t.list[0].mode.Directional() {
		return
	}
	mode := t.list[0].mode
	b.mode = mode
	for angle := int8(-3); angle <= 3; angle++ {
		if angle == 0 {
			continue
		}
		t.edges.predict(t.pred[:], w, h, mode, int(angle))
		b.angle = angle
		score := t.satd(0, x, y, w, h)
		score += t.count(func() { t.writeMode(b) }) * t.f.acq >> 13
		t.list = rank(t.list, candidate{mode: mode, angle: angle, score: score}, 1)
	}
}

// searchLuma chooses luma's mode and transform, and returns the distortion and the
// rate of the coefficients.
func (t *tile) searchLuma(b *block) (dist, rate int) {
	mark, levels := len(t.txs), len(t.levels)
	if len(t.list) > 1 {
		var chosen block
		bestCost := 1 << 62
		for _, c := range t.list {
			b.mode, b.angle = c.mode, c.angle
			t.txs, t.levels = t.txs[:mark], t.levels[:levels]
			d, r := t.codePlane(b, 0, false)
			r += t.count(func() { t.writeMode(b) })
			if cost := d + r*t.f.lambda; cost < bestCost {
				bestCost = cost
				chosen = *b
			}
		}
		*b = chosen
		t.txs, t.levels = t.txs[:mark], t.levels[:levels]
	} else {
		b.mode, b.angle = t.list[0].mode, t.list[0].angle
	}
	mark, levels = len(t.txs), len(t.levels)
	dist, rate = t.codePlane(b, 0, true)
	if b.size < tables.Block8x8 || rate < 256*paletteWorth {
		return dist, rate
	}
	c := *b
	c.mode, c.angle = tables.DCPred, 0
	if !t.pickLuma(&c) {
		return dist, rate
	}
	cost := dist + (rate+t.paletteCost(b, 0))*t.f.lambda
	t.txs, t.levels = t.txs[:mark], t.levels[:levels]
	dist2, rate2 := t.codePlane(&c, 0, true)
	if dist2+(rate2+t.paletteCost(&c, 0))*t.f.lambda < cost {
		*b = c
		return dist2, rate2
	}
	t.txs, t.levels = t.txs[:mark], t.levels[:levels]
	return t.codePlane(b, 0, true)
}

// paletteWorth is the number of bits below which a palette cannot save any.
const paletteWorth = 40

// searchChroma does the same for both chroma planes.
func (t *tile) searchChroma(b *block) (dist, rate int) {
	f := t.f
	mark, levels := len(t.txs), len(t.levels)
	code := func(keep bool) (dist, rate int) {
		t.txs, t.levels = t.txs[:mark], t.levels[:levels]
		dist, rate = t.codePlane(b, 1, keep)
		d, r := t.codePlane(b, 2, keep)
		return dist + d, rate + r
	}
	var chosen block
	bestCost := 1 << 62
	try := func() {
		dist, rate = code(false)
		rate += t.paletteCost(b, 1)
		if cost := dist + rate*f.lambda; cost < bestCost {
			bestCost = cost
			chosen = *b
		}
	}
	b.uvMode, b.uvAngle = tables.DCPred, 0
	if b.mode != tables.DCPred {
		b.uvMode, b.uvAngle = b.mode, b.angle
	}
	try()
	// Nothing is gained where little is left to gain.
	if bestCost > f.lambda*256*4 {
		if b.mode != tables.DCPred {
			b.uvMode, b.uvAngle = tables.DCPred, 0
			try()
		}
		if t.cflAllowed(b.size) && t.fitCfL(b) {
			b.uvMode, b.uvAngle = tables.UVCfL, 0
			try()
		}
		if b.size >= tables.Block8x8 && t.pickChroma(b) {
			b.uvMode, b.uvAngle = tables.DCPred, 0
			try()
		}
		*b = chosen
	}
	return code(true)
}

// gather reads the edges of a transform block.
func (t *tile) gather(pl, x, y, w, h int) {
	f := t.f
	s := f.shift(pl)
	mask := 16>>s - 1
	cx, cy := x>>2&mask, y>>2&mask
	d := &t.decoded[pl]
	t.edges.gather(&f.rec[pl], x, y, w, h, f.miCols<<2>>s-1, f.miRows<<2>>s-1,
		y > t.row0<<2>>s, x > t.col0<<2>>s, d[cy][cx+w>>2+1], d[cy+h>>2+1][cx])
}

// codePlane predicts and quantises the transform blocks of a plane of a block as it
// says. When keep is set the result is kept and reconstructed; otherwise only the
// costs count.
func (t *tile) codePlane(b *block, pl int, keep bool) (dist, rate int) {
	s := t.f.shift(pl)
	// What is inside the block is not there before it is coded again.
	size := b.size.Subsampled(s, s)
	t.mark(pl, b.col>>s<<2, b.row>>s<<2, size.Width(), size.Height(), false)
	several := t.planeTx(b, pl) != tables.MaxTx[size]
	t.eachTx(b, pl, func(x, y int, tx tables.TxSize) {
		t.predictTx(b, pl, x, y, tx)
		d, r := t.codeTx(b, pl, x, y, tx, keep || several)
		dist, rate = dist+d, rate+r
	})
	return dist, rate
}

// predictTx writes the prediction of a transform block to t.pred.
func (t *tile) predictTx(b *block, pl, x, y int, tx tables.TxSize) {
	w, h := tx.Width(), tx.Height()
	t.gather(pl, x, y, w, h)
	switch {
	case pl == 0 && b.palette > 0, pl > 0 && b.paletteUV > 0:
		t.predictPalette(b, pl, x, y, tx)
	case pl == 0:
		t.edges.predict(t.pred[:], w, h, b.mode, int(b.angle))
	case b.uvMode == tables.UVCfL:
		t.edges.predict(t.pred[:], w, h, tables.DCPred, 0)
		chromaFromLuma(t.pred[:w*h], t.ac[:], int(b.cfl[pl-1]))
	default:
		t.edges.predict(t.pred[:], w, h, b.uvMode, int(b.uvAngle))
	}
}

// codeTx quantises one transform block whose prediction is in t.pred with the best of
// the transform types that are worth a try.
func (t *tile) codeTx(b *block, pl, x, y int, tx tables.TxSize, keep bool) (dist, rate int) {
	f := t.f
	w, h := tx.Width(), tx.Height()
	sse := t.difference(pl, x, y, w, h)
	zero, dc := t.txContexts(b, pl, x, y, tx)
	size, kind := tables.TxSizeContext(tx), min(pl, 1)
	nothing := symbolCost(1, t.cdf.AllZero[size][zero][:])
	best := transformed{}
	dist, rate = sse<<16, nothing
	if sse != 0 && (f.lossless || sse<<16 > f.lambda*256) {
		typ := t.transformBest(b, pl, tx)
		if q := t.quantize(t.kept[:], t.coef[:], tx, typ.Class(), kind, zero, dc); q.eob > 0 {
			r := q.rate
			if pl == 0 {
				r += t.count(func() { t.writeTxType(b, tx, typ) })
			}
			d := sse<<16 - q.gain
			if f.lossless {
				d = 0
			}
			if d+r*f.lambda < dist+rate*f.lambda {
				dist, rate = d, r
				best = transformed{eob: int16(q.eob), typ: typ}
			}
		}
	}
	if !keep {
		return dist, rate
	}
	best.at = int32(len(t.levels))
	levels := t.kept[:best.eob]
	t.levels = append(t.levels, levels...)
	t.txs = append(t.txs, best)
	p := &f.rec[pl]
	at := y*p.stride + x
	for j := range h {
		copy(p.pix[at+j*p.stride:at+j*p.stride+w], t.pred[j*w:])
	}
	if best.eob > 0 {
		if f.lossless {
			o := orderOf(tx, tables.Class2D)
			clear(t.coef[:16])
			for i, l := range levels {
				t.coef[o.pos[i]] = int32(l)
			}
			inverseWalsh(p.pix[at:], p.stride, t.coef[:])
		} else {
			f.dequantize(t.coef[:], levels, tx, best.typ.Class())
			t.inverse(p.pix[at:], p.stride, t.coef[:], tx, best.typ)
		}
	}
	t.leave(pl, x, y, tx, levels)
	t.mark(pl, x, y, w, h, true)
	return dist, rate
}

// transformBest transforms t.residual to t.coef with the type that promises the
// fewest bits.
func (t *tile) transformBest(b *block, pl int, tx tables.TxSize) tables.TxType {
	if t.f.lossless {
		forwardWalsh(t.coef[:], t.residual[:])
		return tables.DCTDCT
	}
	types := t.types(b, pl, tx)
	if len(types) == 1 {
		t.forward(t.coef[:], t.residual[:], tx, types[0])
		return types[0]
	}
	best, least := types[0], 1<<62
	n := tx.Width() * tx.Height()
	for _, typ := range types {
		t.forward(t.other[:], t.residual[:], tx, typ)
		score := t.count(func() { t.writeTxType(b, tx, typ) })*t.f.lambda + t.f.estimate(t.other[:n])
		if score < least {
			best, least = typ, score
			copy(t.coef[:n], t.other[:n])
		}
	}
	return best
}

// estimate is roughly what coefficients cost in rate and distortion, the end of the
// block and contexts aside.
func (f *frame) estimate(coef []int32) int {
	q := f.acq
	threshold := q * 5 >> 3
	inverse := 1<<32/q + 1
	bitsOf, dist := 0, 0
	for _, v := range coef {
		l := int(max(v, -v))
		if l < threshold {
			dist += l * l
			continue
		}
		k := (l + q*3>>3) * inverse >> 32
		d := l - k*q
		dist += d * d
		bitsOf += 2*bits.Len32(uint32(k)) + 2
	}
	return dist<<10 + bitsOf*256*f.lambda
}

var onlyDCT = tables.TxTypes[tables.SetDCTOnly]

// types are the transform types to try.
func (t *tile) types(b *block, pl int, tx tables.TxSize) []tables.TxType {
	set := tables.IntraTxSet(tx, false)
	if t.f.lossless || set == tables.SetDCTOnly {
		return onlyDCT
	}
	if pl > 0 {
		typ := tables.ModeTx[b.uvMode]
		if !set.Has(typ) {
			return onlyDCT
		}
		return single[typ : typ+1]
	}
	if t.f.fast {
		return fewTypes[:]
	}
	return tables.TxTypes[set]
}

// fewTypes are the types that matter most; every set but that of large transforms
// has them.
var fewTypes = [3]tables.TxType{tables.DCTDCT, tables.ADSTADST, tables.IDTX}

// single lists types by themselves.
var single = [4]tables.TxType{tables.DCTDCT, tables.ADSTDCT, tables.DCTADST, tables.ADSTADST}

// difference writes what the prediction in t.pred leaves to t.residual and returns
// the sum of its squares.
func (t *tile) difference(pl, x, y, w, h int) int {
	p := &t.f.src[pl]
	sum := 0
	for j := range h {
		at := (y+j)*p.stride + x
		src := p.pix[at : at+w]
		pred, out := t.pred[j*w:j*w+w], t.residual[j*w:j*w+w]
		for i, v := range src {
			d := int(v) - int(pred[i])
			out[i] = int16(d)
			sum += d * d
		}
	}
	return sum
}

// satd estimates the size of the transformed residual of t.pred: sums of 4×4
// Hadamard coefficients.
func (t *tile) satd(pl, x, y, w, h int) int {
	p := &t.f.src[pl]
	sum := 0
	for j := 0; j < h; j += 4 {
		for i := 0; i < w; i += 4 {
			var m [16]int
			for k := range 4 {
				at := (y+j+k)*p.stride + x + i
				src, pred := p.pix[at:at+4], t.pred[(j+k)*w+i:(j+k)*w+i+4]
				a, b, c, d := int(src[0])-int(pred[0]), int(src[1])-int(pred[1]), int(src[2])-int(pred[2]), int(src[3])-int(pred[3])
				a, b, c, d = a+b, a-b, c+d, c-d
				m[k], m[4+k], m[8+k], m[12+k] = a+c, b+d, a-c, b-d
			}
			for k := 0; k < 16; k += 4 {
				a, b, c, d := m[k], m[k+1], m[k+2], m[k+3]
				a, b, c, d = a+b, a-b, c+d, c-d
				e, f, g, l := a+c, b+d, a-c, b-d
				sum += max(e, -e) + max(f, -f) + max(g, -g) + max(l, -l)
			}
		}
	}
	return sum >> 2
}

// fitCfL finds the chroma-from-luma factors that fit a block best, and prepares t.ac.
// It reports false when both are none.
func (t *tile) fitCfL(b *block) bool {
	f := t.f
	s := f.sub
	size := b.size.Subsampled(s, s)
	w, h := size.Width(), size.Height()
	x, y := b.col>>s<<2, b.row>>s<<2
	luma := &f.rec[0]
	sum := 0
	for j := range h {
		for i := range w {
			at := (y+j)<<s*luma.stride + (x+i)<<s
			v := int(luma.pix[at]) << 3
			if s == 1 {
				v = (int(luma.pix[at]) + int(luma.pix[at+1]) + int(luma.pix[at+luma.stride]) + int(luma.pix[at+luma.stride+1])) << 1
			}
			t.ac[j*w+i] = int16(v)
			sum += v
		}
	}
	mean := int16((sum + w*h>>1) / (w * h))
	energy := 0
	for i := range t.ac[:w*h] {
		t.ac[i] -= mean
		energy += int(t.ac[i]) * int(t.ac[i])
	}
	if energy == 0 {
		return false
	}
	b.cfl = [2]int8{}
	for pl := 1; pl < 3; pl++ {
		t.gather(pl, x, y, w, h)
		dc := int(t.edges.dc(w, h))
		p := &f.src[pl]
		dot := 0
		for j := range h {
			src := p.pix[(y+j)*p.stride+x:]
			for i := range w {
				dot += (int(src[i]) - dc) * int(t.ac[j*w+i])
			}
		}
		// ac is in eighths and so is the factor.
		dot *= 64
		alpha := (max(dot, -dot) + energy/2) / energy
		alpha = min(alpha, 16)
		if dot < 0 {
			alpha = -alpha
		}
		b.cfl[pl-1] = int8(alpha)
	}
	return b.cfl != [2]int8{}
}
