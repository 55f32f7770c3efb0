package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// imageOrNone parses none or an <image>.
func (p *parser) imageOrNone() (value[*Image], bool) {
	if p.Ident("none") {
		return constant((*Image)(nil)), true
	}
	return p.image()
}

// image parses an <image> (CSS Images 3 and 4).
func (p *parser) image() (value[*Image], bool) {
	if p.depth > 8 {
		return nil, false
	}
	if u, ok := p.url(); ok {
		return constant(&Image{URL: u}), true
	}
	t := p.Peek()
	if t.Kind != css.Function {
		return nil, false
	}
	save := p.I
	name := css.Lower(t.Value)
	q := p.in(p.Block())
	v, ok := q.imageFunction(name)
	if !ok || !q.AtEnd() {
		p.I = save
		return nil, false
	}
	if q.note != "" {
		p.note = q.note
	}
	return v, true
}

func (p *parser) imageFunction(name string) (value[*Image], bool) {
	repeating := false
	switch name {
	case "repeating-linear-gradient", "repeating-radial-gradient", "repeating-conic-gradient":
		repeating = true
		name = name[len("repeating-"):]
	}
	var g func() (value[Gradient], bool)
	switch name {
	case "linear-gradient":
		g = p.linearGradient
	case "radial-gradient":
		g = p.radialGradient
	case "conic-gradient":
		g = p.conicGradient
	case "-webkit-linear-gradient":
		g = p.prefixedLinear
	case "-webkit-gradient":
		g = p.oldGradient
	case "image":
		return p.solidImage()
	case "image-set", "-webkit-image-set":
		return p.imageSet()
	case "cross-fade", "-webkit-cross-fade":
		return p.crossFade(name)
	default:
		return nil, false
	}
	v, ok := g()
	if !ok {
		return nil, false
	}
	return func(b *builder) *Image {
		gr := v(b)
		gr.Repeating = repeating
		return &Image{Gradient: &gr}
	}, true
}

func (p *parser) solidImage() (value[*Image], bool) {
	if c, ok := p.color(); ok {
		return func(b *builder) *Image { v := c(b); return &Image{Solid: &v} }, true
	}
	u, ok := p.url()
	if !ok {
		if s, isStr := p.str(); isStr {
			u, ok = s, true
		}
	}
	return constant(&Image{URL: u}), ok
}

// imageSet parses image-set() and selects the option that fits the canvas's resolution best.
func (p *parser) imageSet() (value[*Image], bool) {
	type option struct {
		img value[*Image]
		res float64
	}
	var opts []option
	for {
		var o option
		if s, ok := p.str(); ok {
			o.img = constant(&Image{URL: s})
		} else if v, ok := p.image(); ok {
			o.img = v
		} else {
			return nil, false
		}
		o.res = 1
		typed := true
		for !p.AtEnd() && p.Peek().Kind != css.Comma {
			if f, ok := p.Func("type"); ok {
				t := f.Next().Value
				typed = t == "image/png" || t == "image/jpeg" || t == "image/webp" || t == "image/gif" || t == "image/avif" || t == "image/bmp" || t == "image/x-icon" || t == "image/vnd.microsoft.icon" || t == "image/svg+xml"
				continue
			}
			v, ok := p.quantity(catResolution)
			if !ok {
				return nil, false
			}
			o.res = v(nil)
		}
		if typed {
			opts = append(opts, o)
		}
		if !p.Comma() {
			break
		}
	}
	if len(opts) == 0 {
		return nil, false
	}
	return func(b *builder) *Image {
		best := opts[0]
		for _, o := range opts[1:] {
			if best.res < b.c.scale && o.res > best.res || best.res > b.c.scale && o.res >= b.c.scale && o.res < best.res {
				best = o
			}
		}
		return best.img(b)
	}, true
}

func (p *parser) crossFade(name string) (value[*Image], bool) {
	type part struct {
		img value[*Image]
		pct float64
	}
	var parts []part
	last := -1.0
	for {
		pt := part{pct: -1}
		if t := p.Peek(); t.Kind == css.Percentage || name == "-webkit-cross-fade" && t.Kind == css.Number {
			p.I++
			v := t.Num
			if t.Kind == css.Number {
				v *= 100
			}
			pt.pct = min(max(v, 0), 100)
			if p.AtEnd() && name == "-webkit-cross-fade" {
				last = pt.pct
				break
			}
		}
		if c, ok := p.color(); ok {
			pt.img = func(b *builder) *Image { v := c(b); return &Image{Solid: &v} }
		} else if v, ok := p.image(); ok {
			pt.img = v
		} else {
			return nil, false
		}
		if t := p.Peek(); pt.pct < 0 && t.Kind == css.Percentage {
			p.I++
			pt.pct = min(max(t.Num, 0), 100)
		}
		parts = append(parts, pt)
		if !p.Comma() {
			break
		}
	}
	if len(parts) == 0 || len(parts) > 16 {
		return nil, false
	}
	if last >= 0 {
		if len(parts) != 2 {
			return nil, false
		}
		parts[0].pct, parts[1].pct = 100-last, last
	}
	given, missing := 0.0, 0
	for _, pt := range parts {
		if pt.pct >= 0 {
			given += pt.pct
		} else {
			missing++
		}
	}
	return func(b *builder) *Image {
		img := &Image{}
		for _, pt := range parts {
			w := pt.pct
			if w < 0 {
				w = max(0, 100-given) / float64(missing)
			}
			img.CrossFade = append(img.CrossFade, CrossFade{Image: *pt.img(b), Weight: w / 100})
		}
		return img
	}, true
}
