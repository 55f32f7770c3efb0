package main

import (
	"fmt"
	"io"
	"strings"
)

// maxDiffLines bounds line-by-line comparison; longer texts are shown as changed entirely.
const maxDiffLines = 2000

// writeDiff writes a unified diff with three lines of context. For equal texts it writes nothing.
func writeDiff(w io.Writer, name, before, after string) {
	if before == after {
		return
	}
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	steps := lineSteps(a, b)
	fmt.Fprintf(w, "--- %s\n+++ %s (fixed)\n", name, name)
	const around = 3
	show := make([]bool, len(steps))
	for i, s := range steps {
		if s.mark != ' ' {
			for k := max(0, i-around); k <= min(len(steps)-1, i+around); k++ {
				show[k] = true
			}
		}
	}
	for i, s := range steps {
		if !show[i] {
			continue
		}
		if i == 0 || !show[i-1] {
			fmt.Fprintf(w, "@@ line %d @@\n", s.line+1)
		}
		if s.text != "" {
			fmt.Fprintf(w, "%c%s\n", s.mark, strings.TrimSuffix(s.text, "\n"))
		}
	}
}

type lineStep struct {
	mark byte // ' ', '-' or '+'
	line int  // in the first text
	text string
}

// lineSteps returns the edit from a to b with the fewest changed lines, by longest common subsequence.
func lineSteps(a, b []string) []lineStep {
	var out []lineStep
	if len(a) > maxDiffLines || len(b) > maxDiffLines {
		for i, s := range a {
			out = append(out, lineStep{'-', i, s})
		}
		for _, s := range b {
			out = append(out, lineStep{'+', len(a), s})
		}
		return out
	}
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, lineStep{' ', i, a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			out = append(out, lineStep{'-', i, a[i]})
			i++
		default:
			out = append(out, lineStep{'+', i, b[j]})
			j++
		}
	}
	return out
}
