// Package jsonpatch applies the JSON Patches (RFC 6902) of errors to the request that caused them.
//
// A request may omit empty members, and a patch refers to the request with its defaults. So missing parent objects
// are created, replacing a missing member adds it, and removing one does nothing.
package jsonpatch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	rfc6902 "github.com/evanphx/json-patch/v5"
)

// Operation is one operation of a JSON Patch.
type Operation struct {
	Op   string `json:"op"`
	Path string `json:"path"`
	From string `json:"from,omitempty"`
	// Value is a plain JSON value; "remove", "move" and "copy" ignore it.
	Value any `json:"value"`
}

// Apply returns doc, a JSON document, with the operations applied in order. Numbers keep their digits. On an error
// nothing is applied.
func Apply(doc []byte, operations ...Operation) ([]byte, error) {
	for _, op := range operations {
		next, err := apply(doc, op)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", op.Op, op.Path, err)
		}
		doc = next
	}
	return doc, nil
}

func apply(doc []byte, op Operation) ([]byte, error) {
	for _, pointer := range []string{op.Path, op.From} {
		if pointer != "" && pointer[0] != '/' {
			return nil, fmt.Errorf("%q is not a JSON Pointer", pointer)
		}
	}
	patch := []Operation{op}
	if i := strings.LastIndexByte(op.Path, '/'); i >= 0 && (op.Op == "add" || op.Op == "replace") {
		missing := missingObjects(doc, op.Path[:i])
		if _, ok := at(doc, op.Path); !ok && !isList(doc, op.Path[:i]) {
			op.Op = "add"
		}
		patch = append(missing, op)
	}
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(patch); err != nil {
		return nil, err
	}
	decoded, err := rfc6902.DecodePatch(raw.Bytes())
	if err != nil {
		return nil, err
	}
	o := rfc6902.NewApplyOptions()
	o.AllowMissingPathOnRemove, o.SupportNegativeIndices, o.EscapeHTML = true, false, false
	return decoded.ApplyWithOptions(doc, o)
}

// missingObjects returns the operations that create the missing or null objects on the path of a pointer.
func missingObjects(doc []byte, pointer string) []Operation {
	var out []Operation
	for i := 1; i <= len(pointer); i++ {
		if i < len(pointer) && pointer[i] != '/' {
			continue
		}
		prefix := pointer[:i]
		if value, ok := at(doc, prefix); ok && string(value) != "null" {
			continue
		}
		if parent := prefix[:strings.LastIndexByte(prefix, '/')]; isList(doc, parent) {
			return out // array elements are not created
		}
		out = append(out, Operation{Op: "add", Path: prefix, Value: struct{}{}})
	}
	return out
}

// at returns the text of the value at a pointer.
func at(doc []byte, pointer string) (value []byte, ok bool) {
	for _, token := range strings.Split(pointer, "/")[1:] {
		var object map[string]json.RawMessage
		var list []json.RawMessage
		i, err := strconv.Atoi(token)
		switch {
		case json.Unmarshal(doc, &object) == nil:
			if doc, ok = object[unescape.Replace(token)]; !ok {
				return nil, false
			}
		case json.Unmarshal(doc, &list) == nil && err == nil && i >= 0 && i < len(list):
			doc = list[i]
		default:
			return nil, false
		}
	}
	return bytes.TrimSpace(doc), true
}

func isList(doc []byte, pointer string) bool {
	value, ok := at(doc, pointer)
	return ok && len(value) > 0 && value[0] == '['
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")
