package vector

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// FieldKind is the kind of a form field.
type FieldKind uint8

// The kinds of form fields.
const (
	TextField FieldKind = iota
	CheckField
	RadioField
	ChoiceField
)

// Field is a field of a PDF form (ISO 32000-1 §12.7). Lengths are in CSS pixels on its page.
type Field struct {
	Kind FieldKind
	Page int
	Area display.Rect
	// Node is the control's document node, Name the field name, Label its accessible name.
	Node        int32
	Name, Label string
	// Value is the text of a field, or the value of a check box or radio button when it is on.
	Value   string
	Checked bool
	// Options are those of a choice: export value and displayed text.
	Options  [][2]string
	Selected []int
	// Listed shows a choice as a list box, Several permits multiple selection.
	Listed, Several                         bool
	ReadOnly, Required, Multiline, Password bool
	MaxLength                               int
	// Size and Color are those of entered text, Align is its alignment: 0 left, 1 centre, 2 right.
	Size  float64
	Color display.Color
	Align int
	// Content is the field's appearance, or that of the on state with Off for the off state, relative to the corner of
	// the area.
	Content, Off []display.Op
}

// widget writes a field's annotation on the current page and returns its object.
func (p *pdfWriter) widget(ctx context.Context, f *Field, base geom.Matrix) (int, error) {
	on, err := p.appearance(ctx, f, f.Content)
	if err != nil {
		return 0, err
	}
	ref := p.reserve()
	x0, y0 := base.Apply(f.Area.X0.Float(), f.Area.Y1.Float())
	x1, y1 := base.Apply(f.Area.X1.Float(), f.Area.Y0.Float())
	var b strings.Builder
	fmt.Fprintf(&b, "/Type /Annot /Subtype /Widget /F 4 /P %d 0 R /Rect [%s %s %s %s]%s", p.current, num(x0), num(y0), num(x1), num(y1), p.link(f.Node, ref))
	if f.Kind == CheckField || f.Kind == RadioField {
		off, err := p.appearance(ctx, f, f.Off)
		if err != nil {
			return 0, err
		}
		state := "Off"
		if f.Checked {
			state = stateName(f.Value)
		}
		fmt.Fprintf(&b, " /AS /%s /AP << /N << /%s %d 0 R /Off %d 0 R >> >>", state, stateName(f.Value), on, off)
	} else {
		fmt.Fprintf(&b, " /AP << /N %d 0 R >>", on)
	}
	p.fields = append(p.fields, writtenField{f, ref, b.String()})
	return ref, nil
}

// appearance writes a field's appearance stream.
func (p *pdfWriter) appearance(ctx context.Context, f *Field, ops []display.Op) (int, error) {
	w, h := (f.Area.X1 - f.Area.X0).Float(), (f.Area.Y1 - f.Area.Y0).Float()
	c := &pdfContent{p: p, spent: new(int64), width: int(w) + 1, height: int(h) + 1, untagged: true}
	base := geom.Matrix{A: 0.75, D: -0.75, F: float64(h * 0.75)}
	c.b.WriteString("/Tx BMC\nq\n")
	c.matrix(base)
	if err := c.list(ctx, ops, place{geom.Identity(), base}, 0); err != nil {
		return 0, err
	}
	c.b.WriteString("Q\nEMC\n")
	return p.stream(c.formDict(fmt.Sprintf("0 0 %s %s", num(float64(w*0.75)), num(float64(h*0.75)))), c.b.Bytes(), 1, 0), nil
}

// writtenField is a field whose annotation is on a page; its field entries are added by writeForm.
type writtenField struct {
	*Field
	ref  int
	body string
}

// The flags of fields (ISO 32000-1 §12.7.3.1, §12.7.4), as numbers.
const (
	flagReadOnly = 1 << 0
	flagRequired = 1 << 1
	flagMultiline,
	flagPassword = 1 << 12, 1 << 13
	flagNoToggleOff,
	flagRadio = 1 << 14, 1 << 15
	flagCombo = 1 << 17
	flagMulti = 1 << 21
)

// writeForm writes the fields and returns the catalog's entry for the form.
func (p *pdfWriter) writeForm() string {
	if len(p.fields) == 0 {
		return ""
	}
	helvetica := p.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	text := textString
	var top []string
	groups := map[string][]int{}
	var names []string
	for i, f := range p.fields {
		if f.Kind == RadioField {
			if groups[f.Name] == nil {
				names = append(names, f.Name)
			}
			groups[f.Name] = append(groups[f.Name], i)
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "<< %s /T %s", f.body, text(f.Name))
		if f.Label != "" {
			b.WriteString(" /TU " + text(f.Label))
		}
		flags := f.flags()
		switch f.Kind {
		case CheckField:
			state := "Off"
			if f.Checked {
				state = stateName(f.Value)
			}
			fmt.Fprintf(&b, " /FT /Btn /V /%s /DV /%s", state, state)
		case ChoiceField:
			b.WriteString(" /FT /Ch /Opt [")
			for _, o := range f.Options {
				if o[0] == o[1] {
					b.WriteString(text(o[0]) + " ")
				} else {
					fmt.Fprintf(&b, "[%s %s] ", text(o[0]), text(o[1]))
				}
			}
			b.WriteString("]")
			if !f.Listed {
				flags |= flagCombo
			}
			if f.Several {
				flags |= flagMulti
			}
			var chosen []string
			for _, k := range f.Selected {
				chosen = append(chosen, text(f.Options[k][0]))
			}
			switch {
			case len(chosen) > 1:
				fmt.Fprintf(&b, " /V [%s] /I [%s]", strings.Join(chosen, " "), strings.Trim(fmt.Sprint(f.Selected), "[]"))
			case len(chosen) == 1:
				b.WriteString(" /V " + chosen[0] + " /DV " + chosen[0])
			}
		default:
			b.WriteString(" /FT /Tx")
			if f.Value != "" && !f.Password {
				b.WriteString(" /V " + text(f.Value) + " /DV " + text(f.Value))
			}
			if f.MaxLength > 0 {
				fmt.Fprintf(&b, " /MaxLen %d", f.MaxLength)
			}
		}
		if f.Kind != CheckField {
			channel := func(v uint8) string { return num(float64(v) / 255) }
			fmt.Fprintf(&b, " /DA (/Helv %s Tf %s %s %s rg) /Q %d", num(float64(f.Size*0.75)), channel(f.Color.R), channel(f.Color.G), channel(f.Color.B), f.Align)
		}
		fmt.Fprintf(&b, " /Ff %d >>", flags)
		p.set(f.ref, b.String())
		top = append(top, fmt.Sprintf("%d 0 R", f.ref))
	}
	for _, name := range names {
		parent := p.reserve()
		first := p.fields[groups[name][0]]
		state, flags := "Off", flagRadio|flagNoToggleOff
		var kids []string
		for _, i := range groups[name] {
			f := p.fields[i]
			if f.Checked {
				state = stateName(f.Value)
			}
			flags |= f.flags()
			label := ""
			if f.Label != "" {
				label = " /TU " + text(f.Label)
			}
			p.set(f.ref, fmt.Sprintf("<< %s /Parent %d 0 R%s >>", f.body, parent, label))
			kids = append(kids, fmt.Sprintf("%d 0 R", f.ref))
		}
		p.set(parent, fmt.Sprintf("<< /FT /Btn /T %s /Ff %d /V /%s /DV /%s /Kids [%s] >>", text(first.Name), flags, state, state, strings.Join(kids, " ")))
		top = append(top, fmt.Sprintf("%d 0 R", parent))
	}
	return fmt.Sprintf(" /AcroForm << /Fields [%s] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv %d 0 R >> >> >>", strings.Join(top, " "), helvetica)
}

func (f *Field) flags() (n int) {
	for _, has := range []struct {
		is   bool
		flag int
	}{{f.ReadOnly, flagReadOnly}, {f.Required, flagRequired}, {f.Multiline, flagMultiline}, {f.Password, flagPassword}} {
		if has.is {
			n |= has.flag
		}
	}
	return n
}

// stateName returns the appearance state name of a button that is on.
func stateName(value string) string {
	var b strings.Builder
	for _, c := range []byte(value) {
		if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '-' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "#%02X", c)
		}
	}
	if s := b.String(); s != "" && s != "Off" && len(value) <= 40 {
		return s
	}
	return "On"
}

// textString encodes a text string as a literal, which all form readers support: in ASCII, otherwise in UTF-16.
func textString(s string) string {
	var b strings.Builder
	octets := []byte(s)
	for _, c := range octets {
		if c > 0x7e {
			octets = []byte{0xfe, 0xff}
			for _, u := range utf16.Encode([]rune(s)) {
				octets = append(octets, byte(u>>8), byte(u))
			}
			break
		}
	}
	b.WriteByte('(')
	for _, c := range octets {
		switch {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c > 0x7e:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(')')
	return b.String()
}
