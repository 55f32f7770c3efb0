package av1enc

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// TestLargeBlocksFindTheVectorsOfSmallNeighbours: the scan of a block of 64×64 samples goes by four units and so passes over
// a block of two units, whose vector is found by the extra search (AV1 §7.10.2.12); decoders then expect one more symbol.
func TestLargeBlocksFindTheVectorsOfSmallNeighbours(t *testing.T) {
	t.Parallel()
	f := newFrame(drawn(flat, 128, 128, 1), Options{QIndex: 50}, [3]Plane{})
	f.ref = &reference{}
	f.around = make([]neighbour, f.miCols*f.miRows)
	for row := range 16 {
		for col := range 16 {
			f.around[row*f.miCols+col] = neighbour{size: 1, inter: true}
		}
	}
	moved := neighbour{size: 1, inter: true, isNew: true, vector: vector{4, -1}}
	for _, at := range [][2]int{{14, 14}, {14, 15}, {15, 14}, {15, 15}} {
		f.around[at[0]*f.miCols+at[1]] = moved
	}
	tile := newTile(f, 0, f.miRows, 0, f.miCols)
	tile.clearDecoded(16, 0)
	b := tile.newInter(16, 0, tables.Block64x64)
	s := &b.vectors
	if s.n != 2 || s.list[0] != (vector{}) || s.list[1] != moved.vector || s.weights[1] != 2 {
		t.Errorf("got %d vectors: %v, weights %v", s.n, s.list[:s.n], s.weights[:s.n])
	}
	if s.newContext != 3 {
		t.Errorf("context %d, want 3: a vector of the extra search does not count", s.newContext)
	}
}
