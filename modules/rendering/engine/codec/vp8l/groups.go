package vp8l

import "slices"

// maxGroups is how many groups of codes there are at most.
const maxGroups = 8

// maxTiles is how many tiles there are at most, which bounds what telling their groups
// takes.
const maxTiles = 2600

// groupBits is the size of the squares that share a group: 1<<bits.
func groupBits(width, height int) uint {
	bits := uint(5)
	for tiles(width, bits)*tiles(height, bits) > maxTiles {
		bits++
	}
	return bits
}

// lanes are numbers of 16 bits, one for each group.
type lanes [maxGroups / 4]uint64

// groupCosts is what symbols cost in each group, in quarter bits.
type groupCosts struct {
	green    [greenCodes]lanes
	red      [256]lanes
	blue     [256]lanes
	alpha    [256]lanes
	distance [distanceCodes]lanes
	tiles    [][maxGroups]uint32 // what whole tiles cost
	steps    []uint32            // how many steps begin in them
}

func (c *groupCosts) alphabets() [5][]lanes {
	return [5][]lanes{c.green[:], c.red[:], c.blue[:], c.alpha[:], c.distance[:]}
}

// set computes the costs from the groups' histograms.
func (c *groupCosts) set(groups []histogram) {
	for k, list := range c.alphabets() {
		clear(list)
		for g := range groups {
			freq := groups[g].alphabets()[k]
			total := uint32(0)
			for _, n := range freq {
				total += n
			}
			// What a group has not seen yet would cost it a little more than what it has seen
			// once.
			whole := log2(total + 1)
			for i := range list {
				bits := whole + 2<<8
				if n := freq[i]; n != 0 {
					bits = whole - log2(n)
				}
				list[i][g/4] |= uint64(bits>>6) << (g % 4 * 16)
			}
		}
	}
}

// of is what a step costs.
func (c *groupCosts) of(s *step) lanes {
	switch {
	case s.length != 0:
		ls, _, _ := prefix(uint32(s.length))
		ds, _, _ := prefix(s.value)
		a, b := &c.green[literals+ls], &c.distance[ds]
		return lanes{a[0] + b[0], a[1] + b[1]}
	case s.slot >= 0:
		return c.green[cacheStart+int(s.slot)]
	}
	g, r, b, a := &c.green[s.value>>8&0xff], &c.red[s.value>>16&0xff], &c.blue[s.value&0xff], &c.alpha[s.value>>24]
	return lanes{g[0] + r[0] + b[0] + a[0], g[1] + r[1] + b[1] + a[1]}
}

// measure adds up what every tile costs in every group.
func (c *groupCosts) measure(p *picture) {
	c.tiles, c.steps = sized(c.tiles, len(p.group)), sized(c.steps, len(p.group))
	clear(c.tiles)
	clear(c.steps)
	// A step costs at most 4×88 quarter bits: so many fit a lane.
	const most = 128
	for i := 0; i < len(p.steps); {
		tile := p.tile[i]
		var sum lanes
		start := i
		for ; i < len(p.steps) && i-start < most && p.tile[i] == tile; i++ {
			v := c.of(&p.steps[i])
			sum[0] += v[0]
			sum[1] += v[1]
		}
		c.steps[tile] += uint32(i - start)
		for g := range c.tiles[tile] {
			c.tiles[tile][g] += uint32(sum[g/4] >> (g % 4 * 16) & 0xffff)
		}
	}
}

// split gives every tile a group and returns how many there are; the histograms are the
// groups' then. It looks for tiles that resemble each other: first by what their steps
// cost on the average, then by whose codes suit them, in turns.
func (e *encoder) split(p *picture) int {
	const rounds = 2
	if len(p.group) < 8 {
		return 1
	}
	c := &e.costs
	c.set(e.groups[:1])
	c.measure(p)
	order := make([]int, 0, len(p.group))
	for i, n := range c.steps {
		if n > 0 {
			order = append(order, i)
		}
	}
	average := func(i int) uint64 { return uint64(c.tiles[i][0]) << 16 / uint64(c.steps[i]) }
	slices.SortStableFunc(order, func(a, b int) int {
		return int(int64(average(a)) - int64(average(b)))
	})
	all, sum := uint64(1), uint64(0)
	for _, i := range order {
		all += uint64(c.tiles[i][0])
	}
	for _, i := range order {
		p.group[i] = uint8(sum * maxGroups / all)
		sum += uint64(c.tiles[i][0])
	}
	for range rounds {
		e.count(p, maxGroups)
		c.set(e.groups[:maxGroups])
		c.measure(p)
		last := uint8(0)
		for i := range p.group {
			// A tile without steps has no say; another pays for differing from its
			// neighbour.
			const fee = 12
			if c.steps[i] > 0 {
				best := 0
				for g := range c.tiles[i] {
					if c.tiles[i][g] < c.tiles[i][best] {
						best = g
					}
				}
				if c.tiles[i][best]+fee < c.tiles[i][last] {
					last = uint8(best)
				}
			}
			p.group[i] = last
		}
	}
	e.count(p, maxGroups)
	return e.merge(p)
}

// merge joins groups as long as that saves bits, numbers those that are left as they
// appear and returns how many they are.
func (e *encoder) merge(p *picture) int {
	var bits [maxGroups]int
	var into [maxGroups]uint8
	var gone [maxGroups]bool
	var save [maxGroups][maxGroups]int
	for g := range bits {
		bits[g], into[g] = e.groups[g].bits(nil), uint8(g)
	}
	gain := func(a, b int) int { return bits[a] + bits[b] - e.groups[a].bits(&e.groups[b].counts) }
	for a := range bits {
		for b := a + 1; b < maxGroups; b++ {
			save[a][b] = gain(a, b)
		}
	}
	for {
		best, x, y := -1, 0, 0
		for a := range bits {
			for b := a + 1; b < maxGroups; b++ {
				if !gone[a] && !gone[b] && save[a][b] > best {
					best, x, y = save[a][b], a, b
				}
			}
		}
		if best < 0 {
			break
		}
		gone[y] = true
		for g := range into {
			if into[g] == uint8(y) {
				into[g] = uint8(x)
			}
		}
		e.groups[x].join(&e.groups[y].counts)
		bits[x] = e.groups[x].bits(nil)
		for g := range bits {
			if !gone[g] && g != x {
				save[min(g, x)][max(g, x)] = gain(g, x)
			}
		}
	}
	var number [maxGroups]uint8
	n := uint8(0)
	for i, g := range p.group {
		g = into[g]
		if number[g] == 0 {
			n++
			number[g] = n
		}
		p.group[i] = number[g] - 1
	}
	e.count(p, int(n))
	return int(n)
}

// join adds other's counts.
func (h *counts) join(other *counts) {
	more := other.alphabets()
	for k, list := range h.alphabets() {
		for i := range list {
			list[i] += more[k][i]
		}
	}
}
