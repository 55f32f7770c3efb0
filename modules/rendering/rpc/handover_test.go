package rpc

import (
	"reflect"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// TestAJobsRequestIsWhatItsSubmissionDecoded: a worker gets the request as it was submitted to its process, or decodes it
// from the job's row; both are equal except for Execute, which is not stored.
func TestAJobsRequestIsWhatItsSubmissionDecoded(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"html":"<p>one</p>"}`,
		`{"operation":"render","html":"<p>\"two\"\u2028</p>","css":"p{color:red}","locale":"ar","direction":"rtl","color_scheme":"dark","seed":7,"engine":"native","on_approval":"execute",
			"metadata":{"a":"b"},"outputs":[{"name":"n","width":10,"height":20,"format":"webp","quality":80,"at":1.5},{"preset":"og","format":"pdf","page":{"size":"a4"}},{"width":9,"height":9,"format":"gif","animation":{"fps":10,"duration":1,"loops":2}}],
			"overrides":[{"node":"x","style":{"color":"blue"},"text":"t"}],"assert":[{"node":"x","max_lines":2}],"on_missing":{"glyph":"error"},"include":["layout_report"]}`,
		`{"operation":"render","document":{"tag":"div","style":{"color":"red"},"children":[{"text":"three"}]},"data":{"n":1.50,"list":[1,{"b":null}]},"outputs":[{"width":64,"height":64}]}`,
	} {
		in := new(renderingv1.GenerateRequest)
		if problems := wire.Decode([]byte(body), in); len(problems) > 0 {
			t.Fatalf("%s: %v", body, problems)
		}
		submitted, err := fromRequest(in)
		if err != nil {
			t.Fatal(err)
		}
		if submitted.Execute != strings.Contains(body, "on_approval") {
			t.Errorf("Execute is %v for %s", submitted.Execute, body)
		}
		submitted.Execute = false
		decoded, err := Decode(submitted.Wire)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*rendering.Request{submitted, decoded} {
			dropEmpty(reflect.ValueOf(r).Elem())
		}
		if !reflect.DeepEqual(submitted, decoded) {
			t.Errorf("%s:\nsubmitted %+v\ndecoded   %+v", body, submitted, decoded)
		}
	}
}

// dropEmpty sets the empty lists and maps of a struct to nil.
func dropEmpty(v reflect.Value) {
	for _, f := range v.Fields() {
		if k := f.Kind(); (k == reflect.Slice || k == reflect.Map) && f.Len() == 0 {
			f.SetZero()
		}
	}
}
