package widget

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// TestLinesDoNotCrossNumbers draws combined charts of random values and checks that no line passes through a number,
// and that a number without room is reported.
func TestLinesDoNotCrossNumbers(t *testing.T) {
	t.Parallel()
	engine := text.NewEngine()
	random := rand.New(rand.NewPCG(7, 7))
	row := func(n, lo, hi int) string {
		var out []string
		for range n {
			out = append(out, fmt.Sprint(lo+random.IntN(hi-lo)))
		}
		return strings.Join(out, ",")
	}
	labels := 0
	for round := range 120 {
		n, lo := 2+random.IntN(7), -60*(round%2)
		for _, attributes := range []string{"show-values", `show-values smooth="false" points="false"`, "stacked show-values", `stacked show-values="total"`, `show-values types="bar,line,line"`, `show-values secondary="2"`, `show-values reference="50:Goal"`} {
			series := row(n, lo, 120) + ";" + row(n, lo, 120)
			if strings.Contains(attributes, "stacked") || strings.Contains(attributes, "types") {
				series += ";" + row(n, lo, 220)
			}
			markup := fmt.Sprintf(`<chart-combo legend="no" axis="no" %s values="%s"></chart-combo>`, attributes, series)
			c := drawn(t, engine, markup, 520, 300)
			shown := 0
			for _, w := range c.texts {
				if c.list.Ops[w.op].(display.Glyphs).Text == "Goal" {
					continue
				}
				shown++
				if x, y, ok := crossedBy(c, w); ok {
					t.Errorf("%s: a line crosses the text %q at %.0f, %.0f", markup, c.list.Ops[w.op].(display.Glyphs).Text, x, y)
				}
			}
			if labels += shown; attributes == "show-values" && shown < n && !strings.Contains(fmt.Sprint(c.warnings), "no room beside the lines") {
				t.Errorf("%s: %d numbers of %d without a warning", markup, shown, n)
			}
		}
	}
	if labels < 2000 {
		t.Errorf("only %d numbers were drawn", labels)
	}
}

// crossedBy returns a point of a stroked line within a text.
func crossedBy(c *canvas, w written) (x, y float64, ok bool) {
	for _, op := range c.list.Ops {
		s, stroke := op.(display.StrokePath)
		if !stroke || s.Stroke.Cap != display.RoundCap {
			continue
		}
		at, last := 0, display.Point{}
		for _, verb := range s.Path.Verbs {
			p := s.Path.Points[at:]
			switch verb {
			case display.MoveTo:
				at++
				last = p[0]
				continue
			case display.LineTo:
				at++
				p = []display.Point{last, p[0], p[0]}
			case display.CubicTo:
				at += 3
			}
			for i := range 65 {
				u := float64(i) / 64
				v := 1 - u
				on := func(a, b, c, d display.Coord) float64 {
					return v*v*v*a.Float() + 3*v*v*u*b.Float() + 3*v*u*u*c.Float() + u*u*u*d.Float()
				}
				x, y := on(last.X, p[0].X, p[1].X, p[2].X), on(last.Y, p[0].Y, p[1].Y, p[2].Y)
				if x > w.left && x < w.left+w.width && y > w.base-w.cap && y < w.base {
					return x, y, true
				}
			}
			last = p[2]
		}
	}
	return 0, 0, false
}
