package png

// What a filter costs is found by following, in a sample of pixels, runs of the pixel to the left, of the one above and of
// those at the image's slants as long as they go on: the matches of a compressor without its search.

// Prices in bits of what a compressor writes, as images of all kinds taught them.
const (
	leftPrice  = 6  // a run of the pixel to the left begins
	rowPrice   = 14 // a run of another known distance begins
	seenPrice  = 4  // a pixel that was met lately, probably with those around it
	freshPrice = 23 // any other pixel
)

// prices is about what a sample of rows from ≤ y < to costs unfiltered and with a filter, Sub or Up.
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
	lowest := max(from-2, 0) * w // the key of a remembered stripe knows no more
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

// priceNone is what pixels a ≤ i < b cost unfiltered.
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

// priceOf is what pixels a ≤ i < b cost as differences to those before them by back.
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

// difference subtracts the bytes of b from those of a.
func difference(a, b uint32) uint32 {
	const high = 0x80808080
	return (a | high) - b&^high ^ (a^^b)&high
}
