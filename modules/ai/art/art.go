// Package art generates images from prompts, moods and colours without a model: mesh gradients, backgrounds,
// illustrations and icons. It is a pure library: the image depends only on the request, has the same bytes on every
// machine, and contains no text. Parts of a prompt that cannot be drawn are returned as warnings.
//
// Generate is safe for concurrent use and uses one core per call.
package art

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Kind is the kind of image.
type Kind string

// The kinds of image.
const (
	Image      Kind = "image"
	Background Kind = "background"
	Mesh       Kind = "mesh"
)

// Substyle is the drawing style of an Image.
type Substyle string

// The substyles that this package draws; the zero value means Digital.
const (
	Digital Substyle = "digital_illustration"
	Vector  Substyle = "vector_illustration"
	Icon    Substyle = "icon"
)

// Color is an opaque sRGB colour; its String is #RRGGBB.
type Color = tint.Color

// ParseColor parses #RRGGBB.
func ParseColor(s string) (Color, error) {
	var c Color
	if len(s) != 7 || s[0] != '#' {
		return c, fmt.Errorf("colour %q is not #RRGGBB", s)
	}
	var v [6]uint8
	for k := range v {
		i := strings.IndexByte("0123456789abcdef", s[k+1]|0x20)
		if s[k+1] < '0' || i < 0 {
			return c, fmt.Errorf("colour %q is not #RRGGBB", s)
		}
		v[k] = uint8(i)
	}
	return Color{R: v[0]<<4 | v[1], G: v[2]<<4 | v[3], B: v[4]<<4 | v[5]}, nil
}

// Version identifies the generator; it changes whenever a byte of any image changes.
const Version = "art-2"

// The limits of a request.
const (
	MinSide   = 16
	MaxSide   = 4096
	MaxColors = 5
	MaxPrompt = 8000 // bytes
)

// NoGrain disables grain.
const NoGrain = -1

// Request describes the image. Kind, Width and Height are required.
type Request struct {
	Kind     Kind
	Substyle Substyle // of an Image
	Prompt   string   // at most MaxPrompt bytes; required for an Image
	Mood     string   // of a Background: a name of Moods, "" for the one the prompt suggests
	Tone     string   // a name of Tones: the source of colours when Colors is empty
	Colors   []Color  // at most MaxColors; the image uses only these and mixtures of them
	Width    int      // pixels, MinSide to MaxSide
	Height   int
	Seed     uint64
	Grain    float64 // 0 for the style's default, NoGrain for none, at most 1
}

// Rect is an area in pixels.
type Rect struct{ X, Y, W, H int }

// Share is a colour of the finished image and the fraction of the area, 0 to 1, covered by it and similar colours.
type Share struct {
	Color    Color
	Share    float64
	Nearest  Color   // the nearest of Result.Colors
	Distance float64 // to Nearest: the Euclidean distance in OKLab, ΔE OK of CSS Color 4
}

// Point is a control point of a mesh gradient; X and Y are fractions of the width and height and may lie slightly
// outside 0 to 1.
type Point struct {
	X, Y  float64
	Color Color
}

// Warning describes a requested part that the image does not show.
type Warning struct {
	Code    string // undrawable_word, too_many_things, prompt_without_subject, style_unavailable
	Word    string // of the prompt, "" when it concerns the whole prompt
	Message string // a sentence
}

// Result is a finished image.
type Result struct {
	Width, Height int
	Pix           []byte // non-premultiplied 8-bit RGBA, 4·Width·Height bytes
	Opaque        bool   // every alpha value is 255
	SVG           []byte // the same image as SVG, for vector illustrations and icons
	Colors        []Color
	Palette       []Share // measured, in descending order of share
	Distance      float64 // of Palette to Colors and the mixtures of two of them: the mean by area, ΔE OK
	Calm          Rect    // the area for text; empty when there is none
	Ink           Color   // a text colour with a contrast of at least 4.5 on Calm
	Points        []Point // of a mesh gradient
	CSS           string  // of a mesh gradient: an approximation as a CSS background
	Family        string  // the composition: "waves", "landscape", "lucide:rocket"
	Mood          string  // of a background
	Understood    []string
	Warnings      []Warning
}

// The errors of Generate other than those of the context.
var (
	ErrRequest     = errors.New("request")                               // wrapped: a member is out of range
	ErrUnsupported = errors.New("substyle is not drawn without a model") // realistic_image
)

// Generate draws the image of a request. The error wraps ErrRequest, ErrUnsupported or the context's error.
func Generate(ctx context.Context, r Request) (*Result, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	var p *Result
	var err error
	switch {
	case r.Kind == Mesh:
		p, err = generateMesh(ctx, r)
	case r.Kind == Background:
		p, err = generateBackground(ctx, r)
	case r.Substyle == Icon:
		p, err = generateIcon(ctx, r)
	default:
		p, err = generateIllustration(ctx, r)
	}
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", r.Kind, err)
	}
	p.Width, p.Height = r.Width, r.Height
	p.Palette = measure(p.Pix)
	p.Distance = compare(p.Palette, p.Colors)
	p.Opaque = opaque(p.Pix)
	return p, nil
}

func (r Request) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrRequest, fmt.Sprintf(format, args...))
	}
	switch {
	case r.Kind != Image && r.Kind != Background && r.Kind != Mesh:
		return bad("kind %q", r.Kind)
	case r.Width < MinSide || r.Width > MaxSide || r.Height < MinSide || r.Height > MaxSide:
		return bad("an image of %d × %d pixels: each side is %d to %d", r.Width, r.Height, MinSide, MaxSide)
	case len(r.Colors) > MaxColors:
		return bad("%d colours, at most %d", len(r.Colors), MaxColors)
	case len(r.Prompt) > MaxPrompt:
		return bad("a prompt of %d bytes, at most %d", len(r.Prompt), MaxPrompt)
	case r.Grain != r.Grain || r.Grain > 1 || r.Grain < 0 && r.Grain != NoGrain:
		return bad("grain %v is not 0 to 1", r.Grain)
	}
	if _, ok := toneNamed(r.Tone); r.Tone != "" && !ok {
		return bad("tone %q", r.Tone)
	}
	if r.Kind == Background && r.Mood != "" && !isMood(r.Mood) {
		return bad("mood %q", r.Mood)
	}
	if r.Kind == Image {
		switch r.Substyle {
		case "", Digital, Vector, Icon:
		default:
			return fmt.Errorf("%w: %q", ErrUnsupported, r.Substyle)
		}
	}
	return nil
}

// grain returns the requested strength, or the style's default.
func (r Request) grain(own float64) float64 {
	switch {
	case r.Grain < 0:
		return 0
	case r.Grain == 0:
		return own
	}
	return r.Grain
}

func opaque(pix []byte) bool {
	for k := 3; k < len(pix); k += 4 {
		if pix[k] != 255 {
			return false
		}
	}
	return true
}
