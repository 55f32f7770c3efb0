package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// maxFields bounds the number of form fields of one PDF.
const maxFields = 1000

// fields creates form fields for the document's controls: it returns the pages without the text of these controls, and
// the fields, which contain it.
func (p *Drawing) fields(pages []*display.List) ([]*display.List, []vector.Field, error) {
	var out []vector.Field
	names := map[string]int{}
	for _, b := range p.boxes {
		f, ok := p.field(b)
		if !ok {
			continue
		}
		if len(out) == maxFields {
			return nil, nil, &Error{Rule: "max_fields", Path: p.doc.Node(b.Node).Path, Message: fmt.Sprintf("the document has more than %d form fields", maxFields)}
		}
		if f.Kind != vector.RadioField {
			if names[f.Name]++; names[f.Name] > 1 {
				f.Name += "_" + strconv.Itoa(names[f.Name])
			}
		}
		out = append(out, f)
	}
	pages = slices.Clone(pages)
	for i, l := range pages {
		own := *l
		own.Ops = nil
		walkOps(l.Ops, func(op display.Op, at geom.Matrix) {
			if g, ok := op.(display.Glyphs); ok && len(g.Glyphs) > 0 && at.IsTranslation() {
				x, y := at.Apply(g.Glyphs[0].X.Float(), g.Glyphs[0].Y.Float())
				for k := range out {
					f := &out[k]
					if f.Page != i || f.Kind == vector.CheckField || f.Kind == vector.RadioField || x < f.Area.X0.Float() || x >= f.Area.X1.Float() || y < f.Area.Y0.Float() || y > f.Area.Y1.Float() {
						continue
					}
					if f.Value != "" && !f.Password || f.Kind == vector.ChoiceField {
						g.Node = 0
						f.Content = append(f.Content, display.PushTransform{Matrix: geom.Translate(at.E-f.Area.X0.Float(), at.F-f.Area.Y0.Float())}, g, display.Pop{})
					}
					return
				}
			}
			own.Ops = append(own.Ops, op)
		})
		pages[i] = &own
	}
	return pages, out, nil
}

// walkOps visits operations with their accumulated transform.
func walkOps(ops []display.Op, visit func(op display.Op, at geom.Matrix)) {
	at := geom.Identity()
	var stack []geom.Matrix
	for _, op := range ops {
		visit(op, at)
		switch o := op.(type) {
		case display.PushTransform:
			stack, at = append(stack, at), at.Mul(o.Matrix)
		case display.Pop:
			if n := len(stack); n > 0 {
				at, stack = stack[n-1], stack[:n-1]
			}
		case display.PushLayer, display.PushClipRRect, display.PushClipPath:
			stack = append(stack, at)
		}
	}
}

// field returns the form field of a control; ok is false for other boxes.
func (p *Drawing) field(b layout.ElementBox) (f vector.Field, ok bool) {
	n, s := p.doc.Node(b.Node), p.tree.Styles[b.Node]
	if n.Namespace != dom.HTML || s == nil || s.Visibility != style.Visible || b.Rect.W <= 0 || b.Rect.H <= 0 || p.transformed(b.Node) {
		return f, false
	}
	attr := func(name string) string { v, _ := n.Attr(name); return v }
	has := func(name string) bool { _, ok := n.Attr(name); return ok }
	f = vector.Field{Node: int32(b.Node) + 1, Name: strings.ReplaceAll(attr("name"), ".", "_"), Value: attr("value"), ReadOnly: has("readonly") || style.IsDisabled(p.doc, b.Node), Required: has("required"),
		Size: s.Font.Size, Color: display.Color{R: s.Color.R, G: s.Color.G, B: s.Color.B, A: 255}}
	switch kind := layout.InputType(n); {
	case kind == "checkbox" || kind == "radio":
		f.Kind, f.Checked = vector.CheckField, has("checked")
		if kind == "radio" {
			f.Kind = vector.RadioField
		}
		if !has("value") {
			f.Value = "on"
		}
		f.Content, f.Off = marks(b.Rect.Size(), kind == "radio", s)
	case n.Tag == "textarea":
		f.Multiline = true
		f.Value = strings.TrimPrefix(rawText(p.doc, b.Node), "\n")
	case n.Tag == "select":
		p.choice(&f, b.Node)
	case kind == "password":
		f.Password = true
	case slices.Contains([]string{"text", "search", "email", "url", "tel", "number", "date", "time", "month", "week", "datetime-local"}, kind):
	default:
		return f, false
	}
	if v, ok := dom.Integer(attr("maxlength")); ok && v > 0 {
		f.MaxLength = v
	}
	switch s.TextAlign {
	case style.AlignCenter:
		f.Align = 1
	case style.AlignRight, style.AlignEnd:
		f.Align = 2
	}
	if f.Name == "" {
		f.Name = "field" + strconv.Itoa(int(b.Node))
	}
	f.Label = p.label(b.Node)
	t := p.target(b)
	f.Page = t.Page
	f.Area = display.Rect{X0: display.FromFloat(t.X), Y0: display.FromFloat(t.Y), X1: display.FromFloat(t.X + b.Rect.W.Float()), Y1: display.FromFloat(t.Y + b.Rect.H.Float())}
	return f, true
}

// transformed reports whether an element is under a transform. A field must be an axis-aligned rectangle of the page.
func (p *Drawing) transformed(id dom.NodeID) bool {
	for ; id != dom.None; id = p.doc.Node(id).Parent {
		if s := p.tree.Styles[id]; s != nil && (len(s.Transform) > 0 || s.Offset != nil) {
			return true
		}
	}
	return false
}

// choice sets the options of a select element.
func (p *Drawing) choice(f *vector.Field, id dom.NodeID) {
	n := p.doc.Node(id)
	_, f.Several = n.Attr("multiple")
	size, _ := n.Attr("size")
	rows, _ := dom.Integer(size)
	f.Kind, f.Value, f.Listed = vector.ChoiceField, "", f.Several || rows > 1
	var walk func(dom.NodeID)
	walk = func(id dom.NodeID) {
		for c := p.doc.Node(id).FirstChild; c != dom.None; c = p.doc.Node(c).Next {
			o := p.doc.Node(c)
			if o.Tag != "option" {
				walk(c)
				continue
			}
			shown := textOf(p.doc, c)
			value, has := o.Attr("value")
			if !has {
				value = shown
			}
			if _, on := o.Attr("selected"); on {
				f.Selected = append(f.Selected, len(f.Options))
			}
			f.Options = append(f.Options, [2]string{value, shown})
		}
	}
	walk(id)
	if n := len(f.Selected); n > 1 && !f.Several {
		f.Selected = f.Selected[n-1:]
	}
	if len(f.Selected) == 0 && !f.Listed && len(f.Options) > 0 {
		f.Selected = []int{0}
	}
}

// label returns the name of a control: aria-label, its label element, title or placeholder.
func (p *Drawing) label(id dom.NodeID) string {
	n := p.doc.Node(id)
	if v, _ := n.Attr("aria-label"); v != "" {
		return v
	}
	for up := n.Parent; up != dom.None; up = p.doc.Node(up).Parent {
		if p.doc.Node(up).Tag == "label" {
			return p.labelText(up)
		}
	}
	for i := range p.doc.Nodes {
		if l := &p.doc.Nodes[i]; l.Tag == "label" && n.ID != "" {
			if to, _ := l.Attr("for"); to == n.ID {
				return p.labelText(dom.NodeID(i))
			}
		}
	}
	for _, name := range []string{"title", "placeholder"} {
		if v, _ := n.Attr(name); v != "" {
			return v
		}
	}
	return ""
}

// labelText returns the text of a label without that of controls inside it.
func (p *Drawing) labelText(id dom.NodeID) string {
	var b strings.Builder
	var walk func(dom.NodeID)
	walk = func(id dom.NodeID) {
		n := p.doc.Node(id)
		if n.Type == dom.Text {
			b.WriteString(n.Text)
		}
		if n.Tag == "select" || n.Tag == "textarea" || n.Tag == "button" || notText[n.Tag] {
			return
		}
		for c := n.FirstChild; c != dom.None; c = p.doc.Node(c).Next {
			walk(c)
		}
	}
	walk(id)
	return strings.Join(strings.Fields(b.String()), " ")
}

// rawText returns the text content of an element.
func rawText(doc *dom.Document, id dom.NodeID) string {
	var b strings.Builder
	for c := doc.Node(id).FirstChild; c != dom.None; c = doc.Node(c).Next {
		b.WriteString(doc.Node(c).Text)
	}
	return b.String()
}

// marks returns the appearances of a check box or radio button, on and off. Each covers the drawing on the page.
func marks(size geom.Size, round bool, s *style.Computed) (on, off []display.Op) {
	side := min(size.W, size.H).Float()
	left, top := float64((size.W.Float()-side)/2), float64((size.H.Float()-side)/2)
	accent := display.Color{G: 0x75, B: 255, A: 255}
	if s.Accent.Set {
		accent = display.Color{R: s.Accent.Color.R, G: s.Accent.Color.G, B: s.Accent.Color.B, A: 255}
	}
	part := func(inset, radius float64, c display.Color) display.Op {
		r := display.FromFloat(radius)
		at := display.Point{X: r, Y: r}
		return display.FillRRect{Brush: display.Solid{Color: c}, RRect: display.RRect{Radii: [4]display.Point{at, at, at, at}, Rect: display.Rect{
			X0: display.FromFloat(left + inset), Y0: display.FromFloat(top + inset), X1: display.FromFloat(left + side - inset), Y1: display.FromFloat(top + side - inset)}}}
	}
	line, white := display.Color{R: 0x76, G: 0x76, B: 0x76, A: 255}, display.Color{R: 255, G: 255, B: 255, A: 255}
	if round {
		half := float64(side / 2)
		off = []display.Op{part(0, half, line), part(1, half-1, white)}
		on = []display.Op{part(0, half, accent), part(1, half-1, white), part(float64(side*0.2), float64(half*0.6), accent)}
		return on, off
	}
	check := &display.Path{}
	for i, q := range [][2]float64{{0.2, 0.5}, {0.4, 0.7}, {0.8, 0.2}} {
		at := display.Point{X: display.FromFloat(left + float64(side*q[0])), Y: display.FromFloat(top + float64(side*q[1]))}
		if i == 0 {
			check.MoveTo(at)
		} else {
			check.LineTo(at)
		}
	}
	off = []display.Op{part(0, 2, line), part(1, 1, white)}
	on = []display.Op{part(0, 2, accent), display.StrokePath{Path: check, Brush: display.Solid{Color: white}, Stroke: display.Stroke{Width: display.FromFloat(float64(side * 0.16))}}}
	return on, off
}

// formTag is tag for the controls that are form fields.
func (p *Drawing) formTag(node int32) vector.Tag {
	n := &p.doc.Nodes[node-1]
	if n.Namespace == dom.HTML && (n.Tag == "input" || n.Tag == "textarea" || n.Tag == "select") {
		return vector.Tag{ID: node, Role: "Form", Parent: p.ancestorWithRole(dom.NodeID(node - 1))}
	}
	return p.tag(node)
}
