package av1enc

import "encoding/binary"

// bitWriter writes fixed-length header fields, most significant bit first.
type bitWriter struct {
	out  []byte
	free int // unused bits of the last byte
}

func (w *bitWriter) put(v, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.free == 0 {
			w.out = append(w.out, 0)
			w.free = 8
		}
		w.free--
		w.out[len(w.out)-1] |= byte(v>>i&1) << w.free
	}
}

// align advances to the next byte boundary.
func (w *bitWriter) align() { w.free = 0 }

// Types of open bitstream units (AV1 §6.2.2).
const (
	unitSequence = 1
	unitFrame    = 6
)

// unitOf wraps a payload as an open bitstream unit with a size.
func unitOf(kind int, payload []byte) []byte {
	out := make([]byte, 0, len(payload)+6)
	out = append(out, byte(kind<<3|1<<1))
	out = binary.AppendUvarint(out, uint64(len(payload)))
	return append(out, payload...)
}

// Colour description (AV1 §6.4.2): BT.709 primaries, sRGB transfer.
const (
	primariesBT709   = 1
	transferSRGB     = 13
	matrixIdentity   = 0
	matrixBT601      = 6
	matrixUnspecific = 2
)

// level returns the smallest seq_level_idx whose limits of size and display rate are met (AV1 annex A.3); 31 if none is. Of
// stills, perSecond is 0.
func level(w, h, perSecond int) int {
	for _, l := range [...]struct{ index, area, width, height, rate int }{
		{0, 147456, 2048, 1152, 4_423_680},
		{1, 278784, 2816, 1584, 8_363_520},
		{4, 665856, 4352, 2448, 19_975_680},
		{5, 1065024, 5504, 3096, 31_950_720},
		{8, 2359296, 6144, 3456, 70_778_880},
		{9, 2359296, 6144, 3456, 141_557_760},
		{12, 8912896, 8192, 4352, 267_386_880},
		{13, 8912896, 8192, 4352, 534_773_760},
		{14, 8912896, 8192, 4352, 1_069_547_520},
		{16, 35651584, 16384, 8704, 1_069_547_520},
		{17, 35651584, 16384, 8704, 2_139_095_040},
		{18, 35651584, 16384, 8704, 4_278_190_080},
	} {
		if w*h <= l.area && w <= l.width && h <= l.height && w*h*perSecond <= l.rate {
			return l.index
		}
	}
	return 31
}

// profile returns 0 for monochrome and 4:2:0, 1 for 4:4:4.
func (p *Image) profile() int {
	if p.Mono || p.Subsampled {
		return 0
	}
	return 1
}

// sequenceHeader writes sequence_header_obu with reduced_still_picture_header (AV1 §5.5).
func (p *Image) sequenceHeader() []byte {
	w := new(bitWriter)
	w.put(p.profile(), 3)
	w.put(1, 1) // still_picture
	w.put(1, 1) // reduced_still_picture_header
	w.put(level(p.Width, p.Height, 0), 5)
	p.sizeFields(w)
	w.put(0, 1) // use_128x128_superblock
	w.put(0, 1) // enable_filter_intra
	w.put(0, 1) // enable_intra_edge_filter
	w.put(0, 1) // enable_superres
	w.put(1, 1) // enable_cdef
	w.put(0, 1) // enable_restoration
	p.colorConfig(w)
	w.put(0, 1) // film_grain_params_present
	w.put(1, 1) // trailing_one_bit
	return unitOf(unitSequence, w.out)
}

// sizeFields writes the largest size of a frame.
func (p *Image) sizeFields(w *bitWriter) {
	w.put(15, 4)
	w.put(15, 4)
	w.put(p.Width-1, 16)
	w.put(p.Height-1, 16)
}

// colorConfig writes color_config (AV1 §5.5.2).
func (p *Image) colorConfig(w *bitWriter) {
	w.put(0, 1) // high_bitdepth
	if p.profile() == 0 {
		mono := 0
		if p.Mono {
			mono = 1
		}
		w.put(mono, 1)
	}
	w.put(1, 1) // color_description_present_flag
	w.put(primariesBT709, 8)
	w.put(transferSRGB, 8)
	switch {
	case p.Identity:
		w.put(matrixIdentity, 8)
		w.put(0, 1) // separate_uv_delta_q
	case p.Mono:
		w.put(matrixUnspecific, 8)
		w.put(1, 1) // color_range
	default:
		w.put(matrixBT601, 8)
		colorRange := 1
		if p.Limited {
			colorRange = 0
		}
		w.put(colorRange, 1)
		if p.Subsampled {
			w.put(0, 2) // chroma_sample_position
		}
		w.put(0, 1) // separate_uv_delta_q
	}
}

// config returns av1C without its configuration units (AV1-ISOBMFF §2.3.3), for at most perSecond frames a second.
func (p *Image) config(perSecond int) [4]byte {
	flags := byte(0)
	if p.Mono {
		flags |= 1 << 4
	}
	if p.Mono || p.Subsampled {
		flags |= 1<<3 | 1<<2
	}
	return [4]byte{0x81, byte(p.profile()<<5 | level(p.Width, p.Height, perSecond)), flags, 0}
}

// frameHeader writes frame_header_obu (AV1 §5.9) for a shown frame. adapted is the tile from whose distributions the
// next frame starts.
func (f *frame) frameHeader(w *bitWriter, g grid, sizeBytes, adapted int) {
	if f.film {
		f.startOfFilmFrame(w)
	}
	screen := 0
	if f.screen {
		screen = 1
	}
	w.put(0, 1) // disable_cdf_update
	w.put(screen, 1)
	if f.screen {
		w.put(1, 1) // force_integer_mv
	}
	if f.film {
		f.references(w)
	}
	w.put(0, 1) // render_and_frame_size_different
	if f.screen && f.ref == nil {
		w.put(0, 1) // allow_intrabc
	}
	if f.ref != nil {
		w.put(0, 1) // is_filter_switchable
		w.put(0, 2) // interpolation_filter
		w.put(0, 1) // is_motion_mode_switchable
	}
	if f.film {
		w.put(0, 1) // disable_frame_end_update_cdf
	}
	cols, rows := (f.miCols+15)>>4, (f.miRows+15)>>4
	w.put(1, 1) // uniform_tile_spacing_flag
	increments(w, g.leastCols, g.logCols, min(cols, maxTiles))
	increments(w, g.leastRows, g.logRows, min(rows, maxTiles))
	if g.logCols+g.logRows > 0 {
		w.put(adapted, g.logCols+g.logRows) // context_update_tile_id
		w.put(sizeBytes-1, 2)
	}
	w.put(f.qindex, 8)
	w.put(0, 1) // deltaq_y_dc: delta_coded
	if f.planes > 1 {
		w.put(0, 2) // delta_coded of chroma DC and AC
	}
	w.put(0, 1) // using_qmatrix
	w.put(0, 1) // segmentation_enabled
	if f.qindex > 0 {
		w.put(0, 1) // delta_q_present
	}
	if !f.lossless {
		f.filterParams(w)
		w.put(1, 1) // tx_mode_select
	}
	if f.ref != nil {
		w.put(0, 1) // reference_select
	}
	w.put(0, 1) // reduced_tx_set
	if f.ref != nil {
		w.put(0, 7) // is_global
	}
}

// increments writes n − least in unary, terminated unless n is the maximum.
func increments(w *bitWriter, least, n, most int) {
	for i := least; 1<<i < most; i++ {
		if i == n {
			w.put(0, 1)
			return
		}
		w.put(1, 1)
	}
}

// filterParams writes loop_filter_params and cdef_params.
func (f *frame) filterParams(w *bitWriter) {
	s := f.filters()
	w.put(s.luma, 6)
	w.put(s.luma, 6)
	if f.planes > 1 && s.luma > 0 {
		w.put(s.chroma, 6)
		w.put(s.chroma, 6)
	}
	w.put(0, 3) // loop_filter_sharpness
	w.put(0, 1) // loop_filter_delta_enabled
	if f.film {
		return // films have no CDEF
	}
	w.put(s.damping-3, 2)
	w.put(0, 2) // cdef_bits
	w.put(s.primary, 4)
	w.put(s.secondary, 2)
	if f.planes > 1 {
		w.put(s.chromaPrimary, 4)
		w.put(s.chromaSecondary, 2)
	}
}

// filters holds the strengths of a frame's in-loop filters.
type filters struct {
	luma, chroma                   int // deblocking, 0 to 63
	damping                        int // of CDEF, 3 to 6
	primary, secondary             int
	chromaPrimary, chromaSecondary int
}

// filters derives the strengths from the quantiser, without a search. The lines for deblocking and secondary CDEF were
// fitted to measurements on cards.
func (f *frame) filters() filters {
	if f.unfiltered {
		return filters{damping: 3}
	}
	l := max(0, min((f.acq*17563-421574)>>18, 63))
	return filters{luma: l, chroma: l, damping: 3, primary: 1, chromaPrimary: 1, secondary: min(f.acq/60, 1)}
}

// stream assembles the tiles.
func (f *frame) stream(p *Image, g grid, tiles [][]byte, adapted int) *Stream {
	most := 0
	for _, t := range tiles[:len(tiles)-1] {
		most = max(most, len(t))
	}
	sizeBytes := 1
	for sizeBytes < 4 && (most-1)>>(8*sizeBytes) > 0 {
		sizeBytes++
	}
	w := new(bitWriter)
	f.frameHeader(w, g, sizeBytes, adapted)
	w.align()
	if len(tiles) > 1 {
		w.put(0, 1) // tile_start_and_end_present_flag
		w.align()
	}
	for i, t := range tiles {
		if i < len(tiles)-1 {
			var size [4]byte
			binary.LittleEndian.PutUint32(size[:], uint32(len(t)-1))
			w.out = append(w.out, size[:sizeBytes]...)
		}
		w.out = append(w.out, t...)
	}
	return &Stream{Config: p.config(0), Sequence: p.sequenceHeader(), Frame: unitOf(unitFrame, w.out)}
}
