package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// coefInfo is the result of readCoefs.
type coefInfo struct {
	eob        int // 0 when all coefficients are zero
	typ        tables.TxType
	rows, cols int // the top-left part that contains all nonzero coefficients
}

// readCoefs reads the coefficients of a transform block into t.coefs, dequantised
// (§5.11.39 and §7.12.3).
func (t *tile) readCoefs(p, startX, startY int, tx tables.TxSize) coefInfo {
	x4, y4 := startX>>2, startY>>2
	w4, h4 := tx.Width()>>2, tx.Height()>>2
	subX, subY := t.sub(p)
	// Contexts outside the frame are ignored.
	aboveN, leftN := min(w4, t.head.miCols>>subX-x4), min(h4, t.head.miRows>>subY-y4)
	aboveLevel, aboveDC := t.aboveLevel[p][x4:][:w4], t.aboveDC[p][x4:][:w4]
	leftLevel, leftDC := t.leftLevel[p][y4&31:][:h4], t.leftDC[p][y4&31:][:h4]

	sizeCtx := tables.TxSizeContext(tx)
	ptype := min(p, 1)
	ctx := t.zeroContext(p, tx, aboveLevel[:aboveN], aboveDC[:aboveN], leftLevel[:leftN], leftDC[:leftN])
	if t.sym.flag(&t.cdfs.AllZero[sizeCtx][ctx]) {
		if p == 0 {
			t.rememberType(x4, y4, w4, h4, tables.DCTDCT)
		}
		clear(aboveLevel)
		clear(aboveDC)
		clear(leftLevel)
		clear(leftDC)
		return coefInfo{}
	}
	typ := t.txType(p, x4, y4, tx)
	class := typ.Class()
	coded := tables.CodedTx[tx]
	w, h := coded.Width(), coded.Height()
	bwl := int(tables.TxWidthLog2[coded])
	eob := t.readEOB(sizeCtx, ptype, class, w*h)
	scan := tables.Scan(tx, typ)
	stride := w + 4
	levels := t.levels[:stride*(h+4)]
	clear(levels)
	base, rng := &t.cdfs.Base[sizeCtx][ptype], &t.cdfs.Range[min(sizeCtx, 3)][ptype]
	offset := baseOffsets(tx)
	for c := eob - 1; c >= 0; c-- {
		pos := int(scan[c])
		row, col := pos>>bwl, pos&(w-1)
		at := row*stride + col
		var level int
		if c == eob-1 {
			ctx := 0
			switch {
			case c == 0:
			case c <= w*h/8:
				ctx = 1
			case c <= w*h/4:
				ctx = 2
			default:
				ctx = 3
			}
			level = t.sym.symbol(t.cdfs.BaseEOB[sizeCtx][ptype][ctx][:]) + 1
		} else {
			level = t.sym.symbol(base[baseContext(levels[at:], stride, class, row, col, offset)][:])
		}
		if level > 2 {
			cdf := rng[rangeContext(levels[at:], stride, class, row, col)][:]
			for range 4 {
				more := t.sym.symbol(cdf)
				level += more
				if more < 3 {
					break
				}
			}
		}
		levels[at] = uint8(level)
	}
	n := t.readSigns(p, tx, typ, scan[:eob], bwl, levels, stride, dcContext(aboveDC[:aboveN], leftDC[:leftN]))
	for i := range aboveLevel {
		aboveLevel[i], aboveDC[i] = n.level, n.dc
	}
	for i := range leftLevel {
		leftLevel[i], leftDC[i] = n.level, n.dc
	}
	return coefInfo{eob: eob, typ: typ, rows: n.rows, cols: n.cols}
}

// readEOB reads the end-of-block position: the number of coefficients up to the last nonzero one, at most n.
func (t *tile) readEOB(sizeCtx, ptype int, class tables.TxClass, n int) int {
	ctx := 1
	if class == tables.Class2D {
		ctx = 0
	}
	var cdf []uint16
	switch n {
	case 16:
		cdf = t.cdfs.EOB16[ptype][ctx][:]
	case 32:
		cdf = t.cdfs.EOB32[ptype][ctx][:]
	case 64:
		cdf = t.cdfs.EOB64[ptype][ctx][:]
	case 128:
		cdf = t.cdfs.EOB128[ptype][ctx][:]
	case 256:
		cdf = t.cdfs.EOB256[ptype][ctx][:]
	case 512:
		cdf = t.cdfs.EOB512[ptype][0][:]
	default:
		cdf = t.cdfs.EOB1024[ptype][0][:]
	}
	class5 := t.sym.symbol(cdf) + 1
	if class5 < 3 {
		return class5
	}
	eob := 1<<(class5-2) + 1
	shift := class5 - 3
	if t.sym.flag(&t.cdfs.EOBExtra[sizeCtx][ptype][class5-3]) {
		eob += 1 << shift
	}
	return eob + t.sym.literal(shift)
}

type signInfo struct {
	level, dc  uint8 // contexts for the neighbours
	rows, cols int
}

// readSigns reads the signs and the Golomb-coded remainders of large levels, and dequantises.
func (t *tile) readSigns(p int, tx tables.TxSize, typ tables.TxType, scan []uint16, bwl int, levels []uint8, stride, dcCtx int) signInfo {
	var n signInfo
	w := 1 << bwl
	clear(t.coefs[:w*tables.CodedTx[tx].Height()])
	matrix := ""
	if q := &t.head.quant; q.matrix && !t.lossless && typ < tables.IDTX && q.levels[p] < 15 {
		matrix = tables.QuantMatrix(q.levels[p], min(p, 1), tx)
	}
	shift := 0
	switch tx {
	case tables.Tx32x32, tables.Tx16x32, tables.Tx32x16, tables.Tx16x64, tables.Tx64x16:
		shift = 1
	case tables.Tx64x64, tables.Tx32x64, tables.Tx64x32:
		shift = 2
	}
	low, high := -(1 << (7 + t.seq.BitDepth)), 1<<(7+t.seq.BitDepth)-1
	sum := 0
	for c, at := range scan {
		pos := int(at)
		row, col := pos>>bwl, pos&(w-1)
		level := int(levels[row*stride+col])
		if level == 0 {
			continue
		}
		negative := false
		if c == 0 {
			negative = t.sym.flag(&t.cdfs.DCSign[min(p, 1)][dcCtx])
		} else {
			negative = t.sym.bool() != 0
		}
		if level > 14 {
			level = t.golomb() + 14
		}
		if c == 0 {
			n.dc = 2
			if negative {
				n.dc = 1
			}
		}
		level &= 0xfffff
		sum += level
		n.rows, n.cols = max(n.rows, row+1), max(n.cols, col+1)
		q := t.quant[p][min(pos, 1)]
		if matrix != "" {
			q = (q*int(matrix[pos]) + 16) >> 5
		}
		v := int(int64(level) * int64(q) & 0xffffff >> shift)
		if negative {
			v = -v
		}
		t.coefs[pos] = int32(clamp(v, low, high))
	}
	n.level = uint8(min(63, sum))
	return n
}

// golomb reads an Exp-Golomb value ≥ 1.
func (t *tile) golomb() int {
	n := 0
	for t.sym.bool() == 0 {
		if n++; n == 20 {
			t.fail("a coefficient is too large")
			return 1
		}
	}
	return 1<<n + t.sym.literal(n)
}

// zeroContext returns the context of a transform block without coefficients.
func (t *tile) zeroContext(p int, tx tables.TxSize, aboveLevel, aboveDC, leftLevel, leftDC []uint8) int {
	subX, subY := t.sub(p)
	size := t.size.Subsampled(subX, subY)
	if p > 0 {
		var above, left uint8
		for i := range aboveLevel {
			above |= aboveLevel[i] | aboveDC[i]
		}
		for i := range leftLevel {
			left |= leftLevel[i] | leftDC[i]
		}
		ctx := 7
		if above != 0 {
			ctx++
		}
		if left != 0 {
			ctx++
		}
		if size.Width()*size.Height() > tx.Width()*tx.Height() {
			ctx += 3
		}
		return ctx
	}
	if size.Width() == tx.Width() && size.Height() == tx.Height() {
		return 0
	}
	var top, left uint8
	for _, v := range aboveLevel {
		top = max(top, v)
	}
	for _, v := range leftLevel {
		left = max(left, v)
	}
	lo, hi := min(top, left), max(top, left)
	switch {
	case hi == 0:
		return 1
	case lo == 0 && hi <= 3:
		return 2
	case lo == 0:
		return 3
	case hi <= 3:
		return 4
	case lo <= 3:
		return 5
	}
	return 6
}

// dcContext returns the context of the sign of a DC coefficient.
func dcContext(above, left []uint8) int {
	sum := 0
	for _, side := range [2][]uint8{above, left} {
		for _, v := range side {
			switch v {
			case 1:
				sum--
			case 2:
				sum++
			}
		}
	}
	switch {
	case sum < 0:
		return 1
	case sum > 0:
		return 2
	}
	return 0
}

// baseOffsets holds tables.BaseOffset for the first five rows and columns.
func baseOffsets(tx tables.TxSize) *[5][5]uint8 {
	w, h := tables.TxWidthLog2[tx], tables.TxHeightLog2[tx]
	switch {
	case w < h:
		return &offsetsTall
	case w > h:
		return &offsetsWide
	}
	return &offsetsSquare
}

var (
	offsetsSquare = makeOffsets(tables.Tx8x8)
	offsetsTall   = makeOffsets(tables.Tx8x16)
	offsetsWide   = makeOffsets(tables.Tx16x8)
)

func makeOffsets(tx tables.TxSize) (out [5][5]uint8) {
	for r := range out {
		for c := range out[r] {
			out[r][c] = uint8(tables.BaseOffset(tx, r, c))
		}
	}
	return out
}

// baseContext returns the context of a base level at (row, col), where l starts.
func baseContext(l []uint8, stride int, class tables.TxClass, row, col int, offsets *[5][5]uint8) int {
	mag := min(l[1], 3) + min(l[stride], 3)
	switch class {
	case tables.Class2D:
		mag += min(l[stride+1], 3) + min(l[2], 3) + min(l[2*stride], 3)
		if row == 0 && col == 0 {
			return 0
		}
		return int(min((mag+1)>>1, 4) + offsets[min(row, 4)][min(col, 4)])
	case tables.ClassHorz:
		mag += min(l[2], 3) + min(l[3], 3) + min(l[4], 3)
		return int(min((mag+1)>>1, 4)) + tables.BaseOffset1D[min(col, 2)]
	}
	mag += min(l[2*stride], 3) + min(l[3*stride], 3) + min(l[4*stride], 3)
	return int(min((mag+1)>>1, 4)) + tables.BaseOffset1D[min(row, 2)]
}

// rangeContext returns the context of a level above 2 at (row, col), where l starts.
func rangeContext(l []uint8, stride int, class tables.TxClass, row, col int) int {
	mag := int(l[1]) + int(l[stride])
	near := false
	switch class {
	case tables.Class2D:
		mag += int(l[stride+1])
		near = row < 2 && col < 2
	case tables.ClassHorz:
		mag += int(l[2])
		near = col == 0
	default:
		mag += int(l[2*stride])
		near = row == 0
	}
	mag = min((mag+1)>>1, 6)
	switch {
	case row == 0 && col == 0:
		return mag
	case near:
		return mag + 7
	}
	return mag + 14
}

// txType returns the transform type of a block with coefficients (§5.11.40 and §5.11.47).
func (t *tile) txType(p, x4, y4 int, tx tables.TxSize) tables.TxType {
	set := tables.IntraTxSet(tx, t.head.reducedTxSet)
	if t.copied {
		set = tables.InterTxSet(tx, t.head.reducedTxSet)
	}
	if p > 0 {
		if t.lossless || tx.SquareUp() > tables.Tx32x32 {
			return tables.DCTDCT
		}
		var typ tables.TxType
		if t.copied {
			typ = t.copiedType(x4, y4)
		} else {
			typ = tables.ModeTx[t.uvMode]
		}
		if !set.Has(typ) {
			return tables.DCTDCT
		}
		return typ
	}
	typ := tables.DCTDCT
	if set != tables.SetDCTOnly && t.head.qIndex(t.segment, t.head.quant.base) > 0 {
		typ = tables.TxTypes[set][t.sym.symbol(t.txTypeCDF(set, tx.Square()))]
	}
	t.rememberType(x4, y4, tx.Width()>>2, tx.Height()>>2, typ)
	if t.lossless {
		return tables.DCTDCT
	}
	return typ
}

func (t *tile) txTypeCDF(set tables.TxSet, square tables.TxSize) []uint16 {
	dir := t.yMode
	if t.filterIntra {
		dir = tables.FilterIntraDirection[t.filterMode]
	}
	switch set {
	case tables.SetIntra7:
		return t.cdfs.IntraTx7[square][dir][:]
	case tables.SetIntra5:
		return t.cdfs.IntraTx5[square][dir][:]
	case tables.SetInter16:
		return t.cdfs.InterTx16[square][:]
	case tables.SetInter12:
		return t.cdfs.InterTx12[square][:]
	}
	return t.cdfs.InterTx2[square][:]
}
