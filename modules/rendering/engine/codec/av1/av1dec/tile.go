package av1dec

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// blockInfo is the stored state of the block that covers a unit of 4×4 luma samples.
type blockInfo struct {
	size     tables.BlockSize
	yMode    tables.IntraMode
	uvMode   tables.IntraMode
	tx       tables.TxSize // luma's, as used by neighbours' contexts (InterTxSizes)
	segment  uint8
	palette  [2]uint8
	skip     bool
	copied   bool // predicted by intra block copy (IsInters)
	seen     bool
	deltaLF  [4]int8
	filterTx [2]tables.TxSize // of luma, and of the chroma sample at the unit's position
}

// tile decodes one tile of a frame (AV1 specification §5.11).
type tile struct {
	*frame
	sym  symbolReader
	cdfs tables.CDFs

	rowStart, rowEnd, colStart, colEnd int

	qIndex     int
	lfDelta    [4]int
	readDeltas bool

	// Contexts above, by column of the frame, and left, by row, both in units of 4 samples of the plane.
	aboveLevel, leftLevel [3][]uint8
	aboveDC, leftDC       [3][]uint8
	aboveColours          [2][][8]uint16
	leftColours           [2][32][8]uint16

	decoded [3][34][34]bool // BlockDecoded, shifted by one

	refWiener     [3][2][3]int
	refSelfGuided [3][2]int

	block
	coefs     [1024]int32 // Quant, then Dequant, in rows of the coded width
	levels    [(32 + 4) * (32 + 5)]uint8
	transform [2][64 * 64]int32
	edges     edges
	colourMap [2][64 * 64]uint8
	luma      [32 * 32]int32 // subsampled, for chroma from luma
}

// block is the state of the block being decoded.
type block struct {
	row, col         int // in units of 4 luma samples
	size             tables.BlockSize
	hasChroma        bool
	availU, availL   bool
	availUC, availLC bool
	skip             bool
	segment          int
	lossless         bool
	copied           bool
	vector           vector
	yMode, uvMode    tables.IntraMode
	angleY, angleUV  int
	alpha            [2]int // chroma-from-luma factors
	filterIntra      bool
	filterMode       int
	paletteSize      [2]int
	palette          [3][8]uint16
	tx               tables.TxSize
	maxLumaW         int
	maxLumaH         int
	quant            [3][2]int // DC and AC quantiser step of each plane
}

func (t *tile) decode(ctx context.Context) {
	t.sym.adapt = !t.head.disableCDFUpdate
	t.qIndex = t.head.quant.base
	for p := range t.seq.planes() {
		t.refSelfGuided[p] = tables.SelfGuidedMid
		t.refWiener[p] = [2][3]int{tables.WienerMid, tables.WienerMid}
	}
	size := tables.Block64x64
	if t.seq.superblock128 {
		size = tables.Block128x128
	}
	n := size.Width4()
	for p := range t.aboveLevel {
		clear(t.aboveLevel[p])
		clear(t.aboveDC[p])
	}
	for r := t.rowStart; r < t.rowEnd; r += n {
		for p := range t.leftLevel {
			clear(t.leftLevel[p])
			clear(t.leftDC[p])
		}
		if t.stopped(ctx) {
			return
		}
		for c := t.colStart; c < t.colEnd; c += n {
			t.readDeltas = t.head.deltaQ
			t.clearCDEF(r, c)
			t.clearDecoded(r, c, n)
			t.readRestorationUnits(r, c, n)
			t.partition(r, c, size)
		}
	}
}

func (t *tile) clearDecoded(r, c, n int) {
	for p := range t.seq.planes() {
		subX, subY := t.sub(p)
		w, h := (t.colEnd-c)>>subX, (t.rowEnd-r)>>subY
		for y := -1; y <= n>>subY; y++ {
			for x := -1; x <= n>>subX; x++ {
				t.decoded[p][y+1][x+1] = y < 0 && x < w || x < 0 && y < h
			}
		}
		t.decoded[p][n>>subY+1][0] = false
	}
}

func (t *tile) inside(r, c int) bool {
	return c >= t.colStart && c < t.colEnd && r >= t.rowStart && r < t.rowEnd
}

// partitionCDF returns the distribution of the partition of a block of size b at (r, c).
func (t *tile) partitionCDF(r, c int, b tables.BlockSize) []uint16 {
	ctx := 0
	if t.inside(r-1, c) && tables.BlockWidthLog2[t.at(r-1, c).size] < tables.BlockWidthLog2[b] {
		ctx++
	}
	if t.inside(r, c-1) && tables.BlockHeightLog2[t.at(r, c-1).size] < tables.BlockHeightLog2[b] {
		ctx += 2
	}
	switch b {
	case tables.Block8x8:
		return t.cdfs.Partition8[ctx][:]
	case tables.Block16x16:
		return t.cdfs.Partition16[ctx][:]
	case tables.Block32x32:
		return t.cdfs.Partition32[ctx][:]
	case tables.Block64x64:
		return t.cdfs.Partition64[ctx][:]
	}
	return t.cdfs.Partition128[ctx][:]
}

// splitOr reads whether a block that crosses the frame's edge is split. The probability is the sum of the listed
// partitions' in the full symbol.
func (t *tile) splitOr(cdf []uint16, b tables.BlockSize, split ...tables.Partition) bool {
	sum := uint16(0)
	for _, p := range split {
		if int(p) >= len(cdf)-1 || b == tables.Block128x128 && p >= tables.PartitionHorz4 {
			continue
		}
		sum += cdf[p]
		if p > 0 {
			sum -= cdf[p-1]
		}
	}
	two := [3]uint16{32768 - sum, 32768, 0}
	old := t.sym.adapt
	t.sym.adapt = false
	s := t.sym.symbol(two[:])
	t.sym.adapt = old
	return s != 0
}

func (t *tile) partition(r, c int, b tables.BlockSize) {
	if r >= t.head.miRows || c >= t.head.miCols || t.err != nil {
		return
	}
	half := b.Width4() >> 1
	quarter := half >> 1
	hasRows, hasCols := r+half < t.head.miRows, c+half < t.head.miCols
	var p tables.Partition
	switch {
	case b < tables.Block8x8:
		p = tables.PartitionNone
	case hasRows && hasCols:
		p = tables.Partition(t.sym.symbol(t.partitionCDF(r, c, b)))
	case hasCols:
		p = tables.PartitionHorz
		if t.splitOr(t.partitionCDF(r, c, b), b, tables.PartitionVert, tables.PartitionSplit, tables.PartitionHorzA,
			tables.PartitionVertA, tables.PartitionVertB, tables.PartitionVert4) {
			p = tables.PartitionSplit
		}
	case hasRows:
		p = tables.PartitionVert
		if t.splitOr(t.partitionCDF(r, c, b), b, tables.PartitionHorz, tables.PartitionSplit, tables.PartitionHorzA,
			tables.PartitionHorzB, tables.PartitionVertA, tables.PartitionHorz4) {
			p = tables.PartitionSplit
		}
	default:
		p = tables.PartitionSplit
	}
	sub, quad := tables.Subsize(p, b), tables.Subsize(tables.PartitionSplit, b)
	if sub == tables.BlockInvalid || t.head.subInvalid(t.seq, sub) {
		t.fail("invalid partition")
		return
	}
	switch p {
	case tables.PartitionNone:
		t.decodeBlock(r, c, sub)
	case tables.PartitionHorz:
		t.decodeBlock(r, c, sub)
		if hasRows {
			t.decodeBlock(r+half, c, sub)
		}
	case tables.PartitionVert:
		t.decodeBlock(r, c, sub)
		if hasCols {
			t.decodeBlock(r, c+half, sub)
		}
	case tables.PartitionSplit:
		t.partition(r, c, sub)
		t.partition(r, c+half, sub)
		t.partition(r+half, c, sub)
		t.partition(r+half, c+half, sub)
	case tables.PartitionHorzA:
		t.decodeBlock(r, c, quad)
		t.decodeBlock(r, c+half, quad)
		t.decodeBlock(r+half, c, sub)
	case tables.PartitionHorzB:
		t.decodeBlock(r, c, sub)
		t.decodeBlock(r+half, c, quad)
		t.decodeBlock(r+half, c+half, quad)
	case tables.PartitionVertA:
		t.decodeBlock(r, c, quad)
		t.decodeBlock(r+half, c, quad)
		t.decodeBlock(r, c+half, sub)
	case tables.PartitionVertB:
		t.decodeBlock(r, c, sub)
		t.decodeBlock(r, c+half, quad)
		t.decodeBlock(r+half, c+half, quad)
	case tables.PartitionHorz4:
		for i := range 4 {
			if i < 3 || r+quarter*3 < t.head.miRows {
				t.decodeBlock(r+quarter*i, c, sub)
			}
		}
	case tables.PartitionVert4:
		for i := range 4 {
			if i < 3 || c+quarter*3 < t.head.miCols {
				t.decodeBlock(r, c+quarter*i, sub)
			}
		}
	}
}

// subInvalid reports whether luma block size b has no valid chroma block size.
func (h *frameHeader) subInvalid(s *sequence, b tables.BlockSize) bool {
	return !s.Monochrome && b.Subsampled(s.SubX, s.SubY) == tables.BlockInvalid
}

func (t *tile) decodeBlock(r, c int, size tables.BlockSize) {
	if t.err != nil {
		return
	}
	t.block = block{row: r, col: c, size: size}
	b := &t.block
	w4, h4 := size.Width4(), size.Height4()
	subX, subY := t.seq.SubX, t.seq.SubY
	b.hasChroma = !t.seq.Monochrome &&
		!(h4 == 1 && subY == 1 && r&1 == 0) && !(w4 == 1 && subX == 1 && c&1 == 0)
	b.availU, b.availL = t.inside(r-1, c), t.inside(r, c-1)
	if b.hasChroma {
		b.availUC, b.availLC = b.availU, b.availL
		if subY == 1 && h4 == 1 {
			b.availUC = t.inside(r-2, c)
		}
		if subX == 1 && w4 == 1 {
			b.availLC = t.inside(r, c-2)
		}
	}
	t.modeInfo()
	if t.err != nil {
		return
	}
	t.paletteTokens()
	info := blockInfo{
		size: size, yMode: b.yMode, uvMode: b.uvMode, segment: uint8(b.segment), skip: b.skip, copied: b.copied, seen: true,
		palette: [2]uint8{uint8(b.paletteSize[0]), uint8(b.paletteSize[1])},
	}
	for i, d := range t.lfDelta {
		info.deltaLF[i] = int8(d)
	}
	rows, cols := min(h4, t.head.miRows-r), min(w4, t.head.miCols-c)
	t.readBlockTx(rows, cols)
	if b.skip {
		t.resetContext()
	}
	for y := range rows {
		row := t.info[(r+y)*t.head.miCols+c:][:cols]
		for x := range row {
			old := &row[x]
			info.tx, info.filterTx = old.tx, old.filterTx
			if !b.hasChroma {
				// The chroma of this unit is coded with a later block.
				info.uvMode = old.uvMode
			}
			*old = info
			if t.vectors != nil {
				t.vectors[(r+y)*t.head.miCols+c+x] = b.vector
			}
		}
	}
	t.rememberColours(rows, cols)
	t.setQuant()
	t.predictAndReconstruct()
	if t.sym.overrun() {
		t.fail("the tile ends early")
	}
}

// resetContext clears the coefficient contexts of a skipped block.
func (t *tile) resetContext() {
	n := 1
	if t.hasChroma {
		n = 3
	}
	for p := range n {
		subX, subY := t.sub(p)
		size := t.size
		if p > 0 {
			size = size.Subsampled(subX, subY)
		}
		x, y := t.col>>subX, t.row>>subY
		clear(t.aboveLevel[p][x:][:size.Width4()])
		clear(t.aboveDC[p][x:][:size.Width4()])
		clear(t.leftLevel[p][y&31:][:size.Height4()])
		clear(t.leftDC[p][y&31:][:size.Height4()])
	}
}

// setQuant sets the block's quantiser steps (§7.12.2).
func (t *tile) setQuant() {
	q := &t.head.quant
	current := q.base
	if t.head.deltaQ {
		current = t.qIndex
	}
	index := t.head.qIndex(t.segment, current)
	depth := (t.seq.BitDepth - 8) / 2
	for p, d := range [3][2]int{{q.yDC, 0}, {q.uDC, q.uAC}, {q.vDC, q.vAC}} {
		t.quant[p] = [2]int{
			int(tables.DCQ[depth][clamp(index+d[0], 0, 255)]),
			int(tables.ACQ[depth][clamp(index+d[1], 0, 255)]),
		}
	}
}

// sub returns the subsampling of a plane.
func (f *frame) sub(plane int) (x, y int) {
	if plane == 0 {
		return 0, 0
	}
	return f.seq.SubX, f.seq.SubY
}

// at returns the state of the unit at (r, c), which must be inside the frame.
func (f *frame) at(r, c int) *blockInfo { return &f.info[r*f.head.miCols+c] }
