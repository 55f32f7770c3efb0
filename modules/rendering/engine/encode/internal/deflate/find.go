package deflate

import "math/bits"

const (
	shortBits = 14
	longBits  = 14

	// A match this long is taken without looking further.
	goodLength = 32
	// Before a match shorter than this is taken, the next place is looked at.
	lazyLength = 8
	// Rough prices in bits: of a literal byte, of a match to the left and of any other
	// but for its distance's extra bits.
	literalBits = 8
	leftBits    = 6
	matchBits   = 8
	// How many positions at each end of a match are remembered.
	seedEnds = 4
	// After 1<<patience literals in a row, every other position is skipped.
	patience = 5
	// Distances within this of a row, other than the row itself, are remembered as
	// slanting ones when they match for this long.
	nearRow, rowLength = 192, 64
)

// found is a match and about how many bits it saves.
type found struct {
	length, dist, gain int
}

// finder looks for matches: to the left, above, at the distances used last and,
// through two hash tables, wherever the next 3 or 8 bytes were seen last.
type finder struct {
	shape Shape
	last  int // the distance used last, other than to the left
	row   int // the distance used last that leads about one row up
	short [1 << shortBits]int32
	long  [1 << longBits]int32
}

func (f *finder) reset(shape Shape) {
	f.shape = shape
	f.last, f.row = 0, shape.Row
	clear(f.short[:])
	clear(f.long[:])
}

// remember keeps a distance that was used.
func (f *finder) remember(dist, length int) {
	if dist == f.shape.Pixel {
		return
	}
	f.last = dist
	if d := dist - f.shape.Row; length >= rowLength && d != 0 && d >= -nearRow && d <= nearRow {
		f.row = dist
	}
}

func hash3(v uint64) uint32 { return uint32(v<<8) * 0x9E3779B1 >> (32 - shortBits) }
func hash8(v uint64) uint32 { return uint32(v * 0x9E3779B185EBCA87 >> (64 - longBits)) }

func (f *finder) insert(src []byte, i int) {
	v := load64(src, i)
	f.short[hash3(v)] = int32(i)
	f.long[hash8(v)] = int32(i)
}

// best returns the match at i that saves most, and remembers i for later ones.
func (f *finder) best(src []byte, i int) found {
	var m found
	v := load64(src, i)
	if p := f.shape.Pixel; i >= p && load32(src, i-p)<<8 == uint32(v)<<8 {
		m.length = matchLen(src, i-p, i)
		m.dist = p
		m.gain = m.length*literalBits - leftBits
		if m.length >= goodLength {
			return m
		}
	}
	if b := uint32(src[max(i-1, 0)]); i > 0 && uint32(v)<<8 == b*0x01010100 {
		n := matchLen(src, i-1, i)
		if g := n*literalBits - leftBits; g > m.gain {
			m = found{n, 1, g}
			if n >= goodLength {
				return m
			}
		}
	}
	// Known distances are cheap to say and need three equal bytes only.
	want := uint32(v) << 8
	if d := f.row; d <= i && load32(src, i-d)<<8 == want && d > 0 {
		m.weigh(src, i, d)
		if m.length >= goodLength {
			return m
		}
	}
	if d := f.last; d <= i && d != f.row && load32(src, i-d)<<8 == want && d > 0 {
		m.weigh(src, i, d)
	}
	if d := f.shape.Row; d <= i && d != f.row && load32(src, i-d)<<8 == want && d > 0 {
		m.weigh(src, i, d)
	}
	if m.length >= goodLength {
		return m
	}
	hs, hl := hash3(v), hash8(v)
	es, el := int(f.short[hs]), int(f.long[hl])
	f.short[hs], f.long[hl] = int32(i), int32(i)
	// A place is known to be before i, but for the zero of an empty slot.
	if el < i && i-el <= window && load32(src, el) == uint32(v) {
		m.weigh(src, i, i-el)
	}
	if es != el && es < i && i-es <= window && load32(src, es)<<8 == want {
		m.weigh(src, i, i-es)
	}
	return m
}

// weigh takes the match at a distance if it saves more than m. There are eight
// bytes at i.
func (m *found) weigh(src []byte, i, dist int) {
	var n int
	if d := load64(src, i-dist) ^ load64(src, i); d != 0 {
		// Most matches are short.
		n = bits.TrailingZeros64(d) >> 3
	} else if m.length >= 8 && m.length < len(src)-i && m.dist <= dist && src[i-dist+m.length] != src[i+m.length] {
		return // no longer than what is known, and no nearer
	} else {
		n = matchLen(src, i-dist, i)
	}
	if g := n*literalBits - matchBits - bits.Len(uint(dist)); g > m.gain {
		*m = found{n, dist, g}
	}
}

// cut shortens a match that takes several codes when what is left of it repeats
// the pixel to the left, which is cheaper to say.
func (f *finder) cut(src []byte, i int, m found) int {
	p := f.shape.Pixel
	if m.dist == p {
		return m.length
	}
	for k := maxMatch; k+8 <= m.length; k += maxMatch {
		if load64(src, i+k) == load64(src, i+k-p) {
			return k
		}
	}
	return m.length
}
