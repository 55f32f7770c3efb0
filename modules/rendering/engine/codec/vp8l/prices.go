package vp8l

// prices are what symbols cost, in quarter bits.
type prices struct {
	before   []uint32 // what all pixels before one cost as literals
	length   [lengthCodes]uint32
	distance [distanceCodes]uint32
	width    int     // that near is of
	near     []uint8 // the prefix symbols of near distances
}

// copy is what a copy's length costs, the codes of several if it is very long.
func (p *prices) copy(n int) uint32 {
	sym, _, _ := prefix(uint32(min(n, maxLength)))
	return p.length[sym]
}

// away is what a copy's distance costs.
func (p *prices) away(dist int) uint32 {
	if dist < len(p.near) {
		return p.distance[p.near[dist]]
	}
	sym, _, _ := prefix(uint32(dist) + farCode)
	return p.distance[sym]
}

// more is what the further bits of a prefix symbol cost.
func more(sym int) uint32 { return uint32(4 * max(sym/2-1, 0)) }

// guess sets the prices: pixels cost by the size of their values, which are differences
// mostly.
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
		p.length[i] = 16 + more(i)
	}
	for i := range p.distance {
		p.distance[i] = 24 + more(i)
	}
	// One pixel to the left and one row up are said most.
	p.distance[0], p.distance[1] = 16, 16
}
