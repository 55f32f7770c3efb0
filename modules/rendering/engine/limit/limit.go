// Package limit defines the error with which a stage of the engine reports that a document exceeds a limit. Limits are
// counted in units of work, never in time, so that the same document is rejected on every machine.
package limit

import "fmt"

// Error reports a document over a limit. Every stage may wrap it; test with errors.As.
type Error struct {
	// Counted names the counted unit, in snake_case and the plural: layout_steps.
	Counted string
	// Count is the number needed, or reached when counting stopped early: more than Limit.
	Count, Limit int64
	// Path is the most expensive element, as [dom.Node.Path]; empty if unknown.
	Path string
	// Op is, for stages without elements, the most expensive operation of the display list plus one; 0 for none.
	Op int
	// Hint describes how to change the document.
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

// words converts a snake_case name to words.
func words(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c == '_' {
			b[i] = ' '
		}
	}
	return string(b)
}
