package layout

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// datePart is a part of a date field: fixed text, or a value the user edits.
type datePart struct {
	text   string
	edited bool
	// widest holds the other texts that a value reserves space for.
	widest []string
}

// isDateKind reports whether an input type is a date or a time.
func isDateKind(kind string) bool {
	switch kind {
	case "date", "time", "month", "week", "datetime-local":
		return true
	}
	return false
}

// months holds the month names in an English locale.
var months = [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// dateParts returns the parts of a date field in an English locale: its value, or placeholders when the value is
// invalid.
func dateParts(kind, value string, seconds bool) []datePart {
	date, clock, _ := strings.Cut(value, "T")
	if kind == "time" {
		date, clock = "", value
	}
	fixed := func(s string) datePart { return datePart{text: s} }
	var parts []datePart
	switch kind {
	case "month", "week":
		year, rest, _ := strings.Cut(value, "-")
		y, ok := fieldNumber(year, 4, 1, 275760)
		shown := "----"
		if kind == "month" {
			m, okMonth := fieldNumber(rest, 2, 1, 12)
			name := "---------"
			if ok && okMonth {
				name, shown = months[m-1], fmt.Sprintf("%04d", y)
			}
			return []datePart{{name, true, append(months[:], "---------")}, fixed(" "), {shown, true, []string{"----", "275760"}}}
		}
		w, okWeek := fieldNumber(strings.TrimPrefix(rest, "W"), 2, 1, 53)
		week := "--"
		if ok && okWeek && strings.HasPrefix(rest, "W") {
			week, shown = fmt.Sprintf("%02d", w), fmt.Sprintf("%04d", y)
		}
		return []datePart{fixed("Week "), {week, true, []string{"--", "53"}}, fixed(", "), {shown, true, []string{"----", "275760"}}}
	}
	hour, minute, second, okTime := clockOf(clock)
	if kind != "time" {
		f := strings.Split(date, "-")
		month, day, year := "mm", "dd", "yyyy"
		if len(f) == 3 {
			y, ok1 := fieldNumber(f[0], 4, 1, 275760)
			m, ok2 := fieldNumber(f[1], 2, 1, 12)
			if d, ok3 := fieldNumber(f[2], 2, 1, 31); ok1 && ok2 && ok3 && d <= daysOf(y, m) && (kind == "date" || okTime) {
				month, day, year = fmt.Sprintf("%02d", m), fmt.Sprintf("%02d", d), fmt.Sprintf("%04d", y)
			} else {
				okTime = false
			}
		} else {
			okTime = false
		}
		parts = []datePart{{month, true, []string{"mm", "12"}}, fixed("/"), {day, true, []string{"dd", "31"}}, fixed("/"), {year, true, []string{"yyyy", "275760"}}}
		if kind == "date" {
			return parts
		}
		parts = append(parts, fixed(", "))
	}
	h, m, s, half := "--", "--", "--", "--"
	if okTime {
		half = "AM"
		if hour >= 12 {
			half = "PM"
		}
		h, m, s = fmt.Sprintf("%02d", (hour+11)%12+1), fmt.Sprintf("%02d", minute), fmt.Sprintf("%02d", second)
	}
	parts = append(parts, datePart{h, true, []string{"--", "12"}}, fixed(":"), datePart{m, true, []string{"--", "59"}})
	if seconds || okTime && second != 0 {
		parts = append(parts, fixed(":"), datePart{s, true, []string{"--", "59"}})
	}
	return append(parts, fixed("\u202f"), datePart{half, true, []string{"--", "AM", "PM"}})
}

// fieldNumber parses a number of at least digits digits within limits.
func fieldNumber(s string, digits, low, high int) (int, bool) {
	v, err := strconv.Atoi(s)
	return v, err == nil && len(s) >= digits && v >= low && v <= high && s[0] != '+'
}

// clockOf parses hh:mm or hh:mm:ss.
func clockOf(s string) (hour, minute, second int, ok bool) {
	f := strings.Split(s, ":")
	if len(f) != 2 && len(f) != 3 {
		return 0, 0, 0, false
	}
	hour, ok1 := fieldNumber(f[0], 2, 0, 23)
	minute, ok2 := fieldNumber(f[1], 2, 0, 59)
	ok3 := true
	if len(f) == 3 {
		whole, _, _ := strings.Cut(f[2], ".")
		second, ok3 = fieldNumber(whole, 2, 0, 59)
	}
	return hour, minute, second, ok1 && ok2 && ok3
}

// daysOf returns the number of days of a month of the Gregorian calendar.
func daysOf(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// dateField creates a date or time field: the parts of its value and the picker icon.
func (t *treeBuilder) dateField(n dom.NodeID, node *dom.Node, st *style.Computed, kind string) *Box {
	value, _ := node.Attr("value")
	step, _ := node.Attr("step")
	every, ok := dom.StrictNumber(step)
	parts := dateParts(kind, strings.TrimSpace(value), ok && every > 0 && math.Mod(every, 60) != 0)
	edit := inheritedStyle(st, style.DisplayBlock)
	edit.FlexGrow, edit.Overflow = 1, [2]style.Overflow{style.OverflowHidden, style.OverflowHidden}
	edit.Padding[style.Top], edit.Padding[style.Bottom] = style.Pixels(1), style.Pixels(1)
	edit.WhiteSpace, edit.NoWrap = style.WSPreserve, true
	box := t.newBox(Box{Kind: BlockBox, Style: edit, Node: dom.None, InlineChildren: true})
	room := 0.0
	for _, part := range parts {
		s := inheritedStyle(edit, style.DisplayInline)
		content := t.newBox(Box{Kind: TextBox, Style: s, Node: dom.None, Text: part.text})
		widest := t.textWidth(st, part.text)
		if part.edited {
			padded := *s
			padded.Padding[style.Left], padded.Padding[style.Right] = style.Pixels(1), style.Pixels(1)
			content = t.newBox(Box{Kind: InlineBox, Style: &padded, Node: dom.None, Children: []*Box{content}})
			for _, other := range part.widest {
				widest = max(widest, t.textWidth(st, other))
			}
			room += 2 * t.tree.Scale // browsers count these paddings in device pixels
		}
		room += widest.Float()
		box.Children = append(box.Children, content)
	}
	edit.Width = style.Pixels(math.Ceil(room))
	line := inheritedStyle(st, style.DisplayFlex)
	line.AlignItems = style.Alignment{Kind: style.AlignCenterBox}
	children := []*Box{box, t.pickerMark(st, kind)} // which appearance: none keeps
	return t.field(n, st, t.newBox(Box{Kind: FlexBox, Style: line, Node: dom.None, Children: children}))
}

// pickerMark creates the picker icon of a date field.
func (t *treeBuilder) pickerMark(st *style.Computed, kind string) *Box {
	c := inheritedStyle(st, style.DisplayBlock)
	c.FlexShrink = 0
	symbol, size, padding := "calendar", geom.FromFloat(st.Font.Size), 2.0
	if kind == "time" {
		symbol, size, padding = "clock", geom.FromFloat(st.Font.Size*1.05), 3
		c.Margin[startSide(st)] = style.Pixels(8)
	}
	for i := range c.Padding {
		c.Padding[i] = style.Pixels(padding)
	}
	r := &Replaced{Element: "marker", Width: size, Height: size, HasWidth: true, HasHeight: true}
	return t.newBox(Box{Kind: ReplacedBox, Style: c, Node: dom.None, Replaced: r, Symbol: symbol})
}

// imageButton creates the box of an image button without an available image: the broken image icon before its text.
func (t *treeBuilder) imageButton(n dom.NodeID, node *dom.Node, st *style.Computed) *Box {
	label := "Submit"
	for _, name := range [...]string{"alt", "value", "title"} {
		if v, has := node.Attr(name); has && (name != "value" || v != "") {
			label = v
			break
		}
	}
	c := *st
	if c.Display == style.DisplayInline {
		c.Display = style.DisplayInlineBlock
	}
	mark := inheritedStyle(st, style.DisplayBlock)
	mark.Float = style.FloatLeft
	side := geom.Px(16)
	r := &Replaced{Element: "marker", Width: side, Height: side, HasWidth: true, HasHeight: true}
	text := inheritedStyle(st, style.DisplayInline)
	return t.newBox(Box{Kind: BlockBox, Style: &c, Node: n, InlineChildren: true, fits: true, Children: []*Box{
		t.newBox(Box{Kind: ReplacedBox, Style: mark, Node: dom.None, Replaced: r, Symbol: "broken-image"}),
		t.newBox(Box{Kind: TextBox, Style: text, Node: dom.None, Text: label})}})
}
