package av1enc

import (
	"bytes"
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// Film encodes a sequence of images of one size and kind. Each frame but the key frames is predicted from the frame
// before it: what did not change is copied. In-loop filters are off, so that copied areas are not filtered again and
// again. A Film keeps two images and is not safe for concurrent use.
type Film struct {
	o    Options
	kind Image // the kind of the images, without planes
	last *reference
	// spare are planes for the next reconstruction.
	spare [3]Plane
}

// reference is the frame before the one being encoded.
type reference struct {
	src, rec [3]Plane
	cdfs     tables.CDFs
}

// NewFilm returns an encoder of frames.
func NewFilm(o Options) *Film { return &Film{o: o} }

// Add encodes the next frame and returns it as an open bitstream unit with its size. The first frame is a key frame, and
// those for which key is set: decoding can start there. p must have the size and kind of the first frame's image, and
// must not be written to before the second call after this one.
func (v *Film) Add(ctx context.Context, p *Image, key bool) ([]byte, error) {
	if err := p.check(v.o); err != nil {
		return nil, err
	}
	kind := *p
	kind.Planes = [3]Plane{}
	if v.last == nil {
		v.kind = kind
	} else if v.kind.Width != kind.Width || v.kind.Height != kind.Height || v.kind.Mono != kind.Mono ||
		v.kind.Subsampled != kind.Subsampled || v.kind.Identity != kind.Identity {
		return nil, fmt.Errorf("%w: a frame of another kind", ErrPicture)
	}
	f := newFrame(p, v.o, v.spare)
	f.film = true
	f.unfiltered = true
	if !key && v.last != nil {
		f.ref = v.last
		f.around = make([]neighbour, f.miCols*f.miRows)
		f.findMoves()
	}
	s, err := f.encode(ctx, p, v.o.Workers)
	if err != nil {
		return nil, err
	}
	for i := range f.planes {
		f.rec[i].extend()
	}
	next := &reference{src: f.src, rec: f.rec, cdfs: f.cdfs}
	if v.last != nil {
		v.spare = v.last.rec
	}
	v.last = next
	return s.Frame, nil
}

// Sequence returns the sequence header of all frames, an open bitstream unit with its size, for at most perSecond frames
// a second.
func (v *Film) Sequence(perSecond int) []byte { return v.kind.filmHeader(perSecond) }

// Config returns the body of an av1C box without the sequence header that follows it.
func (v *Film) Config(perSecond int) [4]byte { return v.kind.config(perSecond) }

// filmHeader writes sequence_header_obu for frames with references (AV1 §5.5).
func (p *Image) filmHeader(perSecond int) []byte {
	w := new(bitWriter)
	w.put(p.profile(), 3)
	w.put(0, 1) // still_picture
	w.put(0, 1) // reduced_still_picture_header
	w.put(0, 1) // timing_info_present_flag
	w.put(0, 1) // initial_display_delay_present_flag
	w.put(0, 5) // operating_points_cnt_minus_1
	w.put(0, 12)
	l := level(p.Width, p.Height, perSecond)
	w.put(l, 5)
	if l > 7 {
		w.put(0, 1) // seq_tier
	}
	p.sizeFields(w)
	w.put(0, 1) // frame_id_numbers_present_flag
	w.put(0, 1) // use_128x128_superblock
	w.put(0, 1) // enable_filter_intra
	w.put(0, 1) // enable_intra_edge_filter
	w.put(0, 1) // enable_interintra_compound
	w.put(0, 1) // enable_masked_compound
	w.put(0, 1) // enable_warped_motion
	w.put(0, 1) // enable_dual_filter
	w.put(0, 1) // enable_order_hint
	w.put(1, 1) // seq_choose_screen_content_tools
	w.put(1, 1) // seq_choose_integer_mv
	w.put(0, 1) // enable_superres
	w.put(0, 1) // enable_cdef
	w.put(0, 1) // enable_restoration
	p.colorConfig(w)
	w.put(0, 1) // film_grain_params_present
	w.put(1, 1) // trailing_one_bit
	return unitOf(unitSequence, w.out)
}

// Types of frames (AV1 §6.8.2).
const (
	frameKey   = 0
	frameInter = 1
)

// startOfFilmFrame writes the fields of a frame header that precede disable_cdf_update.
func (f *frame) startOfFilmFrame(w *bitWriter) {
	w.put(0, 1) // show_existing_frame
	if f.ref == nil {
		w.put(frameKey, 2)
		w.put(1, 1) // show_frame
		return
	}
	w.put(frameInter, 2)
	w.put(1, 1) // show_frame
	w.put(0, 1) // error_resilient_mode
}

// references writes the fields that say which frames are kept and used: every frame replaces all kept ones.
func (f *frame) references(w *bitWriter) {
	w.put(0, 1) // frame_size_override_flag
	if f.ref == nil {
		return
	}
	w.put(0, 3) // primary_ref_frame
	w.put(255, 8)
	for range 7 {
		w.put(0, 3) // ref_frame_idx
	}
}

// same reports whether an area of a plane, in samples, equals that of the previous image.
func (f *frame) same(pl, x, y, w, h int) bool { return f.moved(pl, x, y, w, h, 0, 0) }

// moved reports whether an area of a plane equals that of the previous image at (x+dx, y+dy).
func (f *frame) moved(pl, x, y, w, h, dx, dy int) bool {
	p, q := &f.src[pl], &f.ref.src[pl]
	for j := y; j < y+h; j++ {
		at, from := j*p.stride+x, (j+dy)*p.stride+x+dx
		if !bytes.Equal(p.pix[at:at+w], q.pix[from:from+w]) {
			return false
		}
	}
	return true
}
