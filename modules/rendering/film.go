package rendering

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/internal/video"
)

// AnimationSpec says how an animation is sampled. Zero values are absent members.
type AnimationSpec struct {
	FPS      float64
	Duration float64 // seconds
	Loops    int     // 0 is for ever
}

// The defaults of animations.
const (
	defaultFPS = 20
	// framesPerCredit is how many frames cost as much as one picture.
	framesPerCredit = 30
)

// timeline says when the frames of an output are drawn; ok is false when it is a still picture: the document
// has no animation, and the format and the request do not ask for one either.
func timeline(o *Output, doc *engine.Document) (t engine.Timeline, ok bool) {
	f := formats[o.Format]
	if !f.film {
		return engine.Timeline{}, false
	}
	t = engine.Timeline{FPS: defaultFPS, Duration: doc.AnimationTime()}
	if t.Duration == 0 && !f.onlyFilm && o.Animation == nil {
		return engine.Timeline{}, false
	}
	if a := o.Animation; a != nil {
		t.Loops = a.Loops
		if a.FPS > 0 {
			t.FPS = a.FPS
		}
		if a.Duration > 0 {
			t.Duration = a.Duration
		}
	}
	return t, true
}

// checkFilm checks how many frames an output has, and returns how many pictures it costs as much as.
func checkFilm(o *Output, doc *engine.Document, i int) (pictures int, found []fault.Detail) {
	t, ok := timeline(o, doc)
	if !ok {
		return 1, nil
	}
	w, h := o.Pixels()
	n := t.Frames()
	most := min(engine.MaxFrames, max(1, engine.MaxFramePixels/(w*h)))
	if n > most {
		return 1, []fault.Detail{{
			Path: fault.Pointer("outputs", i), Rule: "max_frames", Expected: int64(most), Actual: int64(n),
			Message:  fmt.Sprintf("The animation has %d frames at %g frames a second; at this size at most %d are drawn.", n, t.FPS, most),
			FixPatch: []fault.Op{fault.Add(fault.Pointer("outputs", i, "animation"), map[string]any{"fps": t.FPS, "duration": float64(most) / t.FPS})},
		}}
	}
	return (n + framesPerCredit - 1) / framesPerCredit, nil
}

// film is how the native engine makes files that may be animated.
type film struct {
	engine *engine.Engine
	video  *video.Encoder // nil without ffmpeg
}

// formats returns the names of the formats that can be written, sorted.
func (f film) formats() []string {
	names := Formats()
	if f.video != nil {
		names = append(names, "mp4")
		slices.Sort(names)
	}
	return names
}

// check refuses the formats whose codec is not installed.
func (f film) check(outputs []Output) []fault.Detail {
	var details []fault.Detail
	for i := range outputs {
		if outputs[i].Format == "mp4" && f.video == nil {
			details = append(details, fault.Detail{Path: fault.Pointer("outputs", i, "format"), Rule: "format_unavailable", Expected: toAny(f.formats()), Actual: "mp4",
				Message: "mp4 needs ffmpeg, which is not installed here; webp, gif and apng hold animations too.", FixPatch: []fault.Op{fault.Replace(fault.Pointer("outputs", i, "format"), "webp")}})
		}
	}
	return details
}

// encode writes an output of a document whose first picture is drawn and, with mark, marked.
func (f film) encode(ctx context.Context, o *Output, doc *engine.Document, pic *engine.Picture, files engine.Files, mark bool) (*engine.File, error) {
	lay := func(p *engine.Picture) *engine.Picture { return p }
	if mark {
		lay = f.engine.Watermark
	}
	t, ok := timeline(o, doc)
	if !ok {
		return f.engine.Encode(ctx, lay(pic), o.encoding())
	}
	reel, err := doc.Film(files, t, lay)
	if err != nil {
		return nil, err
	}
	if o.Format == "mp4" {
		return f.mp4(ctx, reel, o)
	}
	return f.engine.EncodeFilm(ctx, reel, o.encoding())
}

// mp4 writes a film with ffmpeg.
func (f film) mp4(ctx context.Context, reel *engine.Film, o *Output) (*engine.File, error) {
	if f.video == nil {
		return nil, &engine.Error{Rule: "format_unavailable", Message: "mp4 needs ffmpeg, which is not installed here"}
	}
	out := o.encoding()
	if out.Background == nil {
		out.Background = &display.Color{R: 255, G: 255, B: 255, A: 255}
	}
	quality := o.Quality
	if quality == 0 {
		quality = 75
	}
	format := video.Format{Width: reel.Width, Height: reel.Height, FPS: reel.Timeline.FPS, Quality: quality}
	data, err := f.video.Encode(ctx, format, func(w io.Writer) error {
		return f.engine.EachFrame(ctx, reel, out, func(_ int, pm *raster.Pixmap) error {
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
	return &engine.File{Bytes: data, Width: reel.Width, Height: reel.Height, Frames: reel.Timeline.Frames()}, nil
}
