package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ListRows returns the number of visible options of a list box; 0 for a drop-down select.
func ListRows(n *dom.Node) int {
	_, multiple := n.Attr("multiple")
	if v, ok := parseInt(n, "size"); ok && v > 1 {
		return min(v, 1000)
	} else if ok && v == 1 && !multiple {
		return 0
	}
	if multiple {
		return 4
	}
	return 0
}

// optionLabel returns the text of an option: its label, or its content.
func (t *treeBuilder) optionLabel(o *dom.Node) string {
	if label, _ := o.Attr("label"); label != "" {
		return label
	}
	if o.FirstChild == dom.None {
		return ""
	}
	return strings.Join(strings.Fields(t.doc.Node(o.FirstChild).Text), " ")
}

// listBox creates a select displayed as a list of options, with the selected ones highlighted.
func (t *treeBuilder) listBox(n dom.NodeID, st *style.Computed, rows int) *Box {
	var options []*Box
	st = singleLine(st) // browsers ignore the line-height of a list box
	row := t.l.lineHeight(st) + geom.One
	var walk func(of dom.NodeID, inset float64)
	walk = func(of dom.NodeID, inset float64) {
		for c := t.doc.Node(of).FirstChild; c != dom.None; c = t.doc.Node(c).Next {
			o := t.doc.Node(c)
			text, bold := "", false
			switch o.Tag {
			case "optgroup":
				text, _ = o.Attr("label")
				bold = true
			case "option":
				text = t.optionLabel(o)
			default:
				continue
			}
			option := t.line(st, text)
			s := option.Style
			s.Padding[style.Bottom] = style.Pixels(1)
			s.Padding[startSide(st)], s.Padding[endSide(st)] = style.Pixels(2+inset), style.Pixels(2)
			if _, selected := o.Attr("selected"); selected && !bold {
				s.BackgroundColor = style.Color{R: 0xCE, G: 0xCE, B: 0xCE, A: 255}
				s.Color = style.Color{R: 0x10, G: 0x10, B: 0x10, A: 255}
				s.TextFill = s.Color
				option.Children[0].Style = inheritedStyle(s, style.DisplayInline)
			}
			if bold {
				s.Font.Weight = 700
				option.Children[0].Style = inheritedStyle(s, style.DisplayInline)
			}
			options = append(options, option)
			if bold {
				walk(c, 18)
			}
		}
	}
	walk(n, 0)
	shown := inheritedStyle(st, style.DisplayBlock)
	if !st.FitsContent {
		shown.Height = style.Pixels((geom.Unit(rows) * row).Float())
	}
	return t.field(n, st, t.newBox(Box{Kind: BlockBox, Style: shown, Node: dom.None, Children: options}))
}

// fileField creates the button and the text of a file input.
func (t *treeBuilder) fileField(n dom.NodeID, node *dom.Node, st *style.Computed) *Box {
	label, none := "Choose File", "No file chosen"
	if _, multiple := node.Attr("multiple"); multiple {
		label, none = "Choose Files", "No file chosen"
	}
	own := *t.tree.Parts[n].Values[0]
	b := &own
	if IsNative(b) {
		for i := range b.Border {
			b.Border[i].Width, b.Border[i].Style = geom.Px(1), style.LineSolid
			b.Border[i].Color = style.Color{R: 0x76, G: 0x76, B: 0x76, A: 255}
			b.Radius[i] = [2]style.Length{style.Pixels(2), style.Pixels(2)}
			b.Padding[i].Px++ // the border of a button is two pixels wide, of which one is drawn
		}
	}
	text := inheritedStyle(b, style.DisplayInline)
	line := t.line(st, none)
	button := t.newBox(Box{Kind: BlockBox, Style: b, Node: dom.None, InlineChildren: true, fits: true,
		Children: []*Box{t.newBox(Box{Kind: TextBox, Style: text, Node: dom.None, Text: label})}})
	line.Children = append(shown(button), line.Children...)
	if st.FitsContent {
		return t.field(n, st, line)
	}
	m := t.l.fontMetrics(st)
	return t.field(n, st, line, t.strut(st, geom.Px((34*m.ZeroWidth).Ceil()), 0))
}

// GeneratedProgress reports whether a progress element is the generated one: it has attributes that HTML does not
// define.
func GeneratedProgress(n *dom.Node) bool {
	for _, name := range [...]string{"shape", "color", "track", "radius", "thickness", "text"} {
		if _, has := n.Attr(name); has {
			return true
		}
	}
	return false
}
