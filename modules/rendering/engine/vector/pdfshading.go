package vector

import (
	"context"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shadings makes the shading of a gradient's colours and, unless it is opaque,
// that of its alpha; m maps their space to the operation's. colors is 0 for
// gradients that PDF lacks.
func (p *pdfWriter) shadings(ctx context.Context, g *display.Gradient) (colors, alphas int, m geom.Matrix, err error) {
	if g == nil || len(g.Stops) == 0 {
		return 0, 0, m, nil
	}
	m = orIdentity(g.Transform)
	same := g.P0 == g.P1 && (g.Kind == display.Linear || g.R0 == g.R1)
	if g.Kind == display.Conic || g.Spread != display.Pad || !usable(m) || same || g.R0 < 0 || g.R1 < 0 {
		return 0, 0, m, nil
	}
	stops, err := ramp(ctx, g)
	if err != nil {
		return 0, 0, m, err
	}
	// The gradient line is moved to the stops, whose domain is [0, 1] then.
	first, last := float64(float64(stops[0].Offset)/65536), float64(float64(stops[len(stops)-1].Offset)/65536)
	if last-first < 1e-4 {
		return 0, 0, m, nil
	}
	along := func(a, b display.Coord, at float64) float64 { return a.Float() + float64((b.Float()-a.Float())*at) }
	pts := []float64{along(g.P0.X, g.P1.X, first), along(g.P0.Y, g.P1.Y, first), along(g.P0.X, g.P1.X, last), along(g.P0.Y, g.P1.Y, last)}
	kind := 2
	if g.Kind == display.Radial {
		r0, r1 := along(g.R0, g.R1, first), along(g.R0, g.R1, last)
		if r0 < 0 || r1 <= r0 {
			return 0, 0, m, nil
		}
		kind = 3
		pts = []float64{pts[0], pts[1], r0, pts[2], pts[3], r1}
	}
	var coords strings.Builder
	for _, v := range pts {
		coords.WriteString(num(v) + " ")
	}
	opaque := true
	for _, s := range stops {
		opaque = opaque && s.Color.A == 255
	}
	shading := func(space string, value func(display.Color) string) int {
		return p.shared(fmt.Sprintf("<< /ShadingType %d /ColorSpace %s /Coords [%s] /Extend [true true] /Function %s >>", kind, space, coords.String(), stitched(stops, first, last, value)))
	}
	colors = shading("/DeviceRGB", rgbText)
	if !opaque {
		alphas = shading("/DeviceGray", func(c display.Color) string { return num(float64(c.A) / 255) })
	}
	return colors, alphas, m, nil
}

// stitched is a stitching function (ISO 32000-1 §7.10.4) over the stops. Equal
// offsets are moved apart by a hair: bounds must increase.
func stitched(stops []display.Stop, first, last float64, value func(display.Color) string) string {
	var functions, bounds, encode strings.Builder
	at := func(i int) float64 { return (float64(float64(stops[i].Offset)/65536) - first) / (last - first) }
	before := 0.0
	n := len(stops) - 1
	for i := range n {
		fmt.Fprintf(&functions, "<< /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >> ", value(stops[i].Color), value(stops[i+1].Color))
		encode.WriteString("0 1 ")
		if i < n-1 {
			// Room is left for the bounds that follow.
			before = min(max(at(i+1), before+1e-6), 1-float64(float64(n-1-i)*1e-6))
			bounds.Write(append(appendDecimal(nil, before, 7), ' '))
		}
	}
	return fmt.Sprintf("<< /FunctionType 3 /Domain [0 1] /Functions [ %s] /Bounds [ %s] /Encode [ %s] >>", functions.String(), bounds.String(), encode.String())
}
