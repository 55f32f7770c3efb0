package hint

import (
	"cmp"
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// blueZone is an alignment height shared by many glyphs: ref for flat ones and shoot for round ones, which overshoot.
type blueZone struct {
	ref, shoot int32
	top        bool
	xHeight    bool
	neutral    bool
}

// script holds the measurements of a face's script.
type script struct {
	blues    []blueZone
	width    int32 // the standard horizontal stem width; 0: unknown
	maxWidth int32 // the largest of the standard widths
	upright  int32 // the standard vertical stem width; only for styles without zones
	reach    int32 // the largest distance of any blue glyph from the baseline
	topDown  bool
}

// Face hints the glyphs of a face. It holds the face's blue zones and standard stem widths, measured for each script
// when its first glyph is hinted. It is safe for concurrent use.
type Face struct {
	face    *font.Face
	upem    int32
	scripts [len(scriptZones)]measured
	styles  []uint8 // style per glyph: index into scripts, and unzoned
}

// measured measures a script when its first glyph is hinted.
type measured struct {
	once   sync.Once
	script *script // nil: not hinted
}

// script returns a script's measurements, nil when it is not hinted.
func (h *Face) script(i uint8) *script {
	m := &h.scripts[i]
	m.once.Do(func() { m.script = newScript(h.face, h.upem, &scriptZones[i]) })
	return m.script
}

// unzoned marks glyphs to which blue zones do not apply.
const unzoned = 0x80

// maxPoints is the maximum size of a hinted outline: pairing segments takes quadratic time.
const maxPoints = 1000

// apply returns the hinted outline of a glyph; nil when it is not hinted.
func (h *Face) apply(id font.GlyphID, o *font.Outline, ppem int32) *outline {
	if h == nil {
		return nil
	}
	if int(id) >= len(h.styles) || len(o.Segments) > maxPoints/2 {
		return nil
	}
	style := h.styles[id]
	s := h.script(style &^ unzoned)
	if s == nil {
		return nil
	}
	g := newOutline(o, h.upem)
	if g == nil {
		return nil
	}
	scale := (int64(ppem>>4)<<16 + int64(h.upem)/2) / int64(h.upem)
	if len(s.blues) == 0 {
		g.hintHan(s, scale)
	} else {
		g.hint(s, s.fit(scale), style&unzoned == 0)
	}
	return g
}

// New returns the hinter of a face; for CFF faces it does nothing, as they have their own hints ([DrawStems]).
func New(f *font.Face) *Face {
	h := &Face{face: f, upem: f.Metrics().UnitsPerEm}
	if h.upem <= 0 || f.IsCFF() { // browsers use a CFF face's own hints: see stemHinter
		return h
	}
	h.styles = make([]uint8, f.GlyphCount())
	for i := range h.styles {
		h.styles[i] = uint8(hanStyle)
	}
	each := func(ranges [][2]rune, do func(style *uint8)) {
		for _, r := range ranges {
			for c := r[0]; c <= r[1]; c++ {
				if g, ok := f.Glyph(c); ok && int(g) < len(h.styles) {
					do(&h.styles[g])
				}
			}
		}
	}
	for i := range scriptZones {
		z := &scriptZones[i]
		each(z.ranges, func(style *uint8) {
			if *style == uint8(hanStyle) {
				*style = uint8(i)
			}
		})
		each(z.marks, func(style *uint8) {
			if *style == uint8(i) {
				*style |= unzoned
			}
		})
	}
	// Glyphs substituted for a script's letters belong to that script, too.
	rest := func(i int, tags ...string) {
		for _, g := range f.Substitutes(tags...) {
			if int(g) < len(h.styles) && h.styles[g] == uint8(hanStyle) {
				h.styles[g] = uint8(i)
			}
		}
	}
	for i := range scriptZones {
		if z := &scriptZones[i]; len(z.tags) > 0 {
			rest(i, z.tags...)
		}
	}
	rest(latinStyle, "DFLT")
	return h
}

// newScript measures a script; nil when none of its zones can be measured.
func newScript(f *font.Face, upem int32, z *scriptZone) *script {
	s := &script{topDown: z.topDown, width: 50 * upem / 2048, upright: 50 * upem / 2048}
	s.measure(f, upem, z.standard)
	for _, b := range z.zones {
		s.addZone(f, upem, b)
	}
	if len(z.zones) > 0 && len(s.blues) == 0 {
		return nil
	}
	s.partZones()
	return s
}

// partZones trims the upper side of zones that overlap higher ones.
func (s *script) partZones() {
	order := make([]*blueZone, len(s.blues))
	for i := range s.blues {
		order[i] = &s.blues[i]
	}
	lower := func(b *blueZone) int32 {
		if b.top {
			return b.ref
		}
		return b.shoot
	}
	upper := func(b *blueZone) *int32 {
		if b.top {
			return &b.shoot
		}
		return &b.ref
	}
	slices.SortStableFunc(order, func(a, b *blueZone) int { return cmp.Compare(lower(a), lower(b)) })
	for i := 1; i < len(order); i++ {
		below, above := upper(order[i-1]), upper(order[i])
		*below = min(*below, *above)
	}
}

// measure determines the standard stem widths.
func (s *script) measure(f *font.Face, upem int32, standard string) {
	for _, c := range standard {
		g, ok := f.Glyph(c)
		if !ok {
			continue
		}
		o := newOutline(f.Outline(g), upem)
		if o == nil {
			return
		}
		if widths := o.stems(); len(widths) > 0 {
			s.width, s.maxWidth = widths[0], widths[len(widths)-1]
		}
		o.transpose()
		if widths := o.stems(); len(widths) > 0 {
			s.upright = widths[0]
		}
		return
	}
}

// stems returns the heights of an outline's stems in ascending order.
func (h *outline) stems() []int32 {
	h.directions()
	h.segments()
	h.link(0)
	var widths []int32
	for i := range h.segs {
		if l := h.segs[i].link; l > i && h.segs[l].link == i && len(widths) < 16 {
			widths = append(widths, abs32(h.segs[i].pos-h.segs[l].pos))
		}
	}
	return quantize(widths, h.upem/100)
}

// quantize sorts widths and replaces clusters closer than threshold by their means.
func quantize(w []int32, threshold int32) []int32 {
	slices.Sort(w)
	var out []int32
	for i := 0; i < len(w); {
		j, sum := i, int32(0)
		for j < len(w) && w[j]-w[i] <= threshold {
			sum += w[j]
			j++
		}
		out = append(out, sum/int32(j-i))
		i = j
	}
	return out
}

func (s *script) addZone(f *font.Face, upem int32, z zone) {
	var flats, rounds []int32
	for _, c := range z.chars {
		g, ok := f.Glyph(c)
		if !ok {
			continue
		}
		o := newOutline(f.Outline(g), upem)
		if o == nil {
			continue
		}
		y, round, ok := o.extremum(z.kind)
		if !ok || round && z.kind&neutral != 0 {
			continue
		}
		for i := range o.pts {
			s.reach = max(s.reach, abs32(o.pts[i].fy))
		}
		if round {
			rounds = append(rounds, y)
		} else {
			flats = append(flats, y)
		}
	}
	if len(flats)+len(rounds) == 0 {
		return
	}
	slices.Sort(flats)
	slices.Sort(rounds)
	b := blueZone{top: z.kind&tops != 0, xHeight: z.kind&xHeight != 0, neutral: z.kind&neutral != 0}
	switch {
	case len(flats) == 0:
		b.ref = rounds[len(rounds)/2]
		b.shoot = b.ref
	case len(rounds) == 0:
		b.ref = flats[len(flats)/2]
		b.shoot = b.ref
	default:
		b.ref, b.shoot = flats[len(flats)/2], rounds[len(rounds)/2]
	}
	if b.shoot != b.ref && b.top != (b.shoot > b.ref) {
		b.ref = (b.shoot + b.ref) / 2
		b.shoot = b.ref
	}
	s.blues = append(s.blues, b)
}

// fitted is a script's measurements at a given size.
type fitted struct {
	scale int64 // 16.16, adjusted so that the x-height is a whole number of pixels
	// across is the horizontal scale, not adjusted.
	across int64
	zones  []fittedZone
}

// fittedZone is a blue zone at a given size; only active ones apply.
type fittedZone struct {
	*blueZone
	refFit, shootFit int32
	active           bool
}

// mulFix multiplies by a 16.16 scale, rounded to nearest.
func mulFix(v int32, scale int64) int32 { return int32(mulFix64(int64(v), scale)) }

func pixRound(v int32) int32 { return (v + 32) &^ 63 }

func abs32(v int32) int32 {
	if v < 0 {
		return -v
	}
	return v
}

// fit scales the script's zones.
func (s *script) fit(scale int64) *fitted {
	f := &fitted{scale: scale, across: scale}
	for i := range s.blues {
		if b := &s.blues[i]; b.xHeight {
			scaled := mulFix(b.shoot, scale)
			want := (scaled + 40) &^ 63
			if scaled > 0 && scaled != want {
				n := scale * int64(want) / int64(scaled)
				// The adjustment must not move anything by two pixels or more.
				for want > 0 && abs32(mulFix(s.reach, n)-mulFix(s.reach, scale)) >= 128 {
					want -= 64
					n = scale * int64(want) / int64(scaled)
				}
				if n > 0 {
					f.scale = n
				}
			}
			break
		}
	}
	for i := range s.blues {
		b := &s.blues[i]
		z := fittedZone{blueZone: b}
		dist := mulFix(b.ref-b.shoot, f.scale)
		if abs32(dist) <= 48 { // ¾ pixel
			step := int32(0)
			switch d := abs32(dist); {
			case d >= 48:
				step = 64
			case d >= 32:
				step = 32
			}
			if dist < 0 {
				step = -step
			}
			z.refFit = pixRound(mulFix(b.ref, f.scale))
			z.shootFit = z.refFit - step
			z.active = true
		}
		f.zones = append(f.zones, z)
	}
	return f
}
