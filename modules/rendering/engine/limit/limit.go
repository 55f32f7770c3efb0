// Package limit is how a stage of the engine says that a document needs more than one
// render may: limits are counted in units of work, never in time, so that the same
// document is refused on every machine.
package limit

import "fmt"

// Error is a document over a limit. Every stage may wrap it; test with errors.As.
type Error struct {
	// Counted names what was counted, in snake_case and the plural: layout_steps.
	Counted string
	// Count is how many there are, or would be when counting ended early: more than Limit.
	Count, Limit int64
	// Path is the element that takes most of them, as [dom.Node.Path]; empty when it is not
	// known.
	Path string
	// Op is the operation of the display list instead, plus one, where a stage knows no
	// elements; 0 for none.
	Op int
	// Hint says how the document can be changed.
	Hint string
}

// Error implements error.
func (e *Error) Error() string {
	s := fmt.Sprintf("the document takes more than %d %s (%d)", e.Limit, words(e.Counted), e.Count)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// words spells a snake_case name as words.
func words(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c == '_' {
			b[i] = ' '
		}
	}
	return string(b)
}
