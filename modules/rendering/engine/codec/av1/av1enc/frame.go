package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// Plane is one component of an image; its buffer is padded to whole superblocks.
type Plane struct {
	pix           []uint8
	stride        int
	width, height int
}

// NewPlane returns a zeroed plane of w×h samples.
func NewPlane(w, h int) Plane {
	stride := (w + 63) &^ 63
	return Plane{pix: make([]uint8, stride*((h+63)&^63)), stride: stride, width: w, height: h}
}

// Row returns row y of the plane for reading or writing.
func (p *Plane) Row(y int) []uint8 { return p.pix[y*p.stride : y*p.stride+p.width] }

// extend replicates the last sample of every row and the last row into the padding.
func (p *Plane) extend() {
	if p.width < p.stride {
		for y := range p.height {
			fill(p.pix[y*p.stride+p.width:(y+1)*p.stride], p.pix[y*p.stride+p.width-1])
		}
	}
	last := p.pix[(p.height-1)*p.stride : p.height*p.stride]
	for y := p.height; y*p.stride < len(p.pix); y++ {
		copy(p.pix[y*p.stride:], last)
	}
}

// frame holds the state shared by all tiles. Tiles write only their own part of rec.
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
	// fast reduces the search, for large images.
	fast bool
	// unfiltered disables the in-loop filters.
	unfiltered bool
	// film selects the headers of a frame of a film; ref is the frame it is predicted from, nil for a key frame.
	film bool
	ref  *reference
	// around holds what the units of an inter frame provide for the vectors of later ones.
	around []neighbour
	// moves are displacements that many areas have in common.
	moves []vector
	// cdfs are the distributions that the next frame starts from, set when the frame is encoded.
	cdfs tables.CDFs

	miCols, miRows int // in units of 4 samples, even
	src, rec       [3]Plane
}

// newFrame prepares the encoding of an image. Its reconstruction is written to rec, whose planes are made where they have no
// samples.
func newFrame(p *Image, o Options, rec [3]Plane) *frame {
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
		// Lossless: distortion is always 0, so any weight works.
		f.lambda = 1
	}
	f.fast = p.Width*p.Height > fastPixels
	f.miCols, f.miRows = (p.Width+7)>>3<<1, (p.Height+7)>>3<<1
	for i := range f.planes {
		f.src[i] = p.Planes[i]
		f.src[i].extend()
		if f.rec[i] = rec[i]; rec[i].pix == nil {
			f.rec[i] = NewPlane(f.src[i].width, f.src[i].height)
		}
	}
	return f
}

// fastPixels is the number of pixels above which the search is reduced to bound the encoding time.
const fastPixels = 4_000_000

// lambdaScale converts squared differences to bits; determined empirically.
const lambdaScale = 110

// shift returns the subsampling shift of plane i.
func (f *frame) shift(i int) int {
	if i == 0 {
		return 0
	}
	return f.sub
}
