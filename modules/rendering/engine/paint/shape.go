package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// shapeClip converts a basic shape (CSS Shapes 1 §3) in a reference box to a clip.
func shapeClip(s *style.Shape, box geom.Rect) display.Op {
	switch s.Kind {
	case style.ShapeInset:
		e := geom.Edges{
			Top: s.Inset[style.Top].Resolve(box.H), Right: s.Inset[style.Right].Resolve(box.W),
			Bottom: s.Inset[style.Bottom].Resolve(box.H), Left: s.Inset[style.Left].Resolve(box.W),
		}
		r := box.Inset(e)
		var radii [4]display.Point
		for i := range radii {
			radii[i] = display.Point{X: display.FromFloat(lengthFloat(s.Radius[i][0], box.W)), Y: display.FromFloat(lengthFloat(s.Radius[i][1], box.H))}
			if radii[i].X <= 0 || radii[i].Y <= 0 {
				radii[i] = display.Point{}
			}
		}
		return display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(r), Radii: fitRadii(radii, display.FromUnit(r.W), display.FromUnit(r.H))}}
	case style.ShapeCircle, style.ShapeEllipse:
		cx, cy, rx, ry := s.Ellipse(box.W.Float(), box.H.Float())
		x0, y0 := box.X.Float()+cx, box.Y.Float()+cy
		r := display.Rect{X0: display.FromFloat(x0 - rx), Y0: display.FromFloat(y0 - ry), X1: display.FromFloat(x0 + rx), Y1: display.FromFloat(y0 + ry)}
		c := display.Point{X: (r.X1 - r.X0) / 2, Y: (r.Y1 - r.Y0) / 2}
		return display.PushClipRRect{RRect: display.RRect{Rect: r, Radii: [4]display.Point{c, c, c, c}}}
	case style.ShapePolygon:
		path := &display.Path{}
		for i, pt := range s.Points {
			q := display.Point{
				X: display.FromUnit(box.X) + display.FromFloat(lengthFloat(pt[0], box.W)),
				Y: display.FromUnit(box.Y) + display.FromFloat(lengthFloat(pt[1], box.H)),
			}
			if i == 0 {
				path.MoveTo(q)
			} else {
				path.LineTo(q)
			}
		}
		path.Close()
		return display.PushClipPath{Path: path, Rule: rule(s.EvenOdd)}
	case style.ShapeCommands:
		path, _ := svg.ParsePath(s.PathData(box.W.Float(), box.H.Float()), geom.Translate(box.X.Float(), box.Y.Float()))
		return display.PushClipPath{Path: path, Rule: rule(s.EvenOdd)}
	default:
		path, _ := svg.ParsePath(s.Path, geom.Translate(box.X.Float(), box.Y.Float()).Mul(geom.Scale(s.PathScale, s.PathScale)))
		return display.PushClipPath{Path: path, Rule: rule(s.EvenOdd)}
	}
}

func rule(evenOdd bool) display.FillRule {
	if evenOdd {
		return display.EvenOdd
	}
	return display.NonZero
}
