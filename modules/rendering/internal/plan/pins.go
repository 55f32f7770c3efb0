package plan

import (
	"strconv"

	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Pins holds the exact versions that a request was resolved with; nil for objects that it does not reference.
type Pins struct {
	Template *request.Ref `json:"template,omitempty"`
	BrandKit *request.Ref `json:"brand_kit,omitempty"`
}

// Facts adds the pins to the facts of a decision.
func (p Pins) Facts(into map[string]any) {
	if p.Template != nil {
		into["template"] = map[string]any{"id": p.Template.ID, "version": int64(p.Template.Version)}
	}
	if p.BrandKit != nil {
		into["brand_kit"] = map[string]any{"id": p.BrandKit.ID, "version": int64(p.BrandKit.Version)}
	}
}

// Action returns the render as an action for approvals.
func (p *Plan) Action() Action {
	a := Action{
		Override: len(p.Overridden) > 0, Request: p.Original.Wire, RequestHash: p.Hash, Bound: append([]string{p.Hash}, p.Bound()...), Brands: p.Brands(), Execute: p.Original.Execute,
	}
	for i := range p.Outputs {
		a.Formats = append(a.Formats, p.Outputs[i].Format)
	}
	if p.Pins.Template != nil {
		a.Subject = p.Pins.Template.ID
	}
	return a
}

// Bound returns the versions that the request was resolved with.
func (p *Plan) Bound() (out []string) {
	for _, r := range []*request.Ref{p.Pins.Template, p.Pins.BrandKit} {
		if r != nil {
			out = append(out, r.ID+"@"+strconv.Itoa(r.Version))
		}
	}
	return out
}

// Brands returns the brands that the request involves.
func (p *Plan) Brands() []string {
	if p.BrandID == "" {
		return nil
	}
	return []string{p.BrandID}
}
