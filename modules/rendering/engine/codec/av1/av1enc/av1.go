// Package av1enc encodes still images as AV1 intra frames (AV1 bitstream and decoding process specification, version
// 1.0.0 with errata 1), for AVIF, and films, for AVIF and WebM. It uses integer arithmetic only and a tile grid that depends
// on the image's size alone: the output does not depend on the number of goroutines.
//
//	av1.go          [Encode] and the tile grid
//	obu.go          sequence and frame headers
//	tile.go         one tile: superblocks, partitions
//	search.go       partition decisions, decide.go mode decisions, residual.go transform decisions
//	block.go        block syntax, context.go the contexts it leaves for its neighbours
//	palette.go      palette syntax, pick.go palette selection
//	coef.go         coefficient syntax, quantize.go rate-distortion optimised quantisation
//	symbol.go       arithmetic coding
//	predict.go      intra prediction
//	film.go         [Film]: frames predicted from the one before, inter.go their blocks
//	vector.go       predicted vectors and their syntax, motion.go the search for vectors
//	transform.go    two-dimensional transforms over the kernels in idct.go, fdct.go and adst.go
package av1enc

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Image is the image to encode: samples of 8 bits.
type Image struct {
	// Width and Height are 1 to 65536.
	Width, Height int
	// Planes holds luma and two chroma planes, made by [NewPlane]; subsampled chroma has half the width and height,
	// rounded up. Identity planes are green, blue, red. [Encode] fills their margins and otherwise only reads them.
	Planes [3]Plane
	// Mono images have only a luma plane.
	Mono bool
	// Subsampled selects 4:2:0.
	Subsampled bool
	// Identity selects planes of green, blue and red, which cannot be subsampled; otherwise they are luma and the blue
	// and red difference of BT.601.
	Identity bool
	// Limited says that luma is 16 to 235 and chroma 16 to 240; samples of other images have the full range.
	Limited bool
}

// Options controls the encoding.
type Options struct {
	// QIndex is the quantiser index: 0 is lossless, 255 the coarsest.
	QIndex int
	// Workers is the maximum number of goroutines; 0 means 1.
	Workers int
}

// Stream is the encoded image.
type Stream struct {
	// Config is the body of an av1C box without the sequence header that follows it.
	Config [4]byte
	// Sequence is the sequence header and Frame the frame, each an open bitstream unit with its size.
	Sequence, Frame []byte
}

// ErrPicture reports that the planes do not match the image's size or that an option is out of range.
var ErrPicture = errors.New("not an encodable image")

// Encode encodes p, which must not be used concurrently. It returns ctx's error soon after ctx is done.
func Encode(ctx context.Context, p *Image, o Options) (*Stream, error) {
	if err := p.check(o); err != nil {
		return nil, err
	}
	return newFrame(p, o, [3]Plane{}).encode(ctx, p, o.Workers)
}

// encode encodes the tiles and assembles the stream.
func (f *frame) encode(ctx context.Context, p *Image, workers int) (*Stream, error) {
	g := gridOf(f)
	data := make([][]byte, g.rows*g.cols)
	errs := make([]error, len(data))
	done := make([]*tile, len(data))
	next := make(chan int, len(data))
	for i := range data {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range max(1, min(workers, len(data))) {
		wg.Go(func() {
			for i := range next {
				r, c := i/g.cols, i%g.cols
				t := newTile(f, r*g.height<<4, min((r+1)*g.height<<4, f.miRows), c*g.width<<4, min((c+1)*g.width<<4, f.miCols))
				data[i], errs[i] = t.encode(ctx)
				if f.film {
					done[i] = t
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, ctx.Err()
	}
	adapted := 0
	if f.film {
		// The next frame starts from the distributions of the tile with the most data.
		for i := range data {
			if len(data[i]) > len(data[adapted]) {
				adapted = i
			}
		}
		f.cdfs = done[adapted].cdf
		f.cdfs.ResetCounts()
	}
	return f.stream(p, g, data, adapted), nil
}

func (p *Image) check(o Options) error {
	if p.Width < 1 || p.Height < 1 || p.Width > 1<<16 || p.Height > 1<<16 {
		return fmt.Errorf("%w: %d×%d", ErrPicture, p.Width, p.Height)
	}
	if o.QIndex < 0 || o.QIndex > 255 || p.Subsampled && (p.Mono || p.Identity) {
		return fmt.Errorf("%w: quantiser index %d", ErrPicture, o.QIndex)
	}
	for i, plane := range p.Planes {
		w, h := p.Width, p.Height
		if i > 0 && p.Mono {
			break
		}
		if i > 0 && p.Subsampled {
			w, h = (w+1)>>1, (h+1)>>1
		}
		if plane.width != w || plane.height != h {
			return fmt.Errorf("%w: plane %d is %d×%d", ErrPicture, i, plane.width, plane.height)
		}
	}
	return nil
}

// grid is the division of a frame into uniform tiles, by powers of two.
type grid struct {
	logRows, logCols int
	leastRows        int // the smallest logRows that the format allows
	leastCols        int
	rows, cols       int
	width, height    int // of a tile, in superblocks
}

// Limits of tiles (AV1 §5.9.15), in superblocks of 64.
const (
	maxTileWidth = 4096 / 64
	maxTileArea  = 4096 * 2304 / 64 / 64
	maxTiles     = 64
)

// rowsPerTile is the minimum number of superblock rows per tile, so that the contexts can adapt.
const rowsPerTile = 5

func gridOf(f *frame) grid {
	cols, rows := (f.miCols+15)>>4, (f.miRows+15)>>4
	ceil := func(unit, n int) int {
		k := 0
		for unit<<k < n {
			k++
		}
		return k
	}
	g := grid{leastCols: ceil(maxTileWidth, cols)}
	g.logCols = g.leastCols
	g.leastRows = max(ceil(maxTileArea, rows*cols)-g.logCols, 0)
	g.logRows = g.leastRows
	for g.logRows < ceil(1, min(rows, maxTiles)) && rows>>(g.logRows+1) >= rowsPerTile && g.logRows < 3 {
		g.logRows++
	}
	g.width, g.height = (cols+1<<g.logCols-1)>>g.logCols, (rows+1<<g.logRows-1)>>g.logRows
	g.cols, g.rows = (cols+g.width-1)/g.width, (rows+g.height-1)/g.height
	return g
}
