package rendering

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// preset is a size with a name; MaxBytes is what the network takes.
type preset struct {
	width, height, maxBytes int
}

// presets are in the order of the documentation. Paper sizes are CSS pixels.
var presets = []struct {
	name string
	preset
}{
	{"og", preset{1200, 630, 0}},
	{"twitter", preset{1200, 600, 0}},
	{"linkedin", preset{1200, 627, 0}},
	{"whatsapp", preset{800, 800, 300_000}},
	{"instagram_post", preset{1080, 1080, 0}},
	{"instagram_story", preset{1080, 1920, 0}},
	{"pinterest", preset{1000, 1500, 0}},
	{"youtube_thumb", preset{1280, 720, 0}},
	{"email_header", preset{1200, 400, 0}},
	{"a4", preset{794, 1123, 0}},
	{"letter", preset{816, 1056, 0}},
}

// format is a file format the service writes.
type format struct {
	encode encode.Format
	// vector is the format of vector files, whose size in pixels does not count.
	vector engine.VectorFormat
	mime   string
	ext    string
	// alpha says the format keeps transparency; maxSide is its largest side in pixels.
	alpha   bool
	maxSide int
	// film says that the format can hold an animation, onlyFilm that it is one always.
	film, onlyFilm bool
}

// formats are those that can be written now, by their name in the API.
var formats = map[string]format{
	"png":  {encode.PNG, engine.NoVector, "image/png", "png", true, 16384, false, false},
	"jpeg": {encode.JPEG, engine.NoVector, "image/jpeg", "jpg", false, 16384, false, false},
	"webp": {encode.WebP, engine.NoVector, "image/webp", "webp", true, 16383, true, false},
	"avif": {encode.AVIF, engine.NoVector, "image/avif", "avif", true, 16384, false, false},
	"gif":  {encode.GIF, engine.NoVector, "image/gif", "gif", true, 16384, true, false},
	"apng": {encode.PNG, engine.NoVector, "image/apng", "apng", true, 16384, true, true},
	"mp4":  {0, engine.NoVector, "video/mp4", "mp4", false, 4096, true, true}, // with ffmpeg only
	"svg":  {0, engine.SVG, "image/svg+xml", "svg", true, 32768, false, false},
	"pdf":  {0, engine.PDF, "application/pdf", "pdf", true, 32768, false, false},
}

// Formats returns the names of the formats that can be written everywhere, sorted: all but mp4.
func Formats() []string {
	names := make([]string, 0, len(formats))
	for n := range formats {
		if n != "mp4" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// Formats returns the names of the formats that this service writes, sorted.
func (m *Module) Formats() []string { return film{video: m.video}.formats() }

// Output is one picture to make, with every default filled in.
type Output struct {
	Name          string
	Width, Height int // CSS pixels
	Scale         float64
	Format        string
	Quality       int
	Lossless      bool
	Palette       bool
	MaxBytes      int
	Background    *display.Color
	// Paper makes a PDF flow over pages; nil is one page of the canvas' size.
	Paper *engine.Paper
	// Animation says how an animation is sampled; nil leaves it to the document.
	Animation *AnimationSpec
	// OpenMargin says that the request leaves the paper's margin to the document's @page rule.
	OpenMargin bool
}

// Pixels returns the size of the file in device pixels.
func (o *Output) Pixels() (w, h int) {
	return int(math.Round(float64(o.Width) * o.Scale)), int(math.Round(float64(o.Height) * o.Scale))
}

// Credits is what the output costs with a live key: 1 up to 4 megapixels, 2 up
// to 16, 4 up to 40, and that for every 30 frames of an animation; an SVG costs 1
// and a PDF 1 a page. times is the pages, or the frames over 30 rounded up.
func (o *Output) Credits(times int) int {
	return max(1, times) * o.creditsOnce()
}

func (o *Output) creditsOnce() int {
	if formats[o.Format].vector != engine.NoVector {
		return 1
	}
	w, h := o.Pixels()
	switch px := w * h; {
	case px <= 4_000_000:
		return 1
	case px <= 16_000_000:
		return 2
	}
	return 4
}

// The limits of one output.
const (
	maxPixels     = 40_000_000
	minSide       = 16
	maxSide       = 8192
	defaultFormat = "png"
)

// resolveOutputs fills in presets and defaults and checks the rules of outputs,
// all of them at once.
func resolveOutputs(specs []OutputSpec) ([]Output, []fault.Detail) {
	var details []fault.Detail
	outputs := make([]Output, 0, len(specs))
	names := map[string]int{}
	for i := range specs {
		o, found := resolveOutput(&specs[i], i)
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

func resolveOutput(s *OutputSpec, i int) (Output, []fault.Detail) {
	o := Output{
		Name: s.Name, Width: s.Width, Height: s.Height, Scale: s.Scale, Format: s.Format, Quality: s.Quality,
		Lossless: s.Lossless, Palette: s.Palette, MaxBytes: s.MaxBytes,
	}
	var details []fault.Detail
	// A field of a part, such as page/size, is a path of its own.
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
			reject("preset", "enum", fmt.Sprintf("%q is not a preset.", s.Preset), presetNames(), s.Preset)
		}
		if o.Width == 0 {
			o.Width = p.width
		}
		if o.Height == 0 {
			o.Height = p.height
		}
		if o.MaxBytes == 0 {
			o.MaxBytes = p.maxBytes
		}
	}
	if o.Name == "" {
		o.Name = s.Preset
		if o.Name == "" {
			o.Name = "default"
		}
	}
	o.Paper = resolvePaper(s, &o, i, reject)
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
			toAny(Formats()), o.Format, fault.Op{Op: "replace", Path: fault.Pointer("outputs", i, "format"), Value: defaultFormat})
		f = formats[defaultFormat]
	}
	checkSize(&o, f, i, reject)
	if s.Palette && o.Format != "png" {
		reject("palette", "palette_needs_png", "palette is for PNG outputs only.", nil, nil, fault.Op{Op: "remove", Path: fault.Pointer("outputs", i, "palette")})
	}
	if s.Lossless && o.Format != "webp" && o.Format != "avif" {
		reject("lossless", "lossless_needs_webp_or_avif", "lossless is for WebP and AVIF outputs only.", nil, nil, fault.Op{Op: "remove", Path: fault.Pointer("outputs", i, "lossless")})
	}
	if s.Animation != nil && !f.film {
		reject("animation", "animation_needs_film", "animation is for gif, webp, apng and mp4 outputs.", nil, o.Format, fault.Remove(fault.Pointer("outputs", i, "animation")))
	}
	o.Animation = s.Animation
	o.Background = parseBackground(s.Background)
	return o, details
}

// checkSize checks pixel count and the format's largest side; its fixes shrink
// the scale first, then the size, keeping the shape.
func checkSize(o *Output, f format, i int, reject func(field, rule, message string, expected, actual any, fix ...fault.Op)) {
	w, h := o.Pixels()
	fits := func(scale float64, width, height int) bool {
		pw, ph := int(math.Round(float64(width)*scale)), int(math.Round(float64(height)*scale))
		return pw*ph <= maxPixels && pw <= f.maxSide && ph <= f.maxSide
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
	if w*h > maxPixels {
		reject("width", "max_pixels", fmt.Sprintf("The output is %d × %d pixels; width × height × scale² is at most 40 megapixels.", w, h), int64(maxPixels), int64(w)*int64(h), fix...)
		return
	}
	reject("width", "format_max_size", fmt.Sprintf("The output is %d × %d pixels; a %s file is at most %d a side.", w, h, o.Format, f.maxSide), int64(f.maxSide), int64(max(w, h)), fix...)
}

// Presets returns the names of the sizes there are, in the order of the documentation.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

func presetByName(name string) (preset, bool) {
	for _, p := range presets {
		if p.name == name {
			return p.preset, true
		}
	}
	return preset{}, false
}

func presetNames() []any {
	out := make([]any, 0, len(presets))
	for _, p := range presets {
		out = append(out, p.name)
	}
	return out
}

func toAny(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// parseBackground reads #RRGGBB[AA], whose form the schema has checked.
func parseBackground(s string) *display.Color {
	if len(s) != 7 && len(s) != 9 {
		return nil
	}
	hex := func(i int) uint8 {
		v := 0
		for _, c := range []byte(s[i : i+2]) {
			v *= 16
			switch {
			case c >= '0' && c <= '9':
				v += int(c - '0')
			case c >= 'a' && c <= 'f':
				v += int(c-'a') + 10
			case c >= 'A' && c <= 'F':
				v += int(c-'A') + 10
			}
		}
		return uint8(v)
	}
	c := &display.Color{R: hex(1), G: hex(3), B: hex(5), A: 255}
	if len(s) == 9 {
		c.A = hex(7)
	}
	return c
}
