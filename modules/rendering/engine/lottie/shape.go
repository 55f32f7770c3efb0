package lottie

import (
	"encoding/json"
)

// shape is an item of a shape layer: a path, a style, a modifier or a group.
type shape struct {
	kind      string // as in the file: gr sh rc el sr fl st gf gs tm rd rp tr
	items     []*shape
	transform transform // of a group or a repeater
	blend     string

	path                          property // sh
	position, size, radius        property // rc el, and rd
	points, rotation              property // sr
	outer, outerRound             property
	inner, innerRound             property
	isPolygon, reversed           bool
	color, opacity, width         property // fl st gf gs
	evenOdd                       bool
	lineCap, lineJoin             int
	miter                         float64
	dashes                        []property
	dashOffset                    property
	stops                         property // gf gs
	stopCount                     int
	from, to, highlight, rotating property
	isRadial                      bool
	start, end, offset            property // tm
	isSequential                  bool
	copies                        property // rp
	startOpacity, endOpacity      property
	isAbove                       bool
}

// shapes parses the items of a group; hidden ones are left out.
func (p *parser) shapes(raw []json.RawMessage) []*shape {
	if p.depth++; p.depth > maxDepth {
		p.warn("groups that are nested more deeply are not drawn")
		p.depth--
		return nil
	}
	defer func() { p.depth-- }()
	var out []*shape
	for _, r := range raw {
		if s := p.shape(r); s != nil {
			out = append(out, s)
		}
	}
	return out
}

func (p *parser) shape(raw json.RawMessage) *shape {
	var in map[string]json.RawMessage
	if json.Unmarshal(raw, &in) != nil {
		return nil
	}
	var kind string
	var hidden flag
	number := func(name string, otherwise float64) float64 {
		v := otherwise
		if json.Unmarshal(in[name], &v) != nil {
			return otherwise
		}
		return v
	}
	prop := func(name, what string) property { return p.property(in[name], what) }
	_ = json.Unmarshal(in["ty"], &kind)
	_ = json.Unmarshal(in["hd"], &hidden)
	if hidden {
		return nil
	}
	s := &shape{kind: kind, reversed: number("d", 1) == 3}
	if b := int(number("bm", 0)); b > 0 && b < len(blendModes) {
		s.blend = blendModes[b]
	}
	switch kind {
	case "gr":
		var items []json.RawMessage
		_ = json.Unmarshal(in["it"], &items)
		s.items = p.shapes(items)
		for i, item := range s.items {
			if item.kind == "tr" {
				s.transform = item.transform
				s.items = append(s.items[:i:i], s.items[i+1:]...)
				break
			}
		}
	case "tr":
		s.transform = p.transform(raw)
	case "sh":
		s.path = prop("ks", "a path")
	case "rc":
		s.position, s.size, s.radius = prop("p", "the position of a rectangle"), prop("s", "the size of a rectangle"), prop("r", "the corners of a rectangle")
	case "el":
		s.position, s.size = prop("p", "the position of an ellipse"), prop("s", "the size of an ellipse")
	case "sr":
		s.isPolygon = number("sy", 1) == 2
		s.position, s.points, s.rotation = prop("p", "the position of a star"), prop("pt", "the points of a star"), prop("r", "the rotation of a star")
		s.outer, s.outerRound = prop("or", "the outer radius of a star"), prop("os", "the roundness of a star")
		s.inner, s.innerRound = prop("ir", "the inner radius of a star"), prop("is", "the roundness of a star")
	case "fl", "st", "gf", "gs":
		p.style(s, in, number, prop)
	case "tm":
		s.start, s.end, s.offset, s.isSequential = prop("s", "the start of a trimmed path"), prop("e", "the end of a trimmed path"), prop("o", "the offset of a trimmed path"), number("m", 1) == 2
	case "rd":
		s.radius = prop("r", "the radius of rounded corners")
	case "rp":
		s.copies, s.offset, s.isAbove = prop("c", "the copies of a repeater"), prop("o", "the offset of a repeater"), number("m", 1) == 1
		s.transform = p.transform(in["tr"])
		var t map[string]json.RawMessage
		_ = json.Unmarshal(in["tr"], &t)
		s.startOpacity, s.endOpacity = p.property(t["so"], "the opacity of a repeater"), p.property(t["eo"], "the opacity of a repeater")
	case "mm":
		if number("mm", 1) > 1 {
			p.warn("merged paths are drawn without being combined")
		}
		return nil
	case "no", "":
		return nil
	default:
		p.warn("shapes of type " + kind + " are not drawn")
		return nil
	}
	return s
}

func (p *parser) style(s *shape, in map[string]json.RawMessage, number func(string, float64) float64, prop func(string, string) property) {
	s.opacity = prop("o", "the opacity of a style")
	if s.kind == "fl" || s.kind == "st" {
		s.color = prop("c", "a color")
	} else {
		var g struct {
			Count int             `json:"p"`
			Stops json.RawMessage `json:"k"`
		}
		_ = json.Unmarshal(in["g"], &g)
		s.stopCount, s.stops = g.Count, p.property(g.Stops, "a gradient")
		s.from, s.to, s.isRadial = prop("s", "a gradient"), prop("e", "a gradient"), number("t", 1) == 2
		s.highlight, s.rotating = prop("h", "a gradient"), prop("a", "a gradient")
	}
	if s.kind == "fl" || s.kind == "gf" {
		s.evenOdd = number("r", 1) == 2
		return
	}
	s.width, s.lineCap, s.lineJoin, s.miter = prop("w", "the width of a stroke"), int(number("lc", 2)), int(number("lj", 2)), number("ml", 4)
	var dashes []struct {
		Name  string          `json:"n"`
		Value json.RawMessage `json:"v"`
	}
	_ = json.Unmarshal(in["d"], &dashes)
	for _, d := range dashes {
		if v := p.property(d.Value, "the dashes of a stroke"); d.Name == "o" {
			s.dashOffset = v
		} else if len(s.dashes) < 64 {
			s.dashes = append(s.dashes, v)
		}
	}
}
