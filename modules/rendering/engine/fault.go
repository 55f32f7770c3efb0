package engine

import (
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// Error is a document the engine refuses. Rule is stable and snake_case; Path
// is where in the request, or the document, the cause stands; Message is a
// sentence for its author.
type Error struct {
	Rule, Path, Message string
	// Element is the tag inside a refused file that is at fault, "" when none is.
	Element string
	// Limit is what was counted, of the rules max_…; nil for the others.
	Limit *limit.Error
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

// tooMuch returns the [*Error] of a document over a limit that a stage of the engine
// has counted, and err itself when it is something else.
func tooMuch(err error) error {
	var over *limit.Error
	if !errors.As(err, &over) {
		return err
	}
	return &Error{Rule: "max_complexity", Path: over.Path, Message: over.Error(), Limit: over, Cause: err}
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }
