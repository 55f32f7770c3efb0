package vp8

import (
	"encoding/binary"
	"math/bits"
)

// Dimensions of the coefficient probabilities (§13.3).
const (
	planes   = 4
	bands    = 8
	contexts = 3
	nodes    = 11
)

// Plane types of a block of coefficients.
const (
	planeYAfterY2 = 0 // luma without its DC
	planeY2       = 1 // the DCs of sixteen luma blocks
	planeUV       = 2
	planeY        = 3 // luma with its DC
)

// bandOf is the band of a coefficient by its zigzag position.
var bandOf = [17]uint8{0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0}

// zigzag is the natural index of each coefficient in zigzag order.
var zigzag = [16]uint8{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}

// lastByte is the zigzag position, plus one, of the last coefficient whose bit is set in a byte: for the first eight
// and the last eight natural indices.
var lastByte = func() (t [2][256]int8) {
	for n, at := range zigzag {
		for v := range t[at/8] {
			if v>>(at%8)&1 != 0 {
				t[at/8][v] = int8(n + 1)
			}
		}
	}
	return t
}()

// lastOf returns the zigzag position of the last coefficient whose bit is set, −1 for none.
func lastOf(nonzero uint) int {
	return int(max(lastByte[0][nonzero&0xff], lastByte[1][nonzero>>8&0xff])) - 1
}

// A token is one binary decision: its value in bit 15 and a probability index: an adaptive one or, from fixedAt on,
// fixedAt plus a fixed probability.
const (
	tokenBit  = 1 << 15
	tokenSize = 2
	fixedAt   = planes * bands * contexts * nodes
)

// classes is the number of value classes: 0–4 and six categories.
const classes = 5 + len(categories)

// tokens collects the decisions of an image and their statistics.
type tokens struct {
	list []byte // little endian; len is the reserved size
	size int
	// count holds the frequencies of values in each context by class, first where the block could not end; ends counts
	// the ends of block.
	count [planes * bands * contexts][2][classes + 1]uint32
	ends  [planes * bands * contexts]uint32
}

func (t *tokens) reset() {
	t.size = 0
	clear(t.count[:])
	clear(t.ends[:])
}

// reserve reserves space for a macroblock.
func (t *tokens) reserve() {
	// A value takes at most 6 decisions in its tree, 11 extra bits, a sign and an end-of-block flag. Stores of several
	// tokens may write a little further.
	const most = 25*16*19*tokenSize + 16
	if len(t.list)-t.size < most {
		grown := make([]byte, 2*len(t.list)+2*most)
		copy(grown, t.list[:t.size])
		t.list = grown
	}
}

// contextID returns the index of a context of a plane's band.
func contextID(plane, band, ctx int) int { return (plane*bands+band)*contexts + ctx }

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

// path is the decisions for a class in the token tree, at nodes relative to their context's.
type path struct {
	tokens [2]uint64 // four tokens each, the first in the low bits
	factor [2]uint64 // ones in the lanes of the tokens present
	size   int
}

// paths holds the paths through the tree of §13.2 without its root, by class.
var paths = func() (t [classes]path) {
	steps := [classes][]int{
		// Nodes; negative ones take the right branch.
		{1}, {-1, 2}, {-1, -2, 3, 4}, {-1, -2, 3, -4, 5}, {-1, -2, 3, -4, -5},
		{-1, -2, -3, 6, 7}, {-1, -2, -3, 6, -7},
		{-1, -2, -3, -6, 8, 9}, {-1, -2, -3, -6, 8, -9}, {-1, -2, -3, -6, -8, 10}, {-1, -2, -3, -6, -8, -10},
	}
	for class, list := range steps {
		for i, n := range list {
			tok := uint64(max(n, -n))
			if n < 0 {
				tok |= tokenBit
			}
			t[class].tokens[i/4] |= tok << (i % 4 * 16)
			t[class].factor[i/4] |= 1 << (i % 4 * 16)
		}
		t[class].size = len(list) * tokenSize
	}
	return t
}()

// firstToken is the probability index of a context's first node by plane, coefficient and context; the coefficient
// after the last one has the entries of band 0.
var firstToken = func() (t [planes][17][contexts]uint16) {
	for plane := range t {
		for n := range t[plane] {
			for ctx := range contexts {
				t[plane][n][ctx] = uint16(contextID(plane, int(bandOf[n]), ctx) * nodes)
			}
		}
	}
	return t
}()

// block records the levels of a block from coefficient first on and returns 1 if any is nonzero. Space must be
// reserved.
func (t *tokens) block(c *coded, first, plane int, ctx uint8) uint8 {
	n := first
	from := &firstToken[plane]
	base := from[n][ctx]
	list, size := t.list, t.size
	if c.last < n {
		put16(list[size:], base)
		t.size = size + tokenSize
		t.ends[base/nodes]++
		return 0
	}
	put16(list[size:], base|tokenBit)
	size += tokenSize
	couldEnd := 1
	for {
		v := int(c.levels[zigzag[n&15]&15])
		sign := v >> 63
		v = (v ^ sign) - sign
		class := min(v, 5)
		if v >= 5 {
			class += categoryOf(v)
		}
		t.count[base/nodes][couldEnd][class]++
		p := &paths[class]
		binary.LittleEndian.PutUint64(list[size:], p.tokens[0]+p.factor[0]*uint64(base))
		if class >= 2 {
			binary.LittleEndian.PutUint64(list[size+8:], p.tokens[1]+p.factor[1]*uint64(base))
		}
		size += p.size
		n++
		base = from[n][min(v, 2)]
		if v == 0 {
			couldEnd = 0
			continue
		}
		if class >= 5 {
			size = extra(list, size, class-5, v)
		}
		// The sign, and whether there are more coefficients.
		rest := list[size : size+2*tokenSize]
		put16(rest, uint16(fixedAt+even)|uint16(sign)&tokenBit)
		size += tokenSize
		if n == 16 {
			break
		}
		size += tokenSize
		if n > c.last {
			put16(rest[tokenSize:], base)
			t.ends[base/nodes]++
			break
		}
		put16(rest[tokenSize:], base|tokenBit)
		couldEnd = 1
	}
	t.size = size
	return 1
}

func put16(p []byte, v uint16) { binary.LittleEndian.PutUint16(p, v) }

// extra records the extra bits of a value and returns the new size.
func extra(list []byte, size, category, v int) int {
	cat := &categories[category]
	rest := v - cat.base
	for i, prob := range cat.probs {
		bit := rest >> (len(cat.probs) - 1 - i) & 1
		binary.LittleEndian.PutUint16(list[size:], uint16(fixedAt+int(prob)+bit*tokenBit))
		size += tokenSize
	}
	return size
}

// probabilities is indexed by probability index: the adaptive ones, then 0 to 255.
type probabilities [2048]uint8

// flat returns a set of probabilities as one array.
func flat(p *[planes][bands][contexts][nodes]uint8) (out probabilities) {
	i := 0
	for a := range p {
		for b := range p[a] {
			for c := range p[a][b] {
				i += copy(out[i:], p[a][b][c][:])
			}
		}
	}
	for v := range 256 {
		out[fixedAt+v] = uint8(v)
	}
	return out
}

var (
	defaults = flat(&defaultProb)
	updates  = flat(&updateProb)
)

// best returns the probability that fits the counts best.
func best(zeros, ones uint32) uint8 {
	if ones == 0 {
		return 255
	}
	return uint8(max(255-uint64(ones)*255/uint64(zeros+ones), 1))
}

// adapt chooses the probabilities to send: a new one where it saves more than its update costs.
func (t *tokens) adapt() probabilities {
	out := defaults
	for id := range t.count {
		for node, n := range t.decisions(id) {
			i := id*nodes + node
			p := best(n[0], n[1])
			old, now := bitsOf(n, out[i]), bitsOf(n, p)
			old += int(bitCost[updates[i]])
			now += int(bitCost[255-updates[i]]) + 8*256
			if now < old {
				out[i] = p
			}
		}
	}
	return out
}

// decisions returns how often each node of a context took the left and the right branch.
func (t *tokens) decisions(id int) (out [nodes][2]uint32) {
	out[0][0] = t.ends[id]
	for class := range classes {
		n := t.count[id][0][class] + t.count[id][1][class]
		out[0][1] += t.count[id][1][class]
		p := &paths[class]
		for i := range p.size / tokenSize {
			tok := p.tokens[i/4] >> (i % 4 * 16)
			out[tok&0xff][tok&tokenBit>>15] += n
		}
	}
	return out
}

func bitsOf(n [2]uint32, p uint8) int {
	return int(n[0])*int(bitCost[p]) + int(n[1])*int(bitCost[255-p])
}
