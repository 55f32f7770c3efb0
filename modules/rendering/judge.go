package rendering

import (
	"context"
	"crypto/sha256"
	"strings"

	"github.com/platenhq/platen/modules/platform/canonical"
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

// checkLocks lays every output out and has the brand kit judge it.
func (m *Module) checkLocks(ctx context.Context, p *plan) error {
	if p.kit == nil || !p.kit.Locked {
		return nil
	}
	var details []fault.Detail
	for i := range p.outputs {
		if err := m.lay(ctx, p, i); err != nil {
			return err
		}
		found, warnings, err := m.needs.Brands.Check(ctx, p.kit, p.asked, Page{Output: p.outputs[i], Index: i, Picture: p.pictures[i]})
		if err != nil {
			return err
		}
		details, p.warnings = append(details, found...), append(p.warnings, warnings...)
	}
	if len(details) > 0 {
		return fault.New(fault.StyleLockViolation, "The document breaks locks of the brand kit.").With(details...)
	}
	return nil
}

// checkPolicy has the workspace's policies judge the content.
func (m *Module) checkPolicy(ctx context.Context, p *plan) error {
	return m.needs.Policy.Check(ctx, Content{Asked: p.asked})
}

// approve asks for the approval a policy demands (step 13).
func (m *Module) approve(ctx context.Context, p *plan, action string) error {
	a := Action{Name: action, BrandID: p.asked.BrandID, Request: p.asked.Wire, RequestHash: p.hash}
	if p.kit != nil {
		a.BrandID = p.kit.BrandID
	}
	for i := range p.outputs {
		a.Formats = append(a.Formats, p.outputs[i].Format)
	}
	who := ident.Must(ctx)
	h := sha256.New()
	for _, part := range []string{string(who.Workspace), string(who.Mode), action, p.hash} {
		h.Write([]byte(part + "\n"))
	}
	v, err := canonical.Parse(p.asked.Wire, canonical.Limits{Depth: 256, Members: 1 << 20, Items: 1 << 20})
	if err != nil {
		return err
	}
	h.Write(v.Bytes())
	h.Sum(a.Fingerprint[:0])
	p.approval, err = m.needs.Approvals.Require(ctx, a)
	return err
}
