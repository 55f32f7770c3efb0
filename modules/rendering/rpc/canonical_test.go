package rpc

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// TestTheCanonicalRequestIsThatOfTheWholeText checks that inserting the HTML afterwards yields the canonical form of
// the complete request.
func TestTheCanonicalRequestIsThatOfTheWholeText(t *testing.T) {
	t.Parallel()
	data, err := structpb.NewStruct(map[string]any{"html": "", "a": "\"html\":\"\"", "z": map[string]any{"html": place[:5]}})
	if err != nil {
		t.Fatal(err)
	}
	for _, html := range []string{"", "<p>", "\"\\\b\f\n\r\t\x01\u2028é漢😀</script>", strings.Repeat("<p class=\"x\">\n", 5000)} {
		in := &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: html}, Css: proto.String("p{}"), Data: data,
			Outputs: []*renderingv1.Output{{Name: proto.String("html")}}}
		got, err := canonicalRequest(in)
		if err != nil {
			t.Fatal(err)
		}
		v, err := canonical.Parse(wire.Encode(in), canonical.Limits{Depth: 256, Members: 1 << 20, Items: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if want := v.Bytes(); !bytes.Equal(got, want) {
			t.Errorf("the canonical request is %.300s\nwant %.300s", got, want)
		}
		if in.GetHtml() != html {
			t.Errorf("the request was changed to %.100q", in.GetHtml())
		}
	}
	if got, err := canonicalRequest(&renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Template{Template: &renderingv1.TemplateRef{Id: "tpl_1"}}}); err != nil || strings.Contains(string(got), place) {
		t.Errorf("without HTML: %s, %v", got, err)
	}
}
