package engine

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// Timeline specifies the frames of an animated image.
type Timeline struct {
	// FPS is the number of frames per second, 1 to 50.
	FPS float64
	// Duration is the length in seconds.
	Duration float64
	// Loops is the number of repetitions, 0 for infinite.
	Loops int
}

// The limits of animations: frames, and pixels of all frames together. A minute at 50 frames a second, and a minute of 1920 × 1080 at 30,
// are below them.
const (
	MaxFrames      = 3000
	MaxFramePixels = 4_000_000_000
	// MaxFilmBytes bounds an animated file, all of which is in memory.
	MaxFilmBytes = 256 << 20
)

// Frames returns the number of frames of the timeline, at least 1.
func (t Timeline) Frames() int {
	n := math.Round(float64(t.FPS * t.Duration))
	return int(min(max(n, 1), 1e6))
}

// AnimationTime returns the duration of the document's animations in seconds: until the last finite CSS animation ends,
// including one iteration of infinite ones and of Lottie animations in data: URLs, and SVG animation elements in the
// document. It is 0 for a document without animations.
func (d *Document) AnimationTime() float64 {
	total := d.base.AnimationTime()
	if d.source != nil {
		total = max(total, svg.SMILDuration(d.source))
	}
	doc := d.base.Doc
	for id := range doc.Nodes {
		if doc.Nodes[id].Tag != "lottie" {
			continue
		}
		if src, ok := doc.ImageOf(dom.NodeID(id)); ok && strings.HasPrefix(src.URL, "data:") {
			if data, err := decodeDataURL(src.URL); err == nil {
				if a, err := d.engine.animation(sha256.Sum256(data), data); err == nil {
					total = max(total, a.Duration())
				}
			}
		}
	}
	return total
}

// At returns the document with its animations sampled at a time in seconds.
func (d *Document) At(seconds float64) (*Document, error) {
	out := *d
	out.seconds = seconds
	if err := out.restyle(context.Background(), d.base.AnimationFrame(seconds)); err != nil {
		return nil, err
	}
	return &out, nil
}

// Film is an animated image: a sequence of frames.
type Film struct {
	Timeline Timeline
	// Width and Height are in device pixels.
	Width, Height int
	// Frame draws frame i; it returns nil when the frame shows what the one drawn last shows.
	Frame func(ctx context.Context, i int) (*Drawing, error)
	// Drawn, unless nil, is called after each frame with how many are drawn.
	Drawn func(frames int)
}

// Film returns the animated image of a document. mark, if set, is applied to every frame.
func (d *Document) Film(files Files, t Timeline, mark func(*Drawing) *Drawing) (*Film, error) {
	w, h := int(math.Round(float64(float64(d.settings.Width)*d.settings.Scale))), int(math.Round(float64(float64(d.settings.Height)*d.settings.Scale)))
	n := t.Frames()
	if n > MaxFrames || n*w*h > MaxFramePixels {
		return nil, &Error{Rule: "max_frames", Message: fmt.Sprintf("the animation has %d frames of %d × %d pixels; at most %d frames and %d million pixels are drawn", n, w, h, MaxFrames, MaxFramePixels/1_000_000)}
	}
	var last []style.Override
	drawn, moving := false, false
	return &Film{Timeline: t, Width: w, Height: h, Frame: func(ctx context.Context, i int) (*Drawing, error) {
		now, err := d.At(float64(i) / t.FPS)
		if err != nil {
			return nil, err
		}
		if i > 0 && drawn && !moving && d.source == nil && slices.Equal(now.frame, last) {
			return nil, nil
		}
		last, drawn = now.frame, true
		p, err := now.Draw(ctx, files)
		if err != nil {
			return nil, err
		}
		if moving = p.moving; mark == nil {
			return p, nil
		}
		return mark(p), nil
	}}, nil
}

// EncodeFilm draws a film and encodes it as an animated file: GIF, WebP, PNG (APNG), AVIF or WebM, which is opaque: white
// where neither the document nor o has a background.
func (e *Engine) EncodeFilm(ctx context.Context, f *Film, o Output) (*File, error) {
	if o.Format == encode.WebM && o.Background == nil {
		o.Background = &display.Color{R: 255, G: 255, B: 255, A: 255}
	}
	options := encode.Options{Format: o.Format, Quality: o.Quality, Lossless: o.Lossless, Background: o.Background, Workers: e.workers}
	data, err := e.film(ctx, f, o, options)
	if err != nil {
		return nil, err
	}
	if o.MaxBytes > 0 && len(data) > o.MaxBytes {
		data, err = e.shrinkFilm(ctx, f, o, options, len(data))
		if err != nil {
			return nil, err
		}
	}
	return &File{Bytes: data, Width: f.Width, Height: f.Height, Frames: f.Timeline.Frames()}, nil
}

func (e *Engine) film(ctx context.Context, f *Film, o Output, options encode.Options) ([]byte, error) {
	reel, err := encode.NewReel(options, f.Width, f.Height, f.Timeline.Loops)
	if err != nil {
		return nil, &Error{Rule: "format_limit", Message: err.Error(), Cause: err}
	}
	err = e.EachFrame(ctx, f, o, func(i int, pm *raster.Pixmap) error {
		from, to := float64(i)/f.Timeline.FPS, float64(i+1)/f.Timeline.FPS
		if err := reel.Add(ctx, pm, int(math.Round(float64(to*1000)))-int(math.Round(float64(from*1000)))); err != nil {
			return err
		}
		if size := reel.Size(); size > MaxFilmBytes {
			return &Error{Rule: "max_film_bytes", Message: fmt.Sprintf("the first %d of %d frames take %d bytes; an animated file has at most %d: use fewer frames, a smaller size, a lower quality, webm or mp4", i+1, f.Timeline.Frames(), size, MaxFilmBytes)}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return reel.Bytes()
}

// EachFrame draws the frames of a film in order; visit may use the pixmap until it returns.
func (e *Engine) EachFrame(ctx context.Context, f *Film, o Output, visit func(i int, pm *raster.Pixmap) error) error {
	var pm *raster.Pixmap
	for i := range f.Timeline.Frames() {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := f.Frame(ctx, i)
		if err != nil {
			return err
		}
		if p != nil {
			var memory []byte
			if pm != nil {
				memory = pm.Pix
			}
			pm, err = e.pixelsInto(ctx, p, raster.Options{Background: o.Background, Frames: f.Timeline.Frames()}, memory)
			p.Close()
			if err != nil {
				return err
			}
		}
		if err := visit(i, pm); err != nil {
			return err
		}
		if f.Drawn != nil {
			f.Drawn(i + 1)
		}
	}
	return nil
}

// shrinkFilm searches for a good quality at which a lossy film fits the size limit; size is that of the first attempt.
func (e *Engine) shrinkFilm(ctx context.Context, f *Film, o Output, options encode.Options, size int) ([]byte, error) {
	unreachable := &Error{Rule: "max_bytes_unreachable", Message: fmt.Sprintf("the animation cannot be made smaller than %d bytes; use fewer frames or a smaller size", o.MaxBytes), Cause: encode.ErrMaxBytes}
	if o.Format != encode.WebP && o.Format != encode.AVIF && o.Format != encode.WebM || o.Lossless {
		return nil, unreachable
	}
	quality := options.Quality
	if quality == 0 {
		quality = encode.DefaultQuality
	}
	best, _, err := encode.Fit(o.MaxBytes, quality-1, size, func(quality int) ([]byte, error) {
		options.Quality = quality
		return e.film(ctx, f, o, options)
	})
	if err == nil && best == nil {
		err = unreachable
	}
	return best, err
}
