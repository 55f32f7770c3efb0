package session_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/surface/session"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/secret"
)

// tokens authenticates its keys.
type tokens map[string]*ident.Principal

func (d tokens) Authenticate(_ context.Context, token string, _ netip.Addr) (*ident.Principal, error) {
	if p := d[token]; p != nil {
		return p, nil
	}
	return nil, fault.New(fault.Unauthorized, "Unknown.")
}

func (d tokens) Redeem(context.Context, string, netip.Addr) (string, error) {
	return "", fault.New(fault.Unauthorized, "Unknown.")
}

func (d tokens) EndSession(_ context.Context, token string) error {
	delete(d, token)
	return nil
}

func nowhere(*http.Request) netip.Addr { return netip.Addr{} }

func signIn(t *testing.T, s *session.Sessions, token string) (*session.Session, *http.Cookie) {
	t.Helper()
	w := httptest.NewRecorder()
	in, err := s.SignIn(w, httptest.NewRequest("POST", "/", nil), token)
	if err != nil {
		t.Fatal(err)
	}
	return in, w.Result().Cookies()[0]
}

func of(s *session.Sessions, c *http.Cookie) *session.Session {
	r := httptest.NewRequest("GET", "/", nil)
	r.AddCookie(c)
	in, err := s.Get(r)
	if err != nil {
		panic(err)
	}
	return in
}

func TestSessionIsIdentifiedByItsToken(t *testing.T) {
	t.Parallel()
	d := tokens{"jwt": {Kind: ident.KindJWT, Subject: "ada"}, "made": {Kind: ident.KindKey, KeyID: "key_1", CreatedBy: "user:ada"}, "bare": {Kind: ident.KindKey, KeyID: "key_2", CreatedBy: "cli"}}
	s := session.New(d, secret.New([32]byte{1}), "https://img.example.com", nowhere)
	for token, want := range map[string]string{"jwt": "user:ada", "made": "user:ada", "bare": "user:key_2"} {
		in, c := signIn(t, s, token)
		if c.Name != "__Host-platen_session" || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || strings.Contains(c.Value, token) {
			t.Errorf("the cookie is %+v", c)
		}
		got := of(s, c)
		if got == nil || got.Principal.Kind != ident.KindSession || got.Principal.Actor() != want || !got.Genuine(in.Form) || got.Genuine("") || got.Genuine(in.Form+"x") {
			t.Errorf("%s: %+v, want %s", token, got, want)
		}
	}
	_, c := signIn(t, s, "jwt")
	other := session.New(d, secret.New([32]byte{2}), "https://img.example.com", nowhere)
	if of(other, c) != nil {
		t.Error("another installation's cookie is accepted")
	}
	broken := *c
	middle, changed := len(c.Value)/2, "A"
	if c.Value[middle] == 'A' {
		changed = "B"
	}
	broken.Value = c.Value[:middle] + changed + c.Value[middle+1:]
	if of(s, &broken) != nil {
		t.Error("a changed cookie is accepted")
	}
	delete(d, "jwt")
	if of(s, c) != nil {
		t.Error("a session outlives its token")
	}
	if _, err := s.SignIn(httptest.NewRecorder(), httptest.NewRequest("POST", "/", nil), strings.Repeat("x", 3000)); !errors.Is(err, session.ErrTooLong) {
		t.Errorf("a long token: %v", err)
	}
}
