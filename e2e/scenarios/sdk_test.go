package scenarios

import (
	"context"
	"errors"
	"testing"

	"connectrpc.com/connect"

	"github.com/platenhq/platen/e2e/harness"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestGoClientOverEveryProtocol renders, queues, waits and reads an error through
// the Go client: Connect, gRPC and gRPC-Web give the same image.
func TestGoClientOverEveryProtocol(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := harness.Start(t, nil)
	request := func() *renderingv1.GenerateRequest {
		return &renderingv1.GenerateRequest{
			Source:  &renderingv1.GenerateRequest_Document{Document: &renderingv1.Node{Tag: "h1", Text: ptr("Launch day"), Style: map[string]string{"font-size": "40px"}}},
			Outputs: []*renderingv1.Output{{Width: ptr(int32(400)), Height: ptr(int32(200))}},
		}
	}
	hashes := map[string]bool{}
	for name, options := range map[string][]connect.ClientOption{"connect": nil, "json": {connect.WithProtoJSON()}, "grpc-web": {connect.WithGRPCWeb()}} {
		c, err := platen.New(s.Live, platen.WithBaseURL(s.URL), platen.WithConnect(options...))
		if err != nil {
			t.Fatal(err)
		}
		render, err := c.Preview(ctx, request())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		job, err := c.Start(ctx, request())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if job, err = c.WaitForJob(ctx, job.Id); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		hashes[render.Outputs[0].Sha256], hashes[job.Outputs[0].Sha256] = true, true

		bad := request()
		bad.Outputs[0].Width, bad.Outputs[0].Height = ptr(int32(8000)), ptr(int32(8000))
		_, err = c.Preview(ctx, bad)
		var refused *platen.Error
		if !errors.As(err, &refused) || refused.Code != "VALIDATION_FAILED" || len(refused.Details) == 0 {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	if len(hashes) != 1 {
		t.Errorf("the protocols gave %d different images", len(hashes))
	}
}

func ptr[T any](v T) *T { return &v }
