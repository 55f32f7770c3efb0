package draw

import (
	"context"
	"fmt"
	"io"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/video"
)

// encoder encodes outputs, still or animated.
type encoder struct {
	engine *engine.Engine
	video  *video.Encoder // nil without ffmpeg
}

// opened is an output of a document whose first frame is laid out.
type opened struct {
	output *request.Output
	doc    *engine.Document
	first  *engine.Drawing
	files  engine.Files
	// marked adds the test mark.
	marked bool
	// drawn, unless nil, is called with how many frames of an animation are drawn.
	drawn func(frames, of int)
}

// encode encodes an output, still or animated.
func (e encoder) encode(ctx context.Context, w *opened) (*engine.File, error) {
	o := w.output
	mark := func(p *engine.Drawing) *engine.Drawing { return p }
	if w.marked {
		mark = e.engine.Watermark
	}
	t, ok := plan.Timeline(o, w.doc)
	if !ok {
		return e.engine.Encode(ctx, mark(w.first), o.Encoding())
	}
	film, err := w.doc.Film(w.files, t, mark)
	if err != nil {
		return nil, err
	}
	if w.drawn != nil {
		of := t.Frames()
		film.Drawn = func(frames int) { w.drawn(frames, of) }
	}
	if o.Format == "mp4" {
		return e.mp4(ctx, film, o)
	}
	return e.engine.EncodeFilm(ctx, film, o.Encoding())
}

// mp4 encodes an animation with ffmpeg.
func (e encoder) mp4(ctx context.Context, film *engine.Film, o *request.Output) (*engine.File, error) {
	if e.video == nil {
		return nil, &engine.Error{Rule: "format_unavailable", Message: "mp4 needs ffmpeg, which is not installed here"}
	}
	out := o.Encoding()
	if out.Background == nil {
		out.Background = &display.Color{R: 255, G: 255, B: 255, A: 255}
	}
	quality := o.Quality
	if quality == 0 {
		quality = 75
	}
	format := video.Format{Width: film.Width, Height: film.Height, FPS: film.Timeline.FPS, Quality: quality}
	data, err := e.video.Encode(ctx, format, func(w io.Writer) error {
		return e.engine.EachFrame(ctx, film, out, func(_ int, pm *raster.Pixmap) error {
			_, err := w.Write(pm.Pix)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	if o.MaxBytes > 0 && len(data) > o.MaxBytes {
		return nil, &engine.Error{Rule: "max_bytes_unreachable", Message: fmt.Sprintf("the video has %d bytes; lower its quality, size or length", len(data))}
	}
	return &engine.File{Bytes: data, Width: film.Width, Height: film.Height, Frames: film.Timeline.Frames()}, nil
}
