package templatefiles

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Change is a file that differs.
type Change struct {
	File string `json:"file"`
	// Lines are the differing lines with context, each prefixed with "+", "-" or " ".
	Lines []string `json:"lines"`
}

// Diff returns the files that differ between two states of a template, ignoring version numbers; nil is an absent template.
func Diff(old, new *Template) ([]Change, error) {
	before, err := old.unnumbered()
	if err != nil {
		return nil, err
	}
	after, err := new.unnumbered()
	if err != nil {
		return nil, err
	}
	names := maps.Clone(before)
	maps.Copy(names, after)
	var out []Change
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(before[name], after[name]) {
			out = append(out, Change{name, lines(split(before[name]), split(after[name]))})
		}
	}
	return out, nil
}

// unnumbered returns the files without the version number.
func (t *Template) unnumbered() (map[string][]byte, error) {
	if t == nil {
		return map[string][]byte{}, nil
	}
	c := *t
	c.Version = 0
	return c.Files()
}

func split(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// around is the number of context lines.
const around = 2

// lines compares by the longest common subsequence between the first and the last difference.
func lines(a, b []string) []string {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	x, y := a[start:len(a)-end], b[start:len(b)-end]
	var out []string
	put := func(mark string, list []string) {
		for _, l := range list {
			out = append(out, mark+l)
		}
	}
	put(" ", a[max(0, start-around):start])
	if len(x)*len(y) > 1<<22 { // too much to compare line by line
		put("-", x)
		put("+", y)
	} else {
		out = append(out, common(x, y)...)
	}
	put(" ", a[len(a)-end:min(len(a), len(a)-end+around)])
	return out
}

func common(x, y []string) []string {
	longest := make([][]int, len(x)+1)
	for i := range longest {
		longest[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			out = append(out, " "+x[i])
			i, j = i+1, j+1
		case i < len(x) && (j == len(y) || longest[i+1][j] >= longest[i][j+1]):
			out = append(out, "-"+x[i])
			i++
		default:
			out = append(out, "+"+y[j])
			j++
		}
	}
	return out
}

// String formats the change for people.
func (c Change) String() string { return fmt.Sprintf("%s\n%s\n", c.File, strings.Join(c.Lines, "\n")) }
