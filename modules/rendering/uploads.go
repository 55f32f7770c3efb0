package rendering

import (
	"bytes"
	"context"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// uploaded reports whether an address names what the workspace uploaded.
func uploaded(url string) bool {
	return strings.HasPrefix(url, "asset:") || strings.HasPrefix(url, "font:")
}

// faces returns the style sheet of the workspace's fonts that a request mentions. Whoever mentions one without
// using it gets a rule that does nothing.
func (m *Module) faces(ctx context.Context, said ...[]byte) (css string, err error) {
	var folded [][]byte
	return m.needs.Assets.Faces(ctx, func(family string) bool {
		if folded == nil {
			for _, s := range said {
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

// findUploads finds the assets and fonts that the documents of a request name, before anything is judged: a
// job is refused at once for what is not there.
func (m *Module) findUploads(ctx context.Context, p *plan) error {
	if !bytes.Contains(p.req.Wire, []byte("asset:")) && !bytes.Contains(p.req.Wire, []byte("font:")) {
		return nil
	}
	for i := range p.outputs {
		doc, err := m.open(ctx, p, i)
		if err != nil {
			return p.fault(err, i)
		}
		var refs []engine.Reference
		for _, r := range doc.References() {
			if uploaded(r.URL) {
				refs = append(refs, r)
			}
		}
		if err := p.box.fetch(ctx, refs); err != nil {
			return p.relocate(err)
		}
	}
	return nil
}

// relocate turns the places of a fault into places in the request that came.
func (p *plan) relocate(err error) error {
	f, ok := err.(*fault.Error)
	if !ok {
		return err
	}
	moved := *f
	moved.Details = append([]fault.Detail(nil), f.Details...)
	for i := range moved.Details {
		moved.Details[i].Path = p.place(moved.Details[i].Path)
	}
	return &moved
}

// open reads a file that the workspace uploaded. What it names does not change, so that its name pins it.
func (b *fileBox) open(ctx context.Context, r engine.Reference) error {
	data, err := b.module.needs.Assets.Open(ctx, r.URL)
	if err != nil {
		f, ok := err.(*fault.Error)
		if !ok {
			return err
		}
		located := *f
		located.Details = append([]fault.Detail(nil), f.Details...)
		if len(located.Details) == 0 {
			located.Details = []fault.Detail{{Rule: strings.ToLower(string(f.Code)), Message: f.Message}}
		}
		for i := range located.Details {
			if located.Details[i].Path == "" {
				located.Details[i].Path = r.Path
			}
			if located.Details[i].Actual == nil {
				located.Details[i].Actual = r.URL
			}
		}
		return &located
	}
	b.files[r.URL] = data
	kind := "image"
	if r.Kind == engine.FontReference {
		kind = "font"
	}
	b.inputs = append(b.inputs, input{Kind: kind, Name: r.URL, SHA256: SHA256(data)})
	return nil
}
