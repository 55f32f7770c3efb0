package av1

import "github.com/platenhq/platen/modules/rendering/engine/image/av1/tables"

// plane is one component of a frame; its memory reaches to whole superblocks.
type plane struct {
	pix           []uint8
	stride        int
	width, height int
}

// newPlane makes a plane of w×h samples with memory for pw×ph.
func newPlane(w, h, pw, ph int) plane {
	return plane{pix: make([]uint8, pw*ph), stride: pw, width: w, height: h}
}

// load copies rows of samples and repeats the last of every row and the last row into
// the rest of the memory.
func (p *plane) load(src []uint8) {
	rows := len(p.pix) / p.stride
	for y := range rows {
		row := p.pix[y*p.stride : (y+1)*p.stride]
		if y >= p.height {
			copy(row, p.pix[(p.height-1)*p.stride:p.height*p.stride])
			continue
		}
		copy(row, src[y*p.width:(y+1)*p.width])
		fill(row[p.width:], row[p.width-1])
	}
}

// frame is what all tiles share. Tiles write to their own part of rec only.
type frame struct {
	planes   int
	sub      int // chroma is subsampled by 1<<sub in both directions
	lossless bool
	qindex   int
	dcq, acq int
	// lambda weighs 1/256 bits against 1/65536 of a squared sample difference.
	lambda int
	// screen allows palettes.
	screen bool
	// fast tries less, for large pictures.
	fast bool
	// unfiltered leaves the in-loop filters off.
	unfiltered bool

	miCols, miRows int // in units of 4 samples, even
	src, rec       [3]plane
}

func newFrame(p *Picture, o Options) *frame {
	f := &frame{planes: 3, qindex: o.QIndex, lossless: o.QIndex == 0, screen: true}
	if p.Mono {
		f.planes = 1
	}
	if p.Subsampled {
		f.sub = 1
	}
	f.dcq, f.acq = int(tables.DCQ[0][o.QIndex]), int(tables.ACQ[0][o.QIndex])
	f.lambda = max(f.acq*f.acq*lambdaScale>>8, 1)
	if f.lossless {
		// Distortion is always none; any weight serves.
		f.lambda = 1
	}
	f.fast = p.Width*p.Height > fastPixels
	f.miCols, f.miRows = (p.Width+7)>>3<<1, (p.Height+7)>>3<<1
	pw, ph := (p.Width+63)&^63, (p.Height+63)&^63
	for i := range f.planes {
		w, h, s := p.Width, p.Height, 0
		if i > 0 {
			s = f.sub
			w, h = (w+s)>>s, (h+s)>>s
		}
		f.src[i] = newPlane(w, h, pw>>s, ph>>s)
		f.src[i].load(p.Planes[i])
		f.rec[i] = newPlane(w, h, pw>>s, ph>>s)
	}
	return f
}

// fastPixels is the number of pixels above which a picture is encoded with fewer
// trials, so that the largest ones stay bearable.
const fastPixels = 4_000_000

// lambdaScale sets how many squared differences a bit is worth; found by trying.
const lambdaScale = 110

// shift is how much plane i is subsampled.
func (f *frame) shift(i int) int {
	if i == 0 {
		return 0
	}
	return f.sub
}
