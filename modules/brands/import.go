package brands

import (
	"context"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Import is a file to make a kit of.
type Import struct {
	BrandID string
	// KitID is the kit that gets a new draft; "" makes a kit.
	KitID string
	// Name is a new kit's; "" takes the file's.
	Name string
	// DTCG selects design tokens; otherwise the file is a brand.yml.
	DTCG    bool
	Content string
}

// Import makes a kit, or a draft of one, of a file: its locks stay those of the newest version. It needs an
// open transaction. The errors are those of CreateKit and CreateVersion; a file that cannot be read breaks
// the rule import_format.
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

// atContent maps the paths of broken rules from the kit to the imported file.
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
