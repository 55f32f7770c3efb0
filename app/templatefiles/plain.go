package templatefiles

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// aboutMembers are the members of template.json.
var aboutMembers = []string{"version", "name", "description", "tags", "sizes", "variables"}

// plainError words an error of encoding/json about the member at of a file: the member and what it must be, instead of Go's types.
func plainError(file, at string, text []byte, err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && at == "":
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return fmt.Errorf("%s: line %d is not JSON: %w", file, line, err)
	case errors.As(err, &mismatch):
		member := strings.Trim(at+"."+mismatch.Field, ".")
		if member == "" {
			member = "the file"
		}
		return fmt.Errorf("%s: %s must be %s, not %s", file, member, kindName(mismatch.Type), valueName(mismatch.Value))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name = strings.Trim(name, `"`)
		advice := "use one of " + strings.Join(aboutMembers, ", ")
		if near := fault.Nearest(name, aboutMembers); near != "" {
			advice = fmt.Sprintf("did you mean %q?", near)
		}
		if name == "slug" {
			advice = "the folder's name is the slug"
		}
		return fmt.Errorf("%s: unknown member %q; %s", file, name, advice)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// kindName returns JSON's name of a Go type.
func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return kindName(t.Elem())
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// valueName returns a name of encoding/json for a JSON value with its article.
func valueName(value string) string {
	switch {
	case value == "bool":
		return "true or false"
	case strings.HasPrefix(value, "number "):
		return value[len("number "):]
	case value == "array" || value == "object":
		return "an " + value
	}
	return "a " + value
}
