package auth_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
)

// advance moves the database clock forward.
func (b *bench) advance(t *testing.T, d time.Duration) {
	t.Helper()
	_, err := b.db.SQL(t.Context()).ExecContext(t.Context(), `INSERT INTO platform.clock AS c (skew) VALUES ($1 * interval '1 second')
		ON CONFLICT (one) DO UPDATE SET skew = c.skew + excluded.skew`, d.Seconds())
	if err != nil {
		t.Fatal(err)
	}
}

func (b *bench) link(t *testing.T) string {
	t.Helper()
	link, err := b.NewSignIn(t.Context(), b.ws, ident.Live)
	if err != nil {
		t.Fatal(err)
	}
	return link
}

func TestLinkSignsInOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	link := b.link(t)
	if _, err := b.Authenticate(t.Context(), link, home); !errors.Is(err, auth.ErrUnauthorized) {
		t.Errorf("the link as a token: %v", err)
	}
	token, err := b.Redeem(t.Context(), link, home)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Authenticate(t.Context(), token, home)
	if err != nil || p.Workspace != b.ws || p.Mode != ident.Live || p.Kind != ident.KindSession || !p.Scopes.Allow("keys:write") || !p.Scopes.Allow("admin:write") {
		t.Fatalf("the session is %+v, %v", p, err)
	}
	for _, wrong := range []string{link, token, "svc_signin_", "", link + "x"} {
		if _, err := b.Redeem(t.Context(), wrong, home); !errors.Is(err, auth.ErrSignIn) {
			t.Errorf("%q is redeemed: %v", wrong, err)
		}
	}
	var stored string
	if err := b.db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT string_agg(i::text, '') FROM auth.sign_ins i").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{link, token} {
		secret := text[strings.LastIndex(text, "_")+1:]
		if strings.Contains(stored, secret) || strings.Contains(stored, fmt.Sprintf("%x", secret)) {
			t.Errorf("the text of a sign-in is stored: %s", stored)
		}
	}
	if err := b.EndSession(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Authenticate(t.Context(), token, home); !errors.Is(err, auth.ErrUnauthorized) {
		t.Errorf("an ended session: %v", err)
	}
}

func TestLinksAndSessionsEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	late, good := b.link(t), b.link(t)
	b.advance(t, auth.LinkValid-time.Minute)
	token, err := b.Redeem(t.Context(), good, home)
	if err != nil {
		t.Fatal(err)
	}
	b.advance(t, time.Minute)
	if _, err := b.Redeem(t.Context(), late, home); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a link after ten minutes: %v", err)
	}
	b.advance(t, auth.SessionValid-2*time.Minute)
	if _, err := b.Authenticate(t.Context(), token, home); err != nil {
		t.Errorf("a session before its end: %v", err)
	}
	b.advance(t, 2*time.Minute)
	if _, err := b.Authenticate(t.Context(), token, home); !errors.Is(err, auth.ErrUnauthorized) {
		t.Errorf("a session after twelve hours: %v", err)
	}
}

func TestLinkIsRedeemedOnceUnderConcurrency(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	link := b.link(t)
	var mu sync.Mutex
	var tokens bytes.Buffer
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if token, err := b.Redeem(t.Context(), link, home); err == nil {
				mu.Lock()
				defer mu.Unlock()
				tokens.WriteString(token + "\n")
			}
		})
	}
	all.Wait()
	if n := strings.Count(tokens.String(), "\n"); n != 1 {
		t.Errorf("%d callers redeemed one link", n)
	}
}
