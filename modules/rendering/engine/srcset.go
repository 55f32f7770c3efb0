package engine

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// chooseSources selects the image of every img element with srcset or in a <picture> element, by the scale of the
// canvas (HTML §4.8.4.3).
func chooseSources(doc *dom.Document, set Settings) {
	env := style.MediaFor(style.Options{Width: set.Width, Height: set.viewport(), Scale: set.Scale, Print: set.Print, Dark: set.Dark})
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		if n.Type != dom.Element || n.Namespace != dom.HTML || n.Tag != "img" {
			continue
		}
		if s, ok := chooseSource(doc, dom.NodeID(id), env); ok {
			if doc.Chosen == nil {
				doc.Chosen = map[dom.NodeID]dom.ImageSource{}
			}
			doc.Chosen[dom.NodeID(id)] = s
		}
	}
}

// chooseSource returns the image selected from the sources before an img in its <picture> and its own srcset; ok is
// false when src applies.
func chooseSource(doc *dom.Document, id dom.NodeID, env css.MediaEnv) (dom.ImageSource, bool) {
	img := doc.Node(id)
	if p := img.Parent; p != dom.None && doc.Node(p).Tag == "picture" {
		for c := doc.Node(p).FirstChild; c != dom.None && c != id; c = doc.Node(c).Next {
			source := doc.Node(c)
			if source.Type != dom.Element || source.Tag != "source" || !imageType(source) {
				continue
			}
			if media, has := source.Attr("media"); has {
				toks, _ := css.Tokenize(media)
				if !env.Matches(css.Trim(toks)) {
					continue
				}
			}
			set, _ := source.Attr("srcset")
			list := candidates(set, sourceSize(source, env))
			if len(list) == 0 {
				continue
			}
			best := nearest(list, env.Scale)
			sized := id
			if _, w := source.Attr("width"); w {
				sized = c
			} else if _, h := source.Attr("height"); h {
				sized = c
			}
			return dom.ImageSource{URL: best.url, Density: best.density, Sized: sized}, true
		}
	}
	set, has := img.Attr("srcset")
	if !has {
		return dom.ImageSource{}, false
	}
	list := candidates(set, sourceSize(img, env))
	plain, widths := true, false
	for _, c := range list {
		plain = plain && c.density != 1
		widths = widths || c.width
	}
	if src, ok := img.Attr("src"); ok && strings.TrimSpace(src) != "" && plain && !widths {
		list = append(list, candidate{url: strings.TrimSpace(src), density: 1})
	}
	if len(list) == 0 {
		return dom.ImageSource{}, false
	}
	best := nearest(list, env.Scale)
	return dom.ImageSource{URL: best.url, Density: best.density, Sized: id}, true
}

// imageType reports whether the engine supports the type attribute of a source.
func imageType(n *dom.Node) bool {
	v, has := n.Attr("type")
	if !has {
		return true
	}
	mime, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(v)), ";")
	switch strings.TrimSpace(mime) {
	case "", "image/png", "image/apng", "image/jpeg", "image/jpg", "image/webp", "image/gif", "image/avif", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon", "image/svg+xml":
		return true
	}
	return false
}

// candidate is an image of a srcset attribute; width is set when its density is derived from a width descriptor.
type candidate struct {
	url     string
	density float64
	width   bool
}

// nearest selects the candidate for a scale as Chromium does: of two neighbouring densities, the higher one from their
// geometric mean on, or an even denser one given as a data: URL.
func nearest(list []candidate, scale float64) candidate {
	best := byDensity(list, scale)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].density > best.density && strings.HasPrefix(list[i].url, "data:") {
			best = list[i]
		}
	}
	return best
}

func byDensity(list []candidate, scale float64) candidate {
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.density < b.density:
			return -1
		case a.density > b.density:
			return 1
		}
		return 0
	})
	list = slices.CompactFunc(list, func(a, b candidate) bool { return a.density == b.density })
	for i := 0; i+1 < len(list); i++ {
		own, next := list[i].density, list[i+1].density
		if next < scale {
			continue
		}
		if scale <= 1 && scale > own || scale >= math.Sqrt(float64(own*next)) {
			return list[i+1]
		}
		return list[i]
	}
	return list[len(list)-1]
}

// candidates parses a srcset attribute; size is the width in CSS pixels that width descriptors are relative to.
func candidates(set string, size float64) []candidate {
	const space = " \t\r\n\f"
	var out []candidate
	for rest := set; ; {
		if rest = strings.TrimLeft(rest, space+","); rest == "" {
			return out
		}
		end := strings.IndexAny(rest, space)
		if end < 0 {
			end = len(rest)
		}
		url := rest[:end]
		rest = rest[end:]
		descriptors := ""
		if trimmed := strings.TrimRight(url, ","); trimmed != url {
			url = trimmed
		} else {
			descriptors, rest = descriptorsOf(rest)
		}
		if c, ok := describe(url, strings.Fields(descriptors), size); ok {
			out = append(out, c)
		}
	}
}

// descriptorsOf splits off the descriptors of a candidate, up to a comma outside parentheses.
func descriptorsOf(s string) (descriptors, rest string) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

func describe(url string, descriptors []string, size float64) (candidate, bool) {
	c := candidate{url: url, density: 1}
	seen, height := false, false
	for _, d := range descriptors {
		v, err := strconv.ParseFloat(d[:len(d)-1], 64)
		if err != nil || math.IsNaN(v) || v < 0 || v > 1e6 {
			return c, false
		}
		switch d[len(d)-1] {
		case 'w':
			if seen || v == 0 || v != math.Trunc(v) {
				return c, false
			}
			c.density, c.width, seen = v/size, true, true
		case 'x':
			if seen || height {
				return c, false
			}
			c.density, seen = v, true
		case 'h':
			if height {
				return c, false
			}
			height = true
		default:
			return c, false
		}
	}
	return c, !height || c.width
}

// sourceSize returns the width of the sizes attribute in CSS pixels: that of the first entry whose media condition is
// true, or the canvas width.
func sourceSize(n *dom.Node, env css.MediaEnv) float64 {
	v, _ := n.Attr("sizes")
	toks, _ := css.Tokenize(v)
	for _, part := range css.NewStream(toks).SplitCommas() {
		entry := css.Trim(part.Rest())
		for i := len(entry) - 1; i >= 0; i-- {
			// The size is the last component: a dimension, zero or a function.
			s := css.NewStream(entry[i:])
			s.SkipValue()
			if !s.AtEnd() || entry[i].Kind == css.Whitespace || entry[i].Kind == css.RightParen {
				continue
			}
			size, ok := env.Math(css.MediaLength, entry[i:])
			if !ok || i > 0 && !env.Matches(css.Trim(entry[:i])) {
				break
			}
			return max(size, 0.01)
		}
	}
	return max(env.Width, 1)
}
