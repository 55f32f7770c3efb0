package engine

import (
	"context"
	"maps"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxContainerPasses bounds the number of layouts of a document with container queries: each level of nested containers
// needs one.
const maxContainerPasses = 6

// layOutContainers lays out the document. If styles depend on the sizes of containers, they are recomputed with the
// sizes found until these do not change; the returned document has these styles. Font-relative units of the document's
// own fonts are resolved first.
func (d *Document) layOutContainers(ctx context.Context, res *resources) (*Document, *layout.Result, *pagination, error) {
	for pass := 1; ; pass++ {
		var err error
		if d, err = d.withFonts(ctx, res.unscaled); err != nil {
			return nil, nil, nil, err
		}
		res.doc = d
		result, pages, err := d.layOut(ctx, res)
		if err != nil {
			return nil, nil, nil, err
		}
		if !d.tree.SizeQueries || pass >= maxContainerPasses {
			return d, result, pages, nil
		}
		sizes := result.Containers()
		if maps.Equal(sizes, d.containers) {
			return d, result, pages, nil
		}
		if d, err = d.withContainers(ctx, sizes); err != nil {
			return nil, nil, nil, err
		}
	}
}

// withFonts returns the document with lengths in units of its own fonts, which styles have used before these were opened.
func (d *Document) withFonts(ctx context.Context, fonts *font.Set) (*Document, error) {
	if fonts == nil || d.fonts != nil || !d.tree.OwnFontUnits {
		return d, nil
	}
	out := *d
	out.fonts = fonts
	return &out, out.recompute(ctx)
}

// withContainers returns the document with styles for the sizes of its containers.
func (d *Document) withContainers(ctx context.Context, sizes map[dom.NodeID]style.ContainerSize) (*Document, error) {
	out := *d
	out.containers = sizes
	return &out, out.recompute(ctx)
}

// recompute computes the styles again, with other inputs than before.
func (d *Document) recompute(ctx context.Context) (err error) {
	d.tree, err = d.compute(ctx, d.tree.Doc, d.frame)
	return err
}
