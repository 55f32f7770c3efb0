package vector

import (
	"fmt"
	"slices"
	"strings"
)

// Tag is an element of a document's logical structure (ISO 32000-1 §14.7).
type Tag struct {
	// ID identifies the element, from 1; 0 means none.
	ID int32
	// Role is a standard structure type, such as P, H1 or Figure.
	Role string
	// Alt is the text alternative of a figure.
	Alt string
	// Scope is Row or Column for a header cell.
	Scope string
	// Text is the text of a link or, for a figure, its location in the document.
	Text string
	// Parent is the parent element's ID; 0 is the document itself.
	Parent int32
}

// structure collects the logical structure of a file.
type structure struct {
	elements map[int32]*element
	order    []int32 // elements in order of first occurrence
	streams  [][]int32
	// links are the elements of annotations, by their key in the parent tree minus linkKeys.
	links []int32
}

// element is a structure element with its kids, marked content and other elements, in order.
type element struct {
	tag  Tag
	kids []kid
}

// kid is marked content of a stream or, if child is set, an element.
type kid struct {
	child        int32
	stream, mcid int
	annotation   int // object of a link's annotation on the page with object number stream
}

// tagOf returns the tag of a node's content; its ID is 0 for untagged content.
func (c *pdfContent) tagOf(node int32) Tag {
	if c.p.structure == nil || node == 0 || c.untagged || c.inFigure > 0 {
		return Tag{}
	}
	return c.p.o.Tags(node)
}

// artifact opens an artifact, if the standard requires one, or continues the open one.
func (c *pdfContent) artifact() {
	if c.p.o.Standard == nil || !c.p.o.Standard.Accessible || c.untagged || c.inFigure > 0 || c.inArtifact {
		return
	}
	c.b.WriteString("/Artifact BMC\n")
	c.inArtifact = true
}

func (c *pdfContent) endArtifact() {
	if c.inArtifact {
		c.b.WriteString("EMC\n")
		c.inArtifact = false
	}
}

// mark opens marked content for a node if the file is tagged and the node has a tag, and reports whether it did.
func (c *pdfContent) mark(node int32) bool {
	s, tag := c.p.structure, c.tagOf(node)
	if tag.ID == 0 {
		return false
	}
	c.endArtifact()
	e := s.element(tag, c.p.o.Tags)
	if c.parents == 0 {
		s.streams = append(s.streams, nil)
		c.parents = len(s.streams)
	}
	mcid := len(s.streams[c.parents-1])
	s.streams[c.parents-1] = append(s.streams[c.parents-1], tag.ID)
	e.kids = append(e.kids, kid{stream: c.parents, mcid: mcid})
	fmt.Fprintf(&c.b, "/%s << /MCID %d >> BDC\n", tag.Role, mcid)
	return true
}

// element returns the element of a tag, creating it and its ancestors if missing.
func (s *structure) element(tag Tag, tags func(int32) Tag) *element {
	if e := s.elements[tag.ID]; e != nil {
		return e
	}
	if tag.Parent == tag.ID {
		tag.Parent = 0
	}
	e := &element{tag: tag}
	s.elements[tag.ID] = e
	s.order = append(s.order, tag.ID)
	if tag.Parent != 0 {
		up := s.element(tags(tag.Parent), tags)
		up.kids = append(up.kids, kid{child: tag.ID})
	}
	return e
}

// linkKeys is the first key of annotations in the parent tree, after those of all streams.
const linkKeys = 1 << 20

// link adds an annotation to the structure and returns its dictionary entries.
func (p *pdfWriter) link(node int32, annotation int) string {
	s := p.structure
	if s == nil || node == 0 {
		return ""
	}
	tag := p.o.Tags(node)
	if tag.ID == 0 {
		return ""
	}
	e := s.element(tag, p.o.Tags)
	e.kids = append(e.kids, kid{stream: p.current, annotation: annotation})
	s.links = append(s.links, tag.ID)
	contents := ""
	if tag.Text != "" {
		contents = " /Contents <FEFF" + utf16Hex(tag.Text) + ">"
	}
	return fmt.Sprintf(" /StructParent %d%s", linkKeys+len(s.links)-1, contents)
}

// placed is the page of a content stream, and its form XObject, if any.
type placed struct{ page, form int }

// streamParents returns the parent tree entry of a tagged stream's dictionary.
func (c *pdfContent) streamParents() string {
	if c.parents == 0 {
		return ""
	}
	return fmt.Sprintf(" /StructParents %d", c.parents-1)
}

// writeStructure writes the structure tree and returns its object; 0 if it is empty.
func (p *pdfWriter) writeStructure() int {
	s := p.structure
	if s == nil || len(s.order) == 0 {
		return 0
	}
	root, document := p.reserve(), p.reserve()
	refs, bodies := map[int32]int{}, map[int32]int{}
	for _, id := range s.order {
		refs[id] = p.reserve()
		bodies[id] = refs[id]
		if s.elements[id].tag.Role == "LI" {
			bodies[id] = p.reserve() // the content of a list item is its LBody
		}
	}
	var top, named []string
	for _, id := range s.order {
		e := s.elements[id]
		var kids []string
		for _, k := range e.kids {
			at := p.placed[k.stream]
			switch {
			case k.annotation != 0:
				kids = append(kids, fmt.Sprintf("<< /Type /OBJR /Pg %d 0 R /Obj %d 0 R >>", k.stream, k.annotation))
			case k.child != 0:
				kids = append(kids, fmt.Sprintf("%d 0 R", refs[k.child]))
			case at.form != 0:
				kids = append(kids, fmt.Sprintf("<< /Type /MCR /Pg %d 0 R /Stm %d 0 R /MCID %d >>", at.page, at.form, k.mcid))
			default:
				kids = append(kids, fmt.Sprintf("<< /Type /MCR /Pg %d 0 R /MCID %d >>", at.page, k.mcid))
			}
		}
		up := document
		if e.tag.Parent != 0 {
			up = bodies[e.tag.Parent]
		} else {
			top = append(top, fmt.Sprintf("%d 0 R", refs[id]))
		}
		alt := ""
		if e.tag.Alt != "" {
			alt = " /Alt <FEFF" + utf16Hex(e.tag.Alt) + ">"
		}
		if e.tag.Scope != "" {
			alt += " /A << /O /Table /Scope /" + e.tag.Scope + " >>"
		}
		if e.tag.Role == "Note" {
			name := fmt.Sprintf("(note%08d)", id)
			alt += " /ID " + name
			named = append(named, fmt.Sprintf("%s %d 0 R", name, refs[id]))
		}
		if bodies[id] != refs[id] {
			p.set(bodies[id], fmt.Sprintf("<< /Type /StructElem /S /LBody /P %d 0 R /K [%s] >>", refs[id], strings.Join(kids, " ")))
			kids = []string{fmt.Sprintf("%d 0 R", bodies[id])}
		}
		p.set(refs[id], fmt.Sprintf("<< /Type /StructElem /S /%s /P %d 0 R /K [%s]%s >>", e.tag.Role, up, strings.Join(kids, " "), alt))
	}
	p.set(document, fmt.Sprintf("<< /Type /StructElem /S /Document /P %d 0 R /K [%s] >>", root, strings.Join(top, " ")))
	var parents []string
	for i, ids := range s.streams {
		list := make([]string, len(ids))
		for j, id := range ids {
			list[j] = fmt.Sprintf("%d 0 R", bodies[id])
		}
		parents = append(parents, fmt.Sprintf("%d [%s]", i, strings.Join(list, " ")))
	}
	for i, id := range s.links {
		key := linkKeys + i
		parents = append(parents, fmt.Sprintf("%d %d 0 R", key, bodies[id]))
	}
	tree := p.object("<< /Nums [" + strings.Join(parents, " ") + "] >>")
	ids := ""
	if len(named) > 0 {
		slices.Sort(named)
		ids = fmt.Sprintf(" /IDTree %d 0 R", p.object("<< /Names ["+strings.Join(named, " ")+"] >>"))
	}
	p.set(root, fmt.Sprintf("<< /Type /StructTreeRoot /K %d 0 R /ParentTree %d 0 R /ParentTreeNextKey %d%s >>", document, tree, linkKeys+len(s.links), ids))
	return root
}
