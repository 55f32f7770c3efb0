package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// unit holds the context that a 4×4 area provides to its right and lower neighbours. Subsampled chroma is stored in the
// units of even rows and columns.
type unit struct {
	seen          bool // inside the tile
	inter         bool // predicted from a reference
	mode          tables.IntraMode
	skip          uint8
	width, height uint8 // block size, log2 of samples
	txWidth       uint8 // luma transform width, log2 of samples
	txHeight      uint8
	level         [3]uint8 // sum of the levels of the transform block, at most 63
	dc            [3]uint8 // sign of its DC level: 0 zero, 1 negative, 2 positive
	palette       uint8
	paletteUV     uint8
	colors        [2][8]uint8
}

// outside is the unit used outside the tile.
var outside = unit{width: 7, height: 7}

// txContexts returns the contexts of all_zero and dc_sign (§8.3.2).
func (t *tile) txContexts(b *block, pl, x, y int, tx tables.TxSize) (zero, dc int) {
	s := t.f.shift(pl)
	w, h := min(tx.Width()>>2, t.f.miCols>>s-x>>2), min(tx.Height()>>2, t.f.miRows>>s-y>>2)
	above, left := 0, 0
	anyAbove, anyLeft := false, false
	sum := 0
	sign := [3]int{0, -1, 1}
	at := x>>2<<s - t.col0
	for i := range w {
		u := &t.above[at+i<<s]
		above = max(above, int(u.level[pl]))
		anyAbove = anyAbove || u.level[pl]|u.dc[pl] != 0
		sum += sign[u.dc[pl]]
	}
	at = y >> 2 << s & 15
	for i := range h {
		u := &t.left[at+i<<s]
		left = max(left, int(u.level[pl]))
		anyLeft = anyLeft || u.level[pl]|u.dc[pl] != 0
		sum += sign[u.dc[pl]]
	}
	switch {
	case sum < 0:
		dc = 1
	case sum > 0:
		dc = 2
	}
	size := b.size.Subsampled(s, s)
	if pl > 0 {
		zero = 7
		if anyAbove {
			zero++
		}
		if anyLeft {
			zero++
		}
		if size.Width()*size.Height() > tx.Width()*tx.Height() {
			zero += 3
		}
		return zero, dc
	}
	switch {
	case size.Width() == tx.Width() && size.Height() == tx.Height():
		return 0, dc
	case above == 0 && left == 0:
		return 1, dc
	case above == 0 || left == 0:
		if max(above, left) > 3 {
			return 3, dc
		}
		return 2, dc
	case max(above, left) <= 3:
		return 4, dc
	case min(above, left) <= 3:
		return 5, dc
	}
	return 6, dc
}

// storeLevels stores the levels of a transform block for the contexts of later ones.
func (t *tile) storeLevels(pl, x, y int, tx tables.TxSize, levels []int16) {
	sum, dc := 0, uint8(0)
	for _, l := range levels {
		sum += int(max(l, -l))
	}
	if len(levels) > 0 && levels[0] != 0 {
		dc = 2
		if levels[0] < 0 {
			dc = 1
		}
	}
	s := t.f.shift(pl)
	level := uint8(min(sum, 63))
	w, h := min(tx.Width()>>2, t.f.miCols>>s-x>>2), tx.Height()>>2
	at := x>>2<<s - t.col0
	for i := range w {
		u := &t.above[at+i<<s]
		u.level[pl], u.dc[pl] = level, dc
	}
	at = y >> 2 << s & 15
	for i := range h {
		u := &t.left[at+i<<s]
		u.level[pl], u.dc[pl] = level, dc
	}
}

// storeBlock stores a finished block for the contexts of later ones.
func (t *tile) storeBlock(b *block) {
	u := unit{
		seen: true, inter: b.inter, mode: b.mode, width: tables.BlockWidthLog2[b.size], height: tables.BlockHeightLog2[b.size],
		txWidth: tables.TxWidthLog2[b.tx], txHeight: tables.TxHeightLog2[b.tx],
		palette: b.palette, paletteUV: b.paletteUV, colors: [2][8]uint8{b.colors[0], b.colors[1]},
	}
	if b.skip {
		u.skip = 1
	}
	t.storeAround(b)
	put := func(v *unit) {
		level, dc := v.level, v.dc
		*v = u
		if b.skip {
			// Keep the chroma contexts that this block does not own.
			level[0], dc[0] = 0, 0
			if b.chroma && t.f.sub == 0 {
				level, dc = [3]uint8{}, [3]uint8{}
			}
		}
		v.level, v.dc = level, dc
	}
	at := b.col - t.col0
	for i := range b.size.Width4() {
		put(&t.above[at+i])
	}
	for i := range b.size.Height4() {
		put(&t.left[(b.row+i)&15])
	}
	if b.skip && b.chroma && t.f.sub == 1 {
		for i := b.col >> 1; i <= (b.col+b.size.Width4()-1)>>1; i++ {
			v := &t.above[i<<1-t.col0]
			v.level[1], v.level[2], v.dc[1], v.dc[2] = 0, 0, 0, 0
		}
		for i := b.row >> 1; i <= (b.row+b.size.Height4()-1)>>1; i++ {
			v := &t.left[i<<1&15]
			v.level[1], v.level[2], v.dc[1], v.dc[2] = 0, 0, 0, 0
		}
	}
}
