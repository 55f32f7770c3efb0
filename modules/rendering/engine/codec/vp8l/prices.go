package vp8l

// prices holds the costs of symbols, in quarter bits.
type prices struct {
	before []uint32 // cost of all preceding pixels as literals
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

// guess sets the prices: literals by the magnitude of their values, which are mostly residuals.
func (p *prices) guess(pix []uint32, width int) {
	if p.width != width {
		p.width = width
		p.near = sized(p.near, nearRows*width+1)
		for dist := range p.near {
			p.near[dist] = uint8(distancePrice(prefix(planeCode(max(dist, 1), width))))
		}
		for n := range p.length {
			p.length[n] = uint8(16 + extraCost(prefix(uint32(max(n, 1)))))
		}
	}
	p.before = sized(p.before, len(pix)+1)
	sum := uint32(0)
	last, price := ^pix[0], uint32(0)
	before := p.before[:len(pix)]
	for len(pix) > 0 {
		for len(pix) >= 4 && len(before) >= 4 {
			v, out := (*[4]uint32)(pix), (*[4]uint32)(before)
			if (v[0]^last)|(v[1]^last)|(v[2]^last)|(v[3]^last) != 0 {
				break
			}
			out[0], out[1], out[2], out[3] = sum, sum+price, sum+2*price, sum+3*price
			sum += 4 * price
			pix, before = pix[4:], before[4:]
		}
		if len(pix) == 0 {
			break
		}
		c := pix[0]
		before[0] = sum
		if c != last {
			last, price = c, uint32(cost(c)-int(bitCost[c>>24]))+1
		}
		sum += price
		pix, before = pix[1:], before[1:]
	}
	p.before[len(p.before)-1] = sum
}
