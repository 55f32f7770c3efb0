package vp8l

// prices holds the costs of symbols, in quarter bits.
type prices struct {
	before   []uint32 // cost of all preceding pixels as literals
	length   [lengthCodes]uint32
	distance [distanceCodes]uint32
	width    int     // the width that near was computed for
	near     []uint8 // prefix symbols of short distances
}

// lengthCost returns the cost of a copy's length; longer copies take several codes.
func (p *prices) lengthCost(n int) uint32 {
	sym, _, _ := prefix(uint32(min(n, maxLength)))
	return p.length[sym]
}

// distanceCost returns the cost of a copy's distance.
func (p *prices) distanceCost(dist int) uint32 {
	if dist < len(p.near) {
		return p.distance[p.near[dist]]
	}
	sym, _, _ := prefix(uint32(dist) + farCode)
	return p.distance[sym]
}

// extraCost returns the cost of the extra bits of a prefix symbol.
func extraCost(sym int) uint32 { return uint32(4 * max(sym/2-1, 0)) }

// guess sets the prices: literals by the magnitude of their values, which are mostly residuals.
func (p *prices) guess(pix []uint32, width int) {
	if p.width != width {
		p.width = width
		p.near = sized(p.near, nearRows*width+1)
		for dist := range p.near {
			sym, _, _ := prefix(planeCode(max(dist, 1), width))
			p.near[dist] = uint8(sym)
		}
	}
	p.before = sized(p.before, len(pix)+1)
	sum := uint32(0)
	last, price := ^pix[0], uint32(0)
	before := p.before[:len(pix)]
	for i := range before {
		c := pix[i]
		before[i] = sum
		if c != last {
			last, price = c, uint32(cost(c)-int(bitCost[c>>24]))+1
		}
		sum += price
	}
	p.before[len(pix)] = sum
	for i := range p.length {
		p.length[i] = 16 + extraCost(i)
	}
	for i := range p.distance {
		p.distance[i] = 24 + extraCost(i)
	}
	// One pixel to the left and one row up are the most frequent.
	p.distance[0], p.distance[1] = 16, 16
}
