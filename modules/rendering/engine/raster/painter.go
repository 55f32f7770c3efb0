package raster

// brush provides the colours of a fill that is not uniform. It is immutable.
type brush interface {
	// fill writes len(dst)/4 premultiplied pixels starting at (x, y).
	fill(dst []byte, x, y int)
	// opaque reports whether every pixel has alpha 255.
	opaque() bool
}

// paint is a brush or, with brush nil, one premultiplied colour.
type paint struct {
	brush brush
	color uint32
}

// invisible reports whether painting has no effect.
func (p paint) invisible() bool { return p.brush == nil && p.color == 0 }

// painter composites coverage onto a surface, inside an area and a clip mask.
type painter struct {
	to    *surface
	area  irect     // ⊆ to.area
	clip  *maskRows // nil: no clip besides area
	paint paint
	gamma *[256]uint8 // applied to coverage before the clip; nil: none
	cols  []byte      // scratch row of brush pixels
	cov   []uint8     // scratch row of coverage
}

// span implements sink.
func (p *painter) span(y, x0, x1 int, cov uint32) {
	if y < p.area.y0 || y >= p.area.y1 {
		return
	}
	x0, x1 = max(x0, p.area.x0), min(x1, p.area.x1)
	if x0 >= x1 {
		return
	}
	if p.gamma != nil {
		cov = uint32(p.gamma[cov])
	}
	if p.clip == nil {
		p.solidSpan(y, x0, x1, cov)
		return
	}
	r := p.clip.row(y)
	x0, x1 = max(x0, r.x0), min(x1, r.x1)
	if x0 >= x1 {
		return
	}
	f0, f1 := min(max(r.f0, x0), x1), max(min(r.f1, x1), x0)
	if f0 >= f1 {
		p.clippedSpan(y, x0, x1, cov, r)
		return
	}
	p.clippedSpan(y, x0, f0, cov, r)
	p.solidSpan(y, f0, f1, cov)
	p.clippedSpan(y, f1, x1, cov, r)
}

func (p *painter) clippedSpan(y, x0, x1 int, cov uint32, r maskRow) {
	if x0 >= x1 {
		return
	}
	m := append(p.cov[:0], r.cov[x0-r.x0:x1-r.x0]...)
	p.cov = m
	scaleMask(m, cov)
	p.maskSpan(y, x0, m)
}

// mask implements sink.
func (p *painter) mask(y, x int, cov []uint8) {
	if y < p.area.y0 || y >= p.area.y1 {
		return
	}
	x0, x1 := max(x, p.area.x0), min(x+len(cov), p.area.x1)
	var r maskRow
	if p.clip != nil {
		r = p.clip.row(y)
		x0, x1 = max(x0, r.x0), min(x1, r.x1)
	}
	if x0 >= x1 {
		return
	}
	cov = cov[x0-x : x1-x]
	inClip := p.clip == nil || (x0 >= r.f0 && x1 <= r.f1)
	if inClip && p.gamma == nil {
		p.maskSpan(y, x0, cov)
		return
	}
	m := append(p.cov[:0], cov...)
	p.cov = m
	if p.gamma != nil {
		for i, c := range m {
			m[i] = p.gamma[c]
		}
	}
	if !inClip {
		mulMask(m, r.cov[x0-r.x0:x1-r.x0])
	}
	p.maskSpan(y, x0, m)
}

func (p *painter) solidSpan(y, x0, x1 int, cov uint32) {
	dst := p.to.row(y, x0, x1)
	b := p.paint.brush
	if b == nil {
		overSpan(dst, p.paint.color, cov)
		return
	}
	if cov == 255 && b.opaque() {
		b.fill(dst, x0, y)
		return
	}
	src := p.colors(b, x0, y, x1-x0)
	switch _, sampled := b.(*sampler); {
	case cov != 255:
		overScaled(dst, src, cov)
	case sampled:
		over(dst, src)
	default:
		overNearest(dst, src)
	}
}

// overSpan composites a colour with coverage cov/255 over every pixel of dst.
func overSpan(dst []byte, color, cov uint32) {
	if cov != 255 {
		color = scalePixel(color, cov)
	}
	switch color >> 24 {
	case 255:
		fillPixels(dst, color)
	case 0:
	default:
		overSolid(dst, color)
	}
}

func (p *painter) maskSpan(y, x int, cov []uint8) {
	dst := p.to.row(y, x, x+len(cov))
	if b := p.paint.brush; b != nil {
		overMask(dst, p.colors(b, x, y, len(cov)), cov)
		return
	}
	overSolidMask(dst, p.paint.color, cov)
}

func (p *painter) colors(b brush, x, y, n int) []byte {
	if cap(p.cols) < n*4 {
		p.cols = make([]byte, n*4)
	}
	src := p.cols[:n*4]
	b.fill(src, x, y)
	return src
}
