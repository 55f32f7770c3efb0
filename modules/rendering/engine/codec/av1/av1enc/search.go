package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

var squares = [7]tables.BlockSize{2: tables.Block4x4, 3: tables.Block8x8, 4: tables.Block16x16, 5: tables.Block32x32, 6: tables.Block64x64}

// search chooses how to code the square of 2^size samples at (row, col): as one block or as four smaller squares. It
// returns the node and its cost, and leaves the reconstruction and the contexts in the chosen state.
func (t *tile) search(row, col, size int) (int32, int) {
	f := t.f
	if row >= f.miRows || col >= f.miCols {
		return -1, 0
	}
	n := 1 << size >> 2
	if size == 2 {
		if f.ref != nil {
			if v, ok := t.unchanged(row, col, n); ok {
				return t.searchUnchanged(row, col, size, v)
			}
		}
		b, cost := t.searchBest(t.newBlock(row, col, tables.Block4x4))
		return t.keep(node{block: t.keepBlock(b)}), cost
	}
	if row+n > f.miRows || col+n > f.miCols {
		split, cost := t.searchSplit(row, col, size, 1<<62)
		return split, cost
	}
	if f.ref != nil {
		if v, ok := t.unchanged(row, col, n); ok {
			return t.searchUnchanged(row, col, size, v)
		}
		if size > 3 && t.unchangedPart(row, col, n/2) {
			return t.searchSplit(row, col, size, 1<<62)
		}
	}
	b := t.newBlock(row, col, squares[size])
	busy := t.busy(b)
	if f.ref != nil {
		busy = min(busy, t.busyInter(b))
	}
	if busy >= wholeBusy[size] {
		return t.searchSplit(row, col, size, 1<<62)
	}
	above, left := t.contexts(row, col, n)
	price := t.count(func() { t.writePartition(row, col, size, false) })
	b, whole := t.searchBest(b)
	whole += price * f.lambda
	one := t.keep(node{block: t.keepBlock(b)})
	if busy < splitBusy[size] || t.f.fast && size == 3 || b.skip && whole < f.lambda*256*splitWorth[size] {
		return one, whole
	}
	mine := t.snapshot(&t.snapshots, row, col, n)
	t.restoreContexts(row, col, n, above[:], left[:])
	for pl := range f.planes {
		s := f.shift(pl)
		t.mark(pl, col<<2>>s, row<<2>>s, n<<2>>s, n<<2>>s, false)
	}
	four, split := t.searchSplit(row, col, size, whole)
	if split < whole {
		return four, split
	}
	t.restore(mine)
	return one, whole
}

// splitWorth is the cost, in bits, of a block without coefficients below which splitting cannot pay off.
var splitWorth = [7]int{3: 9, 4: 9, 5: 10, 6: 12}

// A block of 2^i samples a side is split without trying it whole from wholeBusy on, and tried split only from splitBusy
// on (see busy). The values come from statistics of the full search.
var (
	wholeBusy = [7]int{3: 1 << 30, 4: 80, 5: 10, 6: 8}
	splitBusy = [7]int{3: 8, 4: 4, 5: 2, 6: 0}
)

// searchSplit searches the four parts; it stops once they cost limit.
func (t *tile) searchSplit(row, col, size, limit int) (int32, int) {
	cost := t.count(func() { t.writePartition(row, col, size, true) }) * t.f.lambda
	d := node{split: true}
	half := 1 << size >> 3
	for i := range d.children {
		child, c := t.search(row+i>>1*half, col+i&1*half, size-1)
		d.children[i] = child
		if cost += c; cost >= limit {
			return -1, cost
		}
	}
	return t.keep(d), cost
}

func (t *tile) keep(n node) int32 {
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

func (t *tile) keepBlock(b *block) int32 {
	t.blocks = append(t.blocks, *b)
	return int32(len(t.blocks) - 1)
}

// count returns the cost of the symbols that do writes.
func (t *tile) count(do func()) int {
	t.coder.cost = 0
	do()
	return t.coder.cost
}

// snapshot saves the state of an area: its reconstruction and its contexts.
type snapshot struct {
	row, col, n int
	above, left [16]unit
	around      [256]neighbour
	pix         [3][]uint8
}

// contexts returns the contexts around an area.
func (t *tile) contexts(row, col, n int) (above, left [16]unit) {
	at := col - t.col0
	copy(above[:n], t.above[at:at+n])
	copy(left[:n], t.left[row&15:])
	return above, left
}

// snapshot saves the state of an area of n×n units to the snapshot of its size in pool.
func (t *tile) snapshot(pool *[5]*snapshot, row, col, n int) *snapshot {
	level := log2(n)
	s := pool[level]
	if s == nil {
		s = &snapshot{}
		for pl := range t.f.planes {
			k := max(n<<2>>t.f.shift(pl), 4)
			s.pix[pl] = make([]uint8, k*k)
		}
		pool[level] = s
	}
	s.row, s.col, s.n = row, col, n
	copy(s.above[:n], t.above[col-t.col0:])
	copy(s.left[:n], t.left[row&15:])
	t.copyAround(s, false)
	for pl := range t.f.planes {
		k := max(n<<2>>t.f.shift(pl), 4)
		p, at := t.area(pl, row, col)
		for y := range k {
			copy(s.pix[pl][y*k:y*k+k], p.pix[at+y*p.stride:])
		}
	}
	return s
}

// area returns a plane's reconstruction and offset at a position in units of 4 luma samples.
func (t *tile) area(pl, row, col int) (*Plane, int) {
	p, s := &t.f.rec[pl], t.f.shift(pl)
	return p, row>>s<<2*p.stride + col>>s<<2
}

func (t *tile) restoreContexts(row, col, n int, above, left []unit) {
	copy(t.above[col-t.col0:], above[:n])
	copy(t.left[row&15:], left[:n])
}

func (t *tile) restore(s *snapshot) {
	t.restoreContexts(s.row, s.col, s.n, s.above[:], s.left[:])
	t.copyAround(s, true)
	for pl := range t.f.planes {
		sh := t.f.shift(pl)
		k := max(s.n<<2>>sh, 4)
		p, at := t.area(pl, s.row, s.col)
		for y := range k {
			copy(p.pix[at+y*p.stride:at+y*p.stride+k], s.pix[pl][y*k:])
		}
		t.mark(pl, s.col<<2>>sh, s.row<<2>>sh, k, k, true)
	}
}

// searchUnchanged codes an area that did not change, or only moved, as a copy.
func (t *tile) searchUnchanged(row, col, size int, v vector) (int32, int) {
	b := t.newInter(row, col, squares[size])
	b.vector = v
	cost := 0
	if size > 2 {
		cost = t.count(func() { t.writePartition(row, col, size, false) }) * t.f.lambda
	}
	cost += t.searchCopy(b)
	return t.keep(node{block: t.keepBlock(b)}), cost
}

// unchangedPart reports whether one of four squares of n×n units did not change.
func (t *tile) unchangedPart(row, col, n int) bool {
	for i := range 4 {
		if _, ok := t.unchanged(row+i>>1*n, col+i&1*n, n); ok {
			return true
		}
	}
	return false
}

// copyAround saves what the units of an area provide for the vectors of later blocks, or restores it.
func (t *tile) copyAround(s *snapshot, restore bool) {
	f := t.f
	if f.around == nil {
		return
	}
	n := min(s.n, f.miCols-s.col)
	for i := range min(s.n, f.miRows-s.row) {
		frame, saved := f.around[(s.row+i)*f.miCols+s.col:][:n], s.around[i*16:][:n]
		if restore {
			frame, saved = saved, frame
		}
		copy(saved, frame)
	}
}
