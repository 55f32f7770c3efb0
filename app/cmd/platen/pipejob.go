package main

import (
	"encoding/json"
	"slices"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering"
)

// pipeJob reads the request of a line: the service's, whose template is a built-in one. As with
// `platen render --data`, data fills the placeholders of markup and trees too.
func pipeJob(l *pipeLine) (*job, error) {
	j := &job{whole: true}
	var err error
	if j.request, err = decodeAnyRequest(l.Request); err != nil {
		return nil, err
	}
	r := j.request
	if r.BrandID != "" || r.BrandKit != nil {
		return nil, fault.Rules(fault.Detail{Path: "/brand_kit", Rule: "needs_service",
			Message: "Brands are stored by a service; send the request to one, or pass the brand kit itself."})
	}
	if len(r.Outputs) == 0 {
		r.Outputs = []rendering.OutputSpec{{Preset: "og"}}
	}
	if r.Template != nil || len(r.Data) > 0 {
		if err := j.fillRequest(l.Request); err != nil {
			return nil, err
		}
	}
	if len(l.Kit) > 0 && string(l.Kit) != "null" {
		if j.kit, err = bridge.OpenKit(l.Kit); err != nil {
			return nil, err
		}
		r.CSS = joinSheets(j.kit.CSS(), r.CSS)
	}
	return j, nil
}

// fillRequest fills the data into the request's template or document.
func (j *job) fillRequest(raw json.RawMessage) error {
	r := j.request
	content := &library.Content{HTML: r.HTML}
	if r.Template != nil {
		t, err := builtin(r.Template.ID)
		if err != nil {
			return fault.Rules(fault.Detail{Path: "/template/id", Rule: "exists", Message: err.Error()})
		}
		*content = t.Version.Content
	} else if r.Document != nil {
		var members struct {
			Document json.RawMessage `json:"document"`
		}
		if err := json.Unmarshal(raw, &members); err != nil {
			return err
		}
		content.Document = members.Document
	}
	sheet := r.CSS
	r.Template, r.Document = nil, nil
	values := library.Values{Data: r.Data, Locale: r.Locale, Timezone: r.Timezone, Empty: r.OnMissing.Variable == "empty"}
	if err := j.fillValues(content, values); err != nil {
		return err
	}
	r.CSS = joinSheets(r.CSS, sheet)
	return nil
}

// describe checks a drawing against the kit and describes it.
func (j *job) describe(d *rendering.Drawing) (writtenImage, error) {
	warnings := slices.Concat(j.warnings, d.Warnings)
	if j.kit != nil {
		broken, more := j.kit.Evaluate(d, requestMembers(j.request))
		if warnings = append(warnings, more...); len(broken) > 0 {
			return writtenImage{}, fault.Rules(broken...)
		}
	}
	m := writtenImage{Name: d.Output.Name, Format: d.Output.Format, Width: d.File.Width, Height: d.File.Height, Bytes: len(d.File.Bytes),
		SHA256: rendering.SHA256(d.File.Bytes), Frames: d.File.Frames, Warnings: warnings}
	if d.Output.Paper != nil {
		m.Pages = d.Drawn.Pages()
	}
	if m.Warnings == nil {
		m.Warnings = []rendering.Warning{}
	}
	return m, nil
}
