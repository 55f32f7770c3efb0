package jsonpatch_test

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/jsonpatch"
)

func ExampleApply() {
	doc, err := jsonpatch.Apply([]byte(`{"outputs":[{"width":99999}]}`),
		jsonpatch.Operation{Op: "replace", Path: "/outputs/0/width", Value: 16384},
		jsonpatch.Operation{Op: "add", Path: "/on_missing/image", Value: "placeholder"})
	fmt.Println(string(doc), err)
	// Output: {"outputs":[{"width":16384}],"on_missing":{"image":"placeholder"}} <nil>
}
