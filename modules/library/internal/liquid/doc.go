// Package liquid implements the Liquid template language without files, scripts or side effects.
//
// It differs from a general implementation in three ways. Placeholder output is escaped for its context, which is
// determined when the template is parsed ([Place]): element text, attribute, URL, CSS value, CSS string. Everything is
// bounded: the source, its nesting, the steps of a run, the length of every string and of the output. And a run is a
// pure function of the template, the values, the locale and the time zone: no clock, no randomness, no map iteration
// order reaches the output.
//
// Tags: if elsif else unless case when for break continue cycle assign capture comment raw echo. Operators: == != <> <
// > <= >= contains and or; as in Liquid, they are evaluated from right to left, without precedence. An unknown tag or
// filter is an error when the template is parsed.
package liquid

import "fmt"

// Error is a template error, or a run that exceeded a limit. Line counts from 1; it is 0 for errors of the whole
// template. Rule is stable and snake_case.
type Error struct {
	Rule, Message string
	Line          int
}

// Error implements error.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

func syntax(line int, format string, args ...any) error {
	return &Error{Rule: "template_syntax", Line: line, Message: fmt.Sprintf(format, args...)}
}

func limit(rule, format string, args ...any) error {
	return &Error{Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// The limits of templates and their runs.
const (
	MaxSource  = 512 << 10 // bytes of a template
	maxNesting = 32        // blocks inside blocks
	maxSteps   = 100_000   // tags, placeholders and filters of a run
	maxString  = 256 << 10 // bytes of one value
	maxOutput  = 2 << 20   // bytes of a filled-in template
	maxItems   = 2_000     // of a range, or of a list that a filter makes
)
