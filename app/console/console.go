// Package console serves the console at /console: a page, its session, and a proxy from the page to the API.
//
// The page is built from web (see its package.json) into dist, which is committed and embedded. A person signs in
// with an API key or a workspace's JWT, which is stored in an encrypted SameSite=Strict cookie that only the service can
// read; the page never keeps the token. The owner of an installation follows a link instead,
// whose fragment the page exchanges once for such a cookie. /console/api proxies the whole API: requests
// with the session's cookie and its secret in the X-Platen-Form header are forwarded with the token of the session.
package console

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/platenhq/platen/app/surface/session"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Cookie is the name of the session's cookie, behind __Host- when the service is reached by https.
const Cookie = "platen_console"

// FormHeader carries the session's secret: pages of other origins can neither read it nor send the header. A response
// that rejects a request without it has the header with the value "stale".
const FormHeader = "X-Platen-Form"

const prefix = "/console/api"

// maxSignIn is the largest body of a sign-in, in bytes.
const maxSignIn = 8 << 10

// Config configures the console. Every member is required.
type Config struct {
	// Sessions are the console's own, SameSite=Strict.
	Sessions *session.Sessions
	// Service serves the API.
	Service http.Handler
	// Proof serves image n of the request of approval id, both values of the request's path; s is nil when
	// no one is signed in.
	Proof func(w http.ResponseWriter, r *http.Request, s *session.Session)
}

type console struct {
	cfg    Config
	origin *http.CrossOriginProtection
	files  *files
}

// New returns the handler of /console and everything below it. It is safe for concurrent use.
func New(c Config) (http.Handler, error) {
	f, err := embedded()
	if err != nil {
		return nil, err
	}
	p := &console{c, http.NewCrossOriginProtection(), f}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /console/session", p.who)
	mux.HandleFunc("POST /console/session", p.signIn)
	mux.HandleFunc("PUT /console/session", p.switchMode)
	mux.HandleFunc("DELETE /console/session", p.signOut)
	mux.HandleFunc("GET /console/proof/{id}/{n}", p.proof)
	mux.HandleFunc(prefix+"/", p.call)
	mux.Handle("/console/", f)
	mux.HandleFunc("/console", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/console/", http.StatusMovedPermanently)
	})
	return mux, nil
}

// state describes the person who is signed in to the page.
type state struct {
	SignedIn  bool     `json:"signed_in"`
	Form      string   `json:"form,omitempty"`
	Who       string   `json:"who,omitempty"`
	Workspace string   `json:"workspace,omitempty"`
	Live      bool     `json:"live"`
	Scopes    []string `json:"scopes,omitempty"`
	Brands    []string `json:"brands,omitempty"`
	Both      bool     `json:"both,omitempty"` // it can switch between live and test
}

func describe(s *session.Session) state {
	if s == nil {
		return state{}
	}
	p := s.Principal
	return state{true, s.Form, p.Actor(), string(p.Workspace), p.Mode == ident.Live, p.Scopes.List(), p.Scopes.Brands(), s.Both}
}

func (p *console) who(w http.ResponseWriter, r *http.Request) {
	s, err := p.cfg.Sessions.Get(r)
	if err != nil {
		unchecked(w)
		return
	}
	writeJSON(w, http.StatusOK, describe(s))
}

func (p *console) signIn(w http.ResponseWriter, r *http.Request) {
	if p.origin.Check(r) != nil || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		refuse(w, http.StatusForbidden, "FORBIDDEN", "Sign in on the console's own page.")
		return
	}
	var given struct {
		Token string `json:"token"`
		// Link is the text of a sign-in link, in place of a token.
		Link string `json:"link"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSignIn)).Decode(&given); err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "The body is not JSON with a token.")
		return
	}
	start, text := p.cfg.Sessions.SignIn, given.Token
	if given.Link != "" {
		start, text = p.cfg.Sessions.Redeem, given.Link
	}
	s, err := start(w, r, text)
	switch {
	case fault.CodeOf(err) == fault.Unauthorized && given.Link != "":
		refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", auth.ErrSignIn.Message)
	case errors.Is(err, session.ErrTooLong):
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "This token is too long for a session. Ask your issuer for one with fewer claims.")
	case fault.CodeOf(err) == fault.Unauthorized:
		refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", "Invalid or expired API key or token.")
	case err != nil:
		unchecked(w)
	default:
		writeJSON(w, http.StatusOK, describe(s))
	}
}

// switchMode changes between the live and the test token of a session, or takes a second token.
func (p *console) switchMode(w http.ResponseWriter, r *http.Request) {
	now, err := p.cfg.Sessions.Get(r)
	if err != nil {
		unchecked(w)
		return
	}
	if p.origin.Check(r) != nil || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") || now == nil || !now.Genuine(r.Header.Get(FormHeader)) {
		refuse(w, http.StatusForbidden, "FORBIDDEN", "Switch on the console's own page.")
		return
	}
	var given struct {
		// Token is a token of the other mode; without one the session switches to the one that it has.
		Token string `json:"token"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSignIn)).Decode(&given); err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "The body is not JSON.")
		return
	}
	var s *session.Session
	if given.Token == "" {
		s, err = p.cfg.Sessions.Switch(w, r)
	} else {
		s, err = p.cfg.Sessions.SignInBeside(w, r, given.Token)
	}
	switch {
	case errors.Is(err, session.ErrTooLong):
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "The two tokens together are too long for a session. Sign out and sign in with this one.")
	case errors.Is(err, session.ErrSameMode):
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "This token is of the same mode, or of another workspace. To change the workspace, sign out first.")
	case errors.Is(err, session.ErrNoOther):
		refuse(w, http.StatusConflict, "CONFLICT", "This session has no valid token of the other mode. Enter one.")
	case fault.CodeOf(err) == fault.Unauthorized:
		refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", "Invalid or expired API key or token.")
	case err != nil:
		unchecked(w)
	default:
		writeJSON(w, http.StatusOK, describe(s))
	}
}

func (p *console) signOut(w http.ResponseWriter, r *http.Request) {
	s, err := p.cfg.Sessions.Get(r)
	if err != nil {
		unchecked(w)
		return
	}
	if p.origin.Check(r) != nil || s != nil && !s.Genuine(r.Header.Get(FormHeader)) {
		refuse(w, http.StatusForbidden, "FORBIDDEN", "Sign out on the console's own page.")
		return
	}
	if err := p.cfg.Sessions.SignOut(w, r); err != nil {
		refuse(w, http.StatusServiceUnavailable, "INTERNAL_ERROR", "The cookie is gone; the session itself could not be ended now and ends by itself within 12 hours.")
		return
	}
	writeJSON(w, http.StatusOK, state{})
}

// proof serves an img element, which cannot send FormHeader; only requests of the page send the cookie.
func (p *console) proof(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	s, err := p.cfg.Sessions.Get(r)
	if err != nil {
		unchecked(w)
		return
	}
	p.cfg.Proof(w, r, s)
}

// call forwards a request to the API with the token of the session.
func (p *console) call(w http.ResponseWriter, r *http.Request) {
	if p.origin.Check(r) != nil {
		refuse(w, http.StatusForbidden, "FORBIDDEN", "This request came from another site.")
		return
	}
	inner := r.Clone(r.Context())
	form, ok := p.cfg.Sessions.Authorize(inner)
	if !ok {
		refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", "No one is signed in.")
		return
	}
	inner.URL.Path = strings.TrimPrefix(r.URL.Path, prefix)
	inner.URL.RawPath = ""
	if !fromImage(inner) && subtle.ConstantTimeCompare([]byte(form), []byte(r.Header.Get(FormHeader))) != 1 {
		w.Header().Set(FormHeader, "stale") // or missing: the page asks the user to reload
		refuse(w, http.StatusForbidden, "FORBIDDEN", "The request lacks the session's secret. Reload the console.")
		return
	}
	if !strings.HasPrefix(inner.URL.Path, "/platen.") && !slices.ContainsFunc(reach, func(root string) bool { return strings.HasPrefix(inner.URL.Path, root) }) {
		refuse(w, http.StatusNotFound, "ENDPOINT_NOT_FOUND", "Unknown endpoint.")
		return
	}
	inner.Header.Del(FormHeader)
	inner.RequestURI = (&url.URL{Path: inner.URL.Path, RawQuery: inner.URL.RawQuery}).RequestURI()
	p.cfg.Service.ServeHTTP(w, inner)
}

// reach lists the path prefixes of the API, besides its procedures.
var reach = []string{"/api/", "/health/", "/admin/"}

// fromImage reports whether a request is sent by an img element, which cannot send FormHeader. Such a
// request only reads.
func fromImage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.HasPrefix(r.URL.Path, "/api/v1/") && strings.HasSuffix(r.URL.Path, ".png")
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client disconnected
}

// unchecked responds that a token could not be checked. The session is kept.
func unchecked(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "5")
	refuse(w, http.StatusServiceUnavailable, "INTERNAL_ERROR", "The service cannot check credentials at the moment. Try again in a few seconds.")
}

// refuse responds in the form of the API's errors.
func refuse(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, map[string]any{"error": map[string]any{"code": code, "message": message}})
}
