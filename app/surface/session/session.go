// Package session signs people in to the service's pages with an API key or a JWT.
//
// A session is one cookie that only the service can read: the encrypted token, with a secret for forms. Nothing is
// stored; the token is checked again with every request, so that a session ends when its key is revoked or its JWT
// expires, and after Lifetime in any case. The cookie is HttpOnly and SameSite=Lax: links from other sites carry the
// session, forms do not. Pages that change something check the form's secret (Genuine).
// Strict creates sessions that no request from another site carries.
package session

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/secret"
)

// Lifetime is the longest a session lasts.
const Lifetime = 12 * time.Hour

// maxToken is the longest token that fits into a cookie, in bytes.
const maxToken = 2600

// Errors of starting and switching sessions beside those of the authentication.
var (
	// ErrTooLong says that a token does not fit into a cookie.
	ErrTooLong = errors.New("this token is too long for a session")
	// ErrSameMode says that a second token is of the same mode as the first, or of another workspace.
	ErrSameMode = errors.New("this token is not of the same workspace in the other mode")
	// ErrNoOther says that a session has no second token to switch to, or that it has expired.
	ErrNoOther = errors.New("the session has no token of the other mode")
)

// Authenticator turns a token into an identity.
type Authenticator interface {
	Authenticate(ctx context.Context, token string, from netip.Addr) (*ident.Principal, error)
	// Redeem exchanges the text of a sign-in link, which works once, for a token.
	Redeem(ctx context.Context, link string, from netip.Addr) (token string, err error)
	// EndSession invalidates a token that Redeem returned; other tokens are unaffected.
	EndSession(ctx context.Context, token string) error
}

// Sessions makes and reads sessions. It is safe for concurrent use.
type Sessions struct {
	auth    Authenticator
	secrets *secret.Ring
	from    func(r *http.Request) netip.Addr
	secure  bool
	cookie  string
	site    http.SameSite
}

// New returns sessions for pages at baseURL; from returns the client address of a request.
func New(auth Authenticator, secrets *secret.Ring, baseURL string, from func(r *http.Request) netip.Addr) *Sessions {
	return &Sessions{auth, secrets, from, strings.HasPrefix(baseURL, "https://"), "platen_session", http.SameSiteLaxMode}
}

// Strict returns sessions of the same people in a cookie of the given name that is SameSite=Strict: no request
// that another site causes carries it, links included.
func (s *Sessions) Strict(cookie string) *Sessions {
	strict := *s
	strict.cookie, strict.site = cookie, http.SameSiteStrictMode
	return &strict
}

// Session is someone signed in.
type Session struct {
	// Principal has the kind session and the rights of the token. Signing in with an API key is attributed to the
	// key's creator, where known.
	Principal *ident.Principal
	// Form is the secret that forms carry.
	Form string
	// Both reports whether the session also holds a token of the other mode, live or test, which Switch changes to.
	Both bool
}

// sealed is the plaintext of the cookie.
type sealed struct {
	Token string    `json:"t"`
	Other string    `json:"o,omitempty"` // a token of the same workspace in the other mode
	Form  string    `json:"f"`
	Since time.Time `json:"s"`
}

const use = "session"

func (s *Sessions) name() string {
	if s.secure {
		return "__Host-" + s.cookie
	}
	return s.cookie
}

// SignIn starts a session and sets its cookie in the response. The error is ErrTooLong or that of the
// authentication.
func (s *Sessions) SignIn(w http.ResponseWriter, r *http.Request, token string) (*Session, error) {
	token = strings.TrimSpace(token)
	if len(token) > maxToken {
		return nil, ErrTooLong
	}
	p, err := s.auth.Authenticate(r.Context(), token, s.from(r))
	if err != nil {
		return nil, err
	}
	return s.begin(w, sealed{Token: token, Form: rand.Text(), Since: clock.Now()}, p)
}

// begin puts the cookie of a session into the response.
func (s *Sessions) begin(w http.ResponseWriter, c sealed, p *ident.Principal) (*Session, error) {
	plain, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	left := Lifetime - clock.Now().Sub(c.Since)
	s.set(w, base64.RawURLEncoding.EncodeToString(s.secrets.Seal(use, s.name(), plain)), int(left.Seconds()))
	return &Session{person(p), c.Form, c.Other != ""}, nil
}

// SignInBeside switches the session of a request to a second token, of the same workspace in the other mode, and keeps the
// first for Switch. The error is ErrTooLong, ErrSameMode, ErrNoOther without a session, or that of the authentication.
func (s *Sessions) SignInBeside(w http.ResponseWriter, r *http.Request, token string) (*Session, error) {
	token = strings.TrimSpace(token)
	c := s.open(r)
	if c == nil {
		return nil, ErrNoOther
	}
	if len(token)+len(c.Token) > maxToken {
		return nil, ErrTooLong
	}
	now, err := s.auth.Authenticate(r.Context(), c.Token, s.from(r))
	if err != nil {
		return nil, err
	}
	p, err := s.auth.Authenticate(r.Context(), token, s.from(r))
	if err != nil {
		return nil, err
	}
	if p.Workspace != now.Workspace || p.Mode == now.Mode {
		return nil, ErrSameMode
	}
	return s.begin(w, sealed{token, c.Token, rand.Text(), c.Since}, p)
}

// Switch changes the session of a request to its token of the other mode. The error is ErrNoOther, or that of a check
// that failed.
func (s *Sessions) Switch(w http.ResponseWriter, r *http.Request) (*Session, error) {
	c := s.open(r)
	if c == nil || c.Other == "" {
		return nil, ErrNoOther
	}
	p, err := s.auth.Authenticate(r.Context(), c.Other, s.from(r))
	if fault.CodeOf(err) == fault.Unauthorized {
		return nil, ErrNoOther
	}
	if err != nil {
		return nil, err
	}
	return s.begin(w, sealed{c.Other, c.Token, rand.Text(), c.Since}, p)
}

// Redeem starts a session with the text of a sign-in link, which works once.
func (s *Sessions) Redeem(w http.ResponseWriter, r *http.Request, link string) (*Session, error) {
	token, err := s.auth.Redeem(r.Context(), strings.TrimSpace(link), s.from(r))
	if err != nil {
		return nil, err
	}
	return s.SignIn(w, r, token)
}

// SignOut ends the browser's session, and invalidates the tokens of a session started by a link.
func (s *Sessions) SignOut(w http.ResponseWriter, r *http.Request) error {
	s.set(w, "", -1)
	c := s.open(r)
	if c == nil {
		return nil
	}
	err := s.auth.EndSession(r.Context(), c.Token)
	if c.Other != "" {
		err = errors.Join(err, s.auth.EndSession(r.Context(), c.Other))
	}
	return err
}

func (s *Sessions) set(w http.ResponseWriter, value string, age int) {
	http.SetCookie(w, &http.Cookie{Name: s.name(), Value: value, Path: "/", MaxAge: age, Secure: s.secure, HttpOnly: true, SameSite: s.site})
}

// Get returns the session of a request, nil when no one is signed in: without a cookie, with a foreign or
// expired one, or when the token is no longer valid. An error means that the token could not be checked, for instance
// without the database: the session may be valid.
func (s *Sessions) Get(r *http.Request) (*Session, error) {
	c := s.open(r)
	if c == nil {
		return nil, nil
	}
	p, err := s.auth.Authenticate(r.Context(), c.Token, s.from(r))
	if fault.CodeOf(err) == fault.Unauthorized {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Session{person(p), c.Form, c.Other != ""}, nil
}

// Authorize sets the session's token as the request's bearer token and removes the cookies, so that the
// request can be forwarded to the API, which checks the token. It returns the session's form secret, and false when
// no one is signed in.
func (s *Sessions) Authorize(r *http.Request) (form string, ok bool) {
	c := s.open(r)
	if c == nil {
		return "", false
	}
	r.Header.Del("Cookie")
	r.Header.Set("Authorization", "Bearer "+c.Token)
	return c.Form, true
}

// open reads the cookie of a request, nil unless it is valid.
func (s *Sessions) open(r *http.Request) *sealed {
	cookie, err := r.Cookie(s.name())
	if err != nil {
		return nil
	}
	box, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil {
		return nil
	}
	plain, err := s.secrets.Open(use, s.name(), box)
	if err != nil {
		return nil
	}
	var c sealed
	if json.Unmarshal(plain, &c) != nil || clock.Now().Sub(c.Since) > Lifetime {
		return nil
	}
	return &c
}

// Genuine reports whether a form's secret belongs to this session.
func (s *Session) Genuine(form string) bool {
	return subtle.ConstantTimeCompare([]byte(s.Form), []byte(form)) == 1
}

// person returns the session principal for the holder of a token.
func person(p *ident.Principal) *ident.Principal {
	out := *p
	if p.Kind == ident.KindKey {
		out.Subject = p.KeyID
		if made, ok := strings.CutPrefix(p.CreatedBy, "user:"); ok {
			out.Subject = made
		}
	}
	out.Kind = ident.KindSession
	return &out
}
