package surface_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	surfaceconnect "github.com/platenhq/platen/app/surface/connect"
	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/proto/gen/platen/ai/v1/aiv1connect"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	"github.com/platenhq/platen/proto/gen/platen/api/v1/apiv1connect"
	"github.com/platenhq/platen/proto/gen/platen/approvals/v1/approvalsv1connect"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	"github.com/platenhq/platen/proto/gen/platen/auth/v1/authv1connect"
	"github.com/platenhq/platen/proto/gen/platen/brands/v1/brandsv1connect"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	"github.com/platenhq/platen/proto/gen/platen/credits/v1/creditsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/library/v1/libraryv1connect"
	"github.com/platenhq/platen/proto/gen/platen/policy/v1/policyv1connect"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/signing/v1/signingv1connect"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

const token = "svc_test_token"

type oneToken struct{ principal *ident.Principal }

func (a oneToken) Authenticate(_ context.Context, got string, _ netip.Addr) (*ident.Principal, error) {
	if got != token {
		return nil, fault.New(fault.Unauthorized, "A valid token is required.")
	}
	return a.principal, nil
}

// surfaces serves both surfaces on one listener with canned services.
type surfaces struct {
	url    string
	client *http.Client // speaks HTTP/2 without TLS
	canned *canned
}

func newSurfaces(t testing.TB) *surfaces {
	t.Helper()
	db := pgtest.New(t)
	scopes, err := ident.ParseScopes([]string{"render:write", "images:write", "keys:write", "usage:read", "admin:write", "webhooks:write"})
	if err != nil {
		t.Fatal(err)
	}
	limits := ratelimit.Defaults()
	limits.Preview = ratelimit.Rate{PerSecond: 1e6, Burst: 1e6}
	chain := rpc.New(rpc.Config{
		Auth:    oneToken{&ident.Principal{Workspace: ident.NewWorkspace(), Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1", Scopes: scopes, APIVersion: "2026-01-01"}},
		Limiter: ratelimit.New(db, limits), Idempotency: idempotency.New(db, secret.New([32]byte{1}), lease.NewKeeper(nil)),
		Log: slog.New(slog.DiscardHandler), Versions: []string{"2026-01-01"},
	})
	table, err := surfaceconnect.Operations()
	if err != nil {
		t.Fatal(err)
	}
	c := &canned{}
	services := rest.Services{Rendering: c, Images: c, PDFs: c, System: c, Keys: c, Workspaces: c, Usage: c, Webhooks: c,
		Signing: signingv1connect.UnimplementedSigningServiceHandler{}, SigningKeys: signingv1connect.UnimplementedSigningKeyServiceHandler{},
		Issuers: authv1connect.UnimplementedJwtIssuerServiceHandler{}, Admin: authv1connect.UnimplementedAdminServiceHandler{}, Audit: apiv1connect.UnimplementedAuditServiceHandler{},
		Templates: libraryv1connect.UnimplementedTemplateServiceHandler{}, Assets: libraryv1connect.UnimplementedAssetServiceHandler{},
		Fonts: libraryv1connect.UnimplementedFontServiceHandler{}, Licenses: libraryv1connect.UnimplementedLicenseServiceHandler{},
		Tools: renderingv1connect.UnimplementedToolServiceHandler{}, AI: aiv1connect.UnimplementedAiServiceHandler{},
		Brands: brandsv1connect.UnimplementedBrandServiceHandler{}, BrandKits: brandsv1connect.UnimplementedBrandKitServiceHandler{},
		Approvals: approvalsv1connect.UnimplementedApprovalServiceHandler{}, Policies: approvalsv1connect.UnimplementedApprovalPolicyServiceHandler{},
		Drafts: approvalsv1connect.UnimplementedDraftServiceHandler{}, Decisions: approvalsv1connect.UnimplementedDecisionServiceHandler{},
		ContentPolicy: policyv1connect.UnimplementedContentPolicyServiceHandler{}}
	const docs = "https://example.com/errors"
	facade, err := rest.New(services, rest.Config{Operations: table, DocURL: docs, Report: chain.Report})
	if err != nil {
		t.Fatal(err)
	}
	procedures, err := surfaceconnect.Handler(services, table, chain, docs)
	if err != nil {
		t.Fatal(err)
	}
	restSide := chain.Wrap(facade.Surface(), facade)
	connectSide := chain.Wrap(surfaceconnect.Surface(table, docs), procedures)
	probes := surfaceconnect.Probes(docs)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/platen."):
			connectSide.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/grpc."):
			probes.ServeHTTP(w, r)
		default:
			restSide.ServeHTTP(w, r)
		}
	}))
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	t.Cleanup(server.Close)
	h2 := new(http.Protocols)
	h2.SetUnencryptedHTTP2(true)
	return &surfaces{url: server.URL, client: &http.Client{Transport: &http.Transport{Protocols: h2}}, canned: c}
}

type response struct {
	status          int
	header, trailer http.Header
	body            []byte
}

// do sends a REST request; headers alternate names and values.
func (s *surfaces) do(t *testing.T, method, path, body string, headers ...string) response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response{res.StatusCode, res.Header, res.Trailer, b}
}

// protocols are the ways to reach a procedure.
var protocols = map[string][]connect.ClientOption{
	"connect json":   {connect.WithProtoJSON()},
	"connect binary": nil,
	"connect get":    {connect.WithHTTPGet()},
	"grpc":           {connect.WithGRPC()},
	"grpc-web":       {connect.WithGRPCWeb()},
}

func withToken() connect.ClientOption {
	return connect.WithInterceptors(connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
			r.Header().Set("Authorization", "Bearer "+token)
			return next(ctx, r)
		}
	}))
}

const preview = `{"operation":"preview","html":"<p>Hi</p>","outputs":[{"width":100,"height":50}]}`

func previewMessage() *renderingv1.GenerateRequest {
	return &renderingv1.GenerateRequest{Operation: renderingv1.Operation_OPERATION_PREVIEW, Source: &renderingv1.GenerateRequest_Html{Html: "<p>Hi</p>"},
		Outputs: []*renderingv1.Output{{Width: proto.Int32(100), Height: proto.Int32(50)}}}
}

func TestEverySurfaceGivesTheSameResult(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	got := map[string]map[string]proto.Message{} // case → surface → message
	note := func(name, surface string, m proto.Message) {
		if got[name] == nil {
			got[name] = map[string]proto.Message{}
		}
		got[name][surface] = m
	}
	read := func(name string, a response, m proto.Message) {
		if a.status >= 300 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if problems := wire.Decode(a.body, m); len(problems) > 0 {
			t.Errorf("%s: %s\n%+v", name, a.body, problems)
		}
		note(name, "rest", m)
	}
	render := &renderingv1.Render{}
	read("preview", s.do(t, "POST", "/api/v1/facade/generate", preview), render)
	read("jobs", s.do(t, "GET", "/api/v1/facade/render-jobs?limit=3&status=queued&metadata[a]=b&created_after=2026-01-02T03:04:05Z", ""), &renderingv1.ListRenderJobsResponse{})
	read("image", s.do(t, "GET", "/api/v1/images/img_1", ""), &renderingv1.Image{})
	read("key", s.do(t, "POST", "/api/v1/api-keys", `{"name":"n","mode":"test","scopes":["render:write"]}`), &authv1.ApiKey{})
	read("usage", s.do(t, "GET", "/api/v1/usage/", ""), &creditsv1.Usage{})

	for protocol, options := range protocols {
		options = append([]connect.ClientOption{withToken()}, options...)
		ctx := t.Context()
		renders := renderingv1connect.NewRenderServiceClient(s.client, s.url, options...)
		p, err := renders.Generate(ctx, previewMessage())
		check(t, protocol, err)
		note("preview", protocol, p.GetRender())
		jobs := &renderingv1.ListRenderJobsRequest{}
		if problems := wire.Decode([]byte(`{"limit":3,"status":"queued","metadata":{"a":"b"},"created_after":"2026-01-02T03:04:05Z"}`), jobs); len(problems) > 0 {
			t.Fatal(problems)
		}
		list, err := renders.ListRenderJobs(ctx, jobs)
		check(t, protocol, err)
		note("jobs", protocol, list)
		image, err := renderingv1connect.NewImageServiceClient(s.client, s.url, options...).GetImage(ctx, &renderingv1.GetImageRequest{ImageId: "img_1"})
		check(t, protocol, err)
		note("image", protocol, image)
		key, err := authv1connect.NewApiKeyServiceClient(s.client, s.url, options...).CreateApiKey(ctx,
			&authv1.CreateApiKeyRequest{Name: "n", Mode: authv1.KeyMode_KEY_MODE_TEST, Scopes: []string{"render:write"}})
		check(t, protocol, err)
		note("key", protocol, key)
		usage, err := creditsv1connect.NewUsageServiceClient(s.client, s.url, options...).GetUsage(ctx, &creditsv1.GetUsageRequest{})
		check(t, protocol, err)
		note("usage", protocol, usage)
	}
	for name, responses := range got {
		if len(responses) != len(protocols)+1 {
			t.Errorf("%s was called over %d surfaces", name, len(responses))
		}
		for surface, m := range responses {
			if !proto.Equal(m, responses["rest"]) {
				t.Errorf("%s over %s:\n%s\nover REST:\n%s", name, surface, wire.Encode(m), wire.Encode(responses["rest"]))
			}
		}
	}
}

func check(t *testing.T, protocol string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", protocol, err)
	}
}

func TestEverySurfaceGivesTheSameError(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	bad := previewMessage()
	bad.Outputs[0].Width = proto.Int32(9000)
	bad.Locale = proto.String("??")
	cases := []struct {
		name, body string
		message    *renderingv1.GenerateRequest
		fail       *fault.Error
		status     int
		code       connect.Code
	}{
		{"schema", `{"operation":"preview","html":"<p>Hi</p>","outputs":[{"width":9000,"height":50}],"locale":"??"}`, bad, nil, 400, connect.CodeInvalidArgument},
		{"use case", preview, previewMessage(), fault.New(fault.ApprovalRequired, "A person has to approve this.").WithApproval(fault.Approval{
			ID: "apr_1", Action: "render", Status: "pending", ReviewURL: "https://x/review/apr_1", RequiredApprovers: []string{"user:a"}, RequiredApprovals: 1,
			ExpiresAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}), 409, connect.CodeAborted},
		{"details", preview, previewMessage(), fault.Rules(fault.Detail{Path: "/outputs/0", Rule: "max_pixels", Message: "Too large.", Expected: int64(40), Actual: 41.5,
			Context: map[string]any{"unit": "Mpx"}, FixPatch: []fault.Op{fault.Replace("/outputs/0/width", int64(10)), fault.Remove("/x")}}), 400, connect.CodeInvalidArgument},
		{"wait", preview, previewMessage(), fault.New(fault.RateLimitExceeded, "Slower.").After(1500 * time.Millisecond), 429, connect.CodeResourceExhausted},
	}
	for _, c := range cases {
		s.canned.fail.Store(c.fail)
		a := s.do(t, "POST", "/api/v1/facade/generate", c.body)
		var envelope struct{ Error json.RawMessage }
		want := &apiv1.Error{}
		if err := json.Unmarshal(a.body, &envelope); err != nil || a.status != c.status {
			t.Fatalf("%s: %d %s", c.name, a.status, a.body)
		}
		if problems := wire.Decode(envelope.Error, want); len(problems) > 0 {
			t.Fatalf("%s: %+v", a.body, problems)
		}
		if want.GetRequestId() != a.header.Get("X-Request-Id") || want.GetRequestId() == "" || want.GetDocUrl() != "https://example.com/errors#"+want.Code {
			t.Errorf("%s: request id %q in the body, %q in the header; page %q", c.name, want.GetRequestId(), a.header.Get("X-Request-Id"), want.GetDocUrl())
		}
		if c.fail != nil && c.fail.RetryAfter > 0 && a.header.Get("Retry-After") != "2" {
			t.Errorf("%s: Retry-After %q", c.name, a.header.Get("Retry-After"))
		}
		want.RequestId = nil
		for protocol, options := range protocols {
			_, err := renderingv1connect.NewRenderServiceClient(s.client, s.url, append([]connect.ClientOption{withToken()}, options...)...).Generate(t.Context(), c.message)
			if connect.CodeOf(err) != c.code {
				t.Errorf("%s over %s: %v", c.name, protocol, err)
				continue
			}
			got := errorDetail(t, err)
			got.RequestId = nil
			if !proto.Equal(got, want) {
				t.Errorf("%s over %s:\n%s\nover REST:\n%s", c.name, protocol, wire.Encode(got), wire.Encode(want))
			}
		}
	}
}

func errorDetail(t *testing.T, err error) *apiv1.Error {
	t.Helper()
	var e *connect.Error
	_ = errors.As(err, &e) // nil for any other error
	if e == nil || len(e.Details()) != 1 {
		t.Fatalf("%v has no detail", err)
	}
	m, err := e.Details()[0].Value()
	if err != nil {
		t.Fatal(err)
	}
	return m.(*apiv1.Error)
}

func TestRequestsThatDoNotFitTheirSchema(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	cases := []struct{ method, path, body, want string }{
		{"POST", "/api/v1/facade/generate", `{"operation":"draw","html":"x","htlm":1,"outputs":[{"width":"9"}]}`, "/htlm unknown_field, /operation enum, /outputs/0/width type"},
		{"POST", "/api/v1/facade/generate", `{"operation":"preview","outputs":[]}`, " one_of"},
		{"POST", "/api/v1/facade/generate", ``, " required"},
		{"GET", "/api/v1/facade/render-jobs?limit=0&status=done&lmit=3", "", "query:lmit unknown_field, query:status enum, query:limit minimum"},
		{"GET", "/api/v1/facade/render-jobs?limit=x&created_after=today", "", "query:created_after format, query:limit type"},
		{"GET", "/api/v1/facade/render-jobs?limit=1&limit=2", "", "query:limit duplicate_member"},
		{"POST", "/api/v1/facade/render-jobs/job_1/cancel", `{"job_id":"job_2"}`, "/job_id unknown_field"},
		{"POST", "/api/v1/api-keys", `{"mode":"test","scopes":["a:b","a:b","X"]}`, "/scopes unique_items, /scopes/2 pattern"},
	}
	for _, c := range cases {
		a := s.do(t, c.method, c.path, c.body)
		var e struct {
			Error struct {
				Code    string
				Details []struct {
					Path    string
					Context struct{ Rule string }
				}
			}
		}
		if err := json.Unmarshal(a.body, &e); err != nil {
			t.Fatalf("%s", a.body)
		}
		var got []string
		for _, d := range e.Error.Details {
			got = append(got, d.Path+" "+d.Context.Rule)
		}
		if strings.Join(got, ", ") != c.want || e.Error.Code != "INVALID_REQUEST" || a.status != 400 {
			t.Errorf("%s %s %s:\ngot  %d %s\nwant %s", c.method, c.path, c.body, a.status, strings.Join(got, ", "), c.want)
		}
	}
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	cases := []struct {
		method, path string
		status       int
		allow, has   string
	}{
		{"GET", "/api/v1/images", 200, "", `"object":"image"`},
		{"GET", "/api/v1/images/", 200, "", `"object":"image"`},
		{"GET", "/health", 200, "", `"status":"ok"`},
		{"GET", "/health/", 200, "", `"status":"ok"`},
		{"HEAD", "/health/", 200, "", ""},
		{"POST", "/health/", 404, "GET, HEAD", "ENDPOINT_NOT_FOUND"},
		{"DELETE", "/api/v1/facade/render-jobs", 404, "GET, HEAD", `"rule":"method"`},
		{"GET", "/api/v1/nothing", 404, "", "ENDPOINT_NOT_FOUND"},
		{"POST", "/api/v1/facade/drafts/dft_1/compile", 404, "", `"replacement":"/api/v1/facade/generate","rule":"route_retired"`},
		{"GET", "/api/v1/images/img_1.png", 200, "", "PNG"},
		{"GET", "/api/v1/images/img_1.gif", 404, "", "IMAGE_NOT_FOUND"},
	}
	for _, c := range cases {
		a := s.do(t, c.method, c.path, "")
		if a.status != c.status || a.header.Get("Allow") != c.allow || !strings.Contains(string(a.body), c.has) || a.header.Get("X-Request-Id") == "" {
			t.Errorf("%s %s: %d, Allow %q, %s", c.method, c.path, a.status, a.header.Get("Allow"), a.body)
		}
	}
	if link := s.do(t, "POST", "/api/v1/facade/compile", "").header.Get("Link"); link != `</api/v1/facade/generate>; rel="successor-version"` {
		t.Errorf("Link of a retired route: %q", link)
	}
}

func TestBytesByAccept(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	a := s.do(t, "POST", "/api/v1/facade/generate", preview, "Accept", "image/png")
	if a.status != 200 || a.header.Get("Content-Type") != "image/png" || string(a.body) != "PNG" || a.header.Get("X-Credits-Charged") != "7" {
		t.Errorf("preview: %d %v %s", a.status, a.header, a.body)
	}
	for _, accept := range []string{"*/*", "application/json", "text/html,image/webp,*/*;q=0.8"} {
		if a := s.do(t, "POST", "/api/v1/facade/generate", preview, "Accept", accept); !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") || strings.Contains(string(a.body), `"data"`) {
			t.Errorf("preview with Accept %s: %s %s", accept, a.header.Get("Content-Type"), a.body)
		}
	}
	runs := s.canned.runs.Load()
	if a := s.do(t, "POST", "/api/v1/facade/generate", preview, "Accept", "image/webp"); a.status != 400 || !strings.Contains(string(a.body), "header:Accept") || s.canned.runs.Load() != runs {
		t.Errorf("a preview that cannot be what Accept names: %d %s, run %d times", a.status, a.body, s.canned.runs.Load()-runs)
	}
	a = s.do(t, "GET", "/api/v1/images/img_1", "", "Accept", "image/*")
	if string(a.body) != "PNG" || a.header.Get("ETag") == "" {
		t.Errorf("image: %v %s", a.header, a.body)
	}
	if again := s.do(t, "GET", "/api/v1/images/img_1", "", "Accept", "image/*", "If-None-Match", a.header.Get("ETag")); again.status != 304 || len(again.body) != 0 {
		t.Errorf("image the client has: %d", again.status)
	}
	if a := s.do(t, "GET", "/api/v1/pdf/pdf_1", "", "Accept", "application/pdf"); string(a.body) != "%PDF" {
		t.Errorf("PDF: %v %s", a.header, a.body)
	}
}

func TestJobsOverREST(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	a := s.do(t, "POST", "/api/v1/facade/generate", strings.Replace(preview, "preview", "render", 1))
	if a.status != 202 || a.header.Get("Location") != "/api/v1/facade/render-jobs/job_1" || a.header.Get("Retry-After") != "1" || a.header.Get("X-RateLimit-Category") != "render" {
		t.Errorf("%d %v", a.status, a.header)
	}
	if !strings.Contains(string(a.body), `"error":null`) || !strings.Contains(string(a.body), `"started_at":null`) {
		t.Errorf("absent values of a job are written: %s", a.body)
	}
	if a := s.do(t, "GET", "/api/v1/facade/render-jobs/job_1?wait=26", ""); a.status != 400 {
		t.Errorf("wait=26: %d", a.status)
	}
	a = s.do(t, "GET", "/api/v1/facade/render-jobs/job_1/events", "")
	if a.header.Get("Content-Type") != "text/event-stream" || !strings.HasPrefix(string(a.body), "event: status\nid: 1\ndata: {\"kind\":\"status\"") || strings.Count(string(a.body), "\n\n") != 2 ||
		!strings.Contains(string(a.body), "event: done\nid: 2\n") {
		t.Errorf("events: %v\n%s", a.header, a.body)
	}
	if same := s.do(t, "GET", "/api/v1/facade/render-jobs/job_1", "", "Accept", "text/event-stream"); string(same.body) != string(a.body) {
		t.Errorf("the job asked for as a stream: %s", same.body)
	}
	a = s.do(t, "GET", "/api/v1/facade/render-jobs/job_1/events", "", "Last-Event-ID", "1")
	if strings.Contains(string(a.body), "event: status") {
		t.Errorf("events after the first: %s", a.body)
	}
	s.canned.fail.Store(fault.NotFound(fault.RenderJobNotFound))
	if a := s.do(t, "GET", "/api/v1/facade/render-jobs/job_1/events", ""); a.status != 404 || !strings.Contains(string(a.body), "RENDER_JOB_NOT_FOUND") {
		t.Errorf("events of no job: %d %s", a.status, a.body)
	}
}

// TestResponsesConformToTheDocument calls operations of every canned service over REST; each response, the errors
// included, matches the OpenAPI document.
func TestResponsesConformToTheDocument(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	doc, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	s.client.Transport = &conformance.Transport{Document: doc, Next: s.client.Transport, Report: func(problem string) { t.Error(problem) }}
	const card = `"html":"<p>","outputs":[{"width":100,"height":50}]}`
	calls := []struct {
		path, body string
		status     int
	}{
		{"POST /api/v1/facade/generate", `{"operation":"preview",` + card, 200},
		{"POST /api/v1/facade/generate", `{"operation":"render",` + card, 202},
		{"GET /api/v1/facade/render-jobs/job_1", "", 200},
		{"GET /api/v1/facade/render-jobs", "", 200},
		{"POST /api/v1/facade/render-jobs/job_1/cancel", "", 200},
		{"GET /api/v1/images/", "", 200},
		{"GET /api/v1/images/img_1", "", 200},
		{"GET /api/v1/images/img_1/receipt", "", 200},
		{"DELETE /api/v1/images/img_1", "", 200},
		{"GET /api/v1/pdf/pdf_1", "", 200},
		{"GET /api/v1/facade/api-versions", "", 200},
		{"GET /health/", "", 200},
		{"GET /api/v1/facade/health", "", 200},
		{"GET /health/detailed", "", 200},
		{"GET /health/browser", "", 200},
		{"GET /health/browser/reinit", "", 200},
		{"GET /api/v1/api-keys", "", 200},
		{"GET /api/v1/api-keys/key_1", "", 200},
		{"POST /api/v1/api-keys", `{"mode":"test"}`, 201},
		{"POST /api/v1/api-keys/key_1/rotate", "", 201},
		{"DELETE /api/v1/api-keys/key_1", "", 200},
		{"GET /api/v1/workspace", "", 200},
		{"GET /api/v1/usage", "", 200},
		{"GET /api/v1/usage/ledger", "", 200},
		{"POST /api/v1/facade/webhooks", `{"url":"https://a.example.com"}`, 201},
		{"GET /api/v1/facade/webhooks", "", 200},
		{"GET /api/v1/facade/webhooks/wh_1", "", 200},
		{"PATCH /api/v1/facade/webhooks/wh_1", `{"enabled":false}`, 200},
		{"DELETE /api/v1/facade/webhooks/wh_1", "", 200},
		{"POST /api/v1/facade/webhooks/wh_1/rotate-secret", "{}", 200},
		{"POST /api/v1/facade/webhooks/wh_1/test", "", 200},
		{"GET /api/v1/facade/webhooks/wh_1/deliveries", "", 200},
		{"POST /api/v1/facade/webhooks/wh_1/deliveries/dlv_1/redeliver", "", 200},
		{"GET /api/v1/facade/webhooks/dlq", "", 200},
		{"POST /api/v1/facade/webhooks/dlq/evt_1/retry", "", 200},
	}
	call := func(line, body string) response {
		method, path, _ := strings.Cut(line, " ")
		if doc.Find(method, path) == nil {
			t.Errorf("%s is not in the document", line)
		}
		return s.do(t, method, path, body)
	}
	for _, c := range calls {
		if a := call(c.path, c.body); a.status != c.status {
			t.Errorf("%s: %d %s, want %d", c.path, a.status, a.body, c.status)
		}
	}
	s.canned.fail.Store(fault.Rules(fault.Detail{Path: "/a", Rule: "r", Message: "m", FixPatch: []fault.Op{fault.Replace("/a", []any{int64(1)})}}))
	if a := call("GET /api/v1/usage", ""); a.status != 400 || !strings.Contains(string(a.body), `"code":"VALIDATION_FAILED"`) {
		t.Errorf("a failed request: %d %s", a.status, a.body)
	}
}

func TestProbesNeedNoToken(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	client := connect.NewClient[structpb.Struct, structpb.Struct](s.client, s.url+"/grpc.health.v1.Health/Check", connect.WithGRPC())
	if _, err := client.CallUnary(t.Context(), connect.NewRequest(&structpb.Struct{})); err != nil {
		t.Errorf("grpc.health.v1: %v", err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/api/v1/usage", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != 401 || res.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("without a token: %d", res.StatusCode)
	}
	_, err = creditsv1connect.NewUsageServiceClient(s.client, s.url, connect.WithGRPC()).GetUsage(t.Context(), &creditsv1.GetUsageRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated || errorDetail(t, err).Code != "UNAUTHORIZED" {
		t.Errorf("gRPC without a token: %v", err)
	}
}

func ExampleOperations() {
	table, _ := surfaceconnect.Operations()
	op := table["/platen.rendering.v1.RenderService/Generate"]
	fmt.Println(op.Scope, op.Category, op.Mutation, op.MaxBody)
	// Output: render:write preview true 5242880
}

// canned responds to every procedure with a message whose every field is set, or with fail.
type canned struct {
	fail atomic.Pointer[fault.Error]
	runs atomic.Int32
}
