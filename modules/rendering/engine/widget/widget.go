// Package widget draws the generated elements: QR codes and bar codes, charts, icons, ratings, progress bars and mesh
// gradients. Each converts its attributes and its computed style to display operations for its content box. An invalid
// attribute value is replaced by the default and reported as a warning with the attribute, the value and the valid
// values.
package widget

import (
	"math"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Context holds the parameters of the render that widgets depend on. Without Text and Fonts no text is drawn. Scale is
// the number of device pixels per CSS pixel, 0 means 1. Pixels, if set, is the number of bitmap pixels that the render
// may still create; Paint subtracts from it.
type Context struct {
	Text   *text.Engine
	Fonts  *font.Set
	Scale  float64
	Pixels *int
}

// maxSide bounds the box of a widget in CSS pixels, like the canvas.
const maxSide = 16384

// Paint draws the widget of an element into a w × h box at the origin. ok is false for elements of other packages. The
// result depends only on the arguments; the caller owns the list.
func Paint(tree *style.Tree, node dom.NodeID, w, h geom.Unit, ctx Context) (list *display.List, warnings []dom.Warning, ok bool) {
	n := tree.Doc.Node(node)
	draw := drawerOf(n)
	if draw == nil {
		return nil, nil, false
	}
	c := &canvas{
		tree: tree, id: node, node: n, style: tree.Styles[node], ctx: ctx,
		w: min(w.Float(), maxSide), h: min(h.Float(), maxSide),
	}
	if c.ctx.Scale <= 0 {
		c.ctx.Scale = 1
	}
	c.list = &display.List{Width: int(math.Ceil(c.w)), Height: int(math.Ceil(c.h))}
	if c.style != nil && c.w > 0 && c.h > 0 {
		draw(c)
		if strings.HasPrefix(n.Tag, "chart-") && n.Tag != "chart-map" && c.rtl() {
			c.mirror()
		}
	}
	return c.list, c.warnings, true
}

// Draws reports whether Paint draws an element.
func Draws(n *dom.Node) bool {
	return drawerOf(n) != nil && (n.Tag != "progress" || layout.GeneratedProgress(n))
}

func drawerOf(n *dom.Node) func(*canvas) {
	if n.Type != dom.Element || n.Namespace != dom.HTML {
		return nil
	}
	if draw, ok := charts[n.Tag]; ok {
		return draw
	}
	switch n.Tag {
	case "qr-code":
		return drawQR
	case "bar-code":
		return drawBarcode
	case "icon":
		return drawIcon
	case "rating":
		return drawRating
	case "progress":
		return drawProgress
	case "mesh-gradient":
		return drawMesh
	}
	return nil
}

// canvas is the state of drawing one widget. Lengths are CSS pixels from the box's corner.
type canvas struct {
	tree     *style.Tree
	id       dom.NodeID
	node     *dom.Node
	style    *style.Computed
	ctx      Context
	w, h     float64
	list     *display.List
	warnings []dom.Warning

	// Used by charts.
	numbersAs  *format
	months     []time.Time // the categories that are labelled with months, nil for others
	references []mark
	marksRead  bool
	texts      []written
}

func (c *canvas) push(op display.Op) { c.list.Ops = append(c.list.Ops, op) }

func (c *canvas) warn(code, message string) {
	for i := range c.warnings {
		if c.warnings[i].Message == message {
			return
		}
	}
	if len(c.warnings) < 20 {
		c.warnings = append(c.warnings, dom.Warning{Code: code, Path: c.node.Path, Message: message})
	}
}

// snap rounds a position to whole device pixels.
func (c *canvas) snap(v float64) float64 {
	return math.Round(v*c.ctx.Scale) / c.ctx.Scale
}
