package vp8

import "math/bits"

// Dimensions of the coefficient probabilities (§13.3).
const (
	planes   = 4
	bands    = 8
	contexts = 3
	nodes    = 11
)

// Planes: what a block of coefficients is.
const (
	planeYAfterY2 = 0 // luma without its DC
	planeY2       = 1 // the DCs of sixteen luma blocks
	planeUV       = 2
	planeY        = 3 // luma with its DC
)

// bandOf is the band of a coefficient by its place in zigzag order.
var bandOf = [17]uint8{0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0}

// zigzag is the natural index of each coefficient in sending order.
var zigzag = [16]uint8{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}

// A token is one binary decision: its value in bit 15 and either the number of an
// adaptive probability or, with fixed set, a probability in the low byte.
type token uint16

const (
	tokenBit   = 1 << 15
	tokenFixed = 1 << 14
)

// tokens collects the decisions of a picture and counts them.
type tokens struct {
	list  []token
	count [planes * bands * contexts * nodes][2]uint32
}

func (t *tokens) reset() {
	t.list = t.list[:0]
	clear(t.count[:])
}

func contextID(plane, band, ctx int) int { return ((plane*bands+band)*contexts + ctx) * nodes }

func (t *tokens) add(bit bool, id int) bool {
	if bit {
		t.list = append(t.list, token(id)|tokenBit)
		t.count[id][1]++
	} else {
		t.list = append(t.list, token(id))
		t.count[id][0]++
	}
	return bit
}

func (t *tokens) fixed(bit bool, prob uint8) {
	v := token(prob) | tokenFixed
	if bit {
		v |= tokenBit
	}
	t.list = append(t.list, v)
}

// categories of large values: their base and the probabilities of their extra bits
// (§13.2).
var categories = [6]struct {
	base  int
	probs []uint8
}{
	{5, []uint8{159}},
	{7, []uint8{165, 145}},
	{11, []uint8{173, 148, 140}},
	{19, []uint8{176, 155, 140, 135}},
	{35, []uint8{180, 157, 141, 134, 130}},
	{67, []uint8{254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129}},
}

func categoryOf(v int) int {
	switch {
	case v < 7:
		return 0
	case v < 11:
		return 1
	}
	return min(bits.Len(uint(v-3))-2, 5)
}

// coefficients records levels[first:] of a block, given in sending order with the
// last non-zero one at last (−1 for none), and says whether there was any.
func (t *tokens) coefficients(levels *[16]int16, first, last, plane, ctx int) bool {
	n := first
	p := contextID(plane, int(bandOf[n]), ctx)
	if !t.add(last >= n, p) {
		return false
	}
	for n < 16 {
		v := int(levels[n])
		negative := v < 0
		if negative {
			v = -v
		}
		n++
		if !t.add(v != 0, p+1) {
			p = contextID(plane, int(bandOf[n]), 0)
			continue
		}
		if !t.add(v > 1, p+2) {
			p = contextID(plane, int(bandOf[n]), 1)
		} else {
			t.large(v, p)
			p = contextID(plane, int(bandOf[n]), 2)
		}
		t.fixed(negative, even)
		if n == 16 || !t.add(n <= last, p) {
			return true
		}
	}
	return true
}

// large records a value above 1.
func (t *tokens) large(v, p int) {
	if !t.add(v > 4, p+3) {
		if t.add(v > 2, p+4) {
			t.add(v == 4, p+5)
		}
		return
	}
	c := categoryOf(v)
	if !t.add(c >= 2, p+6) {
		t.add(c == 1, p+7)
	} else {
		t.add(c >= 4, p+8)
		if c >= 4 {
			t.add(c == 5, p+10)
		} else {
			t.add(c == 3, p+9)
		}
	}
	cat := &categories[c]
	rest := v - cat.base
	for i, prob := range cat.probs {
		t.fixed(rest>>(len(cat.probs)-1-i)&1 != 0, prob)
	}
}

// probabilities has room for any token number.
type probabilities [2048]uint8

// flat is a set of probabilities as one list.
func flat(p *[planes][bands][contexts][nodes]uint8) (out probabilities) {
	i := 0
	for a := range p {
		for b := range p[a] {
			for c := range p[a][b] {
				i += copy(out[i:], p[a][b][c][:])
			}
		}
	}
	return out
}

var (
	defaults = flat(&defaultProb)
	updates  = flat(&updateProb)
)

// best returns the probability that suits the counts.
func best(zeros, ones uint32) uint8 {
	if ones == 0 {
		return 255
	}
	return uint8(max(255-uint64(ones)*255/uint64(zeros+ones), 1))
}

// adapt chooses the probabilities to send: a new one where it saves more than it
// costs to tell.
func (t *tokens) adapt() probabilities {
	out := defaults
	for i, n := range t.count {
		p := best(n[0], n[1])
		old, now := bitsOf(n, out[i]), bitsOf(n, p)
		old += int(bitCost[updates[i]])
		now += int(bitCost[255-updates[i]]) + 8*256
		if now < old {
			out[i] = p
		}
	}
	return out
}

func bitsOf(n [2]uint32, p uint8) int {
	return int(n[0])*int(bitCost[p]) + int(n[1])*int(bitCost[255-p])
}

// write codes all decisions: what boolWriter.put does, with its state in registers.
func (t *tokens) write(w *boolWriter, probs *probabilities) {
	value, rng, n := w.value, w.rng, w.n
	for _, tok := range t.list {
		p := uint32(uint8(tok))
		if tok&tokenFixed == 0 {
			p = uint32(probs[tok&0x7ff])
		}
		split := rng * p >> 8
		if tok&tokenBit != 0 {
			value += split + 1
			rng -= split + 1
		} else {
			rng = split
		}
		if rng < 127 {
			shift := bits.LeadingZeros32(rng+1) - 24
			rng = (rng+1)<<shift - 1
			value <<= shift
			n += shift
			if n > 0 {
				w.value, w.n = value, n
				w.flush()
				value, n = w.value, w.n
			}
		}
	}
	w.value, w.rng, w.n = value, rng, n
}
