package svg

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxNested bounds the nesting of SVG images.
const maxNested = 3

// resolvedImage is the resolved image of an image element.
type resolvedImage struct {
	bitmap *image.Bitmap
	vector *Image
	w, h   float64
}

// open resolves the image at a URL; nil if there is none.
func (p *painter) open(n *dom.Node, s *style.Computed) *resolvedImage {
	address := href(n)
	if !strings.HasPrefix(address, "data:") {
		if p.ctx.Images == nil || address == "" {
			return nil
		}
		if b := p.ctx.Images(s.ImageAddress(address)); b != nil {
			return &resolvedImage{bitmap: b, w: float64(b.Width), h: float64(b.Height)}
		}
		return nil
	}
	data, ok := dataURL(address)
	if !ok {
		return nil
	}
	if image.Sniff(data) == image.SVG {
		if p.nested >= maxNested {
			p.warn("unsupported_value", n, "svg images are nested too deep")
			return nil
		}
		v, _, err := parse(data, Limits{}, p.ctx, p.nested+1)
		if err != nil {
			p.warn("image_invalid", n, err.Error())
			return nil
		}
		r := v.Natural()
		out := &resolvedImage{vector: v, w: r.Width.Float(), h: r.Height.Float()}
		out.w, out.h = concrete(&r)
		return out
	}
	if s.Unturned {
		if data, ok = image.Upright(data); !ok {
			p.warn("unsupported_value", n, "image-orientation: none does not apply to the orientation of AVIF")
		}
	}
	b, err := p.ctx.decode(data)
	if err != nil {
		p.warn("image_invalid", n, err.Error())
		return nil
	}
	return &resolvedImage{bitmap: b, w: float64(b.Width), h: float64(b.Height)}
}

// concrete returns the concrete object size of an svg image without constraints: missing dimensions follow from its
// ratio, or from the default object size of 300 × 150 (CSS Images 3 §5.3).
func concrete(r *layout.Replaced) (w, h float64) {
	w, h = r.Width.Float(), r.Height.Float()
	ratio := 0.0
	if r.RatioW > 0 && r.RatioH > 0 {
		ratio = r.RatioW / r.RatioH
	}
	switch {
	case r.HasWidth && r.HasHeight:
	case ratio == 0:
		if !r.HasWidth {
			w = 300
		}
		if !r.HasHeight {
			h = 150
		}
	case r.HasWidth:
		h = w / ratio
	case r.HasHeight:
		w = h * ratio
	default:
		w, h = min(300, float64(150*ratio)), min(150, 300/ratio)
	}
	return w, h
}

// imageBox returns the rectangle of an image element; automatic sizes are those of the image (SVG 2 §12.4).
func (p *painter) imageBox(n *dom.Node, e *env) (x, y, w, h float64) {
	sv := e.style.SVG
	x, y = e.geometry(n, "x", sv.GeometryX, horizontal), e.geometry(n, "y", sv.GeometryY, vertical)
	size := func(name string, css style.Length, d direction) (float64, bool) {
		if css.IsDefinite() {
			return resolve(css, e.view.base(d)), true
		}
		v, has := n.Attr(name)
		if !has {
			return 0, false
		}
		f, _ := parseLength(v, e.view.base(d), e.style)
		return f, f >= 0 // 0 for a value that is not a length, such as "auto"
	}
	w, hasW := size("width", e.style.Width, horizontal)
	h, hasH := size("height", e.style.Height, vertical)
	if hasW && hasH {
		return x, y, w, h
	}
	pic := p.open(n, e.style)
	if pic == nil || pic.w <= 0 || pic.h <= 0 {
		return x, y, w, h
	}
	switch {
	case hasW:
		h = w * pic.h / pic.w
	case hasH:
		w = h * pic.w / pic.h
	default:
		w, h = pic.w, pic.h
	}
	return x, y, w, h
}

// image draws an image element.
func (p *painter) image(id dom.NodeID, e env) {
	n := p.node(id)
	if p.clipping || e.style.Visibility != style.Visible || e.style.SVG == nil {
		return
	}
	pic := p.open(n, e.style)
	if pic == nil || pic.w <= 0 || pic.h <= 0 {
		return
	}
	x, y, w, h := p.imageBox(n, &e)
	if w <= 0 || h <= 0 {
		return
	}
	align, _ := n.Attr("preserveAspectRatio")
	if pic.vector != nil {
		m := e.m.Mul(geom.Translate(x, y))
		if r := pic.vector.Natural(); strings.TrimSpace(align) == "none" && (r.HasWidth || r.HasHeight || r.RatioW > 0) {
			// The image is drawn at its natural size and scaled.
			p.vector(pic.vector, m.Mul(geom.Scale(w/pic.w, h/pic.h)), pic.w, pic.h)
			return
		}
		p.vector(pic.vector, m, w, h)
		return
	}
	m := e.m.Mul(geom.Translate(x, y)).Mul(fitBox([4]float64{0, 0, pic.w, pic.h}, align, w, h))
	if overflows(n) {
		p.push(display.PushClipPath{Path: rectangle(x, y, w, h).mapped(e.m)})
		defer p.pop()
	}
	op := display.DrawImage{
		Image: pic.bitmap,
		Src:   display.Rect{X1: display.FromFloat(pic.w), Y1: display.FromFloat(pic.h)},
		Dst:   display.Rect{X1: display.FromFloat(pic.w), Y1: display.FromFloat(pic.h)},
	}
	if e.style.ImageRendering.Nearest() {
		op.Sampling = display.Nearest
	}
	p.push(display.PushTransform{Matrix: m})
	p.push(op)
	p.pop()
}

// fitted draws an svg image of a natural size into a w × h box by the preserveAspectRatio of an feImage. Image elements
// leave the fitting to the image's own viewBox, as browsers do.
func (p *painter) fitted(v *Image, n *dom.Node, m geom.Matrix, size point, w, h float64) {
	align, _ := n.Attr("preserveAspectRatio")
	p.push(display.PushClipPath{Path: rectangle(0, 0, w, h).mapped(m)})
	p.vector(v, m.Mul(fitBox([4]float64{0, 0, size.x, size.y}, align, w, h)), size.x, size.y)
	p.pop()
}

// vector draws an svg image into a w × h box; the image's own viewBox fits it.
func (p *painter) vector(v *Image, m geom.Matrix, w, h float64) {
	k, rest, _ := uniform(m)
	inner, _, _ := v.draw(w*k, h*k, false)
	p.push(display.PushTransform{Matrix: rest})
	p.push(display.PushClipPath{Path: rectangle(0, 0, w*k, h*k).mapped(geom.Identity())})
	p.repeat(inner.Ops)
	p.pop()
	p.pop()
}

// repeat appends operations up to the limit of an image.
func (p *painter) repeat(ops []display.Op) {
	if len(p.list.Ops)+len(ops) > maxOps {
		p.left = -1
		return
	}
	p.list.Ops = append(p.list.Ops, ops...)
}

// dataURL decodes a data: URL (RFC 2397).
func dataURL(u string) ([]byte, bool) {
	meta, body, ok := strings.Cut(strings.TrimPrefix(u, "data:"), ",")
	if !ok {
		return nil, false
	}
	raw, err := url.PathUnescape(body)
	if err != nil {
		raw = body
	}
	if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(meta)), ";base64") {
		return []byte(raw), true
	}
	raw = strings.Map(func(c rune) rune {
		switch c {
		case ' ', '\t', '\n', '\r', '\f', '=':
			return -1
		}
		return c
	}, raw)
	data, err := base64.RawStdEncoding.DecodeString(raw)
	return data, err == nil
}
