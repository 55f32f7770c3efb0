package main

import (
	"encoding/binary"
	"math"
	"math/cmplx"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// quadratic rewrites the tables of a CFF face as a TrueType one: each cubic curve becomes the shortest
// quadratic spline within a thousandth of the em, and points are rounded to font units. That is how the
// family reaches pages as a web font, and browsers fit only TrueType faces to pixel rows.
func quadratic(tables map[string][]byte, face *font.Face) {
	upem := float64(face.Metrics().UnitsPerEm)
	count := int(binary.BigEndian.Uint16(tables["maxp"][4:]))
	var glyf []byte
	loca := make([]byte, 4*(count+1))
	maxPoints, maxContours := 0, 0
	for g := range count {
		binary.BigEndian.PutUint32(loca[4*g:], uint32(len(glyf)))
		o := face.Outline(font.GlyphID(g))
		if o == nil || len(o.Segments) == 0 {
			continue
		}
		contours := quadraticContours(o, upem/1000)
		points := 0
		for _, c := range contours {
			points += len(c)
		}
		maxPoints, maxContours = max(maxPoints, points), max(maxContours, len(contours))
		glyf = appendGlyph(glyf, contours)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
	}
	binary.BigEndian.PutUint32(loca[4*count:], uint32(len(glyf)))
	head := append([]byte(nil), tables["head"]...)
	binary.BigEndian.PutUint16(head[50:], 1) // long offsets
	maxp := make([]byte, 32)
	binary.BigEndian.PutUint32(maxp, 0x00010000)
	binary.BigEndian.PutUint16(maxp[4:], uint16(count))
	binary.BigEndian.PutUint16(maxp[6:], uint16(maxPoints))
	binary.BigEndian.PutUint16(maxp[8:], uint16(maxContours))
	binary.BigEndian.PutUint16(maxp[14:], 1) // zones
	delete(tables, "CFF ")
	tables["glyf"], tables["loca"], tables["head"], tables["maxp"] = glyf, loca, head, maxp
}

// point is a point of a TrueType contour.
type point struct {
	x, y int
	on   bool
}

// quadraticContours returns the contours of an outline in TrueType's direction, which is the opposite of CFF's.
func quadraticContours(o *font.Outline, tolerance float64) [][]point {
	var contours [][]point
	var contour []point
	var at complex128
	end := func() {
		if n := len(contour); n > 1 && contour[0] == contour[n-1] {
			contour = contour[:n-1]
		}
		if len(contour) > 1 {
			// The first point stays first.
			for i, j := 1, len(contour)-1; i < j; i, j = i+1, j-1 {
				contour[i], contour[j] = contour[j], contour[i]
			}
			contours = append(contours, contour)
		}
		contour = nil
	}
	add := func(p complex128, on bool) {
		q := point{int(math.Floor(real(p) + 0.5)), int(math.Floor(imag(p) + 0.5)), on}
		if n := len(contour); n > 0 && contour[n-1] == q && on {
			return
		}
		contour = append(contour, q)
	}
	to := func(p font.SegmentPoint) complex128 { return complex(float64(p.X)/64, float64(p.Y)/64) }
	for _, s := range o.Segments {
		switch s.Op {
		case font.SegmentMove:
			end()
			at = to(s.Args[0])
			add(at, true)
		case font.SegmentLine:
			at = to(s.Args[0])
			add(at, true)
		case font.SegmentQuad:
			add(to(s.Args[0]), false)
			at = to(s.Args[1])
			add(at, true)
		case font.SegmentCube:
			spline := toQuadratic([4]complex128{at, to(s.Args[0]), to(s.Args[1]), to(s.Args[2])}, tolerance)
			for _, p := range spline[1 : len(spline)-1] {
				add(p, false)
			}
			at = spline[len(spline)-1]
			add(at, true)
		}
	}
	end()
	return contours
}

// toQuadratic returns the control points of the shortest quadratic spline, with implied points between them,
// that stays within tolerance of a cubic curve.
func toQuadratic(c [4]complex128, tolerance float64) []complex128 {
	for n := 1; n < 100; n++ {
		if s := spline(c, n, tolerance); s != nil {
			return s
		}
	}
	return []complex128{c[0], c[1], c[2], c[3]}
}

func spline(c [4]complex128, n int, tolerance float64) []complex128 {
	if n == 1 {
		return single(c, tolerance)
	}
	part := func(i int) [4]complex128 { return slice(c, float64(i)/float64(n), float64(i+1)/float64(n)) }
	control := func(i int) complex128 {
		p := part(i)
		a, b := p[0]+(p[1]-p[0])*1.5, p[3]+(p[2]-p[3])*1.5
		return a + (b-a)*complex(float64(i)/float64(n-1), 0)
	}
	out := []complex128{c[0]}
	start, gap := c[0], complex128(0)
	for i := range n {
		p, q := part(i), control(i)
		out = append(out, q)
		stop := c[3]
		if i+1 < n {
			stop = (q + control(i+1)) * 0.5
		}
		before := gap
		gap = stop - p[3]
		if cmplx.Abs(gap) > tolerance || !near(before, start+(q-start)*(2.0/3)-p[1], stop+(q-stop)*(2.0/3)-p[2], gap, tolerance) {
			return nil
		}
		start = stop
	}
	return append(out, c[3])
}

// single approximates a cubic curve by one quadratic that keeps both tangents, nil when it strays too far.
func single(c [4]complex128, tolerance float64) []complex128 {
	ab, cd := c[1]-c[0], c[3]-c[2]
	normal := ab * 1i
	dot := func(a, b complex128) float64 { return real(a)*real(b) + imag(a)*imag(b) }
	d := dot(normal, cd)
	if d == 0 {
		return nil
	}
	q := c[2] + cd*complex(dot(normal, c[0]-c[2])/d, 0)
	a, b := c[0]+(q-c[0])*(2.0/3), c[3]+(q-c[3])*(2.0/3)
	if !near(0, a-c[1], b-c[2], 0, tolerance) {
		return nil
	}
	return []complex128{c[0], q, c[3]}
}

// slice is the part of a cubic curve between two parameters.
func slice(c [4]complex128, from, to float64) [4]complex128 {
	a := c[3] - c[0] + 3*(c[1]-c[2])
	b := 3 * (c[0] - 2*c[1] + c[2])
	k := 3 * (c[1] - c[0])
	at := func(t float64) complex128 {
		u := complex(t, 0)
		return ((a*u+b)*u+k)*u + c[0]
	}
	slope := func(t float64) complex128 {
		u := complex(t, 0)
		return (3*a*u+2*b)*u + k
	}
	step := complex((to-from)/3, 0)
	p0, p3 := at(from), at(to)
	return [4]complex128{p0, p0 + slope(from)*step, p3 - slope(to)*step, p3}
}

// near reports whether a cubic error curve stays within tolerance of zero.
func near(p0, p1, p2, p3 complex128, tolerance float64) bool {
	if cmplx.Abs(p1) <= tolerance && cmplx.Abs(p2) <= tolerance {
		return true
	}
	mid := (p0 + 3*(p1+p2) + p3) * 0.125
	if cmplx.Abs(mid) > tolerance {
		return false
	}
	d := (p3 + p2 - p1 - p0) * 0.125
	return near(p0, (p0+p1)*0.5, mid-d, mid, tolerance) && near(mid, mid+d, (p2+p3)*0.5, p3, tolerance)
}

// appendGlyph writes a simple glyph (OpenType, "glyf").
func appendGlyph(out []byte, contours [][]point) []byte {
	minX, minY, maxX, maxY := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	last := -1
	var ends []int
	var all []point
	for _, c := range contours {
		last += len(c)
		ends = append(ends, last)
		all = append(all, c...)
	}
	for _, p := range all {
		minX, minY, maxX, maxY = min(minX, p.x), min(minY, p.y), max(maxX, p.x), max(maxY, p.y)
	}
	u16 := func(v int) { out = binary.BigEndian.AppendUint16(out, uint16(int16(v))) }
	u16(len(contours))
	u16(minX)
	u16(minY)
	u16(maxX)
	u16(maxY)
	for _, e := range ends {
		u16(e)
	}
	u16(0) // instructions
	var flags, xs, ys []byte
	put := func(d int, short, same byte, to []byte) (byte, []byte) {
		switch {
		case d == 0:
			return same, to
		case d > 0 && d < 256:
			return short | same, append(to, byte(d))
		case d < 0 && d > -256:
			return short, append(to, byte(-d))
		}
		return 0, binary.BigEndian.AppendUint16(to, uint16(int16(d)))
	}
	x, y := 0, 0
	for _, p := range all {
		var flag, f byte
		if p.on {
			flag = 0x01
		}
		f, xs = put(p.x-x, 0x02, 0x10, xs)
		flag |= f
		f, ys = put(p.y-y, 0x04, 0x20, ys)
		flag |= f
		flags = append(flags, flag)
		x, y = p.x, p.y
	}
	for i := 0; i < len(flags); {
		n := 1
		for i+n < len(flags) && flags[i+n] == flags[i] && n < 256 {
			n++
		}
		if n > 1 {
			out = append(out, flags[i]|0x08, byte(n-1))
		} else {
			out = append(out, flags[i])
		}
		i += n
	}
	return append(append(out, xs...), ys...)
}
