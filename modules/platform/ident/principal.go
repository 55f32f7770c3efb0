package ident

import "context"

// Mode separates live data from test data.
type Mode string

// The modes: live charges credits, test is free and watermarked.
const (
	Live Mode = "live"
	Test Mode = "test"
)

// Livemode reports whether the mode is Live, as responses show it.
func (m Mode) Livemode() bool { return m == Live }

// Kind is how the caller authenticated.
type Kind string

// The kinds of credentials.
const (
	KindKey     Kind = "key"     // an API key
	KindJWT     Kind = "jwt"     // an end user's token from a configured issuer
	KindSession Kind = "session" // a person signed in to the console
	KindSystem  Kind = "system"  // the service itself: workers, sweepers, the command line
)

// Principal is the identity behind a request. It is immutable after construction.
type Principal struct {
	Workspace Workspace
	Mode      Mode
	Kind      Kind
	// KeyID is the id of the API key, "" for other kinds.
	KeyID string
	// Subject is the JWT's sub or the session's person, "" for keys.
	Subject string
	// CreatedBy is the person who created the API key, "" when unknown; approvals use it to detect self-approval.
	CreatedBy string
	// Roots are the credentials at the origin of the caller's: those that a key descends from, those of a JWT's issuer.
	// Keys that share a root are treated as one person's.
	Roots []string
	// Scopes is what the caller may do, and the brands it is limited to.
	Scopes Scopes
	// APIVersion is the version the workspace is pinned to, used when a request names none.
	APIVersion string
}

// Class is the idempotency space of the principal: all keys of a workspace share one, so that rotating a
// key between retries cannot execute twice; each person has their own.
func (p *Principal) Class() string {
	switch p.Kind {
	case KindJWT, KindSession:
		return string(p.Kind) + ":" + p.Subject
	case KindKey:
		return "keys"
	default:
		return string(p.Kind)
	}
}

// Actor names the caller for audit rows and decision records: "key:key_…", "user:…" or "system".
func (p *Principal) Actor() string {
	switch p.Kind {
	case KindKey:
		return "key:" + p.KeyID
	case KindJWT, KindSession:
		return "user:" + p.Subject
	default:
		return "system"
	}
}

// System returns the principal of the service itself inside a workspace; it has every scope.
func System(ws Workspace, mode Mode) *Principal {
	return &Principal{Workspace: ws, Mode: mode, Kind: KindSystem, Scopes: AllScopes()}
}

type principalKey struct{}

// With returns a context that carries p.
func With(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

type recheckKey struct{}

// WithRecheck returns a context with the function that authenticates the credential of its principal again.
func WithRecheck(ctx context.Context, authenticate func(context.Context) error) context.Context {
	return context.WithValue(ctx, recheckKey{}, authenticate)
}

// Recheck returns an error if the credential of a request is no longer valid. Requests that wait call it before they
// respond: a key may have been revoked, or a token have expired, since they began.
func Recheck(ctx context.Context) error {
	if authenticate, ok := ctx.Value(recheckKey{}).(func(context.Context) error); ok {
		return authenticate(ctx)
	}
	return nil
}

// From returns the principal of ctx, nil when the request is not authenticated.
func From(ctx context.Context) *Principal {
	p, _ := ctx.Value(principalKey{}).(*Principal)
	return p
}

// Must returns the principal of ctx. It panics without one: a use case that needs a principal is only
// reachable behind the check chain, so its absence is a programming error.
func Must(ctx context.Context) *Principal {
	p := From(ctx)
	if p == nil {
		panic("ident: no principal in the context; the route is not behind the check chain")
	}
	return p
}
