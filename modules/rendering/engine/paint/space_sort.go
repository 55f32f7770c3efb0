package paint

import (
	"math"
	"slices"
)

// sortPlanes orders the planes of a 3-D rendering context from back to front, splitting those that intersect (by a
// binary space partition tree). Coplanar ones keep their order.
func sortPlanes(planes []plane) []plane {
	if len(planes) < 2 {
		return planes
	}
	var seen []plane
	for _, pl := range planes {
		corners := visibleCorners(pl.matrix, pl.bounds)
		for _, c := range corners {
			pl.polygon = append(pl.polygon, [3]float64{c[0] / c[3], c[1] / c[3], c[2] / c[3]})
		}
		if len(pl.polygon) >= 3 {
			seen = append(seen, pl)
		}
	}
	budget := maxPieces
	return sortPieces(seen, &budget)
}

// maxPieces bounds the number of pieces that planes are split into.
const maxPieces = 1000

// The distance within which a point counts as lying in a plane, in CSS pixels, and the tolerance for equal normals.
const (
	inPlane   = 0.05
	sameSlope = 0.999
)

func sortPieces(planes []plane, budget *int) []plane {
	if len(planes) < 2 || *budget <= 0 {
		return planes
	}
	root := 0
	normal, ok := normalOf(planes[root].polygon)
	for ; !ok && root < len(planes)-1; normal, ok = normalOf(planes[root].polygon) {
		root++
	}
	if !ok {
		return planes
	}
	at := planes[root].polygon[0]
	level := dot(normal, at)
	var behind, within, before []plane
	for i, pl := range planes {
		if i == root {
			within = append(within, pl)
			continue
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, q := range pl.polygon {
			d := dot(normal, q) - level
			lo, hi = min(lo, d), max(hi, d)
		}
		n, ok := normalOf(pl.polygon)
		switch {
		case ok && math.Abs(dot(n, normal)) > sameSlope && -inPlane < lo && hi < inPlane || lo > -inPlane && hi < inPlane:
			within = append(within, pl)
		case lo >= -inPlane:
			before = append(before, pl)
		case hi <= inPlane:
			behind = append(behind, pl)
		default:
			*budget--
			a, b := cut(pl, normal, level)
			before, behind = append(before, a), append(behind, b)
		}
	}
	slices.SortStableFunc(within, func(a, b plane) int { return a.order - b.order })
	if normal[2] < 0 {
		behind, before = before, behind
	}
	out := sortPieces(behind, budget)
	out = append(slices.Clip(out), within...)
	return append(out, sortPieces(before, budget)...)
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// normalOf returns the unit normal of a polygon; ok is false if its area is zero.
func normalOf(p [][3]float64) (n [3]float64, ok bool) {
	for i, a := range p {
		b := p[(i+1)%len(p)]
		n[0] += float64((a[1] - b[1]) * (a[2] + b[2]))
		n[1] += float64((a[2] - b[2]) * (a[0] + b[0]))
		n[2] += float64((a[0] - b[0]) * (a[1] + b[1]))
	}
	size := math.Sqrt(dot(n, n))
	if size < 1e-6 {
		return n, false
	}
	return [3]float64{n[0] / size, n[1] / size, n[2] / size}, true
}

// cut splits a plane by another into the parts in front of it, on the side of its normal, and behind it.
func cut(pl plane, normal [3]float64, level float64) (front, back plane) {
	m := pl.matrix
	// The distance from the cutting plane times the homogeneous coordinate is linear in the plane's own coordinates.
	at := func(c int) float64 {
		v := 0.0
		for r := range 3 {
			v += float64(normal[r] * m[4*c+r])
		}
		return v - float64(level*m[4*c+3])
	}
	half := [3]float64{at(0), at(1), at(3)}
	front, back = pl, pl
	front.cuts = append(slices.Clip(pl.cuts), half)
	back.cuts = append(slices.Clip(pl.cuts), [3]float64{-half[0], -half[1], -half[2]})
	front.polygon, back.polygon = nil, nil
	for i, a := range pl.polygon {
		b := pl.polygon[(i+1)%len(pl.polygon)]
		da, db := dot(normal, a)-level, dot(normal, b)-level
		if da >= 0 {
			front.polygon = append(front.polygon, a)
		}
		if da <= 0 {
			back.polygon = append(back.polygon, a)
		}
		if da > 0 && db < 0 || da < 0 && db > 0 {
			t := da / (da - db)
			var c [3]float64
			for k := range c {
				c[k] = a[k] + float64((b[k]-a[k])*t)
			}
			front.polygon, back.polygon = append(front.polygon, c), append(back.polygon, c)
		}
	}
	return front, back
}
