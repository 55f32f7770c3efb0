package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// NoteArea is the footnote area of a page, at the end of its content (CSS Generated Content for Paged Media 3 §2.3).
type NoteArea struct {
	Margin, Padding [4]Length
	Border          [4]float64
	// MaxHeight is the maximum height of the footnotes, nil if unspecified.
	MaxHeight *Length
	// Declarations holds those of the area, in ascending order.
	Declarations string
}

// noteArea builds the footnote area from the declarations of @footnote. Without any it has a margin of one line above.
func noteArea(decls []cascaded) NoteArea {
	b := pageBuilder()
	b.out.Margin[Top] = Pixels(b.out.Font.Size)
	var out NoteArea
	var rest strings.Builder
	set := func(d *css.Declaration) {
		if sets, _, ok := expand(d.Name, d.Value); ok {
			for _, s := range sets {
				if s.set != nil {
					s.set(b)
				}
			}
		}
	}
	for i := range decls {
		d := &decls[i].Declaration
		switch d.Name {
		case "width", "height", "min-height", "float", "position", "display", "counter-reset", "counter-increment", "column-span":
			continue
		case "max-height":
			set(d)
			if v := b.out.MaxHeight; v.IsDefinite() {
				out.MaxHeight = &v
			}
			continue
		}
		if strings.HasPrefix(d.Name, "margin") || strings.HasPrefix(d.Name, "padding") || strings.HasPrefix(d.Name, "border") || strings.HasPrefix(d.Name, "font") {
			set(d)
		}
		rest.WriteString(d.Name + ":" + d.Text + ";")
	}
	s := b.out
	out.Margin, out.Padding = s.Margin, s.Padding
	for k := range out.Border {
		if out.Margin[k].IsAuto() {
			out.Margin[k] = Pixels(0)
		}
		if s.Border[k].Style != LineNone && s.Border[k].Style != LineHidden {
			out.Border[k] = s.inner.borderWidth[k]
		}
	}
	out.Declarations = rest.String()
	return out
}
