package widget

import (
	"fmt"
	"strings"
)

// qrLevel is an error correction level of ISO/IEC 18004, an index into the tables.
type qrLevel int

const (
	qrLow qrLevel = iota
	qrMedium
	qrQuartile
	qrHigh
)

// qrSymbol is an encoded QR code: size × size modules in row order, without the quiet zone.
type qrSymbol struct {
	size    int
	version int
	mask    int
	dark    []bool
}

func (q *qrSymbol) at(x, y int) bool { return q.dark[y*q.size+x] }

// eccPerBlock is the number of error correction codewords of each block, by level
// and version (ISO/IEC 18004, table 9).
var eccPerBlock = [4][41]int{
	{0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
	{0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28},
	{0, 13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
	{0, 17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
}

// eccBlocks is the number of blocks, by level and version (the same table).
var eccBlocks = [4][41]int{
	{0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
	{0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49},
	{0, 1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68},
	{0, 1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81},
}

// qrCodewords returns the number of codewords of a version: the modules not used by function patterns, in bytes
// (ISO/IEC 18004, 7.1 and table 1).
func qrCodewords(version int) int {
	size := 17 + 4*version
	bits := size*size - 3*64 - 31 - 2*(size-16) // finders with separators, format and dark module, timing
	if version >= 2 {
		n := version/7 + 2
		bits -= 25 * (n*n - 3)
		bits += 2 * 5 * (n - 2) // where alignment patterns overlap the timing patterns
	}
	if version >= 7 {
		bits -= 36
	}
	return bits / 8
}

func qrDataCodewords(version int, level qrLevel) int {
	return qrCodewords(version) - eccPerBlock[level][version]*eccBlocks[level][version]
}

// qrMaxBytes is the capacity of a version 40 symbol in numeric mode, in characters.
const qrMaxBytes = 7089

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

// The modes, by their indicator (table 2).
const (
	qrNumeric      = 1
	qrAlphanumeric = 2
	qrByte         = 4
)

var qrModes = [3]int{qrNumeric, qrAlphanumeric, qrByte}

// countBits returns the length of the character count indicator (table 3).
func countBits(mode, version int) int {
	class := 0
	if version >= 27 {
		class = 2
	} else if version >= 10 {
		class = 1
	}
	switch mode {
	case qrNumeric:
		return [3]int{10, 12, 14}[class]
	case qrAlphanumeric:
		return [3]int{9, 11, 13}[class]
	}
	return [3]int{8, 16, 16}[class]
}

// qrSegment is a segment of the value in one mode.
type qrSegment struct {
	mode int
	data string
}

// segments splits a value into mode segments with the fewest bits for a version: a shortest path over the bytes, with
// costs in sixths of a bit, since digits take 10/3 and alphanumerics 11/2 bits each.
func segments(value string, version int) []qrSegment {
	const never = 1 << 30
	head := [3]int{}
	for m, mode := range qrModes {
		head[m] = 6 * (4 + countBits(mode, version))
	}
	from := make([][3]int8, len(value)) // the mode of the byte on the cheapest path that ends in a mode
	cost := head
	for i := range len(value) {
		c := value[i]
		each := [3]int{never, never, 48}
		if c >= '0' && c <= '9' {
			each[0] = 20
		}
		if strings.IndexByte(alphanumeric, c) >= 0 {
			each[1] = 33
		}
		var next [3]int
		for m := range 3 {
			next[m] = min(never, cost[m]+each[m])
			from[i][m] = int8(m)
		}
		// A byte in one mode may be followed by a segment header of another.
		settled := next
		for m := range 3 {
			for k := range 3 {
				if v := (settled[k]+5)/6*6 + head[m]; v < next[m] {
					next[m], from[i][m] = v, int8(k)
				}
			}
		}
		cost = next
	}
	best := 2
	for m := range 3 {
		if cost[m] < cost[best] {
			best = m
		}
	}
	modes := make([]int8, len(value))
	for i := len(value) - 1; i >= 0; i-- {
		best = int(from[i][best])
		modes[i] = int8(best)
	}
	var out []qrSegment
	for i := 0; i < len(value); {
		k := i
		for k < len(value) && modes[k] == modes[i] {
			k++
		}
		out = append(out, qrSegment{qrModes[modes[i]], value[i:k]})
		i = k
	}
	return out
}

// bitWriter collects bits, most significant first.
type bitWriter struct {
	bytes []byte
	n     int
}

func (b *bitWriter) write(v, bits int) {
	for i := bits - 1; i >= 0; i-- {
		if b.n%8 == 0 {
			b.bytes = append(b.bytes, 0)
		}
		b.bytes[b.n/8] |= byte(v>>i&1) << (7 - b.n%8)
		b.n++
	}
}

func (s *qrSegment) write(b *bitWriter, version int) {
	b.write(s.mode, 4)
	b.write(len(s.data), countBits(s.mode, version))
	switch s.mode {
	case qrNumeric:
		for i := 0; i < len(s.data); i += 3 {
			part, v := s.data[i:min(i+3, len(s.data))], 0
			for _, c := range part {
				v = v*10 + int(c-'0')
			}
			b.write(v, 1+3*len(part))
		}
	case qrAlphanumeric:
		for i := 0; i < len(s.data); i += 2 {
			v := strings.IndexByte(alphanumeric, s.data[i])
			if i+1 == len(s.data) {
				b.write(v, 6)
			} else {
				b.write(v*45+strings.IndexByte(alphanumeric, s.data[i+1]), 11)
			}
		}
	default:
		for i := range len(s.data) {
			b.write(int(s.data[i]), 8)
		}
	}
}

// encodeQR encodes value at a level in the smallest version, with the mask of the lowest penalty. It fails when no
// version is large enough.
func encodeQR(value string, level qrLevel) (*qrSymbol, error) {
	if len(value) > qrMaxBytes {
		return nil, fmt.Errorf("%d bytes, at most %d", len(value), qrMaxBytes)
	}
	var segs []qrSegment
	for version := 1; version <= 40; version++ {
		if version == 1 || version == 10 || version == 27 {
			segs = segments(value, version)
		}
		var b bitWriter
		room := qrDataCodewords(version, level) * 8
		fits := true
		if !ascii(value) {
			b.write(7<<8|26, 12) // ECI 000026: the bytes are UTF-8
		}
		for i := range segs {
			if len(segs[i].data) >= 1<<countBits(segs[i].mode, version) {
				fits = false
				break
			}
			segs[i].write(&b, version)
			if b.n > room {
				fits = false
				break
			}
		}
		if !fits {
			continue
		}
		b.write(0, min(4, room-b.n))
		b.write(0, (8-b.n%8)%8)
		for pad := 0xEC; b.n < room; pad ^= 0xEC ^ 0x11 {
			b.write(pad, 8)
		}
		return drawSymbol(version, level, interleave(b.bytes, version, level)), nil
	}
	return nil, fmt.Errorf("%d bytes are more than level %c can hold", len(value), "LMQH"[level])
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] > 127 {
			return false
		}
	}
	return true
}

// interleave adds the error correction codewords of every block and interleaves the blocks (ISO/IEC 18004, 7.6). The
// last blocks are one codeword longer.
func interleave(data []byte, version int, level qrLevel) []byte {
	blocks, ecc := eccBlocks[level][version], eccPerBlock[level][version]
	short := len(data) / blocks
	long := len(data) % blocks
	generator := rsGenerator(ecc)
	parts, checks := make([][]byte, blocks), make([][]byte, blocks)
	for i, at := 0, 0; i < blocks; i++ {
		n := short
		if i >= blocks-long {
			n++
		}
		parts[i] = data[at : at+n]
		checks[i] = rsRemainder(parts[i], generator)
		at += n
	}
	out := make([]byte, 0, len(data)+blocks*ecc)
	for k := range short + 1 {
		for _, p := range parts {
			if k < len(p) {
				out = append(out, p[k])
			}
		}
	}
	for k := range ecc {
		for _, c := range checks {
			out = append(out, c[k])
		}
	}
	return out
}

// gfMul multiplies in GF(2⁸) modulo x⁸+x⁴+x³+x²+1.
func gfMul(a, b byte) byte {
	p := 0
	for i := 7; i >= 0; i-- {
		p <<= 1
		if p&0x100 != 0 {
			p ^= 0x11D
		}
		if b>>i&1 == 1 {
			p ^= int(a)
		}
	}
	return byte(p)
}

// rsGenerator returns the coefficients of ∏(x − 2ⁱ) below the leading one, highest
// power first.
func rsGenerator(degree int) []byte {
	g := make([]byte, degree)
	g[degree-1] = 1
	root := byte(1)
	for range degree {
		for k := range degree {
			g[k] = gfMul(g[k], root)
			if k+1 < degree {
				g[k] ^= g[k+1]
			}
		}
		root = gfMul(root, 2)
	}
	return g
}

func rsRemainder(data, generator []byte) []byte {
	rem := make([]byte, len(generator))
	for _, d := range data {
		f := d ^ rem[0]
		copy(rem, rem[1:])
		rem[len(rem)-1] = 0
		for i, g := range generator {
			rem[i] ^= gfMul(g, f)
		}
	}
	return rem
}
