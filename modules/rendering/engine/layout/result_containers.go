package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Containers returns the sizes of the content boxes of query containers.
func (r *Result) Containers() map[dom.NodeID]style.ContainerSize {
	sizes := map[dom.NodeID]style.ContainerSize{}
	collectContainers(r.Root, sizes)
	return sizes
}

func collectContainers(f *Fragment, sizes map[dom.NodeID]style.ContainerSize) {
	if b := f.Box; b != nil && f.Kind == BoxFragment && b.Node != dom.None && b.Pseudo == NoPseudo && b.Style.Container != style.NoContainer {
		if _, has := sizes[b.Node]; !has {
			in := f.Border.Add(f.Padding)
			sizes[b.Node] = style.ContainerSize{Width: max(0, f.Size.W-in.Horizontal()).Float(), Height: max(0, f.Size.H-in.Vertical()).Float()}
		}
	}
	for _, c := range f.Children {
		collectContainers(c, sizes)
	}
}
