package av1enc

import (
	"math/bits"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// order describes how the coefficients of a transform size and class are coded: for each scan index its position, its
// position in the padded levels and its context offsets.
type order struct {
	once        sync.Once
	pos, padded []uint16
	base, more  []uint8
	// stride is the row length of the padded levels.
	stride int
	// near holds the neighbours' offsets in the padded levels: five form the context of a base level; nearMore forms
	// that of the range increments (coeff_br).
	near     [5]int
	nearMore [3]int
}

var orders [tables.TxSizes][3]order

// orderOf is safe for concurrent use.
func orderOf(tx tables.TxSize, class tables.TxClass) *order {
	o := &orders[tx][class]
	o.once.Do(func() { o.make(tx, class) })
	return o
}

func (o *order) make(tx tables.TxSize, class tables.TxClass) {
	typ := [3]tables.TxType{tables.DCTDCT, tables.HDCT, tables.VDCT}[class]
	o.pos = tables.Scan(tx, typ)
	w := tables.CodedTx[tx].Width()
	o.stride = w + 4
	for i, n := range tables.BaseNeighbours[class] {
		o.near[i] = n[0]*o.stride + n[1]
	}
	for i, n := range tables.RangeNeighbours[class] {
		o.nearMore[i] = n[0]*o.stride + n[1]
	}
	n := len(o.pos)
	o.padded, o.base, o.more = make([]uint16, n), make([]uint8, n), make([]uint8, n)
	for i, p := range o.pos {
		row, col := int(p)/w, int(p)%w
		o.padded[i] = uint16(row*o.stride + col)
		first := false
		switch class {
		case tables.ClassHorz:
			o.base[i], first = uint8(tables.BaseOffset1D[min(col, 2)]), col == 0
		case tables.ClassVert:
			o.base[i], first = uint8(tables.BaseOffset1D[min(row, 2)]), row == 0
		default:
			o.base[i], first = uint8(tables.BaseOffset(tx, row, col)), row < 2 && col < 2
		}
		switch {
		case p == 0:
			o.more[i] = 0
		case first:
			o.more[i] = 7
		default:
			o.more[i] = 14
		}
	}
}

// levelMap holds the magnitudes of one transform block with a margin of zeros to the right and below.
type levelMap [36 * 37]uint8

// baseContext returns the context of a base level at scan index i (AV1 §8.3.2, coeff_base).
func (m *levelMap) baseContext(o *order, i int) int {
	l := m[o.padded[i]:]
	sum := int(min(l[o.near[0]], 3)) + int(min(l[o.near[1]], 3)) + int(min(l[o.near[2]], 3)) + int(min(l[o.near[3]], 3)) + int(min(l[o.near[4]], 3))
	if i == 0 && o.base[0] < 26 {
		return 0
	}
	return min((sum+1)>>1, 4) + int(o.base[i])
}

// moreContext returns the context of a level's range increments (§8.3.2, coeff_br).
func (m *levelMap) moreContext(o *order, i int) int {
	l := m[o.padded[i]:]
	sum := int(min(l[o.nearMore[0]], 15)) + int(min(l[o.nearMore[1]], 15)) + int(min(l[o.nearMore[2]], 15))
	return min((sum+1)>>1, 6) + int(o.more[i])
}

// lastContext returns the context of the last level of a block of n coefficients.
func lastContext(i, n int) int {
	switch {
	case i == 0:
		return 0
	case i <= n/8:
		return 1
	case i <= n/4:
		return 2
	}
	return 3
}

// endClass splits an end of block ≥ 1 into its class and the number and value of its extra bits (§5.11.39).
func endClass(eob int) (class, n, extra int) {
	if eob <= 2 {
		return eob - 1, 0, 0
	}
	n = bits.Len(uint(eob-1)) - 1
	return n + 1, n, eob - 1 - 1<<n
}

// endCDF returns the distribution of a transform's end-of-block class.
func endCDF(c *tables.CDFs, tx tables.TxSize, kind int, class tables.TxClass) []uint16 {
	flat := 0
	if class != tables.Class2D {
		flat = 1
	}
	coded := tables.CodedTx[tx]
	switch tables.TxWidthLog2[coded] + tables.TxHeightLog2[coded] {
	case 4:
		return c.EOB16[kind][flat][:]
	case 5:
		return c.EOB32[kind][flat][:]
	case 6:
		return c.EOB64[kind][flat][:]
	case 7:
		return c.EOB128[kind][flat][:]
	case 8:
		return c.EOB256[kind][flat][:]
	case 9:
		return c.EOB512[kind][flat][:]
	}
	return c.EOB1024[kind][flat][:]
}

// writeLevels codes the levels of a block in scan order, the last of which is nonzero. all_zero and the transform type
// precede them.
func (t *tile) writeLevels(levels []int16, tx tables.TxSize, class tables.TxClass, kind, dcContext int) {
	e, c := &t.coder, &t.cdf
	size := tables.TxSizeContext(tx)
	o := orderOf(tx, class)
	eob := len(levels)
	m := &t.map1
	clear(m[:o.stride*(len(o.pos)/(o.stride-4)+4)])

	name, n, extra := endClass(eob)
	e.symbol(name, endCDF(c, tx, kind, class))
	if n > 0 {
		high := extra >> (n - 1)
		e.symbol(high, c.EOBExtra[size][kind][n-1][:])
		e.literal(extra-high<<(n-1), n-1)
	}
	for i := eob - 1; i >= 0; i-- {
		l := int(levels[i])
		l = max(l, -l)
		if i == eob-1 {
			e.symbol(min(l, 3)-1, c.BaseEOB[size][kind][lastContext(i, len(o.pos))][:])
		} else {
			e.symbol(min(l, 3), c.Base[size][kind][m.baseContext(o, i)][:])
		}
		if l > 2 {
			cdf := c.Range[min(size, 3)][kind][m.moreContext(o, i)][:]
			for rest, k := l-3, 0; k < 4; k++ {
				e.symbol(min(rest, 3), cdf)
				if rest < 3 {
					break
				}
				rest -= 3
			}
		}
		m[o.padded[i]] = uint8(min(l, 15))
	}
	for i, v := range levels {
		if v == 0 {
			continue
		}
		sign, l := 0, int(v)
		if v < 0 {
			sign, l = 1, -l
		}
		if i == 0 {
			e.symbol(sign, c.DCSign[kind][dcContext][:])
		} else {
			e.literal(sign, 1)
		}
		if l > 14 {
			x := l - 14
			n := bits.Len(uint(x))
			e.literal(0, n-1)
			e.literal(x, n)
		}
	}
}

// costs holds the costs of coefficient symbols in 1/256 bits, refreshed periodically from the distributions.
type costs struct {
	base [5][2][42][4]uint16
	last [5][2][4][3]uint16
	// more is the cost of 0 to 12 above a base level of 3.
	more [4][2][21][13]uint16
}

func (k *costs) update(c *tables.CDFs) {
	for size := range 5 {
		for kind := range 2 {
			for i := range c.Base[size][kind] {
				for s := range 4 {
					k.base[size][kind][i][s] = uint16(symbolCost(s, c.Base[size][kind][i][:]))
				}
			}
			for i := range c.BaseEOB[size][kind] {
				for s := range 3 {
					k.last[size][kind][i][s] = uint16(symbolCost(s, c.BaseEOB[size][kind][i][:]))
				}
			}
			if size > 3 {
				continue
			}
			for i := range c.Range[size][kind] {
				sum := 0
				for l := range 13 {
					if l == 12 {
						k.more[size][kind][i][l] = uint16(sum)
						break
					}
					k.more[size][kind][i][l] = uint16(sum + symbolCost(l%3, c.Range[size][kind][i][:]))
					if l%3 == 2 {
						sum += symbolCost(3, c.Range[size][kind][i][:])
					}
				}
			}
		}
	}
}

// golombCost returns the cost of the part of a level above 14.
func golombCost(l int) int {
	if l <= 14 {
		return 0
	}
	return (2*bits.Len(uint(l-14)) - 1) << 8
}
