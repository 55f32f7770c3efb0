package vp8

import "math/bits"

// bitCost is what a bit of probability p/256 costs, in 1/256 bits; the cost of the
// other value is that of 255−p.
var bitCost = func() (t [256]uint16) {
	for p := range t {
		t[p] = uint16(8*256 - log2(uint64(max(p, 1))))
	}
	return t
}()

// log2 is the binary logarithm of v ≥ 1 with 8 fractional bits, by repeated
// squaring.
func log2(v uint64) int {
	n := bits.Len64(v) - 1
	out := n << 8
	x := v << (31 - n) // 1.31 fixed point
	for bit := 1 << 7; bit > 0; bit >>= 1 {
		x = x * x >> 31
		if x >= 1<<32 {
			x >>= 1
			out |= bit
		}
	}
	return out
}

// levelClasses are the values that cost the same but for their extra bits: 0–4 and
// six categories.
const levelClasses = 11

// costs holds what levels cost under some probabilities, in 1/256 bits.
type costs struct {
	end  [planes][bands][contexts][2]uint16 // that the block ends here, or goes on
	tree [planes][bands][contexts][levelClasses]uint16
}

// extraCost is the cost of a level's sign and extra bits.
var extraCost = func() (t [2048]uint16) {
	for v := 1; v < len(t); v++ {
		c := 256
		if v >= 5 {
			cat := categories[categoryOf(v)]
			for i, p := range cat.probs {
				if (v-cat.base)>>(len(cat.probs)-1-i)&1 != 0 {
					p = 255 - p
				}
				c += int(bitCost[p])
			}
		}
		t[v] = uint16(c)
	}
	return t
}()

func classOf(v int) int {
	if v < 5 {
		return v
	}
	return 5 + categoryOf(v)
}

// set computes the costs for probabilities p.
func (c *costs) set(p *probabilities) {
	for plane := range planes {
		for band := range bands {
			for ctx := range contexts {
				q := p[contextID(plane, band, ctx):][:nodes]
				zero := func(i int) uint16 { return bitCost[q[i]] }
				one := func(i int) uint16 { return bitCost[255-q[i]] }
				c.end[plane][band][ctx] = [2]uint16{zero(0), one(0)}
				t := &c.tree[plane][band][ctx]
				t[0] = zero(1)
				t[1] = one(1) + zero(2)
				big := one(1) + one(2)
				t[2] = big + zero(3) + zero(4)
				t[3] = big + zero(3) + one(4) + zero(5)
				t[4] = big + zero(3) + one(4) + one(5)
				big += one(3)
				t[5] = big + zero(6) + zero(7)
				t[6] = big + zero(6) + one(7)
				big += one(6)
				t[7] = big + zero(8) + zero(9)
				t[8] = big + zero(8) + one(9)
				t[9] = big + one(8) + zero(10)
				t[10] = big + one(8) + one(10)
			}
		}
	}
}

// block is the cost of a block's levels.
func (c *costs) block(levels *[16]int16, first, last, plane, ctx int) int {
	end, tree := &c.end[plane], &c.tree[plane]
	band := bandOf[first]
	if last < first {
		return int(end[band][ctx][0])
	}
	total := int(end[band][ctx][1])
	for n := first; n <= last; n++ {
		v := int(levels[n])
		if v < 0 {
			v = -v
		}
		total += int(tree[band][ctx][classOf(v)]) + int(extraCost[v&2047])
		band = bandOf[n+1]
		ctx = min(v, 2)
		if ctx != 0 && n < 15 {
			if n == last {
				total += int(end[band][ctx][0])
			} else {
				total += int(end[band][ctx][1])
			}
		}
	}
	return total
}
