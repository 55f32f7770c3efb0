package fault_test

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
)

func ExamplePointer() {
	fmt.Println(fault.Pointer("outputs", 0, "a/b"))
	// Output: /outputs/0/a~1b
}

func ExampleRules() {
	f := fault.Rules(fault.Detail{Path: "/width", Rule: "maximum", Message: "width must be at most 16384.", FixPatch: []fault.Op{fault.Replace("/width", 16384)}})
	fmt.Println(f.Code, f.Kind() == fault.KindInvalid)
	fmt.Println(f.Message)
	// Output:
	// VALIDATION_FAILED true
	// The request breaks a rule: width must be at most 16384.
}

func ExampleDetail_Rebase() {
	d := fault.Detail{Path: "/width", FixPatch: []fault.Op{fault.Remove("/width")}}
	d.Rebase(fault.Under("/items/3"))
	fmt.Println(d.Path, d.FixPatch[0].Path)
	// Output: /items/3/width /items/3/width
}

func ExampleFrom() {
	f := fault.From(fmt.Errorf("reading the row: %w", fault.NotFound(fault.ImageNotFound)))
	fmt.Println(f.Code)
	fmt.Println(fault.From(fmt.Errorf("a password in a cause")).Message)
	// Output:
	// IMAGE_NOT_FOUND
	// An internal error occurred. Retry with the same Idempotency-Key.
}
