package deflate

import (
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/codec/lsb"
)

// Compressor holds the tables of a compression for reuse. It is not safe for concurrent use. Its zero value is ready.
type Compressor struct {
	w      lsb.Writer
	block  block
	tokens []token
	find   finder
}

// Shape describes the layout of an image's bytes.
type Shape struct {
	// Pixel is the distance in bytes to the pixel on the left, at least 1.
	Pixel int
	// Row is the distance in bytes to the pixel above, 0 if there is none.
	Row int
	// Slants are two additional distances that are likely to repeat, 0 for none.
	Slants [2]int
	// Zero[k] reports that row k, counted from the first byte that is not in the dictionary, is one byte, the row's
	// filter, followed by zeros; nil if unknown.
	Zero []bool
}

// Block appends one DEFLATE block with src[known:] to dst. The bytes before known are the end of the previous blocks'
// data and serve as a dictionary. A block that is not final ends on a byte boundary, so that blocks can be
// concatenated.
func (c *Compressor) Block(dst, src []byte, known int, shape Shape, final bool) []byte {
	// Tokens never outnumber bytes: a match is two tokens for at least three bytes.
	if n := len(src) - known; cap(c.tokens) < n {
		c.tokens = make([]token, 0, n)
	}
	if shape.Row > window {
		shape.Row = 0 // out of reach
	}
	if shape.Pixel == 1 {
		c.matchIndices(src, known, shape)
	} else {
		c.match(src, known, shape)
	}
	return c.write(dst, final)
}

// write appends the block of c's tokens to dst.
func (c *Compressor) write(dst []byte, final bool) []byte {
	c.block.count(c.tokens)
	c.w = lsb.NewWriter(dst)
	c.block.begin(&c.w, final)
	c.block.emit(&c.w, c.tokens)
	c.block.finish(&c.w)
	if final {
		c.w.Align()
	} else {
		c.syncFlush()
	}
	out := c.w.Bytes()
	c.w = lsb.Writer{}
	return out
}

// syncFlush appends an empty stored block, which ends on a byte boundary.
func (c *Compressor) syncFlush() {
	c.w.Put(0, 3)
	c.w.Align()
	c.w.Put(0xffff0000, 32)
}

// match parses src into tokens: greedily, with one byte of lookahead before a short match is taken.
func (c *Compressor) match(src []byte, known int, shape Shape) {
	f := &c.find
	f.reset(shape)
	s := viewOf(src)
	for k, d := range shape.Slants {
		if d > window {
			d = 0
		}
		if f.far[k] = d; d != 0 && d-shape.Row > -nearRow && d-shape.Row < nearRow {
			f.row, f.far[k] = d, 0
		}
	}
	f.know(max(known, 1))
	zero := zeroRowsOf(f, known)
	tokens := c.tokens[:cap(c.tokens)]
	n := 0 // tokens
	i, end := known, len(src)-8
	for ; i < 8 && i < len(src); i++ {
		tokens[n] = token(src[i])
		n++
	}
	first := n          // first of the literals that a match may absorb
	pixels := known + 1 // start of the row's first pixel, after its filter byte
	for i <= end {
		if i >= zero.next {
			if k := zero.copies(f, tokens[n:], src, i, first == n); k > 0 {
				n += k
				i += shape.Row
				first = n
				continue
			}
		}
		m := f.best(src, i)
		if m.gain <= 0 {
			// If a pixel's first byte has no match, its other bytes rarely have one; after many literals, search less
			// often.
			for shape.Row > 0 && i >= pixels+shape.Row-1 {
				pixels += shape.Row
			}
			next := i + shape.Pixel - (i-pixels+shape.Pixel)%shape.Pixel + (n-first)>>patience
			for stop := min(next, len(src)); i < stop; i++ {
				tokens[n] = token(src[i])
				n++
			}
			continue
		}
		if i < end && (m.length < lazyLength || m.dist > shape.Pixel && src[i] == src[i+1] && src[i] == src[i+2]) {
			if next := f.best(src, i+1); next.gain > m.gain+2 {
				m = next
				tokens[n] = token(src[i])
				n++
				i++
			}
		}
		m.length = f.cut(src, i, m)
		stop := i + m.length
		if back := min(s.before(i, m.dist), n-first); back > 0 {
			m.length += back
			n -= back
		}
		n += copies(tokens[n:], m.length, m.dist)
		first = n
		f.remember(i, m.dist, m.length)
		if stop <= end {
			f.insertEnds(src, i, stop)
		}
		i = stop
	}
	for ; i < len(src); i++ {
		tokens[n] = token(src[i])
		n++
	}
	c.tokens = tokens[:n]
}

func load64(p []byte, i int) uint64 { return binary.LittleEndian.Uint64(p[i:]) }
