package svg

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// decorate draws the text-decoration lines along a run, each with the paint of the element that declares it.
func (p *painter) decorate(r *placedRun, e env, k float64, inv geom.Matrix, box bounds, want style.DecorationLine, shadow *style.Color) {
	st := r.style
	var lines style.DecorationLine
	for i := range st.Decorations {
		lines |= st.Decorations[i].Line
	}
	if lines&want == 0 {
		return
	}
	for _, id := range p.declaring(r.node) {
		s := p.tree.Styles[id]
		if id == r.node {
			s = st
		}
		d := &s.Decorations[len(s.Decorations)-1]
		if d.Line&want == 0 || s.SVG == nil {
			continue
		}
		inner := e
		if shadow == nil {
			inner.style = s
		}
		p.lines(id, r, inner, k, inv, box, d, d.Line&want)
	}
}

// declaring returns an element and its ancestors that declare text decorations, outermost first.
func (p *painter) declaring(id dom.NodeID) []dom.NodeID {
	var out []dom.NodeID
	for ; id != dom.None; id = p.node(id).Parent {
		s := p.tree.Styles[id]
		if s == nil || len(s.Decorations) == 0 {
			break
		}
		if up := p.node(id).Parent; up == dom.None || p.tree.Styles[up] == nil || len(p.tree.Styles[up].Decorations) < len(s.Decorations) {
			out = append(out, id)
		}
	}
	slices.Reverse(out)
	return out
}

// lines draws the decorations of one element: in its fill and stroke, whatever their text-decoration-color.
func (p *painter) lines(id dom.NodeID, r *placedRun, e env, k float64, inv geom.Matrix, box bounds, d *style.Decoration, want style.DecorationLine) {
	n, sv := p.node(id), e.style.SVG
	fill, _, filled := p.brush(n, &sv.Fill, sv.FillOpacity, box, &e)
	line, _, stroked := p.brush(n, &sv.Stroke, sv.StrokeOpacity, box, &e)
	width := resolve(sv.StrokeWidth, e.view.base(diagonal)) * k
	length := r.width * k
	if r.stretch > 0 {
		length /= r.stretch
	}
	m := p.ctx.Text.FaceMetrics(r.run.Face, r.run.Size)
	thick := decorationThickness(d, r, m, k)
	var spans [][2]geom.Unit
	draw := func(top float64) {
		for _, span := range spans {
			path := rectangle(span[0].Float(), top, (span[1] - span[0]).Float(), thick).mapped(geom.Identity())
			if filled {
				p.push(display.FillPath{Path: path, Brush: moved(fill, inv)})
			}
			if stroked && width > 0 {
				p.push(display.StrokePath{Path: path, Brush: moved(line, inv), Stroke: display.Stroke{Width: display.FromFloat(width), MiterLimit: 4}})
			}
		}
	}
	patterned := func(axis float64, path *display.Path, dash ...display.Coord) {
		for _, span := range spans {
			if !filled {
				break
			}
			p.push(display.PushClipPath{Path: rectangle(span[0].Float(), axis-float64(thick*8), (span[1] - span[0]).Float(), thick*16).mapped(geom.Identity())})
			p.push(display.StrokePath{Path: path, Brush: moved(fill, inv), Stroke: display.Stroke{Width: display.FromFloat(thick), MiterLimit: 4, Dash: dash}})
			p.pop()
		}
	}
	styled := func(kind style.DecorationLine, top, second, axis float64) {
		spans = [][2]geom.Unit{{0, geom.FromFloat(length)}}
		if d.SkipInk && kind != style.LineThrough {
			band := thick
			if d.Style == style.DecorationWavy {
				band = 3 * thick
			}
			cuts := r.run.InkCuts(nil, r.run.Glyphs[r.first:r.last], 0, geom.FromFloat(top), geom.FromFloat(band), geom.FromFloat(min(thick, 13)))
			spans = text.Without(spans[0], cuts)
		}
		switch d.Style {
		case style.DecorationDouble:
			draw(top)
			draw(second)
		case style.DecorationDotted, style.DecorationDashed:
			whole := max(1, math.Floor(thick+0.5))
			middle := math.Floor(top+float64(thick/2)) + float64(0.5*math.Mod(whole, 2))
			o := &outline{}
			o.moveTo(point{0, middle})
			o.lineTo(point{length, middle})
			dash, gap := dashLengths(d.Style, length, whole)
			patterned(middle, o.mapped(geom.Identity()), display.FromFloat(dash), display.FromFloat(gap))
		case style.DecorationWavy:
			patterned(axis, wave(axis, length, thick))
		default:
			draw(top)
		}
	}
	away := math.Floor(thick+0.5) + 1.5 // of a wave from the text
	if want&style.Underline != 0 {
		gap := max(1, math.Ceil(thick/2)) // as in browsers, whatever the text-underline-offset
		styled(style.Underline, gap, gap+thick+1, gap+away)
	}
	if want&style.Overline != 0 {
		top := -m.Ascent.Float() - math.Floor(thick)
		styled(style.Overline, top, top-thick-1, top-away+1)
	}
	if want&style.LineThrough != 0 {
		top := -float64(m.Ascent.Float()/3) - float64(thick/2)
		styled(style.LineThrough, top, top+thick+1, top+0.5)
	}
}

// decorationThickness returns the thickness of decoration lines: a tenth of the font size for auto, at least one pixel.
func decorationThickness(d *style.Decoration, r *placedRun, m text.Metrics, k float64) float64 {
	t := m.Size.Float() / 10
	switch d.Thickness.Kind {
	case style.Auto:
	case style.Content:
		if f := r.run.Face.Metrics(); f.UnderlineThickness > 0 {
			t = f.At(f.UnderlineThickness, r.run.Size).Float()
		}
	default:
		t = resolve(d.Thickness, d.FontSize) * k
	}
	return max(1, t)
}

// dashLengths returns the dash and gap of a line, which begins and ends with a whole dash.
func dashLengths(s style.DecorationStyle, length, thick float64) (dash, gap float64) {
	dash, gap = thick, thick
	if s == style.DecorationDashed {
		dash = thick * 2
		if thick < 3 {
			dash, gap = thick*3, thick*2
		}
	}
	fewer := math.Floor((length + gap) / (dash + gap))
	wide, narrow := (length-float64(fewer*dash))/(fewer-1), (length-float64((fewer+1)*dash))/fewer
	switch {
	case fewer < 1:
	case fewer > 1 && (narrow <= 0 || math.Abs(wide-gap) < math.Abs(narrow-gap)):
		gap = wide
	case narrow > 0:
		gap = narrow
	}
	return dash, gap
}

// wave returns a wavy line of the given length with the proportions of Chromium.
func wave(axis, length, thick float64) *display.Path {
	height := 0.5 + math.Floor(float64(thick*3)+1)
	step := 1 + float64(2*math.Floor(float64(thick*2)+1))
	o := &outline{}
	x := -2 * step
	o.moveTo(point{x, axis})
	for x < length+float64(2*step) {
		o.cubicTo(point{x + float64(step/2), axis + height}, point{x + float64(step/2), axis - height}, point{x + step, axis})
		x += step
	}
	return o.mapped(geom.Identity())
}
