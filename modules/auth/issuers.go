package auth

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/platenhq/platen/modules/auth/internal/jwt"
	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// IssuerDeps are the floor's parts that Issuers stand on.
type IssuerDeps struct {
	DB      *pg.DB
	Cursors *page.Sealer
	Guard   *egress.Guard
	// Audience is what the aud claim must be.
	Audience string
}

// Issuers keeps whose JWTs each workspace accepts and verifies them: it is a TokenVerifier. It is safe for
// concurrent use.
type Issuers struct {
	store    *store.Store
	cursors  *page.Sealer
	guard    *egress.Guard
	keys     *jwt.Source
	audience string
}

// NewIssuers returns the issuers. It starts nothing.
func NewIssuers(d IssuerDeps) *Issuers {
	client := d.Guard.Client(egress.Options{}) // follows no redirect
	return &Issuers{store: store.New(d.DB), cursors: d.Cursors, guard: d.Guard, audience: d.Audience,
		keys: jwt.NewSource(func(ctx context.Context, url string) ([]byte, error) {
			return d.Guard.Get(ctx, client, url, jwt.MaxSet)
		})}
}

// Issuer is a party whose JWTs a workspace accepts.
type Issuer struct {
	ID            string
	Mode          ident.Mode
	Issuer        string // the iss claim, byte for byte
	JWKSURL       string
	Audience      string
	DefaultScopes []string
	Algorithms    []string
	CreatedAt     time.Time
}

// NewIssuer is what an issuer is made of. Nil scopes and algorithms mean the defaults.
type NewIssuer struct {
	Issuer, JWKSURL string
	DefaultScopes   []string
	Algorithms      []string
}

// endUserScopes is what a JWT without a scope claim may do when its issuer says nothing.
var endUserScopes = []string{"render:write", "images:read"}

// Create accepts the JWTs of an issuer in the caller's workspace and mode. The error is ErrIssuerTaken when
// a workspace has it already.
func (i *Issuers) Create(ctx context.Context, n NewIssuer) (Issuer, error) {
	p := ident.Must(ctx)
	if len(p.Scopes.Brands()) > 0 {
		return Issuer{}, fault.New(fault.Forbidden, "A key limited to a brand cannot accept an issuer.")
	}
	if n.DefaultScopes == nil {
		n.DefaultScopes = endUserScopes
	}
	if n.Algorithms == nil {
		n.Algorithms = jwt.Algorithms()[:1]
	}
	if broken := i.check(n); len(broken) > 0 {
		return Issuer{}, fault.Rules(broken...)
	}
	row, ok, err := i.store.CreateIssuer(ctx, store.Issuer{ID: ident.New(ident.Issuer), Workspace: string(p.Workspace), Mode: string(p.Mode),
		Issuer: n.Issuer, JWKSURL: n.JWKSURL, DefaultScopes: n.DefaultScopes, Algorithms: n.Algorithms, CreatedBy: p.Actor()})
	if err == nil && !ok {
		err = ErrIssuerTaken
	}
	return i.issuer(row), err
}

// check returns every broken rule.
func (i *Issuers) check(n NewIssuer) []fault.Detail {
	var broken []fault.Detail
	if u, err := url.Parse(n.Issuer); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		broken = append(broken, fault.Detail{Path: "/issuer", Rule: "absolute_url", Actual: n.Issuer, Message: "issuer must be an absolute URL such as https://id.example.com/."})
	}
	if _, err := i.guard.CheckURL(n.JWKSURL); err != nil {
		broken = append(broken, fault.Detail{Path: "/jwks_url", Rule: "url_not_public_https", Actual: n.JWKSURL, Message: "jwks_url must be a public https address."})
	}
	for at, s := range n.DefaultScopes {
		if !endUserMay(s) {
			broken = append(broken, fault.Detail{Path: fault.Pointer("default_scopes", at), Rule: "scope", Actual: s, Message: s + " is no scope that a JWT may have.",
				FixPatch: []fault.Op{{Op: "remove", Path: fault.Pointer("default_scopes", at)}}})
		}
	}
	return broken
}

// endUserMay reports whether a JWT may have a scope: it never administers.
func endUserMay(scope string) bool {
	if _, err := ident.ParseScopes([]string{scope}); err != nil {
		return false
	}
	return slices.Contains(ident.DefaultScopes(), scope) || len(scope) > len("brand:") && scope[:len("brand:")] == "brand:"
}

// List pages through the issuers of the caller's workspace and mode, newest first.
func (i *Issuers) List(ctx context.Context, limit *int32, cursor *string) (page.Page[Issuer], error) {
	p := ident.Must(ctx)
	req, err := i.cursors.Request(page.Scope{Route: "auth.issuers", Workspace: p.Workspace, Mode: p.Mode}, limit, cursor)
	if err != nil {
		return page.Page[Issuer]{}, err
	}
	rows, err := i.store.Issuers(ctx, p.Workspace, p.Mode, req)
	if err != nil {
		return page.Page[Issuer]{}, err
	}
	cut := page.Cut(i.cursors, req, rows, func(r store.Issuer) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(cut, i.issuer), nil
}

// Get returns an issuer of the caller's workspace and mode, or ErrIssuerNotFound.
func (i *Issuers) Get(ctx context.Context, id string) (Issuer, error) {
	p := ident.Must(ctx)
	row, ok, err := i.store.Issuer(ctx, p.Workspace, p.Mode, id)
	if err == nil && !ok {
		err = ErrIssuerNotFound
	}
	return i.issuer(row), err
}

// Delete refuses the JWTs of an issuer from now on. The error is ErrIssuerNotFound.
func (i *Issuers) Delete(ctx context.Context, id string) error {
	p := ident.Must(ctx)
	ok, err := i.store.DeleteIssuer(ctx, p.Workspace, p.Mode, id)
	if err == nil && !ok {
		err = ErrIssuerNotFound
	}
	return err
}

// VerifyToken implements TokenVerifier by semantics' rules for JWTs, at database time.
func (i *Issuers) VerifyToken(ctx context.Context, text string) (*ident.Principal, error) {
	t, err := jwt.Parse(text)
	if err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	row, ok, err := i.store.IssuerNamed(ctx, t.Issuer)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrUnauthorized
	}
	if err := t.Check(row.Now, i.audience); err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	if !slices.Contains(row.Algorithms, t.Algorithm) {
		return nil, ErrUnauthorized
	}
	keys, err := i.keys.Keys(ctx, row.JWKSURL, t.KeyID, row.Now)
	if err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	if err := keys.Verify(t, row.Algorithms); err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	words := row.DefaultScopes
	if t.HasScope {
		words = t.Scope
	}
	scopes, err := ident.ParseScopes(slices.DeleteFunc(slices.Clone(words), func(s string) bool { return !endUserMay(s) }))
	if err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	return &ident.Principal{Workspace: ident.Workspace(row.Workspace), Mode: ident.Mode(row.Mode), Kind: ident.KindJWT, Subject: t.Subject,
		Scopes: scopes, APIVersion: row.APIVersion}, nil
}

func (i *Issuers) issuer(r store.Issuer) Issuer {
	return Issuer{ID: r.ID, Mode: ident.Mode(r.Mode), Issuer: r.Issuer, JWKSURL: r.JWKSURL, Audience: i.audience,
		DefaultScopes: r.DefaultScopes, Algorithms: r.Algorithms, CreatedAt: r.CreatedAt}
}
