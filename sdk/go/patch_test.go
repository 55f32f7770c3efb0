package platen_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestPatches applies operations to a request; a case without a result must fail and change nothing.
func TestPatches(t *testing.T) {
	t.Parallel()
	const before = `{"document":{"tag":"div","style":{"color":"red"},"children":[{"tag":"p","text":"a"},{"tag":"b"}]},
		"data":{"list":[1,{"x":[true]}],"a/b":1},"outputs":[{"width":100,"preset":"PRESET_OG"},{"scale":2}],"metadata":{"k":"v"}}`
	for name, c := range map[string]struct{ patch, after string }{
		"replace a value": {`[{"op":"replace","path":"/document/style/color","value":"#000"}]`,
			`{"document":{"tag":"div","style":{"color":"#000"},"children":[{"tag":"p","text":"a"},{"tag":"b"}]},"data":{"list":[1,{"x":[true]}],"a/b":1},"outputs":[{"width":100,"preset":"PRESET_OG"},{"scale":2}],"metadata":{"k":"v"}}`},
		"deep and escaped": {`[{"op":"add","path":"/data/list/1/x/0","value":null},{"op":"remove","path":"/data/a~1b"},{"op":"remove","path":"/document"},{"op":"replace","path":"/html","value":"<p>"},{"op":"remove","path":"/metadata"},{"op":"remove","path":"/outputs"}]`,
			`{"html":"<p>","data":{"list":[1,{"x":[null,true]}]}}`},
		"move, copy and test": {`[{"op":"test","path":"/outputs/0/preset","value":"og"},{"op":"copy","from":"/outputs/0/preset","path":"/outputs/1/preset"},{"op":"move","from":"/document/children/1","path":"/document/children/0"},{"op":"move","from":"/metadata/k","path":"/metadata/l"},{"op":"remove","path":"/data"}]`,
			`{"document":{"tag":"div","style":{"color":"red"},"children":[{"tag":"b"},{"tag":"p","text":"a"}]},"outputs":[{"width":100,"preset":"PRESET_OG"},{"scale":2,"preset":"PRESET_OG"}],"metadata":{"l":"v"}}`},
		"an enum by its own name": {`[{"op":"replace","path":"/outputs/0/preset","value":"instagram_post"},{"op":"add","path":"/outputs/0/page/margin","value":"1cm"},{"op":"remove","path":"/outputs/1"},{"op":"remove","path":"/document"},{"op":"remove","path":"/data"},{"op":"remove","path":"/metadata"}]`,
			`{"outputs":[{"width":100,"preset":"PRESET_INSTAGRAM_POST","page":{"margin":"1cm"}}]}`},
		"part of an enum's name": {`[{"op":"replace","path":"/outputs/0/preset","value":"post"}]`, ""},
		"a test that fails":      {`[{"op":"remove","path":"/metadata"},{"op":"test","path":"/outputs/0/width","value":101}]`, ""},
		"no such item":           {`[{"op":"remove","path":"/metadata"},{"op":"replace","path":"/outputs/2/width","value":1}]`, ""},
		"no such field":          {`[{"op":"add","path":"/bogus","value":1}]`, ""},
		"another type":           {`[{"op":"replace","path":"/outputs/0/width","value":"wide"}]`, ""},
		"an object for a list":   {`[{"op":"replace","path":"/outputs","value":{}}]`, ""},
		"a fraction":             {`[{"op":"replace","path":"/outputs/0/width","value":1.5}]`, ""},
		"inside a scalar":        {`[{"op":"replace","path":"/css/x","value":1}]`, ""},
		"no pointer":             {`[{"op":"remove","path":"header:Accept"}]`, ""},
		"no operation":           {`[{"op":"fix","path":"/css"}]`, ""},
		"a number of a list end": {`[{"op":"replace","path":"/outputs/-","value":{}}]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := func(text string, m proto.Message) {
				if err := protojson.Unmarshal([]byte(text), m); err != nil {
					t.Fatal(err)
				}
			}
			detail, got, want := &apiv1.ErrorDetail{}, &renderingv1.GenerateRequest{}, &renderingv1.GenerateRequest{}
			read(`{"fix_patch":`+c.patch+`}`, detail)
			read(before, got)
			read(before, want)
			if c.after != "" {
				want = &renderingv1.GenerateRequest{}
				read(c.after, want)
			}
			if err := platen.ApplyPatch(got, detail.FixPatch); (err == nil) != (c.after != "") {
				t.Error(err)
			}
			if !proto.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

// FuzzPatch looks for operations that panic or that leave a patch partially applied.
func FuzzPatch(f *testing.F) {
	f.Add("add", "/outputs/0/width", "", `7`)
	f.Add("move", "/data/a", "/document/children", `null`)
	f.Add("replace", "/document/children/-", "", `{"tag":"p"}`)
	f.Add("copy", "/outputs", "/data", `[]`)
	f.Fuzz(func(t *testing.T, op, path, from, value string) {
		before := &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: "<p>"}, Outputs: []*renderingv1.Output{{}}}
		detail := &apiv1.ErrorDetail{FixPatch: []*apiv1.PatchOperation{{Op: op, Path: path, From: &from}}}
		if err := protojson.Unmarshal([]byte(`{"value":`+value+`}`), detail.FixPatch[0]); err != nil {
			return
		}
		detail.FixPatch[0].Op, detail.FixPatch[0].Path, detail.FixPatch[0].From = op, path, &from
		after := proto.CloneOf(before)
		if err := platen.ApplyPatch(after, detail.FixPatch); err != nil && !proto.Equal(before, after) {
			t.Errorf("%s %s changed the request and failed with %v", op, path, err)
		}
	})
}
