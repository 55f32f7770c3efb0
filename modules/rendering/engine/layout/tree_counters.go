package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// counterScopes holds the counters in scope at a position in the document (CSS Lists 3 §4.4). The zero value has none.
type counterScopes struct {
	depth int
	open  map[string][]counterInstance
	made  [][]string // names of the counters created at each depth, removed when it is left
}

type counterInstance struct{ value, depth, step int }

// enter and leave must be called around an element's content.
func (c *counterScopes) enter() { c.depth++ }

func (c *counterScopes) leave() {
	if c.depth < len(c.made) {
		for _, name := range c.made[c.depth] {
			list := c.open[name]
			for len(list) > 0 && list[len(list)-1].depth >= c.depth {
				list = list[:len(list)-1]
			}
			c.open[name] = list
		}
		c.made[c.depth] = c.made[c.depth][:0]
	}
	c.depth--
	if c.depth < len(c.made) {
		// An element inherits its parent's counters before those of the sibling before it: a counter that the element
		// being left has nested in another one of its name is not inherited by its siblings.
		for _, name := range c.made[c.depth] {
			if list := c.open[name]; len(list) > 1 && list[len(list)-1].depth == c.depth {
				c.open[name] = list[:len(list)-1]
			}
		}
	}
}

// reset creates a counter, replacing one that a preceding sibling created.
func (c *counterScopes) reset(name string, value, step int) {
	if c.open == nil {
		c.open = map[string][]counterInstance{}
	}
	list := c.open[name]
	inst := counterInstance{value, c.depth, step}
	if n := len(list); n > 0 && list[n-1].depth == c.depth {
		list[n-1] = inst
	} else {
		list = append(list, inst)
	}
	c.open[name] = list
	for len(c.made) <= c.depth {
		c.made = append(c.made, nil)
	}
	c.made[c.depth] = append(c.made[c.depth], name)
}

func (c *counterScopes) innermost(name string) *counterInstance {
	if len(c.open[name]) == 0 {
		c.reset(name, 0, 1)
	}
	list := c.open[name]
	return &list[len(list)-1]
}

const counterLimit = 1 << 30

func (c *counterScopes) increment(name string, by int) {
	i := c.innermost(name)
	i.value = min(max(i.value+by, -counterLimit), counterLimit)
}

func (c *counterScopes) set(name string, v int) { c.innermost(name).value = v }

// value returns the innermost counter's value, 0 if there is none.
func (c *counterScopes) value(name string) int {
	if list := c.open[name]; len(list) > 0 {
		return list[len(list)-1].value
	}
	return 0
}

// values returns the values of all counters of a name, outermost first.
func (c *counterScopes) values(name string) []int {
	list := c.open[name]
	if len(list) == 0 {
		return []int{0}
	}
	out := make([]int, len(list))
	for i := range list {
		out[i] = list[i].value
	}
	return out
}

// apply applies a style's counter-reset, -increment and -set in that order.
func (c *counterScopes) apply(st *style.Computed) {
	for _, r := range st.CounterReset {
		c.reset(r.Name, r.Value, 1)
	}
	for _, r := range st.CounterIncrement {
		c.increment(r.Name, r.Value)
	}
	for _, r := range st.CounterSet {
		c.set(r.Name, r.Value)
	}
}

// applyElementCounters applies an element's counter properties and the implicit list-item counter of lists and list
// items (HTML §15.3.7, CSS Lists 3 §4.6).
func (t *treeBuilder) applyElementCounters(n dom.NodeID, node *dom.Node, st *style.Computed) {
	c := &t.counters
	resets := false
	for _, r := range st.CounterReset {
		if r.Name == "list-item" {
			resets = true
			if node.Tag == "ol" && r.Value == 0 {
				t.resetList(n, node)
				continue
			}
		}
		c.reset(r.Name, r.Value, 1)
	}
	if !resets && node.Namespace == dom.HTML {
		switch node.Tag {
		case "ol", "ul", "menu", "dir":
			t.resetList(n, node)
		}
	}
	increments, sets := false, false
	for _, r := range st.CounterIncrement {
		increments = increments || r.Name == "list-item"
		c.increment(r.Name, r.Value)
	}
	if !increments && (st.Display == style.DisplayListItem || st.Display == style.DisplayInlineListItem) {
		i := c.innermost("list-item")
		i.value = min(max(i.value+i.step, -counterLimit), counterLimit)
	}
	for _, r := range st.CounterSet {
		sets = sets || r.Name == "list-item"
		c.set(r.Name, r.Value)
	}
	if !sets && node.Tag == "li" && node.Namespace == dom.HTML {
		if v, ok := parseInt(node, "value"); ok {
			c.set("list-item", min(max(v, -counterLimit), counterLimit))
		}
	}
}

// resetList creates the list-item counter of ol, ul and menu, with ol's start and reversed attributes.
func (t *treeBuilder) resetList(n dom.NodeID, node *dom.Node) {
	step, start := 1, 0
	if node.Tag == "ol" {
		_, reversed := node.Attr("reversed")
		v, ok := parseInt(node, "start")
		switch {
		case reversed:
			step = -1
			if !ok {
				v = 0
				for c := node.FirstChild; c != dom.None; c = t.doc.Node(c).Next {
					if st := t.tree.Styles[c]; st != nil && st.Display == style.DisplayListItem {
						v++
					}
				}
			}
			start = v + 1
		case ok:
			start = min(max(v, -counterLimit), counterLimit) - 1
		}
	}
	t.counters.reset("list-item", start, step)
}

// counterSuffix returns the suffix of a marker's number (CSS Counter Styles 3 §6).
func counterSuffix(name string) string {
	switch name {
	case "cjk-decimal", "cjk-ideographic", "simp-chinese-informal", "trad-chinese-informal", "simp-chinese-formal", "trad-chinese-formal",
		"japanese-informal", "japanese-formal", "hiragana", "hiragana-iroha", "katakana", "katakana-iroha", "cjk-earthly-branch", "cjk-heavenly-stem":
		return "、"
	case "korean-hangul-formal", "korean-hanja-informal", "korean-hanja-formal":
		return ", "
	case "ethiopic-numeric", "ethiopic-halehame":
		return "/ "
	}
	return ". "
}

// formatCounter formats a value in a counter style; unknown styles and values outside a style's range use decimal (CSS
// Counter Styles 3 §2).
func formatCounter(name string, v int) string {
	switch name {
	case "none":
		return ""
	case "disc":
		return "•"
	case "circle":
		return "◦"
	case "square":
		return "▪"
	case "disclosure-open":
		return "▾"
	case "disclosure-closed":
		return "▸"
	case "decimal-leading-zero":
		s := decimal(max(v, -v), "0123456789")
		if len(s) < 2 {
			s = "0" + s
		}
		if v < 0 {
			s = "-" + s
		}
		return s
	}
	if s, ok := additive(name, v); ok {
		return s
	}
	if s, ok := alphabetic(name, v); ok {
		return s
	}
	if s, ok := chinese(name, v); ok {
		return s
	}
	if name == "ethiopic-numeric" && v > 0 {
		return ethiopic(v)
	}
	digits, ok := numericDigits[name]
	switch {
	case ok:
	case name == "cjk-earthly-branch", name == "cjk-heavenly-stem":
		digits = numericDigits["cjk-decimal"] // their fallback
	default:
		digits = "0123456789"
	}
	if v < 0 {
		return "-" + decimal(-v, digits)
	}
	return decimal(v, digits)
}

// ethiopic formats a positive number in Ethiopic digits, by groups of two decimal digits (CSS Counter Styles 3 §7.2).
func ethiopic(v int) string {
	if v == 1 {
		return "\u1369"
	}
	text := ""
	for index := 0; v > 0; index, v = index+1, v/100 {
		group := v % 100
		digits := ""
		if !(group == 0 || group == 1 && (index%2 == 1 || v < 100)) {
			if group >= 10 {
				digits += string(rune(0x1372 + group/10 - 1))
			}
			if group%10 > 0 {
				digits += string(rune(0x1369 + group%10 - 1))
			}
		}
		switch {
		case index%2 == 1 && group != 0:
			digits += "\u137B"
		case index > 0 && index%2 == 0:
			digits += "\u137C"
		}
		text = digits + text
	}
	return text
}

func decimal(v int, digits string) string {
	set := []rune(digits)
	var out []rune
	for {
		out = append(out, set[v%10])
		if v /= 10; v == 0 {
			break
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}

func alphabetic(name string, v int) (string, bool) {
	letters, ok := alphabets[name]
	if !ok || v < 1 {
		return "", false
	}
	set := []rune(letters)
	if strings.HasPrefix(name, "cjk-") {
		if v > len(set) {
			return "", false
		}
		return string(set[v-1]), true
	}
	var out []rune
	for v > 0 {
		v--
		out = append([]rune{set[v%len(set)]}, out...)
		v /= len(set)
	}
	return string(out), true
}

type additiveSymbol struct {
	weight int
	symbol string
}

func additive(name string, v int) (string, bool) {
	table, ok := additives[name]
	if !ok {
		return "", false
	}
	limit := 3999
	switch name {
	case "hebrew":
		limit = 10999
	case "georgian":
		limit = 19999
	case "armenian", "upper-armenian", "lower-armenian":
		limit = 9999
	}
	if v < 1 || v > limit {
		return "", false
	}
	var out strings.Builder
	for _, s := range table {
		for v >= s.weight {
			out.WriteString(s.symbol)
			v -= s.weight
		}
	}
	return out.String(), true
}

// chinese formats 0 to 9999 in the longhand East Asian styles.
func chinese(name string, v int) (string, bool) {
	s, ok := longhands[name]
	if !ok || v < -9999 || v > 9999 {
		return "", false
	}
	digits, units := []rune(s.digits), []rune(s.units)
	if v == 0 {
		return string(digits[0]), true
	}
	var out strings.Builder
	if v < 0 {
		out.WriteString(s.minus)
		v = -v
	}
	zero, started := false, false
	for p, weight := 3, 1000; p >= 0; p, weight = p-1, weight/10 {
		d := v / weight % 10
		if d == 0 {
			zero = started
			continue
		}
		if zero && s.zeros {
			out.WriteRune(digits[0])
		}
		zero = false
		drop := d == 1 && ((s.dropTen && p == 1 && !started) || (s.dropOne && p > 0))
		if !drop {
			out.WriteRune(digits[d])
		}
		if p > 0 {
			out.WriteRune(units[p-1])
		}
		started = true
	}
	return out.String(), true
}
