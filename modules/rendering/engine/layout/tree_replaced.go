package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// isReplacedTag reports whether an element is replaced.
func isReplacedTag(n *dom.Node) bool {
	if n.Namespace == dom.SVG {
		return n.Tag == "svg"
	}
	switch n.Tag {
	case "img", "canvas", "embed", "video", "lottie", "iframe", "qr-code", "bar-code", "icon", "rating", "progress", "mesh-gradient":
		return true
	}
	return strings.HasPrefix(n.Tag, "chart-")
}

// replaced creates the box of an image, svg or generated graphic; nil when the element shows its alternative text
// instead.
func (t *treeBuilder) replaced(n dom.NodeID, node *dom.Node, st *style.Computed) *Box {
	r := &Replaced{}
	switch {
	case node.Tag == "img":
		if src, _ := t.doc.ImageOf(n); !t.setNaturalSize(r, src, st) {
			return t.alternative(n, node, st, r)
		}
	case node.Tag == "video", node.Tag == "embed", node.Tag == "lottie":
		if src, ok := t.doc.ImageOf(n); !ok || !t.setNaturalSize(r, src, st) {
			*r = Replaced{Element: node.Tag}
		} else if node.Tag == "embed" {
			r.embed()
		}
	case node.Tag == "svg":
		r.Element = "svg"
		svgSize(node, r)
	default:
		r.Element = node.Tag
		t.generatorSize(node, st, r)
	}
	if r.URL != "" && !r.Missing {
		r.showPart(st.ObjectViewBox)
	}
	return t.newBox(Box{Kind: ReplacedBox, Style: st, Node: n, Replaced: r})
}

// object creates the box of an object; ok is false for those that show their fallback content instead.
func (t *treeBuilder) object(n dom.NodeID, node *dom.Node, st *style.Computed) (b *Box, ok bool) {
	if node.Tag != "object" {
		return nil, false
	}
	src, ok := t.doc.ImageOf(n)
	r := &Replaced{}
	switch {
	case ok && t.setNaturalSize(r, src, st):
		r.embed()
	case t.hasFallback(node):
		return nil, false
	default:
		*r = Replaced{Element: node.Tag}
	}
	r.showPart(st.ObjectViewBox)
	return t.newBox(Box{Kind: ReplacedBox, Style: st, Node: n, Replaced: r}), true
}

// isNotEmbedded reports whether an embed element has no box.
func isNotEmbedded(node *dom.Node) bool {
	_, src := node.Attr("src")
	_, kind := node.Attr("type")
	return !src && !kind
}

// hasFallback reports whether an object has content to show instead of its data.
func (t *treeBuilder) hasFallback(node *dom.Node) bool {
	for c := node.FirstChild; c != dom.None; c = t.doc.Node(c).Next {
		switch child := t.doc.Node(c); {
		case child.Type == dom.Text && strings.Trim(child.Text, " \t\r\n\f") == "", child.Type == dom.Element && child.Tag == "param":
		default:
			return true
		}
	}
	return false
}

// embed gives an embedded SVG document the ratio of its viewBox, which it has even where it does not keep it.
func (r *Replaced) embed() {
	if r.ViewBox[0] > 0 && r.RatioW <= 0 {
		r.RatioW, r.RatioH = r.ViewBox[0], r.ViewBox[1]
	}
}

// setNaturalSize sets the natural size of the image at a URL and reports whether
// there is one.
func (t *treeBuilder) setNaturalSize(r *Replaced, src dom.ImageSource, st *style.Computed) bool {
	url := st.ImageAddress(src.URL)
	r.URL = url
	if url == "" || t.l.in.Images == nil {
		r.Missing = true
		return false
	}
	got, ok := t.l.in.Images.NaturalSize(url)
	if !ok {
		r.Missing = true
		return false
	}
	got.URL, got.Missing = url, false
	if d := src.Density; d > 0 && d != 1 {
		got.Width, got.Height = geom.FromFloat(got.Width.Float()/d), geom.FromFloat(got.Height.Float()/d)
	}
	*r = got
	return true
}

// showPart applies object-view-box to an image with a natural size (Images 5 §4).
func (r *Replaced) showPart(s *style.Shape) {
	if s == nil || !r.HasWidth || !r.HasHeight || r.Width <= 0 || r.Height <= 0 {
		return
	}
	w, h := r.Width.Float(), r.Height.Float()
	x, y := s.Inset[style.Left].ResolveFine(w), s.Inset[style.Top].ResolveFine(h)
	vw, vh := w-x-s.Inset[style.Right].ResolveFine(w), h-y-s.Inset[style.Bottom].ResolveFine(h)
	if vw <= 0 || vh <= 0 {
		return
	}
	r.View = &[4]float64{x / w, y / h, vw / w, vh / h}
	r.Width, r.Height, r.RatioW, r.RatioH = geom.FromFloat(vw), geom.FromFloat(vh), vw, vh
}

// svgSize sets the natural size of an inline svg (SVG 2 §8.2): width and height attributes and the viewBox's ratio.
func svgSize(node *dom.Node, r *Replaced) {
	w, hasW := svgLength(node, "width")
	h, hasH := svgLength(node, "height")
	r.Width, r.HasWidth = w, hasW
	r.Height, r.HasHeight = h, hasH
	align, _ := node.Attr("preserveAspectRatio")
	if vb, ok := node.Attr("viewBox"); ok {
		f := strings.FieldsFunc(vb, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r' })
		if len(f) == 4 {
			bw, ok1 := parseFloat(f[2])
			bh, ok2 := parseFloat(f[3])
			if ok1 && ok2 && bw > 0 && bh > 0 {
				r.ViewBox = [2]float64{bw, bh}
				if strings.TrimSpace(align) != "none" { // without which there is no ratio, as in Chromium
					r.RatioW, r.RatioH = bw, bh
				}
			}
		}
	}
	if hasW && hasH && w > 0 && h > 0 {
		r.RatioW, r.RatioH = w.Float(), h.Float()
	}
}

func svgLength(node *dom.Node, attr string) (geom.Unit, bool) {
	s, ok := node.Attr(attr)
	if !ok {
		return 0, false
	}
	s = strings.TrimSpace(s)
	scale := 1.0
	for _, u := range []struct {
		name string
		px   float64
	}{{"px", 1}, {"pt", 96.0 / 72}, {"pc", 16}, {"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}} {
		if rest, found := strings.CutSuffix(s, u.name); found {
			s, scale = rest, u.px
			break
		}
	}
	v, ok := parseFloat(s)
	if !ok || v < 0 {
		return 0, false
	}
	return geom.FromFloat(v * scale), true
}
