package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// vector is the displacement of an intra block copy, in 1/8 samples.
type vector struct{ row, col int16 }

// readVector reads the block vector of an intra-copied block (assign_mv and read_mv, §5.11.26 and §5.11.32).
func (t *tile) readVector() {
	stack := t.findVectors()
	pred := stack[0]
	if pred == (vector{}) {
		pred = stack[1]
	}
	if pred == (vector{}) {
		sb := 64
		if t.seq.superblock128 {
			sb = 128
		}
		const delay = 256
		if t.row-sb/4 < t.rowStart {
			pred.col = int16(-(sb + delay) * 8)
		} else {
			pred.row = int16(-sb * 8)
		}
	}
	joint := t.sym.symbol(t.cdfs.MVJoint[:])
	row, col := int(pred.row)&^7, int(pred.col)&^7
	if joint&2 != 0 {
		row += t.readVectorPart(0)
	}
	if joint&1 != 0 {
		col += t.readVectorPart(1)
	}
	const most = 1<<15 - 8
	if row < -most || row > most || col < -most || col > most {
		t.fail("a vector is too long")
		return
	}
	t.vector = vector{int16(row), int16(col)}
}

// readVectorPart reads the difference of one component, in whole samples.
func (t *tile) readVectorPart(c int) int {
	negative := t.sym.flag(&t.cdfs.MVSign[c])
	class := t.sym.symbol(t.cdfs.MVClass[c][:])
	v := 0
	if class == 0 {
		v = t.sym.symbol(t.cdfs.MVClass0[c][:]) + 1
	} else {
		for i := range class {
			v |= t.sym.symbol(t.cdfs.MVBit[c][i][:]) << i
		}
		v += 1 + 2<<(class-1)
	}
	if negative {
		v = -v
	}
	return v * 8
}

// vectorStack collects the block vectors of neighbours with their weights.
type vectorStack struct {
	n       int
	vectors [9]vector
	weights [9]int
}

func (s *vectorStack) add(v vector, weight int) {
	for i := range s.n {
		if s.vectors[i] == v {
			s.weights[i] += weight
			return
		}
	}
	if s.n < 8 {
		s.vectors[s.n], s.weights[s.n] = v, weight
		s.n++
	}
}

// sort sorts the entries from a up to b by descending weight; the sort is stable.
func (s *vectorStack) sort(a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && s.weights[j-1] < s.weights[j]; j-- {
			s.weights[j-1], s.weights[j] = s.weights[j], s.weights[j-1]
			s.vectors[j-1], s.vectors[j] = s.vectors[j], s.vectors[j-1]
		}
	}
}

// findVectors returns the two vector predictors (§7.10.2, for intra block copy).
func (t *tile) findVectors() [2]vector {
	var s vectorStack
	w4, h4 := t.size.Width4(), t.size.Height4()
	t.scanRow(&s, -1)
	t.scanColumn(&s, -1)
	if max(w4, h4) <= 16 {
		t.scanPoint(&s, -1, w4)
	}
	nearest := s.n
	for i := range nearest {
		s.weights[i] += 640
	}
	t.scanPoint(&s, -1, -1)
	t.scanRow(&s, -3)
	t.scanColumn(&s, -3)
	if h4 > 1 {
		t.scanRow(&s, -5)
	}
	if w4 > 1 {
		t.scanColumn(&s, -5)
	}
	s.sort(0, nearest)
	s.sort(nearest, s.n)
	const border = 128
	for i := range s.n {
		v := &s.vectors[i]
		v.row = int16(clamp(int(v.row), -t.row*32-border-h4*32, (t.head.miRows-h4-t.row)*32+border+h4*32))
		v.col = int16(clamp(int(v.col), -t.col*32-border-w4*32, (t.head.miCols-w4-t.col)*32+border+w4*32))
	}
	return [2]vector{s.vectors[0], s.vectors[1]}
}

func (t *tile) scanRow(s *vectorStack, delta int) {
	w4 := t.size.Width4()
	end := min(w4, t.head.miCols-t.col, 16)
	far := delta < -1
	shift := 0
	if far {
		delta += t.row & 1
		shift = 1 - t.col&1
	}
	for i := 0; i < end; {
		r, c := t.row+delta, t.col+shift+i
		if !t.inside(r, c) {
			return
		}
		n := min(w4, t.at(r, c).size.Width4())
		if far {
			n = max(2, n)
		}
		if w4 >= 16 {
			n = max(4, n)
		}
		t.addVector(s, r, c, n*2)
		i += n
	}
}

func (t *tile) scanColumn(s *vectorStack, delta int) {
	h4 := t.size.Height4()
	end := min(h4, t.head.miRows-t.row, 16)
	far := delta < -1
	shift := 0
	if far {
		delta += t.col & 1
		shift = 1 - t.row&1
	}
	for i := 0; i < end; {
		r, c := t.row+shift+i, t.col+delta
		if !t.inside(r, c) {
			return
		}
		n := min(h4, t.at(r, c).size.Height4())
		if far {
			n = max(2, n)
		}
		if h4 >= 16 {
			n = max(4, n)
		}
		t.addVector(s, r, c, n*2)
		i += n
	}
}

func (t *tile) scanPoint(s *vectorStack, dr, dc int) {
	r, c := t.row+dr, t.col+dc
	if t.inside(r, c) && t.at(r, c).seen {
		t.addVector(s, r, c, 4)
	}
}

func (t *tile) addVector(s *vectorStack, r, c, weight int) {
	if t.at(r, c).copied {
		s.add(t.vectors[r*t.head.miCols+c], weight)
	}
}

// predictCopy predicts a block from the decoded part of the frame (§7.11.3 with use_intrabc). Chroma at half-sample
// positions is averaged.
func (t *tile) predictCopy(planes int) {
	for p := range planes {
		subX, subY := t.sub(p)
		size := t.size.Subsampled(subX, subY)
		pl := &t.planes[p]
		x0, y0 := t.col>>subX*4, t.row>>subY*4
		dx, dy := int(t.vector.col)>>3, int(t.vector.row)>>3
		halfX, halfY := dx&subX, dy&subY
		dx, dy = dx>>subX, dy>>subY
		maxX, maxY := t.head.miCols*4>>subX-1, t.head.miRows*4>>subY-1
		for y := range size.Height() {
			dst := pl.row(x0, y0+y, size.Width())
			sy := clamp(y0+y+dy, 0, maxY)
			sy2 := clamp(y0+y+dy+halfY, 0, maxY)
			for x := range dst {
				sx := clamp(x0+x+dx, 0, maxX)
				sx2 := clamp(x0+x+dx+halfX, 0, maxX)
				sum := int(pl.pix[sy*pl.stride+sx]) + int(pl.pix[sy*pl.stride+sx2]) +
					int(pl.pix[sy2*pl.stride+sx]) + int(pl.pix[sy2*pl.stride+sx2])
				dst[x] = uint16((sum + 2) >> 2)
			}
		}
	}
}

// rememberType stores the luma transform type for the chroma of an intra-copied block.
func (t *tile) rememberType(x4, y4, w4, h4 int, typ tables.TxType) {
	if t.txTypes == nil {
		return
	}
	for y := y4; y < min(t.head.miRows, y4+h4); y++ {
		for x := x4; x < min(t.head.miCols, x4+w4); x++ {
			t.txTypes[y*t.head.miCols+x] = typ
		}
	}
}

// copiedType returns the chroma transform type at (x4, y4) of an intra-copied block.
func (t *tile) copiedType(x4, y4 int) tables.TxType {
	x, y := max(t.col, x4<<t.seq.SubX), max(t.row, y4<<t.seq.SubY)
	return t.txTypes[y*t.head.miCols+x]
}
