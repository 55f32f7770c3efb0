package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// resolve replaces p.Request: it fills in the template and prepends the tokens of the brand kit to the style sheet. The
// resulting p.Request always renders to the same bytes: jobs store it, receipts contain it, and its hash is the
// request's hash.
func (b *Builder) resolve(ctx context.Context, p *Plan) ([]fault.Detail, error) {
	p.Warnings = unused(p.Original)
	if p.Pins.Template == nil && p.kit == nil && p.Original.BrandID == "" {
		faces, err := b.faces(ctx, p.Original.Wire)
		if err != nil || faces == "" {
			return nil, err
		}
	}
	var members map[string]any
	if err := canonical.Unmarshal(p.Original.Wire, &members); err != nil {
		return nil, fmt.Errorf("reading a request: %w", err)
	}
	for _, name := range []string{"template", "brand_id", "brand_kit"} {
		delete(members, name)
	}
	css := p.Original.CSS
	if p.Pins.Template != nil {
		filled, err := b.Templates.Fill(ctx, *p.Pins.Template, Values{
			Data: p.Original.Data, Locale: p.Original.Locale, Timezone: p.Original.Timezone, Missing: p.Original.OnMissing.Variable,
		})
		if err != nil || len(filled.Details) > 0 {
			return filled.Details, err
		}
		p.Warnings = append(p.Warnings, filled.Warnings...)
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
	faces, err := b.faces(ctx, said, []byte(css))
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
	if p.Request, err = b.Decode(wire); err != nil {
		f := *fault.From(err)
		for i := range f.Details {
			f.Details[i].Path, f.Details[i].FixPatch = p.Place(f.Details[i].Path), nil
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

// unused returns warnings about fields of a request that have no effect.
func unused(req *request.Request) []request.Warning {
	if req.Template != nil {
		return nil
	}
	var out []request.Warning
	if len(req.Data) > 0 {
		out = append(out, request.Warning{Code: "unused_member", Path: "/data", Message: "data fills the placeholders of templates; this request names none."})
	}
	if req.Timezone != "" && req.Timezone != "UTC" {
		out = append(out, request.Warning{Code: "unused_member", Path: "/timezone", Message: "timezone has no effect: it decides how the filters of templates write times."})
	}
	return out
}

// faces returns the style sheet of the workspace's uploaded fonts whose families occur in a request. For a family that
// occurs but is not used, the rule has no effect.
func (b *Builder) faces(ctx context.Context, texts ...[]byte) (css string, err error) {
	var folded [][]byte
	return b.Fonts.Faces(ctx, func(family string) bool {
		if folded == nil {
			for _, s := range texts {
				folded = append(folded, bytes.ToLower(s))
			}
		}
		name := []byte(strings.ToLower(family))
		for _, s := range folded {
			if bytes.Contains(s, name) {
				return true
			}
		}
		return false
	})
}
