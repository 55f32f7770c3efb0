package library

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/library/internal/liquid"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Exact is a template at an exact version.
type Exact struct {
	ID      string
	Version int
	BrandID string // the template's brand, "" for none
}

// Resolve returns the template that a render request names, by id or slug; version 0 is the published one. The errors
// are ErrTemplateNotFound, ErrVersionNotFound, ident.ErrBrand, and ErrUnpublished for live keys.
func (m *Module) Resolve(ctx context.Context, name string, number int) (Exact, error) {
	if number == 0 && m.builtin.find(name) == nil {
		t, err := m.find(ctx, name)
		if err != nil {
			return Exact{}, err
		}
		if t.Published == 0 {
			return Exact{}, ErrVersionNotFound
		}
		return Exact{t.ID, t.Published, t.BrandID}, nil
	}
	t, v, err := m.VersionOf(ctx, name, number)
	if err != nil {
		return Exact{}, err
	}
	if v.PublishedAt == nil && ident.Must(ctx).Mode == ident.Live {
		return Exact{}, ErrUnpublished
	}
	return Exact{t.ID, v.Number, t.BrandID}, nil
}

// Values are the inputs for filling in a template.
type Values struct {
	Data             map[string]any
	Locale, Timezone string
	// Empty allows required values to be missing.
	Empty bool
}

// Filled is a filled-in template, or the rules that the values violate.
type Filled struct {
	HTML     string
	Document json.RawMessage
	CSS      string
	Details  []fault.Detail
	Warnings []Warning
}

// Warning is something about the values that the caller may want to fix.
type Warning struct{ Code, Path, Message string }

// Fill fills in a version that Resolve returned. Paths are relative to a render request: /data/title.
func (m *Module) Fill(ctx context.Context, exact Exact, in Values) (Filled, error) {
	key := fmt.Sprintf("%s@%d", exact.ID, exact.Version)
	b, ok := m.compiled.Get(key)
	if !ok {
		// Resolve already checked the caller's access, and a version never changes.
		_, v, err := m.VersionOf(ctx, exact.ID, exact.Version)
		if err != nil {
			return Filled{}, err
		}
		var details []fault.Detail
		if b, details = compile(&v.Content); len(details) > 0 {
			return Filled{}, fmt.Errorf("the stored template %s is broken: %s", key, details[0].Message)
		}
		m.compiled.Add(key, b)
	}
	return b.fill(in)
}

// fill checks the values and executes the templates.
func (b *body) fill(in Values) (Filled, error) {
	var out Filled
	zone, err := time.LoadLocation(in.Timezone)
	if err != nil || in.Timezone == "Local" {
		out.Details = append(out.Details, fault.Detail{Path: "/timezone", Rule: "timezone", Actual: in.Timezone,
			Message: "timezone must be an IANA name such as Europe/Berlin.", FixPatch: []fault.Op{fault.Replace("/timezone", "UTC")}})
	}
	c := checker{empty: in.Empty}
	values := c.members(b.variables, in.Data, "/data")
	if out.Details = append(out.Details, c.details...); len(out.Details) > 0 {
		return out, nil
	}
	for _, path := range c.missing {
		out.Warnings = append(out.Warnings, Warning{"variable_missing", path, last(path) + " has no value; its place is empty."})
	}
	for _, path := range c.unknown {
		out.Warnings = append(out.Warnings, Warning{"unknown_variable", path, "The template has no variable " + last(path) + "."})
	}
	o := liquid.Options{Locale: liquid.Language(in.Locale), Zone: zone}
	fail := func(err error) (Filled, error) {
		d := templateDetail(err, "/data")
		if strings.HasPrefix(d.Rule, "template_s") || d.Rule == "template_output" {
			d.Path = "/template"
		}
		return Filled{Details: []fault.Detail{d}}, nil
	}
	if b.css != nil {
		if out.CSS, err = b.css.Run(values, o); err != nil {
			return fail(err)
		}
	}
	if b.tree != nil {
		out.Document, err = b.tree.document(values, o)
	} else {
		out.HTML, err = b.html.Run(values, o)
	}
	if err != nil {
		return fail(err)
	}
	return out, nil
}
