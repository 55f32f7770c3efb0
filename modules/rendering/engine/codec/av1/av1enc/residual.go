package av1enc

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// gather reads the edges of a transform block into t.edges.
func (t *tile) gather(pl, x, y, w, h int) {
	f := t.f
	s := f.shift(pl)
	mask := 16>>s - 1
	cx, cy := x>>2&mask, y>>2&mask
	d := &t.decoded[pl]
	t.edges.gather(&f.rec[pl], x, y, w, h, f.miCols<<2>>s-1, f.miRows<<2>>s-1,
		y > t.row0<<2>>s, x > t.col0<<2>>s, d[cy][cx+w>>2+1], d[cy+h>>2+1][cx])
}

// codePlane predicts and quantises the transform blocks of one plane of a block. If keep is set, the levels are stored
// and reconstructed; otherwise only the costs are used.
func (t *tile) codePlane(b *block, pl int, keep bool) (dist, rate int) {
	s := t.f.shift(pl)
	// The block's own samples are not available before they are coded again.
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
	if b.inter {
		t.predictInter(b, pl, x, y, w, h)
		return
	}
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

// codeTx quantises one transform block whose prediction is in t.pred, choosing among the candidate transform types.
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
	t.storeLevels(pl, x, y, tx, levels)
	t.mark(pl, x, y, w, h, true)
	return dist, rate
}

// transformBest transforms t.residual to t.coef with the type of the lowest estimated cost.
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

// estimate returns the approximate rate-distortion cost of coefficients, ignoring the end of block and contexts.
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

// types returns the candidate transform types.
func (t *tile) types(b *block, pl int, tx tables.TxSize) []tables.TxType {
	if b.inter {
		return t.typesInter(b, pl, tx)
	}
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

// fewTypes are the most useful types; every transform set but that of large transforms contains them.
var fewTypes = [3]tables.TxType{tables.DCTDCT, tables.ADSTADST, tables.IDTX}

// single holds each type for slicing one-element lists.
var single = [4]tables.TxType{tables.DCTDCT, tables.ADSTDCT, tables.DCTADST, tables.ADSTADST}

// difference writes the residual of t.pred to t.residual and returns its sum of squares.
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

// satd returns the sum of absolute 4×4 Hadamard coefficients of the residual of t.pred.
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
