package vp8l

import "slices"

// maxGroups is the maximum number of prefix code groups.
const maxGroups = 8

// maxTiles is the maximum number of tiles, which bounds the size of the entropy image.
const maxTiles = 2600

// groupBits returns the log2 size of the tiles of the entropy image.
func groupBits(width, height int) uint {
	bits := uint(5)
	for tiles(width, bits)*tiles(height, bits) > maxTiles {
		bits++
	}
	return bits
}

// lanes holds one 16-bit number per group.
type lanes [maxGroups / 4]uint64

// groupCosts holds the cost of each symbol in each group, in quarter bits.
type groupCosts struct {
	green    [greenCodes]lanes
	red      [256]lanes
	blue     [256]lanes
	alpha    [256]lanes
	distance [distanceCodes]lanes
	tiles    [][maxGroups]uint32 // cost of whole tiles
	steps    []uint32            // number of steps that begin in each tile
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
			// A symbol without occurrences costs slightly more than one that occurs once.
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

// fix adds the costs of the channels that are the same in all literals to those of green.
func (c *groupCosts) fix(p *codedImage) {
	add := func(v lanes) {
		for i := range c.green[:literals] {
			c.green[i][0] += v[0]
			c.green[i][1] += v[1]
		}
	}
	if p.channels == 1 {
		add(c.red[p.fixed>>16&0xff])
		add(c.blue[p.fixed&0xff])
	}
	if p.channels <= 3 {
		add(c.alpha[p.fixed>>24])
	}
}

// of returns the cost of a step in each group: in two variables, which unlike lanes stay in registers.
func (c *groupCosts) of(s *step, channels int) (low, high uint64) {
	switch {
	case s.length != 0:
		ls, ds := s.symbols()
		a, b := &c.green[literals+ls], &c.distance[ds]
		return a[0] + b[0], a[1] + b[1]
	case s.slot >= 0:
		g := &c.green[cacheStart+int(s.slot)]
		return g[0], g[1]
	}
	g := &c.green[s.value>>8&0xff]
	low, high = g[0], g[1]
	if channels > 1 {
		r, b := &c.red[s.value>>16&0xff], &c.blue[s.value&0xff]
		low += r[0] + b[0]
		high += r[1] + b[1]
		if channels > 3 {
			a := &c.alpha[s.value>>24]
			low += a[0]
			high += a[1]
		}
	}
	return low, high
}

// measure sums the cost of every tile in every group.
func (c *groupCosts) measure(p *codedImage) {
	c.fix(p)
	c.tiles, c.steps = sized(c.tiles, len(p.group)), sized(c.steps, len(p.group))
	clear(c.tiles)
	clear(c.steps)
	// A step costs at most 4×88 quarter bits, so this many fit a lane.
	const most = 128
	list, tiles := p.steps, p.tile[:len(p.steps)]
	for i := 0; i < len(list); {
		tile := tiles[i]
		var low, high uint64
		start, end := i, min(i+most, len(list))
		for ; i < end && tiles[i] == tile; i++ {
			l, h := c.of(&list[i], p.channels)
			low += l
			high += h
		}
		c.steps[tile] += uint32(i - start)
		out := &c.tiles[tile]
		for g := range 4 {
			out[g] += uint32(low >> (g * 16) & 0xffff)
			out[4+g] += uint32(high >> (g * 16) & 0xffff)
		}
	}
}

// split assigns every tile a group and returns the number of groups, whose histograms are filled. It clusters similar
// tiles: initially by the average cost of their steps, then alternately by reassignment to the cheapest group and
// recomputing the codes.
func (e *encoder) split(p *codedImage) int {
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
			// Tiles without steps keep their neighbour's group; changing the group between neighbours has a small
			// penalty.
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

// merge joins groups as long as that saves bits, renumbers the rest and their histograms in order of appearance and
// returns their number.
func (e *encoder) merge(p *codedImage) int {
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
	at := [maxGroups]uint8{0, 1, 2, 3, 4, 5, 6, 7} // where each group's histogram is
	n := uint8(0)
	for i, g := range p.group {
		g = into[g]
		if number[g] == 0 {
			from, other := at[g], slices.Index(at[:], n)
			e.groups[n].counts, e.groups[from].counts = e.groups[from].counts, e.groups[n].counts
			at[g], at[other] = n, from
			n++
			number[g] = n
		}
		p.group[i] = number[g] - 1
	}
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
