package av1dec

// sequence is a sequence header (AV1 specification §5.5).
type sequence struct {
	profile                    int
	reducedStill               bool
	decoderModel, equalPicture bool
	timeBits                   int // bits of frame_presentation_time
	removalBits                int // bits of buffer_removal_time
	points                     []operatingPoint
	widthBits, heightBits      int
	maxWidth, maxHeight        int
	frameIDs                   bool
	deltaIDBits, idBits        int
	superblock128              bool
	filterIntra, edgeFilter    bool
	orderHintBits              int
	forceScreenContent         int // 2: selected by the frame header
	forceIntegerMV             int // 2: selected by the frame header
	superres, cdef, restore    bool
	filmGrain                  bool
	Colour
	separateUVDelta bool
}

type operatingPoint struct {
	idc          int
	decoderModel bool
}

// Colour is the colour configuration of a sequence header (AV1 specification §5.5.2).
type Colour struct {
	BitDepth   int
	Monochrome bool
	SubX, SubY int // chroma subsampling, as shifts
	// Primaries, Transfer and Matrix are code points of ISO/IEC 23091-2; 2 means unspecified.
	Primaries, Transfer, Matrix int
	FullRange                   bool
}

const (
	selectTools = 2

	matrixIdentity = 0
	primariesBT709 = 1
	transferSRGB   = 13
	unspecified    = 2
)

// readSequence reads a sequence header.
func readSequence(p []byte) (*sequence, error) {
	r := &bitReader{data: p}
	s := &sequence{forceScreenContent: selectTools, forceIntegerMV: selectTools}
	s.profile = r.f(3)
	if s.profile > 2 {
		return nil, unsupported("profile %d", s.profile)
	}
	r.flag() // still_picture
	s.reducedStill = r.flag()
	if s.reducedStill {
		r.f(5) // seq_level_idx
		s.points = []operatingPoint{{}}
	} else {
		s.readOperatingPoints(r)
	}
	if layers := s.points[0].idc >> 8; layers&(layers-1) != 0 {
		return nil, unsupported("images with several layers")
	}
	s.widthBits, s.heightBits = r.f(4)+1, r.f(4)+1
	s.maxWidth, s.maxHeight = r.f(s.widthBits)+1, r.f(s.heightBits)+1
	if !s.reducedStill {
		if s.frameIDs = r.flag(); s.frameIDs {
			s.deltaIDBits = r.f(4) + 2
			s.idBits = r.f(3) + s.deltaIDBits + 1
		}
	}
	s.superblock128 = r.flag()
	s.filterIntra = r.flag()
	s.edgeFilter = r.flag()
	if !s.reducedStill {
		s.readInterTools(r)
	}
	s.superres = r.flag()
	s.cdef = r.flag()
	s.restore = r.flag()
	s.readColour(r)
	s.filmGrain = r.flag()
	if r.over {
		return nil, corrupt("the sequence header ends early")
	}
	return s, nil
}

func (s *sequence) readOperatingPoints(r *bitReader) {
	delayBits := 0
	if r.flag() { // timing_info_present_flag
		r.f(32)
		r.f(32)
		if s.equalPicture = r.flag(); s.equalPicture {
			r.uvlc()
		}
		if s.decoderModel = r.flag(); s.decoderModel {
			delayBits = r.f(5) + 1
			r.f(32)
			s.removalBits = r.f(5) + 1
			s.timeBits = r.f(5) + 1
		}
	}
	initialDelay := r.flag()
	for range r.f(5) + 1 {
		p := operatingPoint{idc: r.f(12)}
		if r.f(5) > 7 {
			r.flag() // seq_tier
		}
		if s.decoderModel {
			if p.decoderModel = r.flag(); p.decoderModel {
				r.f(delayBits)
				r.f(delayBits)
				r.flag()
			}
		}
		if initialDelay && r.flag() {
			r.f(4)
		}
		s.points = append(s.points, p)
	}
}

// readInterTools reads the fields for inter frames and the selection of screen content tools.
func (s *sequence) readInterTools(r *bitReader) {
	r.f(4) // interintra, masked compound, warped motion, dual filter
	orderHint := r.flag()
	if orderHint {
		r.f(2)
	}
	if !r.flag() {
		s.forceScreenContent = r.f(1)
	}
	if s.forceScreenContent > 0 && !r.flag() {
		s.forceIntegerMV = r.f(1)
	}
	if orderHint {
		s.orderHintBits = r.f(3) + 1
	}
}

func (s *sequence) readColour(r *bitReader) {
	high := r.flag()
	s.BitDepth = 8
	if s.profile == 2 && high {
		s.BitDepth = 10 + 2*r.f(1)
	} else if high {
		s.BitDepth = 10
	}
	if s.profile != 1 {
		s.Monochrome = r.flag()
	}
	s.Primaries, s.Transfer, s.Matrix = unspecified, unspecified, unspecified
	if r.flag() {
		s.Primaries, s.Transfer, s.Matrix = r.f(8), r.f(8), r.f(8)
	}
	switch {
	case s.Monochrome:
		s.FullRange = r.flag()
		s.SubX, s.SubY = 1, 1
		return
	case s.Primaries == primariesBT709 && s.Transfer == transferSRGB && s.Matrix == matrixIdentity:
		s.FullRange = true
	default:
		s.FullRange = r.flag()
		switch {
		case s.profile == 0:
			s.SubX, s.SubY = 1, 1
		case s.profile == 2 && s.BitDepth == 12:
			if s.SubX = r.f(1); s.SubX == 1 {
				s.SubY = r.f(1)
			}
		case s.profile == 2:
			s.SubX = 1
		}
		if s.SubX == 1 && s.SubY == 1 {
			r.f(2) // chroma_sample_position
		}
	}
	s.separateUVDelta = r.flag()
}
