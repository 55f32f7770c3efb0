package auth_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/secret"
)

var home = netip.MustParseAddr("192.0.2.7")

type bench struct {
	*auth.Module
	db    *pg.DB
	clock *clock.Fake
	ws    ident.Workspace
}

func newModule(db *pg.DB, c clock.Clock) *auth.Module {
	ring := secret.New([32]byte{7})
	return auth.New(auth.Config{FailuresPerMinute: 20, CacheFor: 10 * time.Second},
		auth.Deps{DB: db, Secrets: ring, Cursors: page.NewSealer(ring.AEAD("page")), Clock: c, Log: slog.New(slog.DiscardHandler)})
}

func newBench(t *testing.T) *bench {
	t.Helper()
	db := pgtest.New(t)
	c := clock.NewFake(time.Unix(1.8e9, 0))
	b := &bench{Module: newModule(db, c), db: db, clock: c}
	ws, err := b.CreateWorkspace(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	b.ws = ws.ID
	return b
}

func (b *bench) key(t *testing.T, mode ident.Mode, scopes ...string) (auth.Key, string) {
	t.Helper()
	k, text, err := b.CreateKey(t.Context(), auth.NewKey{Workspace: b.ws, Mode: mode, Name: "n", Scopes: scopes, CreatedBy: "cli"})
	if err != nil {
		t.Fatal(err)
	}
	return k, text
}

func TestKeyAuthenticatesAsItsWorkspace(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	brand := ident.New(ident.Brand)
	k, text := b.key(t, ident.Live, "render:write", "brand:"+brand)
	if !strings.HasPrefix(text, "svc_live_") || len(text) != len("svc_live_")+38 || k.LastFour != text[len(text)-4:] || k.Brand != brand {
		t.Errorf("key %+v with text %q", k, text)
	}
	for range 2 { // from the database, then from the cache
		p, err := b.Authenticate(t.Context(), text, home)
		if err != nil {
			t.Fatal(err)
		}
		if p.Workspace != b.ws || p.Mode != ident.Live || p.KeyID != k.ID || !p.Scopes.Allow("render:read") || p.Scopes.Allow("ai:write") ||
			!p.Scopes.AllowBrand(brand) || p.Scopes.AllowBrand("other") || p.APIVersion != auth.FirstVersion {
			t.Errorf("principal %+v", p)
		}
	}
	var stored string
	if err := b.db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT string_agg(k::text, '') FROM auth.api_keys k").Scan(&stored); err != nil || strings.Contains(stored, text[9:41]) {
		t.Errorf("the key's text is stored (%v): %s", err, stored)
	}
}

func TestRejectionsAreIdentical(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, text := b.key(t, ident.Test)
	flipped := []byte(text)
	flipped[15] ^= 1
	for name, token := range map[string]string{
		"none": "", "noise": "abc", "unknown prefix": "sk_live_" + text[9:], "changed": string(flipped),
		"other mode": "svc_live_" + text[9:], "cut": text[:len(text)-1], "longer": text + "0", "jwt": "eyJh.eyJz.sig",
	} {
		_, err := b.Authenticate(t.Context(), token, home)
		if err != auth.ErrUnauthorized { //nolint:errorlint // the identical value: refusals must not differ
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRotationGivesTwentyFourHours(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	old, oldText := b.key(t, ident.Live, "render:write")
	fresh, freshText, err := b.Rotate(t.Context(), ident.System(b.ws, ident.Live), old.ID)
	if err != nil || fresh.Replaces != old.ID || len(fresh.Scopes) != 1 {
		t.Fatalf("%+v, %v", fresh, err)
	}
	if _, _, err := b.Rotate(t.Context(), ident.System(b.ws, ident.Live), old.ID); !errors.Is(err, auth.ErrKeyRotated) {
		t.Errorf("a second rotation: %v", err)
	}
	works := func(text string) bool {
		_, err := b.Authenticate(t.Context(), text, home)
		if err != nil && fault.CodeOf(err) != fault.Unauthorized {
			t.Fatal(err)
		}
		return err == nil
	}
	for _, step := range []struct {
		by   time.Duration
		old  bool
		what string
	}{{0, true, "immediately"}, {auth.Grace - 10*time.Second, true, "just before the end"}, {10 * time.Second, false, "at the end"}} {
		if err := b.db.Advance(t.Context(), step.by); err != nil {
			t.Fatal(err)
		}
		if got := works(oldText); got != step.old {
			t.Errorf("the old key %s: works %v, want %v", step.what, got, step.old)
		}
		if !works(freshText) {
			t.Errorf("the new key %s does not work", step.what)
		}
	}
	if k, _ := b.Key(t.Context(), b.ws, ident.Live, old.ID); k.Status != auth.Revoked {
		t.Errorf("status after the grace: %s", k.Status)
	}
}

func TestRevocationReachesOtherProcesses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	other := newModule(b.db, b.clock) // its clock is stopped: only the notification can evict the key
	l := pg.NewListener(b.db, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool, 2)
	go func() { l.Run(ctx); done <- true }()
	go func() { _ = other.Run(ctx, l); done <- true }()
	defer func() { cancel(); <-done; <-done }()
	<-l.Ready()
	k, text := b.key(t, ident.Live)
	for _, m := range []*auth.Module{other, b.Module} { // both have cached it now
		if _, err := m.Authenticate(ctx, text, home); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Revoke(ctx, ident.System(b.ws, ident.Live), k.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Authenticate(ctx, text, home); err == nil {
		t.Error("the revoking process still accepts the key")
	}
	start := clock.Now()
	for {
		if _, err := other.Authenticate(ctx, text, home); err != nil {
			break
		}
		if clock.Now().Sub(start) > 5*time.Second {
			t.Fatal("another process still accepts the key after 5 s")
		}
		// One more round trip to the database gives the notification time to arrive without a sleep.
		if err := b.db.Notify(ctx, "auth_keys", k.ID); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFailuresOfAnAddressAreLimitedAndKnownKeysPass(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, known := b.key(t, ident.Live)
	_, unknown := b.key(t, ident.Live)
	if _, err := b.Authenticate(t.Context(), known, home); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		_, _ = b.Authenticate(t.Context(), "svc_live_wrong", home)
	}
	if _, err := b.Authenticate(t.Context(), known, home); err != nil {
		t.Errorf("a key in use is refused: %v", err)
	}
	if _, err := b.Authenticate(t.Context(), unknown, home); err == nil {
		t.Error("the address may go on trying")
	}
	if _, err := b.Authenticate(t.Context(), unknown, netip.MustParseAddr("192.0.2.8")); err != nil {
		t.Errorf("another address is refused: %v", err)
	}
	b.clock.Advance(time.Minute)
	if _, err := b.Authenticate(t.Context(), unknown, home); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

func TestLegacyKeysAreMigrated(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	text := "legacy_live_" + strings.Repeat("a1", 12)
	k, err := b.ImportKey(t.Context(), auth.NewKey{Workspace: b.ws, Name: "old", CreatedBy: "cli"}, text)
	if err != nil || k.Mode != ident.Live {
		t.Fatalf("%+v, %v", k, err)
	}
	if p, err := b.Authenticate(t.Context(), text, home); err != nil || p.KeyID != k.ID {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := b.ImportKey(t.Context(), auth.NewKey{Workspace: b.ws}, text); fault.Rule(err) != "key_exists" {
		t.Errorf("taken over twice: %v", err)
	}
}

func TestLastUseIsWrittenOncePerMinute(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	k, text := b.key(t, ident.Live)
	use := func() string {
		t.Helper()
		if _, err := b.Authenticate(t.Context(), text, home); err != nil {
			t.Fatal(err)
		}
		if err := b.FlushUses(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := b.Key(t.Context(), b.ws, ident.Live, k.ID)
		if err != nil {
			t.Fatal(err)
		}
		return got.LastUsedAt.String() + got.LastUsedIP
	}
	first := use()
	if !strings.HasSuffix(first, home.String()) {
		t.Errorf("last use %q", first)
	}
	if again := use(); again != first {
		t.Errorf("written again within a minute: %q", again)
	}
	b.clock.Advance(61 * time.Second)
	if later := use(); later == first {
		t.Error("not written a minute later")
	}
}

// TestOneFailedLastUseDoesNotLoseTheOthers: if the row of one key cannot be written, the others are, and that one is
// retried.
func TestOneFailedLastUseDoesNotLoseTheOthers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	exec := func(sql string) {
		t.Helper()
		if _, err := b.db.SQL(t.Context()).ExecContext(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var ids []string
	for range 8 {
		k, text := b.key(t, ident.Live)
		ids = append(ids, k.ID)
		if _, err := b.Authenticate(t.Context(), text, home); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE FUNCTION auth.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`)
	exec(`CREATE TRIGGER refuse BEFORE UPDATE ON auth.api_keys FOR EACH ROW WHEN (OLD.id = '` + ids[3] + `') EXECUTE FUNCTION auth.refuse()`)
	used := func() (n int) {
		t.Helper()
		for _, id := range ids {
			k, err := b.Key(t.Context(), b.ws, ident.Live, id)
			if err != nil {
				t.Fatal(err)
			}
			if !k.LastUsedAt.IsZero() {
				n++
			}
		}
		return n
	}
	if err := b.FlushUses(t.Context()); err == nil || used() != 7 || b.UsesDelayed() != 1 {
		t.Errorf("%v; %d of 7 written, %d counted as delayed", err, used(), b.UsesDelayed())
	}
	exec("DROP TRIGGER refuse ON auth.api_keys")
	if err := b.FlushUses(t.Context()); err != nil || used() != 8 {
		t.Errorf("%v; %d of 8 written", err, used())
	}
}

func TestKeysAreSeparateByWorkspaceAndMode(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	k, _ := b.key(t, ident.Live)
	b.key(t, ident.Test)
	other, err := b.CreateWorkspace(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ws   ident.Workspace
		mode ident.Mode
		want int
	}{{b.ws, ident.Live, 1}, {b.ws, ident.Test, 1}, {other.ID, ident.Live, 0}} {
		p, err := b.Keys(t.Context(), ident.System(c.ws, c.mode).Tenant(), nil, nil)
		if err != nil || len(p.Items) != c.want {
			t.Errorf("%v %v: %d keys, %v; want %d", c.ws, c.mode, len(p.Items), err, c.want)
		}
	}
	for _, ws := range []ident.Workspace{other.ID, "ws_none"} {
		if _, err := b.Revoke(t.Context(), ident.System(ws, ident.Live), k.ID); !errors.Is(err, auth.ErrKeyNotFound) {
			t.Errorf("another workspace's key: %v", err)
		}
	}
	if _, err := b.CreateWorkspace(t.Context(), "acme"); !errors.Is(err, auth.ErrNameTaken) {
		t.Errorf("a name twice: %v", err)
	}
}
