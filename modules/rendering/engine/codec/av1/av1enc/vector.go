package av1enc

import (
	"math/bits"
	"slices"
)

// neighbour is what a unit of 4×4 samples of an inter frame provides for the vectors of later blocks.
type neighbour struct {
	size   uint8 // log2 of the block's side in units
	inter  bool
	isNew  bool // its vector is coded, not predicted
	vector vector
}

// vector is a displacement in samples: rows and columns.
type vector [2]int16

// vectors is the list of predicted vectors of a block with its contexts (AV1 §7.10.2).
type vectors struct {
	n                      int
	list                   [8]vector
	weights                [8]int
	newContext, refContext uint8

	found bool // a neighbour with a vector, since it was last reset
	fresh int  // neighbours whose vector is coded
}

// nearWeight is added to the weights of neighbours that touch the block (REF_CAT_LEVEL).
const nearWeight = 640

func (s *vectors) add(u *neighbour, weight int) {
	if !u.inter {
		return
	}
	s.found = true
	if u.isNew {
		s.fresh++
	}
	for i := range s.n {
		if s.list[i] == u.vector {
			s.weights[i] += weight
			return
		}
	}
	if s.n < len(s.list) {
		s.list[s.n], s.weights[s.n] = u.vector, weight
		s.n++
	}
}

// sort sorts the entries from a up to b by descending weight; the sort is stable.
func (s *vectors) sort(a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && s.weights[j-1] < s.weights[j]; j-- {
			s.weights[j-1], s.weights[j] = s.weights[j], s.weights[j-1]
			s.list[j-1], s.list[j] = s.list[j], s.list[j-1]
		}
	}
}

// findVectors sets b.vectors from its neighbours. The areas that are already coded must be marked as such.
func (t *tile) findVectors(b *block) {
	s := &b.vectors
	*s = vectors{}
	n := b.size.Width4()
	var above, left bool
	see := func(side *bool) {
		*side = *side || s.found
		s.found = false
	}
	t.scan(s, b, -1, true)
	see(&above)
	t.scan(s, b, -1, false)
	see(&left)
	mask := 15
	if t.decoded[0][b.row&mask][b.col&mask+n+1] {
		t.addNeighbour(s, b.row-1, b.col+n, 4)
	}
	see(&above)
	near, fresh := 0, min(s.fresh, 1)
	if above {
		near++
	}
	if left {
		near++
	}
	nearest := s.n
	for i := range nearest {
		s.weights[i] += nearWeight
	}
	t.addNeighbour(s, b.row-1, b.col-1, 4)
	see(&above)
	t.scan(s, b, -3, true)
	see(&above)
	t.scan(s, b, -3, false)
	see(&left)
	if n > 1 {
		t.scan(s, b, -5, true)
		see(&above)
		t.scan(s, b, -5, false)
		see(&left)
	}
	s.sort(0, nearest)
	s.sort(nearest, s.n)
	all := 0
	if above {
		all++
	}
	if left {
		all++
	}
	t.findMore(s, b)
	// The vectors stay near the image (context and clamping process).
	f := t.f
	for i := range s.n {
		v := &s.list[i]
		v[0] = int16(max(-b.row*4-16-n*4, min(int(v[0]), (f.miRows-n-b.row)*4+16+n*4)))
		v[1] = int16(max(-b.col*4-16-n*4, min(int(v[1]), (f.miCols-n-b.col)*4+16+n*4)))
	}
	switch near {
	case 0:
		s.newContext, s.refContext = uint8(min(all, 1)), uint8(all)
	case 1:
		s.newContext, s.refContext = uint8(3-fresh), uint8(2+all)
	default:
		s.newContext, s.refContext = uint8(5-fresh), 5
	}
}

// findMore adds the vectors of all neighbours above and to the left until there are two: the scans of large blocks leave
// some out (extra search process).
func (t *tile) findMore(s *vectors, b *block) {
	f := t.f
	n := min(b.size.Width4(), f.miCols-b.col, f.miRows-b.row)
	for _, step := range [2][2]int{{0, 1}, {1, 0}} {
		for i := 0; i < n && s.n < 2; {
			row, col := b.row-step[1]+i*step[0], b.col-step[0]+i*step[1]
			if row < t.row0 || col < t.col0 {
				break
			}
			u := &f.around[row*f.miCols+col]
			if u.inter && !slices.Contains(s.list[:s.n], u.vector) {
				s.list[s.n], s.weights[s.n] = u.vector, 2
				s.n++
			}
			i += 1 << u.size
		}
	}
}

// addNeighbour adds the vector of a unit that is coded already if it is inside the tile.
func (t *tile) addNeighbour(s *vectors, row, col, weight int) {
	if row >= t.row0 && row < t.row1 && col >= t.col0 && col < t.col1 {
		s.add(&t.f.around[row*t.f.miCols+col], weight)
	}
}

// scan adds the vectors of a row of units above the block or of a column to its left, at a distance of delta.
func (t *tile) scan(s *vectors, b *block, delta int, isRow bool) {
	f := t.f
	n := b.size.Width4()
	end, at, across := min(n, f.miRows-b.row), b.row, b.col
	if isRow {
		end, at, across = min(n, f.miCols-b.col), b.col, b.row
	}
	shift := 0
	if delta < -1 {
		shift = 1 - at&1
		delta += across & 1
	}
	for i := 0; i < end; {
		row, col := b.row+shift+i, b.col+delta
		if isRow {
			row, col = b.row+delta, b.col+shift+i
		}
		if row < t.row0 || row >= t.row1 || col < t.col0 || col >= t.col1 {
			return
		}
		u := &f.around[row*f.miCols+col]
		k := min(n, 1<<u.size)
		if delta < -1 {
			k = max(2, k)
		}
		if n >= 16 {
			k = max(4, k)
		}
		s.add(u, 2*k)
		i += k
	}
}

// storeAround stores what a block provides for the vectors of later ones.
func (t *tile) storeAround(b *block) {
	f := t.f
	if f.around == nil {
		return
	}
	n := b.size.Width4()
	u := neighbour{size: uint8(log2(n)), inter: b.inter, vector: b.vector, isNew: b.inter && b.vectors.place(b.vector) < 0 && b.vector != vector{}}
	for row := b.row; row < min(b.row+n, f.miRows); row++ {
		for col := b.col; col < min(b.col+n, f.miCols); col++ {
			f.around[row*f.miCols+col] = u
		}
	}
}

// place returns the index of a vector in the list, or −1.
func (s *vectors) place(v vector) int {
	return slices.Index(s.list[:min(s.n, 4)], v)
}

// writeVector codes the vector of a block: none, one of the list, or a new one (AV1 §5.11.23, §5.11.26).
func (t *tile) writeVector(b *block) {
	e, c, s := &t.coder, &t.cdf, &b.vectors
	if b.vector == (vector{}) {
		e.symbol(1, c.NewMV[s.newContext][:])
		e.symbol(0, c.ZeroMV[0][:])
		return
	}
	at := s.place(b.vector)
	if at < 0 {
		e.symbol(0, c.NewMV[s.newContext][:])
		if s.n > 1 {
			e.symbol(0, c.DRLMode[s.context(0)][:])
		}
		d := b.vector
		if s.n > 0 {
			d[0], d[1] = d[0]-s.list[0][0], d[1]-s.list[0][1]
		}
		t.writeDifference(d)
		return
	}
	e.symbol(1, c.NewMV[s.newContext][:])
	e.symbol(1, c.ZeroMV[0][:])
	e.symbol(min(at, 1), c.RefMV[s.refContext][:])
	for i := 1; i <= min(at, 2) && s.n > i+1; i++ {
		further := 0
		if at > i {
			further = 1
		}
		e.symbol(further, c.DRLMode[s.context(i)][:])
	}
}

// context returns the context of whether a vector is further down the list than entry i.
func (s *vectors) context(i int) int {
	switch {
	case s.weights[i] < nearWeight:
		return 2
	case s.weights[i+1] < nearWeight:
		return 1
	}
	return 0
}

// writeDifference codes the difference of a vector from the predicted one, which is not zero (§5.11.31, §5.11.32).
func (t *tile) writeDifference(d vector) {
	joint := 0
	for i, v := range d {
		if v != 0 {
			joint |= 2 >> i
		}
	}
	e, c := &t.coder, &t.cdf
	e.symbol(joint, c.MVJoint[:])
	for i, v := range d {
		if v == 0 {
			continue
		}
		sign, m := 0, int(v)
		if v < 0 {
			sign, m = 1, -m
		}
		e.symbol(sign, c.MVSign[i][:])
		if m <= 2 {
			e.symbol(0, c.MVClass[i][:])
			e.symbol(m-1, c.MVClass0[i][:])
			continue
		}
		class := bits.Len(uint(m-1)) - 1
		e.symbol(class, c.MVClass[i][:])
		for k := range class {
			e.symbol((m-1)>>k&1, c.MVBit[i][k][:])
		}
	}
}
