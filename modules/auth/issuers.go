package auth

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/auth/internal/jwt"
	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// IssuerDeps is the infrastructure that Issuers uses.
type IssuerDeps struct {
	DB      *pg.DB
	Cursors *page.Sealer
	Guard   *egress.Guard
	// Audience is the required value of the aud claim.
	Audience string
}

// Issuers manages the JWT issuers that each workspace accepts and verifies their tokens: it is a TokenVerifier. It is
// safe for concurrent use.
type Issuers struct {
	store    *store.Store
	cursors  *page.Sealer
	guard    *egress.Guard
	keys     *jwt.Source
	audience string
}

// NewIssuers returns an Issuers. It starts nothing.
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
	// Ceiling is the maximum that a token of the issuer can be granted: the rights of the credential that registered
	// it, except those that end users never have. A brand:<id> in it limits tokens to the brand.
	Ceiling   []string
	CreatedAt time.Time
}

// NewIssuer is the input for registering an issuer. Nil scopes and algorithms mean the defaults.
type NewIssuer struct {
	Issuer, JWKSURL string
	DefaultScopes   []string
	Algorithms      []string
}

// endUserScopes are the scopes of a JWT without a scope claim when its issuer has no default scopes.
var endUserScopes = []string{"render:write", "images:read"}

// Create registers an issuer for the caller's workspace and mode. The caller's rights are the issuer's ceiling, so its
// tokens never exceed them. The errors are ErrIssuerTaken when a workspace already accepts it, and FORBIDDEN for
// default scopes that the caller lacks.
func (i *Issuers) Create(ctx context.Context, n NewIssuer) (Issuer, error) {
	p := ident.Must(ctx)
	requested := n.DefaultScopes
	if requested == nil {
		n.DefaultScopes = slices.DeleteFunc(slices.Clone(endUserScopes), func(s string) bool { return !p.Scopes.Allow(s) })
	}
	if n.Algorithms == nil {
		n.Algorithms = jwt.Algorithms()[:1]
	}
	if broken := i.check(n); len(broken) > 0 {
		return Issuer{}, fault.Rules(broken...)
	}
	if err := mayDefault(p, requested); err != nil {
		return Issuer{}, err
	}
	ceiling := slices.DeleteFunc(p.Scopes.List(), func(s string) bool { return !endUserMay(s) })
	row, ok, err := i.store.CreateIssuer(ctx, store.Issuer{ID: ident.New(ident.Issuer), Workspace: string(p.Workspace), Mode: string(p.Mode),
		Issuer: n.Issuer, JWKSURL: n.JWKSURL, DefaultScopes: n.DefaultScopes, Algorithms: n.Algorithms, CreatedBy: p.Actor(), Roots: p.Roots, Ceiling: ceiling})
	if err == nil && !ok {
		err = ErrIssuerTaken
	}
	return i.issuer(row), err
}

// mayDefault rejects default scopes that the caller does not have. They may omit the caller's brand limit: the ceiling
// enforces it.
func mayDefault(p *ident.Principal, requested []string) error {
	want, err := ident.ParseScopes(requested)
	if err != nil {
		return err
	}
	if len(want.Brands()) == 0 {
		want = want.Within(p.Scopes.Limit())
	}
	return p.Covers(want, "give it to an issuer's tokens", func(scope string) string {
		return fault.Pointer("default_scopes", max(0, slices.Index(requested, scope)))
	})
}

// check returns every violation.
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
			broken = append(broken, fault.Detail{Path: fault.Pointer("default_scopes", at), Rule: "scope", Actual: s, Message: s + " is not a scope that a JWT may have.",
				FixPatch: []fault.Op{{Op: "remove", Path: fault.Pointer("default_scopes", at)}}})
		}
	}
	return broken
}

// endUserMay reports whether a JWT may have a scope: never one for administration or for creating credentials.
func endUserMay(scope string) bool {
	_, err := ident.ParseScopes([]string{scope})
	return err == nil && scope != "keys:write" && !strings.HasPrefix(scope, "admin:")
}

// List pages through the issuers of the caller's workspace and mode, newest first.
func (i *Issuers) List(ctx context.Context, limit *int32, cursor *string) (page.Page[Issuer], error) {
	p := ident.Must(ctx)
	req, err := i.cursors.Request(page.Scope{Route: "auth.issuers", Tenant: p.Tenant()}, limit, cursor)
	if err != nil {
		return page.Page[Issuer]{}, err
	}
	rows, err := i.store.Issuers(ctx, p.Tenant(), req)
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
	if err != nil {
		return Issuer{}, err
	}
	ceiling, err := ident.ParseScopes(row.Ceiling)
	if err == nil {
		err = p.Tenant().Check(ceiling.Brands()...)
	}
	return i.issuer(row), err
}

// Delete removes an issuer: its JWTs are refused from now on. The caller needs at least the rights that the issuer's
// tokens can have. The errors are ErrIssuerNotFound and FORBIDDEN.
func (i *Issuers) Delete(ctx context.Context, id string) error {
	p := ident.Must(ctx)
	row, ok, err := i.store.Issuer(ctx, p.Workspace, p.Mode, id)
	if err != nil {
		return err
	}
	if !ok {
		return ErrIssuerNotFound
	}
	ceiling, err := ident.ParseScopes(row.Ceiling)
	if err != nil {
		return err
	}
	if err := p.Covers(ceiling, "delete this issuer", nil); err != nil {
		return err
	}
	ok, err = i.store.DeleteIssuer(ctx, p.Workspace, p.Mode, id)
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
	var unavailable *jwt.Unavailable
	if errors.As(err, &unavailable) {
		return nil, ErrKeySetUnavailable.Because(err).After(unavailable.Retry)
	}
	if err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	if err := keys.Verify(t, row.Algorithms); err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	scopes, err := tokenScopes(row.Issuer, t)
	if err != nil {
		return nil, ErrUnauthorized.Because(err)
	}
	return &ident.Principal{Workspace: ident.Workspace(row.Workspace), Mode: ident.Mode(row.Mode), Kind: ident.KindJWT, Subject: t.Subject,
		Roots: row.Roots, Scopes: scopes, APIVersion: row.APIVersion}, nil
}

// tokenScopes returns the scopes of a token: those it claims, or else the issuer's default scopes, within the issuer's
// ceiling. Unknown scopes, such as openid, are ignored; an invalid brand limit invalidates the token, since ignoring it
// would lift the limit.
func tokenScopes(r store.Issuer, t *jwt.Token) (ident.Scopes, error) {
	words := r.DefaultScopes
	if t.HasScope {
		words = t.Scope
	}
	claimed, err := ident.ParseScopes(slices.DeleteFunc(slices.Clone(words), func(s string) bool { return !endUserMay(s) && !strings.HasPrefix(s, "brand:") }))
	if err != nil {
		return claimed, err
	}
	ceiling, err := ident.ParseScopes(r.Ceiling)
	if err != nil {
		return ceiling, err
	}
	return claimed.Within(ceiling), nil
}

func (i *Issuers) issuer(r store.Issuer) Issuer {
	return Issuer{ID: r.ID, Mode: ident.Mode(r.Mode), Issuer: r.Issuer, JWKSURL: r.JWKSURL, Audience: i.audience,
		DefaultScopes: r.DefaultScopes, Algorithms: r.Algorithms, Ceiling: r.Ceiling, CreatedAt: r.CreatedAt}
}
