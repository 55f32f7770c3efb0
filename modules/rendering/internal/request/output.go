package request

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// Output is one file to render, with every default filled in.
type Output struct {
	Name          string
	Width, Height int // CSS pixels
	Scale         float64
	Format        string
	Quality       int
	Lossless      bool
	Palette       bool
	Smallest      bool // spends the most work on a small file
	MaxBytes      int
	Background    *display.Color
	// Paper paginates a PDF; nil is a single page of the canvas size. Fields that the request leaves open are
	// determined by the document: see [engine.Paper].
	Paper *engine.Paper
	// PDF selects conformance and attachments of a PDF; nil for neither.
	PDF *engine.PDFOptions
	// SVGText keeps the text of an SVG as text.
	SVGText bool
	// Animation configures the sampling of an animation; nil leaves it to the document.
	Animation *AnimationSpec
	// At is the time of the document's animations that a still shows, in seconds; nil is after the finite ones have
	// ended.
	At *float64
	// AutoHeight sets the height of the canvas to that of the document, with Height as the minimum. Trim crops the file
	// to its painted part.
	AutoHeight, Trim bool
	// Viewport is the viewport height for viewport units, in CSS pixels; 0 means Height.
	Viewport int
	// MaxPixels is the limit of the pixels of the file.
	MaxPixels int
}

// FileFormat returns the format of the output's file.
func (o *Output) FileFormat() Format { return formats[o.Format] }

// MayBeAnimated reports whether the file is animated if the document is.
func (o *Output) MayBeAnimated() bool {
	f := o.FileFormat()
	return f.Animated && (o.Animation != nil || !f.StillByDefault) && (o.At == nil || f.AlwaysAnimated)
}

// Settings returns the settings with which the engine opens a request's document for this output.
func (o *Output) Settings(req *Request, seed int32) engine.Settings {
	return engine.Settings{
		Width: o.Width, Height: o.Height, Viewport: o.Viewport, Scale: o.Scale, Locale: req.Locale, Direction: req.Direction,
		Overrides: req.Overrides, Seed: uint32(seed), Paper: o.Paper, Dark: req.ColorScheme == "dark", At: o.At,
	}
}

// Encoding returns the engine's encoding options for this output.
func (o *Output) Encoding() engine.Output {
	f := o.FileFormat()
	return engine.Output{
		Format: f.Encode, Vector: f.Vector, Quality: o.Quality, Lossless: o.Lossless, Palette: o.Palette, Smallest: o.Smallest, MaxBytes: o.MaxBytes, Background: o.Background,
		PDF: o.PDF, SVGText: o.SVGText, Trim: o.Trim,
	}
}

// Pixels returns the size of the file in device pixels.
func (o *Output) Pixels() (w, h int) {
	return int(math.Round(float64(o.Width) * o.Scale)), int(math.Round(float64(o.Height) * o.Scale))
}

// Credits returns the cost of the output with a live key: 1 up to 4 megapixels, 2 up to 16, 4 up to 40, one more for each
// further 10 begun, and as much again for every 30 frames of an animation; an SVG costs 1 and a PDF 1 per page. times is the number of pages, or the
// number of frames divided by 30, rounded up.
func (o *Output) Credits(times int) int {
	return max(1, times) * o.creditsOnce()
}

func (o *Output) creditsOnce() int {
	if formats[o.Format].Vector != engine.NoVector {
		return 1
	}
	w, h := o.Pixels()
	switch px := w * h; {
	case px <= 4_000_000:
		return 1
	case px <= 16_000_000:
		return 2
	default:
		return 4 + max(0, px-DefaultPixels+9_999_999)/10_000_000
	}
}

// ResolveOutputs fills in presets and defaults and validates outputs of at most a number of pixels each, 0 for DefaultPixels.
// It returns every violation.
func ResolveOutputs(specs []OutputSpec, pixels int) ([]Output, []fault.Detail) {
	var details []fault.Detail
	outputs := make([]Output, 0, len(specs))
	names := map[string]int{}
	for i := range specs {
		o, found := ResolveOutput(&specs[i], i, pixels)
		details = append(details, found...)
		if first, taken := names[o.Name]; taken {
			details = append(details, fault.Detail{
				Path: fault.Pointer("outputs", i, "name"), Rule: "unique_name", Actual: o.Name,
				Message:  fmt.Sprintf("outputs %d and %d are both named %q; names are unique in a request.", first, i, o.Name),
				FixPatch: []fault.Op{{Op: "add", Path: fault.Pointer("outputs", i, "name"), Value: fmt.Sprintf("%s-%d", o.Name, i+1)}},
			})
		} else {
			names[o.Name] = i
		}
		outputs = append(outputs, o)
	}
	return outputs, details
}

// ResolveOutput fills in the presets and defaults of output i, of at most a number of pixels, 0 for DefaultPixels, and
// validates it. It returns every violation.
func ResolveOutput(s *OutputSpec, i, pixels int) (Output, []fault.Detail) {
	if pixels == 0 {
		pixels = DefaultPixels
	}
	o := Output{
		Name: s.Name, Width: s.Width, Height: s.Height, Scale: s.Scale, Format: s.Format, Quality: s.Quality,
		Lossless: s.Lossless, Palette: s.Palette, Smallest: s.Effort == "best", MaxBytes: s.MaxBytes, AutoHeight: s.AutoHeight, Trim: s.Trim,
		SVGText: s.SVGText == "text", MaxPixels: pixels,
	}
	var details []fault.Detail
	// A nested field, such as page/size, has a path of its own.
	reject := func(field, rule, message string, expected, actual any, fix ...fault.Op) {
		details = append(details, fault.Detail{Path: fault.Pointer("outputs", i) + "/" + field, Rule: rule, Message: message, Expected: expected, Actual: actual, FixPatch: fix})
	}
	if o.Scale == 0 {
		o.Scale = 1
	}
	if o.Format == "" {
		o.Format = defaultFormat
	}
	if s.Preset != "" {
		p, ok := presetByName(s.Preset)
		if !ok {
			reject("preset", "enum", fmt.Sprintf("%q is not a preset.", s.Preset), List(Presets()), s.Preset)
		}
		if o.Width == 0 {
			o.Width = p.Width
		}
		if o.Height == 0 && !s.AutoHeight {
			o.Height = p.Height
		}
		if o.MaxBytes == 0 {
			o.MaxBytes = p.MaxBytes
		}
	}
	if o.Name == "" {
		o.Name = s.Preset
		if o.Name == "" {
			o.Name = "default"
		}
	}
	if s.AutoHeight {
		o.Height = max(o.Height, minSide)
	}
	o.Paper = resolvePaper(s, &o, i, reject)
	o.PDF = resolvePDF(s, &o, i, reject)
	if o.Width == 0 || o.Height == 0 {
		missing := "width"
		if o.Width != 0 {
			missing = "height"
		}
		reject(missing, "output_size", "An output needs a preset, or a width and a height.", nil, nil,
			fault.Op{Op: "add", Path: fault.Pointer("outputs", i, "preset"), Value: "og"})
		o.Width, o.Height = max(o.Width, minSide), max(o.Height, minSide)
	}
	f, ok := formats[o.Format]
	if !ok {
		reject("format", "format_unavailable", fmt.Sprintf("%s files cannot be written; use one of %s.", o.Format, strings.Join(Formats(), ", ")),
			List(Formats()), o.Format, fault.Op{Op: "replace", Path: fault.Pointer("outputs", i, "format"), Value: defaultFormat})
		f = formats[defaultFormat]
	}
	checkSize(&o, f, i, reject)
	if s.AutoHeight && s.Page != nil {
		reject("auto_height", "auto_height_needs_canvas", "auto_height is for one canvas: a document on pages flows over as many as it needs.", nil, nil, fault.Remove(fault.Pointer("outputs", i, "auto_height")))
	}
	if s.Trim && (f.Vector != engine.NoVector || s.Animation != nil || f.AlwaysAnimated) {
		reject("trim", "trim_needs_pixels", "trim is for still images in pixels.", nil, o.Format, fault.Remove(fault.Pointer("outputs", i, "trim")))
	}
	if s.Palette && o.Format != "png" {
		reject("palette", "palette_needs_png", "palette is for PNG outputs only.", nil, nil, fault.Op{Op: "remove", Path: fault.Pointer("outputs", i, "palette")})
	}
	if o.Smallest && o.Format != "png" {
		reject("effort", "effort_needs_png", "effort best is for PNG outputs only.", nil, nil, fault.Op{Op: "remove", Path: fault.Pointer("outputs", i, "effort")})
	}
	if s.SVGText != "" && o.Format != "svg" {
		reject("svg", "svg_needs_svg", "svg is for SVG outputs only.", nil, nil, fault.Remove(fault.Pointer("outputs", i, "svg")))
	}
	if s.Lossless && o.Format != "webp" && o.Format != "avif" {
		reject("lossless", "lossless_needs_webp_or_avif", "lossless is for WebP and AVIF outputs only.", nil, nil, fault.Op{Op: "remove", Path: fault.Pointer("outputs", i, "lossless")})
	}
	if s.Animation != nil && !f.Animated {
		reject("animation", "animation_needs_film", "animation is for gif, webp, avif, apng, webm and mp4 outputs.", nil, o.Format, fault.Remove(fault.Pointer("outputs", i, "animation")))
	}
	if s.At != nil && (s.Animation != nil || f.AlwaysAnimated) {
		reject("at", "at_needs_still", "at is for still images: leave out animation, and use a format other than apng, webm and mp4.", nil, o.Format, fault.Remove(fault.Pointer("outputs", i, "at")))
	}
	o.Animation, o.At = s.Animation, s.At
	if o.Background, ok = background(s, f); !ok {
		reject("background", "color", "background must be a CSS colour, such as #FFF, white or rgb(0 0 0 / 50%), or transparent.", nil, s.Background)
	}
	return o, details
}

// checkSize checks the pixel count and the format's largest side; its fixes reduce the scale first, then the size,
// keeping the aspect ratio.
func checkSize(o *Output, f Format, i int, reject func(field, rule, message string, expected, actual any, fix ...fault.Op)) {
	w, h := o.Pixels()
	fits := func(scale float64, width, height int) bool {
		pw, ph := int(math.Round(float64(width)*scale)), int(math.Round(float64(height)*scale))
		return pw*ph <= o.MaxPixels && pw <= f.MaxSide && ph <= f.MaxSide
	}
	if fits(o.Scale, o.Width, o.Height) {
		return
	}
	var fix []fault.Op
	if fits(1, o.Width, o.Height) {
		fix = append(fix, fault.Op{Op: "replace", Path: fault.Pointer("outputs", i, "scale"), Value: float64(1)})
	} else {
		width, height := o.Width, o.Height
		for !fits(1, width, height) {
			width, height = max(minSide, width*9/10), max(minSide, height*9/10)
		}
		fix = append(fix,
			fault.Op{Op: "add", Path: fault.Pointer("outputs", i, "width"), Value: int64(width)},
			fault.Op{Op: "add", Path: fault.Pointer("outputs", i, "height"), Value: int64(height)},
			fault.Op{Op: "add", Path: fault.Pointer("outputs", i, "scale"), Value: float64(1)})
	}
	if w*h > o.MaxPixels {
		reject("width", "max_pixels", fmt.Sprintf("The output is %d × %d pixels; width × height × scale² is at most %s megapixels.", w, h, strconv.FormatFloat(float64(o.MaxPixels)/1e6, 'f', -1, 64)), int64(o.MaxPixels), int64(w)*int64(h), fix...)
		return
	}
	reject("width", "format_max_size", fmt.Sprintf("The output is %d × %d pixels; a %s file is at most %d a side.", w, h, o.Format, f.MaxSide), int64(f.MaxSide), int64(max(w, h)), fix...)
}

// MaxHeight returns the maximal height of the output's canvas at its width, in CSS pixels.
func (o *Output) MaxHeight() int {
	w, _ := o.Pixels()
	device := min(formats[o.Format].MaxSide, o.MaxPixels/max(1, w))
	return max(o.Height, min(maxSide, int(float64(device)/o.Scale)))
}

// List converts strings to the values of a fault's detail.
func List(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// background returns the colour under the document, nil for a transparent canvas, and false for text that is not a
// colour. The images of presets are shown on backgrounds of any colour, so their canvas is white unless the request
// specifies another. A page of a PDF is white already.
func background(s *OutputSpec, f Format) (*display.Color, bool) {
	switch {
	case s.Background != "":
		return engine.ParseColor(s.Background)
	case s.Preset != "" && f.Vector != engine.PDF:
		return &display.Color{R: 255, G: 255, B: 255, A: 255}, true
	}
	return nil, true
}
