package engine

import (
	"fmt"
	"html"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// notes returns the dimensions of the page's footnote area.
func (s *sheet) notes() layout.NoteArea {
	w, h := s.area()
	n := &s.style.Notes
	edge := func(side int) geom.Unit {
		base := geom.Px(w)
		return max(0, n.Margin[side].Resolve(base)) + max(0, n.Padding[side].Resolve(base)) + geom.FromFloat(n.Border[side])
	}
	out := layout.NoteArea{Edges: geom.Edges{Top: edge(style.Top), Right: edge(style.Right), Bottom: edge(style.Bottom), Left: edge(style.Left)}, Max: geom.Px(h) * 3 / 4}
	if n.MaxHeight != nil {
		out.Max = min(out.Max, max(0, n.MaxHeight.Resolve(geom.Px(h)))+out.Edges.Vertical())
	}
	return out
}

// noteWidth returns the width of the footnotes on the pages of a type.
func (d *Document) noteWidth(name string) geom.Unit {
	s := d.sheet(layout.PageKind{Name: name, Index: 1, Named: 1})
	w, _ := s.area()
	return max(geom.One, geom.Px(w)-s.notes().Edges.Horizontal())
}

// noteNumbers numbers the footnotes if pages reset their counter, else returns nil.
func (d *Document) noteNumbers(r *layout.Result, g *pagination) func(dom.NodeID) int {
	nodes, pages := r.NotePages()
	resets := false
	numbers := map[dom.NodeID]int{}
	n, at := 0, -1
	for i, node := range nodes {
		for at < pages[i] && at+1 < len(g.sheets) {
			at++
			for _, c := range g.sheets[at].style.CounterReset {
				if c.Name == "footnote" {
					n, resets = c.Value, true
				}
			}
		}
		n++
		numbers[node] = n
	}
	if !resets {
		return nil
	}
	return func(node dom.NodeID) int { return numbers[node] }
}

// noteMarkup writes the footnote area of a page into the document of its margins.
func (m *marginWriter) noteMarkup() {
	height := m.facts.notes[m.page]
	if height == 0 || m.sheet.style.Notes.Declarations == "" {
		return
	}
	s := m.sheet
	w, h := s.area()
	margin := func(side int) float64 { return max(0, s.style.Notes.Margin[side].Resolve(geom.Px(w))).Float() }
	fmt.Fprintf(&m.b, `<page-notes style="all:unset;%s;display:block;position:absolute;box-sizing:border-box;margin:0;left:%gpx;top:%gpx;width:%gpx;height:%gpx"></page-notes>`,
		html.EscapeString(s.style.Notes.Declarations), float64(s.Left)+margin(style.Left), float64(s.Top+h)-height.Float()+margin(style.Top),
		float64(w)-margin(style.Left)-margin(style.Right), height.Float()-margin(style.Top)-margin(style.Bottom))
}

// noteWarnings warns about footnotes without a page.
func (d *Document) noteWarnings() (out []dom.Warning) {
	if d.settings.Paper != nil {
		return nil
	}
	for id, s := range d.tree.Styles {
		if s != nil && s.Note {
			out = append(out, dom.Warning{Code: "unsupported_value", Path: d.tree.Doc.Nodes[id].Path, Message: "float: footnote has an effect on pages only; the element is where it stands"})
		}
	}
	return out
}
