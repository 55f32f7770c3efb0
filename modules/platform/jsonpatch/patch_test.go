package jsonpatch_test

import (
	"encoding/json"
	"testing"

	"github.com/platenhq/platen/modules/platform/jsonpatch"
)

// TestApply compares the results of single operations; a case without a result must fail.
func TestApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ doc, op, want string }{
		{`{"a":1}`, `{"op":"replace","path":"/a","value":2}`, `{"a":2}`},
		{`{"a":12345678901234567890.10}`, `{"op":"add","path":"/b","value":null}`, `{"a":12345678901234567890.10,"b":null}`},
		{`{}`, `{"op":"replace","path":"/a","value":"<"}`, `{"a":"<"}`},
		{`{}`, `{"op":"replace","path":"/a/b","value":1}`, `{"a":{"b":1}}`},
		{`{}`, `{"op":"add","path":"/on_missing/image","value":"placeholder"}`, `{"on_missing":{"image":"placeholder"}}`},
		{`{"a":null}`, `{"op":"add","path":"/a/b","value":1}`, `{"a":{"b":1}}`},
		{`{}`, `{"op":"remove","path":"/a/b"}`, `{}`},
		{`{"a":1}`, `{"op":"remove","path":"/a"}`, `{}`},
		{`{"a/b":{"c~d":1}}`, `{"op":"replace","path":"/a~1b/c~0d","value":2}`, `{"a/b":{"c~d":2}}`},
		{`{"l":[1,2]}`, `{"op":"add","path":"/l/-","value":3}`, `{"l":[1,2,3]}`},
		{`{"l":[1,2]}`, `{"op":"add","path":"/l/0","value":0}`, `{"l":[0,1,2]}`},
		{`{"l":[1,2]}`, `{"op":"remove","path":"/l/0"}`, `{"l":[2]}`},
		{`{"l":[{"a":1}]}`, `{"op":"replace","path":"/l/0/b","value":2}`, `{"l":[{"a":1,"b":2}]}`},
		{`{"m":{}}`, `{"op":"replace","path":"/m/7","value":1}`, `{"m":{"7":1}}`},
		{`{"a/b":[{}]}`, `{"op":"replace","path":"/a~1b/0/7","value":1}`, `{"a/b":[{"7":1}]}`},
		{`{"a/b":[{}]}`, `{"op":"replace","path":"/a~1b/1","value":1}`, ""},
		{`{"a":1}`, `{"op":"replace","path":"","value":[]}`, `[]`},
		{`{"a":1}`, `{"op":"copy","from":"/a","path":"/b"}`, `{"a":1,"b":1}`},
		{`{"a":1}`, `{"op":"move","from":"/a","path":"/b"}`, `{"b":1}`},
		{`{"l":[1,2]}`, `{"op":"replace","path":"/l/2","value":3}`, ""},
		{`{"l":[1,2]}`, `{"op":"replace","path":"/l/-","value":3}`, ""},
		{`{"l":[1,2]}`, `{"op":"add","path":"/l/7","value":3}`, ""},
		{`{}`, `{"op":"add","path":"/l/999999999/a","value":3}`, `{"l":{"999999999":{"a":3}}}`},
		{`{"l":[]}`, `{"op":"add","path":"/l/999999999/a","value":3}`, ""},
		{`{"l":[null]}`, `{"op":"add","path":"/l/0/a","value":3}`, ""},
		{`{"l":[1,2]}`, `{"op":"add","path":"/l/-1","value":3}`, ""},
		{`{"a":1}`, `{"op":"add","path":"/a/b","value":3}`, ""},
		{`{"a":1}`, `{"op":"test","path":"/a","value":2}`, ""},
		{`{"a":1}`, `{"op":"fix","path":"/a"}`, ""},
		{`{"a":1}`, `{"op":"remove","path":"header:Accept"}`, ""},
	} {
		var op jsonpatch.Operation
		if err := json.Unmarshal([]byte(c.op), &op); err != nil {
			t.Fatal(err)
		}
		got, err := jsonpatch.Apply([]byte(c.doc), op)
		if string(got) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s on %s: got %s, %v; want %s", c.op, c.doc, got, err, c.want)
		}
	}
}

// TestApplyAppliesAllOrNothing: a failing operation returns no document.
func TestApplyAppliesAllOrNothing(t *testing.T) {
	t.Parallel()
	doc := []byte(`{"a":1}`)
	got, err := jsonpatch.Apply(doc, jsonpatch.Operation{Op: "remove", Path: "/a"}, jsonpatch.Operation{Op: "test", Path: "/b", Value: 1})
	if got != nil || err == nil || string(doc) != `{"a":1}` {
		t.Errorf("got %s, %v; the document is %s", got, err, doc)
	}
}

// FuzzApply looks for patches that panic or that return a document that is not JSON.
func FuzzApply(f *testing.F) {
	f.Add(`{"a":[1,{"b":null}]}`, "replace", "/a/1/b", "", `7`)
	f.Add(`{}`, "add", "/a/b/0", "", `{"c":[]}`)
	f.Add(`[1,2]`, "move", "/-", "/0", `null`)
	f.Add(`{"a":1}`, "copy", "/b/c", "/a", `""`)
	f.Add(`null`, "remove", "/a", "", `0`)
	f.Fuzz(func(t *testing.T, doc, op, path, from, value string) {
		var v any
		if !json.Valid([]byte(doc)) || json.Unmarshal([]byte(value), &v) != nil {
			return
		}
		got, err := jsonpatch.Apply([]byte(doc), jsonpatch.Operation{Op: op, Path: path, From: from, Value: v})
		if err == nil && !json.Valid(got) {
			t.Errorf("%s %s on %s: %s is not valid JSON", op, path, doc, got)
		}
	})
}
