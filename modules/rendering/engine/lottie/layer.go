package lottie

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The types of layers.
const (
	compositionLayer = 0
	solidLayer       = 1
	imageLayer       = 2
	nullLayer        = 3
	shapeLayer       = 4
	textLayer        = 5
	audioLayer       = 6
)

// The kinds of track mattes.
const (
	alphaMatte         = 1
	invertedAlphaMatte = 2
	lumaMatte          = 3
	invertedLumaMatte  = 4
)

type layer struct {
	kind          int
	index, parent int // parent is −1 for none
	start, end    float64
	offset        float64 // frame of the composition at which a nested composition begins
	stretch       float64
	width, height float64 // of a nested composition or a solid
	color         string
	reference     string // the asset's ID
	remap         property
	transform     transform
	shapes        []*shape
	masks         []mask
	matte         int // a kind of track matte, 0 for none
	matteOf       int // index of the layer that is the matte; −1 is the layer before
	isMatte       bool
	blend         string
	texts         []textDocument
}

// transform is the transform of a layer, a group or a repeater.
type transform struct {
	anchor, position, scale, rotation, opacity, skew, skewAxis property
}

type mask struct {
	path     property
	opacity  property
	mode     string
	inverted bool
}

// textDocument is the text of a layer from a frame on.
type textDocument struct {
	frame       float64
	text, font  string
	size        float64
	lineHeight  float64
	tracking    float64
	justify     int
	fill        []float64
	stroke      []float64
	strokeWidth float64
}

var blendModes = []string{
	"", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation",
	"color", "luminosity", "plus-lighter",
}

// layers parses the layers of a composition; those that are never shown are left out.
func (p *parser) layers(raw []json.RawMessage) []*layer {
	var out []*layer
	for _, r := range raw {
		if l := p.layer(r); l != nil {
			out = append(out, l)
		}
	}
	return out
}

func (p *parser) layer(raw json.RawMessage) *layer {
	var in struct {
		Kind      int               `json:"ty"`
		Index     *int              `json:"ind"`
		Parent    *int              `json:"parent"`
		Start     float64           `json:"ip"`
		End       float64           `json:"op"`
		Offset    float64           `json:"st"`
		Stretch   *float64          `json:"sr"`
		Transform json.RawMessage   `json:"ks"`
		Shapes    []json.RawMessage `json:"shapes"`
		Reference string            `json:"refId"`
		Remap     json.RawMessage   `json:"tm"`
		Matte     int               `json:"tt"`
		MatteOf   *int              `json:"tp"`
		IsMatte   flag              `json:"td"`
		Masks     []json.RawMessage `json:"masksProperties"`
		Blend     int               `json:"bm"`
		SolidW    float64           `json:"sw"`
		SolidH    float64           `json:"sh"`
		SolidC    string            `json:"sc"`
		Width     float64           `json:"w"`
		Height    float64           `json:"h"`
		Hidden    flag              `json:"hd"`
		Effects   []json.RawMessage `json:"ef"`
		Space     flag              `json:"ddd"`
		Orient    flag              `json:"ao"`
		Text      json.RawMessage   `json:"t"`
	}
	if json.Unmarshal(raw, &in) != nil {
		p.warn("a layer is malformed and is not drawn")
		return nil
	}
	l := &layer{
		kind: in.Kind, index: -1, parent: -1, start: finite(in.Start), end: finite(in.End), offset: finite(in.Offset), stretch: 1,
		width: finite(in.Width), height: finite(in.Height), reference: in.Reference, matte: in.Matte, matteOf: -1, isMatte: bool(in.IsMatte),
	}
	if in.Hidden {
		l.end = l.start // it may be the parent of others
	}
	for _, set := range []struct {
		to   *int
		from *int
	}{{&l.index, in.Index}, {&l.parent, in.Parent}, {&l.matteOf, in.MatteOf}} {
		if set.from != nil {
			*set.to = *set.from
		}
	}
	if in.Stretch != nil && *in.Stretch != 0 {
		l.stretch = *in.Stretch
	}
	if in.Blend > 0 && in.Blend < len(blendModes) {
		l.blend = blendModes[in.Blend]
	}
	l.transform = p.transform(in.Transform)
	for _, m := range in.Masks {
		l.masks = append(l.masks, p.mask(m))
	}
	if in.Space {
		p.warn("3-D layers are drawn flat")
	}
	if in.Orient {
		p.warn("orientation along the path of movement is ignored")
	}
	for _, e := range in.Effects {
		var effect struct {
			Enabled *flag `json:"en"`
		}
		if json.Unmarshal(e, &effect) == nil && (effect.Enabled == nil || bool(*effect.Enabled)) {
			p.warn("effects are not drawn")
		}
	}
	switch in.Kind {
	case compositionLayer:
		l.remap = p.property(in.Remap, "the time of a composition")
	case solidLayer:
		l.width, l.height, l.color = finite(in.SolidW), finite(in.SolidH), in.SolidC
		if !isHexColor(l.color) {
			l.color = "#000000"
		}
	case shapeLayer:
		l.shapes = p.shapes(in.Shapes)
	case textLayer:
		l.texts = p.text(in.Text)
	case imageLayer, nullLayer, audioLayer:
	default:
		p.warn(fmt.Sprintf("layers of type %d are not drawn", in.Kind))
	}
	return l
}

func isHexColor(s string) bool {
	return len(s) == 7 && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdefABCDEF") == ""
}

func (p *parser) transform(raw json.RawMessage) transform {
	var in map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &in) != nil {
		return transform{}
	}
	rotation := in["r"]
	if rotation == nil {
		rotation = in["rz"]
	}
	return transform{
		anchor: p.property(in["a"], "the anchor"), position: p.property(in["p"], "the position"), scale: p.property(in["s"], "the scale"),
		rotation: p.property(rotation, "the rotation"), opacity: p.property(in["o"], "the opacity"), skew: p.property(in["sk"], "the skew"),
		skewAxis: p.property(in["sa"], "the axis of the skew"),
	}
}

func (p *parser) mask(raw json.RawMessage) mask {
	var in struct {
		Mode     string          `json:"mode"`
		Inverted flag            `json:"inv"`
		Path     json.RawMessage `json:"pt"`
		Opacity  json.RawMessage `json:"o"`
		Expand   json.RawMessage `json:"x"`
		Feather  json.RawMessage `json:"f"`
	}
	_ = json.Unmarshal(raw, &in)
	m := mask{path: p.property(in.Path, "a mask"), opacity: p.property(in.Opacity, "the opacity of a mask"), mode: in.Mode, inverted: bool(in.Inverted)}
	for _, r := range []json.RawMessage{in.Expand, in.Feather} {
		if extra := p.property(r, "the edge of a mask"); extra.has() && (len(extra.keys) > 1 || anyNonzero(extra.all(0))) {
			p.warn("the expansion and the feather of masks are ignored")
		}
	}
	switch m.mode {
	case "a", "s", "i", "n", "":
	default:
		p.warn("the mask mode " + m.mode + " is drawn as add")
		m.mode = "a"
	}
	return m
}

func anyNonzero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return true
		}
	}
	return false
}

func (p *parser) text(raw json.RawMessage) []textDocument {
	var in struct {
		Document struct {
			Keys []struct {
				Time  float64 `json:"t"`
				Style struct {
					Text        string  `json:"t"`
					Font        string  `json:"f"`
					Size        float64 `json:"s"`
					Justify     int     `json:"j"`
					Tracking    float64 `json:"tr"`
					LineHeight  float64 `json:"lh"`
					Fill        numbers `json:"fc"`
					Stroke      numbers `json:"sc"`
					StrokeWidth float64 `json:"sw"`
				} `json:"s"`
			} `json:"k"`
		} `json:"d"`
		Animators []json.RawMessage `json:"a"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &in) != nil {
		p.warn("a text is malformed and is not drawn")
		return nil
	}
	if len(in.Animators) > 0 {
		p.warn("animators of text are not applied")
	}
	var out []textDocument
	for _, k := range in.Document.Keys {
		s := &k.Style
		out = append(out, textDocument{
			frame: finite(k.Time), text: s.Text, font: s.Font, size: finite(s.Size), lineHeight: finite(s.LineHeight), tracking: finite(s.Tracking), justify: s.Justify,
			fill: s.Fill, stroke: s.Stroke, strokeWidth: finite(s.StrokeWidth),
		})
	}
	return out
}
