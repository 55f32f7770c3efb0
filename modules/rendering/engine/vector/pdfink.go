package vector

import (
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/ink"
)

// The warnings about inks.
const (
	inkLost     = "colours computed from printing inks, other than those that the same inks and white give, have their screen colours in the PDF"
	inkRaster   = "filters and other parts that are raster images in the PDF have the screen colours of printing inks"
	inkBlend    = "blend modes mix printing inks in CMYK in the PDF, which differs from the screen"
	inkSpace    = "gradients between printing inks mix the inks evenly in the PDF, in whatever space the colours on screens are mixed"
	inkGradient = "gradients between printing inks and other colours, or between different inks, have their screen colours in the PDF"
)

// Registration is the colour that prints on every plate (ISO 32000-1 §8.6.6.4): that of printer's marks.
var Registration = ink.New(ink.Recipe{Spot: "All", Tint: 1, RGB: true})

// spotSpace is the colour space of a spot ink and the recipe that defined it.
type spotSpace struct {
	ref    int
	recipe ink.Recipe
}

// warn reports a warning once.
func (p *pdfWriter) warn(message string) {
	if p.o.Warn == nil || p.warned[message] {
		return
	}
	if p.warned == nil {
		p.warned = map[string]bool{}
	}
	p.warned[message] = true
	p.o.Warn(message)
}

// lose warns if operations that are drawn as an image contain inks.
func (p *pdfWriter) lose(ops []display.Op) {
	w := inkWalk{found: func(i ink.Ink) {
		if !i.IsZero() {
			p.warn(inkRaster)
		}
	}}
	w.ops(ops, 0)
}

// prepareInks chooses the blending space of a page: device colours are converted to it even where nothing is
// transparent (ISO 32000-1 §11.4.7), so pages with process inks blend in them.
func (p *pdfWriter) prepareInks(ops []display.Op) {
	p.blending = "/DeviceRGB"
	if p.o.Intent != nil {
		p.blending = "/DeviceCMYK"
	}
	inks := false
	w := inkWalk{found: func(i ink.Ink) {
		if i == Registration {
			return
		}
		if i == ink.Lost {
			p.warn(inkLost)
			return
		}
		inks = true
		if r := i.Recipe(); !r.RGB {
			p.blending = "/DeviceCMYK"
		}
	}}
	w.ops(ops, 0)
	if inks && w.blends {
		p.warn(inkBlend)
	}
}

// inkWalk finds the inks of operations.
type inkWalk struct {
	found  func(ink.Ink)
	blends bool // a layer has a blend mode
	seen   map[*display.List]bool
}

func (w *inkWalk) ink(i ink.Ink) {
	if i != (ink.Ink{}) {
		w.found(i)
	}
}

func (w *inkWalk) ops(ops []display.Op, depth int) {
	for _, op := range ops {
		switch o := op.(type) {
		case display.FillRect:
			w.brush(o.Brush, depth)
		case display.FillRRect:
			w.brush(o.Brush, depth)
		case display.FillPath:
			w.brush(o.Brush, depth)
		case display.StrokePath:
			w.brush(o.Brush, depth)
		case display.Glyphs:
			w.brush(o.Brush, depth)
		case display.Shadow:
			w.ink(o.Ink)
		case display.PushLayer:
			w.blends = w.blends || o.Blend != display.Normal
			for i := range o.Filters {
				w.ink(o.Filters[i].Ink)
			}
		}
	}
}

func (w *inkWalk) brush(b display.Brush, depth int) {
	switch b := b.(type) {
	case display.Solid:
		w.ink(b.Ink)
	case *display.Gradient:
		for i := range b.Stops {
			w.ink(b.Stops[i].Ink)
		}
	case *display.Pattern:
		if b.List == nil || w.seen[b.List] || depth > maxLists {
			return
		}
		if w.seen == nil {
			w.seen = map[*display.List]bool{}
		}
		w.seen[b.List] = true
		w.ops(b.List.Ops, depth+1)
	}
}

// inkColor sets the fill or stroke colour to inks.
func (c *pdfContent) inkColor(i ink.Ink, stroke bool) {
	r := i.Recipe()
	process, space, operands := "k", "cs", "scn"
	if stroke {
		process, space, operands = "K", "CS", "SCN"
	}
	if r.Spot == "" {
		c.p.useProcess()
		c.b.WriteString(numbers(r.Values[:]) + " " + process + "\n")
		return
	}
	fmt.Fprintf(&c.b, "%s %s %s %s\n", c.use(resSpace, c.p.spot(&r)), space, num(r.Tint), operands)
}

// inkPixel returns the colour space of inks, and their colour as a pixel of 8 bits per component.
func (p *pdfWriter) inkPixel(i ink.Ink) (space string, pixel []byte) {
	r := i.Recipe()
	for _, v := range r.Components() {
		pixel = append(pixel, byte(math.Round(float64(v*255))))
	}
	return p.inkSpace(&r), pixel
}

// inkSpace returns the colour space of a recipe.
func (p *pdfWriter) inkSpace(r *ink.Recipe) string {
	if r.Spot == "" {
		p.useProcess()
		return "/DeviceCMYK"
	}
	return fmt.Sprintf("%d 0 R", p.spot(r))
}

// inkStops returns the stops of a gradient whose colours are all in the process inks, or all in one spot ink, and the
// colour space; stops is nil for other gradients.
func (p *pdfWriter) inkStops(g *display.Gradient) (space string, stops []gradientStop) {
	first := g.Stops[0].Ink.Recipe()
	mixed := false
	for i, s := range g.Stops {
		r := s.Ink.Recipe()
		mixed = mixed || s.Ink.IsZero() != g.Stops[0].Ink.IsZero() || r.Spot != first.Spot
		stop := gradientStop{at: float64(float64(g.Stops[i].Offset) / 65536), color: s.Color}
		copy(stop.inks[:], r.Components())
		stops = append(stops, stop)
	}
	switch {
	case mixed:
		p.warn(inkGradient)
		return "", nil
	case g.Stops[0].Ink.IsZero():
		return "", nil
	}
	if g.Space != display.SRGB {
		p.warn(inkSpace)
	}
	return p.inkSpace(&first), stops
}

// useProcess checks that the process inks conform to the standard of the file: in PDF/A they are those of the output
// intent (ISO 19005-2 §6.2.4.3).
func (p *pdfWriter) useProcess() {
	if p.o.Intent == nil && p.o.Standard != nil && p.o.Standard.Archive != 0 && p.failed == nil {
		p.failed = &StandardError{"PDF/A needs the profile of the press for colours in device-cmyk(): add an output intent, or use sRGB colours"}
	}
}

// spot returns the separation colour space of a spot ink (ISO 32000-1 §8.6.6.4). A name has one space in the file, as
// PDF/A and PDF/X require.
func (p *pdfWriter) spot(r *ink.Recipe) int {
	if known, ok := p.spots[r.Spot]; ok {
		if known.recipe.RGB != r.RGB || known.recipe.Values != r.Values {
			p.warn(fmt.Sprintf("the spot ink %q has several replacements; the PDF has the first one", r.Spot))
		}
		return known.ref
	}
	space, none, full := "/DeviceCMYK", "0 0 0 0", numbers(r.Values[:])
	switch {
	case !r.RGB:
		p.useProcess()
	case p.o.Intent != nil && *r == Registration.Recipe():
		full = "1 1 1 1"
	default:
		space, none, full = "/DeviceRGB", "1 1 1", numbers(r.Values[:3])
		if p.o.Intent != nil {
			space = p.screenSpace()
		}
	}
	ref := p.object(fmt.Sprintf("[/Separation /%s %s << /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >>]", nameObject(r.Spot), space, none, full))
	if p.spots == nil {
		p.spots = map[string]spotSpace{}
	}
	p.spots[r.Spot] = spotSpace{ref, *r}
	return ref
}

// screenSpace returns the sRGB colour space.
func (p *pdfWriter) screenSpace() string {
	return fmt.Sprintf("[/ICCBased %d 0 R]", p.stream("/N 3", sRGBProfile(), 1, 0))
}

// defaultSpaces returns the colour spaces of a resource dictionary that replace the device's: where the output intent is
// a press, RGB is sRGB (ISO 32000-1 §8.6.5.6).
func (p *pdfWriter) defaultSpaces() string {
	if p.o.Intent == nil {
		return ""
	}
	if p.defaults == "" {
		p.defaults = fmt.Sprintf(" /DefaultRGB %d 0 R", p.object(p.screenSpace()))
	}
	return p.defaults
}

// nameObject encodes a name without its slash.
func nameObject(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if c <= ' ' || c > '~' || strings.IndexByte("()<>[]{}/%#", c) >= 0 {
			fmt.Fprintf(&b, "#%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
