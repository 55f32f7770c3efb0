package console

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/surface/session"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/secret"
)

// outage authenticates every token until down is set, from when on it fails as without a database.
type outage struct{ down bool }

func (o *outage) Authenticate(context.Context, string, netip.Addr) (*ident.Principal, error) {
	if o.down {
		return nil, errors.New("the database does not respond")
	}
	return &ident.Principal{Workspace: "ws_1", Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1"}, nil
}

func (o *outage) Redeem(context.Context, string, netip.Addr) (string, error) {
	return "", errors.New("the database does not respond")
}

func (o *outage) EndSession(context.Context, string) error { return nil }

// TestOutageEndsNoSession checks that a failure to check a credential is not reported as an invalid one: the response is 503
// with Retry-After, the cookie stays, and the session goes on after the outage.
func TestOutageEndsNoSession(t *testing.T) {
	t.Parallel()
	auth := &outage{}
	sessions := session.New(auth, secret.New([32]byte{1}), "http://127.0.0.1", func(*http.Request) netip.Addr { return netip.Addr{} }).Strict(Cookie)
	h, err := New(Config{Sessions: sessions, Service: http.NotFoundHandler(), Proof: func(w http.ResponseWriter, _ *http.Request, _ *session.Session) { w.WriteHeader(http.StatusOK) }})
	if err != nil {
		t.Fatal(err)
	}
	var cookies []*http.Cookie
	form := ""
	send := func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(FormHeader, form)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	in := send("POST", "/console/session", `{"token":"a"}`)
	cookies = in.Result().Cookies()
	if in.Code != http.StatusOK || len(cookies) != 1 {
		t.Fatalf("signing in: %d %s", in.Code, in.Body)
	}
	_, rest, _ := strings.Cut(in.Body.String(), `"form":"`)
	form, _, _ = strings.Cut(rest, `"`)
	auth.down = true
	for _, request := range [][3]string{
		{"GET", "/console/session"},
		{"POST", "/console/session", `{"token":"a"}`},
		{"POST", "/console/session", `{"link":"svc_signin_a"}`},
		{"PUT", "/console/session", `{"token":"b"}`},
		{"DELETE", "/console/session"},
		{"GET", "/console/proof/apr_1/0.png"},
	} {
		w := send(request[0], request[1], request[2])
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s %s %s during the outage: %d %v %s; want 503 with Retry-After and no cookie", request[0], request[1], request[2], w.Code, w.Header(), w.Body)
		}
	}
	auth.down = false
	if w := send("GET", "/console/session", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"signed_in":true`) {
		t.Errorf("after the outage: %d %s", w.Code, w.Body)
	}
}
