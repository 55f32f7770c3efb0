// Package lottie converts Lottie animations (JSON, Lottie Animation Community specification 1.0) at a frame to SVG.
//
// It reads shape, solid, image, precomposition, null and text layers with parenting, masks, track mattes and blend modes;
// paths, rectangles, ellipses and polystars with fills, strokes, gradients, trim paths, rounded corners and repeaters;
// and keyframes with easing, hold and spatial tangents. What it does not draw is a warning.
package lottie

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// The limits of an animation.
const (
	// MaxBytes bounds a file.
	MaxBytes = 8 << 20
	// maxNodes bounds the layers, groups and paths of a frame, with those of repeated compositions; maxVertices bounds the
	// vertices of its paths.
	maxNodes    = 20_000
	maxVertices = 200_000
	// maxDepth bounds the nesting of compositions and of groups.
	maxDepth = 24
	// maxCopies bounds the copies of a repeater.
	maxCopies = 500
)

// ErrLimit is returned for an animation that exceeds a limit.
var ErrLimit = errors.New("the animation exceeds a limit")

// Animation is a parsed animation. It is immutable.
type Animation struct {
	// Width and Height are in CSS pixels.
	Width, Height float64
	// start and end are the first frame and the one after the last; rate is in frames per second.
	start, end, rate float64
	layers           []*layer
	assets           map[string]*asset
	fonts            map[string]font // by name
	warnings         []dom.Warning
}

// file is the root object.
type file struct {
	Width     float64           `json:"w"`
	Height    float64           `json:"h"`
	Start     float64           `json:"ip"`
	End       float64           `json:"op"`
	Rate      float64           `json:"fr"`
	Layers    []json.RawMessage `json:"layers"`
	Assets    []json.RawMessage `json:"assets"`
	FontTable struct {
		List []struct {
			Name   string `json:"fName"`
			Family string `json:"fFamily"`
			Style  string `json:"fStyle"`
		} `json:"list"`
	} `json:"fonts"`
}

// asset is a composition or an image.
type asset struct {
	layers        []*layer
	width, height float64
	url           string
}

// font is a font as CSS names it.
type font struct {
	family, weight string
	isItalic       bool
}

// newFont returns the font of a family with a style such as "Bold Italic".
func newFont(family, style string) font {
	f := font{family: family, weight: "400"}
	for _, word := range strings.Fields(strings.ToLower(style)) {
		switch word {
		case "italic":
			f.isItalic = true
		case "bold":
			f.weight = "700"
		case "black":
			f.weight = "900"
		case "medium":
			f.weight = "500"
		case "light", "thin":
			f.weight = "200"
		}
	}
	return f
}

// Sniff reports whether data looks like a Lottie file: a JSON object with layers and a frame rate.
func Sniff(data []byte) bool {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(data) > 0 && data[0] == '{' && bytes.Contains(data, []byte(`"layers"`)) && bytes.Contains(data, []byte(`"fr"`))
}

// Parse reads an animation. The error wraps ErrLimit if it exceeds a limit.
func Parse(data []byte) (*Animation, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%w: it has %d bytes, at most %d are read", ErrLimit, len(data), MaxBytes)
	}
	var f file
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &f); err != nil {
		return nil, fmt.Errorf("not a Lottie animation: %w", err)
	}
	switch {
	case !(f.Width > 0 && f.Width <= 1<<14 && f.Height > 0 && f.Height <= 1<<14):
		return nil, fmt.Errorf("w and h are %g × %g; each is more than 0 and at most %d", f.Width, f.Height, 1<<14)
	case !(f.Rate > 0 && f.Rate <= 1000):
		return nil, fmt.Errorf("fr is %g; it is more than 0 and at most 1000", f.Rate)
	case !(f.End > f.Start):
		return nil, fmt.Errorf("op is %g and ip is %g; op must be larger", f.End, f.Start)
	}
	a := &Animation{Width: f.Width, Height: f.Height, start: f.Start, end: f.End, rate: f.Rate, assets: map[string]*asset{}, fonts: map[string]font{}}
	p := &parser{warned: map[string]bool{}}
	for _, in := range f.FontTable.List {
		a.fonts[in.Name] = newFont(in.Family, in.Style)
	}
	for _, raw := range f.Assets {
		p.asset(a, raw)
	}
	a.layers = p.layers(f.Layers)
	a.warnings = p.warnings
	return a, nil
}

// Duration returns the length in seconds.
func (a *Animation) Duration() float64 { return (a.end - a.start) / a.rate }

// Warnings returns the features that are not drawn, each once.
func (a *Animation) Warnings() []dom.Warning { return a.warnings }

// Frame returns the frame at a time in seconds. The animation repeats, as players show it. A negative time is the last
// frame.
func (a *Animation) Frame(seconds float64) float64 {
	length := a.end - a.start
	if seconds < 0 {
		return a.start + max(0, length-1)
	}
	at := float64(seconds * a.rate)
	rounds := at / length
	if rounds >= 1<<31 {
		return a.start
	}
	at -= float64(float64(int64(rounds)) * length)
	return a.start + at
}

// parser collects warnings.
type parser struct {
	warnings []dom.Warning
	warned   map[string]bool
	depth    int
}

// warn records a feature that is not drawn, once.
func (p *parser) warn(feature string) {
	if !p.warned[feature] && len(p.warned) < 50 {
		p.warned[feature] = true
		p.warnings = append(p.warnings, dom.Warning{Code: "lottie_unsupported", Message: "Lottie animation: " + feature})
	}
}

func (p *parser) asset(a *Animation, raw json.RawMessage) {
	var in struct {
		ID       string            `json:"id"`
		Layers   []json.RawMessage `json:"layers"`
		Width    float64           `json:"w"`
		Height   float64           `json:"h"`
		Path     string            `json:"p"`
		Embedded flag              `json:"e"`
	}
	if json.Unmarshal(raw, &in) != nil || in.ID == "" {
		return
	}
	out := &asset{width: in.Width, height: in.Height}
	if in.Layers != nil {
		out.layers = p.layers(in.Layers)
	} else if strings.HasPrefix(in.Path, "data:image/") {
		out.url = in.Path
	} else if in.Path != "" {
		p.warn("the image " + in.ID + " is not embedded in the file and is not drawn")
	}
	a.assets[in.ID] = out
}

// flag is a boolean that is written as true or 1.
type flag bool

// UnmarshalJSON implements [json.Unmarshaler].
func (f *flag) UnmarshalJSON(data []byte) error {
	switch s := string(data); s {
	case "false", "0", "null", `""`:
		*f = false
	default:
		*f = true
	}
	return nil
}
