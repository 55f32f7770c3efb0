package deflate

import "math/bits"

const (
	bestBits = 15
	// bestDepth is the number of earlier positions with the same three bytes that are compared, indexDepth that for
	// one-byte pixels.
	bestDepth, indexDepth = 4, 24
	// farDepth is the number of earlier positions that are compared with the same pixelBytes bytes, or indexBytes for
	// one-byte pixels: more than the flat runs between the steps of a gradient.
	farDepth, pixelBytes, indexBytes = 16, 24, 8
	// A match longer than shortLength is shortened by multiples of longStep only.
	shortLength, longStep = 24, 12
	// bestNice is the length from which a match is taken without searching the positions inside it.
	bestNice = 64
	// bestTurns is the number of times the cheapest parse is computed, each time at the prices of the previous parse.
	bestTurns = 2
	// priceScale is the number of price units per bit.
	priceScale = 16
	// rarePrice is the price of a symbol that did not occur.
	rarePrice = 13 * priceScale
)

// Best is a Compressor that finds the cheapest parse of a block: it collects the matches of every position and computes
// the sequence of matches and literals that takes fewest bits at the prices of the previous parse. Its zero value is
// ready.
type Best struct {
	c        Compressor
	depth    int
	farBytes int
	quick    []byte
	head     [1 << bestBits]int32
	prev     []int32
	// far and farPrev are the same for positions with the same farBytes bytes, of which longer matches are found.
	far     [1 << bestBits]int32
	farPrev []int32
	first   []int32 // offset of each position's matches in matches
	matches []uint32
	cost    []uint32
	from    []uint32 // the step that leads to a position: a match, or 0 for a literal
	kept    []token
	prices  [1 << symbolBits]uint32
	lengths [maxMatch + 1]uint32
}

// bestMatch packs a match: its length above 15 bits of distance − 1.
func bestMatch(length, dist int) uint32 { return uint32(length)<<15 | uint32(dist-1) }

func matchOf(m uint32) (length, dist int) { return int(m >> 15), int(m&(Window-1)) + 1 }

// Block is like Compressor.Block; its result is never longer.
func (b *Best) Block(dst, src []byte, known int, shape Shape, final bool) []byte {
	c := &b.c
	// The initial prices come from the greedy parse.
	quick := c.Block(b.quick[:0], src, known, shape, final)
	b.quick = quick
	if shape.Row > Window {
		shape.Row = 0
	}
	b.depth, b.farBytes = bestDepth, pixelBytes
	if shape.Pixel == 1 {
		b.depth, b.farBytes = indexDepth, indexBytes
	}
	b.find(src, known, shape)
	c.block.count(c.tokens)
	size := b.parse(src, known)
	// The prices of a parse of many short matches make literals expensive. Those of literals alone lead to another parse,
	// which is better for noise.
	if n := len(src) - known; size > 2*n*priceScale && Entropy(src[known:])*8*priceScale < size+size/8 {
		b.kept = append(b.kept[:0], c.tokens...)
		c.block.countBytes(src[known:])
		if b.parse(src, known) > size {
			c.tokens = append(c.tokens[:0], b.kept...)
		}
	}
	start := len(dst)
	if dst = c.write(dst, final); len(dst)-start > len(quick) {
		dst = append(dst[:start], quick...)
	}
	return dst
}

// parse computes the cheapest parse, starting with the prices of the counted symbols, and returns its approximate size in
// price units.
func (b *Best) parse(src []byte, known int) int {
	for range bestTurns {
		b.price()
		b.walk(src, known)
		b.c.block.count(b.c.tokens)
	}
	b.price()
	size := b.c.block.extra * priceScale
	for i, n := range b.c.block.freq {
		size += int(n) * int(b.prices[i])
	}
	return size
}

// find lists the matches of every position, of increasing length, each at the smallest distance found.
func (b *Best) find(src []byte, known int, shape Shape) {
	s := viewOf(src)
	for i := range b.head {
		b.head[i], b.far[i] = -1, -1
	}
	if len(b.first) <= len(src) {
		b.prev, b.farPrev, b.first = make([]int32, len(src)+1), make([]int32, len(src)+1), make([]int32, len(src)+1)
	}
	b.matches = b.matches[:0]
	end := len(src) - b.farBytes
	insert := func(i int) {
		h := (s.u32(i) << 8) * 0x9E3779B1 >> (32 - bestBits)
		b.prev[i], b.head[h] = b.head[h], int32(i)
		h = b.farHash(s, i)
		b.farPrev[i], b.far[h] = b.far[h], int32(i)
	}
	for i := 0; i < min(known, end+1); i++ {
		insert(i)
	}
	likely := [...]int{1, shape.Pixel, shape.Row, shape.Slants[0], shape.Slants[1], 0}
	for i := known; i < len(src); i++ {
		b.first[i] = int32(len(b.matches))
		if i > end {
			continue
		}
		longest := b.longest(s, i, &likely)
		if likely[5] = 0; longest >= minMatch {
			_, likely[5] = matchOf(b.matches[len(b.matches)-1]) // the match probably continues
		}
		insert(i)
		for stop := min(i+longest, end+1); longest >= bestNice && i+1 < stop; {
			i++
			b.first[i] = int32(len(b.matches))
			insert(i)
		}
	}
	b.first[len(src)] = int32(len(b.matches))
}

// longest appends the matches at i and returns the length of the longest.
func (b *Best) longest(s view, i int, likely *[6]int) (longest int) {
	v := s.u32(i) << 8
	longest = minMatch - 1
	try := func(dist int) {
		if n := min(s.matchLen(i-dist, i), maxMatch); n > longest {
			longest = n
			b.matches = append(b.matches, bestMatch(n, dist))
		}
	}
	for _, d := range likely {
		if d > 0 && d <= min(i, Window) && s.u32(i-d)<<8 == v {
			try(d)
		}
	}
	if longest >= bestNice {
		return longest
	}
	at := int(b.head[v*0x9E3779B1>>(32-bestBits)])
	for depth := 0; depth < b.depth && at >= 0 && i-at <= Window && longest < maxMatch && i+longest < s.size; depth++ {
		// A longer match agrees in the four bytes that end just past the longest so far.
		if last := max(longest-3, 0); (longest < minMatch || s.u32(at+last) == s.u32(i+last)) && s.u32(at)<<8 == v {
			try(i - at)
		}
		at = int(b.prev[at])
	}
	at = int(b.far[b.farHash(s, i)])
	for depth := 0; depth < farDepth && at >= 0 && i-at <= Window && longest < maxMatch && i+longest < s.size; depth++ {
		if last := max(longest-3, 0); s.u32(at+last) == s.u32(i+last) {
			try(i - at)
		}
		at = int(b.farPrev[at])
	}
	return longest
}

// farHash returns the hash of farBytes bytes.
func (b *Best) farHash(s view, i int) uint32 {
	v := s.u64(i) * 0x9E3779B185EBCA87
	for k := 8; k < b.farBytes; k += 8 {
		v = (v ^ v>>29 ^ s.u64(i+k)) * 0xC2B2AE3D27D4EB4F
	}
	return uint32(v >> (64 - bestBits))
}

// price sets the symbol prices from their frequencies.
func (b *Best) price() {
	freq := &b.c.block.freq
	freq[endOfBlock]++
	set := func(from, to int) {
		total := uint32(0)
		for _, n := range freq[from:to] {
			total += n
		}
		for i := from; i < to; i++ {
			b.prices[i] = rarePrice
			if n := freq[i]; n > 0 {
				b.prices[i] = max(min(log2(total)-log2(n), 15*priceScale), priceScale/2)
			}
		}
	}
	set(0, litSymbols)
	set(distBase, distBase+distSymbols)
	for n := minMatch; n <= maxMatch; n++ {
		t := lengthTokens[n]
		b.lengths[n] = b.prices[t.symbol()] + uint32(t>>symbolBits&15)*priceScale
	}
}

// Entropy returns the approximate number of bytes of src as literals.
func Entropy(src []byte) int {
	var freq [256]uint32
	for _, c := range src {
		freq[c]++
	}
	sum := 0
	for _, n := range freq {
		if n > 0 {
			sum += int(n) * int(log2(uint32(len(src)))-log2(n))
		}
	}
	return sum / (8 * priceScale)
}

// log2 returns the binary logarithm of n > 0 in units of 1/priceScale, rounded down.
func log2(n uint32) uint32 {
	whole := uint32(bits.Len32(n) - 1)
	// The mantissa, 1 to 2 with 31 fractional bits, is squared once for each further bit of the result.
	m := uint64(n) << (31 - whole)
	out := whole
	for range 4 {
		out <<= 1
		if m = m * m >> 31; m >= 1<<32 {
			m >>= 1
			out++
		}
	}
	return out
}

// walk finds the cheapest parse and its tokens.
func (b *Best) walk(src []byte, known int) {
	n := len(src) - known
	if cap(b.cost) <= n {
		b.cost, b.from = make([]uint32, n+1), make([]uint32, n+1)
	}
	cost, from := b.cost[:n+1], b.from[:n+1]
	for i := range cost {
		cost[i] = 1<<32 - 1
	}
	cost[0] = 0
	for i := 0; i < n; {
		if c := cost[i] + b.prices[src[known+i]]; c < cost[i+1] {
			cost[i+1], from[i+1] = c, 0
		}
		length, least := 0, minMatch
		for _, m := range b.matches[b.first[known+i]:b.first[known+i+1]] {
			var dist int
			length, dist = matchOf(m)
			t := distToken(dist)
			base := cost[i] + b.prices[t.symbol()] + uint32(t>>symbolBits&15)*priceScale
			l := least
			for ; l <= min(length, shortLength); l++ {
				if c := base + b.lengths[l]; c < cost[i+l] {
					cost[i+l], from[i+l] = c, bestMatch(l, dist)
				}
			}
			for l += (length - l) % longStep; l <= length; l += longStep {
				if c := base + b.lengths[l]; c < cost[i+l] {
					cost[i+l], from[i+l] = c, bestMatch(l, dist)
				}
			}
			least = length + 1
		}
		if length >= bestNice {
			i += length
			continue
		}
		i++
	}
	b.trace(src, known, from)
}

// trace converts the steps that lead to the end into tokens.
func (b *Best) trace(src []byte, known int, from []uint32) {
	tokens := b.c.tokens[:cap(b.c.tokens)]
	k := len(tokens)
	for i := len(from) - 1; i > 0; {
		if from[i] == 0 {
			i--
			k--
			tokens[k] = token(src[known+i])
			continue
		}
		length, dist := matchOf(from[i])
		i -= length
		k -= 2
		tokens[k], tokens[k+1] = lengthTokens[length], distToken(dist)
	}
	b.c.tokens = tokens[:copy(tokens, tokens[k:])]
}
