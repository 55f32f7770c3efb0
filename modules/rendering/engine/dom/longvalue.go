package dom

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// The HTML parser reads byte by byte and copies its input, which for an image of 70 KB in an attribute takes longer
// than the rest of a small document. Long values are therefore replaced by short placeholders before parsing and
// restored after it.

const (
	// longValue is the length in bytes from which a value is replaced.
	longValue = 1024
	// valueMark begins a placeholder; a number follows.
	valueMark = "platen-value-"
)

// withoutLongValues returns src with placeholders for its long double-quoted attribute values, and these values. Only
// values that parse to themselves are replaced: those without character references, markup, or bytes that the parser
// changes.
func withoutLongValues(src string) (short string, values []string) {
	if len(src) < longValue || strings.Contains(src, valueMark) {
		return src, nil
	}
	var out strings.Builder
	done := 0
	for at := 0; ; {
		k := strings.Index(src[at:], `="`)
		if k < 0 {
			break
		}
		from := at + k + 2
		n := strings.IndexByte(src[from:], '"')
		if n < 0 {
			break
		}
		if v := src[from : from+n]; n < longValue || !literal(v) {
			at = from // the quote may be part of a text
			continue
		}
		out.WriteString(src[done:from])
		out.WriteString(valueMark)
		out.WriteString(strconv.Itoa(len(values)))
		values = append(values, src[from:from+n])
		done = from + n
		at = done + 1
	}
	if values == nil {
		return src, nil
	}
	out.WriteString(src[done:])
	return out.String(), values
}

func literal(v string) bool {
	for _, c := range []byte{'<', '&', '\r', 0} {
		if strings.IndexByte(v, c) >= 0 {
			return false
		}
	}
	return true
}

// restoreLongValues replaces placeholders by their values. It reports whether each placeholder was the whole value of an
// attribute: one elsewhere, in a text for instance, must not have been replaced.
func restoreLongValues(root *html.Node, values []string) bool {
	found := 0
	for n := root; n != nil; n = following(root, n) {
		for i := range n.Attr {
			number, ok := strings.CutPrefix(n.Attr[i].Val, valueMark)
			if !ok {
				continue
			}
			k, err := strconv.Atoi(number)
			if err != nil || k < 0 || k >= len(values) {
				return false
			}
			n.Attr[i].Val = values[k]
			found++
		}
	}
	return found == len(values)
}

// following returns the node after n in tree order.
func following(root, n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != root && n.NextSibling == nil {
		n = n.Parent
	}
	if n == root {
		return nil
	}
	return n.NextSibling
}
