package deflate

import (
	"encoding/binary"
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/lsb"
)

const (
	shortBits = 14
	longBits  = 14
)

// Tune holds the search parameters.
var Tune = struct{ Lit, Base, Run, Rep, Lazy, Good, Step, Ins int }{7, 8, 7, 0, 1, 48, 3, 8}

// Compressor holds the tables of one compression; reuse it, one goroutine at a
// time. Its zero value is ready.
type Compressor struct {
	w     lsb.Writer
	block block
	seqs  []seq
	short [1 << shortBits]int32
	long  [1 << longBits]int32
}

// Block appends src[skip:] to dst.
func (c *Compressor) Block(dst, src []byte, bpp int, final bool) []byte {
	c.block.reset()
	c.seqs = c.seqs[:0]
	c.match(src, 0, bpp)

	c.w = lsb.NewWriter(dst)
	c.block.begin(&c.w, final)
	c.emit(src, 0)
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

func load32(p []byte, i int) uint32 { return binary.LittleEndian.Uint32(p[i:]) }
func load64(p []byte, i int) uint64 { return binary.LittleEndian.Uint64(p[i:]) }

// matchLen counts equal bytes at a and b (a < b).
func matchLen(p []byte, a, b int) int {
	n := 0
	for b+n+8 <= len(p) {
		if x := load64(p, a+n) ^ load64(p, b+n); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
		n += 8
	}
	for b+n < len(p) && p[a+n] == p[b+n] {
		n++
	}
	return n
}

func hash4(v uint64) uint32 { return uint32(v) * 0x9E3779B1 >> (32 - shortBits) }
func hash8(v uint64) uint32 { return uint32(v * 0x9E3779B185EBCA87 >> (64 - longBits)) }

func cost(d int) int { return Tune.Base + bits.Len(uint(d)) }

func (c *Compressor) match(src []byte, skip, bpp int) {
	clear(c.short[:])
	clear(c.long[:])
	end := len(src) - 8
	ins := func(i int) {
		v := load64(src, i)
		c.short[hash4(v)] = int32(i)
		c.long[hash8(v)] = int32(i)
	}
	for i := 0; i < skip && i <= end; i++ {
		ins(i)
	}
	rep := 0
	lit := skip
	i := skip
	find := func(i int) (n, dist, gain int) {
		v := load64(src, i)
		if i >= bpp && load32(src, i-bpp) == uint32(v) {
			n = matchLen(src, i-bpp, i)
			dist = bpp
			gain = n*Tune.Lit - Tune.Run
		}
		hs, hl := hash4(v), hash8(v)
		es, el := int(c.short[hs]), int(c.long[hl])
		c.short[hs] = int32(i)
		c.long[hl] = int32(i)
		if n >= Tune.Good {
			return
		}
		try := func(q, mask int) {
			d := i - q
			if d <= 0 || d > window || q < 0 {
				return
			}
			if load32(src, q)<<mask != uint32(v)<<mask {
				return
			}
			m := matchLen(src, q, i)
			g := m*Tune.Lit - cost(d)
			if g > gain {
				n, dist, gain = m, d, g
			}
		}
		try(el, 0)
		if es != el {
			try(es, 0)
		}
		if rep != 0 {
			try(i-rep, 8)
		}
		return
	}
	for i <= end {
		n, dist, gain := find(i)
		if gain <= 0 {
			i++
			continue
		}
		for k := 0; k < Tune.Lazy && n < Tune.Good && i < end; k++ {
			n2, d2, g2 := find(i + 1)
			if g2 > gain+Tune.Lit {
				n, dist, gain = n2, d2, g2
				i++
			} else {
				break
			}
		}
		// backwards
		for i > lit && i > dist && src[i-1] == src[i-1-dist] {
			i--
			n++
		}
		c.add(src, lit, i-lit, n, dist)
		if dist != bpp {
			rep = dist
		}
		for k := i + 1; k < i+n && k <= i+Tune.Ins && k <= end; k++ {
			ins(k)
		}
		for k := max(i+Tune.Ins+1, i+n-Tune.Ins); k < i+n && k <= end; k += 1 {
			ins(k)
		}
		i += n
		lit = i
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
	if n >= 3 {
		b.countMatch(n, dist)
	} else {
		// TODO
		for _, v := range src[start+lit : start+lit+n] {
			b.litFreq[v]++
		}
	}
}

func (c *Compressor) emit(src []byte, pos int) {
	w, b := &c.w, &c.block
	for _, s := range c.seqs {
		for _, v := range src[pos : pos+int(s.lit)] {
			l := b.lit[v]
			w.Put(uint64(l>>8), uint(l&0xff))
		}
		pos += int(s.lit)
		if s.length > 0 {
			ds, extra, eb := distSymbol(int(s.dist))
			dc := b.distCode[ds]
			dbits := dc & 0xff
			dv := uint64(dc>>8) | uint64(extra)<<dbits
			dn := uint(dbits) + eb
			n := int(s.length)
			for n >= 3 {
				k := min(n, maxMatch)
				l := b.length[k-minMatch]
				w.Put(uint64(l>>8)|dv<<(l&0xff), uint(l&0xff)+dn)
				n -= k
				pos += k
			}
			for ; n > 0; n-- {
				l := b.lit[src[pos]]
				w.Put(uint64(l>>8), uint(l&0xff))
				pos++
			}
		}
	}
}
