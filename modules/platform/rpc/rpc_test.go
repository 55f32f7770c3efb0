package rpc_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/apipb"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/platform/secret"
)

// The operation under test takes a google.protobuf.Mixin, the smallest well-known message with fields.
const procedure = "/test.v1.Service/Make"

// tokens is an authenticator over a fixed list.
type tokens map[string]*ident.Principal

func (t tokens) Authenticate(_ context.Context, token string, _ netip.Addr) (*ident.Principal, error) {
	if p := t[token]; p != nil {
		return p, nil
	}
	return nil, fault.New(fault.Unauthorized, "A valid token is required.")
}

// bench is a service with one operation behind both surfaces.
type bench struct {
	db   *pg.DB
	url  string
	runs atomic.Int32
	fail atomic.Pointer[fault.Error]
}

func status(f *fault.Error) int {
	return map[fault.Kind]int{fault.KindInvalid: 400, fault.KindUnauthenticated: 401, fault.KindPayment: 402, fault.KindForbidden: 403,
		fault.KindNotFound: 404, fault.KindConflict: 409, fault.KindLimited: 429, fault.KindInternal: 500}[f.Kind()]
}

func newBench(t *testing.T) *bench { return newBenchBehind(t, nil, nil) }

// newBenchBehind returns a bench whose requests pass a queue or, if they are previews, a gate.
func newBenchBehind(t *testing.T, queue *admission.Queue, gate *admission.Gate) *bench {
	t.Helper()
	return newBenchWith(t, queue, gate, nil, nil)
}

// newBenchWith is newBenchBehind; with bodies, the operation permits large bodies and has one category.
func newBenchWith(t *testing.T, queue *admission.Queue, gate *admission.Gate, submissions, bodies *admission.Memory) *bench {
	t.Helper()
	b := &bench{db: pgtest.New(t)}
	ws := ident.NewWorkspace()
	scopes := func(list ...string) ident.Scopes {
		s, err := ident.ParseScopes(list)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	principal := func(s ident.Scopes, ws ident.Workspace) *ident.Principal {
		return &ident.Principal{Workspace: ws, Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1", Scopes: s, APIVersion: "2026-01-01"}
	}
	limits := ratelimit.Defaults()
	limits.Admin = ratelimit.Rate{PerSecond: 0.01, Burst: 1}
	limits.Manage = ratelimit.Rate{PerSecond: 1000, Burst: 1000}
	chain := rpc.New(rpc.Config{
		Auth: tokens{"good": principal(scopes("render:write"), ws), "weak": principal(scopes("render:read"), ws),
			"busy": principal(scopes("render:write"), ident.NewWorkspace())},
		Limiter: ratelimit.New(b.db, limits), Idempotency: idempotency.New(b.db, secret.New([32]byte{1}), lease.NewKeeper(nil)),
		Log: slog.New(slog.DiscardHandler), Versions: []string{"2026-01-01"}, Submissions: queue, Admission: gate, SubmissionBodies: submissions, Bodies: bodies,
	})
	op := &rpc.Operation{Procedure: procedure, Scope: "render:write", Category: ratelimit.Manage, Mutation: true, MaxBody: 4096,
		Input: (&apipb.Mixin{}).ProtoReflect().Type(),
		Categorise: func(m proto.Message) ratelimit.Category {
			switch m.(*apipb.Mixin).Root {
			case "admin":
				return ratelimit.Admin
			case "preview":
				return ratelimit.Preview
			}
			return ratelimit.Manage
		}}
	if bodies != nil {
		op.MaxBody, op.Categorise = rpc.LargeBody+1, nil
	}
	table, err := rpc.NewTable(op)
	if err != nil {
		t.Fatal(err)
	}
	use := func(ctx context.Context, req *apipb.Mixin) (*apipb.Mixin, error) {
		return idempotency.Do(ctx, b.db, 201, func(context.Context) (*apipb.Mixin, error) {
			n := b.runs.Add(1)
			if f := b.fail.Load(); f != nil {
				return nil, f
			}
			if req.Root == "panic" {
				panic("in a use case")
			}
			return &apipb.Mixin{Name: req.Name, Root: fmt.Sprintf("run %d", n)}, nil
		})
	}

	mux := http.NewServeMux()
	writeREST := func(w http.ResponseWriter, _ *http.Request, f *fault.Error) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status(f))
		_ = json.NewEncoder(w).Encode(map[string]any{"code": f.Code, "rule": fault.Rule(f), "details": len(f.Details)})
	}
	mux.Handle("/rest/", chain.Wrap(rpc.Surface{
		Name: "rest", WriteError: writeREST,
		Decode: func(_ *http.Request, _ *rpc.Call, body *canonical.Value) (proto.Message, []fault.Detail) {
			m := &apipb.Mixin{}
			if body == nil {
				return m, nil
			}
			return m, wire.DecodeValue(*body, m)
		},
		Resolve: func(r *http.Request) rpc.Resolution {
			switch {
			case r.URL.Path != "/rest/make":
				return rpc.Resolution{}
			case r.Method != http.MethodPost:
				return rpc.Resolution{Allow: []string{"POST"}}
			default:
				return rpc.Resolution{Operation: op}
			}
		},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		res, err := rpc.Invoke(r.Context(), rpc.CallFrom(r.Context()).Message.(*apipb.Mixin), use)
		if err != nil {
			writeREST(w, r, chain.Report(r.Context(), err))
			return
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(wire.Encode(res))
	})))

	mapError := func(_ context.Context, f *fault.Error) error {
		codes := map[fault.Kind]connect.Code{fault.KindInvalid: connect.CodeInvalidArgument, fault.KindUnauthenticated: connect.CodeUnauthenticated,
			fault.KindForbidden: connect.CodePermissionDenied, fault.KindNotFound: connect.CodeNotFound, fault.KindConflict: connect.CodeAborted,
			fault.KindLimited: connect.CodeResourceExhausted, fault.KindPayment: connect.CodeFailedPrecondition, fault.KindInternal: connect.CodeInternal}
		return connect.NewError(codes[f.Kind()], fmt.Errorf("%s %s", f.Code, fault.Rule(f)))
	}
	ew := connect.NewErrorWriter()
	writeConnect := func(w http.ResponseWriter, r *http.Request, f *fault.Error) {
		_ = ew.Write(w, r, mapError(r.Context(), f))
	}
	mux.Handle(procedure, chain.Wrap(rpc.Surface{Name: "connect", Resolve: table.Connect, WriteError: writeConnect},
		connect.NewUnaryHandlerSimple(procedure, use, connect.WithCodec(wire.Codec{}), connect.WithInterceptors(chain.Interceptor(mapError)))))
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	b.url = srv.URL
	return b
}

type response struct {
	status int
	header http.Header
	body   string
}

// has reports whether the response is an error with this code and rule, in either surface's form.
func (a response) has(code fault.Code, rule string) bool {
	return strings.Contains(a.body, string(code)) && strings.Contains(a.body, rule)
}

type request struct {
	method, token, body string
	header              map[string]string
	raw                 []byte
}

func (b *bench) send(t *testing.T, surface string, q request) response {
	t.Helper()
	path := map[string]string{"rest": "/rest/make", "connect": procedure}[surface]
	return b.sendTo(t, path, q)
}

func (b *bench) sendTo(t *testing.T, path string, q request) response {
	t.Helper()
	if q.method == "" {
		q.method = http.MethodPost
	}
	if q.raw == nil {
		q.raw = []byte(q.body)
	}
	req, err := http.NewRequestWithContext(t.Context(), q.method, b.url+path, bytes.NewReader(q.raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if q.token != "" {
		req.Header.Set("Authorization", "Bearer "+q.token)
	}
	for k, v := range q.header {
		req.Header.Set(k, v)
	}
	res, err := (&http.Client{}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return response{res.StatusCode, res.Header, string(text)}
}

// TestChecksRunInOrderOnBothSurfaces sends requests that fail a check and every later one too:
// the first check that fails decides the response.
func TestChecksRunInOrderOnBothSurfaces(t *testing.T) {
	t.Parallel()
	worst := map[string]string{"X-API-Version": "2099-01-01", "Idempotency-Key": "not-a-uuid", "Content-Type": "text/plain"}
	without := func(drop ...string) map[string]string {
		out := map[string]string{}
		for k, v := range worst {
			out[k] = v
		}
		for _, d := range drop {
			delete(out, d)
		}
		return out
	}
	cases := []struct {
		name string
		q    request
		code fault.Code
		rule string
	}{
		{"method before authentication", request{method: "DELETE", header: worst}, fault.EndpointNotFound, ""},
		{"authentication before version", request{token: "bad", body: "{", header: worst}, fault.Unauthorized, ""},
		{"no token", request{body: "{", header: worst}, fault.Unauthorized, ""},
		{"version before scope", request{token: "weak", body: "{", header: worst}, fault.APIVersionUnsupported, "enum"},
		{"scope before key", request{token: "weak", body: "{", header: without("X-API-Version")}, fault.Forbidden, "scope"},
		{"key before body", request{token: "good", body: "{", header: without("X-API-Version")}, fault.InvalidIdempotencyKey, "uuid_v4"},
		{"malformed before schema", request{token: "good", body: `{"x":1,}`}, fault.InvalidRequest, "malformed_json"},
		{"duplicate names", request{token: "good", body: `{"name":"a","name":"b"}`}, fault.InvalidRequest, "duplicate_member"},
		{"depth", request{token: "good", body: strings.Repeat(`{"name":`, 40) + "1" + strings.Repeat("}", 40)}, fault.InvalidRequest, "max_depth"},
		{"size", request{token: "good", body: `{"name":"` + strings.Repeat("x", 5000) + `"}`}, fault.InvalidRequest, "max_body"},
		{"schema", request{token: "good", body: `{"nmae":"x"}`}, fault.InvalidRequest, "unknown_field"},
		{"type", request{token: "good", body: `{"name":5}`}, fault.InvalidRequest, "type"},
	}
	b := newBench(t)
	for _, surface := range []string{"rest", "connect"} {
		for _, c := range cases {
			t.Run(surface+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				a := b.send(t, surface, c.q)
				if !a.has(c.code, c.rule) {
					t.Errorf("got %d %s, want %s %s", a.status, a.body, c.code, c.rule)
				}
				if !ident.Valid(ident.Request, a.header.Get("X-Request-Id")) {
					t.Errorf("X-Request-Id %q", a.header.Get("X-Request-Id"))
				}
			})
		}
	}
}

func TestHeadersOfAResponse(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, surface := range []string{"rest", "connect"} {
		a := b.send(t, surface, request{token: "good", body: `{"name":"x"}`})
		for name, want := range map[string]string{"X-API-Version": "2026-01-01", "X-RateLimit-Category": "manage", "X-RateLimit-Limit": "1000"} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s = %q, want %q (%d %s)", surface, name, got, want, a.status, a.body)
			}
		}
		if a.header.Get("X-RateLimit-Remaining") == "" {
			t.Errorf("%s: no X-RateLimit-Remaining", surface)
		}
	}
	if a := b.sendTo(t, "/rest/nothing", request{}); a.status != 404 || !a.has(fault.EndpointNotFound, "") {
		t.Errorf("unknown route: %d %s", a.status, a.body)
	}
	if a := b.send(t, "rest", request{method: "PUT", token: "good"}); a.header.Get("Allow") != "POST" {
		t.Errorf("wrong method: Allow %q", a.header.Get("Allow"))
	}
}

func TestTheBucketOfTheMessageIsCharged(t *testing.T) {
	t.Parallel()
	for _, surface := range []string{"rest", "connect"} {
		b := newBench(t)
		q := request{token: "busy", body: `{"name":"x","root":"admin"}`}
		if a := b.send(t, surface, q); a.header.Get("X-RateLimit-Category") != "admin" || a.status >= 300 {
			t.Fatalf("%s: %d %s", surface, a.status, a.body)
		}
		// Over the limit, and invalid under the schema: the limit is checked first.
		a := b.send(t, surface, request{token: "busy", body: `{"nmae":"x","root":"admin"}`})
		if !a.has(fault.RateLimitExceeded, "rate_limit") || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s, Retry-After %q", surface, a.status, a.body, a.header.Get("Retry-After"))
		}
		if a := b.send(t, surface, request{token: "busy", body: `{"name":"x"}`}); a.status >= 300 {
			t.Errorf("%s: another bucket: %d %s", surface, a.status, a.body)
		}
	}
}

func TestReplayGivesTheSameResponseOnBothSurfaces(t *testing.T) {
	t.Parallel()
	for _, surface := range []string{"rest", "connect"} {
		b := newBench(t)
		key := map[string]string{"Idempotency-Key": strings.ToUpper(uuid.NewString())}
		first := b.send(t, surface, request{token: "good", body: `{"name":"x","root":"y"}`, header: key})
		again := b.send(t, surface, request{token: "good", body: ` {"root" : "y", "name":"\u0078"}`, header: key})
		if first.status >= 300 || again.status != first.status || again.body != first.body || b.runs.Load() != 1 {
			t.Errorf("%s: first %d %s, again %d %s, %d runs", surface, first.status, first.body, again.status, again.body, b.runs.Load())
		}
		if first.header.Get("Idempotent-Replayed") != "" || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s: Idempotent-Replayed %q then %q", surface, first.header.Get("Idempotent-Replayed"), again.header.Get("Idempotent-Replayed"))
		}
		if first.header.Get("X-Request-Id") == again.header.Get("X-Request-Id") {
			t.Errorf("%s: the replay has the same request id", surface)
		}
		if a := b.send(t, surface, request{token: "good", body: `{"name":"z"}`, header: key}); !a.has(fault.IdempotencyConflict, "") {
			t.Errorf("%s: another body: %d %s", surface, a.status, a.body)
		}
		// The lookup comes before the schema.
		if a := b.send(t, surface, request{token: "good", body: `{"nmae":"z"}`, header: key}); !a.has(fault.IdempotencyConflict, "") {
			t.Errorf("%s: another, invalid body: %d %s", surface, a.status, a.body)
		}
		// Rights are checked again.
		if a := b.send(t, surface, request{token: "weak", body: `{"name":"x","root":"y"}`, header: key}); !a.has(fault.Forbidden, "") {
			t.Errorf("%s: a weaker token: %d %s", surface, a.status, a.body)
		}
	}
}

func TestGRPCRunsTheSameChecks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	client := connect.NewClient[apipb.Mixin, apipb.Mixin](&http.Client{}, b.url+procedure, connect.WithGRPCWeb())
	call := func(token, key string, m *apipb.Mixin) (*connect.Response[apipb.Mixin], error) {
		req := connect.NewRequest(m)
		req.Header().Set("Authorization", "Bearer "+token)
		if key != "" {
			req.Header().Set("Idempotency-Key", key)
		}
		return client.CallUnary(t.Context(), req)
	}
	key := uuid.NewString()
	first, err := call("good", key, &apipb.Mixin{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	again, err := call("good", key, &apipb.Mixin{Name: "x"})
	if err != nil || !proto.Equal(first.Msg, again.Msg) || again.Header().Get("Idempotent-Replayed") != "true" || b.runs.Load() != 1 {
		t.Errorf("replay: %v, %v, header %q, %d runs", again, err, again.Header().Get("Idempotent-Replayed"), b.runs.Load())
	}
	if _, err := call("good", key, &apipb.Mixin{Name: "y"}); connect.CodeOf(err) != connect.CodeAborted {
		t.Errorf("another body: %v", err)
	}
	if _, err := call("bad", "", &apipb.Mixin{}); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("bad token: %v", err)
	}
	unknown := &apipb.Mixin{}
	unknown.ProtoReflect().SetUnknown([]byte{0x98, 0x06, 0x01})
	if _, err := call("good", "", unknown); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("unknown field: %v", err)
	}
	if _, err := call("busy", "", &apipb.Mixin{Root: "admin"}); err != nil {
		t.Errorf("first in its bucket: %v", err)
	}
	if _, err := call("busy", "", &apipb.Mixin{Root: "admin"}); connect.CodeOf(err) != connect.CodeResourceExhausted {
		t.Errorf("second in its bucket: %v", err)
	}
}

func TestFailuresReleaseTheKeyAndPanicsReturn500(t *testing.T) {
	t.Parallel()
	for _, surface := range []string{"rest", "connect"} {
		b := newBench(t)
		key := map[string]string{"Idempotency-Key": uuid.NewString()}
		b.fail.Store(fault.New(fault.InsufficientCredits, "no"))
		if a := b.send(t, surface, request{token: "good", body: `{"name":"x"}`, header: key}); !a.has(fault.InsufficientCredits, "") {
			t.Errorf("%s: %d %s", surface, a.status, a.body)
		}
		b.fail.Store(nil)
		if a := b.send(t, surface, request{token: "good", body: `{"name":"x"}`, header: key}); a.status >= 300 || a.header.Get("Idempotent-Replayed") != "" {
			t.Errorf("%s: after the failure: %d %s", surface, a.status, a.body)
		}
		if a := b.send(t, surface, request{token: "good", body: `{"root":"panic"}`}); a.status != 500 {
			t.Errorf("%s: panic: %d %s", surface, a.status, a.body)
		}
	}
}

func TestCompressedBodies(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	pack := func(s string) []byte {
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		_, _ = io.WriteString(z, s)
		_ = z.Close()
		return buf.Bytes()
	}
	gz := map[string]string{"Content-Encoding": "gzip"}
	for _, surface := range []string{"rest", "connect"} {
		if a := b.send(t, surface, request{token: "good", raw: pack(`{"name":"x"}`), header: gz}); a.status >= 300 {
			t.Errorf("%s: gzip: %d %s", surface, a.status, a.body)
		}
		if a := b.send(t, surface, request{token: "good", raw: pack(`{"name":"` + strings.Repeat("x", 1<<20) + `"}`), header: gz}); !a.has(fault.InvalidRequest, "max_body") {
			t.Errorf("%s: bomb: %d %s", surface, a.status, a.body)
		}
		if a := b.send(t, surface, request{token: "good", raw: []byte("nonsense"), header: gz}); !a.has(fault.InvalidRequest, "content_encoding") {
			t.Errorf("%s: not gzip: %d %s", surface, a.status, a.body)
		}
	}
}

func TestStreamsPerWorkspaceAreLimited(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one, two := ident.NewWorkspace(), ident.NewWorkspace()
	chain := rpc.New(rpc.Config{
		Auth:    tokens{"one": {Workspace: one, Mode: ident.Live, Scopes: ident.AllScopes()}, "two": {Workspace: two, Mode: ident.Live, Scopes: ident.AllScopes()}},
		Limiter: ratelimit.New(db, ratelimit.Defaults()), Idempotency: idempotency.New(db, secret.New([32]byte{1}), lease.NewKeeper(nil)),
		Log: slog.New(slog.DiscardHandler), Versions: []string{"2026-01-01"}, MaxStreams: 2,
	})
	op := &rpc.Operation{Procedure: procedure, Category: ratelimit.Stream, Streaming: true}
	opened, release := make(chan bool, 8), make(chan bool)
	srv := httptest.NewServer(chain.Wrap(rpc.Surface{
		Name: "rest", Resolve: func(*http.Request) rpc.Resolution { return rpc.Resolution{Operation: op} },
		Decode: func(*http.Request, *rpc.Call, *canonical.Value) (proto.Message, []fault.Detail) {
			return &apipb.Mixin{}, nil
		},
		WriteError: func(w http.ResponseWriter, _ *http.Request, f *fault.Error) { w.WriteHeader(status(f)) },
	}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		opened <- true
		<-release
	})))
	defer srv.Close()
	b := &bench{url: srv.URL}
	finished := make(chan int, 8)
	open := func(token string) {
		go func() { finished <- b.sendTo(t, "/", request{method: http.MethodGet, token: token}).status }()
	}
	open("one")
	open("one")
	<-opened
	<-opened
	if a := b.sendTo(t, "/", request{method: http.MethodGet, token: "one"}); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") != "1" {
		t.Errorf("the third stream: %d, Retry-After %q", a.status, a.header.Get("Retry-After"))
	}
	open("two")
	<-opened // another workspace is not delayed
	close(release)
	for range 3 {
		if got := <-finished; got != http.StatusOK {
			t.Errorf("a stream ended with %d", got)
		}
	}
	if a := b.sendTo(t, "/", request{method: http.MethodGet, token: "one"}); a.status != http.StatusOK {
		t.Errorf("after the others ended: %d", a.status)
	}
}
