package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// layoutReplaced sizes an image, svg or generated graphic (CSS 2.1 §10.3.2, §10.6.2).
func (l *layouter) layoutReplaced(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	size := l.replacedSize(b, s, e, false)
	f := l.newFragment(b, size, e)
	in := e.inner()
	f.Content = geom.Rect{X: in.Left, Y: in.Top, W: max(0, size.W-in.Horizontal()), H: max(0, size.H-in.Vertical())}
	f.Content = objectFit(b, f.Content)
	if b.Replaced.Element == ControlElement {
		// Its border box is on the baseline, not its margin box; for a colour well, the swatch.
		base, kind := size.H, InputType(l.in.Tree.Doc.Node(b.Node))
		if kind == "color" {
			// It is stretched in 4 px of padding, and at least as tall as its borders.
			base = in.Top + geom.Px(4) + max(geom.Px(2), size.H-in.Vertical()-geom.Px(8))
		} else if b.Style.NoAppearance || kind == "" {
			return f // meters, and controls without the native look, are aligned like other boxes
		}
		f.FirstBaseline, f.LastBaseline, f.lineBaseline = base, base, base
	}
	return f
}

// replacedSize returns the border-box size of a replaced box in a space. ignoreWidth ignores width and its limits
// (intrinsic sizes).
func (l *layouter) replacedSize(b *Box, s Space, e boxEdges, ignoreWidth bool) geom.Size {
	in := e.inner()
	var w, h geom.Unit
	var hasW, hasH bool
	wlo, whi := in.Horizontal(), geom.MaxUnit
	if s.FixedWidth {
		w, hasW = max(s.Available.W, in.Horizontal()), true
	} else if !ignoreWidth {
		switch k := b.Style.Width.Kind; k {
		case style.Px, style.Percent, style.Calc, style.StretchLength:
			w, hasW = l.borderBoxWidth(b, b.Style.Width, s, e)
		case style.Auto:
			if _, high := l.specifiedHeight(b, s, e); b.Replaced.Block && !s.ShrinkToFit && s.Available.W != Indefinite && !(high && l.hasRatio(b)) {
				w, hasW = max(in.Horizontal(), s.Available.W-e.Margin.Horizontal()), true
			}
		}
	}
	if s.FixedHeight {
		h, hasH = max(s.Available.H, in.Vertical()), true
	} else {
		h, hasH = l.specifiedHeight(b, s, e)
	}
	if !s.IgnoreMinMax && !s.FixedWidth && !ignoreWidth {
		wlo, whi = l.definiteWidthLimits(b, s, e)
	}
	hlo, hhi := in.Vertical(), geom.MaxUnit
	if !s.IgnoreMinMax && !s.FixedHeight {
		hlo, hhi = l.heightLimits(b, s, e)
	}
	if least, most := isContentKeyword(b.Style.MinHeight), isContentKeyword(b.Style.MaxHeight); (least || most) && !s.FixedHeight {
		natural, v := l.naturalSize(b, s, e)
		if hasW {
			natural = w
		}
		if t, ok := l.heightFromWidth(b, clampSize(natural, wlo, whi), e); ok {
			v = t
		}
		if least {
			hlo = max(hlo, v)
		}
		if most {
			hhi = min(hhi, v)
		}
	}
	switch {
	case hasW && hasH:
		return geom.Size{W: clampSize(w, wlo, whi), H: clampSize(h, hlo, hhi)}
	case hasW:
		w = clampSize(w, wlo, whi)
		v, ok := l.heightFromWidth(b, w, e)
		if !ok {
			_, v = l.naturalSize(b, s, e)
		}
		return geom.Size{W: w, H: clampSize(v, hlo, hhi)}
	case hasH:
		h = clampSize(h, hlo, hhi)
		v, ok := l.widthFromHeight(b, h, e)
		if !ok {
			v, _ = l.naturalSize(b, s, e)
		}
		return geom.Size{W: clampSize(v, wlo, whi), H: h}
	}
	rw, _, _ := l.ratio(b)
	w, h = l.naturalSize(b, s, e)
	if rw <= 0 {
		return geom.Size{W: clampSize(w, wlo, whi), H: clampSize(h, hlo, hhi)}
	}
	return l.constrainRatio(b, e, w, h, wlo, whi, hlo, hhi)
}

// definiteWidthLimits is widthLimits without intrinsic keywords, which would depend on the size being computed.
func (l *layouter) definiteWidthLimits(b *Box, s Space, e boxEdges) (lo, hi geom.Unit) {
	lo, hi = e.inner().Horizontal(), geom.MaxUnit
	definite := func(v style.Length) bool { return v.IsDefinite() || v.Kind == style.StretchLength }
	if b.Kind == ReplacedBox && (isContentKeyword(b.Style.MinWidth) || isContentKeyword(b.Style.MaxWidth)) {
		natural := l.replacedSize(b, s, e, true).W
		if r := b.Replaced; !r.HasWidth && !r.HasHeight && definite(b.Style.Width) && !b.Style.Height.IsDefinite() {
			if v, ok := l.borderBoxWidth(b, b.Style.Width, s, e); ok {
				natural = v // with only a ratio there is no content size
			}
		}
		if isContentKeyword(b.Style.MinWidth) {
			lo = max(lo, natural)
		}
		if isContentKeyword(b.Style.MaxWidth) {
			hi = natural
		}
	}
	if definite(b.Style.MinWidth) {
		if v, ok := l.borderBoxWidth(b, b.Style.MinWidth, s, e); ok {
			lo = max(lo, v)
		} else if v := b.Style.MinWidth; v.Kind == style.Calc {
			lo = max(lo, l.toBorderBox(b, v.Resolve(0), e.inner().Horizontal()))
		}
	}
	if definite(b.Style.MaxWidth) {
		if v, ok := l.borderBoxWidth(b, b.Style.MaxWidth, s, e); ok {
			hi = v
		}
	}
	return lo, hi
}

// naturalSize returns the border-box size of a replaced box with auto width and height, before limits: natural
// dimensions, completed by the ratio, else 300×150.
func (l *layouter) naturalSize(b *Box, s Space, e boxEdges) (w, h geom.Unit) {
	in, r := e.inner(), b.Replaced
	ratioW, _, _ := l.ratio(b)
	switch {
	case b.Style.Contain&style.ContainSize != 0:
		return in.Horizontal() + containedSize(b, 0), in.Vertical() + containedSize(b, 1)
	case b.Style.Contain&style.ContainInlineSize != 0:
		w = in.Horizontal() + containedSize(b, 0)
		if h, ok := l.heightFromWidth(b, w, e); ok {
			return w, h
		}
		return w, addSat(r.naturalHeight(), in.Vertical())
	case r.HasWidth && (r.HasHeight || ratioW <= 0) && b.Style.AspectRatio.W <= 0:
		return addSat(r.Width, in.Horizontal()), addSat(r.naturalHeight(), in.Vertical())
	case r.HasWidth && ratioW > 0:
		w = addSat(r.Width, in.Horizontal())
		h, _ = l.heightFromWidth(b, w, e)
		return w, h
	case r.HasHeight && ratioW > 0:
		h = addSat(r.Height, in.Vertical())
		w, _ = l.widthFromHeight(b, h, e)
		return w, h
	case ratioW > 0:
		// Only a ratio: fill the available width; zero when that is being measured.
		w = in.Horizontal()
		if s.Available.W != Indefinite {
			w = max(in.Horizontal(), s.Available.W-e.Margin.Horizontal())
		}
		h, _ = l.heightFromWidth(b, w, e)
		return w, h
	}
	return addSat(r.naturalWidth(), in.Horizontal()), addSat(r.naturalHeight(), in.Vertical())
}

func (r *Replaced) naturalWidth() geom.Unit {
	if r.HasWidth {
		return r.Width
	}
	return geom.FromFloat(300 * r.zoom)
}

func (r *Replaced) naturalHeight() geom.Unit {
	if r.HasHeight {
		return r.Height
	}
	return geom.FromFloat(150 * r.zoom)
}

// constrainRatio applies min and max sizes preserving the ratio (the table of CSS 2.1 §10.4).
func (l *layouter) constrainRatio(b *Box, e boxEdges, w, h, wlo, whi, hlo, hhi geom.Unit) geom.Size {
	whi, hhi = max(wlo, whi), max(hlo, hhi)
	toH := func(v geom.Unit) geom.Unit { r, _ := l.heightFromWidth(b, v, e); return r }
	toW := func(v geom.Unit) geom.Unit { r, _ := l.widthFromHeight(b, v, e); return r }
	// Compare w/whi with h/hhi without floating point.
	wider := func(wl, hl geom.Unit) bool { return int64(wl)*int64(h) <= int64(hl)*int64(w) }
	switch bigW, smallW, bigH, smallH := w > whi, w < wlo, h > hhi, h < hlo; {
	case bigW && bigH && wider(whi, hhi):
		return geom.Size{W: whi, H: max(hlo, toH(whi))}
	case bigW && bigH:
		return geom.Size{W: max(wlo, toW(hhi)), H: hhi}
	case smallW && smallH && !wider(wlo, hlo):
		return geom.Size{W: wlo, H: min(hhi, toH(wlo))}
	case smallW && smallH:
		return geom.Size{W: min(whi, toW(hlo)), H: hlo}
	case smallW && bigH:
		return geom.Size{W: wlo, H: hhi}
	case bigW && smallH:
		return geom.Size{W: whi, H: hlo}
	case bigW:
		return geom.Size{W: whi, H: max(hlo, toH(whi))}
	case smallW:
		return geom.Size{W: wlo, H: min(hhi, toH(wlo))}
	case bigH:
		return geom.Size{W: max(wlo, toW(hhi)), H: hhi}
	case smallH:
		return geom.Size{W: min(whi, toW(hlo)), H: hlo}
	}
	return geom.Size{W: w, H: h}
}

// objectFit returns the image's rectangle in a content box (CSS Images 3 §5.5).
func objectFit(b *Box, content geom.Rect) geom.Rect {
	r := b.Replaced
	if content.Empty() || (r.RatioW <= 0 || r.RatioH <= 0) && b.Style.ObjectFit != style.FitFill {
		return content
	}
	scaled := func(cover bool) geom.Size {
		byWidth := geom.FromFloatRound(content.W.Float() * r.RatioH / r.RatioW)
		if (byWidth <= content.H) != cover {
			return geom.Size{W: content.W, H: byWidth}
		}
		return geom.Size{W: geom.FromFloatRound(content.H.Float() * r.RatioW / r.RatioH), H: content.H}
	}
	var size geom.Size
	switch b.Style.ObjectFit {
	case style.FitFill:
		size = content.Size()
	case style.FitContain:
		size = scaled(false)
	case style.FitCover:
		size = scaled(true)
	default:
		size = scaled(false)
		natural := geom.Size{W: r.Width, H: r.Height}
		switch {
		case r.HasWidth && !r.HasHeight:
			natural.H = geom.FromFloatRound(r.Width.Float() * r.RatioH / r.RatioW)
		case r.HasHeight && !r.HasWidth:
			natural.W = geom.FromFloatRound(r.Height.Float() * r.RatioW / r.RatioH)
		}
		if (r.HasWidth || r.HasHeight) && (b.Style.ObjectFit == style.FitNatural || (natural.W <= size.W && natural.H <= size.H)) {
			size = natural
		}
	}
	position := b.Style.ObjectPosition
	if f := b.Style.Focus; f.Set && !f.Entropy {
		position = [2]style.Length{f.X, f.Y}
	}
	at := geom.Point{
		X: content.X + position[0].Resolve(content.W-size.W),
		Y: content.Y + position[1].Resolve(content.H-size.H),
	}
	return geom.RectAt(at, size)
}
