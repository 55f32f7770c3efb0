package av1enc

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// unchanged reports whether the square of n×n units at (row, col), and the chroma that is coded with it, equals that of
// the previous image, displaced by the vector that it returns.
func (t *tile) unchanged(row, col, n int) (vector, bool) {
	if t.equals(row, col, n, vector{}) {
		return vector{}, true
	}
	b := block{row: row, col: col, size: squares[2+log2(n)]}
	for _, v := range t.f.moves {
		if (t.f.sub == 0 || (v[0]|v[1])&1 == 0) && t.f.usable(&b, v) && t.equals(row, col, n, v) {
			return v, true
		}
	}
	return vector{}, false
}

func (t *tile) equals(row, col, n int, v vector) bool {
	for pl := range t.f.planes {
		s := t.f.shift(pl)
		side := max(n<<2>>s, 4)
		if !t.f.moved(pl, col>>s<<2, row>>s<<2, side, side, int(v[1])>>s, int(v[0])>>s) {
			return false
		}
	}
	return true
}

// newInter starts a block that is predicted from the previous frame, at first at the same position.
func (t *tile) newInter(row, col int, size tables.BlockSize) *block {
	b := t.startBlock(row, col, size)
	b.inter = true
	t.findVectors(b)
	return b
}

// searchCopy codes a block as a copy and returns its cost.
func (t *tile) searchCopy(b *block) int {
	b.skip = true
	dist := 0
	for pl := range t.planesOf(b) {
		s := t.f.shift(pl)
		size := b.size.Subsampled(s, s)
		x, y, w, h := b.col>>s<<2, b.row>>s<<2, size.Width(), size.Height()
		t.predictInter(b, pl, x, y, w, h)
		dist += t.difference(pl, x, y, w, h)
		t.keepPrediction(pl, x, y, w, h)
		t.mark(pl, x, y, w, h, true)
	}
	rate := t.count(func() { t.writeInfo(b) })
	t.storeBlock(b)
	return dist<<16 + rate*t.f.lambda
}

// keepPrediction makes t.pred the reconstruction of an area.
func (t *tile) keepPrediction(pl, x, y, w, h int) {
	p := &t.f.rec[pl]
	for j := range h {
		copy(p.pix[(y+j)*p.stride+x:][:w], t.pred[j*w:j*w+w])
	}
}

// searchBest codes b, whose luma modes are ranked, from its own frame or from the previous one, whichever costs less. It
// returns the block and its cost.
func (t *tile) searchBest(b *block) (*block, int) {
	if t.f.ref == nil {
		return b, t.searchBlock(b)
	}
	f := t.f
	n := b.size.Width4()
	above, left := t.contexts(b.row, b.col, n)
	c := t.newInter(b.row, b.col, b.size)
	t.searchVector(c)
	cost := t.searchInter(c)
	if cost < f.lambda*256*4 {
		return c, cost
	}
	mine := t.snapshot(&t.rivals, b.row, b.col, n)
	t.restoreContexts(b.row, b.col, n, above[:], left[:])
	b.first = int32(len(t.txs))
	if intra := t.searchBlock(b); intra <= cost {
		return b, intra
	}
	t.restore(mine)
	return c, cost
}

// searchInter codes a block as its prediction from the previous frame and a residual, and returns its cost.
func (t *tile) searchInter(b *block) int {
	dist, rate := 0, 0
	for pl := range t.planesOf(b) {
		d, r := t.codePlane(b, pl, true)
		dist, rate = dist+d, rate+r
	}
	return t.finish(b, dist, rate)
}

// busyInter is [tile.busy] for the prediction from the previous frame.
func (t *tile) busyInter(b *block) int {
	w, h := b.size.Width(), b.size.Height()
	x, y := b.col<<2, b.row<<2
	t.predictInter(&block{}, 0, x, y, w, h)
	return t.satd(0, x, y, w, h) * 512 / t.f.acq / (w * h)
}

// interContext returns the context of whether a block is predicted from a reference (AV1 §8.3.2, is_inter).
func interContext(above, left *unit) int {
	intra := 0
	if above.seen && !above.inter {
		intra++
	}
	if left.seen && !left.inter {
		intra++
	}
	switch {
	case above.seen && left.seen:
		return [3]int{0, 1, 3}[intra]
	case intra > 0:
		return 2
	}
	return 0
}

// referenceContext returns the context of the decisions that lead to the only reference frame in use.
func referenceContext(above, left *unit) int {
	if above.inter || left.inter {
		return 2
	}
	return 1
}

// writeInter codes that a block is predicted from a reference, and which and how (inter_block_mode_info, §5.11.23).
func (t *tile) writeInter(b *block, above, left *unit) {
	e, c := &t.coder, &t.cdf
	ref := &c.SingleRef[referenceContext(above, left)]
	e.symbol(0, ref[0][:])
	e.symbol(0, ref[2][:])
	e.symbol(0, ref[3][:])
	t.writeVector(b)
}

// writeSplit codes that the transforms of a block that is predicted from a reference are not split (read_block_tx_size,
// §5.11.16).
func (t *tile) writeSplit(b *block, above, left *unit) {
	// The context counts the neighbours with smaller transforms, as the largest transform has the block's size
	// (§8.3.2, txfm_split).
	ctx := 0
	if above.seen && above.txWidth < tables.TxWidthLog2[b.tx] {
		ctx++
	}
	if left.seen && left.txHeight < tables.TxHeightLog2[b.tx] {
		ctx++
	}
	ctx += int(tables.Tx64x64-b.tx) * 6
	t.coder.symbol(0, t.cdf.TxSplit[ctx][:])
}

// interTypes are the candidate transform types of residuals of predictions from a reference.
var interTypes = [...]tables.TxType{tables.DCTDCT, tables.ADSTDCT, tables.DCTADST, tables.ADSTADST, tables.IDTX}

// interType returns the type of a chroma transform: that of luma, if it exists for the size (§5.11.40).
func (t *tile) interType(b *block, tx tables.TxSize) tables.TxType {
	if u := t.txs[b.first]; u.eob > 0 && tables.InterTxSet(tx, false).Has(u.typ) {
		return u.typ
	}
	return tables.DCTDCT
}

// typesInter returns the candidate transform types of a block that is predicted from a reference.
func (t *tile) typesInter(b *block, pl int, tx tables.TxSize) []tables.TxType {
	switch {
	case pl > 0:
		typ := t.interType(b, tx)
		i := slices.Index(interTypes[:], typ)
		return interTypes[i : i+1]
	case tables.InterTxSet(tx, false).Has(tables.IDTX) && tx.SquareUp() < tables.Tx32x32:
		return interTypes[:]
	}
	return onlyDCT
}
