package font

// glyf reads TrueType outlines (OpenType glyf and loca), in 1/64 font unit.
type glyf struct {
	glyf, loca []byte
	long       bool
	count      int
	vary       *gvar // nil for static faces
	coords     []int16
	face       *Face // for the side bearings
}

const (
	maxComponentDepth = 8
	maxGlyphPoints    = 1 << 15
)

// point is an outline point in 1/64 font unit.
type point struct {
	x, y int32
	on   bool
	end  bool // last point of its contour
}

func (t *glyf) bytes(g GlyphID) []byte {
	i := int(g)
	if i >= t.count {
		return nil
	}
	var a, b int
	if t.long {
		a, b = u32(t.loca, 4*i), u32(t.loca, 4*i+4)
	} else {
		a, b = 2*u16(t.loca, 2*i), 2*u16(t.loca, 2*i+2)
	}
	if a >= b || b > len(t.glyf) {
		return nil
	}
	return t.glyf[a:b]
}

// outline returns the glyph's contours, nil when it has none or is malformed.
func (t *glyf) outline(g GlyphID) *Outline {
	budget := maxGlyphPoints
	pts, left := t.points(g, 0, &budget)
	if len(pts) == 0 {
		return nil
	}
	if left != 0 {
		for i := range pts {
			pts[i].x -= left
		}
	}
	return outlineFromPoints(pts)
}

// points returns the glyph's points and the x of its left phantom point, which becomes the origin (OpenType glyf
// "Phantom points").
func (t *glyf) points(g GlyphID, depth int, budget *int) ([]point, int32) {
	b := t.bytes(g)
	if len(b) < 10 || depth > maxComponentDepth {
		return nil, 0
	}
	left := (int32(i16(b, 2)) - t.face.leftBearing(g)) << 6
	if n := i16(b, 0); n >= 0 {
		return t.simple(g, b, n, left, budget)
	}
	return t.composite(g, b, depth, left, budget)
}

func (t *glyf) simple(g GlyphID, b []byte, contours int, left int32, budget *int) ([]point, int32) {
	if contours == 0 || 10+2*contours+2 > len(b) {
		return nil, 0
	}
	total := u16(b, 10+2*(contours-1)) + 1
	if *budget -= total; *budget < 0 {
		return nil, 0
	}
	pts := make([]point, total, total+4)
	prev := -1
	for i := range contours {
		e := u16(b, 10+2*i)
		if e < prev || e >= total {
			return nil, 0
		}
		pts[e].end = true
		prev = e
	}
	p := 10 + 2*contours
	p += 2 + u16(b, p) // skip instructions
	flags := make([]byte, total)
	for i := 0; i < total; {
		if p >= len(b) {
			return nil, 0
		}
		f := b[p]
		p++
		repeat := 1
		if f&8 != 0 {
			if p >= len(b) {
				return nil, 0
			}
			repeat += int(b[p])
			p++
		}
		for ; repeat > 0 && i < total; repeat-- {
			flags[i] = f
			i++
		}
	}
	read := func(short, same byte, set func(i int, v int32)) bool {
		var v int32
		for i, f := range flags {
			switch {
			case f&short != 0:
				if p >= len(b) {
					return false
				}
				d := int32(b[p])
				p++
				if f&same == 0 {
					d = -d
				}
				v += d
			case f&same == 0:
				if p+2 > len(b) {
					return false
				}
				v += int32(i16(b, p))
				p += 2
			}
			set(i, v<<6)
		}
		return true
	}
	if !read(2, 16, func(i int, v int32) { pts[i].x = v }) || !read(4, 32, func(i int, v int32) { pts[i].y = v }) {
		return nil, 0
	}
	for i, f := range flags {
		pts[i].on = f&1 != 0
	}
	if t.vary != nil {
		// Deltas apply to the four phantom points, which are not part of the outline.
		all := append(pts, point{x: left, end: true}, point{end: true}, point{end: true}, point{end: true})
		t.vary.apply(g, t.coords, all, true)
		pts, left = all[:total], all[total].x
	}
	return pts, left
}

// advanceDelta returns the change of the distance between the phantom points in font units: the advance delta in faces
// without HVAR.
func (t *glyf) advanceDelta(g GlyphID) int32 {
	n := 0
	if b := t.bytes(g); len(b) >= 10 {
		switch c := i16(b, 0); {
		case c > 0:
			n = u16(b, 10+2*(c-1)) + 1
		case c < 0:
			n = len(parseComponents(b))
		}
	}
	pts := make([]point, n+4)
	t.vary.apply(g, t.coords, pts, false)
	return (pts[n+1].x - pts[n].x + 32) >> 6
}

// The component flags.
const (
	argsAreWords   = 0x0001
	argsAreXY      = 0x0002
	haveScale      = 0x0008
	moreComponents = 0x0020
	haveXYScale    = 0x0040
	have2x2        = 0x0080
	scaledOffset   = 0x0800
)

type component struct {
	flags      int
	glyph      GlyphID
	a1, a2     int
	xx, xy     int64 // 2.14
	yx, yy     int64
	transforms bool
}

func parseComponents(b []byte) []component {
	var list []component
	for p := 10; len(list) < 256; {
		if p+6 > len(b) {
			break
		}
		c := component{flags: u16(b, p), glyph: GlyphID(u16(b, p+2)), xx: 1 << 14, yy: 1 << 14}
		p += 4
		switch {
		case c.flags&argsAreWords != 0 && c.flags&argsAreXY != 0:
			c.a1, c.a2 = i16(b, p), i16(b, p+2)
			p += 4
		case c.flags&argsAreWords != 0:
			c.a1, c.a2 = u16(b, p), u16(b, p+2)
			p += 4
		case c.flags&argsAreXY != 0:
			c.a1, c.a2 = int(int8(b[p])), int(int8(b[p+1]))
			p += 2
		default:
			c.a1, c.a2 = int(b[p]), int(b[p+1])
			p += 2
		}
		switch {
		case c.flags&haveScale != 0:
			c.xx = int64(i16(b, p))
			c.yy = c.xx
			c.transforms = true
			p += 2
		case c.flags&haveXYScale != 0:
			c.xx, c.yy = int64(i16(b, p)), int64(i16(b, p+2))
			c.transforms = true
			p += 4
		case c.flags&have2x2 != 0:
			c.xx, c.xy, c.yx, c.yy = int64(i16(b, p)), int64(i16(b, p+2)), int64(i16(b, p+4)), int64(i16(b, p+6))
			c.transforms = true
			p += 8
		}
		list = append(list, c)
		if c.flags&moreComponents == 0 {
			break
		}
	}
	return list
}

func (t *glyf) composite(g GlyphID, b []byte, depth int, left int32, budget *int) ([]point, int32) {
	comps := parseComponents(b)
	offsets := make([]point, len(comps), len(comps)+4)
	for i, c := range comps {
		offsets[i].end = true
		if c.flags&argsAreXY != 0 {
			offsets[i].x, offsets[i].y = int32(c.a1)<<6, int32(c.a2)<<6
		}
	}
	if t.vary != nil {
		all := append(offsets, point{x: left, end: true}, point{end: true}, point{end: true}, point{end: true})
		t.vary.apply(g, t.coords, all, false)
		offsets, left = all[:len(comps)], all[len(comps)].x
	}
	var out []point
	for i, c := range comps {
		if *budget--; *budget < 0 {
			return nil, 0
		}
		sub, _ := t.points(c.glyph, depth+1, budget)
		if c.transforms {
			for j := range sub {
				x, y := int64(sub[j].x), int64(sub[j].y)
				sub[j].x = int32((x*c.xx + y*c.yx + 1<<13) >> 14)
				sub[j].y = int32((x*c.xy + y*c.yy + 1<<13) >> 14)
			}
		}
		dx, dy := offsets[i].x, offsets[i].y
		if c.flags&argsAreXY == 0 {
			if c.a1 >= len(out) || c.a2 >= len(sub) {
				continue
			}
			dx, dy = out[c.a1].x-sub[c.a2].x, out[c.a1].y-sub[c.a2].y
		} else if c.flags&scaledOffset != 0 && c.transforms {
			x, y := int64(dx), int64(dy)
			dx = int32((x*c.xx + y*c.yx + 1<<13) >> 14)
			dy = int32((x*c.xy + y*c.yy + 1<<13) >> 14)
		}
		for j := range sub {
			sub[j].x += dx
			sub[j].y += dy
		}
		out = append(out, sub...)
	}
	return out, left
}

// outlineFromPoints converts TrueType points to segments, inserting the implied on-curve points between two off-curve
// points.
func outlineFromPoints(pts []point) *Outline {
	var b outlineBuilder
	b.segs = make([]Segment, 0, len(pts)+4)
	for len(pts) > 0 {
		n := 0
		for n < len(pts)-1 && !pts[n].end {
			n++
		}
		contour := pts[:n+1]
		pts = pts[n+1:]
		b.contour(contour)
	}
	return b.finish()
}

func (b *outlineBuilder) contour(c []point) {
	if len(c) < 2 {
		return
	}
	mid := func(p, q point) SegmentPoint { return SegmentPoint{(p.x + q.x) >> 1, (p.y + q.y) >> 1} }
	at := func(p point) SegmentPoint { return SegmentPoint{p.x, p.y} }
	first, last := c[0], c[len(c)-1]
	var start SegmentPoint
	i := 0
	switch {
	case first.on:
		start = at(first)
		i = 1
	case last.on:
		start = at(last)
		c = c[:len(c)-1]
	default:
		start = mid(first, last)
	}
	b.move(start)
	b.imply(!first.on && !last.on)
	for i < len(c) {
		p := c[i]
		if p.on {
			b.line(at(p))
			i++
			continue
		}
		switch {
		case i+1 >= len(c):
			b.quad(at(p), start)
			b.imply(true)
			i++
		case c[i+1].on:
			b.quad(at(p), at(c[i+1]))
			i += 2
		default:
			b.quad(at(p), mid(p, c[i+1]))
			b.imply(true)
			i++
		}
	}
}
