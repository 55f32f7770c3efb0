package platen_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	platen "github.com/platenhq/platen/sdk/go"
)

// service responds to Generate with the errors in turn, then with a render; it notes the headers.
type service struct {
	renderingv1connect.UnimplementedRenderServiceHandler
	mu     sync.Mutex
	errors []error
	seen   []http.Header
}

func (s *service) Generate(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.GenerateResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if info, ok := connect.CallInfoForHandlerContext(ctx); ok {
		s.seen = append(s.seen, info.RequestHeader().Clone())
	}
	if len(s.errors) > 0 {
		err := s.errors[0]
		s.errors = s.errors[1:]
		return nil, err
	}
	return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Render{Render: &renderingv1.Render{Id: "rnd_1"}}}, nil
}

func (s *service) GetRenderJob(_ context.Context, in *renderingv1.GetRenderJobRequest) (*renderingv1.RenderJob, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, nil)
	job := &renderingv1.RenderJob{Id: in.JobId, Status: renderingv1.RenderStatus_RENDER_STATUS_PROCESSING}
	if len(s.seen) > 2 {
		job.Status = renderingv1.RenderStatus_RENDER_STATUS_FAILED
		job.Error = &apiv1.Error{Code: "RENDER_FAILED", Message: "It failed."}
	}
	return job, nil
}

func (s *service) ListRenderJobs(_ context.Context, in *renderingv1.ListRenderJobsRequest) (*renderingv1.ListRenderJobsResponse, error) {
	next := map[string]string{"": "b", "b": "c"}[in.GetCursor()]
	out := &renderingv1.ListRenderJobsResponse{Page: &apiv1.Page{HasMore: next != ""},
		Data: []*renderingv1.RenderJob{{Id: "1" + in.GetCursor(), Metadata: in.Metadata}, {Id: "2" + in.GetCursor()}}}
	if next != "" {
		out.Page.NextCursor = &next
	}
	return out, nil
}

func failure(code connect.Code, m *apiv1.Error) error {
	err := connect.NewError(code, errors.New(m.Code))
	detail, _ := connect.NewErrorDetail(m)
	err.AddDetail(detail)
	return err
}

func start(t *testing.T, s *service) *platen.Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(renderingv1connect.NewRenderServiceHandler(s))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c, err := platen.New("svc_test_x", platen.WithBaseURL(server.URL), platen.WithAPIVersion("2026-01-01"), platen.WithoutPauses())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func request() *renderingv1.GenerateRequest {
	return &renderingv1.GenerateRequest{Source: &renderingv1.GenerateRequest_Html{Html: "<p>"}, Outputs: []*renderingv1.Output{{Width: proto.Int32(9000)}}}
}

func TestRetriesKeepTheKeyAndFollowTheContract(t *testing.T) {
	t.Parallel()
	internal := failure(connect.CodeInternal, &apiv1.Error{Code: "INTERNAL_ERROR"})
	rendering := failure(connect.CodeInternal, &apiv1.Error{Code: "RENDER_FAILED"})
	limited := failure(connect.CodeResourceExhausted, &apiv1.Error{Code: "RATE_LIMIT_EXCEEDED"})
	lost := connect.NewError(connect.CodeUnavailable, errors.New("gone"))
	cases := []struct {
		name   string
		errors []error
		calls  int
		ok     bool
	}{
		{"none", nil, 1, true},
		{"mixed", []error{internal, limited, lost}, 4, true},
		{"render failed once", []error{rendering}, 2, true},
		{"render failed twice", []error{rendering, rendering}, 2, false},
		{"render failed after a loss", []error{lost, rendering, internal}, 4, true},
		{"render failed twice, apart", []error{rendering, internal, rendering}, 3, false},
		{"five times", []error{internal, internal, internal, internal, internal, internal}, 6, false},
		{"not asked for", []error{failure(connect.CodeFailedPrecondition, &apiv1.Error{Code: "INSUFFICIENT_CREDITS"})}, 1, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &service{errors: c.errors}
			_, err := start(t, s).Preview(t.Context(), request())
			if len(s.seen) != c.calls || (err == nil) != c.ok {
				t.Errorf("%d calls, %v", len(s.seen), err)
			}
			uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
			for _, h := range s.seen {
				if h.Get("Idempotency-Key") != s.seen[0].Get("Idempotency-Key") || !uuid.MatchString(h.Get("Idempotency-Key")) ||
					h.Get("Authorization") != "Bearer svc_test_x" || h.Get("X-API-Version") != "2026-01-01" {
					t.Errorf("headers: %v", h)
				}
			}
		})
	}
	s := &service{}
	const key = "0f8fad5b-d9cb-469f-a165-70867728950e"
	if _, err := start(t, s).Preview(platen.WithIdempotencyKey(t.Context(), key), request()); err != nil || s.seen[0].Get("Idempotency-Key") != key {
		t.Errorf("own key: %v %v", err, s.seen)
	}
}

func TestFixesMendTheRequest(t *testing.T) {
	t.Parallel()
	patch := func(text string) *apiv1.ErrorDetail {
		d := &apiv1.ErrorDetail{}
		if err := protojson.Unmarshal([]byte(`{"fix_patch":`+text+`}`), d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	s := &service{errors: []error{failure(connect.CodeInvalidArgument, &apiv1.Error{Code: "VALIDATION_FAILED", Details: []*apiv1.ErrorDetail{
		patch(`[{"op":"replace","path":"/outputs/0/width","value":8192},{"op":"add","path":"/outputs/0/height","value":100}]`),
		patch(`[{"op":"remove","path":"/outputs/1"},{"op":"replace","path":"/outputs/0/format","value":"webp"}]`),
		patch(`[{"op":"remove","path":"/bogus"},{"op":"replace","path":"/data/list/1/x","value":true},{"op":"add","path":"/overrides/-","value":{"node":"n","style":{"color":"red"}}}]`),
		patch(`[{"op":"remove","path":"/metadata/a"},{"op":"replace","path":"/include","value":["layout_report"]}]`),
	}})}}
	in := request()
	in.Outputs = append(in.Outputs, &renderingv1.Output{})
	in.Metadata = map[string]string{"a": "1", "b": "2"}
	in.Data, _ = structpb.NewStruct(map[string]any{"list": []any{1, map[string]any{"x": false}}})
	_, err := start(t, s).Preview(t.Context(), in)
	var e *platen.Error
	if !errors.As(err, &e) || e.Code != "VALIDATION_FAILED" {
		t.Fatal(err)
	}
	if n, err := e.ApplyFixes(in); n != 9 || err != nil {
		t.Fatalf("%d operations, %v", n, err)
	}
	data, _ := structpb.NewStruct(map[string]any{"list": []any{1, map[string]any{"x": true}}})
	want := &renderingv1.GenerateRequest{Operation: renderingv1.Operation_OPERATION_PREVIEW, Source: &renderingv1.GenerateRequest_Html{Html: "<p>"},
		Outputs:   []*renderingv1.Output{{Width: proto.Int32(8192), Height: proto.Int32(100), Format: renderingv1.OutputFormat_OUTPUT_FORMAT_WEBP.Enum()}},
		Overrides: []*renderingv1.Override{{Node: "n", Style: map[string]string{"color": "red"}}}, Metadata: map[string]string{"b": "2"}, Data: data,
		Include: []renderingv1.Include{renderingv1.Include_INCLUDE_LAYOUT_REPORT}}
	if !proto.Equal(in, want) {
		t.Errorf("got  %v\nwant %v", in, want)
	}
	safe, unsafe := patch(`[{"op":"replace","path":"/outputs/0/width","value":100}]`), patch(`[{"op":"replace","path":"/outputs/0/height","value":200}]`)
	safe.Safe = proto.Bool(true)
	mixed := &platen.Error{Details: []*apiv1.ErrorDetail{unsafe, safe}}
	if n, err := mixed.ApplySafeFixes(in); n != 1 || err != nil || in.Outputs[0].GetWidth() != 100 || in.Outputs[0].GetHeight() == 200 {
		t.Errorf("%d safe operations, %v: %v", n, err, in.Outputs[0])
	}
	bad := &platen.Error{Details: []*apiv1.ErrorDetail{patch(`[{"op":"replace","path":"/outputs/7/width","value":1}]`)}}
	if _, err := bad.ApplyFixes(in); err == nil {
		t.Error("a patch of an item that is not there applies")
	}
}

func TestWaitForJob(t *testing.T) {
	t.Parallel()
	job, err := start(t, &service{}).WaitForJob(t.Context(), "job_1")
	var e *platen.Error
	if !errors.As(err, &e) || e.Code != "RENDER_FAILED" || job.GetId() != "job_1" {
		t.Errorf("%v %v", job, err)
	}
}

func TestPagesFollowTheCursor(t *testing.T) {
	t.Parallel()
	c := start(t, &service{})
	filter := &renderingv1.ListRenderJobsRequest{Metadata: map[string]string{"k": "v"}}
	var ids []string
	for job, err := range c.RenderJobs(t.Context(), filter) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, job.Id)
		if len(ids)%2 == 1 && job.Metadata["k"] != "v" {
			t.Error("the filter is lost on a later page")
		}
	}
	if fmt.Sprint(ids) != "[1 2 1b 2b 1c 2c]" || filter.Cursor != nil {
		t.Errorf("%v, filter %v", ids, filter)
	}
}
