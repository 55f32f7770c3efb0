package av1dec

import "math/bits"

// symbolReader is the arithmetic decoder of a tile (AV1 specification §8.2). Its window holds SymbolValue from bit 48
// upwards and prefetched bits below it; as in the specification, both are complements of the data.
type symbolReader struct {
	data   []byte
	window uint64
	shift  int // bit position of the next byte
	rng    uint32
	adapt  bool
}

// exhausted is added to shift once the data has ended, so that no refill happens: the missing bits read as zeros.
const exhausted = -1 << 30

// overrun reports whether more zero bits were read past the end than a valid stream omits (§8.2.4 allows 14).
func (s *symbolReader) overrun() bool { return s.shift < exhausted>>1 && s.shift-exhausted > 40+14 }

func (s *symbolReader) init(data []byte, adapt bool) {
	*s = symbolReader{data: data, window: 1<<63 - 1, shift: 55, rng: 1 << 15, adapt: adapt}
	s.fill()
}

func (s *symbolReader) fill() {
	for s.shift >= 0 {
		if len(s.data) == 0 {
			s.shift += exhausted
			return
		}
		s.window ^= uint64(s.data[0]) << s.shift
		s.data = s.data[1:]
		s.shift -= 8
	}
}

// symbol decodes a symbol with the distribution cdf and adapts it.
func (s *symbolReader) symbol(cdf []uint16) int {
	n := len(cdf) - 1
	value := uint32(s.window >> 48)
	r := s.rng >> 8
	cur, prev := s.rng, uint32(0)
	sym := -1
	for {
		sym++
		prev = cur
		cur = r*uint32((32768-cdf[sym])>>6)>>1 + 4*uint32(n-sym-1)
		if value >= cur || sym == n-1 {
			break
		}
	}
	s.consume(prev, cur)
	if s.adapt {
		adapt(cdf, sym)
	}
	return sym
}

// consume narrows the range to the part from cur up to prev.
func (s *symbolReader) consume(prev, cur uint32) {
	s.window -= uint64(cur) << 48
	s.rng = prev - cur
	d := 16 - bits.Len32(s.rng)
	s.rng <<= d
	s.window = s.window<<d | (1<<d - 1)
	s.shift += d
	if s.shift > 40 {
		s.fill()
	}
}

// adapt updates a distribution towards sym.
func adapt(cdf []uint16, sym int) {
	n := len(cdf) - 1
	count := cdf[n]
	rate := 3 + min(bits.Len(uint(n))-1, 2)
	if count > 15 {
		rate++
	}
	if count > 31 {
		rate++
	}
	for i := range cdf[:sym] {
		cdf[i] -= cdf[i] >> rate
	}
	for i := sym; i < n-1; i++ {
		cdf[i] += (32768 - cdf[i]) >> rate
	}
	if count < 32 {
		cdf[n] = count + 1
	}
}

// flag decodes a binary symbol.
func (s *symbolReader) flag(cdf *[3]uint16) bool { return s.symbol(cdf[:]) != 0 }

// bool decodes an equiprobable bit.
func (s *symbolReader) bool() int {
	cur := (s.rng>>8)*256>>1 + 4
	if uint32(s.window>>48) < cur {
		s.consumeLow(cur)
		return 1
	}
	s.consume(s.rng, cur)
	return 0
}

// consumeLow narrows the range to the part below cur.
func (s *symbolReader) consumeLow(cur uint32) { s.consume(cur, 0) }

// literal decodes n equiprobable bits.
func (s *symbolReader) literal(n int) int {
	v := 0
	for range n {
		v = v<<1 | s.bool()
	}
	return v
}

// ns decodes a value below n > 0 with a nearly uniform code.
func (s *symbolReader) ns(n int) int {
	w := bits.Len(uint(n))
	m := 1<<w - n
	v := s.literal(w - 1)
	if v < m {
		return v
	}
	return v<<1 - m + s.literal(1)
}
