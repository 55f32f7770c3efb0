package deflate

import (
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/lsb"
)

// Compressor holds the tables of one compression; reuse it, one goroutine at a
// time. Its zero value is ready.
type Compressor struct {
	w     lsb.Writer
	block block
	seqs  []seq
	find  finder
}

// Shape says how the bytes of a picture lie.
type Shape struct {
	// Pixel is the distance of a pixel to its left neighbour, at least 1.
	Pixel int
	// Row is the distance to the pixel above, 0 when there is none.
	Row int
}

// Block appends to dst one DEFLATE block that holds src[known:]; the bytes before,
// which the blocks before it ended with, are there to be referred to. A block that
// is not final ends on a byte boundary, so that blocks can be joined.
func (c *Compressor) Block(dst, src []byte, known int, shape Shape, final bool) []byte {
	c.block.reset()
	c.seqs = c.seqs[:0]
	c.match(src, known, shape)

	c.w = lsb.NewWriter(dst)
	c.block.begin(&c.w, final)
	c.emit(src, known)
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

// match cuts src into sequences: greedily, but looking one byte ahead before a
// short match is taken.
func (c *Compressor) match(src []byte, known int, shape Shape) {
	f := &c.find
	f.reset(shape)
	lit, i := known, known
	end := len(src) - 8
	for i <= end {
		m := f.best(src, i)
		if m.gain <= 0 {
			// Where nothing matches for long, look less often.
			i += 1 + (i-lit)>>patience
			continue
		}
		if i < end && (m.length < lazyLength || m.dist > f.shape.Pixel && src[i] == src[i+1] && src[i] == src[i+2]) {
			if next := f.best(src, i+1); next.gain > m.gain+2 {
				m = next
				i++
			}
		}
		m.length = f.cut(src, i, m)
		for i > lit && i > m.dist && src[i-1] == src[i-1-m.dist] {
			i--
			m.length++
		}
		c.add(src, lit, i-lit, m.length, m.dist)
		f.remember(m.dist, m.length)
		stop := i + m.length
		for k, n := i, 0; k < stop && k <= end && n < seedEnds; k, n = k+1, n+1 {
			f.insert(src, k)
		}
		for k := max(i+1+seedEnds, stop-seedEnds); k < stop && k <= end; k++ {
			f.insert(src, k)
		}
		i, lit = stop, stop
	}
	if lit < len(src) {
		c.add(src, lit, len(src)-lit, 0, 0)
	}
}

// add records a sequence and counts its symbols.
func (c *Compressor) add(src []byte, start, lit, n, dist int) {
	c.seqs = append(c.seqs, seq{uint32(lit), uint32(n), uint32(dist)})
	b := &c.block
	for _, v := range src[start : start+lit] {
		b.litFreq[v]++
	}
	if n == 0 {
		return
	}
	if k := n / maxMatch; k > 0 {
		b.countMatches(k, maxMatch, dist)
		n -= k * maxMatch
	}
	if n >= minMatch {
		b.countMatch(n, dist)
		return
	}
	// What is left of a long match is too short to be one.
	rest := src[start+lit : start+int(c.seqs[len(c.seqs)-1].length)+lit]
	for _, v := range rest[len(rest)-n:] {
		b.litFreq[v]++
	}
}

// emit writes the sequences with the block's codes.
func (c *Compressor) emit(src []byte, pos int) {
	w, b := &c.w, &c.block
	for _, s := range c.seqs {
		lits := src[pos : pos+int(s.lit)]
		for len(lits) >= 3 {
			x, y, z := b.lit[lits[0]], b.lit[lits[1]], b.lit[lits[2]]
			n := x & 0xff
			acc := uint64(x>>8) | uint64(y>>8)<<n
			n += y & 0xff
			acc |= uint64(z>>8) << n
			w.Put(acc, uint(n+z&0xff))
			lits = lits[3:]
		}
		for _, v := range lits {
			l := b.lit[v]
			w.Put(uint64(l>>8), uint(l&0xff))
		}
		pos += int(s.lit)
		if s.length == 0 {
			continue
		}
		ds, extra, eb := distSymbol(int(s.dist))
		dc := b.distCode[ds]
		dbits := dc & 0xff
		dv := uint64(dc>>8) | uint64(extra)<<dbits
		dn := uint(dbits) + eb
		n := int(s.length)
		pos += n
		for n >= minMatch {
			k := min(n, maxMatch)
			l := b.length[k-minMatch]
			w.Put(uint64(l>>8)|dv<<(l&0xff), uint(l&0xff)+dn)
			n -= k
		}
		for _, v := range src[pos-n : pos] {
			l := b.lit[v]
			w.Put(uint64(l>>8), uint(l&0xff))
		}
	}
}

func load64(p []byte, i int) uint64 { return binary.LittleEndian.Uint64(p[i:]) }
