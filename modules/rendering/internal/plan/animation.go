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
)

// Timeline returns the timeline of an output; ok is false for a still image: the document has no animation, and neither
// the format nor the request requires one.
func Timeline(o *request.Output, doc *engine.Document) (t engine.Timeline, ok bool) {
	f := o.FileFormat()
	if !f.Animated || o.At != nil && !f.AlwaysAnimated {
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

// CheckFrames checks the number of frames of output i, and returns its cost in multiples of that of one image.
func CheckFrames(o *request.Output, doc *engine.Document, i int) (times int, found []fault.Detail) {
	t, ok := Timeline(o, doc)
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
