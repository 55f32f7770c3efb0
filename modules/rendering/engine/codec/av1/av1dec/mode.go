package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// modeInfo reads the prediction modes of a block (intra_frame_mode_info, §5.11.7).
func (t *tile) modeInfo() {
	b := &t.block
	if t.head.segments.preSkip {
		t.readSegment()
	}
	t.readSkip()
	if !t.head.segments.preSkip {
		t.readSegment()
	}
	b.lossless = t.head.lossless[b.segment]
	t.readCDEFIndex()
	t.readDeltaQ()
	t.readDeltaLF()
	t.readDeltas = false
	if t.head.intraBC && t.sym.flag(&t.cdfs.IntraBC) {
		b.copied = true
		t.readVector()
		return
	}
	above, left := tables.DCPred, tables.DCPred
	if b.availU {
		above = t.at(b.row-1, b.col).yMode
	}
	if b.availL {
		left = t.at(b.row, b.col-1).yMode
	}
	b.yMode = tables.IntraMode(t.sym.symbol(t.cdfs.YMode[tables.IntraModeContext[above]][tables.IntraModeContext[left]][:]))
	b.angleY = t.readAngle(b.yMode)
	if b.hasChroma {
		if t.allowsCfL() {
			b.uvMode = tables.IntraMode(t.sym.symbol(t.cdfs.UVModeCfL[b.yMode][:]))
		} else {
			b.uvMode = tables.IntraMode(t.sym.symbol(t.cdfs.UVMode[b.yMode][:]))
		}
		if b.uvMode == tables.UVCfL {
			t.readAlphas()
		}
		b.angleUV = t.readAngle(b.uvMode)
	}
	if b.size >= tables.Block8x8 && b.size.Width() <= 64 && b.size.Height() <= 64 && t.head.screenContent {
		t.readPalettes()
	}
	if t.seq.filterIntra && b.yMode == tables.DCPred && b.paletteSize[0] == 0 && max(b.size.Width(), b.size.Height()) <= 32 {
		if b.filterIntra = t.sym.flag(&t.cdfs.FilterIntra[b.size]); b.filterIntra {
			b.filterMode = t.sym.symbol(t.cdfs.FilterIntraMode[:])
		}
	}
}

func (t *tile) allowsCfL() bool {
	if t.lossless {
		return t.size.Subsampled(t.seq.SubX, t.seq.SubY) == tables.Block4x4
	}
	return max(t.size.Width(), t.size.Height()) <= 32
}

func (t *tile) readAngle(mode tables.IntraMode) int {
	if t.size < tables.Block8x8 || !mode.Directional() {
		return 0
	}
	return t.sym.symbol(t.cdfs.AngleDelta[mode-tables.VPred][:]) - 3
}

func (t *tile) readAlphas() {
	signs := t.sym.symbol(t.cdfs.CfLSign[:]) + 1
	u, v := signs/3, signs%3 // 0 is zero, 1 negative, 2 positive
	read := func(sign, other int) int {
		if sign == 0 {
			return 0
		}
		a := 1 + t.sym.symbol(t.cdfs.CfLAlpha[(sign-1)*3+other][:])
		if sign == 1 {
			return -a
		}
		return a
	}
	t.alpha[0] = read(u, v)
	t.alpha[1] = read(v, u)
}

func (t *tile) readSkip() {
	g := &t.head.segments
	if g.preSkip && g.on[t.segment][segSkip] {
		t.skip = true
		return
	}
	ctx := 0
	if t.availU && t.at(t.row-1, t.col).skip {
		ctx++
	}
	if t.availL && t.at(t.row, t.col-1).skip {
		ctx++
	}
	t.skip = t.sym.flag(&t.cdfs.Skip[ctx])
}

// readSegment reads the segment id of a block (§5.11.9).
func (t *tile) readSegment() {
	g := &t.head.segments
	if !g.enabled {
		return
	}
	ul, u, l := -1, -1, -1
	if t.availU && t.availL {
		ul = int(t.at(t.row-1, t.col-1).segment)
	}
	if t.availU {
		u = int(t.at(t.row-1, t.col).segment)
	}
	if t.availL {
		l = int(t.at(t.row, t.col-1).segment)
	}
	pred := 0
	switch {
	case u == -1:
		pred = max(l, 0)
	case l == -1, ul == u:
		pred = u
	default:
		pred = l
	}
	if t.skip {
		t.segment = pred
		return
	}
	ctx := 0
	switch {
	case ul < 0:
	case ul == u && ul == l:
		ctx = 2
	case ul == u || ul == l || u == l:
		ctx = 1
	}
	diff := t.sym.symbol(t.cdfs.SegmentID[ctx][:])
	t.segment = clamp(deinterleave(diff, pred, g.lastActive+1), 0, g.lastActive)
}

// deinterleave inverts the ordering of segment ids by distance from the predicted one (neg_deinterleave).
func deinterleave(diff, ref, most int) int {
	near := func() int {
		if diff&1 != 0 {
			return ref + (diff+1)>>1
		}
		return ref - diff>>1
	}
	switch {
	case ref == 0:
		return diff
	case ref >= most-1:
		return most - diff - 1
	case 2*ref < most:
		if diff <= 2*ref {
			return near()
		}
		return diff
	case diff <= 2*(most-ref-1):
		return near()
	}
	return most - (diff + 1)
}

func (t *tile) clearCDEF(r, c int) {
	for y := r; y < min(t.head.miRows, r+32); y += 16 {
		for x := c; x < min(t.head.miCols, c+32); x += 16 {
			t.cdefIndex[y>>4*t.cdefCols+x>>4] = -1
		}
		if !t.seq.superblock128 {
			return
		}
	}
}

func (t *tile) readCDEFIndex() {
	if t.skip || t.head.codedLossless || !t.seq.cdef || t.head.intraBC {
		return
	}
	r, c := t.row>>4, t.col>>4
	if t.cdefIndex[r*t.cdefCols+c] != -1 {
		return
	}
	v := int8(t.sym.literal(t.head.cdef.bits))
	for y := r; y < min(t.cdefRows, r+max(1, t.size.Height4()>>4)); y++ {
		for x := c; x < min(t.cdefCols, c+max(1, t.size.Width4()>>4)); x++ {
			t.cdefIndex[y*t.cdefCols+x] = v
		}
	}
}

// wholeSkip reports whether the block is a skipped block of superblock size, which carries no deltas.
func (t *tile) wholeSkip() bool {
	size := tables.Block64x64
	if t.seq.superblock128 {
		size = tables.Block128x128
	}
	return t.size == size && t.skip
}

// readDelta reads a signed delta: small magnitudes by a symbol, larger ones as literals.
func (t *tile) readDelta(cdf *[5]uint16) int {
	v := t.sym.symbol(cdf[:])
	if v == 3 {
		n := t.sym.literal(3) + 1
		v = t.sym.literal(n) + 1<<n + 1
	}
	if v != 0 && t.sym.bool() != 0 {
		return -v
	}
	return v
}

func (t *tile) readDeltaQ() {
	if !t.readDeltas || t.wholeSkip() {
		return
	}
	if d := t.readDelta(&t.cdfs.DeltaQ); d != 0 {
		t.qIndex = clamp(t.qIndex+d<<t.head.deltaQRes, 1, 255)
	}
}

func (t *tile) readDeltaLF() {
	if !t.readDeltas || !t.head.deltaLF || t.wholeSkip() {
		return
	}
	n := 1
	if t.head.deltaLFMulti {
		n = 4
		if t.seq.Monochrome {
			n = 2
		}
	}
	for i := range n {
		cdf := &t.cdfs.DeltaLF
		if t.head.deltaLFMulti {
			cdf = &t.cdfs.DeltaLFMulti[i]
		}
		if d := t.readDelta(cdf); d != 0 {
			t.lfDelta[i] = clamp(t.lfDelta[i]+d<<t.head.deltaLFRes, -63, 63)
		}
	}
}
