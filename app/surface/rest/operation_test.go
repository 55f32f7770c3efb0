package rest

import (
	"fmt"
	"net/url"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/rpc"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

func TestInputSplitBetweenPathAndBody(t *testing.T) {
	t.Parallel()
	o := &operation{params: []string{"webhook_id"}, body: true, within: "change",
		rules: &rpc.Operation{Input: (&webhooksv1.UpdateWebhookRequest{}).ProtoReflect().Type()}}
	parse := func(text string) *canonical.Value {
		v, err := canonical.Parse([]byte(text), canonical.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return &v
	}
	m, problems := o.decode([]string{"wh_1"}, url.Values{}, parse(`{"url":"https://x","events":["render.failed"]}`))
	want := &webhooksv1.UpdateWebhookRequest{WebhookId: "wh_1", Change: &webhooksv1.WebhookChange{
		Url: proto.String("https://x"), Events: []webhooksv1.EventType{webhooksv1.EventType_EVENT_TYPE_RENDER_FAILED}}}
	if len(problems) > 0 || !proto.Equal(m, want) {
		t.Errorf("got %v, %+v", m, problems)
	}
	cases := []struct {
		name string
		body *canonical.Value
		want string
	}{
		{"bad members", parse(`{"url":7,"nmae":1,"events":["render.failed","render.failed"],"description":""}`),
			"[/nmae unknown_field [{remove /nmae <nil>}] /url type [{replace /url 7}] /events unique_items [{remove /events/1 <nil>}]]"},
		{"broken rule", parse(`{"url":""}`), "[/url min_length []]"},
		{"no body", nil, "[ required []]"},
		{"no object", &canonical.Value{Kind: canonical.Array}, "[ type []]"},
	}
	for _, c := range cases {
		_, problems := o.decode([]string{"wh_1"}, url.Values{}, c.body)
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprint(p.Path, " ", p.Rule, " ", p.FixPatch))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}
