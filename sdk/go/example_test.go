package platen_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// standIn takes the place of a service in the examples.
type standIn struct {
	renderingv1connect.UnimplementedRenderServiceHandler
}

func (standIn) Generate(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.GenerateResponse, error) {
	if info, ok := connect.CallInfoForHandlerContext(ctx); ok {
		if key := info.RequestHeader().Get("Idempotency-Key"); strings.HasPrefix(key, "0b7f0000") {
			fmt.Println("the service received the key", key)
		}
	}
	if in.Operation == renderingv1.Operation_OPERATION_RENDER {
		return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Job{Job: &renderingv1.RenderJob{Id: "job_1"}}}, nil
	}
	return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Render{Render: &renderingv1.Render{
		Id: "rnd_1", Outputs: []*renderingv1.RenderedOutput{{Name: "og", Url: "https://img.example.com/i/img_1.png", Width: 1200, Height: 630}}}}}, nil
}

func (standIn) GetRenderJob(_ context.Context, in *renderingv1.GetRenderJobRequest) (*renderingv1.RenderJob, error) {
	return &renderingv1.RenderJob{Id: in.JobId, Status: renderingv1.RenderStatus_RENDER_STATUS_COMPLETED}, nil
}

func (standIn) ListRenderJobs(_ context.Context, in *renderingv1.ListRenderJobsRequest) (*renderingv1.ListRenderJobsResponse, error) {
	if in.GetCursor() == "" {
		next := "page 2"
		return &renderingv1.ListRenderJobsResponse{Data: []*renderingv1.RenderJob{{Id: "job_2"}}, Page: &apiv1.Page{HasMore: true, NextCursor: &next}}, nil
	}
	return &renderingv1.ListRenderJobsResponse{Data: []*renderingv1.RenderJob{{Id: "job_1"}}, Page: &apiv1.Page{}}, nil
}

// exampleClient returns a client of a service of its own; call close afterwards.
func exampleClient(opts ...platen.Option) (client *platen.Client, close func()) {
	mux := http.NewServeMux()
	mux.Handle(renderingv1connect.NewRenderServiceHandler(standIn{}))
	srv := httptest.NewServer(mux)
	client, err := platen.New("sk_test_…", append(opts, platen.WithBaseURL(srv.URL))...)
	if err != nil {
		panic(err)
	}
	return client, srv.Close
}

func ExampleNew() {
	_, err := platen.New("", platen.WithBaseURL("https://img.example.com"))
	fmt.Println(err)
	// Output: platen: a token is required
}

func ExampleClient_Preview() {
	client, done := exampleClient()
	defer done()
	og := renderingv1.Preset_PRESET_OG
	render, err := client.Preview(context.Background(), &renderingv1.GenerateRequest{
		Source:  &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"},
		Outputs: []*renderingv1.Output{{Preset: &og}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range render.Outputs {
		fmt.Println(o.Name, o.Width, o.Height, o.Url)
	}
	// Output: og 1200 630 https://img.example.com/i/img_1.png
}

func ExampleClient_WaitForJob() {
	client, done := exampleClient()
	defer done()
	ctx := context.Background()
	job, err := client.Start(ctx, &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	job, err = client.WaitForJob(ctx, job.Id)
	fmt.Println(job.GetId(), job.GetStatus(), err)
	// Output: job_1 RENDER_STATUS_COMPLETED <nil>
}

func ExampleClient_RenderJobs() {
	client, done := exampleClient()
	defer done()
	for job, err := range client.RenderJobs(context.Background(), &renderingv1.ListRenderJobsRequest{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(job.Id)
	}
	// Output:
	// job_2
	// job_1
}

func ExampleWithIdempotencyKey() {
	client, done := exampleClient()
	defer done()
	// The id of what is rendered for: after a crash the same request with the same key is not charged again.
	ctx := platen.WithIdempotencyKey(context.Background(), "0b7f0000-4d5e-4a6f-8a7b-9c8d7e6f5a4b")
	_, err := client.Preview(ctx, &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"}})
	fmt.Println(err)
	// Output:
	// the service received the key 0b7f0000-4d5e-4a6f-8a7b-9c8d7e6f5a4b
	// <nil>
}

func ExampleApplyPatch() {
	request := &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: "<p>"}, Outputs: []*renderingv1.Output{{}}}
	err := platen.ApplyPatch(request, []*apiv1.PatchOperation{
		{Op: "replace", Path: "/html", Value: structpb.NewStringValue("<h1>Launch day</h1>")},
		{Op: "add", Path: "/outputs/0/preset", Value: structpb.NewStringValue("og")},
	})
	fmt.Println(request.GetHtml(), request.Outputs[0].GetPreset(), err)
	// Output: <h1>Launch day</h1> PRESET_OG <nil>
}

func ExampleError_ApplyFixes() {
	request := &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: "<p>"}, Outputs: []*renderingv1.Output{{}}}
	err := error(&platen.Error{Code: "VALIDATION_FAILED", Message: "width is too large.", Details: []*apiv1.ErrorDetail{{
		Path: "/outputs/0/width", FixPatch: []*apiv1.PatchOperation{{Op: "add", Path: "/outputs/0/width", Value: structpb.NewNumberValue(4096)}}}}})
	var failed *platen.Error
	if errors.As(err, &failed) {
		n, err := failed.ApplyFixes(request)
		fmt.Println(n, request.Outputs[0].GetWidth(), err)
	}
	// Output: 1 4096 <nil>
}

func ExampleURLSigner_Inline() {
	signer := platen.URLSigner{BaseURL: "https://img.example.com", KID: "k1", Secret: "ssk_example"}
	url, err := signer.Inline(&signingv1.SignItem{Source: &signingv1.SignItem_Html{Html: "<h1>Launch day</h1>"}})
	fmt.Println(strings.HasPrefix(url, "https://img.example.com/"), err)
	_, err = signer.Inline(&signingv1.SignItem{})
	fmt.Println(err)
	// Output:
	// true <nil>
	// platen: an item needs html, a document or a template
}

func ExampleURLSigner_Template() {
	signer := platen.URLSigner{BaseURL: "https://img.example.com", KID: "k1", Secret: "ssk_example"}
	url := signer.Template("quote", 1, map[string]string{"text": "Käse & Brot"}, time.Time{})
	address, _, _ := strings.Cut(url, "&")
	fmt.Println(address)
	// Output: https://img.example.com/i/k1/54hYp2pc0zG18B1zovTUKKNU3nZmGETkrbWSJ8aHMh4/t/quote@1.png?text=K%C3%A4se+%26+Brot
}

func ExampleVerifyWebhook() {
	const secret = "whsec_example"
	body := []byte(`{"id":"evt_1","event":"render.completed","delivery_id":"dlv_1","sequence":7}`)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	header := http.Header{platen.SignatureHeader: {"sha256=" + hex.EncodeToString(mac.Sum(nil))}}

	event, err := platen.VerifyWebhook(body, header, secret)
	fmt.Println(event.Event, event.Sequence, err)
	_, err = platen.VerifyWebhook(append(body, ' '), header, secret)
	fmt.Println(errors.Is(err, platen.ErrSignature))
	// Output:
	// render.completed 7 <nil>
	// true
}
