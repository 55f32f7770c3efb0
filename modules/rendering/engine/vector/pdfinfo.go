package vector

import (
	"fmt"
	"strings"
)

// pageObject is a written page.
type pageObject struct {
	ref    int
	height float64 // points
}

// innerLink is the annotation of a link within the file, written once all pages are known.
type innerLink struct {
	ref        int
	name, rect string
}

// destination returns the array of a destination (ISO 32000-1 §12.3.2).
func (p *pdfWriter) destination(t Target) string {
	g := p.pages[min(max(t.Page, 0), len(p.pages)-1)]
	return fmt.Sprintf("[%d 0 R /XYZ %s %s null]", g.ref, num(float64(t.X*0.75)), num(g.height-float64(t.Y*0.75)))
}

func (p *pdfWriter) writeLinks() {
	for _, l := range p.links {
		p.set(l.ref, fmt.Sprintf("<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect %s /Dest %s >>", l.rect, p.destination(p.o.Targets[l.name])))
	}
}

// writeOutline writes the bookmarks and returns the root object, 0 if there are none.
func (p *pdfWriter) writeOutline() int {
	marks := p.o.Outline
	if len(marks) == 0 {
		return 0
	}
	root := p.reserve()
	refs, parent := make([]int, len(marks)), make([]int, len(marks))
	var open []int // ancestors of the next bookmark
	for i := range marks {
		refs[i] = p.reserve()
		for len(open) > 0 && marks[open[len(open)-1]].Level >= marks[i].Level {
			open = open[:len(open)-1]
		}
		parent[i] = -1
		if len(open) > 0 {
			parent[i] = open[len(open)-1]
		}
		open = append(open, i)
	}
	children := map[int][]int{}
	for i := range marks {
		children[parent[i]] = append(children[parent[i]], i)
	}
	var total func(i int) int
	total = func(i int) (n int) {
		for _, k := range children[i] {
			n += 1 + total(k)
		}
		return n
	}
	kids := func(i int) string {
		list := children[i]
		if len(list) == 0 {
			return ""
		}
		return fmt.Sprintf(" /First %d 0 R /Last %d 0 R /Count %d", refs[list[0]], refs[list[len(list)-1]], total(i))
	}
	for at := -1; at < len(marks); at++ {
		list, up := children[at], root
		if at >= 0 {
			up = refs[at]
		}
		for k, i := range list {
			near := ""
			if k > 0 {
				near += fmt.Sprintf(" /Prev %d 0 R", refs[list[k-1]])
			}
			if k+1 < len(list) {
				near += fmt.Sprintf(" /Next %d 0 R", refs[list[k+1]])
			}
			p.set(refs[i], fmt.Sprintf("<< /Title <FEFF%s> /Parent %d 0 R /Dest %s%s%s >>", utf16Hex(marks[i].Title), up, p.destination(marks[i].Target), near, kids(i)))
		}
	}
	p.set(root, "<< /Type /Outlines"+kids(-1)+" >>")
	return root
}

// information returns the entries of the document information dictionary.
func (p *pdfWriter) information() string {
	var b strings.Builder
	for _, e := range [][2]string{{"Title", p.o.Title}, {"Author", p.o.Author}, {"Subject", p.o.Subject}, {"Keywords", p.o.Keywords}} {
		if e[1] != "" {
			b.WriteString(" /" + e[0] + " <FEFF" + utf16Hex(e[1]) + ">")
		}
	}
	if p.o.Standard.exchange() {
		// Fixed dates: the same request gives the same bytes.
		b.WriteString(" /CreationDate (D:19700101000000Z) /ModDate (D:19700101000000Z) /Trapped /False")
	}
	return b.String()
}
