package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// startBlock starts a block.
func (t *tile) startBlock(row, col int, size tables.BlockSize) *block {
	f := t.f
	b := &block{size: size, row: row, col: col, tx: tables.MaxTx[size], first: int32(len(t.txs))}
	if f.lossless {
		b.tx = tables.Tx4x4
	}
	odd := row&1 == 1 && col&1 == 1
	b.chroma = f.planes > 1 && (f.sub == 0 || size != tables.Block4x4 || odd)
	return b
}

// newBlock starts a block and ranks its luma modes.
func (t *tile) newBlock(row, col int, size tables.BlockSize) *block {
	b := t.startBlock(row, col, size)
	t.rankLuma(b)
	return b
}

// busy returns how poorly the best prediction fits a block: the magnitude of the residual coefficients per sample, in
// 1/64 quantiser steps.
func (t *tile) busy(b *block) int {
	return t.list[0].score * 512 / t.f.acq / (b.size.Width() * b.size.Height())
}

// searchBlock chooses how to code one undivided block, whose luma modes are already ranked, reconstructs it and returns
// its cost.
func (t *tile) searchBlock(b *block) int {
	dist, rate := t.searchLuma(b)
	if b.chroma {
		d, r := t.searchChroma(b)
		dist, rate = dist+d, rate+r
	}
	return t.finish(b, dist, rate)
}

// finish stores a block whose coefficients are chosen for its neighbours and returns its cost; dist and rate are those of
// its coefficients.
func (t *tile) finish(b *block, dist, rate int) int {
	f := t.f
	b.skip = true
	for _, u := range t.txs[b.first:] {
		if u.eob > 0 {
			b.skip = false
			break
		}
	}
	if b.skip {
		rate = 0
	}
	rate += t.count(func() { t.writeInfo(b) })
	t.storeBlock(b)
	for pl := range t.planesOf(b) {
		s := f.shift(pl)
		p := b.size.Subsampled(s, s)
		t.mark(pl, b.col>>s<<2, b.row>>s<<2, p.Width(), p.Height(), true)
	}
	return dist + rate*f.lambda
}

// candidate is a prediction mode and its estimated cost.
type candidate struct {
	mode  tables.IntraMode
	angle int8
	score int
}

// rank inserts c into the list of the best candidates.
func rank(list []candidate, c candidate, most int) []candidate {
	i := len(list)
	for i > 0 && list[i-1].score > c.score {
		i--
	}
	if i >= most {
		return list
	}
	if len(list) < most {
		list = append(list, candidate{})
	}
	copy(list[i+1:], list[i:])
	list[i] = c
	return list
}

// rankLuma estimates the residual cost of each luma mode and sets t.list to the best modes.
func (t *tile) rankLuma(b *block) {
	w, h := b.size.Width(), b.size.Height()
	x, y := b.col<<2, b.row<<2
	t.gather(0, x, y, w, h)
	t.list = t.list[:0]
	for mode := tables.DCPred; mode < tables.IntraModes; mode++ {
		if mode.Directional() && mode > tables.HPred && (b.size >= tables.Block32x32 || t.f.fast) {
			continue // large blocks with gradients are split anyway
		}
		t.edges.predict(t.pred[:], w, h, mode, 0)
		b.mode = mode
		score := t.satd(0, x, y, w, h)
		score += t.count(func() { t.writeMode(b) }) * t.f.acq >> 13
		t.list = rank(t.list, candidate{mode: mode, score: score}, 1)
		if score < t.f.acq*w*h>>9 && mode == tables.DCPred {
			break
		}
	}
	if b.size < tables.Block8x8 || t.f.fast || !t.list[0].mode.Directional() {
		return
	}
	mode := t.list[0].mode
	b.mode = mode
	for angle := int8(-3); angle <= 3; angle++ {
		if angle == 0 {
			continue
		}
		t.edges.predict(t.pred[:], w, h, mode, int(angle))
		b.angle = angle
		score := t.satd(0, x, y, w, h)
		score += t.count(func() { t.writeMode(b) }) * t.f.acq >> 13
		t.list = rank(t.list, candidate{mode: mode, angle: angle, score: score}, 1)
	}
}

// searchLuma chooses the luma mode and transform, and returns the distortion and the rate of the coefficients.
func (t *tile) searchLuma(b *block) (dist, rate int) {
	mark, levels := len(t.txs), len(t.levels)
	if len(t.list) > 1 {
		var chosen block
		bestCost := 1 << 62
		for _, c := range t.list {
			b.mode, b.angle = c.mode, c.angle
			t.txs, t.levels = t.txs[:mark], t.levels[:levels]
			d, r := t.codePlane(b, 0, false)
			r += t.count(func() { t.writeMode(b) })
			if cost := d + r*t.f.lambda; cost < bestCost {
				bestCost = cost
				chosen = *b
			}
		}
		*b = chosen
		t.txs, t.levels = t.txs[:mark], t.levels[:levels]
	} else {
		b.mode, b.angle = t.list[0].mode, t.list[0].angle
	}
	mark, levels = len(t.txs), len(t.levels)
	dist, rate = t.codePlane(b, 0, true)
	if b.size < tables.Block8x8 || rate < 256*paletteWorth {
		return dist, rate
	}
	c := *b
	c.mode, c.angle = tables.DCPred, 0
	if !t.pickLuma(&c) {
		return dist, rate
	}
	cost := dist + (rate+t.paletteCost(b, 0))*t.f.lambda
	t.txs, t.levels = t.txs[:mark], t.levels[:levels]
	dist2, rate2 := t.codePlane(&c, 0, true)
	if dist2+(rate2+t.paletteCost(&c, 0))*t.f.lambda < cost {
		*b = c
		return dist2, rate2
	}
	t.txs, t.levels = t.txs[:mark], t.levels[:levels]
	return t.codePlane(b, 0, true)
}

// paletteWorth is the cost in bits below which a palette cannot pay off.
const paletteWorth = 40

// searchChroma is searchLuma for both chroma planes.
func (t *tile) searchChroma(b *block) (dist, rate int) {
	f := t.f
	mark, levels := len(t.txs), len(t.levels)
	code := func(keep bool) (dist, rate int) {
		t.txs, t.levels = t.txs[:mark], t.levels[:levels]
		dist, rate = t.codePlane(b, 1, keep)
		d, r := t.codePlane(b, 2, keep)
		return dist + d, rate + r
	}
	var chosen block
	bestCost := 1 << 62
	try := func() {
		dist, rate = code(false)
		rate += t.paletteCost(b, 1)
		if cost := dist + rate*f.lambda; cost < bestCost {
			bestCost = cost
			chosen = *b
		}
	}
	b.uvMode, b.uvAngle = tables.DCPred, 0
	if b.mode != tables.DCPred {
		b.uvMode, b.uvAngle = b.mode, b.angle
	}
	try()
	// At this cost no other mode can gain much.
	if bestCost > f.lambda*256*4 {
		if b.mode != tables.DCPred {
			b.uvMode, b.uvAngle = tables.DCPred, 0
			try()
		}
		if t.cflAllowed(b.size) && t.fitCfL(b) {
			b.uvMode, b.uvAngle = tables.UVCfL, 0
			try()
		}
		if b.size >= tables.Block8x8 && t.pickChroma(b) {
			b.uvMode, b.uvAngle = tables.DCPred, 0
			try()
		}
		*b = chosen
	}
	return code(true)
}

// fitCfL finds the best chroma-from-luma factors of a block and prepares t.ac. It returns false when both are zero.
func (t *tile) fitCfL(b *block) bool {
	f := t.f
	s := f.sub
	size := b.size.Subsampled(s, s)
	w, h := size.Width(), size.Height()
	x, y := b.col>>s<<2, b.row>>s<<2
	luma := &f.rec[0]
	sum := 0
	for j := range h {
		for i := range w {
			at := (y+j)<<s*luma.stride + (x+i)<<s
			v := int(luma.pix[at]) << 3
			if s == 1 {
				v = (int(luma.pix[at]) + int(luma.pix[at+1]) + int(luma.pix[at+luma.stride]) + int(luma.pix[at+luma.stride+1])) << 1
			}
			t.ac[j*w+i] = int16(v)
			sum += v
		}
	}
	mean := int16((sum + w*h>>1) / (w * h))
	energy := 0
	for i := range t.ac[:w*h] {
		t.ac[i] -= mean
		energy += int(t.ac[i]) * int(t.ac[i])
	}
	if energy == 0 {
		return false
	}
	b.cfl = [2]int8{}
	for pl := 1; pl < 3; pl++ {
		t.gather(pl, x, y, w, h)
		dc := int(t.edges.dc(w, h))
		p := &f.src[pl]
		dot := 0
		for j := range h {
			src := p.pix[(y+j)*p.stride+x:]
			for i := range w {
				dot += (int(src[i]) - dc) * int(t.ac[j*w+i])
			}
		}
		// Both ac and the factor are in eighths.
		dot *= 64
		alpha := (max(dot, -dot) + energy/2) / energy
		alpha = min(alpha, 16)
		if dot < 0 {
			alpha = -alpha
		}
		b.cfl[pl-1] = int8(alpha)
	}
	return b.cfl != [2]int8{}
}
