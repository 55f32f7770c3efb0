package fault

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Details name locations in the document that was checked. The functions of this file map them to locations in the
// request that the client sent; all of them work on copies.

// Relocate returns the fault in err's chain with its details changed by move, in copies of their own; err itself when
// its chain holds no fault.
func Relocate(err error, move func(*Detail)) error {
	var f *Error
	if !errors.As(err, &f) {
		return err
	}
	moved := *f
	moved.Details = append([]Detail(nil), f.Details...)
	for i := range moved.Details {
		move(&moved.Details[i])
	}
	if err != error(f) { //nolint:errorlint // checks whether the fault itself is wrapped
		moved.cause = err // the chain around the fault
	}
	return &moved
}

// Rebase maps the JSON Pointers of a detail and of its patch with move. Locations outside the body, such as
// "query:name", are unchanged.
func (d *Detail) Rebase(move func(pointer string) string) {
	if d.Path == "" || strings.HasPrefix(d.Path, "/") {
		d.Path = move(d.Path)
	}
	d.FixPatch = slices.Clone(d.FixPatch)
	for i := range d.FixPatch {
		d.FixPatch[i].Path = move(d.FixPatch[i].Path)
	}
}

// Under returns a move for Rebase for a document that is at prefix in a larger one.
func Under(prefix string) func(pointer string) string {
	return func(pointer string) string { return prefix + pointer }
}

// Within returns a move for Rebase that makes pointers relative to prefix. Pointers outside of prefix are unchanged.
func Within(prefix string) func(pointer string) string {
	return func(pointer string) string {
		if inner, ok := strings.CutPrefix(pointer, prefix); ok && (inner == "" || inner[0] == '/') {
			return inner
		}
		return pointer
	}
}

// OutsideBody changes a detail of a top-level member to one of the parameter of the same name in "query", "path" or
// "header". The patch is dropped: patches apply to the body.
func (d *Detail) OutsideBody(where string) {
	name := pointerUnescaper.Replace(strings.TrimPrefix(d.Path, "/"))
	d.Message = strings.ReplaceAll(d.Message, d.Path, strconv.Quote(name))
	d.Path = where + ":" + name
	d.FixPatch, d.Safe = nil, false
}

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
