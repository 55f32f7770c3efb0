package rendering

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Findings are what a render of a request would meet.
type Findings struct {
	// Fault is what Generate would answer, nil when nothing is wrong.
	Fault    *fault.Error
	Warnings []Warning
	// Resolved is nil when something stood in the way of resolving.
	Resolved *Resolved
	Reports  []Report
	// Credits, Outputs and Pixels are what a live render costs and makes; Outputs is 0 when it is not known.
	Credits, Outputs int
	Pixels           int64
}

// Resolved is a request that means the same for ever.
type Resolved struct {
	RequestHash               string
	Seed                      int32
	EngineName, EngineVersion string
	Pins                      Pins
	// Request is it as JSON.
	Request json.RawMessage
}

// Validate applies every check to a request that a preview would, but for approvals and credits, and lays every
// output out. What is wrong with the request is in the findings; the error is ours.
func (m *Module) Validate(ctx context.Context, req *Request) (*Findings, error) {
	ctx, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	p, err := m.check(ctx, req, refuseBroken)
	out := &Findings{}
	if p != nil && p.req != nil {
		out.Resolved = resolvedOf(p)
		out.Credits, out.Outputs = p.credits, len(p.outputs)
		for i := range p.outputs {
			w, h := p.outputs[i].Pixels()
			out.Pixels += int64(w) * int64(h)
		}
		for i := range p.outputs {
			if layErr := m.lay(ctx, p, i); layErr != nil {
				if err == nil {
					err = layErr
				}
				break
			}
			out.Reports = append(out.Reports, reportOf(&p.outputs[i], p.pictures[i]))
		}
		out.Warnings = p.gatherWarnings()
	}
	if err == nil && len(req.WebhookIDs) > 0 {
		err = m.needs.Announce.Known(ctx, req.WebhookIDs)
	}
	var f *fault.Error
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &f) && f.Kind() != fault.KindInternal:
		if len(f.Details) == 0 {
			f = f.With(fault.Detail{Message: f.Message})
		}
		out.Fault = f
		return out, nil
	}
	return nil, err
}

// Compile resolves a request and applies the checks that need no layout of their own.
func (m *Module) Compile(ctx context.Context, req *Request) (*Resolved, []Warning, error) {
	p, err := m.check(ctx, req, refuseBroken)
	if err != nil {
		return nil, nil, err
	}
	return resolvedOf(p), p.gatherWarnings(), nil
}

func resolvedOf(p *plan) *Resolved {
	r := &Resolved{RequestHash: p.hash, Seed: p.seed, EngineName: engineName, EngineVersion: engineVersion(), Pins: p.pins, Request: p.req.Wire}
	if p.renderer != nil {
		r.EngineName, r.EngineVersion = p.renderer.Name(), p.renderer.Version()
	}
	return r
}

// gatherWarnings returns the warnings of a plan's checks and of the pictures laid out, each once.
func (p *plan) gatherWarnings() []Warning {
	seen := map[Warning]bool{}
	var out []Warning
	add := func(list []Warning) {
		for _, w := range list {
			if !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	add(p.warnings)
	for i := range p.pictures {
		if pic := p.pictures[i]; pic != nil {
			add(toWarnings(pic.Warnings))
			if cut := pic.Cut(); p.outputs[i].Format == "pdf" && cut > 0 {
				add([]Warning{cutWarning(i, cut)})
			}
		}
	}
	if p.box != nil {
		add(p.box.take())
	}
	for i := range out {
		out[i].Path = p.place(out[i].Path)
	}
	return out
}

// FormatInfo describes a file format for documentation.
type FormatInfo struct {
	Name, MIMEType string
	Alpha          bool
	MaxSide        int
}

// FormatList returns the formats that can be written, sorted by name.
func FormatList() []FormatInfo {
	var out []FormatInfo
	for _, name := range Formats() {
		f := formats[name]
		out = append(out, FormatInfo{name, f.mime, f.alpha, f.maxSide})
	}
	return out
}

// PresetInfo describes a size for documentation.
type PresetInfo struct {
	Name                    string
	Width, Height, MaxBytes int
}

// PresetList returns the sizes there are, in the order of the documentation.
func PresetList() []PresetInfo {
	var out []PresetInfo
	for _, p := range presets {
		out = append(out, PresetInfo{p.name, p.width, p.height, p.maxBytes})
	}
	return out
}

// LimitInfo is a number that requests are held to.
type LimitInfo struct {
	Name, Unit string
	Value      int64
}

// LimitList returns the limits of one request.
func LimitList() []LimitInfo {
	return []LimitInfo{
		{"output_width_min", "px", minSide}, {"output_width_max", "px", maxSide}, {"output_pixels_max", "px", maxPixels}, {"outputs_max", "outputs", 20},
		{"nodes_max", "elements", 2000}, {"characters_max", "characters", 200_000}, {"remote_files_max", "files", maxRemote}, {"file_bytes_max", "bytes", maxRemoteBytes},
		{"overrides_max", "overrides", 200}, {"assertions_max", "assertions", 100}, {"generate_body_max", "bytes", 5 << 20}, {"font_bytes_max", "bytes", 5 << 20},
	}
}
