package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// union returns the contours of the union of axis-aligned rectangles, outer ones clockwise, holes anticlockwise.
func union(rects []geom.Rect) [][]geom.Point {
	var xs, ys []geom.Unit
	for _, r := range rects {
		if !r.Empty() {
			xs, ys = append(xs, r.X, r.MaxX()), append(ys, r.Y, r.MaxY())
		}
	}
	slices.Sort(xs)
	slices.Sort(ys)
	xs, ys = slices.Compact(xs), slices.Compact(ys)
	if len(xs) < 2 {
		return nil
	}
	w, h := len(xs)-1, len(ys)-1
	cells := make([]bool, w*h)
	for _, r := range rects {
		if r.Empty() {
			continue
		}
		x0, _ := slices.BinarySearch(xs, r.X)
		x1, _ := slices.BinarySearch(xs, r.MaxX())
		y0, _ := slices.BinarySearch(ys, r.Y)
		y1, _ := slices.BinarySearch(ys, r.MaxY())
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				cells[y*w+x] = true
			}
		}
	}
	inside := func(x, y int) bool { return x >= 0 && y >= 0 && x < w && y < h && cells[y*w+x] }
	// Edges by the corner they start at, with the interior on their right.
	var edges []edge
	starts := map[[2]int][]int{}
	add := func(x0, y0, x1, y1 int) {
		starts[[2]int{x0, y0}] = append(starts[[2]int{x0, y0}], len(edges))
		edges = append(edges, edge{from: [2]int{x0, y0}, to: [2]int{x1, y1}})
	}
	for y := range h {
		for x := range w {
			if !inside(x, y) {
				continue
			}
			if !inside(x, y-1) {
				add(x, y, x+1, y)
			}
			if !inside(x+1, y) {
				add(x+1, y, x+1, y+1)
			}
			if !inside(x, y+1) {
				add(x+1, y+1, x, y+1)
			}
			if !inside(x-1, y) {
				add(x, y+1, x, y)
			}
		}
	}
	var out [][]geom.Point
	for i := range edges {
		if !edges[i].used {
			out = append(out, trace(edges, starts, i, xs, ys))
		}
	}
	return out
}

// edge is one side of a cell on a contour.
type edge struct {
	from, to [2]int
	used     bool
}

// trace follows a contour from an edge and returns its corners. Where two contours touch it turns right, which keeps
// them separate.
func trace(edges []edge, starts map[[2]int][]int, first int, xs, ys []geom.Unit) []geom.Point {
	var out []geom.Point
	for i := first; !edges[i].used; {
		e := &edges[i]
		e.used = true
		dx, dy := e.to[0]-e.from[0], e.to[1]-e.from[1]
		next, turned := -1, false
		for _, n := range starts[e.to] {
			nx, ny := edges[n].to[0]-edges[n].from[0], edges[n].to[1]-edges[n].from[1]
			if right := nx == -dy && ny == dx; next < 0 || right {
				next, turned = n, nx != dx || ny != dy
			}
		}
		if turned {
			out = append(out, geom.Point{X: xs[e.to[0]], Y: ys[e.to[1]]})
		}
		i = next
	}
	return out
}

// appendContours adds axis-aligned contours to a path, with corners of the given radius or the largest that their edges
// permit.
func appendContours(path *display.Path, contours [][]geom.Point, radius display.Coord) {
	for _, c := range contours {
		n := len(c)
		for i := range c {
			prev, at, next := displayPoint(c[(i+n-1)%n]), displayPoint(c[i]), displayPoint(c[(i+1)%n])
			from, to := toward(at, prev, radius), toward(at, next, radius)
			if i == 0 {
				path.MoveTo(from)
			} else {
				path.LineTo(from)
			}
			if radius > 0 {
				path.CubicTo(between(at, from), between(at, to), to)
			}
		}
		path.Close()
	}
}

func displayPoint(p geom.Point) display.Point {
	return display.Point{X: display.FromUnit(p.X), Y: display.FromUnit(p.Y)}
}

// toward moves from a corner towards its neighbour by a distance, at most half of the edge.
func toward(a, b display.Point, by display.Coord) display.Point {
	step := func(from, to display.Coord) display.Coord {
		if to < from {
			return -min(by, (from-to)/2)
		}
		return min(by, (to-from)/2)
	}
	return display.Point{X: a.X + step(a.X, b.X), Y: a.Y + step(a.Y, b.Y)}
}

// between returns the control point of a quarter circle between its end point and the corner.
func between(corner, end display.Point) display.Point {
	part := func(c, e display.Coord) display.Coord { return e + display.FromFloat(float64((c-e).Float()*kappa)) }
	return display.Point{X: part(corner.X, end.X), Y: part(corner.Y, end.Y)}
}
