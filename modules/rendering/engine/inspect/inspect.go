// Package inspect tells what came out of a painted document: the boxes of its elements ([Boxes]), what each shows and
// how ([View]), and facts that assertions and reports are made of ([Report]).
//
//	box.go       border boxes
//	view.go      elements and generated boxes with text, areas and styles; selectors
//	order.go     what is painted before what
//	backdrop.go  colours behind a text
//	declared.go  whether a value comes from a style sheet laid over the document
//	values.go    computed values by the kind they are compared as
//	report.go    facts of every element
//
// It changes nothing and judges nothing: which values are allowed is decided by those who ask.
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
	// Boxes are the layout's element boxes.
	Boxes []layout.ElementBox
	Order *Order
	// Width and Height are the canvas in CSS pixels.
	Width, Height int
}
