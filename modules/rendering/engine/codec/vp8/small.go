package vp8

import "encoding/binary"

// small4 holds the input of the 4×4 predictions. The edge of a block runs from the bottom of its left column up, over
// the corner and along the row above; all modes but DC and TM copy smoothed edge values.
type small4 struct {
	left, above uint32 // bottom to top; left to right
	corner      byte
	first       byte // bottom sample of the left column
	pastLeft    byte // mean of three at the extended end of the left column
	two, three  [16]byte
}

// guesses holds the predictions of all modes, in row order.
type guesses [modes][16]byte

const (
	ones64 = 0x0101010101010101
	low7   = 0x7f7f7f7f7f7f7f7f
	tops   = 0x8080808080808080
	ones32 = 0x01010101
)

// means2 returns (a+b+1)/2 per byte.
func means2(a, b uint64) uint64 { return (a | b) - (a^b)>>1&low7 }

// means3 returns (a+2b+c+2)/4 per byte: rounding (a+c)/2 down first does not change the result.
func means3(a, b, c uint64) uint64 { return means2(a&c+(a^c)>>1&low7, b) }

// gather reads the edge of the block at index at.
func (p *small4) gather(area []byte, at int) {
	a := area[at-stride-1 : at+3*stride]
	p.corner = a[0]
	p.above = binary.LittleEndian.Uint32(a[1:])
	p.first = a[4*stride]
	p.left = uint32(a[4*stride]) | uint32(a[3*stride])<<8 | uint32(a[2*stride])<<16 | uint32(a[stride])<<24
	// The edge's 13 samples, the last one repeated.
	last := uint64(a[8])
	low := uint64(p.left) | uint64(p.corner)<<32 | uint64(p.above)<<40
	high := uint64(p.above>>24) | uint64(binary.LittleEndian.Uint32(a[5:]))<<8 | last<<40 | last<<48
	low1, high1 := low>>8|high<<56, high>>8
	low2, high2 := low>>16|high<<48, high>>16
	binary.LittleEndian.PutUint64(p.two[:], means2(low, low1))
	binary.LittleEndian.PutUint64(p.two[8:], means2(high, high1))
	binary.LittleEndian.PutUint64(p.three[:], means3(low, low1, low2))
	binary.LittleEndian.PutUint64(p.three[8:], means3(high, high1, high2))
	l1 := int(a[3*stride])
	p.pastLeft = byte((l1 + 3*int(p.first) + 2) >> 2)
}

func load32(p []byte) uint32 { return binary.LittleEndian.Uint32(p) }

// predict fills g (§12.3).
func (p *small4) predict(g *guesses) {
	two, three := &p.two, &p.three
	// The modes' samples are windows of the smoothed edge, or alternate between the means of two and of three.
	g.rows(modeDC, p.mean(), p.mean(), p.mean(), p.mean())
	p.gradient(g)
	v := load32(three[4:])
	g.rows(modeV, v, v, v, v)
	g.rows(modeH, uint32(three[2])*ones32, uint32(three[1])*ones32, uint32(three[0])*ones32, uint32(p.pastLeft)*ones32)
	g.rows(modeRD, load32(three[3:]), load32(three[2:]), load32(three[1:]), load32(three[0:]))
	g.rows(modeLD, load32(three[5:]), load32(three[6:]), load32(three[7:]), load32(three[8:]))
	r0, r1 := load32(two[4:]), load32(three[3:])
	g.rows(modeVR, r0, r1, r0<<8|uint32(three[2]), r1<<8|uint32(three[1]))
	const three3 = 0xffffff
	g.rows(modeVL, load32(two[5:]), load32(three[5:]), load32(two[6:])&three3|uint32(three[9])<<24, load32(three[6:])&three3|uint32(three[10])<<24)
	turns := uint64(two[0]) | uint64(three[0])<<8 | uint64(two[1])<<16 | uint64(three[1])<<24 |
		uint64(two[2])<<32 | uint64(three[2])<<40 | uint64(two[3])<<48 | uint64(three[3])<<56
	g.rows(modeHD, uint32(two[3])|load32(three[3:])<<8, uint32(turns>>32), uint32(turns>>16), uint32(turns))
	turns = uint64(two[2]) | uint64(three[1])<<8 | uint64(two[1])<<16 | uint64(three[0])<<24 |
		uint64(two[0])<<32 | uint64(p.pastLeft)<<40 | uint64(p.first)<<48 | uint64(p.first)<<56
	g.rows(modeHU, uint32(turns), uint32(turns>>16), uint32(turns>>32), uint32(p.first)*ones32)
}

func (g *guesses) rows(mode int, a, b, c, d uint32) {
	binary.LittleEndian.PutUint64(g[mode][:], uint64(a)|uint64(b)<<32)
	binary.LittleEndian.PutUint64(g[mode][8:], uint64(c)|uint64(d)<<32)
}

// mean returns the DC prediction in all four bytes.
func (p *small4) mean() uint32 {
	const lanes = 0x00ff00ff00ff00ff
	w := uint64(p.left) | uint64(p.above)<<32
	sum := (w&lanes + w>>8&lanes) * 0x0001000100010001 >> 48
	return uint32((sum+4)>>3) * ones32
}

// gradient predicts with mode TM: above + left − corner, clamped.
func (p *small4) gradient(g *guesses) {
	above := uint64(p.above) | uint64(p.above)<<32
	c := int(p.corner)
	for y := range 2 {
		d := int(p.left>>(24-16*y)&0xff) - c
		e := int(p.left>>(16-16*y)&0xff) - c
		plus := uint64(max(d, 0)) | uint64(max(e, 0))<<32
		minus := uint64(max(-d, 0)) | uint64(max(-e, 0))<<32
		v := minusClamped(plusClamped(above, plus*ones32), minus*ones32)
		binary.LittleEndian.PutUint64(g[modeTM][y*8:], v)
	}
}

// plusClamped returns a+b per byte, at most 255.
func plusClamped(a, b uint64) uint64 {
	s := (a&low7 + b&low7) ^ (a^b)&tops
	over := (a&b | (a|b)&^s) & tops >> 7
	return s | over*255
}

// minusClamped returns a−b per byte, at least 0.
func minusClamped(a, b uint64) uint64 { return ^plusClamped(^a, b) }
