package vector

import (
	"context"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// maxEmbedded bounds the pixels of one embedded image.
const maxEmbedded = 8_000_000

// snapshot is a rasterised part of the canvas; Area is its position in canvas coordinates.
type snapshot struct {
	bitmap *image.Bitmap
	area   display.Rect
}

// whole returns the operation that draws the snapshot at its original position.
func (s *snapshot) whole() *display.DrawImage {
	return &display.DrawImage{Image: s.bitmap, Src: display.Rect{X1: display.Coord(s.bitmap.Width * 1024), Y1: display.Coord(s.bitmap.Height * 1024)}, Dst: s.area}
}

// blurResolution returns the resolution for a blur, in pixels per CSS pixel: two to three pixels per standard deviation.
func blurResolution(sigma, scale float64) float64 {
	switch {
	case sigma < 1.5:
		return min(float64(2*scale), 2.5/max(sigma, 0.1))
	case sigma < 4:
		return 1
	case sigma < 12:
		return 0.5
	}
	return 0.25
}

// draw rasterises operations under a transform on an empty canvas of width × height and crops the result to its
// content; nil if it is empty. spent accumulates the cost of a page's parts.
func draw(ctx context.Context, width, height int, m geom.Matrix, ops []display.Op, scale float64, spent *int64) (*snapshot, error) {
	for scale > 0.5 && float64(float64(width)*float64(height))*float64(scale*scale) > maxEmbedded {
		scale /= 2
	}
	if !usable(m) {
		return nil, nil
	}
	list := &display.List{Width: width, Height: height}
	list.Ops = append(list.Ops, display.PushTransform{Matrix: m})
	list.Ops = append(list.Ops, ops...)
	list.Ops = append(list.Ops, display.Pop{})
	pm, err := raster.Draw(ctx, list, raster.Options{Scale: scale, Workers: 1, Spent: spent})
	if err != nil {
		return nil, fmt.Errorf("rasterising a part: %w", err)
	}
	x0, y0, x1, y1 := pm.Width, pm.Height, 0, 0
	for y := range pm.Height {
		row := pm.Pix[y*pm.Width*4 : (y+1)*pm.Width*4]
		for x := range pm.Width {
			if row[x*4+3] != 0 {
				x0, x1 = min(x0, x), max(x1, x+1)
				y0, y1 = min(y0, y), y+1
			}
		}
	}
	if x0 >= x1 {
		return nil, nil
	}
	b := &image.Bitmap{Width: x1 - x0, Height: y1 - y0, Opaque: true}
	for y := y0; y < y1; y++ {
		b.Pix = append(b.Pix, pm.Pix[(y*pm.Width+x0)*4:(y*pm.Width+x1)*4]...)
	}
	for i := 3; i < len(b.Pix); i += 4 {
		b.Opaque = b.Opaque && b.Pix[i] == 255
	}
	at := func(v int) display.Coord { return display.FromFloat(float64(v) / scale) }
	return &snapshot{b, display.Rect{X0: at(x0), Y0: at(y0), X1: at(x1), Y1: at(y1)}}, nil
}

// resolution returns the resolution of an operation, in pixels per CSS pixel: low for wide blurs.
func resolution(op display.Op, scale float64) float64 {
	if s, ok := op.(display.Shadow); ok && s.Sigma > 4*1024 {
		return 1
	}
	return math.Min(4, float64(2*scale))
}

// ramp returns the colours of a gradient as stops for linear interpolation in non-premultiplied sRGB; offsets do not
// decrease.
func ramp(ctx context.Context, g *display.Gradient) ([]display.Stop, error) {
	plain := g.Space == display.SRGB
	for i := 1; i < len(g.Stops) && plain; i++ {
		plain = g.Straight || g.Stops[i].Color.A == g.Stops[i-1].Color.A
	}
	if plain || len(g.Stops) < 2 {
		return fewer(g.Stops), nil
	}
	stops := []display.Stop{g.Stops[0]}
	for i := 1; i < len(g.Stops); i++ {
		a, b := g.Stops[i-1], g.Stops[i]
		if b.Offset > a.Offset && (a.Color != b.Color || goesAround(g)) {
			parts := 96 // around the hue circle
			if !isPolar(g.Space) {
				parts = min(2+apart(a.Color, b.Color)/2, 64)
			}
			// The rasteriser interpolates the colours, so that the results agree.
			pm, err := raster.Draw(ctx, &display.List{Width: parts + 1, Height: 1, Ops: []display.Op{display.FillRect{
				Rect: display.Rect{X1: display.Coord(parts+1) * 1024, Y1: 1024},
				Brush: &display.Gradient{P0: display.Point{X: 512}, P1: display.Point{X: display.Coord(parts*1024 + 512)}, Space: g.Space, Hue: g.Hue, Straight: g.Straight,
					Stops: []display.Stop{{Offset: 0, Color: a.Color}, {Offset: 65536, Color: b.Color}}},
			}}}, raster.Options{})
			if err != nil {
				return nil, fmt.Errorf("interpolating colours: %w", err)
			}
			for k := 1; k < parts; k++ {
				at := a.Offset + int32(int64(b.Offset-a.Offset)*int64(k)/int64(parts))
				stops = append(stops, display.Stop{Offset: at, Color: straight(pm.Pix[k*4 : k*4+4])})
			}
		}
		stops = append(stops, b)
	}
	return fewer(stops), nil
}

// isPolar reports whether a colour space has hues.
func isPolar(s display.ColorSpace) bool {
	return s != display.SRGB && s != display.SRGBLinear && s != display.OKLab && s != display.Lab
}

// goesAround reports whether a gradient passes all hues between two equal colours.
func goesAround(g *display.Gradient) bool { return isPolar(g.Space) && g.Hue == hue.Longer }

// fewer removes stops that differ by at most one step of 255 from the interpolation of those that remain.
func fewer(stops []display.Stop) []display.Stop {
	if len(stops) < 3 {
		return stops
	}
	out := []display.Stop{stops[0]}
	for i := 0; i < len(stops)-1; {
		j := i + 1
		for j+1 < len(stops) && between(stops[i:j+2]) {
			j++
		}
		out = append(out, stops[j])
		i = j
	}
	return out
}

// between reports whether the inner stops are close to the interpolation of the outer ones.
func between(stops []display.Stop) bool {
	a, b := stops[0], stops[len(stops)-1]
	for i, s := range stops[1:] {
		if s.Offset <= stops[i].Offset {
			return false // an edge
		}
	}
	length := int64(b.Offset) - int64(a.Offset)
	for _, s := range stops[1 : len(stops)-1] {
		at := int64(s.Offset) - int64(a.Offset)
		mix := func(x, y uint8) uint8 { return uint8((int64(x)*(length-at) + int64(y)*at + length/2) / length) }
		k := display.Color{R: mix(a.Color.R, b.Color.R), G: mix(a.Color.G, b.Color.G), B: mix(a.Color.B, b.Color.B), A: mix(a.Color.A, b.Color.A)}
		if apart(k, s.Color) > 1 {
			return false
		}
	}
	return true
}

// apart returns the largest difference of the channels of two colours.
func apart(a, b display.Color) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B), d(a.A, b.A))
}

// straight un-premultiplies a pixel.
func straight(p []byte) display.Color {
	a := int(p[3])
	if a == 0 {
		return display.Color{}
	}
	un := func(v byte) uint8 { return uint8(min(255, (int(v)*255+a/2)/a)) }
	return display.Color{R: un(p[0]), G: un(p[1]), B: un(p[2]), A: p[3]}
}

// orIdentity returns m, or the identity for the zero matrix.
func orIdentity(m geom.Matrix) geom.Matrix {
	if m == (geom.Matrix{}) {
		return geom.Identity()
	}
	return m
}

// withBackground returns the operations preceded by one that paints the background.
func withBackground(l *display.List, c *display.Color) []display.Op {
	if c == nil {
		return l.Ops
	}
	full := display.Rect{X1: display.FromFloat(float64(l.Width)), Y1: display.FromFloat(float64(l.Height))}
	return append([]display.Op{display.FillRect{Rect: full, Brush: display.Solid{Color: *c}}}, l.Ops...)
}
