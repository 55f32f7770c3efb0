package deflate

import (
	"math"
	"math/bits"
)

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
	// back holds the candidates of a position, as negative offsets in order of preference: the left pixel, the byte
	// before, two slants that span further, the last used distance of about one row, the row above, and the entries of
	// the tables long and short. In the place of one that does not exist is the byte before, at a higher price.
	back [candidates]int
	// price is a match's approximate price in bits, by candidate, and its rank, as subtracted from lengthKeys.
	price [candidates]int32
	slots [2]int32 // the position's entries of long and short
	short [1 << shortBits]int32
	long  [1 << longBits]int32

	shape Shape
	row   int    // the last used distance of about one row
	far   [2]int // slants that span further
	next  int    // the position from which another known distance is a candidate
}

// Indices of back and price.
const (
	leftCandidate = iota
	byteCandidate
	farCandidate
	rowCandidate = iota + 1
	upCandidate
	longCandidate
	shortCandidate
	candidates
)

// Of each candidate, up to nearBytes bytes are compared first. The result is one number, the candidate's key: the bits that
// the match saves, a rank that prefers the earlier of equal candidates, and the match's length.
const (
	nearBytes = 16
	gainShift = 16
	rankShift = 8
	lastRank  = candidates - 1
	noKey     = -1 << 28
)

// lengthKeys holds the keys of matches by length, without price and rank, and longKeys those of candidates from long, of
// which four bytes must match. Matches of nearBytes have none: their length is not known yet.
var lengthKeys, longKeys = keysFrom(minMatch), keysFrom(minMatch + 1)

func keysFrom(least int) (t [nearBytes + 1]int32) {
	for n := range t {
		t[n] = noKey
		if n >= least && n < nearBytes {
			t[n] = int32(n)*literalBits<<gainShift | int32(n)
		}
	}
	return t
}

// priceKey returns what a candidate's price of the given bits subtracts from a key.
func priceKey(candidate, bits int) int32 {
	return int32(bits<<gainShift - (lastRank-candidate)<<rankShift)
}

// distanceBits returns the approximate price of a match with any distance but the pixel to the left.
func distanceBits(dist int) int { return matchBits + bits.Len(uint(dist)) }

func (f *finder) reset(shape Shape) {
	f.shape = shape
	f.row = shape.Row
	f.far = [2]int{}
	clear(f.short[:])
	clear(f.long[:])
}

// know sets the known candidates at position i, which are those that do not reach beyond the first byte.
func (f *finder) know(i int) {
	f.next = math.MaxInt
	for k, dist := range [...]int{leftCandidate: f.shape.Pixel, byteCandidate: 1, farCandidate: f.far[0], farCandidate + 1: f.far[1], rowCandidate: f.row, upCandidate: f.shape.Row} {
		if dist > i {
			f.next = min(f.next, dist)
			dist = 0
		}
		price := leftBits
		if k > byteCandidate {
			price = distanceBits(dist)
		}
		if dist == 0 {
			dist, price = 1, distanceBits(1)
		}
		f.back[k], f.price[k] = -dist, priceKey(k, price)
	}
}

// remember records a used distance of about one row or a slant, of a match at position i.
func (f *finder) remember(i, dist, length int) {
	if d := dist - f.shape.Row; length >= rowLength && d != 0 && d >= -nearRow && d <= nearRow && dist != f.row {
		f.row = dist
		f.know(i)
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

// best returns the match at 8 ≤ i ≤ len(src)−8 that saves most, and adds i to the hash tables. The first known candidate of
// goodLength is taken without comparing others, and without adding i.
func (f *finder) best(src []byte, i int) found {
	s := viewOf(src)
	if i >= f.next {
		f.know(i)
	}
	var key int32
	var full uint32
	if i+nearBytes <= len(src) {
		key, full = near(f, s.p, i)
	} else {
		key, full = plainNear(f, s, i)
	}
	if full != 0 {
		return f.compare(s, i, key, full)
	}
	f.add(i)
	return f.foundBy(key)
}

// add adds position i, whose slots are set, to the hash tables.
func (f *finder) add(i int) {
	f.long[f.slots[0]&(1<<longBits-1)], f.short[f.slots[1]&(1<<shortBits-1)] = int32(i), int32(i)
}

// foundBy returns the match of a key.
func (f *finder) foundBy(key int32) found {
	return found{int(key & 0xff), -f.back[candidateOf(key)], int(key >> gainShift)}
}

func candidateOf(key int32) int { return lastRank - int(key>>rankShift)&lastRank }

// compare is best for a position at which the candidates of the set full match for nearBytes, with the greatest key of the
// others.
func (f *finder) compare(s view, i int, key int32, full uint32) (m found) {
	rank := 0
	for ; full != 0; full &= full - 1 {
		k := bits.TrailingZeros32(full) & lastRank
		dist := -f.back[k]
		n := s.matchFrom(i-dist, i, nearBytes)
		if gain := n*literalBits - int((f.price[k]+lastRank<<rankShift)>>gainShift); gain > m.gain {
			m, rank = found{n, dist, gain}, k
		}
		if m.length >= goodLength && k < longCandidate {
			return m
		}
	}
	f.add(i)
	if gain := int(key >> gainShift); gain > m.gain || gain == m.gain && candidateOf(key) < rank {
		return f.foundBy(key)
	}
	return m
}

// plainNear compares the candidates of position i. It returns the greatest key of those that match for less than nearBytes,
// and the set of the others. It is near in Go, also for the last positions.
func plainNear(f *finder, s view, i int) (key int32, full uint32) {
	v := s.u64(i)
	hs, hl := hash3(v), hash8(v)
	f.slots = [2]int32{int32(hl), int32(hs)}
	dists := [...]int{longCandidate: i - int(f.long[hl]), shortCandidate: i - int(f.short[hs])}
	if dists[shortCandidate] == dists[longCandidate] {
		dists[shortCandidate] = 1
	}
	for k := longCandidate; k < candidates; k++ {
		dist := dists[k]
		if dist > window {
			dist = 1
		}
		f.back[k], f.price[k] = -dist, priceKey(k, distanceBits(dist))
	}
	key = noKey << 1
	for k, back := range f.back {
		n := 0
		if d := s.u64(i+back) ^ v; d != 0 {
			n = bits.TrailingZeros64(d) >> 3
		} else if n = 8; i+8 < s.size {
			n = min(s.matchFrom(i+back, i, 8), nearBytes)
		}
		keys := &lengthKeys
		if k == longCandidate {
			keys = &longKeys
		}
		key = max(key, keys[n]-f.price[k])
		full |= uint32(n>>4) << k
	}
	return key, full
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
