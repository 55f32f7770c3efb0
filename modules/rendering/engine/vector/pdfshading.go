package vector

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shadings writes the shading of a gradient's colours and, unless it is opaque, that of its alpha; m maps their space
// to the operation's, and reach is the painted part of the operation's space. colors is 0 for gradients that PDF cannot
// express.
func (p *pdfWriter) shadings(ctx context.Context, g *display.Gradient, reach box) (colors, alphas int, m geom.Matrix, err error) {
	if g == nil || len(g.Stops) == 0 {
		return 0, 0, m, nil
	}
	m = orIdentity(g.Transform)
	inv, ok := m.Invert()
	if !ok || !usable(m) {
		return 0, 0, m, nil
	}
	inks, stops := p.inkStops(g)
	if stops == nil {
		steps, err := ramp(ctx, g)
		if err != nil {
			return 0, 0, m, err
		}
		for _, s := range steps {
			stops = append(stops, gradientStop{at: float64(float64(s.Offset) / 65536), color: s.Color})
		}
	}
	opaque := !slices.ContainsFunc(stops, func(s gradientStop) bool { return s.color.A != 255 })
	var shade shading
	switch g.Kind {
	case display.Conic:
		shade = p.conic(g, stops, reach.through(inv))
	default:
		shade = p.axial(g, stops, reach.through(inv))
	}
	if shade == nil {
		return 0, 0, m, nil
	}
	switch {
	case inks == "/DeviceCMYK":
		colors = shade(inks, func(s *gradientStop) []float64 { return s.inks[:] })
	case inks != "":
		colors = shade(inks, func(s *gradientStop) []float64 { return s.inks[:1] })
	default:
		colors = shade("/DeviceRGB", func(s *gradientStop) []float64 {
			return []float64{float64(s.color.R) / 255, float64(s.color.G) / 255, float64(s.color.B) / 255}
		})
	}
	if !opaque {
		alphas = shade("/DeviceGray", func(s *gradientStop) []float64 { return []float64{float64(s.color.A) / 255} })
	}
	return colors, alphas, m, nil
}

// gradientStop is a colour at a position of the gradient line, whose ends are 0 and 1.
type gradientStop struct {
	at    float64
	color display.Color
	inks  [4]float64 // the amounts of inks, in gradients between inks
}

// moved returns the stop at another position.
func (s gradientStop) moved(at float64) gradientStop {
	s.at = at
	return s
}

// shading writes a shading of a colour space whose components value returns.
type shading func(space string, value func(*gradientStop) []float64) int

// maxStops is the maximum number of stops of an unrolled repeating gradient.
const maxStops = 4000

// unrolled repeats stops according to the spread so that they cover [lo, hi]; nil if that takes too many.
func unrolled(stops []gradientStop, spread display.Spread, lo, hi float64) []gradientStop {
	n := len(stops)
	first, period := stops[0].at, stops[n-1].at-stops[0].at
	if spread == display.Pad {
		return stops
	}
	if !(period > 1e-6) || !(hi-lo < float64(period*maxStops)) {
		return nil
	}
	from, to := int(math.Floor((lo-first)/period)), int(math.Ceil((hi-first)/period))
	if (to-from+1)*n > maxStops {
		return nil
	}
	var out []gradientStop
	for k := from; k <= max(to, from+1)-1; k++ {
		base := first + float64(float64(k)*period)
		for i := range stops {
			if spread == display.Reflect && k&1 != 0 {
				s := stops[n-1-i]
				out = append(out, s.moved(base+(stops[n-1].at-s.at)))
			} else {
				out = append(out, stops[i].moved(base+(stops[i].at-first)))
			}
		}
	}
	return out
}

// axial prepares linear and radial shadings (ISO 32000-1 §8.7.4.5.3); nil for those that PDF cannot express.
func (p *pdfWriter) axial(g *display.Gradient, stops []gradientStop, reach box) shading {
	radial, concentric := g.Kind == display.Radial, g.P0 == g.P1
	if !radial && concentric || radial && concentric && g.R0 == g.R1 || g.R0 < 0 || g.R1 < 0 || radial && !concentric && g.Spread != display.Pad {
		return nil
	}
	if g.Spread != display.Pad {
		lo, hi := reach.along(g)
		if stops = unrolled(stops, g.Spread, lo, hi); stops == nil {
			return nil
		}
	}
	if radial && concentric {
		stops = fromCentre(g, stops)
	}
	// Move the gradient line to the stops, so that the domain is [0, 1].
	first, last := stops[0].at, stops[len(stops)-1].at
	if last-first < 1e-4 {
		return nil
	}
	along := func(a, b display.Coord, at float64) float64 { return a.Float() + float64((b.Float()-a.Float())*at) }
	pts := []float64{along(g.P0.X, g.P1.X, first), along(g.P0.Y, g.P1.Y, first), along(g.P0.X, g.P1.X, last), along(g.P0.Y, g.P1.Y, last)}
	kind := 2
	if radial {
		r0, r1 := along(g.R0, g.R1, first), along(g.R0, g.R1, last)
		if r0 > -1e-6 && r0 < 0 {
			r0 = 0
		}
		if r0 < 0 || r1 <= r0 {
			return nil
		}
		kind = 3
		pts = []float64{pts[0], pts[1], r0, pts[2], pts[3], r1}
	}
	return func(space string, value func(*gradientStop) []float64) int {
		return p.shared(fmt.Sprintf("<< /ShadingType %d /ColorSpace %s /Coords [%s] /Extend [true true] /Function %s >>", kind, space, numbers(pts), stitched(stops, value)))
	}
}

// fromCentre removes the stops of a radial gradient whose circles would have negative radii.
func fromCentre(g *display.Gradient, stops []gradientStop) []gradientStop {
	centre := -g.R0.Float() / (g.R1.Float() - g.R0.Float())
	if g.R1 < g.R0 || stops[0].at >= centre {
		return stops
	}
	for i := 1; i < len(stops); i++ {
		if b := stops[i]; b.at > centre {
			return append([]gradientStop{mixed(stops[i-1], b, centre)}, stops[i:]...)
		}
	}
	return stops
}

// mixed returns the interpolated stop between two stops.
func mixed(a, b gradientStop, at float64) gradientStop {
	f := (at - a.at) / max(b.at-a.at, 1e-9)
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + float64((float64(y)-float64(x))*f))) }
	out := gradientStop{at: at, color: display.Color{R: mix(a.color.R, b.color.R), G: mix(a.color.G, b.color.G), B: mix(a.color.B, b.color.B), A: mix(a.color.A, b.color.A)}}
	for i := range out.inks {
		out.inks[i] = a.inks[i] + float64((b.inks[i]-a.inks[i])*f)
	}
	return out
}

func numbers(v []float64) string {
	var b []byte
	for i, x := range v {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendNum(b, x)
	}
	return string(b)
}

// stitched returns a stitching function (ISO 32000-1 §7.10.4) over the stops. Equal offsets are separated by an
// epsilon, since bounds must increase.
func stitched(stops []gradientStop, value func(*gradientStop) []float64) string {
	var functions, bounds, encode strings.Builder
	first, last := stops[0].at, stops[len(stops)-1].at
	before := 0.0
	n := len(stops) - 1
	for i := range n {
		fmt.Fprintf(&functions, "<< /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >> ", numbers(value(&stops[i])), numbers(value(&stops[i+1])))
		encode.WriteString("0 1 ")
		if i < n-1 {
			// Leave room for the remaining bounds.
			before = min(max((stops[i+1].at-first)/(last-first), before+1e-6), 1-float64(float64(n-1-i)*1e-6))
			bounds.Write(append(appendDecimal(nil, before, 7), ' '))
		}
	}
	return fmt.Sprintf("<< /FunctionType 3 /Domain [0 1] /Functions [ %s] /Bounds [ %s] /Encode [ %s] >>", functions.String(), bounds.String(), encode.String())
}
