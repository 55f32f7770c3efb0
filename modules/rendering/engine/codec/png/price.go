package png

import (
	"encoding/binary"
	"unsafe"
)

// The cost of a filter is estimated by following runs in a sample of pixels, of the pixel to the left, the pixel above
// and those at the image's slants, for as long as they last: the matches of a compressor without its search.

// Prices in bits, fitted to the compressor's output for images of all kinds.
const (
	leftPrice  = 6  // start of a run of the left pixel
	rowPrice   = 14 // start of a run of another known distance
	seenPrice  = 4  // a recently seen pixel, probably with its neighbours
	freshPrice = 23 // any other pixel
)

// pixels reads premultiplied pixels without bounds checks, which would take a third of the time.
type pixels struct{ p unsafe.Pointer }

// at returns pixel i, which must exist.
func (s pixels) at(i int) uint32 {
	return binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(s.p, i*4))[:])
}

// two returns pixels i and i+1.
func (s pixels) two(i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(s.p, i*4))[:])
}

// prices returns the approximate cost of sampled rows from ≤ y < to unfiltered and with filter Sub or Up. If the
// upper half is not nearly flat and costs at most half unfiltered, it ignores the lower half.
func (l *layout) prices(from, to int, kind byte) (none, filtered int) {
	const (
		step    = 8
		stretch = 64
		// detailed is the cost of a few glyphs.
		detailed = 1 << 11
	)
	w := l.pic.Width
	dist := [4]int{1, l.slants[0], l.slants[1], w}
	back := 1
	if kind == filterUp {
		back = w
	}
	s := pixels{unsafe.Pointer(unsafe.SliceData(l.pic.Pix[:4*w*to]))}
	lowest := max(from-2, 0) * w // the key of a memo's stripe does not cover earlier rows
	var seen [1 << 12]uint32
	skip := 0
	for y := from + step/2; y < to; y += step {
		if y < 2 || l.sameAsAbove(y) {
			continue
		}
		if 2*y > from+to && filtered >= detailed && none*2 <= filtered {
			break
		}
		skip ^= stretch
		for x := skip; x < w; x += 2 * stretch {
			a, b := y*w+max(x, 2), y*w+min(x+stretch, w)
			none += s.priceNone(a, b, lowest, &dist, &seen)
			filtered += s.priceOf(a, b, lowest, &dist, back)
		}
	}
	return none, filtered
}

// priceNone returns the cost of pixels a ≤ i < b without a filter.
func (s pixels) priceNone(a, b, lowest int, dist *[4]int, seen *[1 << 12]uint32) (price int) {
	run := 0
next:
	for i := a; i < b; i++ {
		v := s.at(i)
		slot := &seen[v*0x9E3779B1>>20]
		met := *slot == v
		*slot = v
		if run > 0 && s.at(i-run) == v {
			continue
		}
		for k, d := range dist {
			if i-d < lowest || s.at(i-d) != v || d == 0 || k > 0 && i+1 < b && s.at(i+1-d) != s.at(i+1) {
				continue
			}
			run = d
			if price += rowPrice; k == 0 {
				price += leftPrice - rowPrice
			}
			continue next
		}
		run = 0
		if price += freshPrice; met {
			price += seenPrice - freshPrice
		}
	}
	return price
}

// priceOf returns the cost of pixels a ≤ i < b as differences to the pixels back before them.
func (s pixels) priceOf(a, b, lowest int, dist *[4]int, back int) (price int) {
	run := 0
next:
	for i := a; i < b; i++ {
		if run > 0 {
			for i+2 <= b && difference2(s.two(i), s.two(i-back)) == difference2(s.two(i-run), s.two(i-run-back)) {
				i += 2
			}
			if i == b {
				break
			}
		}
		v := difference(s.at(i), s.at(i-back))
		if run > 0 && difference(s.at(i-run), s.at(i-run-back)) == v {
			continue
		}
		for k, d := range dist {
			if d == 0 || i-d-back < lowest || difference(s.at(i-d), s.at(i-d-back)) != v ||
				i+1 < b && difference(s.at(i+1-d), s.at(i+1-d-back)) != difference(s.at(i+1), s.at(i+1-back)) {
				continue
			}
			run = d
			if price += rowPrice; k == 0 {
				price += leftPrice - rowPrice
			}
			continue next
		}
		run = 0
		price += int(residualBits[uint8(v)]) + int(residualBits[uint8(v>>8)]) + int(residualBits[uint8(v>>16)]) + int(residualBits[uint8(v>>24)])
	}
	return price
}

// difference subtracts the bytes of b from those of a, modulo 256.
func difference(a, b uint32) uint32 {
	const high = 0x80808080
	return (a | high) - b&^high ^ (a^^b)&high
}

// difference2 is difference for two pixels.
func difference2(a, b uint64) uint64 {
	const high = 0x8080808080808080
	return (a | high) - b&^high ^ (a^^b)&high
}
