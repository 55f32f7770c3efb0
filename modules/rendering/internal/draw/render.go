package draw

import (
	"context"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Timings holds the durations of the stages of a render, summed over its outputs.
type Timings struct {
	Open, Draw, Encode, Store time.Duration
}

// Add adds other to the timings.
func (t *Timings) Add(other Timings) {
	t.Open, t.Draw, t.Encode, t.Store = t.Open+other.Open, t.Draw+other.Draw, t.Encode+other.Encode, t.Store+other.Store
}

// Lap adds the time since the last lap to one of the timings.
func Lap(since *time.Time, to *time.Duration) {
	now := clock.Now()
	*to += now.Sub(*since)
	*since = now
}

// File is one rendered output.
type File struct {
	*engine.File
	Report  Report // only with LayoutReport
	Timings Timings
}

// Result is a rendered plan; nothing is stored yet.
type Result struct {
	Files    []File // one per output
	Warnings []request.Warning
	Inputs   []inputs.Input
}

// Progress is the number of outputs rendered and of frames drawn, over all outputs.
type Progress struct{ Outputs, Frames int }

// Render renders every output of the plan, with the test mark when marked; progress is called after each output and each
// frame of an animation. Warnings are distinct across outputs.
func (d *Documents) Render(ctx context.Context, marked bool, progress func(Progress)) (r *Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			r, err = nil, request.EngineFault(request.Recovered(v), -1)
		}
	}()
	r = &Result{}
	var warnings warningList
	var at Progress
	for i := range d.outputs {
		before := at.Frames
		d.drawn = func(frames, of int) {
			// A film with a limit of bytes is drawn more than once.
			if frames = before + min(frames, of); frames > at.Frames {
				at.Frames = frames
				progress(at)
			}
		}
		file, warned, err := d.RenderOutput(ctx, i, marked)
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, file)
		warnings.add(warned)
		warnings.add(d.inputs.TakeWarnings())
		at.Outputs = i + 1
		progress(at)
	}
	r.Warnings = append(append(r.Warnings, d.plan.Warnings...), warnings.list...)
	r.Inputs = d.inputs.Inputs()
	return r, nil
}

// RenderOutput renders output i, with the test mark if marked.
func (d *Documents) RenderOutput(ctx context.Context, i int, marked bool) (File, []request.Warning, error) {
	ctx = d.memory.Context(ctx)
	o, native, report := &d.outputs[i], d.plan.Engine.Name == plan.Native, d.plan.Original.LayoutReport
	var f File
	since := clock.Now()
	doc, err := d.Open(ctx, i)
	if err != nil {
		return File{}, nil, err
	}
	Lap(&since, &f.Timings.Open)
	if err := d.inputs.Fetch(ctx, doc.References()); err != nil {
		return File{}, nil, err
	}
	if native || report {
		if _, err := d.Layout(ctx, i); err != nil {
			return File{}, nil, err
		}
	}
	Lap(&since, &f.Timings.Draw)
	file, warnings, err := d.engines.renderer(d.plan).Render(ctx, d.task(ctx, i, marked))
	if err != nil {
		return File{}, nil, d.plan.Fault(err, i)
	}
	Lap(&since, &f.Timings.Encode)
	f.File = file
	if report {
		f.Report = d.Report(i)
	}
	if !native {
		if report {
			warnings = append(warnings, request.Warning{Code: "layout_report_native", Path: "/include", Message: "The layout report is the native engine's; the browser's layout may differ."})
		}
		return f, warnings, d.checkUnread(i)
	}
	if cut := d.layouts[i].Cut(); cut > 0 && (o.Format == "pdf" || o.AutoHeight) {
		warnings = append(warnings, cutWarning(o, i, cut))
	}
	return f, warnings, nil
}

func cutWarning(o *request.Output, output int, by float64) request.Warning {
	if o.AutoHeight {
		return request.Warning{
			Code: "content_cut", Path: fault.Pointer("outputs", output),
			Message: fmt.Sprintf("The document reaches %.0f px below the canvas of %d px and is cut there: auto_height makes it no higher.", by, o.Height),
		}
	}
	return request.Warning{
		Code: "content_cut", Path: fault.Pointer("outputs", output),
		Message: fmt.Sprintf("The document reaches %.0f px below its page and is cut there. Ask for paper (page, or the preset a4 or letter) to have it flow over pages, or make the output higher.", by),
	}
}

// task returns output i for a renderer.
func (d *Documents) task(ctx context.Context, i int, marked bool) *task {
	return &task{
		output: &d.outputs[i], index: i, doc: d.opened[i], marked: marked, locale: d.plan.Request.Locale, drawn: d.drawn,
		layout: func() (*engine.Drawing, error) { return d.Layout(ctx, i) },
		files: &taskFiles{read: d.inputs.File, fetch: func(ctx context.Context, url string) ([]byte, bool) {
			// A reference that only the browser found, such as a poster or a source set.
			if err := d.inputs.Fetch(ctx, []engine.Reference{{URL: url, Kind: engine.ImageReference}}); err != nil {
				return nil, false
			}
			return d.inputs.File(url)
		}},
	}
}
