package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// predictAndReconstruct predicts a block and adds its residual, in luma areas of at most 64×64 (compute_prediction and
// residual, §5.11.33 and §5.11.34).
func (t *tile) predictAndReconstruct() {
	b := &t.block
	planes := 1
	if b.hasChroma {
		planes = 3
	}
	if b.copied {
		t.predictCopy(planes)
	}
	wChunks, hChunks := max(1, b.size.Width()>>6), max(1, b.size.Height()>>6)
	for cy := range hChunks {
		for cx := range wChunks {
			size := b.size
			if wChunks > 1 || hChunks > 1 {
				size = tables.Block64x64
			}
			for p := range planes {
				t.chunk(p, cx, cy, size)
			}
		}
	}
}

// chunk predicts and reconstructs the part of a plane in area (cx, cy) of the block.
func (t *tile) chunk(p, cx, cy int, size tables.BlockSize) {
	subX, subY := t.sub(p)
	area := size.Subsampled(subX, subY)
	if p == 0 && t.copied && !t.lossless {
		t.transformTree((t.col+cx<<4)*4, (t.row+cy<<4)*4, area.Width(), area.Height())
		return
	}
	tx := t.tx
	switch {
	case t.lossless:
		tx = tables.Tx4x4
	case p > 0:
		tx = tables.ChromaTx(t.size, subX, subY)
	}
	baseX, baseY := t.col>>subX*4, t.row>>subY*4
	offX, offY := cx<<6>>subX, cy<<6>>subY
	for y := 0; y < area.Height(); y += tx.Height() {
		for x := 0; x < area.Width(); x += tx.Width() {
			t.transformBlock(p, baseX, baseY, x+offX, y+offY, tx)
		}
	}
}

// transformTree visits the transform blocks of an intra-copied block (§5.11.36).
func (t *tile) transformTree(x, y, w, h int) {
	if x >= t.head.miCols*4 || y >= t.head.miRows*4 {
		return
	}
	tx := t.at(y>>2, x>>2).tx
	switch {
	case w <= tx.Width() && h <= tx.Height():
		t.transformBlock(0, x, y, 0, 0, tables.FindTx(log2(w), log2(h)))
	case w > h:
		t.transformTree(x, y, w/2, h)
		t.transformTree(x+w/2, y, w/2, h)
	case w < h:
		t.transformTree(x, y, w, h/2)
		t.transformTree(x, y+h/2, w, h/2)
	default:
		t.transformTree(x, y, w/2, h/2)
		t.transformTree(x+w/2, y, w/2, h/2)
		t.transformTree(x, y+h/2, w/2, h/2)
		t.transformTree(x+w/2, y+h/2, w/2, h/2)
	}
}

// transformBlock predicts and reconstructs the transform block at (x, y) of the block at (baseX, baseY), in samples of
// the plane (§5.11.35).
func (t *tile) transformBlock(p, baseX, baseY, x, y int, tx tables.TxSize) {
	startX, startY := baseX+x, baseY+y
	subX, subY := t.sub(p)
	if startX >= t.head.miCols*4>>subX || startY >= t.head.miRows*4>>subY {
		return
	}
	row, col := startY<<subY>>2, startX<<subX>>2
	mask := 15
	if t.seq.superblock128 {
		mask = 31
	}
	dr, dc := (row&mask)>>subY, (col&mask)>>subX
	w4, h4 := tx.Width()>>2, tx.Height()>>2
	if !t.copied {
		t.predict(p, startX, startY, x, y, tx, t.decoded[p][dr][dc+w4+1], t.decoded[p][dr+h4+1][dc])
		if p == 0 {
			t.maxLumaW, t.maxLumaH = startX+tx.Width(), startY+tx.Height()
		}
	}
	if !t.skip {
		if n := t.readCoefs(p, startX, startY, tx); n.eob > 0 {
			t.addResidual(p, startX, startY, tx, n)
		}
	}
	for i := range h4 {
		for j := range w4 {
			t.decoded[p][dr+i+1][dc+j+1] = true
		}
	}
	if p < 2 {
		t.rememberTx(p, row, col, subX, subY, tx)
	}
}

// rememberTx stores a transform size for the deblocking filter.
func (t *tile) rememberTx(p, row, col, subX, subY int, tx tables.TxSize) {
	rows := min(t.head.miRows, row+tx.Height()>>2<<subY)
	cols := min(t.head.miCols, col+tx.Width()>>2<<subX)
	for r := row; r < rows; r += 1 << subY {
		for c := col; c < cols; c += 1 << subX {
			t.at(r, c).filterTx[p] = tx
		}
	}
}

// predict performs the intra prediction of a transform block.
func (t *tile) predict(p, startX, startY, x, y int, tx tables.TxSize, aboveRight, belowLeft bool) {
	kind := min(p, 1)
	if t.paletteSize[kind] > 0 {
		pal, m := &t.palette[p], &t.colourMap[kind]
		for i := range tx.Height() {
			dst := t.planes[p].row(startX, startY+i, tx.Width())
			src := m[(y+i)*64+x:][:len(dst)]
			for j := range dst {
				dst[j] = pal[src[j]&7]
			}
		}
		return
	}
	mode := t.yMode
	if p > 0 {
		mode = t.uvMode
	}
	left, above := t.availL, t.availU
	if p > 0 {
		left, above = t.availLC, t.availUC
	}
	cfl := mode == tables.UVCfL
	if cfl {
		mode = tables.DCPred
	}
	t.predictIntra(p, startX, startY, left || x > 0, above || y > 0, aboveRight, belowLeft, mode, tx)
	if cfl {
		t.predictFromLuma(p, startX, startY, tx)
	}
}

// predictFromLuma adds the scaled AC part of luma to a DC prediction (§7.11.5).
func (t *tile) predictFromLuma(p, startX, startY int, tx tables.TxSize) {
	w, h := tx.Width(), tx.Height()
	subX, subY := t.seq.SubX, t.seq.SubY
	sum := int32(0)
	src := &t.planes[0]
	for i := range h {
		y := min((startY+i)<<subY, t.maxLumaH-1<<subY)
		for j := range w {
			x := min((startX+j)<<subX, t.maxLumaW-1<<subX)
			v := int32(0)
			for dy := range 1 + subY {
				for dx := range 1 + subX {
					v += int32(src.pix[(y+dy)*src.stride+x+dx])
				}
			}
			v <<= 3 - subX - subY
			t.luma[i*w+j] = v
			sum += v
		}
	}
	shift := tables.TxWidthLog2[tx] + tables.TxHeightLog2[tx]
	mean := (sum + 1<<(shift-1)) >> shift
	alpha := int32(t.alpha[p-1])
	most := int32(1)<<t.seq.BitDepth - 1
	for i := range h {
		dst := t.planes[p].row(startX, startY+i, w)
		for j := range dst {
			v := alpha * (t.luma[i*w+j] - mean)
			if v < 0 {
				v = -((-v + 32) >> 6)
			} else {
				v = (v + 32) >> 6
			}
			dst[j] = uint16(max(0, min(int32(dst[j])+v, most)))
		}
	}
}

func log2(v int) int {
	n := 0
	for v > 1 {
		v >>= 1
		n++
	}
	return n
}
