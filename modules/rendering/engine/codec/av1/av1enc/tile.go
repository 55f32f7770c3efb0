package av1enc

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// tile encodes one tile: for each superblock it searches for the cheapest coding and then writes it.
type tile struct {
	f                      *frame
	row0, row1, col0, col1 int // in units of 4 samples

	coder coder
	cdf   tables.CDFs
	price costs

	above []unit
	left  [16]unit
	// decoded reports which 4×4 areas around and in the superblock are available, per plane, with one row above and one
	// column to the left (AV1 §5.11.3).
	decoded [3][18][18]bool

	// The decisions and trials of the current superblock.
	blocks []block
	nodes  []node
	txs    []transformed
	levels []int16
	maps   []uint8

	workspace
	edges      edges
	map0, map1 levelMap
	cache      []uint8
	list       []candidate
	pred       [64 * 64]uint8
	residual   [64 * 64]int16
	coef       [32 * 32]int32
	other      [32 * 32]int32
	kept       [32 * 32]int16
	ac         [32 * 32]int16
	snapshots  [5]*snapshot
	rivals     [5]*snapshot // of blocks predicted from the previous frame
}

// node is a chosen partition: a block, or four nodes.
type node struct {
	split    bool
	block    int32
	children [4]int32 // −1 for those outside the image
}

func newTile(f *frame, row0, row1, col0, col1 int) *tile {
	t := &tile{f: f, row0: row0, row1: row1, col0: col0, col1: col1}
	t.above = make([]unit, col1-col0+16)
	for i := range t.above {
		t.above[i] = outside
	}
	if f.ref != nil {
		t.cdf = f.ref.cdfs
	} else {
		tables.DefaultCDFs(&t.cdf, f.qindex)
	}
	return t
}

// encode returns the tile's data. ctx is checked before every superblock.
func (t *tile) encode(ctx context.Context) ([]byte, error) {
	t.coder.reset()
	for row := t.row0; row < t.row1; row += 16 {
		for i := range t.left {
			t.left[i] = outside
		}
		for col := t.col0; col < t.col1; col += 16 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.superblock(row, col)
		}
	}
	return t.coder.finish(), nil
}

func (t *tile) superblock(row, col int) {
	t.blocks, t.nodes, t.txs, t.levels, t.maps = t.blocks[:0], t.nodes[:0], t.txs[:0], t.levels[:0], t.maps[:0]
	t.price.update(&t.cdf)
	t.clearDecoded(row, col)
	var above, left [16]unit
	at := col - t.col0
	copy(above[:], t.above[at:at+16])
	left = t.left
	t.coder.counting = true
	root, _ := t.search(row, col, 6)
	t.coder.counting = false
	copy(t.above[at:at+16], above[:])
	t.left = left
	t.writeNode(root, row, col, 6)
}

// clearDecoded marks what is available at the start of a superblock.
func (t *tile) clearDecoded(row, col int) {
	for pl := range t.f.planes {
		s := t.f.shift(pl)
		w, h, n := (t.col1-col)>>s, (t.row1-row)>>s, 16>>s
		d := &t.decoded[pl]
		for y := -1; y <= n; y++ {
			for x := -1; x <= n; x++ {
				d[y+1][x+1] = y < 0 && x < w || x < 0 && y < h
			}
		}
		d[n+1][0] = false
	}
}

// mark sets the availability of an area of a plane, in samples.
func (t *tile) mark(pl, x, y, w, h int, there bool) {
	s := t.f.shift(pl)
	mask := 16>>s - 1
	x, y = x>>2&mask, y>>2&mask
	for j := y; j < min(y+h>>2, 17); j++ {
		row := &t.decoded[pl][j+1]
		for i := x; i < min(x+w>>2, 17); i++ {
			row[i+1] = there
		}
	}
}

// partitionCDF returns the distribution of a square block's partition and its context.
func (t *tile) partitionCDF(row, col, size int) []uint16 {
	ctx := 0
	if int(t.above[col-t.col0].width) < size {
		ctx++
	}
	if int(t.left[row&15].height) < size {
		ctx += 2
	}
	switch size {
	case 3:
		return t.cdf.Partition8[ctx][:]
	case 4:
		return t.cdf.Partition16[ctx][:]
	case 5:
		return t.cdf.Partition32[ctx][:]
	}
	return t.cdf.Partition64[ctx][:]
}

// writePartition codes whether the square of 2^size samples is split. At the frame's edge it always is, and a reduced
// symbol or none is coded (AV1 §5.11.4).
func (t *tile) writePartition(row, col, size int, split bool) {
	half := 1 << size >> 3
	hasRows, hasCols := row+half < t.f.miRows, col+half < t.f.miCols
	if !hasRows && !hasCols {
		return
	}
	cdf := t.partitionCDF(row, col, size)
	if hasRows && hasCols {
		p := tables.PartitionNone
		if split {
			p = tables.PartitionSplit
		}
		t.coder.symbol(int(p), cdf)
		return
	}
	// The split flag sums the probabilities of these partitions.
	alike := [6]tables.Partition{
		tables.PartitionVert, tables.PartitionSplit, tables.PartitionHorzA, tables.PartitionVertA, tables.PartitionVertB, tables.PartitionVert4,
	}
	if hasRows {
		alike = [6]tables.Partition{
			tables.PartitionHorz, tables.PartitionSplit, tables.PartitionHorzA, tables.PartitionHorzB, tables.PartitionVertA, tables.PartitionHorz4,
		}
	}
	sum := uint16(0)
	for _, p := range alike {
		sum += cdf[p] - cdf[p-1]
	}
	t.coder.fixed(1, []uint16{1<<15 - sum, 1 << 15, 0})
}

// writeNode codes a chosen partition.
func (t *tile) writeNode(n int32, row, col, size int) {
	if n < 0 {
		return
	}
	d := &t.nodes[n]
	if size > 2 {
		t.writePartition(row, col, size, d.split)
	}
	if !d.split {
		t.writeBlock(&t.blocks[d.block])
		return
	}
	half := 1 << size >> 3
	for i, child := range d.children {
		t.writeNode(child, row+i>>1*half, col+i&1*half, size-1)
	}
}
