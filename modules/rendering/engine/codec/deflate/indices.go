package deflate

import "math/bits"

// Images with one byte per pixel are mostly palette indices of text on a uniform background. Between the runs of the
// background there are short groups of pixels that repeat entirely or not at all, so a single hash table over five
// bytes suffices: shorter repeats cost about what they save.
const (
	indexRun    = 4  // minimum length of a run of one index
	indexLength = 5  // minimum length of any other match
	indexLazy   = 16 // below this length, the next position is searched before a match is taken
)

func hash5(v uint64) uint32 { return uint32(v << 24 * 0x9E3779B185EBCA87 >> (64 - shortBits)) }

// matchIndices is match for one-byte pixels.
func (c *Compressor) matchIndices(src []byte, known int, shape Shape) {
	f := &c.find
	f.reset(shape)
	s := viewOf(src)
	tokens := c.tokens[:cap(c.tokens)]
	n := 0 // tokens
	i, end := known, len(src)-8
	for ; i < 8 && i < len(src); i++ {
		tokens[n] = token(src[i])
		n++
	}
	first := n // first of the literals that a match may absorb
	for i <= end {
		v := s.u64(i)
		if d := v ^ s.u64(i-1); uint32(d) == 0 {
			length := s.equal(d, i-1, i)
			n += copies(tokens[n:], length, 1)
			i += length
			first = n
			continue
		}
		length, dist := f.matchIndex(s, i, v)
		if length < indexLength {
			tokens[n] = token(v & 255)
			n++
			i++
			if uint32(v^v>>8) != 0 && i <= end {
				// Matches at the remaining positions are found from their second byte.
				f.short[hash5(s.u64(i))] = int32(i)
				tokens[n] = token(v >> 8 & 255)
				n++
				i++
			}
			continue
		}
		if length < indexLazy && i < end {
			if l, d := f.matchIndex(s, i+1, s.u64(i+1)); l > length+1 {
				length, dist = l, d
				tokens[n] = token(v & 255)
				n++
				i++
			}
		}
		stop := i + length
		if back := min(s.before(i, dist), n-first); back > 0 {
			length += back
			n -= back
		}
		n += copies(tokens[n:], length, dist)
		first = n
		i = stop
		if stop <= end {
			for k := stop - indexLength; k < stop; k++ {
				f.short[hash5(s.u64(k))] = int32(k)
			}
		}
	}
	for ; i < len(src); i++ {
		tokens[n] = token(src[i])
		n++
	}
	c.tokens = tokens[:n]
}

// matchIndex returns the longest match at 8 ≤ i ≤ len(src)−8 among the row above and the last position with the same five
// bytes, and records i.
func (f *finder) matchIndex(s view, i int, v uint64) (length, dist int) {
	slot := &f.short[hash5(v)]
	at := int(*slot)
	*slot = int32(i)
	if d := i - at; d <= window {
		length, dist = s.equal(s.u64(at)^v, at, i), d
	}
	if row := f.shape.Row; i >= row && row > 0 {
		if l := s.equal(s.u64(i-row)^v, i-row, i); l > length || l == length && row < dist {
			length, dist = l, row
		}
	}
	return length, dist
}

// equal is matchLen with d already computed: the exclusive or of the eight bytes at a and b.
func (s view) equal(d uint64, a, b int) int {
	if d != 0 {
		return bits.TrailingZeros64(d) >> 3
	}
	return s.matchLen(a, b)
}
