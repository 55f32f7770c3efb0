// Package inspect reads the results of a painted document: the boxes of its elements ([Boxes]), their content and
// styles ([View]), and the facts that assertions and reports use ([Report]).
//
//	box.go       border boxes
//	view.go      elements and generated boxes with text, areas and styles; selectors
//	order.go     painting order
//	backdrop.go  colours behind a text
//	declared.go  whether a value comes from an override style sheet
//	values.go    computed values by the kind they are compared as
//	report.go    facts of every element
//
// It changes nothing and enforces no rule: the caller decides which values are allowed.
package inspect

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Input is a painted document.
type Input struct {
	Doc    *dom.Document
	Tree   *style.Tree
	Layout *layout.Result
	// Boxes holds the element boxes of the layout.
	Boxes []layout.ElementBox
	Order *Order
	// Width and Height are the canvas in CSS pixels.
	Width, Height int
}
