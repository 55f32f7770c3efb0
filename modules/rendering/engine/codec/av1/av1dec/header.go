package av1dec

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// frameHeader is the header of an intra frame (AV1 specification §5.9).
type frameHeader struct {
	disableCDFUpdate bool
	screenContent    bool
	intraBC          bool
	width, height    int // as coded; the width is before super-resolution
	upscaledWidth    int
	superresDenom    int
	miCols, miRows   int
	reducedTxSet     bool
	txSelect         bool
	codedLossless    bool
	allLossless      bool
	tileColStarts    []int
	tileRowStarts    []int
	tileColsLog2     int
	tileRowsLog2     int
	tileSizeBytes    int
	quant            quantParams
	segments         segmentation
	deltaQ           bool
	deltaQRes        int
	deltaLF          bool
	deltaLFRes       int
	deltaLFMulti     bool
	lossless         [8]bool
	loopFilter       loopFilterParams
	cdef             cdefParams
	restoration      [3]restorationType
	restorationSize  [3]int
	grain            grainParams
}

type quantParams struct {
	base                    int
	yDC, uDC, uAC, vDC, vAC int
	matrix                  bool
	levels                  [3]int
}

type segmentation struct {
	enabled    bool
	on         [8][8]bool
	value      [8][8]int
	preSkip    bool
	lastActive int
}

const (
	segAltQ  = 0
	segAltLF = 1
	segRef   = 5
	segSkip  = 6
)

type loopFilterParams struct {
	level     [4]int
	sharpness int
	deltas    bool
	intraRef  int // intra_frame's loop filter delta
}

type cdefParams struct {
	damping      int
	bits         int
	yPri, ySec   [8]int
	uvPri, uvSec [8]int
}

// restorationType is the loop restoration of a plane or of a unit.
type restorationType uint8

const (
	restoreNone restorationType = iota
	restoreWiener
	restoreSelfGuided
	restoreSwitchable
)

const superresNum = 8

// readFrameHeader reads the uncompressed header of a frame, which must be an intra frame.
func readFrameHeader(r *bitReader, s *sequence, temporalID, spatialID int) (*frameHeader, error) {
	h := &frameHeader{}
	const keyFrame, intraOnly = 0, 2
	frameType, resilient := keyFrame, true
	if !s.reducedStill {
		if r.flag() {
			return nil, unsupported("showing an earlier frame")
		}
		frameType = r.f(2)
		if frameType != keyFrame && frameType != intraOnly {
			return nil, unsupported("inter frames")
		}
		// A frame that is not shown is only a reference for inter frames, which are unsupported.
		if !r.flag() {
			return nil, unsupported("hidden frames")
		}
		if s.decoderModel && !s.equalPicture {
			r.f(s.timeBits)
		}
		if frameType != keyFrame {
			resilient = r.flag()
		}
	}
	h.disableCDFUpdate = r.flag()
	screen := s.forceScreenContent
	if screen == selectTools {
		screen = r.f(1)
	}
	h.screenContent = screen != 0
	if h.screenContent && s.forceIntegerMV == selectTools {
		r.flag()
	}
	if s.frameIDs {
		r.f(s.idBits)
	}
	sizeOverride := false
	if !s.reducedStill {
		sizeOverride = r.flag()
	}
	r.f(s.orderHintBits)
	if s.decoderModel && r.flag() {
		for _, p := range s.points {
			in := p.idc>>temporalID&1 != 0 && p.idc>>(spatialID+8)&1 != 0
			if p.decoderModel && (p.idc == 0 || in) {
				r.f(s.removalBits)
			}
		}
	}
	refresh := 0xff
	if frameType != keyFrame {
		refresh = r.f(8)
	}
	if refresh != 0xff && resilient && s.orderHintBits > 0 {
		for range 8 {
			r.f(s.orderHintBits)
		}
	}
	h.readSize(r, s, sizeOverride)
	if h.screenContent && h.upscaledWidth == h.width {
		h.intraBC = r.flag()
	}
	if !s.reducedStill && !h.disableCDFUpdate {
		r.flag() // disable_frame_end_update_cdf
	}
	if r.over {
		return nil, corrupt("the frame header ends early")
	}
	if h.miCols > 1<<14 || h.miRows > 1<<14 {
		return nil, corrupt("the frame is %d×%d samples large", h.upscaledWidth, h.height)
	}
	if err := h.readTiles(r, s); err != nil {
		return nil, err
	}
	h.readQuant(r, s)
	h.readSegmentation(r)
	h.readDeltas(r)
	h.findLossless()
	h.readLoopFilter(r, s)
	h.readCDEF(r, s)
	h.readRestoration(r, s)
	if !h.codedLossless {
		h.txSelect = r.flag()
	}
	h.reducedTxSet = r.flag()
	if s.filmGrain {
		if err := h.grain.read(r, s); err != nil {
			return nil, err
		}
	}
	if r.over {
		return nil, corrupt("the frame header ends early")
	}
	return h, nil
}

func (h *frameHeader) readSize(r *bitReader, s *sequence, override bool) {
	h.upscaledWidth, h.height = s.maxWidth, s.maxHeight
	if override {
		h.upscaledWidth, h.height = r.f(s.widthBits)+1, r.f(s.heightBits)+1
	}
	h.width, h.superresDenom = h.upscaledWidth, superresNum
	if s.superres && r.flag() {
		h.superresDenom = r.f(3) + superresNum + 1
		h.width = (h.upscaledWidth*superresNum + h.superresDenom/2) / h.superresDenom
	}
	h.miCols, h.miRows = 2*((h.width+7)>>3), 2*((h.height+7)>>3)
	if r.flag() { // render_and_frame_size_different
		r.f(16)
		r.f(16)
	}
}

// tileLog2 returns the smallest k for which size<<k reaches target.
func tileLog2(size, target int) int {
	k := 0
	for size<<k < target {
		k++
	}
	return k
}

func (h *frameHeader) readTiles(r *bitReader, s *sequence) error {
	shift := 4
	if s.superblock128 {
		shift = 5
	}
	sbCols, sbRows := (h.miCols+1<<shift-1)>>shift, (h.miRows+1<<shift-1)>>shift
	const maxWidth, maxArea, maxCols, maxRows = 4096, 4096 * 2304, 64, 64
	maxWidthSB, maxAreaSB := maxWidth>>(shift+2), maxArea>>(2*(shift+2))
	minLog2Cols := tileLog2(maxWidthSB, sbCols)
	maxLog2Cols, maxLog2Rows := tileLog2(1, min(sbCols, maxCols)), tileLog2(1, min(sbRows, maxRows))
	minLog2 := max(minLog2Cols, tileLog2(maxAreaSB, sbRows*sbCols))
	if r.flag() { // uniform_tile_spacing_flag
		h.tileColsLog2 = minLog2Cols
		for h.tileColsLog2 < maxLog2Cols && r.flag() {
			h.tileColsLog2++
		}
		h.tileColStarts = uniformStarts(sbCols, h.tileColsLog2, shift, h.miCols)
		h.tileRowsLog2 = max(minLog2-h.tileColsLog2, 0)
		for h.tileRowsLog2 < maxLog2Rows && r.flag() {
			h.tileRowsLog2++
		}
		h.tileRowStarts = uniformStarts(sbRows, h.tileRowsLog2, shift, h.miRows)
	} else {
		var widest int
		h.tileColStarts, widest = codedStarts(r, sbCols, maxWidthSB, shift, h.miCols)
		h.tileColsLog2 = tileLog2(1, len(h.tileColStarts)-1)
		area := sbRows * sbCols
		if minLog2 > 0 {
			area >>= minLog2 + 1
		}
		h.tileRowStarts, _ = codedStarts(r, sbRows, max(area/widest, 1), shift, h.miRows)
		h.tileRowsLog2 = tileLog2(1, len(h.tileRowStarts)-1)
	}
	if len(h.tileColStarts)-1 > maxCols || len(h.tileRowStarts)-1 > maxRows {
		return corrupt("%d×%d tiles", len(h.tileColStarts)-1, len(h.tileRowStarts)-1)
	}
	if h.tileColsLog2+h.tileRowsLog2 > 0 {
		r.f(h.tileRowsLog2 + h.tileColsLog2) // context_update_tile_id
		h.tileSizeBytes = r.f(2) + 1
	}
	return nil
}

// uniformStarts divides n superblocks into tiles of uniform size. The starts are in units of 4 samples and end with
// end.
func uniformStarts(n, log2, shift, end int) []int {
	size := (n + 1<<log2 - 1) >> log2
	var starts []int
	for at := 0; at < n; at += size {
		starts = append(starts, at<<shift)
	}
	return append(starts, end)
}

// codedStarts reads explicit tile sizes; widest is the largest.
func codedStarts(r *bitReader, n, most, shift, end int) (starts []int, widest int) {
	for at := 0; at < n; {
		starts = append(starts, at<<shift)
		size := r.ns(min(n-at, most)) + 1
		widest = max(widest, size)
		at += size
	}
	return append(starts, end), widest
}

func readDeltaQ(r *bitReader) int {
	if r.flag() {
		return r.su(7)
	}
	return 0
}

func (h *frameHeader) readQuant(r *bitReader, s *sequence) {
	q := &h.quant
	q.base = r.f(8)
	q.yDC = readDeltaQ(r)
	if !s.Monochrome {
		differ := s.separateUVDelta && r.flag()
		q.uDC, q.uAC = readDeltaQ(r), readDeltaQ(r)
		q.vDC, q.vAC = q.uDC, q.uAC
		if differ {
			q.vDC, q.vAC = readDeltaQ(r), readDeltaQ(r)
		}
	}
	if q.matrix = r.flag(); q.matrix {
		q.levels[0], q.levels[1] = r.f(4), r.f(4)
		q.levels[2] = q.levels[1]
		if s.separateUVDelta {
			q.levels[2] = r.f(4)
		}
	}
}

func (h *frameHeader) readSegmentation(r *bitReader) {
	g := &h.segments
	if g.enabled = r.flag(); !g.enabled {
		return
	}
	for i := range g.on {
		for j := range g.on[i] {
			if g.on[i][j] = r.flag(); !g.on[i][j] {
				continue
			}
			limit := tables.SegmentMax[j]
			if tables.SegmentSigned[j] {
				g.value[i][j] = clamp(r.su(1+tables.SegmentBits[j]), -limit, limit)
			} else {
				g.value[i][j] = min(r.f(tables.SegmentBits[j]), limit)
			}
			g.lastActive = i
			g.preSkip = g.preSkip || j >= segRef
		}
	}
}

func (h *frameHeader) readDeltas(r *bitReader) {
	if h.quant.base > 0 {
		h.deltaQ = r.flag()
	}
	if !h.deltaQ {
		return
	}
	h.deltaQRes = r.f(2)
	if !h.intraBC {
		h.deltaLF = r.flag()
	}
	if h.deltaLF {
		h.deltaLFRes = r.f(2)
		h.deltaLFMulti = r.flag()
	}
}

// qIndex returns the quantiser index of a segment, given the block's current index (get_qindex, §7.12.2).
func (h *frameHeader) qIndex(segment, current int) int {
	if h.segments.enabled && h.segments.on[segment][segAltQ] {
		return clamp(current+h.segments.value[segment][segAltQ], 0, 255)
	}
	return current
}

func (h *frameHeader) findLossless() {
	q := &h.quant
	plain := q.yDC == 0 && q.uDC == 0 && q.uAC == 0 && q.vDC == 0 && q.vAC == 0
	h.codedLossless = true
	for i := range h.lossless {
		h.lossless[i] = plain && h.qIndex(i, q.base) == 0
		h.codedLossless = h.codedLossless && h.lossless[i]
	}
	h.allLossless = h.codedLossless && h.width == h.upscaledWidth
}

func (h *frameHeader) readLoopFilter(r *bitReader, s *sequence) {
	l := &h.loopFilter
	l.intraRef = 1
	if h.codedLossless || h.intraBC {
		return
	}
	l.level[0], l.level[1] = r.f(6), r.f(6)
	if !s.Monochrome && (l.level[0] != 0 || l.level[1] != 0) {
		l.level[2], l.level[3] = r.f(6), r.f(6)
	}
	l.sharpness = r.f(3)
	if l.deltas = r.flag(); l.deltas && r.flag() {
		for i := range 8 + 2 {
			if r.flag() {
				if v := r.su(7); i == 0 {
					l.intraRef = v
				}
			}
		}
	}
}

func (h *frameHeader) readCDEF(r *bitReader, s *sequence) {
	c := &h.cdef
	c.damping = 3
	if h.codedLossless || h.intraBC || !s.cdef {
		return
	}
	strength := func() (int, int) {
		pri, sec := r.f(4), r.f(2)
		if sec == 3 {
			sec = 4
		}
		return pri, sec
	}
	c.damping = r.f(2) + 3
	c.bits = r.f(2)
	for i := range 1 << c.bits {
		c.yPri[i], c.ySec[i] = strength()
		if !s.Monochrome {
			c.uvPri[i], c.uvSec[i] = strength()
		}
	}
}

func (h *frameHeader) readRestoration(r *bitReader, s *sequence) {
	if h.allLossless || h.intraBC || !s.restore {
		return
	}
	uses, usesChroma := false, false
	for i := range s.planes() {
		h.restoration[i] = [4]restorationType{restoreNone, restoreSwitchable, restoreWiener, restoreSelfGuided}[r.f(2)]
		if h.restoration[i] != restoreNone {
			uses = true
			usesChroma = usesChroma || i > 0
		}
	}
	if !uses {
		return
	}
	shift := r.f(1)
	if s.superblock128 {
		shift++
	} else if shift != 0 {
		shift += r.f(1)
	}
	size := 64 << shift
	h.restorationSize[0] = size
	if s.SubX == 1 && s.SubY == 1 && usesChroma {
		size >>= r.f(1)
	}
	h.restorationSize[1], h.restorationSize[2] = size, size
}

func (c *Colour) planes() int {
	if c.Monochrome {
		return 1
	}
	return 3
}

func clamp(v, lo, hi int) int { return max(lo, min(v, hi)) }
