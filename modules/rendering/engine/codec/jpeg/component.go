package jpeg

import "math/bits"

// component holds a component's blocks as tokens until the Huffman codes are known.
type component struct {
	width, height int // in blocks
	stride        int // blocks per row, including those that pad an MCU

	dc []int16 // of each block
	// ends is the end offset of each block's tokens.
	ends   []int32
	tokens []token
	freq   [256]uint32 // of the tokens' symbols
	full   int         // number of blocks with a nonzero last coefficient, which need no end of block
}

// token is a symbol and its extra bits, whose number is in the symbol's low four bits (T.81 F.1.2), as symbol<<16 |
// bits.
type token uint32

// fullBlock marks the token of coefficient 63.
const fullBlock = 1 << 31

func (t token) symbol() uint32 { return uint32(t) >> 16 & 255 }

// reset prepares for a component of width×height blocks.
func (c *component) reset(width, height, stride, rows int) {
	c.width, c.height, c.stride = (width+7)/8, (height+7)/8, stride
	c.full = 0
	if n := stride * rows; cap(c.dc) < n {
		c.dc, c.ends = make([]int16, 0, n), make([]int32, 0, n)
	}
	c.dc, c.ends, c.tokens = c.dc[:0], c.ends[:0], c.tokens[:0]
	c.freq = [256]uint32{}
}

// add appends a block of levels in natural order; mask has a bit for each nonzero level.
func (c *component) add(levels *[64]int16, mask uint64) {
	c.dc = append(c.dc, levels[0])
	var sent uint64 // mask in zigzag order
	for mask &^= 1; mask != 0; mask &= mask - 1 {
		sent |= 1 << (order[bits.TrailingZeros64(mask)&63] & 63)
	}
	tokens := c.tokens
	at := 0
	for ; sent != 0; sent &= sent - 1 {
		k := bits.TrailingZeros64(sent)
		run := k - at - 1
		at = k
		for ; run >= 16; run -= 16 {
			tokens = append(tokens, zeros16<<16)
			c.freq[zeros16]++
		}
		n, low := magnitude(int32(levels[zigzag[k&63]&63]))
		sym := uint32(run)<<4 | n
		c.freq[sym&255]++
		tokens = append(tokens, token(sym<<16|low))
	}
	if at == 63 {
		tokens[len(tokens)-1] |= fullBlock
		c.full++
	}
	c.tokens = tokens
	c.ends = append(c.ends, int32(len(tokens)))
}

// fill appends a block that only pads an MCU.
func (c *component) fill(dc int16) {
	c.dc = append(c.dc, dc)
	c.ends = append(c.ends, int32(len(c.tokens)))
}

// block returns block i's tokens and whether its last coefficient is nonzero.
func (c *component) block(i int) (tokens []token, full bool) {
	start := int32(0)
	if i > 0 {
		start = c.ends[i-1]
	}
	tokens = c.tokens[start:c.ends[i]]
	return tokens, len(tokens) > 0 && tokens[len(tokens)-1]&fullBlock != 0
}

const (
	zeros16 = 0xf0 // ZRL: a run of 16 zeros
	// mostEnds is the maximum end-of-band run of a progressive scan (T.81 G.1.2.2).
	mostEnds = 32767
)

// eachEnd visits the blocks in progressive order: it calls end with the length of the end-of-band run before each block
// that has tokens, and then block with its tokens.
func (c *component) eachEnd(end func(blocks uint32), block func([]token)) {
	run := uint32(0)
	flush := func() {
		if run > 0 {
			end(run)
			run = 0
		}
	}
	for y := range c.height {
		for i := y * c.stride; i < y*c.stride+c.width; i++ {
			tokens, full := c.block(i)
			if len(tokens) > 0 {
				flush()
				block(tokens)
			}
			if !full {
				if run++; run == mostEnds {
					flush()
				}
			}
		}
	}
	flush()
}

// endSymbol returns the symbol EOBn of an end-of-band run; its high four bits are the number of extra bits.
func endSymbol(blocks uint32) uint32 { return uint32(bits.Len32(blocks)-1) << 4 }

// magnitude returns the size category of v and its bits (F.1.2.1).
func magnitude(v int32) (n, low uint32) {
	sign := v >> 31
	n = uint32(bits.Len32(uint32((v ^ sign) - sign)))
	return n, uint32(v+sign) & (1<<n - 1)
}
