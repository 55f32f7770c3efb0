package vp8

import (
	"encoding/binary"
	"sync"
)

// Probabilities of the 16×16 luma and the chroma modes of key frames (§8.1, §16.1).
const (
	probWhole  = 145 // probability of 4×4 luma prediction
	probY1     = 156
	probY2DC   = 163
	probY2H    = 128
	probUVDC   = 142
	probUVV    = 114
	probUVH    = 183
	wholeModes = 4
)

// coder receives the decisions of a mode: a token list or a cost counter.
type coder interface{ put(bit bool, prob uint8) }

// costSum sums the costs of bits, in 1/256 bits.
type costSum int

func (c *costSum) put(bit bool, prob uint8) {
	if bit {
		prob = 255 - prob
	}
	*c += costSum(bitCost[prob])
}

// fixedTokens is a list of decisions with fixed probabilities.
type fixedTokens []byte

func (l *fixedTokens) put(bit bool, prob uint8) {
	tok := fixedAt + uint16(prob)
	if bit {
		tok |= tokenBit
	}
	*l = binary.LittleEndian.AppendUint16(*l, tok)
}

// smallTokens holds the decisions of the 4×4 modes, indexed by the modes above and to the left.
var smallTokens = sync.OnceValue(func() *[modes][modes][modes]fixedTokens {
	t := new([modes][modes][modes]fixedTokens)
	for a := range t {
		for l := range t[a] {
			for m := range t[a][l] {
				putSmall(&t[a][l][m], uint8(m), uint8(a), uint8(l))
			}
		}
	}
	return t
})

// putWhole writes a 16×16 luma mode, including the choice of 16×16 prediction.
func putWhole(c coder, mode uint8) {
	c.put(true, probWhole)
	switch mode {
	case modeDC, modeV:
		c.put(false, probY1)
		c.put(mode == modeV, probY2DC)
	default:
		c.put(true, probY1)
		c.put(mode == modeTM, probY2H)
	}
}

// putChroma writes a chroma mode.
func putChroma(c coder, mode uint8) {
	if c.put(mode != modeDC, probUVDC); mode == modeDC {
		return
	}
	if c.put(mode != modeV, probUVV); mode == modeV {
		return
	}
	c.put(mode == modeTM, probUVH)
}

// putSmall writes a 4×4 mode in the context of the modes above and to the left.
func putSmall(c coder, mode, above, left uint8) {
	p := &modeProb[above][left]
	// The tree of §11.2: DC, TM, V, then two branches.
	for i, m := range [3]uint8{modeDC, modeTM, modeV} {
		c.put(mode != m, p[i])
		if mode == m {
			return
		}
	}
	diagonal := mode != modeH && mode != modeRD && mode != modeVR
	c.put(diagonal, p[3])
	if !diagonal {
		if c.put(mode != modeH, p[4]); mode != modeH {
			c.put(mode == modeVR, p[5])
		}
		return
	}
	for i, m := range [3]uint8{modeLD, modeVL, modeHD} {
		c.put(mode != m, p[6+i])
		if mode == m {
			return
		}
	}
}

// Mode costs in 1/256 bits; smallCost is indexed by the modes above and to the left.
var (
	wholeCost = func() (t [wholeModes]int) {
		for m := range t {
			var c costSum
			putWhole(&c, uint8(m))
			t[m] = int(c)
		}
		return t
	}()
	chromaCost = func() (t [wholeModes]int) {
		for m := range t {
			var c costSum
			putChroma(&c, uint8(m))
			t[m] = int(c)
		}
		return t
	}()
	smallCost = func() (t [modes][modes][modes]uint16) {
		for a := range t {
			for l := range t[a] {
				for m := range t[a][l] {
					var c costSum
					putSmall(&c, uint8(m), uint8(a), uint8(l))
					t[a][l][m] = uint16(c)
				}
			}
		}
		return t
	}()
)
