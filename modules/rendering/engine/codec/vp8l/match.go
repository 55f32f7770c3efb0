package vp8l

import (
	"context"
	"encoding/binary"
	"unsafe"
)

// seq is a run of literal pixels and the copy after it; the last one of an image may have no copy.
type seq struct {
	lit, length, dist uint32
}

const (
	shortBits = 14
	longBits  = 14
	maxDist   = 1<<20 - 120
)

// matcher holds the hash tables and the symbol prices.
type matcher struct {
	prices
	short [1 << shortBits]int32
	long  [1 << longBits]int32
}

// find parses the image into literals and copies by their prices, greedily with one pixel of lookahead. The only error
// is ctx's. The storage of seqs is reused.
func (m *matcher) find(ctx context.Context, seqs []seq, pix []uint32, width int) ([]seq, error) {
	defer func() { m.pix = nil }() // it may be reused or garbage
	seqs = seqs[:0]
	clear(m.short[:])
	clear(m.long[:])
	n := len(pix)
	lit, i := 0, 0
	for steps := 0; i+4 <= n; steps++ {
		if steps%(1<<16) == 0 && ctx.Err() != nil {
			return seqs, ctx.Err()
		}
		length, dist, gain := m.best(pix, i, width, 0)
		if gain <= 0 {
			i++
			continue
		}
		if length < 32 && i+5 <= n {
			if l2, d2, _ := m.best(pix, i+1, width, gain+4); l2 > 0 {
				length, dist = l2, d2
				i++
			}
		}
		seqs = append(seqs, seq{uint32(i - lit), uint32(length), uint32(dist)})
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
		seqs = append(seqs, seq{lit: uint32(n - lit)})
	}
	return seqs, nil
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

// best returns the copy for position i that saves most and more than least, in quarter bits, if there is one, and adds i to the hash tables.
// A copy longer than longRun may save more than most.
func (m *matcher) best(pix []uint32, i, width, least int) (length, dist, most int) {
	p := (*[4]uint32)(pix[i:])
	c := p[0]
	short, long := &m.short[hash2(c, p[1])&(1<<shortBits-1)], &m.long[hash4(p[:])&(1<<longBits-1)]
	// A gradient at 45° repeats the pixel above, one to the left or right.
	cands := [6]int{i - 1, i - width, int(*long), int(*short), i - width + 1, i - width - 1}
	*short, *long = int32(i), int32(i)
	at := m.at(i)
	most = least
	for _, from := range &cands {
		// Positions before the first pixel wrap to numbers greater than i.
		if uint(from) >= uint(i) || pix[from] != c || i-from > maxDist {
			continue
		}
		n := same(pix, from, i)
		price := int(m.lengthCost(n) + m.distanceCost(i-from))
		end := at + min(n, longRun)
		if end > m.known {
			m.sum(end)
		}
		gain := int(m.sums[end&sumMask]-m.sums[at&sumMask]) - price
		if n > longRun && gain <= most {
			gain = m.longer(i, n) - price
		}
		if gain > most {
			length, dist, most = n, i-from, gain
		}
		if n >= longRun {
			break
		}
	}
	return length, dist, most
}

// same returns the number of equal pixels from 0 ≤ a < b < len(pix) on. It compares pairs without bounds checks.
func same(pix []uint32, a, b int) int {
	p, q, n := unsafe.Pointer(&pix[b]), unsafe.Pointer(&pix[a]), len(pix)-b
	i := 0
	for ; i+2 <= n && i < 8; i += 2 {
		if d := pair(p, i) ^ pair(q, i); d != 0 {
			return i + first(d)
		}
	}
	for i+8 <= n && (pair(p, i)^pair(q, i))|(pair(p, i+2)^pair(q, i+2))|(pair(p, i+4)^pair(q, i+4))|(pair(p, i+6)^pair(q, i+6)) == 0 {
		i += 8
	}
	for ; i+2 <= n; i += 2 {
		if d := pair(p, i) ^ pair(q, i); d != 0 {
			return i + first(d)
		}
	}
	if i < n && pix[a+i] == pix[b+i] {
		i++
	}
	return i
}

// pair returns pixels i and i+1, the first one in the low half.
func pair(p unsafe.Pointer, i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(p, 4*i))[:])
}

// first returns the index of the first difference within a pair.
func first(d uint64) int {
	if uint32(d) == 0 {
		return 1
	}
	return 0
}
