package encode

// colorTable numbers at most 256 colours. Its zero value is empty.
type colorTable struct {
	list  []uint32
	slots [1024]struct {
		color uint32
		index uint16 // in list, plus one; 0 marks a free slot
	}
}

// find returns the index of c, if c is in the table.
func (t *colorTable) find(c uint32) (n byte, ok bool) {
	s := t.slot(c)
	return byte(t.slots[s].index - 1), t.slots[s].index != 0
}

// slot returns the slot of c, or the free one where it belongs.
func (t *colorTable) slot(c uint32) uint32 {
	i := c * 0x9E3779B1 >> 22
	for t.slots[i].index != 0 && t.slots[i].color != c {
		i = (i + 1) % uint32(len(t.slots))
	}
	return i
}

// index returns the index of c, which it adds if there is room.
func (t *colorTable) index(c uint32) (n byte, ok bool) {
	s := &t.slots[t.slot(c)]
	if s.index == 0 {
		if len(t.list) == 256 {
			return 0, false
		}
		t.list = append(t.list, c)
		s.color, s.index = c, uint16(len(t.list))
	}
	return byte(s.index - 1), true
}

// join returns the indices of colors, which it adds if there is room for all.
func (t *colorTable) join(colors []uint32) (indices [256]byte, ok bool) {
	more := 0
	for _, c := range colors {
		if _, ok := t.find(c); !ok {
			more++
		}
	}
	if len(t.list)+more > 256 {
		return indices, false
	}
	for i, c := range colors {
		indices[i], _ = t.index(c)
	}
	return indices, true
}

// nearest returns the index of c, which it adds if there is room, or of the nearest colour.
func (t *colorTable) nearest(c uint32) byte {
	if n, ok := t.index(c); ok {
		return n
	}
	best, least := 0, 1<<30
	for i, v := range t.list {
		sum := 0
		for s := 0; s < 32; s += 8 {
			d := int(c>>s&0xff) - int(v>>s&0xff)
			sum += d * d
		}
		if sum < least {
			best, least = i, sum
		}
	}
	return byte(best)
}

// transparent returns the index of the transparent colour, −1 if there is none.
func (t *colorTable) transparent() int {
	if n, ok := t.find(0); ok {
		return int(n)
	}
	return -1
}
