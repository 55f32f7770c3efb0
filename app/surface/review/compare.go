package review

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// change is one difference between two requests.
type change struct {
	// Path has the form data.title or outputs[0].width.
	Path string
	// Kind is added, removed or changed.
	Kind          string
	Before, After string
	// Words, for longer texts, is the new text with deletions and insertions marked.
	Words markup
}

// maxChanges is the maximum number of differences on a page.
const maxChanges = 200

// compare lists the differences between two requests, in the order of the newer one. Empty members and
// those that only matter to the client (metadata, idempotency) are included.
func compare(before, after []byte) []change {
	x, err1 := parse(before)
	y, err2 := parse(after)
	if err1 != nil || err2 != nil {
		return nil
	}
	var out []change
	diff(&out, "", x, y)
	return out[:min(len(out), maxChanges)]
}

func diff(out *[]change, path string, x, y any) {
	if len(*out) >= maxChanges {
		return
	}
	switch b := y.(type) {
	case object:
		if a, ok := x.(object); ok {
			diffObjects(out, path, a, b)
			return
		}
	case []any:
		if a, ok := x.([]any); ok {
			for i := range max(len(a), len(b)) {
				at := fmt.Sprintf("%s[%d]", path, i)
				switch {
				case i >= len(a):
					*out = append(*out, change{Path: at, Kind: "added", After: brief(b[i])})
				case i >= len(b):
					*out = append(*out, change{Path: at, Kind: "removed", Before: brief(a[i])})
				default:
					diff(out, at, a[i], b[i])
				}
			}
			return
		}
	case string:
		if a, ok := x.(string); ok {
			if a != b {
				*out = append(*out, textChange(path, a, b))
			}
			return
		}
	}
	if a, b := exact(x), exact(y); a != b {
		*out = append(*out, change{Path: path, Kind: "changed", Before: a, After: b})
	}
}

func diffObjects(out *[]change, path string, a, b object) {
	at := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	find := func(o object, name string) (any, bool) {
		for _, m := range o {
			if m.name == name {
				return m.value, true
			}
		}
		return nil, false
	}
	for _, m := range b {
		if old, ok := find(a, m.name); ok {
			diff(out, at(m.name), old, m.value)
		} else {
			*out = append(*out, change{Path: at(m.name), Kind: "added", After: brief(m.value)})
		}
	}
	for _, m := range a {
		if _, ok := find(b, m.name); !ok {
			*out = append(*out, change{Path: at(m.name), Kind: "removed", Before: brief(m.value)})
		}
	}
}

// exact returns a value in a form that shows its type: strings are quoted.
func exact(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return brief(v)
}

// brief returns a value on one line.
func brief(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case object:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = m.name + ": " + brief(m.value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = brief(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return scalar(v)
}

// shortText is the length, in bytes, up to which both texts are shown instead of one with marks.
const shortText = 60

func textChange(path, a, b string) change {
	c := change{Path: path, Kind: "changed", Before: a, After: b}
	if len(a) > shortText || len(b) > shortText {
		c.Words = marked(tokens(a), tokens(b))
	}
	return c
}

// tokens cuts a text into words, runs of white space and single other characters.
func tokens(s string) []string {
	var out []string
	class := func(r rune) int {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			return 1
		case unicode.IsSpace(r):
			return 2
		}
		return 3
	}
	start, last := 0, 0
	for i, r := range s {
		if k := class(r); i > 0 && (k != last || k == 3) {
			out = append(out, s[start:i])
			start = i
		}
		last = class(r)
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// The limits of comparing words: longer texts are shown as deleted and inserted, and unchanged text more than
// context tokens away from a change is elided.
const (
	maxTokens = 1200
	around    = 14
)

// marked returns b with insertions in <ins> and deletions in <del>.
func marked(a, b []string) markup {
	// The common prefix and suffix are not compared.
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	var ops []op
	ops = append(ops, op{' ', b[:head]})
	if len(x) > maxTokens || len(y) > maxTokens {
		ops = append(ops, op{'-', x}, op{'+', y})
	} else {
		ops = append(ops, subsequence(x, y)...)
	}
	ops = append(ops, op{' ', b[len(b)-tail:]})
	var out strings.Builder
	for i, o := range ops {
		text := strings.Join(o.tokens, "")
		if text == "" {
			continue
		}
		switch o.kind {
		case '-':
			out.WriteString("<del>" + html.EscapeString(text) + "</del>")
		case '+':
			out.WriteString("<ins>" + html.EscapeString(text) + "</ins>")
		default:
			out.WriteString(shortened(o.tokens, i > 0, i < len(ops)-1))
		}
	}
	return markup(out.String()) // every text is escaped
}

// shortened returns unchanged text, elided where it is far from a change.
func shortened(list []string, left, right bool) string {
	keep := 0
	if left {
		keep += around
	}
	if right {
		keep += around
	}
	if len(list) <= keep+4 {
		return html.EscapeString(strings.Join(list, ""))
	}
	var out string
	if left {
		out = html.EscapeString(strings.Join(list[:around], ""))
	}
	out += `<span class="cut">…</span>`
	if right {
		out += html.EscapeString(strings.Join(list[len(list)-around:], ""))
	}
	return out
}

// op is a run of tokens that are equal (' '), deleted ('-') or inserted ('+').
type op struct {
	kind   byte
	tokens []string
}

// subsequence aligns two lists by their longest common subsequence.
func subsequence(a, b []string) []op {
	// length[i][j] is the length of the longest common subsequence of a[i:] and b[j:].
	length := make([][]uint16, len(a)+1)
	cells := make([]uint16, (len(a)+1)*(len(b)+1))
	for i := range length {
		length[i] = cells[i*(len(b)+1) : (i+1)*(len(b)+1)]
	}
	for i, s := range slices.Backward(a) {
		for j, t := range slices.Backward(b) {
			if s == t {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var ops []op
	add := func(kind byte, t string) {
		if n := len(ops); n > 0 && ops[n-1].kind == kind {
			ops[n-1].tokens = append(ops[n-1].tokens, t)
			return
		}
		ops = append(ops, op{kind, []string{t}})
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			add(' ', a[i])
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || length[i+1][j] >= length[i][j+1]):
			add('-', a[i])
			i++
		default:
			add('+', b[j])
			j++
		}
	}
	return ops
}
