package av1enc

import "math/bits"

// coder writes arithmetically coded symbols (AV1 §8.2) or, when counting, sums their costs without adapting the
// distributions.
type coder struct {
	counting bool
	// cost is in 1/256 bits, when counting.
	cost int

	out []byte
	// low is the lower end of the interval: a 16-bit working window below pending bits that are not yet in out, and a
	// carry above them.
	low     uint64
	span    uint32
	pending int
}

func (e *coder) reset() {
	e.out, e.low, e.span, e.pending = e.out[:0], 0, 1<<15, -1
}

// symbol codes s with a distribution in the form of package tables and adapts it.
func (e *coder) symbol(s int, cdf []uint16) {
	if e.counting {
		e.cost += symbolCost(s, cdf)
		return
	}
	n := len(cdf) - 1
	high, low := uint32(1<<15), 1<<15-uint32(cdf[s])
	if s > 0 {
		high = 1<<15 - uint32(cdf[s-1])
	}
	e.interval(high, low, n-1-s, s > 0)
	adapt(s, cdf)
}

// fixed codes s with a distribution that does not adapt.
func (e *coder) fixed(s int, cdf []uint16) {
	if e.counting {
		e.cost += symbolCost(s, cdf)
		return
	}
	high, low := uint32(1<<15), 1<<15-uint32(cdf[s])
	if s > 0 {
		high = 1<<15 - uint32(cdf[s-1])
	}
	e.interval(high, low, len(cdf)-2-s, s > 0)
}

// literal codes n equiprobable bits of v, most significant first.
func (e *coder) literal(v, n int) {
	if e.counting {
		e.cost += n << 8
		return
	}
	for i := n - 1; i >= 0; i-- {
		if v>>i&1 == 0 {
			e.interval(1<<15, 1<<14, 1, false)
		} else {
			e.interval(1<<14, 0, 0, true)
		}
	}
}

// interval narrows the interval to the part between two values of the inverse distribution; after is the number of
// symbols that follow.
func (e *coder) interval(high, low uint32, after int, inner bool) {
	bottom := (e.span>>8)*(low>>6)>>1 + 4*uint32(after)
	top := e.span
	if inner {
		top = (e.span>>8)*(high>>6)>>1 + 4*uint32(after+1)
		e.low += uint64(e.span - top)
	}
	e.span = top - bottom
	shift := bits.LeadingZeros16(uint16(e.span))
	e.span <<= shift
	e.low <<= shift
	e.pending += shift
	if e.pending > 24 {
		e.flush()
	}
}

// flush moves whole bytes from the window to the output.
func (e *coder) flush() {
	for e.pending >= 8 {
		at := e.pending + 8
		b := e.low >> at
		e.low &= 1<<at - 1
		e.pending -= 8
		if b > 0xff {
			for i := len(e.out) - 1; i >= 0; i-- {
				e.out[i]++
				if e.out[i] != 0 {
					break
				}
			}
		}
		e.out = append(e.out, byte(b))
	}
}

// finish ends the data with the shortest number inside the interval, followed by a one bit and zeros (§8.2.4).
func (e *coder) finish() []byte {
	const mask = 1<<14 - 1
	e.low = (e.low+mask)&^mask | 1<<14
	// Bits down to 14 are significant; the window begins at bit 16.
	shift := 2 + (6-e.pending)&7
	e.low <<= shift
	e.pending += shift
	e.flush()
	return e.out
}

// adapt updates a distribution towards the coded symbol (§8.2.6).
func adapt(s int, cdf []uint16) {
	n := len(cdf) - 1
	count := cdf[n]
	rate := uint(3 + count>>4)
	if count < 32 {
		cdf[n]++
	}
	switch {
	case n > 3:
		rate += 2
	case n > 1:
		rate += uint(bits.Len(uint(n))) - 1
	}
	for i, v := range cdf[:n-1] {
		if i < s {
			cdf[i] = v - v>>rate
		} else {
			cdf[i] = v + (1<<15-v)>>rate
		}
	}
}

// symbolCost returns the cost of a symbol in 1/256 bits.
func symbolCost(s int, cdf []uint16) int {
	p := cdf[s]
	if s > 0 {
		p -= cdf[s-1]
	}
	return int(probabilityCost[p>>6])
}

// probabilityCost is −256 log2 of a probability in 1/512.
var probabilityCost = makeProbabilityCost()

func makeProbabilityCost() (cost [513]uint16) {
	for p := 1; p <= 512; p++ {
		// Squaring doubles the logarithm: eight squarings give eight bits of it.
		x, whole := uint64(p)<<32, 9
		for x < 1<<41 {
			x <<= 1
			whole--
		}
		// x is now p scaled to [1, 2) × 2^41.
		x >>= 10
		fraction := 0
		for range 8 {
			x = x * x >> 31
			fraction <<= 1
			if x >= 1<<32 {
				fraction |= 1
				x >>= 1
			}
		}
		cost[p] = uint16(9<<8 - whole<<8 - fraction)
	}
	// Every symbol has a minimum share of the range.
	cost[0] = 10 << 8
	return cost
}
