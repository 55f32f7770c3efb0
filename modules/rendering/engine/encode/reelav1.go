package encode

import (
	"context"
	"image"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/av1enc"
	"github.com/platenhq/platen/modules/rendering/engine/codec/avif"
	"github.com/platenhq/platen/modules/rendering/engine/codec/webm"
	"github.com/platenhq/platen/modules/rendering/engine/codec/ycc"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// keyEvery is the time between key frames, at which players can start, in milliseconds.
const keyEvery = 4000

// av1Reel writes the frames of an AVIF sequence or of a WebM. The format decides on the chroma of lossy frames: WebM
// has 4:2:0, which every player and hardware decoder supports, AVIF 4:4:4, which keeps coloured text sharp: the first
// frames of a film do not tell whether it has any. Both have the limited range of video: Chromium 156 shows animated AVIF
// of full range too dark (those of avifenc too), and so it shows lossless ones, which cannot be of another range.
type av1Reel struct {
	o             Options
	width, height int
	color, alpha  *av1enc.Film
	frames        []av1Frame
	size          int // the bytes of frames
	sinceKey      int // milliseconds since the last key frame
	// Two images take turns: the encoder reads the previous one.
	pictures, alphas [2]*av1enc.Image
}

// av1Frame is a frame; alpha is nil as long as all frames are opaque.
type av1Frame struct {
	data, alpha []byte
	key         bool
	ms          int
}

func newAV1Reel(o Options, width, height int) *av1Reel {
	q := qIndex(o.Quality)
	if o.Lossless {
		q = 0
	}
	return &av1Reel{o: o, width: width, height: height, color: av1enc.NewFilm(av1enc.Options{QIndex: q, Workers: o.Workers})}
}

// add implements reelFrames.
func (r *av1Reel) add(ctx context.Context, pm, _ *raster.Pixmap, _ image.Rectangle, ms int) error {
	f := av1Frame{ms: ms, key: len(r.frames) == 0 || r.sinceKey >= keyEvery}
	if f.key {
		r.sinceKey = 0
	}
	turn := len(r.frames) & 1
	if r.pictures[turn] == nil {
		r.pictures[turn] = r.blank()
	}
	if err := r.fill(ctx, pm, r.pictures[turn]); err != nil {
		return err
	}
	data, err := r.color.Add(ctx, r.pictures[turn], f.key)
	if err != nil {
		return err
	}
	f.data = trimmed(data)
	if r.o.Format == AVIF && (r.alpha != nil || !opaque(pm)) {
		if f.alpha, err = r.addAlpha(ctx, pm, f.key); err != nil {
			return err
		}
	}
	r.frames = append(r.frames, f)
	r.size += len(f.data) + len(f.alpha)
	r.sinceKey += ms
	return nil
}

func opaque(pm *raster.Pixmap) bool {
	if pm.Opaque {
		return true
	}
	for i := 3; i < len(pm.Pix); i += 4 {
		if pm.Pix[i] != 255 {
			return false
		}
	}
	return true
}

// blank returns an image of the reel's kind.
func (r *av1Reel) blank() *av1enc.Image {
	p := &av1enc.Image{Width: r.width, Height: r.height, Identity: r.o.Lossless, Limited: !r.o.Lossless, Subsampled: r.o.Format == WebM}
	for i := range p.Planes {
		w, h := r.width, r.height
		if i > 0 && p.Subsampled {
			w, h = (w+1)>>1, (h+1)>>1
		}
		p.Planes[i] = av1enc.NewPlane(w, h)
	}
	return p
}

// fill converts pixels to the planes of p.
func (r *av1Reel) fill(ctx context.Context, pm *raster.Pixmap, p *av1enc.Image) error {
	w, h := r.width, r.height
	y, b, c := &p.Planes[0], &p.Planes[1], &p.Planes[2]
	row, scratch := straightRows(pm), make([]byte, 4*w)
	switch {
	case p.Identity:
		return fillIdentity(ctx, pm, p)
	case !p.Subsampled:
		return eachRow(ctx, h, func(i int) { ycc.Video.Full(row(i, scratch), y.Row(i), b.Row(i), c.Row(i)) })
	}
	row = flattened(pm, r.o.Background)
	// Pairs of rows, of which the chroma is averaged.
	var blue, red [2][]byte
	for i := range blue {
		blue[i], red[i] = make([]byte, w), make([]byte, w)
	}
	return eachRow(ctx, (h+1)>>1, func(j int) {
		ycc.Video.Full(row(2*j, scratch), y.Row(2*j), blue[0], red[0])
		lower := 0 // the last row of an odd number is its own partner
		if 2*j+1 < h {
			lower = 1
			ycc.Video.Full(row(2*j+1, scratch), y.Row(2*j+1), blue[1], red[1])
		}
		halve(b.Row(j), blue[0], blue[lower])
		halve(c.Row(j), red[0], red[lower])
	})
}

// halve writes the means of 2×2 samples of two rows, repeating the right edge.
func halve(out, upper, lower []byte) {
	for x := range out {
		i, k := 2*x, min(2*x+1, len(upper)-1)
		out[x] = uint8((int(upper[i]) + int(upper[k]) + int(lower[i]) + int(lower[k]) + 2) >> 2)
	}
}

// addAlpha encodes the alpha of a frame. With the first frame that is not opaque it encodes that of the frames before it.
func (r *av1Reel) addAlpha(ctx context.Context, pm *raster.Pixmap, key bool) ([]byte, error) {
	if r.alpha == nil {
		r.alpha = av1enc.NewFilm(av1enc.Options{Workers: r.o.Workers})
		for i := range r.alphas {
			p := &av1enc.Image{Width: r.width, Height: r.height, Mono: true}
			p.Planes[0] = av1enc.NewPlane(r.width, r.height)
			for y := range r.height {
				row := p.Planes[0].Row(y)
				for x := range row {
					row[x] = 255
				}
			}
			r.alphas[i] = p
		}
		for i := range r.frames {
			f := &r.frames[i]
			data, err := r.alpha.Add(ctx, r.alphas[i&1], f.key)
			if err != nil {
				return nil, err
			}
			f.alpha = trimmed(data)
			r.size += len(f.alpha)
		}
	}
	p := r.alphas[len(r.frames)&1]
	if err := fillAlpha(ctx, pm, p); err != nil {
		return nil, err
	}
	data, err := r.alpha.Add(ctx, p, key)
	return trimmed(data), err
}

func (r *av1Reel) lengthen(ms int) {
	r.frames[len(r.frames)-1].ms += ms
	r.sinceKey += ms
}

func (r *av1Reel) written() int { return r.size }

// perSecond returns how many frames a second the shortest frame stands for.
func (r *av1Reel) perSecond() int {
	shortest := 1000
	for i := range r.frames {
		shortest = min(shortest, r.frames[i].ms)
	}
	return (1000 + max(shortest, 1) - 1) / max(shortest, 1)
}

// bytes implements reelFrames.
func (r *av1Reel) bytes(_ context.Context, loops int) ([]byte, error) {
	rate := r.perSecond()
	if r.o.Format == WebM {
		v := &webm.Video{
			Width: r.width, Height: r.height, Config: r.color.Config(rate), Sequence: r.color.Sequence(rate),
			Colour: webm.Colour{Primaries: primariesBT709, Transfer: transferSRGB, Matrix: matrixBT601},
		}
		for i := range r.frames {
			f := &r.frames[i]
			v.Frames = append(v.Frames, webm.Frame{Data: f.data, Milliseconds: f.ms, Key: f.key})
		}
		return webm.Encode(v), nil
	}
	colour := avif.Colour{Primaries: primariesBT709, Transfer: transferSRGB, Matrix: matrixBT601}
	if r.o.Lossless {
		colour = colours(matrixIdentity)
	}
	m := &avif.Movie{Width: r.width, Height: r.height, Colour: colour, Loops: loops}
	m.Main = &avif.Track{Config: r.color.Config(rate), Sequence: r.color.Sequence(rate), Channels: 3}
	if r.alpha != nil {
		m.Alpha = &avif.Track{Config: r.alpha.Config(rate), Sequence: r.alpha.Sequence(rate), Channels: 1}
	}
	for i := range r.frames {
		f := &r.frames[i]
		m.Main.Frames = append(m.Main.Frames, avif.Frame{Data: f.data, Key: f.key})
		m.Milliseconds = append(m.Milliseconds, f.ms)
		if m.Alpha != nil {
			m.Alpha.Frames = append(m.Alpha.Frames, avif.Frame{Data: f.alpha, Key: f.key})
		}
	}
	return avif.EncodeSequence(m), nil
}
