// Package rpc is the check chain: everything that is decided about a request before its use case runs, in
// one order, for REST and Connect alike.
//
//	1 route and method      404 ENDPOINT_NOT_FOUND     Surface.Resolve
//	2 authentication        401 UNAUTHORIZED           Authenticator
//	3 X-API-Version         400 API_VERSION_UNSUPPORTED
//	4 scope, mode           403 FORBIDDEN              Operation.Scope, Operation.Test
//	5 Idempotency-Key       400 INVALID_IDEMPOTENCY_KEY
//	6 rate, open streams    429 RATE_LIMIT_EXCEEDED    ratelimit
//	7 size, type, JSON      400 INVALID_REQUEST        canonical
//	8 idempotency lookup    replay or 409              idempotency
//	9 schema                400 INVALID_REQUEST        wire
//
// Steps 10 to 15 belong to the use cases. Wrap is net/http middleware around a surface's router and does
// steps 1 to 7, and 8 where the whole body is available; for REST it also does 9 and stores the message in
// the Call. Interceptor does the remaining steps for Connect and gRPC. Invoke and the interceptor run the use
// case under its idempotency key and append the audit entry of a change.
package rpc

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/ratelimit"
)

// DefaultMaxBody is the body limit of operations that set none, in bytes.
const DefaultMaxBody = 1 << 20

// Operation describes one method to the chain.
type Operation struct {
	// Procedure is the Connect path, "/package.Service/Method"; it identifies the operation.
	Procedure string
	// Scope is what the caller's token must allow; "" means any valid token.
	Scope string
	// Test is what test credentials may do with an operation that changes something; "" otherwise.
	Test TestAccess
	// Category is the rate-limit bucket.
	Category ratelimit.Category
	// Categorise, if set, selects the bucket by the message instead.
	Categorise func(m proto.Message) ratelimit.Category
	// Mutation is true if the operation takes an Idempotency-Key.
	Mutation bool
	// SideEffectFree is true if Connect may call it by GET.
	SideEffectFree bool
	// Streaming is true if the response is a stream.
	Streaming bool
	// Form is true if the REST body may be a form, an upload, instead of JSON: its file is the field `data`.
	Form bool
	// MaxBody is the largest body in bytes, also after decompression; 0 means DefaultMaxBody.
	MaxBody int64
	// Input is the type of the request message.
	Input protoreflect.MessageType
}

// TestAccess is what test credentials may do with an operation that changes something.
type TestAccess string

// The kinds of access. Own is enforced by the modules, which know who created an object (ident.Principal.MayChange).
const (
	TestSeparate TestAccess = "separate" // test data is separate from live data, or no data changes
	TestOwn      TestAccess = "own"      // they create, and change what test credentials created
	TestNone     TestAccess = "none"     // it changes what is live or shared
)

// Changes reports whether the operation changes something when it succeeds.
func (o *Operation) Changes() bool { return o.Mutation || !o.SideEffectFree && !o.Streaming }

// category returns the rate-limit bucket of a request.
func (o *Operation) category(m proto.Message) ratelimit.Category {
	if o.Categorise != nil {
		return o.Categorise(m)
	}
	return o.Category
}

func (o *Operation) maxBody() int64 {
	if o.MaxBody > 0 {
		return o.MaxBody
	}
	return DefaultMaxBody
}

// Table holds every operation by procedure. It is immutable after start-up.
type Table map[string]*Operation

// NewTable returns the table of the operations, or an error when two share a procedure.
func NewTable(ops ...*Operation) (Table, error) {
	t := make(Table, len(ops))
	for _, op := range ops {
		if t[op.Procedure] != nil {
			return nil, fmt.Errorf("two operations have the procedure %s", op.Procedure)
		}
		t[op.Procedure] = op
	}
	return t, nil
}

// Connect resolves a request of the Connect surface: the path is the procedure; POST, or GET where the
// operation is free of side effects.
func (t Table) Connect(r *http.Request) Resolution {
	op := t[r.URL.Path]
	if op == nil {
		return Resolution{}
	}
	allow := []string{http.MethodPost}
	if op.SideEffectFree {
		allow = append(allow, http.MethodGet)
	}
	for _, m := range allow {
		if r.Method == m {
			return Resolution{Operation: op}
		}
	}
	return Resolution{Allow: allow}
}

// Resolution is the operation that a request resolves to.
type Resolution struct {
	// Operation is nil when the route or the method does not exist.
	Operation *Operation
	// Match is a value of the surface, available later as Call.Match.
	Match any
	// Allow lists the methods that the path supports; it becomes the Allow header.
	Allow []string
	// Fault replaces the plain ENDPOINT_NOT_FOUND, for routes that say more (retired ones). Header is
	// added to that response.
	Fault  *fault.Error
	Header http.Header
}

// Surface is one API surface. Resolve and WriteError are required.
type Surface struct {
	// Name labels metrics: "rest" or "connect".
	Name string
	// Resolve finds the operation of a request from method and path alone.
	Resolve func(r *http.Request) Resolution
	// WriteError responds to a rejected request in the surface's form.
	WriteError func(w http.ResponseWriter, r *http.Request, f *fault.Error)
	// Rewrite changes a JSON body according to the request's headers, before anything reads it: the fingerprint of an
	// idempotency key covers the change. nil changes nothing.
	Rewrite func(r *http.Request, call *Call, body *canonical.Value)
	// Decode builds the message of a JSON surface from route, query and body (nil when there is none)
	// and returns all problems. nil on surfaces that decode messages themselves, as Connect does.
	Decode func(r *http.Request, call *Call, body *canonical.Value) (proto.Message, []fault.Detail)
	// DecodeHeaders are the request headers that Rewrite and Decode read. Apart from these, their results depend only on
	// method, URL and body, and may be cached.
	DecodeHeaders []string
	// FrameError converts the fault of a malformed frame to an error of the surface's protocol. nil on surfaces without
	// frames.
	FrameError func(ctx context.Context, f *fault.Error) error
}

// Authenticator maps a bearer token to an identity. Every refusal is the same fault, whatever the
// reason; token is "" when the request carries none.
type Authenticator interface {
	Authenticate(ctx context.Context, token string, from netip.Addr) (*ident.Principal, error)
}

// Config holds the dependencies and limits of a chain. Everything but Trusted, Metrics and Audit is required.
type Config struct {
	Auth        Authenticator
	Limiter     *ratelimit.Limiter
	Idempotency *idempotency.Store
	Log         *slog.Logger
	// Versions lists the supported API versions.
	Versions []string
	// Trusted lists the proxies whose X-Forwarded-For is trusted.
	Trusted []netip.Prefix
	// Metrics counts every finished request, if set.
	Metrics *Metrics
	// Audit keeps an entry of every request that changed something; nil keeps none.
	Audit *Audit
	// Admission bounds the operations of the category preview that run at the same time; nil does not.
	Admission *admission.Gate
	// Submissions bounds the requests that work at the same time on an operation whose category depends on its message,
	// unless that is preview; nil does not.
	Submissions *admission.Queue
	// SubmissionBodies bounds the memory of the bodies of those operations, previews included; Bodies that of the other
	// operations that permit more than LargeBody. nil does not.
	SubmissionBodies, Bodies *admission.Memory
	// MaxStreams is how many streams a workspace may hold open in this process; 0 means 20.
	MaxStreams int
}

// LargeBody is the largest body in bytes that Bodies does not count.
const LargeBody = 6 << 20

// Chain checks requests. It is safe for concurrent use.
type Chain struct {
	cfg     Config
	streams streams
	decoded *decodedBodies
}

// New returns a chain.
func New(cfg Config) *Chain {
	if cfg.MaxStreams == 0 {
		cfg.MaxStreams = 20
	}
	return &Chain{cfg: cfg, streams: streams{open: map[ident.Workspace]int{}}, decoded: newDecodedBodies()}
}

// Call is one request that passes the chain. It belongs to that request's goroutine.
type Call struct {
	RequestID string
	Operation *Operation
	// Version is the API version in force.
	Version  string
	ClientIP netip.Addr
	// Match is what the surface's Resolve found.
	Match any
	// Message is the validated request on a JSON surface, nil elsewhere. The handler owns it.
	Message proto.Message
	// Replayed is true if the response is a stored one.
	Replayed bool

	chain       *Chain
	header      http.Header
	key         string
	keyed       *idempotency.Request
	reply       *idempotency.Reply
	fingerprint [32]byte
	// looked is true if steps 6 to 8 are done.
	looked bool
	// entry is what the request holds of the queue of submissions; nil for other operations.
	entry *admission.Entry
	// memory is that of the request's body; nil for operations whose bodies are not counted.
	memory *admission.Reservation
	// status is the code of the returned fault, "" for success.
	status string
}

// Header returns the headers of the response, to add to until the body begins.
func (c *Call) Header() http.Header { return c.header }

// Fingerprint identifies the request: method, path, sorted query and canonical body.
func (c *Call) Fingerprint() [32]byte { return c.fingerprint }

type callKey struct{}

// CallFrom returns the call of ctx, nil outside the chain.
func CallFrom(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// Report logs an error that concerns the operator, an internal fault with its cause. It returns err as a
// fault, for the surface to write.
func (c *Chain) Report(ctx context.Context, err error) *fault.Error {
	f := pg.Fault(ctx, err)
	if f.Kind() == fault.KindInternal && ctx.Err() == nil {
		c.cfg.Log.ErrorContext(ctx, "a request failed", "code", f.Code, "error", f.Error())
	}
	if call := CallFrom(ctx); call != nil {
		call.status = string(f.Code)
		call.outage(f)
	}
	return f
}

// streams counts open streams per workspace.
type streams struct {
	mu   sync.Mutex
	open map[ident.Workspace]int
}

func (s *streams) enter(ws ident.Workspace, max int) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[ws] >= max {
		return nil, false
	}
	s.open[ws]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[ws]--; s.open[ws] == 0 {
			delete(s.open, ws)
		}
	}, true
}

// ClientIP returns the address the request comes from: the peer, or behind trusted proxies the rightmost
// address of X-Forwarded-For that is not one of them.
func ClientIP(r *http.Request, trusted []netip.Prefix) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	ip := ap.Addr().Unmap().WithZone("")
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(ip, trusted); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		ip = next.Unmap().WithZone("") // a zone is arbitrary text
	}
	return ip
}

func isTrusted(ip netip.Addr, trusted []netip.Prefix) bool {
	for _, p := range trusted {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}
