package engine

import (
	"context"
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// drawForeign lays out and paints the content of a foreignObject element as a document on a page of w × h. The effects
// on the element are applied by the enclosing svg.
func (r *resources) drawForeign(ctx context.Context, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
	s := r.doc.tree.Styles[node]
	if s == nil || r.foreignDepth >= maxForeign {
		return nil, nil
	}
	r.foreignDepth++
	defer func() { r.foreignDepth-- }()
	root := *s
	root.Display, root.Position, root.Float = style.DisplayBlock, style.PositionStatic, style.FloatNone
	root.Width, root.Height, root.BoxSizing = style.Pixels(w.Float()), style.Pixels(h.Float()), style.BorderBox
	root.Opacity, root.Filter, root.BackdropFilter, root.ClipPath, root.Mask, root.Transform = 1, nil, nil, nil, nil, nil
	root.Blend, root.Overflow = style.BlendNormal, [2]style.Overflow{}
	doc, tree := *r.doc.tree.Doc, *r.doc.tree
	doc.Root, doc.Body = node, node
	tree.Doc, tree.Styles = &doc, slices.Clone(tree.Styles)
	tree.Styles[node] = &root
	width, height := int(math.Ceil(w.Float())), int(math.Ceil(h.Float()))
	laid, err := layout.Layout(ctx, layout.Input{Tree: &tree, Text: r.doc.engine.text, Fonts: r.fonts, Images: r, Width: width, Height: height})
	if err != nil {
		return nil, []dom.Warning{{Code: "unsupported_element", Path: doc.Node(node).Path, Message: "the content of <foreignObject> is not drawn: " + err.Error()}}
	}
	list, warnings, err := paint.Paint(ctx, paint.Input{
		Tree: &tree, Layout: laid, Text: r.doc.engine.text, Fonts: r.fonts, Images: r, Inline: r, References: r.references(),
		Width: width, Height: height,
	})
	if err != nil {
		return nil, nil
	}
	return list, append(slices.Clone(laid.Warnings), warnings...)
}

// maxForeign bounds the nesting of foreignObject elements.
const maxForeign = 4
