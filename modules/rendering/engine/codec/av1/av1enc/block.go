package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// block holds the decisions for one block.
type block struct {
	size     tables.BlockSize
	row, col int // in units of 4 samples
	chroma   bool
	skip     bool
	// inter reports that the block is predicted from the previous frame.
	inter   bool
	vector  vector
	vectors vectors

	mode, uvMode   tables.IntraMode
	angle, uvAngle int8
	// cfl are the chroma-from-luma factors of the two chroma planes in eighths.
	cfl [2]int8
	// tx is the luma transform size.
	tx tables.TxSize

	// colors holds the palettes of the planes, ascending for luma and the first chroma plane; palette and paletteUV are
	// their sizes, 0 for none. maps holds the offsets of the luma and chroma indices in the tile's maps.
	palette, paletteUV uint8
	colors             [3][8]uint8
	maps               [2]int32

	// first holds the offsets of this block's transform blocks in the tile's list: luma, first and second chroma plane,
	// in coding order.
	first int32
}

// transformed is one transform block: its levels start at index at of the tile's levels.
type transformed struct {
	at  int32
	eob int16
	typ tables.TxType
}

// cflAllowed reports whether chroma may be predicted from luma (AV1 §5.11.7).
func (t *tile) cflAllowed(size tables.BlockSize) bool {
	if t.f.lossless {
		return size.Subsampled(t.f.sub, t.f.sub) == tables.Block4x4
	}
	return max(size.Width(), size.Height()) <= 32
}

// writeInfo codes everything of a block except coefficients: intra_frame_mode_info, palette_tokens and
// read_block_tx_size of AV1 §5.11.
func (t *tile) writeInfo(b *block) {
	e, c := &t.coder, &t.cdf
	above, left := &t.above[b.col-t.col0], &t.left[b.row&15]
	skip := 0
	if b.skip {
		skip = 1
	}
	e.symbol(skip, c.Skip[above.skip+left.skip][:])
	if t.f.ref != nil {
		is := 0
		if b.inter {
			is = 1
		}
		e.symbol(is, c.IsInter[interContext(above, left)][:])
	}
	if b.inter {
		t.writeInter(b, above, left)
		if !t.f.lossless && !b.skip && b.size > tables.Block4x4 {
			t.writeSplit(b, above, left)
		}
		return
	}
	t.writeMode(b)
	if b.chroma {
		t.writeUVMode(b)
	}
	if t.f.screen && b.size >= tables.Block8x8 {
		t.writePalettes(b, above, left)
	}
	if b.palette > 0 {
		t.writeMap(b, 0)
	}
	if b.paletteUV > 0 {
		t.writeMap(b, 1)
	}
	if !t.f.lossless && b.size > tables.Block4x4 {
		t.writeDepth(b, above, left)
	}
}

func (t *tile) writeMode(b *block) {
	e, c := &t.coder, &t.cdf
	above, left := &t.above[b.col-t.col0], &t.left[b.row&15]
	if t.f.ref != nil {
		e.symbol(int(b.mode), c.InterYMode[tables.SizeGroup[b.size]][:])
	} else {
		e.symbol(int(b.mode), c.YMode[tables.IntraModeContext[above.mode]][tables.IntraModeContext[left.mode]][:])
	}
	if b.size >= tables.Block8x8 && b.mode.Directional() {
		e.symbol(int(b.angle)+3, c.AngleDelta[b.mode-tables.VPred][:])
	}
}

func (t *tile) writeUVMode(b *block) {
	e, c := &t.coder, &t.cdf
	if !t.cflAllowed(b.size) {
		e.symbol(int(b.uvMode), c.UVMode[b.mode][:])
	} else {
		e.symbol(int(b.uvMode), c.UVModeCfL[b.mode][:])
	}
	if b.uvMode == tables.UVCfL {
		// A sign is 0 for zero, 1 for negative, 2 for positive.
		sign := func(v int8) int {
			switch {
			case v == 0:
				return 0
			case v < 0:
				return 1
			}
			return 2
		}
		u, v := sign(b.cfl[0]), sign(b.cfl[1])
		e.symbol(u*3+v-1, c.CfLSign[:])
		if u != 0 {
			e.symbol(int(max(b.cfl[0], -b.cfl[0]))-1, c.CfLAlpha[(u-1)*3+v][:])
		}
		if v != 0 {
			e.symbol(int(max(b.cfl[1], -b.cfl[1]))-1, c.CfLAlpha[(v-1)*3+u][:])
		}
	}
	if b.size >= tables.Block8x8 && b.uvMode.Directional() {
		e.symbol(int(b.uvAngle)+3, c.AngleDelta[b.uvMode-tables.VPred][:])
	}
}

// writeDepth codes how often the largest transform of a block is split (§5.11.15).
func (t *tile) writeDepth(b *block, above, left *unit) {
	largest := tables.MaxTx[b.size]
	depth := 0
	for tx := largest; tx != b.tx; tx = tables.SplitTx[tx] {
		depth++
	}
	width, height := above.txWidth, left.txHeight
	if above.inter {
		width = above.width
	}
	if left.inter {
		height = left.height
	}
	ctx := 0
	if width >= tables.TxWidthLog2[largest] {
		ctx++
	}
	if height >= tables.TxHeightLog2[largest] {
		ctx++
	}
	if n := tables.MaxTxDepth[b.size]; n > 1 {
		t.coder.symbol(depth, t.cdf.TxDepth[min(n, 4)-2][ctx][:])
	} else {
		t.coder.symbol(depth, t.cdf.TxDepth8[ctx][:])
	}
}

// writeTx codes the coefficients of one transform block at sample (x, y) of a plane and updates the contexts.
func (t *tile) writeTx(b *block, pl, x, y int, tx tables.TxSize, u transformed) {
	zero, dc := t.txContexts(b, pl, x, y, tx)
	levels := t.levels[u.at : int(u.at)+int(u.eob)]
	size := tables.TxSizeContext(tx)
	kind := min(pl, 1)
	if u.eob == 0 {
		t.coder.symbol(1, t.cdf.AllZero[size][zero][:])
	} else {
		t.coder.symbol(0, t.cdf.AllZero[size][zero][:])
		if pl == 0 {
			t.writeTxType(b, tx, u.typ)
		}
		t.writeLevels(levels, tx, u.typ.Class(), kind, dc)
	}
	t.storeLevels(pl, x, y, tx, levels)
}

func (t *tile) writeTxType(b *block, tx tables.TxSize, typ tables.TxType) {
	if t.f.lossless {
		return
	}
	set := tables.IntraTxSet(tx, false)
	if b.inter {
		set = tables.InterTxSet(tx, false)
	}
	if set == tables.SetDCTOnly {
		return
	}
	s := 0
	for tables.TxTypes[set][s] != typ {
		s++
	}
	square := tx.Square()
	switch set {
	case tables.SetIntra7:
		t.coder.symbol(s, t.cdf.IntraTx7[square][b.mode][:])
	case tables.SetIntra5:
		t.coder.symbol(s, t.cdf.IntraTx5[square][b.mode][:])
	case tables.SetInter16:
		t.coder.symbol(s, t.cdf.InterTx16[square][:])
	case tables.SetInter12:
		t.coder.symbol(s, t.cdf.InterTx12[square][:])
	default:
		t.coder.symbol(s, t.cdf.InterTx2[square][:])
	}
}

// planeTx returns the transform size of a plane of a block.
func (t *tile) planeTx(b *block, pl int) tables.TxSize {
	switch {
	case t.f.lossless:
		return tables.Tx4x4
	case pl == 0:
		return b.tx
	}
	return tables.ChromaTx(b.size, t.f.sub, t.f.sub)
}

// eachTx calls do for the transform blocks of a plane of a block in coding order, with their positions in samples.
func (t *tile) eachTx(b *block, pl int, do func(x, y int, tx tables.TxSize)) {
	s := t.f.shift(pl)
	tx := t.planeTx(b, pl)
	size := b.size.Subsampled(s, s)
	x0, y0 := b.col>>s<<2, b.row>>s<<2
	maxX, maxY := t.f.miCols<<2>>s, t.f.miRows<<2>>s
	for y := y0; y < min(y0+size.Height(), maxY); y += tx.Height() {
		for x := x0; x < min(x0+size.Width(), maxX); x += tx.Width() {
			do(x, y, tx)
		}
	}
}

// planesOf returns the number of planes of a block.
func (t *tile) planesOf(b *block) int {
	if b.chroma {
		return 3
	}
	return 1
}

// writeBlock codes a complete block.
func (t *tile) writeBlock(b *block) {
	t.writeInfo(b)
	if !b.skip {
		k := b.first
		for pl := range t.planesOf(b) {
			t.eachTx(b, pl, func(x, y int, tx tables.TxSize) {
				t.writeTx(b, pl, x, y, tx, t.txs[k])
				k++
			})
		}
	}
	t.storeBlock(b)
}
