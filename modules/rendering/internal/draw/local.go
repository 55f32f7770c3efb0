package draw

import (
	"context"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Local renders requests natively without a service, by the same rules for outputs, presets, paper and animations, and
// with identical results. It is safe for concurrent use.
type Local struct {
	encoder encoder
	// MaxPixels is the limit of the pixels of one output, 0 for [request.DefaultPixels].
	MaxPixels int
	// Progress, unless nil, is called with how many frames of an animation are drawn.
	Progress func(frames, of int)
}

// NewLocal returns a Local. ffmpeg selects the program for mp4: a path, "" to search PATH, or "off".
func NewLocal(e *engine.Engine, ffmpeg string) *Local {
	return &Local{encoder: encoder{e, FindVideo(ffmpeg)}}
}

// Drawing is one rendered output of a request.
type Drawing struct {
	Output   request.Output
	File     *engine.File
	Drawn    *engine.Drawing
	Warnings []request.Warning
}

// Ending returns the file name extension of the output, without the dot.
func (d *Drawing) Ending() string { return d.Output.FileFormat().Extension }

// Draw renders the outputs of a request without references to stored objects: no template, brand, asset or font of a
// workspace. each is called after every output; its error ends the render. A request that breaks rules is a fault with
// all violations.
func (l *Local) Draw(ctx context.Context, req *request.Request, files engine.Files, each func(Drawing) error) (err error) {
	at := -1
	defer func() {
		if v := recover(); v != nil {
			err = request.EngineFault(request.Recovered(v), at)
		}
	}()
	p, err := plan.Local(req, l.encoder.formats(), l.MaxPixels)
	if err != nil {
		return err
	}
	for i := range p.Outputs {
		at = i
		d, err := l.draw(ctx, p, i, files)
		if err != nil {
			return err
		}
		if err := each(d); err != nil {
			return err
		}
	}
	return nil
}

func (l *Local) draw(ctx context.Context, p *plan.Plan, i int, files engine.Files) (Drawing, error) {
	o := p.Outputs[i]
	if o.AutoHeight {
		if err := fit(ctx, l.encoder.engine, p.Request, &o, p.Seed, files); err != nil {
			return Drawing{}, request.EngineFault(err, i)
		}
	}
	doc, err := openOutput(ctx, l.encoder.engine, p.Request, &o, p.Seed)
	if err != nil {
		return Drawing{}, request.EngineFault(err, i)
	}
	if _, found := plan.CheckFrames(&o, doc, i, request.Queue); len(found) > 0 {
		return Drawing{}, fault.Rules(found...)
	}
	layout, err := doc.Draw(ctx, files)
	if err != nil {
		return Drawing{}, request.EngineFault(err, i)
	}
	defer layout.Close()
	if err := checkMissing(p, layout); err != nil {
		return Drawing{}, err
	}
	var broken []fault.Detail
	for j := range p.Request.Asserts {
		broken = append(broken, plan.CheckAssertion(&p.Request.Asserts[j], &o, layout.Report(), j)...)
	}
	if len(broken) > 0 {
		return Drawing{}, fault.Rules(broken...)
	}
	file, err := l.encoder.encode(ctx, &opened{&o, doc, layout, files, false, l.Progress})
	if err != nil {
		return Drawing{}, request.EngineFault(err, i)
	}
	d := Drawing{Output: o, File: file, Drawn: layout, Warnings: append(request.Warnings(layout.Warnings), request.Warnings(file.Warnings)...)}
	if cut := layout.Cut(); cut > 0 && (o.Format == "pdf" || o.AutoHeight) {
		d.Warnings = append(d.Warnings, cutWarning(&o, i, cut))
	}
	return d, nil
}
