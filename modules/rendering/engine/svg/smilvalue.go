package svg

import (
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// value returns the value of an active animation of an attribute whose other value is base.
func (a *animation) value(base string) (string, bool) {
	if a.tag == "set" {
		return a.node.Attr("to")
	}
	list, additive := a.values(base)
	if len(list) == 0 || !isFinite(a.duration) {
		return "", false
	}
	v := a.sampleStrings(list)
	if a.round > 0 && attribute(a.node, "accumulate") == "sum" {
		v = sumValues(v, list[len(list)-1], float64(a.round))
	}
	if additive {
		v = sumValues(v, base, 1)
	}
	return v, true
}

// values returns the values of an animation, and whether they are added to the underlying value.
func (a *animation) values(base string) (list []string, additive bool) {
	additive = attribute(a.node, "additive") == "sum"
	if v, has := a.node.Attr("values"); has {
		for part := range strings.SplitSeq(v, ";") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		return list, additive
	}
	from, to, by := attribute(a.node, "from"), attribute(a.node, "to"), attribute(a.node, "by")
	switch {
	case from != "" && to != "":
		return []string{from, to}, additive
	case to != "":
		if base == "" {
			base = to
		}
		return []string{base, to}, false
	case from != "" && by != "":
		return []string{from, sumValues(from, by, 1)}, additive
	case by != "":
		return []string{sumValues(by, by, -1), by}, true
	}
	return nil, false
}

// position returns the indexes of two of n values and the part of the way from one to the other.
func (a *animation) position(n int, distances func(i int) float64) (from, to int, part float64) {
	mode := attribute(a.node, "calcMode")
	if mode == "" && a.tag == "animatemotion" {
		mode = "paced"
	}
	times := a.keyTimes(n, mode, distances)
	i := 0
	for i < len(times)-1 && a.progress >= times[i+1] {
		i++
	}
	if mode == "discrete" || n == 1 {
		return min(i, n-1), min(i, n-1), 0
	}
	if i >= n-1 {
		return n - 1, n - 1, 0
	}
	if length := times[i+1] - times[i]; length > 0 {
		part = (a.progress - times[i]) / length
	}
	if mode == "spline" {
		part = a.spline(i, part)
	}
	return i, i + 1, part
}

// keyTimes returns the times of n values, 0 to 1, in ascending order.
func (a *animation) keyTimes(n int, mode string, distances func(i int) float64) []float64 {
	if mode == "paced" && distances != nil && n > 1 {
		times, total := make([]float64, n), 0.0
		for i := 1; i < n; i++ {
			total += distances(i - 1)
			times[i] = total
		}
		if total > 0 {
			for i := range times {
				times[i] /= total
			}
			return times
		}
	} else if times := numberFields(attribute(a.node, "keyTimes")); len(times) == n && ascending(times) {
		return times
	}
	times, divisor := make([]float64, n), float64(max(1, n-1))
	if mode == "discrete" {
		divisor = float64(n)
	}
	for i := range times {
		times[i] = float64(i) / divisor
	}
	return times
}

func ascending(times []float64) bool {
	for i, t := range times {
		if t < 0 || t > 1 || i == 0 && t != 0 || i > 0 && t < times[i-1] {
			return false
		}
	}
	return true
}

// spline applies the easing of interval i.
func (a *animation) spline(i int, part float64) float64 {
	at := 0
	for text := range strings.SplitSeq(strings.TrimSuffix(attribute(a.node, "keySplines"), ";"), ";") {
		if at == i {
			if c := numberFields(text); len(c) == 4 && c[0] >= 0 && c[0] <= 1 && c[2] >= 0 && c[2] <= 1 {
				return geom.CubicEasing(c[0], c[1], c[2], c[3], part)
			}
			return part
		}
		at++
	}
	return part
}

// numberFields parses numbers that white space, commas or semicolons separate.
func numberFields(text string) []float64 {
	var out []float64
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || separates(r) }) {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > 1e9 {
			return nil
		}
		out = append(out, v)
	}
	return out
}

func separates(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' }

// sampleStrings samples values at the animation's progress; values that cannot be interpolated change immediately.
func (a *animation) sampleStrings(list []string) string {
	continuous := true
	for i := 1; i < len(list) && continuous; i++ {
		_, continuous = mixValues(list[i-1], list[i], 0.5)
	}
	if !continuous {
		times := a.keyTimes(len(list), "discrete", nil)
		i := 0
		for i < len(times)-1 && a.progress >= times[i+1] {
			i++
		}
		return list[i]
	}
	from, to, part := a.position(len(list), func(i int) float64 { return valueDistance(list[i], list[i+1]) })
	if from == to {
		return list[from]
	}
	v, _ := mixValues(list[from], list[to], part)
	return v
}

// quantity is a number with a unit.
type quantity struct {
	number float64
	unit   string
}

// quantities parses a list of numbers with units.
func quantities(text string) ([]quantity, bool) {
	fields := strings.FieldsFunc(text, separates)
	if len(fields) == 0 {
		return nil, false
	}
	out := make([]quantity, len(fields))
	for i, f := range fields {
		s := scanner{s: f}
		v, ok := s.number()
		if !ok {
			return nil, false
		}
		unit := f[s.i:]
		if strings.IndexFunc(unit, func(r rune) bool { return r != '%' && (r < 'A' || r > 'z') }) >= 0 {
			return nil, false
		}
		out[i] = quantity{v, unit}
	}
	return out, true
}

// pairs returns two lists of quantities of equal length and units; a zero takes the unit of the other.
func pairs(a, b string) (x, y []quantity, ok bool) {
	x, ok1 := quantities(a)
	y, ok2 := quantities(b)
	if !ok1 || !ok2 || len(x) != len(y) {
		return nil, nil, false
	}
	for i := range x {
		switch {
		case x[i].unit == y[i].unit:
		case x[i].number == 0 || x[i].unit == "" && y[i].unit == "px":
			x[i].unit = y[i].unit
		case y[i].number == 0 || y[i].unit == "" && x[i].unit == "px":
			y[i].unit = x[i].unit
		default:
			return nil, nil, false
		}
	}
	return x, y, true
}

// combine returns x·p + y·q of two lists of numbers, colours or paths.
func combine(a, b string, p, q float64) (string, bool) {
	if x, y, ok := pairs(a, b); ok {
		out := make([]string, len(x))
		for i := range x {
			out[i] = strconv.FormatFloat(float64(x[i].number*p)+float64(y[i].number*q), 'f', -1, 64) + x[i].unit
		}
		return strings.Join(out, " "), true
	}
	if x, ok := style.ParseColor(a, style.Color{A: 255}); ok {
		if y, ok := style.ParseColor(b, style.Color{A: 255}); ok {
			return combineColors(x, y, p, q), true
		}
		return "", false
	}
	if pathLike(a) && pathLike(b) {
		return combinePaths(a, b, p, q)
	}
	return "", false
}

// mixValues returns the value a part of the way from a to b.
func mixValues(a, b string, part float64) (string, bool) { return combine(a, b, 1-part, part) }

// sumValues returns a + b·times; a when the values cannot be added.
func sumValues(a, b string, times float64) string {
	if v, ok := combine(a, b, 1, times); ok {
		return v
	}
	return a
}

func combineColors(a, b style.Color, p, q float64) string {
	mix := func(x, y uint8) string {
		v := math.Floor(min(max(float64(float64(x)*p)+float64(float64(y)*q), 0), 255) + 0.5)
		return strconv.Itoa(int(v))
	}
	alpha := min(max((float64(float64(a.A)*p)+float64(float64(b.A)*q))/255, 0), 1)
	return "rgb(" + mix(a.R, b.R) + " " + mix(a.G, b.G) + " " + mix(a.B, b.B) + " / " + strconv.FormatFloat(alpha, 'f', -1, 64) + ")"
}

// valueDistance returns the distance of two values for a paced animation.
func valueDistance(a, b string) float64 {
	if x, y, ok := pairs(a, b); ok {
		sum := 0.0
		for i := range x {
			d := y[i].number - x[i].number
			sum += float64(d * d)
		}
		return math.Sqrt(sum)
	}
	x, ok1 := style.ParseColor(a, style.Color{A: 255})
	y, ok2 := style.ParseColor(b, style.Color{A: 255})
	if !ok1 || !ok2 {
		return 0
	}
	sum := 0.0
	for _, d := range [3]float64{float64(x.R) - float64(y.R), float64(x.G) - float64(y.G), float64(x.B) - float64(y.B)} {
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}

func pathLike(v string) bool { return v != "" && (v[0] == 'M' || v[0] == 'm') }

// combinePaths returns p·a + q·b of two paths of the same commands.
func combinePaths(a, b string, p, q float64) (string, bool) {
	x, err1 := parseOutline(a)
	y, err2 := parseOutline(b)
	if err1 != nil || err2 != nil || len(x.verbs) != len(y.verbs) || len(x.points) != len(y.points) {
		return "", false
	}
	var out strings.Builder
	at := 0
	for i, v := range x.verbs {
		if v != y.verbs[i] {
			return "", false
		}
		out.WriteByte(pathLetters[v])
		for range pathPoints[v] {
			m, n := x.points[at], y.points[at]
			for _, c := range [2]float64{float64(m.x*p) + float64(n.x*q), float64(m.y*p) + float64(n.y*q)} {
				out.WriteByte(' ')
				out.WriteString(strconv.FormatFloat(c, 'f', -1, 64))
			}
			at++
		}
	}
	return out.String(), true
}

// The letter of each path command and the number of its points.
var (
	pathLetters = [...]byte{display.MoveTo: 'M', display.LineTo: 'L', display.QuadTo: 'Q', display.CubicTo: 'C', display.Close: 'Z'}
	pathPoints  = [...]int{display.MoveTo: 1, display.LineTo: 1, display.QuadTo: 2, display.CubicTo: 3, display.Close: 0}
)
