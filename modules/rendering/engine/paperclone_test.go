package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// framesOn returns the positions of the frames of a colour on a page, and the text on it. A page is 300 × 200, at 50,
// 50.
func framesOn(l *display.List, c display.Color) (out []string) {
	at := geom.Identity()
	var stack []geom.Matrix
	for _, op := range l.Ops {
		switch o := op.(type) {
		case display.PushTransform:
			stack, at = append(stack, at), o.Matrix.Mul(at)
		case display.PushClipRRect, display.PushClipPath, display.PushLayer:
			stack = append(stack, at)
		case display.Pop:
			at, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case display.FillRRect:
			if b, ok := o.Brush.(display.Solid); ok && b.Color == c && o.Hole != nil {
				_, y0 := at.Apply(0, o.RRect.Y0.Float())
				_, y1 := at.Apply(0, o.RRect.Y1.Float())
				out = append(out, fmt.Sprintf("%g-%g", y0, y1))
			}
		}
	}
	return out
}

// TestClonedEdges checks that with box-decoration-break: clone every page has the border and the padding of a box.
func TestClonedEdges(t *testing.T) {
	t.Parallel()
	const head = `<style>body{margin:0;font:10px/20px Inter;orphans:1;widows:1}div{border:4px solid #f00;padding:6px}.c{box-decoration-break:clone}.in{border-color:#0f0}</style>`
	red, green := display.Color{R: 255, A: 255}, display.Color{G: 255, A: 255}
	for name, c := range map[string]struct {
		html  string
		words []string
		outer []string
		inner []string
	}{
		"clone":   {"<div class=c>" + textLines(1, 11) + "</div>", []string{"w01", "w10"}, []string{"[50-250]", "[50-110]"}, []string{"[]", "[]"}},
		"slice":   {"<div>" + textLines(1, 11) + "</div>", []string{"w01", "w10"}, []string{"[50-300]", "[-150-100]"}, []string{"[]", "[]"}},
		"nested":  {"<div class=c><div class='c in'>" + textLines(1, 9) + "</div></div>", []string{"w01", "w09"}, []string{"[50-250]", "[50-110]"}, []string{"[60-240]", "[60-100]"}},
		"flex":    {"<div class=c style='display:flex;flex-direction:column'>" + strings.Repeat("<p style='margin:0'>w", 11) + "</div>", []string{"w", "w"}, []string{"[50-250]", "[50-110]"}, []string{"[]", "[]"}},
		"fits":    {"<div class=c>" + textLines(1, 9) + "</div>", []string{"w01"}, []string{"[50-250]"}, []string{"[]"}},
		"notes":   {noteHead + "<div class=c>" + textLines(1, 3) + "a" + noted("x", 1) + "<br>" + textLines(5, 9) + "</div>", []string{"w01", "w08"}, []string{"[220-250 50-220]", "[50-110]"}, []string{"[]", "[]"}},
		"too big": {"<div class=c style='padding:50px 0'>" + textLines(1, 7) + "</div>", []string{"w01", ""}, []string{"[50-298]", "[-150-98]"}, []string{"[]", "[]"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := paged(t, head+c.html)
			var words, outer, inner []string
			for _, l := range p.pages {
				first, _, _ := strings.Cut(said(l), " ")
				words, outer, inner = append(words, first), append(outer, fmt.Sprint(framesOn(l, red))), append(inner, fmt.Sprint(framesOn(l, green)))
			}
			if fmt.Sprint(words) != fmt.Sprint(c.words) || fmt.Sprint(outer) != fmt.Sprint(c.outer) || fmt.Sprint(inner) != fmt.Sprint(c.inner) {
				t.Errorf("got pages that begin with %q, frames %v and %v inside; want %q, %v and %v", words, outer, inner, c.words, c.outer, c.inner)
			}
		})
	}
}
