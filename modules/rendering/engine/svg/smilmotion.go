package svg

import (
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// transform returns the function of an active animateTransform element.
func (a *animation) transform() (string, bool) {
	kind := attribute(a.node, "type")
	missing := []float64{0, 0, 0}
	size := 1
	switch kind {
	case "", "translate":
		kind, size = "translate", 2
	case "scale":
		missing, size = []float64{1, 1}, 2
	case "rotate":
		size = 3
	case "skewX", "skewY":
	default:
		return "", false
	}
	identity := make([]string, size)
	for i := range identity {
		identity[i] = format(missing[i])
	}
	list, _ := a.values(strings.Join(identity, " "))
	if len(list) == 0 || !isFinite(a.duration) {
		return "", false
	}
	full := make([]string, len(list))
	for i, v := range list {
		n := numberFields(v)
		if len(n) == 0 || len(n) > size {
			return "", false
		}
		for len(n) < size {
			if kind == "scale" {
				n = append(n, n[0])
			} else {
				n = append(n, 0)
			}
		}
		fields := make([]string, size)
		for k := range n {
			fields[k] = format(n[k])
		}
		full[i] = strings.Join(fields, " ")
	}
	v := a.sampleStrings(full)
	if a.round > 0 && attribute(a.node, "accumulate") == "sum" {
		v = sumValues(v, full[len(full)-1], float64(a.round))
	}
	return kind + "(" + v + ")", true
}

func format(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// motion returns the transform of an active animateMotion element: a translation to a point of its path, and a rotation.
func (a *animation) motion(doc *dom.Document) (string, bool) {
	if !isFinite(a.duration) {
		return "", false
	}
	d, listed := attribute(a.node, "path"), false
	if a.path != dom.None {
		if n := &doc.Nodes[a.path]; n.Tag == "path" {
			d = attribute(n, "d")
		}
	}
	if d == "" {
		d, listed = a.motionLine()
	}
	o, err := parseOutline(d)
	if (err != nil && len(o.points) == 0) || len(o.points) < 2 {
		return "", false
	}
	line := o.measured()
	at := a.along(line, listed, o.points)
	q, angle, ok := line.along(float64(min(max(at, 0), 1) * line.length))
	x, y := q.x, q.y
	if !ok {
		return "", false
	}
	if a.round > 0 && attribute(a.node, "accumulate") == "sum" {
		end := o.points[len(o.points)-1]
		x, y = x+float64(end.x*float64(a.round)), y+float64(end.y*float64(a.round))
	}
	out := "translate(" + format(x) + " " + format(y) + ")"
	switch r := attribute(a.node, "rotate"); r {
	case "", "0":
	case "auto", "auto-reverse":
		turn := angle
		if r == "auto-reverse" {
			turn += 180
		}
		out += " rotate(" + format(turn) + ")"
	default:
		if v, err := strconv.ParseFloat(r, 64); err == nil {
			out += " rotate(" + format(v) + ")"
		}
	}
	return out, true
}

// motionLine returns the path through the points of an animateMotion element without a path.
func (a *animation) motionLine() (d string, listed bool) {
	list, _ := a.values("0 0")
	for i, v := range list {
		if len(numberFields(v)) != 2 {
			return "", false
		}
		if i == 0 {
			d = "M" + v
		} else {
			d += "L" + v
		}
	}
	return d, true
}

// along returns the part of the length of a path at which an element is.
func (a *animation) along(line *measure, listed bool, points []point) float64 {
	keys := numberFields(attribute(a.node, "keyPoints"))
	mode := attribute(a.node, "calcMode")
	switch {
	case len(keys) > 0 && mode != "paced" && mode != "":
		from, to, part := a.position(len(keys), nil)
		return keys[from] + float64((keys[to]-keys[from])*part)
	case listed && (mode == "linear" || mode == "spline" || mode == "discrete") && line.length > 0:
		from, to, part := a.position(len(points), nil)
		sum := 0.0
		var at [2]float64
		for i := range points {
			if i > 0 {
				sum += math.Sqrt(float64((points[i].x-points[i-1].x)*(points[i].x-points[i-1].x)) + float64((points[i].y-points[i-1].y)*(points[i].y-points[i-1].y)))
			}
			if i == from {
				at[0] = sum
			}
			if i == to {
				at[1] = sum
			}
		}
		return (at[0] + float64((at[1]-at[0])*part)) / line.length
	case mode == "discrete":
		return a.progress - math.Mod(a.progress, 0.5)
	}
	return a.progress
}
