package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// The names of the engines in requests, responses and receipts.
const (
	Native  = "native"
	Browser = "browser"
)

// Engine is the engine of a plan and the reason for the choice.
type Engine struct{ Name, Version, Reason string }

// checkEngine checks the fields engine and engine_version.
func (b *Builder) checkEngine(req *request.Request, outputs []request.Output) []fault.Detail {
	var details []fault.Detail
	browser := req.Engine == Browser
	if browser && !b.Engines.BrowserAvailable() {
		details = append(details, fault.Detail{
			Path: "/engine", Rule: "engine_unavailable", Actual: Browser, Expected: []any{"auto", Native},
			Message: "No browser engine is configured here; use native.", FixPatch: []fault.Op{fault.Replace("/engine", Native)},
		})
		browser = false
	}
	for i := range outputs {
		if browser && !browserWrites(&outputs[i]) {
			details = append(details, fault.Detail{
				Path: fault.Pointer("outputs", i, "format"), Rule: "format_unavailable", Actual: outputs[i].Format,
				Message: "The browser engine writes still images and PDF; use native for SVG, animations, and PDFs with standards or attachments.", FixPatch: []fault.Op{fault.Replace("/engine", Native)},
			})
			break
		}
	}
	versions := []any{b.Engines.Version(Native)}
	switch v := b.Engines.Version(Browser); {
	case browser:
		versions = []any{v}
	case v != "" && req.Engine != Native:
		versions = append(versions, v)
	}
	if req.EngineVersion != "" && !slices.Contains(versions, any(req.EngineVersion)) {
		details = append(details, fault.Detail{
			Path: "/engine_version", Rule: "engine_version_unavailable", Actual: req.EngineVersion, Expected: versions[0],
			Message: fmt.Sprintf("This service renders with %s.", versions[0]), FixPatch: []fault.Op{fault.Replace("/engine_version", versions[0])},
		})
	}
	return details
}

// CheckFormats rejects formats whose codec is not installed; formats holds the available ones.
func CheckFormats(outputs []request.Output, formats []string) []fault.Detail {
	var details []fault.Detail
	for i := range outputs {
		if outputs[i].Format == "mp4" && !slices.Contains(formats, "mp4") {
			details = append(details, fault.Detail{
				Path: fault.Pointer("outputs", i, "format"), Rule: "format_unavailable", Expected: request.List(formats), Actual: "mp4",
				Message:  "mp4 needs ffmpeg, which is not installed here; webm, webp, avif, gif and apng hold animations too.",
				FixPatch: []fault.Op{fault.Replace(fault.Pointer("outputs", i, "format"), "webp")},
			})
		}
	}
	return details
}

// chooseEngine decides which engine renders and records why. A request that specifies neither engine uses native,
// unless the document uses features that only a browser renders and a browser is configured.
func (b *Builder) chooseEngine(ctx context.Context, p *Plan, docs Documents) error {
	choose := func(name, reason string) {
		p.Engine = Engine{Name: name, Version: b.Engines.Version(name), Reason: reason}
	}
	switch {
	case p.Original.Engine == Native:
		choose(Native, "the request asks for native")
		return nil
	case p.Original.Engine == Browser:
		choose(Browser, "the request asks for the browser")
		return nil
	case p.Original.EngineVersion != "" && p.Original.EngineVersion != engine.Version:
		choose(Browser, "the request names the version "+p.Original.EngineVersion)
		return nil
	case p.Original.EngineVersion != "":
		choose(Native, "the request names the version "+p.Original.EngineVersion)
		return nil
	}
	choose(Native, "native is the default")
	doc, err := docs.Open(ctx, 0)
	if err != nil {
		return err
	}
	switch what := browserFeatures(doc.Warnings()); {
	case what == "":
	case slices.ContainsFunc(p.Outputs, func(o request.Output) bool { return !browserWrites(&o) }):
		choose(Native, "the document uses "+what+", which native does not draw, but a browser cannot write all of the outputs")
	case !b.Engines.BrowserAvailable():
		choose(Native, "the document uses "+what+", which native does not draw, and no browser is configured")
	default:
		choose(Browser, "the document uses "+what+", which native does not draw")
	}
	return nil
}

// keepEngine selects the engine that was chosen when the job was queued.
func (b *Builder) keepEngine(p *Plan, name string) {
	if p.Engine.Name == name {
		return
	}
	reason := "native was chosen when the job was queued"
	if name == Browser {
		reason = "the browser was chosen when the job was queued"
	}
	p.Engine = Engine{Name: name, Version: b.Engines.Version(name), Reason: reason}
}

// browserWrites reports whether an output can be made from a browser's screenshot or print: not a vector format other
// than PDF, not an animation.
func browserWrites(o *request.Output) bool {
	f := o.FileFormat()
	return f.Vector != engine.SVG && !f.AlwaysAnimated && o.Animation == nil && o.PDF == nil
}
