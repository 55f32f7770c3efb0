package vp8l

import "context"

// writeSub writes one of the sub-images of transforms and of the entropy image (§3.6.2.3), without a colour cache and
// with one group of codes. The only error is ctx's.
func (e *encoder) writeSub(ctx context.Context, pix []uint32, width int) error {
	p := &e.sub
	p.channels = 4
	e.matcher.guess(pix, width)
	var err error
	if p.seqs, err = e.matcher.find(ctx, p.seqs, pix, width); err != nil {
		return err
	}
	e.take(p, pix, width, false)
	e.w.Reserve(16)
	e.w.Put(0, 1)
	e.writeSteps(p, 1, false)
	return nil
}

// writeMain writes the main image, with a colour cache if it helps, and with several groups of codes; channels is the
// number of those that vary. The only error is ctx's.
func (e *encoder) writeMain(ctx context.Context, pix []uint32, width, channels int) error {
	p := &e.main
	p.fixed, p.channels = pix[0], channels
	cache := channels > 1 // an index is as short as its slot
	e.matcher.guess(pix, width)
	var err error
	if p.seqs, err = e.matcher.find(ctx, p.seqs, pix, width); err != nil {
		return err
	}
	cached := e.take(p, pix, width, cache)
	e.w.Reserve(16)
	if cached {
		e.w.Put(1|cacheBits<<1, 5)
	} else {
		e.w.Put(0, 1)
	}
	groups := e.split(p)
	if groups == 1 {
		e.w.Put(0, 1)
	} else {
		e.w.Put(1|uint64(p.bits-2)<<1, 4)
		codes := make([]uint32, len(p.group))
		for i, g := range p.group {
			codes[i] = 0xff000000 | uint32(g)<<8
		}
		first := e.groups[0].counts // which writeSub overwrites
		if err := e.writeSub(ctx, codes, tiles(width, p.bits)); err != nil {
			return err
		}
		e.groups[0].counts = first
	}
	e.writeSteps(p, groups, cached)
	return nil
}

// take converts p's sequences to steps and counts them in one group. It reports whether they use the colour cache,
// which cache permits and which is chosen if it saves bits.
func (e *encoder) take(p *codedImage, pix []uint32, width int, cache bool) (cached bool) {
	p.take(pix, width, cache)
	clear(p.group)
	e.count(p, 1)
	if !cache {
		return false
	}
	plain := &e.groups[1].counts
	*plain = e.groups[0].counts
	clear(plain.green[cacheStart:])
	for i := range p.steps {
		if s := &p.steps[i]; s.slot >= 0 && s.length == 0 {
			plain.literal(s.value)
		}
	}
	if e.groups[0].bits(nil) < plain.bits(nil) {
		return true
	}
	for i := range p.steps {
		if s := &p.steps[i]; s.length == 0 {
			s.slot = -1
		}
	}
	e.groups[0].counts = *plain
	return false
}

// count fills the histograms of the groups.
func (e *encoder) count(p *codedImage, groups int) {
	for i := range groups {
		e.groups[i].counts = counts{}
	}
	tile := p.tile[:len(p.steps)]
	for i := range p.steps {
		e.groups[p.group[tile[i]]%maxGroups].add(&p.steps[i], p.channels)
	}
	for i := range groups {
		e.groups[i].fix(p)
	}
}

// writeSteps writes the groups' codes, whose histograms are filled, and the steps.
func (e *encoder) writeSteps(p *codedImage, groups int, cached bool) {
	size := 8 * len(p.steps) // extra bits of copies
	for i := range groups {
		h := &e.groups[i]
		size += h.bits(nil)>>11 + 2048
		h.assign(cached)
	}
	e.w.Reserve(size)
	for i := range groups {
		e.groups[i].writeCodes(&e.w, cached)
	}
	for i := range p.steps {
		e.groups[p.group[p.tile[i]]].write(&e.w, &p.steps[i])
	}
}
