package engine

import "fmt"

// Error is a document the engine refuses. Rule is stable and snake_case; Path
// is where in the request, or the document, the cause stands; Message is a
// sentence for its author.
type Error struct {
	Rule, Path, Message string
	// Cause is the stage's own error, nil when there is none.
	Cause error
}

// Error implements error.
func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("%s (%s)", e.Message, e.Rule)
	}
	return fmt.Sprintf("%s: %s (%s)", e.Path, e.Message, e.Rule)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }
