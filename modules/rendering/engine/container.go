package engine

import (
	"context"
	"fmt"
	"maps"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxContainerPasses bounds the number of layouts of a document with container queries: each level of nested containers
// needs one.
const maxContainerPasses = 6

// layOutContainers lays out the document. If styles depend on the sizes of containers, they are recomputed with the
// sizes found until these do not change; the returned document has these styles.
func (d *Document) layOutContainers(ctx context.Context, res *resources) (*Document, *layout.Result, *pagination, error) {
	for pass := 1; ; pass++ {
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
		res.doc = d
	}
}

// withContainers returns the document with styles for the sizes of its containers.
func (d *Document) withContainers(ctx context.Context, sizes map[dom.NodeID]style.ContainerSize) (*Document, error) {
	out := *d
	out.containers = sizes
	options := out.options(d.frame)
	options.Stop = ctx.Err
	tree, err := style.Compute(d.tree.Doc, options)
	if err != nil {
		return nil, fmt.Errorf("computing the styles of containers: %w", err)
	}
	out.tree = tree
	return &out, nil
}
