package rpc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/serve"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

// Wrap returns next behind the chain, reached through the surface s.
func (c *Chain) Wrap(s Surface, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := clock.Now()
		call := &Call{RequestID: ident.New(ident.Request), ClientIP: ClientIP(r, c.cfg.Trusted), chain: c, header: w.Header()}
		ctx := context.WithValue(telemetry.WithRequestID(r.Context(), call.RequestID), callKey{}, call)
		ctx, end := trace(ctx, s.Name, r)
		r = r.WithContext(ctx)
		out := &recorder{ResponseWriter: w}
		out.Header().Set("X-Request-Id", call.RequestID)
		out.Header().Set("X-Content-Type-Options", "nosniff")
		defer func() {
			if p := recover(); p != nil {
				c.recovered(out, r, s, p)
			}
			status := outcome(r, call, out.status)
			end(call, status)
			c.cfg.Metrics.observe(s.Name, call, status, clock.Now().Sub(start))
			c.log(r, s, call, status, clock.Now().Sub(start))
		}()
		defer func() {
			call.entry.Leave()
			call.memory.Free()
		}()
		r, leave, err := c.check(out, r, s, call)
		if err != nil {
			c.refuse(out, r, s, err)
			return
		}
		defer leave()
		next.ServeHTTP(out, r)
	})
}

// refuse responds to a request that the chain stopped.
func (c *Chain) refuse(w http.ResponseWriter, r *http.Request, s Surface, err error) {
	f := c.Report(r.Context(), err)
	if f.Kind() == fault.KindUnauthenticated {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	serve.Refusing(w, r)
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(Seconds(f.RetryAfter)))
	}
	if f.Kind() == fault.KindLimited && w.Header().Get("X-RateLimit-Remaining") == "" {
		w.Header().Set("X-RateLimit-Remaining", "0") // refused before the rate limit, whose state is not queried
	}
	s.WriteError(w, r, f)
}

// Seconds returns d in the form of Retry-After: whole seconds, rounded up, at least 1.
func Seconds(d time.Duration) int { return max(1, int((d+time.Second-1)/time.Second)) }

func (c *Chain) recovered(w *recorder, r *http.Request, s Surface, p any) {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	c.cfg.Log.ErrorContext(r.Context(), "a request panicked", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if w.status != 0 {
		panic(http.ErrAbortHandler) // a part of the response was sent: abort the connection so that no client takes it for complete
	}
	s.WriteError(w, r, fault.From(fmt.Errorf("panic: %v", p)))
}

// check runs the steps that come before the surface's own router. The request returned carries the
// identity; leave releases what the request holds.
func (c *Chain) check(w http.ResponseWriter, r *http.Request, s Surface, call *Call) (_ *http.Request, leave func(), err error) {
	// 1: route and method.
	res := s.Resolve(r)
	if res.Operation == nil {
		for name, values := range res.Header {
			w.Header()[name] = values
		}
		if len(res.Allow) > 0 {
			w.Header().Set("Allow", strings.Join(res.Allow, ", "))
		}
		if res.Fault != nil {
			return r, nil, res.Fault
		}
		return r, nil, fault.NotFound(fault.EndpointNotFound)
	}
	op := res.Operation
	call.Operation, call.Match = op, res.Match
	// 2: authentication.
	token, ok := bearer(r)
	if !ok {
		token = ""
	}
	p, err := c.cfg.Auth.Authenticate(r.Context(), token, call.ClientIP)
	if err != nil {
		return r, nil, err
	}
	r = r.WithContext(ident.WithRecheck(ident.With(r.Context(), p), func(ctx context.Context) error {
		_, err := c.cfg.Auth.Authenticate(ctx, token, call.ClientIP)
		return err
	}))
	// 3: version.
	if err := c.version(r, call, p); err != nil {
		return r, nil, err
	}
	w.Header().Set("X-API-Version", call.Version)
	// 4: scope.
	if !p.Scopes.Allow(op.Scope) {
		return r, nil, fault.Newf(fault.Forbidden, "This token lacks the scope %s.", op.Scope).With(fault.Detail{
			Path: "header:Authorization", Rule: "scope", Expected: op.Scope, Message: "The token lacks the scope " + op.Scope + "."})
	}
	if op.Test == TestNone && p.Mode != ident.Live {
		return r, nil, ident.NeedsLive("do this: it changes what live requests are served by")
	}
	// 5: idempotency key.
	if values := r.Header.Values("Idempotency-Key"); len(values) > 0 && (op.Mutation || r.Method == http.MethodPost || r.Method == http.MethodPatch) {
		// An operation that changes nothing ignores the key; a malformed one is rejected nevertheless.
		key, err := idempotency.ParseKey(values)
		if err != nil {
			return r, nil, err
		}
		if op.Mutation {
			call.key = key
		}
	}
	if op.Streaming {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	}
	framed := s.Decode == nil && !isUnary(r)
	var b *body
	var bodyErr error
	switch {
	case op.Categorise != nil:
		call.entry = c.cfg.Submissions.NewEntry()
		call.memory = c.cfg.SubmissionBodies.Reserve()
	case op.maxBody() > LargeBody:
		call.memory = c.cfg.Bodies.Reserve()
	}
	if op.Categorise != nil && !framed {
		// The bucket depends on the body, so it is read before the limit; its errors are reported
		// only after the limit.
		b, bodyErr = c.readBody(w, r, s, call)
	}
	// 6: rate and open streams.
	if !framed || op.Categorise == nil {
		cat := op.Category
		if b != nil && b.message != nil {
			cat = op.Categorise(b.message)
		}
		if op.Categorise != nil && (cat != ratelimit.Preview || bodyErr != nil) {
			if admission.IsOverloaded(bodyErr) {
				return r, nil, bodyErr
			}
			if err := call.entry.Enter(r.Context(), string(p.Workspace)); err != nil {
				return r, nil, err
			}
		}
		if cat == ratelimit.Preview && bodyErr == nil && call.key == "" {
			// What the gate would reject is rejected before any database query, unless a key may have a response to
			// replay.
			if err := c.cfg.Admission.Check(string(p.Workspace)); err != nil {
				return r, nil, err
			}
		}
		if err := c.limit(r.Context(), call, p, cat); err != nil {
			return r, nil, err
		}
	}
	leave = func() {}
	if op.Streaming {
		if leave, ok = c.streams.enter(p.Workspace, c.cfg.MaxStreams); !ok {
			return r, nil, fault.Newf(fault.RateLimitExceeded, "A workspace may hold %d streams open.", c.cfg.MaxStreams).After(time.Second).With(
				fault.Detail{Rule: "open_streams", Expected: int64(c.cfg.MaxStreams), Message: "Close a stream before opening another."})
		}
	}
	r, err = c.body(w, r, s, call, b, bodyErr, framed)
	if err != nil {
		leave()
		return r, nil, err
	}
	return r, leave, nil
}

// body runs steps 7 to 9 as far as the surface leaves them to the middleware.
func (c *Chain) body(w http.ResponseWriter, r *http.Request, s Surface, call *Call, b *body, err error, framed bool) (*http.Request, error) {
	op := call.Operation
	if framed {
		// Frames are decoded after the middleware.
		if err := checkQueryMessage(r); err != nil {
			return r, err
		}
		r.Body = http.MaxBytesReader(w, r.Body, op.maxBody()+frameOverhead)
		if s.FrameError != nil && r.Method != http.MethodGet {
			r.Body = &framing{ReadCloser: r.Body, limit: op.maxBody(), encoded: r.Header.Get("Grpc-Encoding")+r.Header.Get("Connect-Content-Encoding") != "", fail: func(f *fault.Error) error { return s.FrameError(r.Context(), f) }}
		}
		return r, nil
	}
	if b == nil && err == nil {
		b, err = c.readBody(w, r, s, call)
	}
	if err != nil {
		return r, err
	}
	// 8: idempotency.
	call.fingerprint = fingerprint(r, b.sum)
	if err := c.lookup(r.Context(), call); err != nil {
		return r, err
	}
	if s.Decode == nil {
		return b.restore(r), nil
	}
	// 9: schema.
	if call.reply == nil && len(b.problems) > 0 {
		return r, fault.Invalid(b.problems...)
	}
	call.Message = b.message
	return b.restore(r), nil
}

// frameOverhead leaves room for the prefixes of enveloped messages.
const frameOverhead = 1 << 10

// limit is step 6.
func (c *Chain) limit(ctx context.Context, call *Call, p *ident.Principal, cat ratelimit.Category) error {
	d := c.cfg.Limiter.Take(ctx, p, cat)
	h := call.header
	h.Set("X-RateLimit-Limit", strconv.Itoa(d.Limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(d.Remaining))
	h.Set("X-RateLimit-Reset", strconv.Itoa(int((d.Reset+time.Second-1)/time.Second)))
	h.Set("X-RateLimit-Category", string(d.Category))
	if d.Allowed {
		return nil
	}
	return fault.Newf(fault.RateLimitExceeded, "The rate limit of the category %s is exceeded. Retry after %d s.", cat, d.RetrySeconds()).
		After(time.Duration(d.RetrySeconds()) * time.Second).
		With(fault.Detail{Rule: "rate_limit", Expected: int64(d.Limit), Message: "Too many requests of the category " + string(cat) + ".",
			Context: map[string]any{"category": string(cat)}})
}

// lookup is step 8; the call's fingerprint is set.
func (c *Chain) lookup(ctx context.Context, call *Call) error {
	call.looked = true
	if call.key == "" {
		return nil
	}
	call.keyed = c.cfg.Idempotency.Request(ident.Must(ctx), call.key, call.fingerprint)
	call.keyed.OnWait = call.entry.Leave
	reply, err := c.cfg.Idempotency.Lookup(ctx, call.keyed)
	call.reply = reply
	return err
}

// Invoke runs a use case under the idempotency key of the call in ctx, or returns the stored response. The handlers
// of every surface call their use cases through it (those of Connect through the interceptor).
func Invoke[Req, Res proto.Message](ctx context.Context, req Req, handler func(ctx context.Context, req Req) (Res, error)) (Res, error) {
	var none Res
	call := CallFrom(ctx)
	if call == nil {
		return handler(ctx, req)
	}
	response, err := call.run(ctx, req, func(ctx context.Context) (proto.Message, error) { return handler(ctx, req) })
	if err != nil {
		return none, err
	}
	res, ok := response.(Res)
	if !ok {
		return none, fmt.Errorf("the stored response is a %T, not a %T", response, none)
	}
	return res, nil
}

// run is Invoke without types.
func (c *Call) run(ctx context.Context, req proto.Message, handler func(ctx context.Context) (proto.Message, error)) (_ proto.Message, err error) {
	defer func() { // before the response is sent, because a client may read it slowly
		if err != nil {
			c.outage(pg.Fault(ctx, err))
		}
		c.entry.Leave()
	}()
	if c.reply != nil {
		c.replay()
		return c.reply.Message, nil
	}
	ctx = ident.WithStamp(ctx)
	if c.chain == nil {
		return handler(ctx)
	}
	handler = c.chain.admitted(c, req, handler)
	handler = c.chain.cfg.Audit.record(c, req, handler)
	if c.keyed == nil {
		return handler(ctx)
	}
	response, replayed, err := c.chain.cfg.Idempotency.Run(ctx, c.keyed, handler)
	if replayed {
		c.replay()
	}
	return response, err
}

// admitted wraps the handler of a request that may render synchronously so that it takes a slot of the process's
// gate. Replays and requests that wait for an execution in flight take no slot.
func (c *Chain) admitted(call *Call, req proto.Message, handler func(ctx context.Context) (proto.Message, error)) func(ctx context.Context) (proto.Message, error) {
	if c.cfg.Admission == nil || call.Operation == nil || call.Operation.category(req) != ratelimit.Preview {
		return handler
	}
	return func(ctx context.Context) (proto.Message, error) {
		leave, err := c.cfg.Admission.Enter(ctx, string(ident.Must(ctx).Workspace))
		if err != nil {
			return nil, err
		}
		defer leave()
		return handler(ctx)
	}
}

// outage rejects other waiting submissions with f if the database is unavailable: they would wait for it one after
// another.
func (c *Call) outage(f *fault.Error) {
	if f != nil && pg.IsUnavailable(f) {
		c.entry.Reject(f)
	}
}

func (c *Call) replay() {
	c.Replayed = true
	c.header.Set("Idempotent-Replayed", "true")
}

// version is step 3.
func (c *Chain) version(r *http.Request, call *Call, p *ident.Principal) error {
	values := r.Header.Values("X-API-Version")
	if len(values) == 0 {
		call.Version = p.APIVersion
		return nil
	}
	if len(values) == 1 && slices.Contains(c.cfg.Versions, values[0]) {
		call.Version = values[0]
		return nil
	}
	supported := make([]any, len(c.cfg.Versions))
	for i, v := range c.cfg.Versions {
		supported[i] = v
	}
	return fault.Newf(fault.APIVersionUnsupported, "X-API-Version is not supported. Supported: %s.", strings.Join(c.cfg.Versions, ", ")).
		With(fault.Detail{Path: "header:X-API-Version", Rule: "enum", Expected: supported, Actual: strings.Join(values, ", "),
			Message: "X-API-Version must be one of " + strings.Join(c.cfg.Versions, ", ") + "."})
}

// bearer returns the token of the Authorization header (RFC 6750 section 2.1).
func bearer(r *http.Request) (string, bool) {
	values := r.Header.Values("Authorization")
	if len(values) != 1 || len(values[0]) > 8<<10 {
		return "", false
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	token = strings.Trim(token, " ")
	return token, ok && strings.EqualFold(scheme, "bearer") && token != ""
}
