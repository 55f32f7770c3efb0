package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// groups records which stacking contexts need a layer because of their descendants.
type groups struct {
	// blended holds the contexts with a blended child context: they are isolated
	// groups (Compositing and Blending 1 §2.1).
	blended map[*layout.Fragment]bool
	// filtered holds the contexts with a backdrop-filter among their descendants.
	filtered map[*layout.Fragment]bool
}

// findGroups walks the fragments below a root when any style blends or filters its
// backdrop.
func findGroups(t *style.Tree, root *layout.Fragment) groups {
	if !readsBackdrop(t) {
		return groups{}
	}
	g := groups{blended: map[*layout.Fragment]bool{}, filtered: map[*layout.Fragment]bool{}}
	g.walk(t, root, root)
	return g
}

// readsBackdrop reports whether any element blends with or filters its backdrop.
func readsBackdrop(t *style.Tree) bool {
	looks := func(s *style.Computed) bool {
		return s != nil && (s.Blend != style.BlendNormal || len(s.BackdropFilter) > 0)
	}
	found := slices.ContainsFunc(t.Styles, looks)
	for _, generated := range []map[dom.NodeID]*style.Pseudo{t.Before, t.After} {
		for _, g := range generated {
			found = found || g != nil && looks(g.Style)
		}
	}
	return found
}

// walk records the descendants of context and reports whether f or a fragment below it filters its backdrop.
func (g *groups) walk(t *style.Tree, f, context *layout.Fragment) bool {
	filters := false
	for _, c := range f.Children {
		inner := context
		if isContext(c) {
			inner = c
			if c.Box.Style.Blend != style.BlendNormal {
				g.blended[context] = true
			}
			if n := c.Box.Node; n >= 0 && t.Doc.Nodes[n].Tag == "svg" && blendsInside(t, n) {
				g.blended[c] = true
			}
			filters = filters || len(c.Box.Style.BackdropFilter) > 0
		}
		filters = g.walk(t, c, inner) || filters
	}
	if filters {
		g.filtered[f] = true
	}
	return filters
}

// blendsInside reports whether an element of an svg element blends.
func blendsInside(t *style.Tree, svg dom.NodeID) bool {
	for n := t.Doc.Nodes[svg].FirstChild; n != dom.None; n = t.Doc.Nodes[n].Next {
		if s := t.Styles[n]; s != nil && s.Blend != style.BlendNormal || blendsInside(t, n) {
			return true
		}
	}
	return false
}

// isBackdropRoot reports whether a stacking context is a backdrop root (Filter Effects 2 §2.1.1) by a property that
// does not otherwise require a layer.
func isBackdropRoot(s *style.Computed) bool {
	return s.ClipPath != nil || s.WillChange&style.WillBackdropRoot != 0
}
