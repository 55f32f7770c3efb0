package raster

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// maxDashes bounds the dashes of one stroke.
const maxDashes = 200_000

// dash cuts polylines into dashes (SVG 2 §13.5.6). An odd list is repeated; a list with a negative entry or of zero
// total length means a solid line.
func dash(lines []polyline, st display.Stroke) ([]polyline, error) {
	var pattern []float64
	total := 0.0
	for _, d := range st.Dash {
		if d < 0 {
			return lines, nil
		}
		pattern = append(pattern, d.Float())
		total += d.Float()
	}
	if total <= 0 {
		return lines, nil
	}
	if len(pattern)%2 == 1 {
		pattern = append(pattern, pattern...)
		total *= 2
	}
	offset := math.Mod(st.DashOffset.Float(), total)
	if offset < 0 {
		offset += total
	}
	first := 0
	// A zero-length dash at the beginning is drawn: it has caps.
	for offset > pattern[first] || offset == pattern[first] && offset > 0 {
		offset -= pattern[first]
		first = (first + 1) % len(pattern)
		if offset == 0 && pattern[first] > 0 {
			break
		}
	}
	var out []polyline
	for _, l := range lines {
		var err error
		if out, err = dashLine(out, l, pattern, first, pattern[first]-offset); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// dashLine appends the dashes of one polyline, starting with left units of pattern[at].
func dashLine(out []polyline, l polyline, pattern []float64, at int, left float64) ([]polyline, error) {
	n := len(l.pts)
	segments := n - 1
	if l.closed {
		segments = n
	}
	startsOn := at%2 == 0
	begin := len(out)
	var cur polyline
	if startsOn {
		cur = polyline{pts: []vec{l.pts[0]}, smooth: []bool{false}}
	}
	cuts := 0
	for i := range segments {
		a, b := l.pts[i], l.pts[(i+1)%n]
		length := b.sub(a).length()
		done := 0.0
		for length-done > left {
			done += left
			p := lerp(a, b, done/length)
			if at%2 == 0 {
				cur.add(p, false)
				out = append(out, cur)
				cur = polyline{}
			} else {
				cur = polyline{pts: []vec{p}, smooth: []bool{false}}
			}
			at = (at + 1) % len(pattern)
			left = pattern[at]
			if cuts++; cuts > maxDashes || len(out) > maxDashes {
				return nil, tooComplex(&limit.Error{Counted: "dashes", Count: maxDashes + 1, Limit: maxDashes, Hint: "use longer dashes or shorter paths"})
			}
		}
		left -= length - done
		if at%2 == 0 {
			next := (i + 1) % n
			cur.add(b, next < len(l.smooth) && l.smooth[next])
		}
	}
	if len(cur.pts) == 0 {
		return out, nil
	}
	if l.closed && startsOn && cuts == 0 {
		return append(out, l), nil // never off
	}
	if l.closed && startsOn && len(out) > begin {
		// The last dash continues into the first.
		first := &out[begin]
		first.pts = append(cur.pts, first.pts[1:]...)
		first.smooth = append(cur.smooth, first.smooth[1:]...)
		return out, nil
	}
	return append(out, cur), nil
}

func (l *polyline) add(v vec, smooth bool) {
	if n := len(l.pts); n > 0 && l.pts[n-1] == v {
		return
	}
	l.pts, l.smooth = append(l.pts, v), append(l.smooth, smooth)
}
