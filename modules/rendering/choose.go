package rendering

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// checkEngine checks which engine is asked for.
func (m *Module) checkEngine(req *Request, outputs []Output) []fault.Detail {
	var details []fault.Detail
	browser := req.Engine == browserName
	if browser && m.browser.pool.Available() != nil {
		details = append(details, fault.Detail{
			Path: "/engine", Rule: "engine_unavailable", Actual: browserName, Expected: []any{"auto", engineName},
			Message: "No browser engine is configured here; use native.", FixPatch: []fault.Op{fault.Replace("/engine", engineName)},
		})
		browser = false
	}
	for i := range outputs {
		if browser && !fromPhoto(&outputs[i]) {
			details = append(details, fault.Detail{
				Path: fault.Pointer("outputs", i, "format"), Rule: "format_unavailable", Actual: outputs[i].Format,
				Message: "A browser writes pictures that stand still, and PDF; use native for SVG and animations.", FixPatch: []fault.Op{fault.Replace("/engine", engineName)},
			})
			break
		}
	}
	versions := []any{engine.Version}
	switch v := m.browser.Version(); {
	case browser:
		versions = []any{v}
	case v != "" && req.Engine != engineName:
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

// chooseEngine decides which engine draws and writes down why. What asks for neither gets the native one,
// unless the document uses what only a browser draws and there is one.
func (m *Module) chooseEngine(ctx context.Context, p *plan) error {
	p.renderer = nativeRenderer{film{m.engine, m.video}}
	switch {
	case p.asked.Engine == engineName:
		p.reason = "the request asks for native"
		return nil
	case p.asked.Engine == browserName:
		p.renderer, p.reason = m.browser, "the request asks for the browser"
		return nil
	case p.asked.EngineVersion != "" && p.asked.EngineVersion != engine.Version:
		p.renderer, p.reason = m.browser, "the request asks for the version "+p.asked.EngineVersion
		return nil
	}
	p.reason = "native is the default"
	if p.asked.EngineVersion != "" {
		p.reason = "the request asks for the version " + p.asked.EngineVersion
		return nil
	}
	doc, err := m.open(ctx, p, 0)
	if err != nil {
		return p.fault(err, 0)
	}
	what := onlyBrowsers(doc.Warnings())
	if what == "" {
		return nil
	}
	if slices.ContainsFunc(p.outputs, func(o Output) bool { return !fromPhoto(&o) }) {
		p.reason = "the document uses " + what + ", which native does not draw, but a browser cannot write all of the outputs"
		return nil
	}
	if m.browser.pool.Available() != nil {
		p.reason = "the document uses " + what + ", which native does not draw, and no browser is configured"
		return nil
	}
	p.renderer, p.reason = m.browser, "the document uses "+what+", which native does not draw"
	return nil
}

// fromPhoto reports whether an output can be made of what a browser draws: no vectors but PDF, nothing that moves.
func fromPhoto(o *Output) bool {
	f := formats[o.Format]
	return f.vector != engine.SVG && !f.onlyFilm && o.Animation == nil
}

// keepEngine makes a job be drawn by the engine that was chosen when it was queued.
func (m *Module) keepEngine(p *plan, name string) {
	if p.renderer.Name() == name {
		return
	}
	p.renderer, p.reason = nativeRenderer{film{m.engine, m.video}}, "native was chosen when the job was queued"
	if name == browserName {
		p.renderer, p.reason = m.browser, "the browser was chosen when the job was queued"
	}
}

// browserProperties are properties that change a picture and that browsers draw. A property that native
// does not know is a mistake more often than one of these.
var browserProperties = map[string]bool{
	"columns": true, "column-count": true, "column-width": true, "column-fill": true, "column-span": true, "column-rule": true,
	"writing-mode": true, "text-orientation": true, "text-combine-upright": true, "ruby-position": true, "ruby-align": true,
	"text-emphasis": true, "text-emphasis-style": true, "text-emphasis-color": true, "text-emphasis-position": true,
	"shape-outside": true, "shape-margin": true, "shape-image-threshold": true, "initial-letter": true, "hyphens": true, "hyphenate-character": true,
	"perspective": true, "perspective-origin": true, "transform-style": true, "backface-visibility": true,
	"offset": true, "offset-path": true, "offset-distance": true, "offset-rotate": true, "offset-anchor": true, "offset-position": true,
	"anchor-name": true, "position-anchor": true, "position-area": true, "position-try": true, "corner-shape": true,
	"text-box": true, "text-box-trim": true, "text-box-edge": true, "zoom": true, "-webkit-box-reflect": true, "text-spacing-trim": true,
	"math-style": true, "math-depth": true, "backdrop-filter": true, "mask": true, "mask-image": true, "clip-path": true, "border-image": true,
	"font-palette": true, "font-variant-alternates": true, "hanging-punctuation": true, "container": true, "container-type": true,
}

// browserFunctions are parts of values that browsers draw and native may not.
var browserFunctions = []string{
	"rotate3d(", "rotatex(", "rotatey(", "translate3d(", "translatez(", "scale3d(", "scalez(", "matrix3d(", "perspective(",
	"image-set(", "paint(", "cross-fade(", "element(", "shape(", "ray(", "anchor(", "anchor-size(", "sibling-index(", "random(", "if(",
	"vertical-rl", "vertical-lr", "sideways-rl", "masonry", "subgrid", "ruby", "run-in",
}

// onlyBrowsers names what a document uses that native does not draw and browsers do; "" for
// nothing.
func onlyBrowsers(warnings []dom.Warning) string {
	var found []string
	for _, w := range warnings {
		name := ""
		switch w.Code {
		case "unsupported_property":
			name = between(w.Message, "the property ", " ")
			if !browserProperties[name] {
				continue
			}
		case "unsupported_value":
			property, value, _ := strings.Cut(w.Message, ": ")
			value, _, _ = strings.Cut(value, " is not")
			if lower := strings.ToLower(value); !slices.ContainsFunc(browserFunctions, func(f string) bool { return strings.Contains(lower, f) }) {
				continue
			}
			name = property + ": " + value
		case "unsupported_rule":
			name = "@" + strings.TrimRight(between(w.Message, "@", " "), ":;,")
			if !slices.Contains([]string{"@container", "@scope", "@starting-style", "@property", "@position-try", "@counter-style", "@font-palette-values", "@font-feature-values"}, name) {
				continue
			}
		default:
			continue
		}
		if !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	if len(found) > 5 {
		found = append(found[:5], "…")
	}
	return strings.Join(found, ", ")
}

// between returns what stands in s after the first start, up to end.
func between(s, start, end string) string {
	_, s, ok := strings.Cut(s, start)
	if !ok {
		return ""
	}
	s, _, _ = strings.Cut(s, end)
	return s
}
