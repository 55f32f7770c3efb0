package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
)

// pagedLine is a line or a float on a page.
type pagedLine struct {
	page      int
	float     bool
	area      geom.Rect
	available geom.Unit
}

// pagedLines returns the lines and floats of a paginated document, relative to their pages.
func pagedLines(p *Drawing) (out []pagedLine) {
	g := p.pagination
	var walk func(f *layout.Fragment, at geom.Point)
	walk = func(f *layout.Fragment, at geom.Point) {
		for _, c := range f.Children {
			to := geom.Point{X: at.X + c.Offset.X, Y: at.Y + c.Offset.Y}
			float := c.Kind == layout.BoxFragment && c.Box != nil && c.Box.Style.Float != 0
			if c.Kind == layout.LineFragment || float {
				page := 0
				for page+1 < len(g.pages) && g.pages[page+1].Top <= to.Y {
					page++
				}
				out = append(out, pagedLine{page, float, geom.Rect{X: to.X, Y: to.Y - g.pages[page].Top, W: c.Size.W, H: c.Size.H}, 0})
			}
			if !float && c.Kind != layout.LineFragment {
				walk(c, to)
			}
		}
	}
	walk(p.layout.Root, geom.Point{})
	return out
}

// TestLinesBesideFloatsOnPages checks that lines make room for floats on their own page, and only for those.
func TestLinesBesideFloatsOnPages(t *testing.T) {
	t.Parallel()
	const dot = `src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"`
	text := func(n int) string { return strings.Repeat("abc def ", n) }
	style := `<style>@page{size:300px 200px;margin:10px}body{margin:0;font:12px/20px Inter}p{margin:0 0 10px;orphans:1;widows:1}img{float:left;width:100px;height:100px}</style>`
	for name, c := range map[string]struct {
		body   string
		floats []string // page and top of each float
	}{
		"a float moves":             {"<p>" + text(30) + "<p><img " + dot + ">" + text(60), []string{"1 0"}},
		"with its margin":           {"<p>" + text(30) + "<p><img style='margin-top:8px' " + dot + ">" + text(60), []string{"1 8"}},
		"on the right":              {"<p>" + text(30) + "<p><img style='float:right' " + dot + ">" + text(60), []string{"1 0"}},
		"with widows":               {"<p>" + text(30) + "<p style='widows:3;orphans:3'><img " + dot + ">" + text(40), []string{"1 0"}},
		"before a cleared block":    {"<p>" + text(30) + "<p><img " + dot + ">a<p style='clear:both'>" + text(20), []string{"1 0"}},
		"in nested blocks":          {"<div><p>" + text(30) + "<div><p><img " + dot + ">" + text(60) + "</div></div>", []string{"1 0"}},
		"lines move, the float not": {"<p>" + text(24) + "<p><img style='height:70px' " + dot + ">" + text(60), []string{"0 90"}},
		"two floats":                {"<p>" + text(30) + "<p><img " + dot + ">" + text(80) + "<p>" + text(16) + "<p><img " + dot + ">" + text(60), []string{"1 0", "3 0"}},
		"after a forced break":      {"<p>" + text(30) + "<p><img " + dot + ">" + text(60) + "<p style='break-before:page'>" + text(30) + "<p><img " + dot + ">" + text(60), []string{"1 0", "4 0"}},
		"in right-to-left text":     {"<div dir=rtl><p>" + strings.Repeat("שלום ", 60) + "<p><img style='float:right' " + dot + ">" + strings.Repeat("שלום ", 120) + "</div>", []string{"1 0"}},
		"in a table":                {"<table><tr><td><p>" + text(30) + "<p><img " + dot + ">" + text(60) + "</table>", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := drawnOn(t, Paper{Width: 400, Height: 300, OpenSize: true, OpenMargin: true}, "<!doctype html><title>a</title>"+style+c.body)
			for _, w := range p.Warnings {
				t.Error(w.Message)
			}
			all := pagedLines(p)
			var floats []string
			for _, f := range all {
				if !f.float {
					continue
				}
				floats = append(floats, fmt.Sprintf("%d %d", f.page, f.area.Y.Round()))
				for _, l := range all {
					if !l.float && l.page == f.page && !l.area.Intersect(f.area).Empty() {
						t.Errorf("the line at %v of page %d is over the float at %v", l.area, l.page, f.area)
					}
				}
			}
			for i, l := range all {
				beside := false
				for _, f := range all {
					beside = beside || f.float && f.page == l.page && f.area.Y < l.area.MaxY()+geom.Px(10) && l.area.Y < f.area.MaxY()+geom.Px(10)
				}
				last := i+1 == len(all) || all[i+1].area.X != l.area.X
				if !l.float && !beside && !last && l.area.W < geom.Px(200) && l.area.W > geom.Px(100) && name != "in right-to-left text" && name != "before a cleared block" {
					t.Errorf("the line at %v of page %d makes room for nothing", l.area, l.page)
				}
			}
			if c.floats != nil && fmt.Sprint(floats) != fmt.Sprint(c.floats) {
				t.Errorf("floats at %q, want %q", floats, c.floats)
			}
		})
	}
}
