package vp8l

// prices holds the costs of symbols, in quarter bits.
type prices struct {
	pix    []uint32
	sums   [sumMask + 1]uint32 // costs as literals of the pixels from start on, up to each of the next known ones
	start  int
	known  int
	length [maxLength + 1]uint8
	near   []uint8 // costs of short distances
	width  int     // the width that length and near were computed for
}

// lengthCost returns the cost of a copy's length; longer copies take several codes.
func (p *prices) lengthCost(n int) uint32 { return uint32(p.length[min(uint(n), maxLength)]) }

// distanceCost returns the cost of a copy's distance.
func (p *prices) distanceCost(dist int) uint32 {
	if dist < len(p.near) {
		return uint32(p.near[dist])
	}
	return distancePrice(prefix(uint32(dist) + farCode))
}

// distancePrice returns the cost of a distance by its symbol. One pixel to the left and one row up are the most
// frequent.
func distancePrice(sym uint32) uint32 {
	if sym < 2 {
		return 16
	}
	return 24 + extraCost(sym)
}

// extraCost returns the cost of the extra bits of a prefix symbol.
func extraCost(sym uint32) uint32 { return 4 * (max(sym, 2)/2 - 1) }

const (
	// longRun is the number of pixels whose cost is summed. A longer copy saves at least that much.
	longRun = 256
	// sumSpan is the number of pixels of which sums are kept: those of a whole image would not fit a processor cache.
	sumSpan = 8*longRun - 1
	sumMask = sumSpan
)

// guess sets the prices of an image's symbols: literals by the magnitude of their values, which are mostly residuals.
func (p *prices) guess(pix []uint32, width int) {
	p.pix, p.start, p.known = pix, 0, 0
	if p.width == width {
		return
	}
	p.width = width
	p.near = sized(p.near, nearRows*width+1)
	for dist := range p.near {
		p.near[dist] = uint8(distancePrice(prefix(planeCode(max(dist, 1), width))))
	}
	for n := range p.length {
		p.length[n] = uint8(16 + extraCost(prefix(uint32(max(n, 1)))))
	}
}

// at returns the index in sums of pixel i, so that longRun more can follow. From one call to the next, i does not decrease.
func (p *prices) at(i int) int {
	if i > p.start+p.known || i+longRun > p.start+sumSpan {
		p.start, p.known = i, 0
	}
	return i - p.start
}

// sum extends the sums to n pixels.
func (p *prices) sum(n int) {
	sum := p.sums[p.known]
	last, price := uint32(0), literalPrice(0)
	for k, c := range p.pix[p.start+p.known : p.start+n] {
		if c != last {
			last, price = c, literalPrice(c)
		}
		sum += price
		p.sums[p.known+k+1] = sum
	}
	p.known = n
}

// longer returns the cost of the n pixels from i on.
func (p *prices) longer(i, n int) (sum int) {
	for _, c := range p.pix[i : i+n] {
		sum += int(literalPrice(c))
	}
	return sum
}

// literalPrice returns the cost of a pixel, without its alpha.
func literalPrice(c uint32) uint32 {
	return uint32(bitCost[c&0xff]) + uint32(bitCost[c>>8&0xff]) + uint32(bitCost[c>>16&0xff]) + 1
}
