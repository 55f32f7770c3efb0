package svg

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// An SVG image is a document of its own: viewport units and media queries refer to the box it is drawn into, or to its
// natural size, from which it is then scaled.

var responsive = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)[0-9][dsl]?v(?:w|h|i|b|min|max)\b|@media`) })

// styled computes the styles of an image for a viewport of w × h.
func styled(doc *dom.Document, root dom.NodeID, w, h float64, units bool, ctx *Context) (*style.Tree, error) {
	if units {
		doc = resolveUnits(doc, w, h)
	}
	o := style.Options{Width: pageSize(w), Height: pageSize(h), Scale: 1, Metrics: ctx.Metrics}
	// The root of a document does not clip itself; elements that inherit its overflow see this value.
	o.Overrides = []style.Override{{Node: root, Declarations: "overflow: visible"}}
	tree, err := style.Compute(doc, o)
	if err != nil {
		return nil, err
	}
	frame := tree.SettledFrame()
	if ctx.At != nil {
		frame = tree.AnimationFrame(ctx.seconds())
	}
	if len(frame) > 0 {
		o.Overrides = append(o.Overrides, frame...)
		return style.Compute(doc, o)
	}
	return tree, nil
}

func pageSize(v float64) int { return int(math.Floor(min(max(v, 1), 1<<14) + 0.5)) }

// resolveUnits returns the document with viewport units in attributes converted to user units.
func resolveUnits(doc *dom.Document, w, h float64) *dom.Document {
	out := *doc
	out.Nodes = append([]dom.Node(nil), doc.Nodes...)
	ResolveViewport(&out, w, h)
	return &out
}

// ResolveViewport converts lengths in viewport units in the attributes of SVG elements to user units, for a viewport of
// w × h.
func ResolveViewport(doc *dom.Document, w, h float64) {
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element || n.Namespace != dom.SVG {
			continue
		}
		copied := false
		for k := range n.Attrs {
			v, ok := viewportLength(n.Attrs[k].Value, w, h)
			if !ok {
				continue
			}
			if !copied {
				n.Attrs, copied = append([]dom.Attr(nil), n.Attrs...), true
			}
			n.Attrs[k].Value = v
		}
	}
}

// viewportLength converts one length in a viewport unit to a number.
func viewportLength(value string, w, h float64) (string, bool) {
	if len(value) > 40 || !strings.ContainsAny(value, "vV") {
		return "", false
	}
	s := scanner{s: strings.TrimSpace(value)}
	f, ok := s.number()
	if !ok {
		return "", false
	}
	base := 0.0
	switch strings.ToLower(s.s[s.i:]) {
	case "vw":
		base = w
	case "vh":
		base = h
	case "vmin":
		base = min(w, h)
	case "vmax":
		base = max(w, h)
	default:
		return "", false
	}
	return strconv.FormatFloat(float64(f*base)/100, 'f', -1, 64), true
}

// usesViewport reports whether an image depends on the size of its viewport.
func usesViewport(data []byte) bool {
	return bytes.IndexByte(data, 'v') >= 0 && responsive().Match(data) || bytes.Contains(data, []byte("@media"))
}
