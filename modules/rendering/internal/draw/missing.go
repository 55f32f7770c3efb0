package draw

import (
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// checkMissing applies on_missing to the missing images and glyphs of a layout.
func checkMissing(p *plan.Plan, layout *engine.Drawing) error {
	req := p.Request
	var details []fault.Detail
	if req.OnMissing.Image == "" || req.OnMissing.Image == "error" {
		for _, r := range layout.Missing {
			address := r.URL
			if len(address) > 120 {
				address = address[:120] + "…"
			}
			d := request.Located(fault.Detail{
				Path: r.Path, Rule: "image_unavailable", Actual: address,
				Message:  fmt.Sprintf("The image %s could not be read.", address),
				FixPatch: []fault.Op{fault.Add("/on_missing", map[string]any{"image": "placeholder"})},
			})
			addReason(&d, r.Problem)
			d.Path = p.Place(d.Path)
			details = append(details, d)
		}
	}
	if req.OnMissing.Glyph == "error" && len(layout.Glyphs) > 0 {
		names := make([]string, len(layout.Glyphs))
		for i, r := range layout.Glyphs {
			names[i] = fmt.Sprintf("U+%04X", r)
		}
		details = append(details, fault.Detail{Path: "/on_missing/glyph", Rule: "glyph_missing", Actual: strings.Join(names, " "), Message: "No font has " + strings.Join(names, ", ") + "."})
	}
	if len(details) > 0 {
		return fault.Rules(details...)
	}
	return nil
}

// addReason adds the reason why a file could not be shown to a detail about an image.
func addReason(d *fault.Detail, problem error) {
	if problem == nil {
		return
	}
	d.Message = strings.TrimSuffix(d.Message, ".") + ": " + strings.TrimSuffix(problem.Error(), ".") + "."
	var rejected *engine.Error
	if !errors.As(problem, &rejected) {
		return
	}
	d.Message = rejected.Message
	members := map[string]any{"reason": rejected.Rule}
	if rejected.Element != "" {
		members["element"] = rejected.Element
	}
	for name, v := range d.Context {
		members[name] = v
	}
	d.Context = members
}

// checkUnread applies on_missing to images of output i that the browser could not load.
func (d *Documents) checkUnread(i int) error {
	var lost []engine.Reference
	for _, r := range d.opened[i].References() {
		if _, ok := d.inputs.File(r.URL); !ok && r.Kind == engine.ImageReference {
			lost = append(lost, r)
		}
	}
	return checkMissing(d.plan, &engine.Drawing{Missing: lost})
}
