package png

// The cost of a filter is estimated by following runs in a sample of pixels, of the pixel to the left, the pixel above
// and those at the image's slants, for as long as they last: the matches of a compressor without its search.

// Prices in bits, fitted to the compressor's output for images of all kinds.
const (
	leftPrice  = 6  // start of a run of the left pixel
	rowPrice   = 14 // start of a run of another known distance
	seenPrice  = 4  // a recently seen pixel, probably with its neighbours
	freshPrice = 23 // any other pixel
)

// prices returns the approximate cost of sampled rows from ≤ y < to unfiltered and with filter Sub or Up.
func (l *layout) prices(from, to int, kind byte) (none, filtered int) {
	const (
		step    = 8
		stretch = 64
	)
	w := l.pic.Width
	dist := [4]int{1, l.slants[0], l.slants[1], w}
	back := 1
	if kind == filterUp {
		back = w
	}
	lowest := max(from-2, 0) * w // the key of a memo's stripe does not cover earlier rows
	var seen [1 << 12]uint32
	skip := 0
	for y := from + step/2; y < to; y += step {
		if y < 2 || l.sameAsAbove(y) {
			continue
		}
		skip ^= stretch
		for x := skip; x < w; x += 2 * stretch {
			a, b := y*w+max(x, 2), y*w+min(x+stretch, w)
			none += l.priceNone(a, b, lowest, &dist, &seen)
			filtered += l.priceOf(a, b, lowest, &dist, back)
		}
	}
	return none, filtered
}

// priceNone returns the cost of pixels a ≤ i < b without a filter.
func (l *layout) priceNone(a, b, lowest int, dist *[4]int, seen *[1 << 12]uint32) (price int) {
	pix := l.pic.Pix
	at := func(i int) uint32 { return load32(pix[i*4:]) }
	run := 0
next:
	for i := a; i < b; i++ {
		v := at(i)
		slot := &seen[v*0x9E3779B1>>20]
		met := *slot == v
		*slot = v
		if run > 0 && at(i-run) == v {
			continue
		}
		for k, d := range dist {
			if d == 0 || i-d < lowest || at(i-d) != v || k > 0 && i+1 < b && at(i+1-d) != at(i+1) {
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
func (l *layout) priceOf(a, b, lowest int, dist *[4]int, back int) (price int) {
	pix := l.pic.Pix
	at := func(i int) uint32 { return difference(load32(pix[i*4:]), load32(pix[(i-back)*4:])) }
	run := 0
next:
	for i := a; i < b; i++ {
		v := at(i)
		if run > 0 && at(i-run) == v {
			continue
		}
		for k, d := range dist {
			if d == 0 || i-d-back < lowest || at(i-d) != v || i+1 < b && at(i+1-d) != at(i+1) {
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
