package engine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// drawForeign lays out and paints the content of a foreignObject element as a document on a page of w × h. The effects
// on the element are applied by the enclosing svg.
func (r *resources) drawForeign(ctx context.Context, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
	s := r.doc.tree.Styles[node]
	if s == nil {
		return nil, nil
	}
	if r.foreignDepth >= maxForeign {
		return nil, []dom.Warning{{Code: "unsupported_element", Path: r.doc.tree.Doc.Node(node).Path, Message: fmt.Sprintf("<foreignObject> is nested more than %d deep and is not drawn", maxForeign)}}
	}
	r.foreignDepth++
	defer func() { r.foreignDepth-- }()
	root := *s
	root.Display, root.Position, root.Float = style.DisplayBlock, style.PositionStatic, style.FloatNone
	root.Width, root.Height, root.BoxSizing = style.Pixels(w.Float()), style.Pixels(h.Float()), style.BorderBox
	root.Opacity, root.Filter, root.BackdropFilter, root.ClipPath, root.Mask, root.Transform = 1, nil, nil, nil, nil, nil
	root.MaskBorder, root.Reflect = nil, nil
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
	for _, m := range laid.Missing {
		warnings = append(warnings, dom.Warning{Code: "missing_glyph", Path: doc.Node(node).Path, Message: fmt.Sprintf("no font has U+%04X; an empty box is drawn", m.Rune)})
	}
	return list, append(slices.Clone(laid.Warnings), warnings...)
}

// maxForeign bounds the nesting of foreignObject elements.
const maxForeign = 4

// drawIsolated draws the content of a foreignObject element of an SVG image. As in browsers, the image is a document of its
// own without files: it can only use data: URLs.
func (r *resources) drawIsolated(tree *style.Tree, fonts *font.Set, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
	in := r.isolated[tree]
	if in == nil {
		in = r.isolate(tree, fonts)
		if r.isolated == nil {
			r.isolated = map[*style.Tree]*resources{}
		}
		r.isolated[tree] = in
	}
	in.pixels, in.decoded, in.fontPixels, in.fontBytes, in.foreignDepth = r.pixels, r.decoded, r.fontPixels, r.fontBytes, r.foreignDepth
	list, warnings := r.foreign(in, node, w, h)
	r.pixels, r.decoded, r.fontPixels, r.fontBytes, r.moving = in.pixels, in.decoded, in.fontPixels, in.fontBytes, r.moving || in.moving
	warnings = append(in.warnings, warnings...)
	in.warnings = nil
	return list, warnings
}

// isolate returns the resources of the document of an SVG image.
func (r *resources) isolate(tree *style.Tree, fonts *font.Set) *resources {
	doc := *r.doc
	doc.base, doc.tree, doc.source, doc.frame, doc.containers = tree, tree, nil, nil, nil
	in := *r
	in.doc, in.files, in.isolated = &doc, NoFiles{}, nil
	in.images, in.missing, in.problems, in.warnings = map[string]*opened{}, map[string]bool{}, map[string]error{}, nil
	in.frame = func(n *dom.Node, _, _ geom.Unit) (*display.List, []dom.Warning) {
		return nil, []dom.Warning{{Code: "unsupported_element", Path: n.Path, Message: "<iframe> is not drawn in an svg image"}}
	}
	in.fonts = fonts
	if r.doc.settings.Scale > 1 {
		in.fonts = in.fonts.Unfitted()
	}
	return &in
}
