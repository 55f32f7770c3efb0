package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// pageFacts holds the data of pages for margin boxes: numbers, named strings and running elements.
type pageFacts struct {
	numbers  []int // the page counter
	strings  map[string][]pageString
	elements map[string][]pageElement
	notes    []geom.Unit // the heights of the footnote areas
}

// pageString is a value of a named string and the page where it was set; first is true if it is set at the start of
// that page.
type pageString struct {
	page  int
	first bool
	value string
}

type pageElement struct {
	page int
	node dom.NodeID
}

// pageFacts collects the facts of pages from the positions of the elements.
func (d *Document) pageFacts(g *pagination, boxes []layout.ElementBox) *pageFacts {
	f := &pageFacts{strings: map[string][]pageString{}, elements: map[string][]pageElement{}}
	resets := map[int]int{}
	for _, b := range boxes {
		s := d.tree.Styles[b.Node]
		if s == nil {
			continue
		}
		page := g.pageAt(b)
		for _, set := range s.StringSet {
			var text strings.Builder
			for _, it := range set.Items {
				if it.Kind == style.ContentSelf {
					text.WriteString(textOf(d.tree.Doc, b.Node))
				} else {
					text.WriteString(it.Text)
				}
			}
			f.strings[set.Name] = append(f.strings[set.Name], pageString{page, b.Rect.Y <= g.pages[page].Top, text.String()})
		}
		if s.Running != "" {
			f.elements[s.Running] = append(f.elements[s.Running], pageElement{page, b.Node})
		}
		for _, c := range s.CounterReset {
			if _, has := resets[page]; c.Name == "page" && !has {
				resets[page] = c.Value
			}
		}
	}
	n := 0
	for i := range g.pages {
		f.notes = append(f.notes, g.pages[i].Notes)
		st := &g.sheets[i].style
		by := 1
		for _, c := range st.CounterIncrement {
			if c.Name == "page" {
				by = c.Value
			}
		}
		for _, c := range st.CounterReset {
			if c.Name == "page" {
				n = c.Value
			}
		}
		n += by
		for _, c := range st.CounterSet {
			if c.Name == "page" {
				n = c.Value
			}
		}
		if v, ok := resets[i]; ok {
			n = v
		}
		f.numbers = append(f.numbers, n)
	}
	return f
}

// pageAt returns the index of the page on which an element begins.
func (g *pagination) pageAt(b layout.ElementBox) int {
	for i := range g.pages {
		if b.Rect.Y < g.pages[i].Top+g.pages[i].Height {
			return i
		}
	}
	return len(g.pages) - 1
}

// counter returns the value of a page's counter.
func (f *pageFacts) counter(name string, page int) int {
	switch name {
	case "page":
		return f.numbers[page]
	case "pages":
		return len(f.numbers)
	}
	return 0
}

// named returns the value of a named string on a page (CSS Generated Content for Paged Media 3 §1.1.2).
func (f *pageFacts) named(name, which string, page int) string {
	var before string
	var here []pageString
	for _, s := range f.strings[name] {
		switch {
		case s.page < page:
			before = s.value
		case s.page == page:
			here = append(here, s)
		}
	}
	switch {
	case len(here) == 0:
		return before
	case which == "last":
		return here[len(here)-1].value
	case which == "start" && !here[0].first:
		return before
	case which == "first-except":
		return ""
	}
	return here[0].value
}

// running returns the element that a page shows under a name, dom.None if there is none.
func (f *pageFacts) running(name, which string, page int) dom.NodeID {
	before, first, last := dom.None, dom.None, dom.None
	for _, e := range f.elements[name] {
		switch {
		case e.page < page:
			before = e.node
		case e.page == page:
			if first == dom.None {
				first = e.node
			}
			last = e.node
		}
	}
	switch {
	case first == dom.None:
		return before
	case which == "last":
		return last
	case which == "start" && before != dom.None:
		return before
	case which == "first-except":
		return dom.None
	}
	return first
}

// textOf returns the text of an element, with single spaces.
func textOf(doc *dom.Document, node dom.NodeID) string {
	var b strings.Builder
	var walk func(dom.NodeID)
	walk = func(id dom.NodeID) {
		n := doc.Node(id)
		if n.Type == dom.Text {
			b.WriteString(n.Text)
		} else if notText[n.Tag] {
			return
		}
		for c := n.FirstChild; c != dom.None; c = doc.Node(c).Next {
			walk(c)
		}
	}
	walk(node)
	return strings.Join(strings.Fields(b.String()), " ")
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
