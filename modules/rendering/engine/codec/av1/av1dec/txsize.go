package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// readBlockTx reads the luma transform sizes of a block, of which rows×cols units are inside the frame
// (read_block_tx_size, §5.11.16).
func (t *tile) readBlockTx(rows, cols int) {
	b := &t.block
	if t.head.txSelect && b.size > tables.Block4x4 && b.copied && !b.skip && !b.lossless {
		tx := tables.MaxTx[b.size]
		for r := b.row; r < b.row+b.size.Height4(); r += tx.Height() >> 2 {
			for c := b.col; c < b.col+b.size.Width4(); c += tx.Width() >> 2 {
				t.readTxTree(r, c, tx, 0)
			}
		}
		return
	}
	b.tx = t.readTx(!b.skip || !b.copied)
	for y := range rows {
		row := t.info[(b.row+y)*t.head.miCols+b.col:][:cols]
		for x := range row {
			row[x].tx = b.tx
		}
	}
}

func (t *tile) readTx(choice bool) tables.TxSize {
	if t.lossless {
		return tables.Tx4x4
	}
	tx := tables.MaxTx[t.size]
	if t.size == tables.Block4x4 || !choice || !t.head.txSelect {
		return tx
	}
	ctx := 0
	if t.availU {
		w := t.aboveTxWidth(t.row, t.col)
		if above := t.at(t.row-1, t.col); above.copied {
			w = above.size.Width()
		}
		if w >= tx.Width() {
			ctx++
		}
	}
	if t.availL {
		h := t.leftTxHeight(t.row, t.col)
		if left := t.at(t.row, t.col-1); left.copied {
			h = left.size.Height()
		}
		if h >= tx.Height() {
			ctx++
		}
	}
	depth := 0
	if most := tables.MaxTxDepth[t.size]; most < 2 {
		depth = t.sym.symbol(t.cdfs.TxDepth8[ctx][:])
	} else {
		depth = t.sym.symbol(t.cdfs.TxDepth[most-2][ctx][:])
	}
	for range depth {
		tx = tables.SplitTx[tx]
	}
	return tx
}

// aboveTxWidth returns the width of the transform above a unit of the block.
func (t *tile) aboveTxWidth(row, col int) int {
	if row == t.row {
		if !t.availU {
			return 64
		}
		if above := t.at(row-1, col); above.skip && above.copied {
			return above.size.Width()
		}
	}
	return t.at(row-1, col).tx.Width()
}

func (t *tile) leftTxHeight(row, col int) int {
	if col == t.col {
		if !t.availL {
			return 64
		}
		if left := t.at(row, col-1); left.skip && left.copied {
			return left.size.Height()
		}
	}
	return t.at(row, col-1).tx.Height()
}

// readTxTree reads the transform partitioning of an intra-copied block (read_var_tx_size, §5.11.17).
func (t *tile) readTxTree(row, col int, tx tables.TxSize, depth int) {
	if row >= t.head.miRows || col >= t.head.miCols {
		return
	}
	if tx != tables.Tx4x4 && depth < 2 && t.sym.flag(&t.cdfs.TxSplit[t.splitContext(row, col, tx)]) {
		sub := tables.SplitTx[tx]
		for y := 0; y < tx.Height()>>2; y += sub.Height() >> 2 {
			for x := 0; x < tx.Width()>>2; x += sub.Width() >> 2 {
				t.readTxTree(row+y, col+x, sub, depth+1)
			}
		}
		return
	}
	for y := row; y < min(t.head.miRows, row+tx.Height()>>2); y++ {
		for x := col; x < min(t.head.miCols, col+tx.Width()>>2); x++ {
			t.at(y, x).tx = tx
		}
	}
	t.tx = tx
}

func (t *tile) splitContext(row, col int, tx tables.TxSize) int {
	ctx := 0
	if t.aboveTxWidth(row, col) < tx.Width() {
		ctx++
	}
	if t.leftTxHeight(row, col) < tx.Height() {
		ctx++
	}
	size := min(6, max(tables.BlockWidthLog2[t.size], tables.BlockHeightLog2[t.size]))
	largest := tables.TxSize(size - 2)
	if tx.SquareUp() != largest {
		ctx += 3
	}
	return ctx + int(tables.Tx64x64-largest)*6
}
