package deflate

import "math/bits"

const (
	shortBits = 14
	longBits  = 14

	// A match of this length is taken without searching further.
	goodLength = 32
	// For a match shorter than this, the next position is searched before it is taken (lazy matching).
	lazyLength = 24
	// Approximate prices in bits: of a literal byte, of a match with the left pixel and of any other match, without the
	// distance's extra bits.
	literalBits = 8
	leftBits    = 6
	matchBits   = 8
	// After 1<<patience consecutive literals, every other position is skipped.
	patience = 5
	// Distances within nearRow of a row other than the row itself are remembered as slants when they match for
	// rowLength bytes.
	nearRow, rowLength = 192, 64
)

// found is a match and the approximate number of bits it saves.
type found struct {
	length, dist, gain int
}

// finder finds matches: with the left pixel, the pixel above, along slants and, through two hash tables, at the last
// position with the same 3 or 8 bytes.
type finder struct {
	shape Shape
	row   int    // the last used distance of about one row
	far   [2]int // slants that span further
	short [1 << shortBits]int32
	long  [1 << longBits]int32
}

func (f *finder) reset(shape Shape) {
	f.shape = shape
	f.row = shape.Row
	clear(f.short[:])
	clear(f.long[:])
}

// remember records a used distance of about one row or a slant.
func (f *finder) remember(dist, length int) {
	if d := dist - f.shape.Row; length >= rowLength && d != 0 && d >= -nearRow && d <= nearRow {
		f.row = dist
	}
}

func hash3(v uint64) uint32 { return uint32(v<<8) * 0x9E3779B1 >> (32 - shortBits) }
func hash8(v uint64) uint32 { return uint32(v * 0x9E3779B185EBCA87 >> (64 - longBits)) }

// insert adds position i ≤ len(src)−8 to the hash tables.
func (f *finder) insert(src []byte, i int) {
	v := viewOf(src).u64(i)
	f.short[hash3(v)] = int32(i)
	f.long[hash8(v)] = int32(i)
}

// insertEnds adds the first and the last positions of the match from i to stop ≤ len(src)−8, except i itself, to the hash
// tables.
func (f *finder) insertEnds(src []byte, i, stop int) {
	if i+2 < stop {
		f.insert(src, i+1)
		f.insert(src, i+2)
	}
	f.insert(src, stop-3)
	f.insert(src, stop-2)
	f.insert(src, stop-1)
}

// best returns the match at i ≤ len(src)−8 that saves most, and adds i to the hash tables.
func (f *finder) best(src []byte, i int) found {
	s := viewOf(src)
	v := s.u64(i)
	want := uint32(v) << 8
	length, dist, gain := 0, 0, 0
	if p := f.shape.Pixel; i >= p && s.u32(i-p)<<8 == want {
		length = s.matchLen(i-p, i)
		dist = p
		gain = length*literalBits - leftBits
		if length >= goodLength {
			return found{length, dist, gain}
		}
	}
	// A run of one byte.
	if i > 0 && s.u32(i-1)<<8 == want {
		n := s.matchLen(i-1, i)
		if g := n*literalBits - leftBits; g > gain {
			length, dist, gain = n, 1, g
			if n >= goodLength {
				return found{length, dist, gain}
			}
		}
	}
	// Known distances have short codes, so three equal bytes suffice.
	for _, far := range f.far {
		if far <= i && s.u32(i-far)<<8 == want && far > 0 {
			length, dist, gain = s.weigh(i, far, v, length, dist, gain)
			if length >= goodLength {
				return found{length, dist, gain}
			}
		}
	}
	row, up := f.row, f.shape.Row
	if row <= i && s.u32(i-row)<<8 == want && row > 0 {
		length, dist, gain = s.weigh(i, row, v, length, dist, gain)
		if length >= goodLength {
			return found{length, dist, gain}
		}
	}
	if up <= i && up != row && s.u32(i-up)<<8 == want && up > 0 {
		length, dist, gain = s.weigh(i, up, v, length, dist, gain)
	}
	if length >= goodLength {
		return found{length, dist, gain}
	}
	hs, hl := hash3(v), hash8(v)
	ps, pl := &f.short[hs], &f.long[hl]
	es, el := int(*ps), int(*pl)
	*ps, *pl = int32(i), int32(i)
	// A table entry is a position before i, except for the zero of an empty slot.
	if s.u32(el) == uint32(v) && el < i && i-el <= window {
		length, dist, gain = s.weigh(i, i-el, v, length, dist, gain)
	}
	if s.u32(es)<<8 == want && es != el && es < i && i-es <= window {
		length, dist, gain = s.weigh(i, i-es, v, length, dist, gain)
	}
	return found{length, dist, gain}
}

// weigh returns the match of i with position i−at if it saves more than the given length, dist and gain. v is the eight
// bytes at i.
func (s view) weigh(i, at int, v uint64, length, dist, gain int) (int, int, int) {
	var n int
	if d := s.u64(i-at) ^ v; d != 0 {
		// Most matches are short.
		n = bits.TrailingZeros64(d) >> 3
	} else {
		n = s.matchLen(i-at, i)
	}
	if g := n*literalBits - matchBits - bits.Len(uint(at)); g > gain {
		return n, at, g
	}
	return length, dist, gain
}

// cut shortens a match that takes several codes when its remainder repeats the pixel to the left, which is cheaper.
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

// slant returns the distance of about one row that repeats most sampled positions, ignoring those that repeat the pixel
// to the left or above: a diagonal gradient equals the row above shifted by some pixels.
func (s view) slant(known int, shape Shape) int {
	const samples, reach, least = 128, 16, 4
	if shape.Row <= reach*shape.Pixel || shape.Row+reach*shape.Pixel > window {
		return shape.Row
	}
	var count [2*reach + 1]int
	best := reach
	step := max((s.size-known)/samples, 8)
	for i := max(known, shape.Row+reach*shape.Pixel); i+8 <= s.size; i += step {
		v := s.u64(i)
		if v == s.u64(i-shape.Pixel) || v == s.u64(i-shape.Row) {
			continue
		}
		for k := range count {
			if s.u64(i-shape.Row-(k-reach)*shape.Pixel) == v {
				count[k]++
				if count[k] >= least && count[k] > count[best] {
					best = k
				}
			}
		}
	}
	return shape.Row + (best-reach)*shape.Pixel
}

// before counts up to eight equal bytes before i and before i−dist.
func (s view) before(i, dist int) int {
	if i < dist+8 {
		return 0
	}
	return bits.LeadingZeros64(s.u64(i-8)^s.u64(i-8-dist)) >> 3
}
