package plan

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// The defaults of animations.
const (
	defaultFPS = 20
	// framesPerCredit is the number of frames that cost as much as one image.
	framesPerCredit = 30
	// What a preview draws of an animation, and of how many pixels: its client waits for it. Jobs draw as many as the engine does.
	previewFrames      = 300
	previewFramePixels = 300_000_000
)

// Timeline returns the timeline of an output; ok is false for a still image: the document has no animation, and neither
// the format nor the request requires one.
func Timeline(o *request.Output, doc *engine.Document) (t engine.Timeline, ok bool) {
	f := o.FileFormat()
	if !o.MayBeAnimated() {
		return engine.Timeline{}, false
	}
	t = engine.Timeline{FPS: defaultFPS, Duration: doc.AnimationTime()}
	if t.Duration == 0 && !f.AlwaysAnimated && o.Animation == nil {
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

// CheckFrames returns how many frames output i has, 0 for a still image, and whether an operation draws as many.
func CheckFrames(o *request.Output, doc *engine.Document, i int, by request.Operation) (frames int, found []fault.Detail) {
	t, ok := Timeline(o, doc)
	if !ok {
		return 0, nil
	}
	w, h := o.Pixels()
	n := t.Frames()
	job := min(engine.MaxFrames, max(1, engine.MaxFramePixels/(w*h)))
	most, advice := job, ""
	if by == request.Preview {
		most = min(previewFrames, max(1, previewFramePixels/(w*h)))
		if n <= job {
			advice = fmt.Sprintf(` in a preview. A job (operation "render") draws up to %d`, job)
		}
	}
	if n > most {
		return n, []fault.Detail{{
			Path: fault.Pointer("outputs", i), Rule: "max_frames", Expected: int64(most), Actual: int64(n),
			Message:  fmt.Sprintf("The animation has %d frames at %g frames a second; at this size at most %d are drawn%s.", n, t.FPS, most, advice),
			FixPatch: []fault.Op{fault.Add(fault.Pointer("outputs", i, "animation"), map[string]any{"fps": t.FPS, "duration": float64(most) / t.FPS})},
		}}
	}
	return n, nil
}
