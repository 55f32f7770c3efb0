package vp8l

import (
	"context"
	"math/bits"
)

// seq is a run of literal pixels and the copy behind it; the last one of an image
// may have no copy.
type seq struct {
	lit, length, dist uint32
}

const (
	shortBits = 14
	longBits  = 14
	maxDist   = 1<<20 - 120
)

type matcher struct {
	seqs  []seq
	price []uint32
	short [1 << shortBits]int32
	long  [1 << longBits]int32
}

// find cuts the image into literals and copies, greedily with one look ahead. The
// only error is ctx's.
func (m *matcher) find(ctx context.Context, pix []uint32, width int) ([]seq, error) {
	m.seqs = m.seqs[:0]
	clear(m.short[:])
	clear(m.long[:])
	m.prices(pix)
	n := len(pix)
	lit, i := 0, 0
	for steps := 0; i+4 <= n; steps++ {
		if steps%(1<<16) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		length, dist, gain := m.best(pix, i, width)
		if gain <= 0 {
			i++
			continue
		}
		if length < 32 && i+5 <= n {
			l2, d2, g2 := m.best(pix, i+1, width)
			if g2 > gain+4 {
				length, dist = l2, d2
				i++
			}
		}
		m.seqs = append(m.seqs, seq{uint32(i - lit), uint32(length), uint32(dist)})
		end := i + length
		for k := i + 1; k < end && k <= i+4 && k+4 <= n; k++ {
			m.insert(pix, k)
		}
		for k := max(i+5, end-4); k < end && k+4 <= n; k++ {
			m.insert(pix, k)
		}
		i, lit = end, end
	}
	if lit < n {
		m.seqs = append(m.seqs, seq{lit: uint32(n - lit)})
	}
	return m.seqs, nil
}

// prices sums up what pixels would cost as literals, in quarter bits: price[i] is
// the cost of all pixels before i.
func (m *matcher) prices(pix []uint32) {
	if cap(m.price) < len(pix)+1 {
		m.price = make([]uint32, len(pix)+1)
	}
	m.price = m.price[:len(pix)+1]
	sum := uint32(0)
	for i, c := range pix {
		m.price[i] = sum
		sum += uint32(cost(c)-int(bitCost[c>>24])) + 1
	}
	m.price[len(pix)] = sum
}

func hash2(a, b uint32) uint32 { return (a*0x9E3779B1 ^ b*0x85EBCA77) * 0xC2B2AE3D >> (32 - shortBits) }

func hash4(p []uint32) uint32 {
	v := uint64(p[0])*0x9E3779B185EBCA87 ^ uint64(p[1])*0xC2B2AE3D27D4EB4F
	v ^= uint64(p[2])*0x165667B19E3779F9 ^ uint64(p[3])*0x27D4EB2F165667C5
	return uint32(v * 0x9E3779B185EBCA87 >> (64 - longBits))
}

func (m *matcher) insert(pix []uint32, i int) {
	m.short[hash2(pix[i], pix[i+1])] = int32(i)
	m.long[hash4(pix[i:i+4])] = int32(i)
}

// best returns the copy for position i that saves most, in quarter bits.
func (m *matcher) best(pix []uint32, i, width int) (length, dist, gain int) {
	hs, hl := hash2(pix[i], pix[i+1]), hash4(pix[i:i+4])
	cands := [4]int{i - 1, i - width, int(m.long[hl]), int(m.short[hs])}
	m.short[hs], m.long[hl] = int32(i), int32(i)
	base := m.price[i]
	for k, from := range cands {
		if from < 0 || from >= i || pix[from] != pix[i] || i-from > maxDist {
			continue
		}
		n := same(pix, from, i)
		fee := 4 * 8
		if k >= 2 {
			fee = 4*9 + 4*bits.Len(uint(i-from))
		}
		if g := int(m.price[i+n]-base) - fee; g > gain {
			length, dist, gain = n, i-from, g
		}
		if n >= 256 {
			break
		}
	}
	return length, dist, gain
}

// same counts equal pixels from a and b on.
func same(pix []uint32, a, b int) int {
	p := pix[b:]
	q := pix[a:]
	q = q[:len(p)]
	for i, v := range p {
		if q[i] != v {
			return i
		}
	}
	return len(p)
}

// near lists the 120 nearest pixels in the order of their codes (§5.2.2): four
// bits of rows up and four of 8 less columns left.
var near = [120]uint8{
	0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1a,
	0x26, 0x2a, 0x38, 0x05, 0x37, 0x39, 0x15, 0x1b, 0x36, 0x3a,
	0x25, 0x2b, 0x48, 0x04, 0x47, 0x49, 0x14, 0x1c, 0x35, 0x3b,
	0x46, 0x4a, 0x24, 0x2c, 0x58, 0x45, 0x4b, 0x34, 0x3c, 0x03,
	0x57, 0x59, 0x13, 0x1d, 0x56, 0x5a, 0x23, 0x2d, 0x44, 0x4c,
	0x55, 0x5b, 0x33, 0x3d, 0x68, 0x02, 0x67, 0x69, 0x12, 0x1e,
	0x66, 0x6a, 0x22, 0x2e, 0x54, 0x5c, 0x43, 0x4d, 0x65, 0x6b,
	0x32, 0x3e, 0x78, 0x01, 0x77, 0x79, 0x53, 0x5d, 0x11, 0x1f,
	0x64, 0x6c, 0x42, 0x4e, 0x76, 0x7a, 0x21, 0x2f, 0x75, 0x7b,
	0x31, 0x3f, 0x63, 0x6d, 0x52, 0x5e, 0x00, 0x74, 0x7c, 0x41,
	0x4f, 0x10, 0x20, 0x62, 0x6e, 0x30, 0x73, 0x7d, 0x51, 0x5f,
	0x40, 0x72, 0x7e, 0x61, 0x6f, 0x50, 0x71, 0x7f, 0x60, 0x70,
}

// nearCode is the inverse of near; 0 where there is no code.
var nearCode = func() (t [256]uint8) {
	for i, v := range near {
		t[v] = uint8(i + 1)
	}
	return t
}()

// planeCode is the distance code of a distance in pixels.
func planeCode(dist, width int) uint32 {
	up, left := dist/width, dist%width
	if left <= 8 && up < 8 {
		if c := nearCode[up<<4|(8-left)]; c != 0 {
			return uint32(c)
		}
	}
	if right := width - left; right < 8 && up+1 < 8 {
		if c := nearCode[(up+1)<<4|(8+right)]; c != 0 {
			return uint32(c)
		}
	}
	return uint32(dist) + 120
}
