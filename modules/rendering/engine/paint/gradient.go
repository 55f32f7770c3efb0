package paint

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// gradientBrush resolves a gradient in a box (CSS Images 4 §3).
func gradientBrush(g *style.Gradient, box geom.Rect) display.Brush {
	out := &display.Gradient{Space: spaces[g.Space], Hue: g.Hue, Transform: geom.Identity()}
	if g.Repeating {
		out.Spread = display.Repeat
	}
	x, y, w, h := box.X.Float(), box.Y.Float(), box.W.Float(), box.H.Float()
	length := 0.0
	var from, along [2]float64 // the exact line of a linear gradient
	switch g.Kind {
	case style.GradientLinear:
		dx, dy := linearEnds(g, w, h)
		cx, cy := x+float64(w/2), y+float64(h/2)
		if l := g.Line; l != nil {
			x0, y0 := lengthFloat(l[0][0], box.W), lengthFloat(l[0][1], box.H)
			x1, y1 := lengthFloat(l[1][0], box.W), lengthFloat(l[1][1], box.H)
			dx, dy = (x1-x0)/2, (y1-y0)/2
			cx, cy = x+float64((x0+x1)/2), y+float64((y0+y1)/2)
		}
		out.Kind = display.Linear
		out.P0 = point(cx-dx, cy-dy)
		out.P1 = point(cx+dx, cy+dy)
		from, along = [2]float64{cx - dx, cy - dy}, [2]float64{2 * dx, 2 * dy}
		length = 2 * math.Sqrt(float64(dx*dx)+float64(dy*dy))
	case style.GradientRadial:
		cx, cy := lengthFloat(g.Center[0], box.W), lengthFloat(g.Center[1], box.H)
		rx, ry := radialRadii(g, box, cx, cy)
		out.Kind = display.Radial
		length = rx
		// The unit circle is scaled to the ellipse about its centre.
		out.P0, out.P1 = point(0, 0), point(0, 0)
		out.R1 = display.FromFloat(rx)
		sy := 1.0
		if rx > 0 {
			sy = ry / rx
		}
		out.Transform = geom.Translate(x+cx, y+cy).Mul(geom.Scale(1, sy))
	case style.GradientConic:
		out.Kind = display.Conic
		out.Angle = g.Angle
		out.P0 = point(x+lengthFloat(g.Center[0], box.W), y+lengthFloat(g.Center[1], box.H))
		length = 100 // per cent of the turn
	}
	if g.Kind != style.GradientConic && length < 1.0/1024 {
		// A gradient line or radius of zero length has the colour of the last stop (CSS Images 3 §3.2.2).
		last := g.Stops[len(g.Stops)-1]
		return solid(last.Color)
	}
	stops, lo, hi := placeStops(g, length)
	out.Stops = stops
	if g.Repeating && hi > lo {
		repeatExactly(out, from, along, length, lo, hi)
	}
	if isExpanded(g) {
		out.Space, out.Hue = display.SRGB, hue.Shorter
	}
	return out
}

var spaces = [...]display.ColorSpace{
	style.InSRGB: display.SRGB, style.InSRGBLinear: display.SRGBLinear, style.InOKLab: display.OKLab, style.InOKLCH: display.OKLCH,
	style.InLab: display.Lab, style.InLCH: display.LCH, style.InHSL: display.HSL, style.InHWB: display.HWB, style.InXYZ: display.SRGBLinear, style.InXYZ50: display.SRGBLinear,
	style.InDisplayP3: display.SRGB, style.InDisplayP3Linear: display.SRGBLinear, style.InA98RGB: display.SRGB, style.InProPhotoRGB: display.SRGB,
	style.InRec2020: display.SRGB, // for gradients with too many stops to expand
}

func point(x, y float64) display.Point {
	return display.Point{X: display.FromFloat(x), Y: display.FromFloat(y)}
}

// linearEnds returns the vector from the centre of the box to the end of the gradient line.
func linearEnds(g *style.Gradient, w, h float64) (dx, dy float64) {
	if g.ByCorner && g.ToX != 0 && g.ToY != 0 {
		// The line is perpendicular to the diagonal between the neighbouring corners.
		tx, ty := float64(g.ToX)*h, float64(g.ToY)*w
		d := float64(tx*tx) + float64(ty*ty)
		if d == 0 {
			return 0, 0
		}
		k := (float64(tx*(float64(g.ToX)*w/2)) + float64(ty*(float64(g.ToY)*h/2))) / d
		return tx * k, ty * k
	}
	if g.ByCorner {
		return float64(g.ToX) * w / 2, float64(g.ToY) * h / 2
	}
	sin, cos := geom.SinCosDeg(g.Angle)
	half := (float64(math.Abs(w*sin)) + float64(math.Abs(h*cos))) / 2
	return sin * half, -cos * half
}

// radialRadii returns the radii of the ending shape.
func radialRadii(g *style.Gradient, box geom.Rect, cx, cy float64) (rx, ry float64) {
	w, h := box.W.Float(), box.H.Float()
	if g.Extent == style.ExtentExplicit {
		rx = math.Max(0, lengthFloat(g.Radius[0], box.W))
		if g.Circle {
			return rx, rx
		}
		return rx, math.Max(0, lengthFloat(g.Radius[1], box.H))
	}
	nearX, farX := min(math.Abs(cx), math.Abs(w-cx)), max(math.Abs(cx), math.Abs(w-cx))
	nearY, farY := min(math.Abs(cy), math.Abs(h-cy)), max(math.Abs(cy), math.Abs(h-cy))
	sideX, sideY := nearX, nearY
	if g.Extent == style.FarthestSide || g.Extent == style.FarthestCorner {
		sideX, sideY = farX, farY
	}
	if g.Extent == style.ClosestSide || g.Extent == style.FarthestSide {
		if g.Circle {
			if g.Extent == style.ClosestSide {
				r := min(sideX, sideY)
				return r, r
			}
			r := max(sideX, sideY)
			return r, r
		}
		return sideX, sideY
	}
	if g.Circle {
		r := math.Sqrt(float64(sideX*sideX) + float64(sideY*sideY))
		return r, r
	}
	// An ellipse through the corner with the aspect ratio of the closest or farthest sides.
	const sqrt2 = 1.4142135623730951
	return sideX * sqrt2, sideY * sqrt2
}

// repeatExactly maps a repeating gradient whose stops run from 0 to 1 to the part of its
// line between lo and hi. The matrix keeps the period exact over many repetitions.
func repeatExactly(g *display.Gradient, from, along [2]float64, length, lo, hi float64) {
	one := display.FromFloat(1)
	switch {
	case g.Kind == display.Linear:
		vx, vy := float64(along[0]*(hi-lo)), float64(along[1]*(hi-lo))
		g.Transform = geom.Matrix{A: vx, B: vy, C: -vy, D: vx, E: from[0] + float64(along[0]*lo), F: from[1] + float64(along[1]*lo)}
		g.P0, g.P1 = display.Point{}, display.Point{X: one}
	case g.Kind == display.Radial && lo == 0:
		g.Transform = g.Transform.Mul(geom.Scale(length*hi, length*hi))
		g.R1 = one
	default:
		for i := range g.Stops {
			g.Stops[i].Offset = offset(lo + float64(float64(g.Stops[i].Offset)/65536*(hi-lo)))
		}
	}
}

// placeStops resolves the offset of every stop: explicit ones relative to the gradient's length, missing ones spaced
// evenly, never decreasing; hints become intermediate stops. The offsets of a repeating gradient are relative to its
// first and last stop, at lo and hi.
func placeStops(g *style.Gradient, length float64) (out []display.Stop, lo, hi float64) {
	n := len(g.Stops)
	pos := make([]float64, n)
	known := make([]bool, n)
	for i, s := range g.Stops {
		switch s.Pos.Kind {
		case style.Auto:
			continue
		case style.Percent:
			pos[i] = s.Pos.Pct / 100
		case style.Px:
			pos[i] = s.Pos.Px / length
		default:
			pos[i] = s.Pos.Calc.Eval(length) / length
		}
		known[i] = true
	}
	if !known[0] {
		pos[0], known[0] = 0, true
	}
	if !known[n-1] {
		pos[n-1], known[n-1] = 1, true
	}
	highest := pos[0]
	for i := range pos {
		if known[i] {
			highest = max(highest, pos[i])
			pos[i] = highest
		}
	}
	for i := 1; i < n; i++ {
		if known[i] {
			continue
		}
		j := i
		for !known[j] {
			j++
		}
		from, step := pos[i-1], (pos[j]-pos[i-1])/float64(j-i+1)
		for k := i; k < j; k++ {
			pos[k], known[k] = from+float64(step*float64(k-i+1)), true
		}
	}
	lo, hi = pos[0], pos[n-1]
	if g.Repeating && hi > lo {
		for i := range pos {
			pos[i] = (pos[i] - lo) / (hi - lo)
		}
	}
	expand := isExpanded(g)
	if slices.ContainsFunc(g.Stops, func(s style.GradientStop) bool { return s.Hint }) {
		g, pos = g.WithoutHints(pos)
		n = len(g.Stops)
	}
	for i, s := range g.Stops {
		if !expand || n == 1 {
			out = append(out, display.Stop{Offset: offset(pos[i]), Color: toColor(s.Color), Ink: s.Color.Ink})
			continue
		}
		// A missing component takes the value of the neighbouring stop, on either side.
		if i > 0 {
			c := g.Between(i-1, 1)
			out = append(out, display.Stop{Offset: offset(pos[i]), Color: toColor(c), Ink: c.Ink})
		}
		if i < n-1 {
			const steps = 64
			for k := range steps {
				t := float64(k) / steps
				c := g.Between(i, t)
				out = append(out, display.Stop{Offset: offset(pos[i] + float64(t*(pos[i+1]-pos[i]))), Color: toColor(c), Ink: c.Ink})
			}
		}
	}
	return out, lo, hi
}

// isExpanded reports whether intermediate stops are added: interpolating between two colours outside sRGB and then
// mapping to the gamut differs from interpolating between the mapped colours.
func isExpanded(g *style.Gradient) bool { return len(g.Stops) <= 64 && g.Wide() }

func offset(v float64) int32 {
	return int32(math.Floor(float64(min(max(v, -30000), 30000)*65536) + 0.5))
}
