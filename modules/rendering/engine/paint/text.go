package paint

import (
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// paintText paints a text fragment: shadows, underline and overline, glyphs,
// line-through (CSS Text Decoration 4 §5).
func (p *painter) paintText(it item) {
	f := it.frag
	s := f.Box.Style
	if s.Visibility != style.Visible || len(f.Runs) == 0 {
		return
	}
	if !p.textOnly {
		p.visit(f.Box, Letters)
	}
	if f.Turned {
		p.paintTurned(it)
		return
	}
	// Lines and inline boxes are on whole pixels, so that lines are evenly spaced.
	parent := it.at.Y - f.Offset.Y
	it.at.Y += p.snapUnit(parent) - parent
	baseline := it.at.Y + f.FirstBaseline
	if p.textOnly {
		p.textMask(it, baseline)
		return
	}
	p.decorateShadowed(it, baseline, style.Underline|style.Overline)
	for i := p.layers("text-shadow", len(s.TextShadow)) - 1; i >= 0; i-- {
		sh := fittedShadow(f, s.TextShadow[i])
		p.textShadow(it, &sh)
	}
	stroke := textStroke(f)
	if stroke != nil && s.StrokeFirst {
		p.glyphs(it, s, solid(s.TextStroke.Color), geom.Point{}, stroke)
	}
	if s.TextFill.A > 0 {
		p.glyphs(it, s, solid(s.TextFill), geom.Point{}, nil)
	}
	if stroke != nil && !s.StrokeFirst {
		p.glyphs(it, s, solid(s.TextStroke.Color), geom.Point{}, stroke)
	}
	p.emphasis(it)
	p.decorateShadowed(it, baseline, style.LineThrough)
	p.link(it)
}

// textMask paints the text and its decorations in opaque black, without shadows.
func (p *painter) textMask(it item, baseline geom.Unit) {
	black := style.Color{A: 255}
	it = recolored(it, black)
	s := it.frag.Box.Style
	p.decorate(it, baseline, style.Underline|style.Overline)
	p.glyphs(it, s, solid(black), geom.Point{}, nil)
	if s.TextStroke.Width > 0 {
		p.glyphs(it, s, solid(black), geom.Point{}, textStroke(it.frag))
	}
	p.emphasis(it)
	p.decorate(it, baseline, style.LineThrough)
}

// recolored returns a text fragment with all its colours replaced by one.
func recolored(it item, c style.Color) item {
	frag, box, s := *it.frag, *it.frag.Box, *it.frag.Box.Style
	s.Decorations = slices.Clone(s.Decorations)
	for i := range s.Decorations {
		s.Decorations[i].Color = c
	}
	s.Color, s.EmphasisColor, s.TextStroke.Color = c, c, c
	box.Style, frag.Box, it.frag = &s, &box, &frag
	return it
}

// decorateShadowed paints decoration lines with the text's shadows.
func (p *painter) decorateShadowed(it item, baseline geom.Unit, want style.DecorationLine) {
	s := it.frag.Box.Style
	if !slices.ContainsFunc(s.Decorations, func(d style.Decoration) bool { return d.Line&want != 0 }) {
		return
	}
	for i := p.layers("text-shadow", len(s.TextShadow)) - 1; i >= 0; i-- {
		sh := fittedShadow(it.frag, s.TextShadow[i])
		if sh.Color.A == 0 {
			continue
		}
		p.inShadow(it, &sh, func(clip *clipChain) {
			moved := recolored(it, sh.Color)
			moved.clip, moved.at = clip, it.at.Add(geom.Point{X: sh.X, Y: sh.Y})
			p.decorate(moved, baseline+sh.Y, want)
		})
	}
	p.decorate(it, baseline, want)
}

// paintTurned paints the text of a vertical line: as a horizontal one, rotated clockwise (CSS Writing Modes 4 §5.1).
func (p *painter) paintTurned(it item) {
	it.at.Y += it.lead
	flat := *it.frag
	flat.Turned, flat.Offset = false, geom.Point{}
	flat.Size = geom.Size{W: it.frag.Size.H, H: it.frag.Size.W}
	m := geom.Matrix{B: 1, C: -1, E: (it.at.X + it.frag.Size.W).Float(), F: it.at.Y.Float()}
	if it.frag.TurnedLeft {
		m = geom.Matrix{B: -1, C: 1, E: it.at.X.Float(), F: (it.at.Y + it.frag.Size.H).Float()}
	}
	p.group(it.clip, display.PushTransform{Matrix: m}, func() {
		it.frag, it.at, it.clip = &flat, geom.Point{}, p.base
		p.paintText(it)
	})
}

// textStroke returns the stroke of the text of a fragment; nil if it has none.
func textStroke(f *layout.Fragment) *display.Stroke {
	s := f.Box.Style
	if s.TextStroke.Width <= 0 || s.TextStroke.Color.A == 0 {
		return nil
	}
	return &display.Stroke{Width: display.FromUnit(fittedLength(f, s.TextStroke.Width)), Join: display.Miter, MiterLimit: 4}
}

// fittedLength returns a length of the painting of a text in the scale that text-fit gives its line.
func fittedLength(f *layout.Fragment, u geom.Unit) geom.Unit {
	if f.TextScale > 0 {
		return geom.FromFloatRound(u.Float() * f.TextScale)
	}
	return u
}

// fittedShadow returns a shadow of a text in the scale that text-fit gives its line.
func fittedShadow(f *layout.Fragment, sh style.Shadow) style.Shadow {
	sh.X, sh.Y, sh.Blur = fittedLength(f, sh.X), fittedLength(f, sh.Y), fittedLength(f, sh.Blur)
	return sh
}

// glyphs emits the runs of a fragment translated by d.
func (p *painter) glyphs(it item, s *style.Computed, b display.Brush, d geom.Point, stroke *display.Stroke) {
	f := it.frag
	y := display.FromUnit(it.at.Y + f.FirstBaseline + d.Y)
	for i := range f.Runs {
		r := &f.Runs[i]
		pen := display.FromUnit(it.at.X + r.X + d.X)
		op := display.Glyphs{
			Face: r.Face, Size: r.Size, Brush: b, Stroke: stroke,
			Text: r.Source[r.Start:r.End], Glyphs: make([]display.Glyph, 0, len(r.Glyphs)),
			Embolden: display.FromUnit(r.Embolden), SpaceAfter: r.SpaceAfter,
		}
		if d == (geom.Point{}) && f.Box.Node != dom.None {
			op.Node = int32(f.Box.Node) + 1
		}
		if r.Oblique {
			op.Oblique = obliqueTangent
		}
		for _, g := range r.Glyphs {
			at := display.Point{X: pen + display.FromUnit(g.XOffset) + display.Coord(g.Fine>>6), Y: y - display.FromUnit(g.YOffset)}
			if r.Upright {
				at = display.Point{X: -at.Y, Y: at.X} // in the rotated coordinate system of the line
			}
			op.Glyphs = append(op.Glyphs, display.Glyph{ID: g.ID, X: at.X, Y: at.Y, Cluster: int32(min(max(g.Cluster-r.Start, 0), len(op.Text)))})
			pen += display.FromUnit(g.Advance)
		}
		if r.Upright {
			p.group(it.clip, display.PushTransform{Matrix: geom.Matrix{B: -1, C: 1}}, func() { p.emit(p.base, op) })
			continue
		}
		p.emit(it.clip, op)
	}
}

// obliqueTangent is the slant of synthesised obliques: tan 14°, in 1/65536.
const obliqueTangent = 16340

func (p *painter) textShadow(it item, sh *style.Shadow) {
	if sh.Color.A == 0 {
		return
	}
	d := geom.Point{X: sh.X, Y: sh.Y}
	p.inShadow(it, sh, func(clip *clipChain) {
		inner := it
		inner.clip = clip
		p.glyphs(inner, it.frag.Box.Style, solid(sh.Color), d, nil)
	})
}

// inShadow calls draw inside the blur of a text shadow, if it has one.
func (p *painter) inShadow(it item, sh *style.Shadow, draw func(*clipChain)) {
	if sh.Blur == 0 {
		draw(it.clip)
		return
	}
	sigma := display.FromUnit(sh.Blur) / 2
	reach := sh.Blur*2 + geom.One
	box := geom.RectAt(it.at, it.frag.Size).Move(geom.Point{X: sh.X, Y: sh.Y})
	box = outset(box, reach+box.H)
	layer := display.PushLayer{
		Bounds: display.RectFrom(box), Opacity: 255,
		Filters: []display.Filter{{Kind: display.Blur, SigmaX: sigma, SigmaY: sigma, Round: true}},
	}
	p.group(it.clip, layer, func() { draw(p.base) })
}

// decorate paints the decoration lines of the given kinds.
func (p *painter) decorate(it item, baseline geom.Unit, want style.DecorationLine) {
	f := it.frag
	s := f.Box.Style
	vertical := s.WritingMode != style.HorizontalTB && !s.IsSideways()
	for i := range s.Decorations {
		d := &s.Decorations[i]
		thick, own := decorationThickness(d, f)
		ascent := p.ascent(f)
		// In vertical text, underlines may be on the over side, and overlines are then on the under side.
		over := vertical && (d.Position&style.UnderlineRight != 0 || d.Position&style.UnderlineLeft == 0 && underlinesOnRight(s.Lang))
		for _, line := range [...]style.DecorationLine{style.Underline, style.Overline, style.LineThrough} {
			if d.Line&line&want == 0 {
				continue
			}
			var top geom.Unit
			switch line {
			case style.Underline:
				gap := max(geom.One, geom.Px((own / 2).Ceil()))
				offset := gap
				if d.Offset.Kind != style.Auto {
					offset = d.Offset.Resolve(geom.FromFloat(d.FontSize))
				}
				top = baseline + offset
				switch {
				case over:
					// The side of the em box, which is centred on the line.
					half := geom.Px(f.Runs[0].Size.Round() / 2)
					top = baseline - f.FirstBaseline + geom.Px((f.Size.H/2 - half).Floor()) - offset - geom.Px(thick.Floor())
				case vertical:
					top = baseline + f.Size.H - f.FirstBaseline - geom.One
					if d.Offset.Kind != style.Auto {
						top += max(0, offset-gap) + geom.One
					}
				case d.Position&style.UnderlineUnder != 0:
					top = baseline + f.Size.H - f.FirstBaseline + max(0, offset-gap)
				case d.Position&style.UnderlineFromFont != 0:
					if m := f.Runs[0].Face.Metrics(); m.UnderlinePosition > 0 || m.UnderlineThickness > 0 {
						top = baseline + m.At(m.UnderlinePosition, f.Runs[0].Size)
						if d.Offset.Kind != style.Auto {
							top += offset
						}
					}
				}
			case style.Overline:
				top = baseline - ascent - geom.Px(thick.Floor())
				if over {
					top = baseline + f.Size.H - f.FirstBaseline
				}
			default:
				// Browsers measure from the top of the text by the font of the element that declares the line.
				of := p.in.Text.FaceMetrics(f.Runs[0].Face, fittedLength(f, text.SizeOf(d.FontSize))).Ascent
				top = baseline - ascent + (of*2)/3 - thick/2
			}
			as := line
			switch {
			case over && line == style.Underline:
				as = style.Overline
			case over && line == style.Overline:
				as = style.Underline
			}
			p.decorationLine(it, d, as, top, thick)
		}
	}
}

// underlinesOnRight reports whether underlines of vertical text are on the right in a language.
func underlinesOnRight(lang string) bool {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	return primary == "ja" || primary == "ko"
}

func (p *painter) ascent(f *layout.Fragment) geom.Unit {
	return p.in.Text.RunMetrics(&f.Runs[0].Run).Ascent
}

// decorationThickness returns a tenth of the font size for auto, else the given length in whole pixels; at least one
// pixel. own is that at the text's own size: text-fit scales the thickness that follows from the font, but not lengths,
// and not the distance from the text.
func decorationThickness(d *style.Decoration, f *layout.Fragment) (thick, own geom.Unit) {
	t, fits := geom.FromFloat(d.FontSize/10), true
	switch d.Thickness.Kind {
	case style.Auto:
	case style.Content:
		r := &f.Runs[0]
		if m := r.Face.Metrics(); m.UnderlineThickness > 0 {
			size := r.Size
			if f.TextScale > 0 {
				size = geom.FromFloatRound(size.Float() / f.TextScale)
			}
			t = m.At(m.UnderlineThickness, size)
		}
	default:
		t, fits = geom.Px(d.Thickness.Resolve(geom.FromFloat(d.FontSize)).Round()), false
	}
	own = max(geom.One, t)
	if !fits {
		return own, own
	}
	return fittedLength(f, own), own
}

func (p *painter) decorationLine(it item, d *style.Decoration, line style.DecorationLine, top, thick geom.Unit) {
	f := it.frag
	x0, x1 := it.at.X, it.at.X+f.Size.W
	clips := [][2]geom.Unit{{x0, x1}}
	if d.SkipInk && line != style.LineThrough {
		band := thick
		if d.Style == style.DecorationWavy {
			band = 3 * thick // the wave's height
		}
		baseline := it.at.Y + f.FirstBaseline
		if _, own := decorationThickness(d, f); own == thick {
			band = fittedLength(f, band)
		}
		// The glyphs are compared with the line as they are at the text's own size.
		clips = p.skipInk(it, baseline+fittedLength(f, top-baseline), band, thick)
	}
	whole := max(p.snapStep, thick/p.snapStep*p.snapStep)
	y := p.snapUnit(top)
	for _, c := range clips {
		strip := geom.Rect{X: c[0], Y: y, W: c[1] - c[0], H: whole}
		if strip.W <= 0 {
			continue
		}
		switch d.Style {
		case style.DecorationDouble:
			p.emit(it.clip, display.FillRect{Rect: display.RectFrom(strip), Brush: solid(d.Color)})
			second := top + thick + geom.One
			switch line {
			case style.Overline:
				second = top - thick - geom.One
			case style.LineThrough:
				second = top + geom.Px((thick + geom.One).Floor())
			}
			strip.Y = p.snapUnit(second)
			p.emit(it.clip, display.FillRect{Rect: display.RectFrom(strip), Brush: solid(d.Color)})
		case style.DecorationDotted, style.DecorationDashed:
			clip := it.clip
			if len(clips) != 1 || c != [2]geom.Unit{x0, x1} { // the dashes are positioned on the whole line
				clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(geom.Rect{X: c[0], Y: y - thick, W: c[1] - c[0], H: 3 * thick})}})
			}
			p.dashedLine(clip, d, geom.Rect{X: x0, Y: y, W: x1 - x0, H: thick})
		case style.DecorationWavy:
			// The axis of the wave is next to the position of the line, so that it touches no glyph.
			axis := y + p.snapStep/2
			switch line {
			case style.Underline:
				axis += geom.Px(thick.Round() + 1)
			case style.Overline:
				axis -= geom.Px(thick.Round() + 1)
			}
			p.wave(it.clip, x0, axis, strip, thick, d.Color)
		default:
			p.emit(it.clip, display.FillRect{Rect: display.RectFrom(strip), Brush: solid(d.Color)})
		}
	}
}

// dashedLine strokes a dotted or dashed decoration, whose centre line is on whole pixels, or on half pixels for odd
// widths. Dots up to three pixels are not fitted to the length.
func (p *painter) dashedLine(clip *clipChain, d *style.Decoration, r geom.Rect) {
	whole := geom.Px(max(1, r.H.Round()))
	middle := geom.Px((r.Y + r.H/2).Floor())
	if whole.Round()%2 == 1 {
		middle += geom.One / 2
	}
	kind := style.LineDashed
	if d.Style == style.DecorationDotted {
		kind = style.LineDotted
	}
	if kind == style.LineDotted && whole <= geom.Px(3) {
		path := &display.Path{}
		path.MoveTo(display.Point{X: display.FromUnit(r.X), Y: display.FromUnit(middle)})
		path.LineTo(display.Point{X: display.FromUnit(r.MaxX()), Y: display.FromUnit(middle)})
		dot := display.FromUnit(whole)
		p.emit(clip, display.StrokePath{Path: path, Stroke: display.Stroke{Width: display.FromUnit(r.H), MiterLimit: 4, Dash: []display.Coord{dot, dot}}, Brush: solid(d.Color)})
		return
	}
	p.strokeSide(clip, style.Border{Style: kind, Color: d.Color}, geom.Rect{X: r.X, Y: middle - whole/2, W: r.W, H: whole}, true)
}

// wave strokes the part of a wavy line in r with the proportions Chromium uses: a wavelength of 1 + 2 round(2t + ½) and
// control points ½ + round(3t + ½) from the axis for a thickness of t. The waves start at from, independent of r.
func (p *painter) wave(clip *clipChain, from, axis geom.Unit, r geom.Rect, thick geom.Unit, c style.Color) {
	t := math.Max(1, thick.Float())
	amp := 0.5 + math.Floor(float64(t*3)+1)
	length := 1 + float64(2*math.Floor(float64(t*2)+1))
	y := axis.Float()
	path := &display.Path{}
	x := from.Float() - float64(2*length)
	path.MoveTo(point(x, y))
	for x < r.MaxX().Float()+float64(2*length) {
		path.CubicTo(point(x+float64(length/2), y+amp), point(x+float64(length/2), y-amp), point(x+length, y))
		x += length
	}
	clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(geom.Rect{X: r.X, Y: axis - thick*8, W: r.W, H: thick * 16})}})
	p.emit(clip, display.StrokePath{Path: path, Stroke: display.Stroke{Width: display.FromUnit(thick), MiterLimit: 4}, Brush: solid(c)})
}

// link records the region of the nearest ancestor a element.
func (p *painter) link(it item) {
	for b := it.frag.Box; b != nil; b = b.Parent {
		if b.Node < 0 {
			continue
		}
		n := p.in.Tree.Doc.Node(b.Node)
		if n.Tag != "a" {
			continue
		}
		if href, ok := n.Attr("href"); ok && href != "" {
			p.list.Links = append(p.list.Links, display.Link{Area: display.RectFrom(geom.RectAt(it.at, it.frag.Size)), URL: href, Node: int32(b.Node) + 1})
		}
		return
	}
}
