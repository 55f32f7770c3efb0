package brands

import (
	"context"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Import is the input for importing a kit from a file.
type Import struct {
	BrandID string
	// KitID is the kit to add a draft to; "" creates a kit.
	KitID string
	// Name is the name of a new kit; "" uses the file's.
	Name string
	// DTCG selects design tokens; otherwise the file is a brand.yml.
	DTCG    bool
	Content string
}

// Import creates a kit, or a draft of an existing one that keeps the locks of its newest version, from a file. It needs
// an open transaction. The errors are those of CreateKit and CreateVersion; an unreadable file violates the rule
// import_format.
func (m *Module) Import(ctx context.Context, in Import) (KitRecord, error) {
	read := fromBrandYML
	if in.DTCG {
		read = fromDTCG
	}
	im, err := read(m.needs.Styles, in.Content)
	if err != nil {
		return KitRecord{}, err
	}
	var out KitRecord
	if in.KitID != "" {
		v, err := m.CreateVersion(ctx, in.KitID, KitChange{Colors: &im.kit.Colors, Typography: &im.kit.Typography, Layout: &im.kit.Layout})
		if err != nil {
			return out, atContent(err)
		}
		if out, err = m.Kit(ctx, in.KitID); err != nil {
			return out, err
		}
		out.Current = v
	} else {
		if in.Name == "" {
			if in.Name = im.name; in.Name == "" || len(in.Name) > 128 {
				in.Name = "Imported"
			}
		}
		if out, err = m.CreateKit(ctx, in.BrandID, in.Name, im.kit); err != nil {
			return out, atContent(err)
		}
	}
	out.Warnings = im.warnings
	return out, nil
}

// atContent maps the paths of violations from the kit to the imported file.
func atContent(err error) error {
	f := fault.From(err)
	if f.Code != fault.ValidationFailed {
		return err
	}
	moved := *f
	moved.Details = nil
	for _, d := range f.Details {
		d.Message, d.Path, d.FixPatch = d.Path+": "+d.Message, "/content", nil
		moved.Details = append(moved.Details, d)
	}
	return &moved
}
