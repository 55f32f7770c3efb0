// Package review serves the pages for approvals: /review lists pending approvals to anyone who is signed in, and
// /review/apr_… shows one request with watermarked proofs of its images, the changes since the last approved
// request, and the two buttons.
//
// The pages are plain HTML that works without its script, which adds keyboard shortcuts and local times. They load nothing but
// their own files. Reading never decides: a decision is a form submitted by POST, from the same origin, with the
// session's secret.
package review

import (
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/app/surface/session"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

//go:embed static
var files embed.FS

// Approvals is the module that the pages show.
type Approvals interface {
	Approval(ctx context.Context, id string) (approvals.Approval, error)
	Before(ctx context.Context, id string) (approvals.Approval, error)
	Approvals(ctx context.Context, l approvals.ApprovalList) (page.Page[approvals.Approval], error)
	MayDecide(ctx context.Context, id string) error
	Decide(ctx context.Context, id string, v approvals.Verdict, comment string, done func(ctx context.Context, a approvals.Approval) error) (approvals.Approval, error)
}

// Proofs draws what requests render.
type Proofs interface {
	// Proof returns image n of a request, from 0, as a watermarked PNG.
	Proof(ctx context.Context, a approvals.Approval, n int) ([]byte, error)
}

// Config configures the pages. Every member is required.
type Config struct {
	Approvals Approvals
	Proofs    Proofs
	Sessions  *session.Sessions
	// Audit receives an entry for every decision, in its transaction.
	Audit *audit.Log
	Log   *slog.Logger
}

// Pages serves /review. It is safe for concurrent use.
type Pages struct {
	cfg    Config
	origin *http.CrossOriginProtection
	static http.Handler
	proofs *proofCache
	mux    *http.ServeMux
}

// New returns the pages.
func New(c Config) (*Pages, error) {
	static, err := fs.Sub(files, "static")
	if err != nil {
		return nil, err
	}
	p := &Pages{cfg: c, origin: http.NewCrossOriginProtection(), static: http.StripPrefix("/review/-/", http.FileServerFS(static)), proofs: newProofCache(), mux: http.NewServeMux()}
	p.mux.HandleFunc("GET /review/-/{file}", p.file)
	p.mux.HandleFunc("GET /review/{$}", p.list)
	p.mux.HandleFunc("GET /review/{id}", p.show)
	p.mux.HandleFunc("GET /review/{id}/proof/{n}", p.proof)
	p.mux.HandleFunc("POST /review/{id}", p.decide)
	p.mux.HandleFunc("POST /review/-/sign-in", p.signIn)
	p.mux.HandleFunc("POST /review/-/sign-out", p.signOut)
	p.mux.HandleFunc("GET /review", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/review/", http.StatusMovedPermanently)
	})
	return p, nil
}

// maxForm is the largest form read, in bytes.
const maxForm = 64 << 10

// ServeHTTP implements http.Handler.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if err := p.origin.Check(r); err != nil {
		p.say(w, r, http.StatusForbidden, "This form came from another site", "Nothing was decided. Open the review page itself and decide there.")
		return
	}
	if wire.Clean(r.URL.Path) != r.URL.Path {
		p.say(w, r, http.StatusNotFound, "There is no such page", "The address holds characters that no address of this service has.")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	p.mux.ServeHTTP(w, r)
}

func (p *Pages) file(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	p.static.ServeHTTP(w, r)
}

// signed returns the session of a request; without one, or without the rights, it responds itself.
func (p *Pages) signed(w http.ResponseWriter, r *http.Request) (*session.Session, *http.Request) {
	s, err := p.cfg.Sessions.Get(r)
	if err != nil {
		p.unchecked(w, r, err)
		return nil, r
	}
	if s == nil {
		p.render(w, http.StatusUnauthorized, (*writer).signIn, view{Title: "Sign in", Next: r.URL.Path})
		return nil, r
	}
	if !s.Principal.Scopes.Allow("approvals:decide") && !s.Principal.Scopes.Allow("approvals:read") {
		p.render(w, http.StatusForbidden, (*writer).signIn, view{Title: "Sign in", Next: r.URL.Path, Session: s,
			Problem: "You are signed in as " + who(s.Principal.Actor()) + ", whose token lacks the scope approvals:read. Sign in with another one."})
		return nil, r
	}
	return s, r.WithContext(ident.With(r.Context(), s.Principal))
}

func (p *Pages) signIn(w http.ResponseWriter, r *http.Request) {
	next := r.PostFormValue("next")
	if !strings.HasPrefix(next, "/review/") || strings.Contains(next, "//") || strings.ContainsAny(next, "\\\r\n") {
		next = "/review/"
	}
	_, err := p.cfg.Sessions.SignIn(w, r, r.PostFormValue("token"))
	switch {
	case err == nil:
		http.Redirect(w, r, next, http.StatusSeeOther)
	case errors.Is(err, session.ErrTooLong):
		p.render(w, http.StatusBadRequest, (*writer).signIn, view{Title: "Sign in", Next: next, Problem: "This token is too long for a session in a browser; ask for one with fewer claims."})
	case fault.CodeOf(err) == fault.Unauthorized:
		p.render(w, http.StatusUnauthorized, (*writer).signIn, view{Title: "Sign in", Next: next, Problem: "Invalid, expired or revoked API key or token."})
	default:
		p.unchecked(w, r, err)
	}
}

func (p *Pages) signOut(w http.ResponseWriter, r *http.Request) {
	s, err := p.cfg.Sessions.Get(r)
	if err != nil {
		p.unchecked(w, r, err)
		return
	}
	if s != nil && !s.Genuine(r.PostFormValue("form")) {
		p.say(w, r, http.StatusForbidden, "This form is not of this session", "Go back, reload the page and try again.")
		return
	}
	if err := p.cfg.Sessions.SignOut(w, r); err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/review/", http.StatusSeeOther)
}

func (p *Pages) list(w http.ResponseWriter, r *http.Request) {
	s, r := p.signed(w, r)
	if s == nil {
		return
	}
	limit := int32(page.MaxLimit)
	waiting, err := p.cfg.Approvals.Approvals(r.Context(), approvals.ApprovalList{Limit: &limit, Status: approvals.Pending})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	few := int32(10)
	all, err := p.cfg.Approvals.Approvals(r.Context(), approvals.ApprovalList{Limit: &few})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := view{Title: "Waiting for review", Session: s, Waiting: waiting.Items}
	for _, a := range all.Items {
		if a.Status != approvals.Pending {
			v.Earlier = append(v.Earlier, a)
		}
	}
	p.render(w, http.StatusOK, (*writer).list, v)
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request) {
	s, r := p.signed(w, r)
	if s == nil {
		return
	}
	p.showWith(w, r, s, http.StatusOK, "", "")
}

// showWith shows an approval, with a problem and the comment that was being written.
func (p *Pages) showWith(w http.ResponseWriter, r *http.Request, s *session.Session, status int, problem, comment string) {
	ctx := r.Context()
	a, err := p.cfg.Approvals.Approval(ctx, r.PathValue("id"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := view{Session: s, Approval: &a, Problem: problem, Comment: comment, Images: proofImages(a), Request: pretty(a.Request)}
	v.Title = headline(a, len(v.Images))
	if a.Status == approvals.Pending {
		switch err := p.cfg.Approvals.MayDecide(ctx, a.ID); {
		case !s.Principal.Scopes.Allow("approvals:decide"):
			v.Barred = "You can look, but your token lacks the scope approvals:decide."
		case err == nil:
			v.MayDecide = true
		case fault.From(err).Kind() == fault.KindInternal:
			p.fail(w, r, err)
			return
		default:
			v.Barred = fault.From(err).Message
		}
		for _, review := range a.Reviews {
			if review.Reviewer == s.Principal.Actor() {
				v.MayDecide, v.Barred = false, "You have approved this; others must too."
			}
		}
	}
	before, err := p.cfg.Approvals.Before(ctx, a.ID)
	switch {
	case err == nil:
		v.Before, v.Changes = &before, compare(before.Request, a.Request)
	case fault.CodeOf(err) != fault.ApprovalNotFound:
		p.fail(w, r, err)
		return
	}
	p.render(w, status, (*writer).show, v)
}

func (p *Pages) proof(w http.ResponseWriter, r *http.Request) {
	s, err := p.cfg.Sessions.Get(r)
	if err != nil {
		p.unchecked(w, r, err)
		return
	}
	p.ServeProof(w, r, s)
}

// ServeProof responds with proof n of the approval id, both values of the request's path, to anyone who is signed in;
// s is nil when no one is.
func (p *Pages) ServeProof(w http.ResponseWriter, r *http.Request, s *session.Session) {
	if s == nil || !s.Principal.Scopes.Allow("approvals:decide") && !s.Principal.Scopes.Allow("approvals:read") {
		http.Error(w, "Sign in first.", http.StatusUnauthorized)
		return
	}
	ctx := ident.With(r.Context(), s.Principal)
	n, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("n"), ".png"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	a, err := p.cfg.Approvals.Approval(ctx, r.PathValue("id"))
	if err == nil {
		var data []byte
		data, err = p.proofs.get(ctx, a.ID+"/"+strconv.Itoa(n), func() ([]byte, error) { return p.cfg.Proofs.Proof(ctx, a, n) })
		if err == nil {
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Cache-Control", "private, max-age=600")
			_, _ = w.Write(data)
			return
		}
	}
	f := fault.From(err)
	if f.Kind() == fault.KindInternal && ctx.Err() == nil {
		p.cfg.Log.ErrorContext(ctx, "drawing a proof", "approval", r.PathValue("id"), "error", f.Error())
	}
	http.Error(w, f.Message, http.StatusUnprocessableEntity)
}

func (p *Pages) decide(w http.ResponseWriter, r *http.Request) {
	s, r := p.signed(w, r)
	if s == nil {
		return
	}
	comment := strings.TrimSpace(wire.Clean(r.PostFormValue("comment")))
	verdict := approvals.Verdict(r.PostFormValue("verdict"))
	switch {
	case !s.Genuine(r.PostFormValue("form")):
		p.showWith(w, r, s, http.StatusForbidden, "This form was not of this session, so nothing was decided. Decide again.", comment)
		return
	case verdict != approvals.Approve && verdict != approvals.Reject:
		p.showWith(w, r, s, http.StatusBadRequest, "Approve or reject.", comment)
		return
	case !s.Principal.Scopes.Allow("approvals:decide"):
		p.showWith(w, r, s, http.StatusForbidden, "Your token lacks the scope approvals:decide.", comment)
		return
	case len([]rune(comment)) > 2000:
		p.showWith(w, r, s, http.StatusBadRequest, "The comment is longer than 2,000 characters.", comment)
		return
	}
	_, err := p.cfg.Approvals.Decide(r.Context(), r.PathValue("id"), verdict, comment, p.audit)
	if f := fault.From(err); f != nil {
		if slices.Contains([]fault.Kind{fault.KindInternal, fault.KindNotFound, fault.KindForbidden}, f.Kind()) {
			p.fail(w, r, err)
			return
		}
		p.showWith(w, r, s, http.StatusConflict, f.Message, comment)
		return
	}
	http.Redirect(w, r, "/review/"+r.PathValue("id"), http.StatusSeeOther)
}

// fail shows an error; internal errors are logged.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.From(err)
	switch f.Kind() {
	case fault.KindNotFound:
		p.say(w, r, http.StatusNotFound, "There is no such approval here", "It may belong to another workspace, brand or mode: test and live approvals are apart.")
		return
	case fault.KindForbidden:
		p.say(w, r, http.StatusForbidden, "This approval is not for you", f.Message+" Sign in with a token that may decide it.")
		return
	case fault.KindInternal:
	default:
		p.say(w, r, http.StatusConflict, "This cannot be done", f.Message)
		return
	}
	if r.Context().Err() == nil {
		p.cfg.Log.ErrorContext(r.Context(), "a review page failed", "error", f.Error())
	}
	p.say(w, r, http.StatusInternalServerError, "Something went wrong on our side", "Nothing was decided. Try again in a moment.")
}

// unchecked responds that the session could not be checked. It is kept.
func (p *Pages) unchecked(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		p.cfg.Log.ErrorContext(r.Context(), "checking a session failed", "error", err.Error())
	}
	w.Header().Set("Retry-After", "5")
	p.render(w, http.StatusServiceUnavailable, (*writer).message, view{Title: "You cannot be identified at the moment", Text: "Nothing was decided. Try again in a few seconds."})
}

func (p *Pages) say(w http.ResponseWriter, r *http.Request, status int, title, text string) {
	s, _ := p.cfg.Sessions.Get(r) // only for the header: without a session the page is shown without a name
	p.render(w, status, (*writer).message, view{Title: title, Text: text, Session: s})
}

// view is the data of the pages.
type view struct {
	Title, Text, Problem, Next, Comment, Barred string
	Session                                     *session.Session
	Approval, Before                            *approvals.Approval
	MayDecide                                   bool
	Images                                      []proofImage
	Changes                                     []change
	Request                                     markup
	Waiting, Earlier                            []approvals.Approval
}

func (p *Pages) render(w http.ResponseWriter, status int, page func(*writer, *view), v view) {
	var b writer
	page(&b, &v)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, b.String())
}

// audit writes the audit entry of a decision, as the check chain does for API requests.
func (p *Pages) audit(ctx context.Context, v approvals.Approval) error {
	who := ident.Must(ctx)
	return p.cfg.Audit.Append(ctx, audit.Change{Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: "approvals.decide_on_page", Subject: v.ID,
		After: map[string]any{"status": string(v.Status), "approvals_received": int64(v.Received), "required_approvals": int64(v.RequiredApprovals)}})
}
