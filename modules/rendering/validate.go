package rendering

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
)

// Findings holds the expected result of rendering a request.
type Findings struct {
	// Fault is the error that Generate would return, nil if there is none.
	Fault    *fault.Error
	Warnings []Warning
	// Resolved is nil when the request could not be resolved.
	Resolved *Resolved
	Reports  []Report
	// Credits, Outputs and Pixels are the cost and the size of a live render; Outputs is 0 if they are unknown.
	Credits, Outputs int
	Pixels           int64
}

// Resolved is a request whose references are resolved: it always renders to the same bytes.
type Resolved struct {
	RequestHash               string
	Seed                      int32
	EngineName, EngineVersion string
	Pins                      Pins
	// Brands holds the brands that the request involves, and Bound the versions that it was resolved with.
	Brands, Bound []string
	// Request is the request as JSON.
	Request json.RawMessage
}

// Validate applies every check of a preview to a request, except approvals and credits, and lays out every output.
// Errors in the request are reported in the findings; err is an internal error.
func (m *Module) Validate(ctx context.Context, req *Request) (*Findings, error) {
	ctx, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	p, docs, err := m.plan(ctx, req, plan.Options{})
	defer docs.Close()
	out := &Findings{}
	if p != nil {
		out.Resolved = m.resolved(p)
		out.Credits, out.Outputs = p.Credits, len(p.Outputs)
		for i := range p.Outputs {
			w, h := p.Outputs[i].Pixels()
			out.Pixels += int64(w) * int64(h)
		}
		for i := range p.Outputs {
			if _, layoutErr := docs.Layout(ctx, i); layoutErr != nil {
				if err == nil {
					err = layoutErr
				}
				break
			}
			out.Reports = append(out.Reports, docs.Report(i))
		}
		out.Warnings = docs.Warnings()
	}
	if err == nil {
		err = m.checkWebhooks(ctx, req)
	}
	var f *fault.Error
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &f) && f.Kind() != fault.KindInternal:
		if out.Fault = f.Explained(); len(out.Fault.Details) == 0 {
			out.Fault = out.Fault.With(f.At(""))
		}
		return out, nil
	}
	return nil, err
}

// Compile resolves a request and applies the checks of a preview, except approvals and credits. Only outputs whose
// checks require a layout are laid out.
func (m *Module) Compile(ctx context.Context, req *Request) (*Resolved, []Warning, error) {
	p, docs, err := m.plan(ctx, req, plan.Options{})
	defer docs.Close()
	if err != nil {
		return nil, nil, err
	}
	return m.resolved(p), docs.Warnings(), nil
}

// Resolve is Compile but also opens the document of every output, as a preview does.
func (m *Module) Resolve(ctx context.Context, req *Request) (*Resolved, error) {
	p, docs, err := m.plan(ctx, req, plan.Options{})
	defer docs.Close()
	if err != nil {
		return nil, err
	}
	if err := docs.OpenAll(ctx); err != nil {
		return nil, err
	}
	return m.resolved(p), nil
}

// LockViolations applies the checks of a preview to a request, up to the locks of its brand kit, and returns the broken
// locks and the warnings. Nothing is stored or charged.
func (m *Module) LockViolations(ctx context.Context, req *Request) ([]fault.Detail, []Warning, error) {
	p, docs, err := m.plan(ctx, req, plan.Options{})
	defer docs.Close()
	if p != nil && fault.CodeOf(err) == fault.StyleLockViolation {
		return fault.From(err).Details, p.Warnings, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, p.Warnings, nil
}

func (m *Module) resolved(p *plan.Plan) *Resolved {
	r := &Resolved{
		RequestHash: p.Hash, Seed: p.Seed, EngineName: p.Engine.Name, EngineVersion: p.Engine.Version, Pins: p.Pins,
		Brands: p.Brands(), Bound: p.Bound(), Request: p.Request.Wire,
	}
	if r.EngineName == "" { // a check before the choice of the engine failed
		r.EngineName, r.EngineVersion = plan.Native, m.engines.Version(plan.Native)
	}
	return r
}
