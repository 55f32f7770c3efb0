package rendering

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Pins are the exact versions that a request was resolved with; nil for what it did not name.
type Pins struct {
	Template *Ref `json:"template,omitempty"`
	BrandKit *Ref `json:"brand_kit,omitempty"`
}

// facts are the pins as a decision's facts.
func (p Pins) facts(into map[string]any) {
	if p.Template != nil {
		into["template"] = map[string]any{"id": p.Template.ID, "version": int64(p.Template.Version)}
	}
	if p.BrandKit != nil {
		into["brand_kit"] = map[string]any{"id": p.BrandKit.ID, "version": int64(p.BrandKit.Version)}
	}
}

// findReferences finds what a request names (step 10): a brand the caller is not narrowed to is forbidden, a
// thing that does not exist is not found.
func (m *Module) findReferences(ctx context.Context, p *plan) error {
	if p.asked.BrandID != "" || p.asked.BrandKit != nil || len(ident.Must(ctx).Scopes.Brands()) == 1 {
		kit, err := m.needs.Brands.Find(ctx, p.asked.BrandID, p.asked.BrandKit)
		if err != nil {
			return err
		}
		if p.kit = kit; kit != nil {
			p.pins.BrandKit = &kit.Ref
		}
	}
	if p.asked.Template != nil {
		exact, err := m.needs.Templates.Find(ctx, *p.asked.Template)
		if err != nil {
			return err
		}
		p.pins.Template = &exact
	}
	return nil
}

// resolve fills the template in and lays the kit's tokens under the style sheet. What is left in p.req is a
// request that means the same for ever: jobs keep it, receipts show it, and its hash is the request's hash.
func (m *Module) resolve(ctx context.Context, p *plan) ([]fault.Detail, error) {
	p.warnings = unused(p.asked)
	if p.pins.Template == nil && p.kit == nil && p.asked.BrandID == "" {
		faces, err := m.faces(ctx, p.asked.Wire)
		if err != nil || faces == "" {
			p.req = p.asked
			return nil, err
		}
	}
	var members map[string]any
	if err := json.Unmarshal(p.asked.Wire, &members); err != nil {
		return nil, fmt.Errorf("reading a request: %w", err)
	}
	for _, name := range []string{"template", "brand_id", "brand_kit"} {
		delete(members, name)
	}
	css := p.asked.CSS
	if p.pins.Template != nil {
		filled, err := m.needs.Templates.Fill(ctx, *p.pins.Template, Values{
			Data: p.asked.Data, Locale: p.asked.Locale, Timezone: p.asked.Timezone, Missing: p.asked.OnMissing.Variable,
		})
		if err != nil || len(filled.Details) > 0 {
			return filled.Details, err
		}
		p.warnings = append(p.warnings, filled.Warnings...)
		delete(members, "data")
		delete(members, "timezone")
		if filled.Source.Document != nil {
			members["document"] = filled.Source.Document
		} else {
			members["html"] = filled.Source.HTML
		}
		css = join(filled.Source.CSS, css)
	}
	if p.kit != nil {
		css = join(p.kit.CSS, css)
	}
	said, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("writing a resolved request: %w", err)
	}
	faces, err := m.faces(ctx, said, []byte(css))
	if err != nil {
		return nil, err
	}
	if css = join(faces, css); css != "" {
		members["css"] = css
	}
	wire, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("writing a resolved request: %w", err)
	}
	if p.req, err = m.decode(wire); err != nil {
		f := *fault.From(err)
		for i := range f.Details {
			f.Details[i].Path, f.Details[i].FixPatch = p.place(f.Details[i].Path), nil
		}
		return f.Details, nil
	}
	return nil, nil
}

func join(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "\n" + second
}

// unused names the members of a request that decide nothing.
func unused(req *Request) []Warning {
	if req.Template != nil {
		return nil
	}
	var out []Warning
	if len(req.Data) > 0 {
		out = append(out, Warning{Code: "unused_member", Path: "/data", Message: "data fills the placeholders of templates; this request names none."})
	}
	if req.Timezone != "" && req.Timezone != "UTC" {
		out = append(out, Warning{Code: "unused_member", Path: "/timezone", Message: "timezone has no effect: it decides how the filters of templates write times."})
	}
	return out
}
