package rendering

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// place turns a path into the resolved request into the nearest place in the request that came: what is wrong
// with a filled-in document is the template's.
func (p *plan) place(path string) string {
	if p.pins.Template == nil {
		return path
	}
	for _, member := range []string{"/html", "/document"} {
		if path == member || strings.HasPrefix(path, member+"/") {
			return "/template"
		}
	}
	return path
}

// fault is the fault of an engine's error about an output, with places in the request that came.
func (p *plan) fault(err error, output int) error {
	err = engineFault(err, output)
	f, ok := err.(*fault.Error)
	if !ok {
		return err
	}
	for i := range f.Details {
		f.Details[i].Path = p.place(f.Details[i].Path)
	}
	return f
}

// checkLocks lays every output out and has the brand kit judge them.
func (m *Module) checkLocks(ctx context.Context, p *plan, broken brokenLocks) error {
	if p.kit == nil || !p.kit.Locked {
		return nil
	}
	pages := make([]Page, len(p.outputs))
	for i := range p.outputs {
		if err := m.lay(ctx, p, i); err != nil {
			return err
		}
		pages[i] = Page{Output: p.outputs[i], Index: i, Picture: p.pictures[i]}
	}
	details, warnings, err := m.needs.Brands.Check(ctx, p.kit, p.asked, pages)
	if err != nil {
		return err
	}
	p.warnings = append(p.warnings, warnings...)
	if len(details) == 0 {
		return nil
	}
	if broken == approveBroken {
		may, err := m.needs.Approvals.MayOverride(ctx, p.action())
		if err != nil {
			return err
		}
		if may {
			p.override(details)
			return nil
		}
	}
	return fault.New(fault.StyleLockViolation, "The document breaks locks of the brand kit.").With(details...)
}

// brokenLocks says what becomes of a request that breaks locks of its brand kit.
type brokenLocks int

const (
	// refuseBroken refuses it.
	refuseBroken brokenLocks = iota
	// approveBroken lets it through, to wait for a person, where a policy says so (lock.override).
	approveBroken
)

// override notes the broken locks that a person has to allow.
func (p *plan) override(details []fault.Detail) {
	for _, d := range details {
		p.overridden = append(p.overridden, d.Rule)
		p.warnings = append(p.warnings, Warning{Code: "lock_overridden", Path: d.Path, Message: d.Message})
	}
}

// Judge applies every check to a request that a preview would, up to the locks of its brand kit, and returns
// those that are broken and what deserves a warning. Nothing is kept or charged.
func (m *Module) Judge(ctx context.Context, req *Request) ([]fault.Detail, []Warning, error) {
	p, err := m.check(ctx, req, refuseBroken)
	if p != nil && fault.CodeOf(err) == fault.StyleLockViolation {
		return fault.From(err).Details, p.warnings, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, p.warnings, nil
}

// checkPolicy has the workspace's policies judge the content. What the service does by itself was judged when
// it was asked for.
func (m *Module) checkPolicy(ctx context.Context, p *plan) error {
	if ident.Must(ctx).Kind == ident.KindSystem {
		return nil
	}
	c := Content{Asked: p.asked}
	if p.pins.Template != nil {
		c.Text = values(c.Text, "/data", p.asked.Data)
	}
	doc, err := m.open(ctx, p, 0) // every output says the same
	if err != nil {
		return p.fault(err, 0)
	}
	for _, t := range doc.Texts() {
		at := Passage{Path: t.Path, Text: t.Text}
		if !strings.HasPrefix(t.Path, "/") {
			at.Path, at.Node = "/html", t.Path
		}
		at.Path = p.place(at.Path)
		c.Text = append(c.Text, at)
	}
	return m.needs.Policy.Check(ctx, c)
}

// values appends every text of a JSON value with its path, in order of the names.
func values(list []Passage, path string, v any) []Passage {
	switch v := v.(type) {
	case string:
		list = append(list, Passage{Path: path, Text: v})
	case []any:
		for i, item := range v {
			list = values(list, path+fault.Pointer(i), item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = values(list, path+fault.Pointer(name), v[name])
		}
	}
	return list
}

// approve asks for the approval a policy demands (step 13).
func (m *Module) approve(ctx context.Context, p *plan) error {
	var err error
	p.approval, err = m.needs.Approvals.Require(ctx, p.action())
	return err
}

// action is the render as those who approve it know it.
func (p *plan) action() Action {
	a := Action{Override: len(p.overridden) > 0, Request: p.asked.Wire, RequestHash: p.hash, Bound: append([]string{p.hash}, p.bound()...), Brands: p.brands(), Execute: p.asked.Execute}
	for i := range p.outputs {
		a.Formats = append(a.Formats, p.outputs[i].Format)
	}
	if p.pins.Template != nil {
		a.Subject = p.pins.Template.ID
	}
	return a
}

// bound names the versions that a request was resolved with.
func (p *plan) bound() (out []string) {
	for _, r := range []*Ref{p.pins.Template, p.pins.BrandKit} {
		if r != nil {
			out = append(out, r.ID+"@"+strconv.Itoa(r.Version))
		}
	}
	return out
}

// brands are the brands that a request touches.
func (p *plan) brands() []string {
	switch {
	case p.kit != nil && p.kit.BrandID != "":
		return []string{p.kit.BrandID}
	case p.asked.BrandID != "":
		return []string{p.asked.BrandID}
	}
	return nil
}
