package engine

import (
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// Error reports a document that the engine rejects. Rule is stable and snake_case; Path is the location of the cause in
// the request or the document; Message is a sentence for the document's author.
type Error struct {
	Rule, Path, Message string
	// Element is the tag of the offending element in a rejected file, "" if there is none.
	Element string
	// Limit is the exceeded limit, for the rules max_…; nil for others.
	Limit *limit.Error
	// Cause is the underlying error, nil if there is none.
	Cause error
}

// Error implements error.
func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("%s (%s)", e.Message, e.Rule)
	}
	return fmt.Sprintf("%s: %s (%s)", e.Path, e.Message, e.Rule)
}

// limitError converts an error of a stage about an exceeded limit to an [*Error], and returns other errors unchanged.
func limitError(err error) error {
	var over *limit.Error
	if !errors.As(err, &over) {
		return err
	}
	return &Error{Rule: "max_complexity", Path: over.Path, Message: over.Error(), Limit: over, Cause: err}
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }
