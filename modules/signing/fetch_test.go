package signing

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/secret"
)

// images is a renderer that draws nothing, counts its calls and fails with fail.
type pictures struct {
	db       *pg.DB
	fail     atomic.Pointer[fault.Error]
	rendered atomic.Int64
}

func (p *pictures) Check(context.Context, []byte) (Checked, error) {
	return Checked{Hash: "sha256:0"}, nil
}

func (p *pictures) Use(context.Context, [][]byte) error { return nil }

// noApproval requires no approval.
type noApproval struct{}

func (noApproval) Require(context.Context, []byte, Checked) (string, error) { return "", nil }

func (noApproval) Use(context.Context, string, string) error { return nil }

func (p *pictures) Render(ctx context.Context, _ []byte, _ string, done func(context.Context) error) error {
	p.rendered.Add(1)
	if f := p.fail.Load(); f != nil {
		return f
	}
	return p.db.InTx(ctx, done)
}

func (p *pictures) Location(_ context.Context, id string) (string, error) {
	return "https://img.example.com/cdn/" + id + ".png", nil
}

// limits admits n requests.
type limits struct{ n atomic.Int64 }

func (l *limits) Take(context.Context, *ident.Principal, ratelimit.Category) ratelimit.Decision {
	return ratelimit.Decision{Allowed: l.n.Add(-1) >= 0, RetryAfter: time.Second}
}

// process is one process of an installation and fetches images of one workspace.
type process struct {
	*Module
	pictures *pictures
	limits   *limits
}

func newProcess(t *testing.T, db *pg.DB) *process {
	t.Helper()
	ring := secret.New([32]byte{7})
	l := pg.NewListener(db, slog.New(slog.DiscardHandler))
	p := &process{pictures: &pictures{db: db}, limits: &limits{}}
	p.limits.n.Store(1000)
	p.Module = New(Needs{Images: p.pictures, Limiter: p.limits, Approvals: noApproval{}}, Deps{DB: db, Listener: l, Secrets: ring, Cursors: page.NewSealer(ring.AEAD("page")),
		Log: slog.New(slog.DiscardHandler), BaseURL: "https://img.example.com"})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); l.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	<-l.Ready()
	return p
}

func (p *process) mint(t *testing.T, who *ident.Principal, content string) string {
	t.Helper()
	ctx := ident.With(t.Context(), who)
	batch, err := p.Check(ctx, []Item{{Content: []byte(content)}})
	if err != nil {
		t.Fatal(err)
	}
	var urls []URL
	err = p.db.InTx(ctx, func(ctx context.Context) error { urls, err = p.Mint(ctx, batch); return err })
	if err != nil {
		t.Fatal(err)
	}
	return urls[0].URL
}

func (p *process) get(t *testing.T, address string) (Shown, error) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return p.Fetch(t.Context(), u.Path, u.RawQuery)
}

// TestClaimOutlivesItsProcess: no other process renders an image until the claim of the first expires.
func TestClaimOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	u := p.mint(t, ident.System(ident.NewWorkspace(), ident.Live), `{"html":"a"}`)
	ref := u[strings.LastIndex(u, "/")+1 : len(u)-len(".png")]
	if ok, err := p.store.Claim(t.Context(), ref, "the dead one", renderLease); err != nil || !ok {
		t.Fatal(ok, err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	path := strings.TrimPrefix(u, "https://img.example.com")
	if _, err := p.Fetch(ctx, path, ""); err == nil || p.pictures.rendered.Load() != 0 {
		t.Fatalf("rendered %d times under another's claim (%v)", p.pictures.rendered.Load(), err)
	}
	if err := db.Advance(t.Context(), renderLease+time.Second); err != nil {
		t.Fatal(err)
	}
	if shown, err := p.get(t, u); err != nil || shown.Location == "" || p.pictures.rendered.Load() != 1 {
		t.Fatalf("after the lease: %+v, %v, rendered %d times", shown, err, p.pictures.rendered.Load())
	}
	// The stalled process resumes: its result is discarded.
	if ok, err := p.store.Rendered(t.Context(), ref, "the dead one"); ok || err != nil {
		t.Errorf("a lost claim finished the image: %v", err)
	}
}

// TestFailedProviderIsPausedTemporarily: every process caches a failure for 30 seconds, but not one for lack of credits.
func TestFailedProviderIsPausedTemporarily(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one, two := newProcess(t, db), newProcess(t, db)
	who := ident.System(ident.NewWorkspace(), ident.Live)
	u := one.mint(t, who, `{"html":"b"}`)
	one.pictures.fail.Store(fault.New(fault.RenderFailed, "It broke."))
	for range 3 {
		for _, p := range []*process{one, two} {
			if _, err := p.get(t, u); fault.CodeOf(err) != fault.RenderFailed {
				t.Fatalf("got %v", err)
			}
		}
	}
	if n := one.pictures.rendered.Load() + two.pictures.rendered.Load(); n != 1 {
		t.Errorf("tried %d times", n)
	}
	one.pictures.fail.Store(nil)
	if err := db.Advance(t.Context(), failurePause+time.Second); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*process{one, two} {
		for end := time.Now().Add(time.Minute); ; { // processes observe the advanced clock after a short time
			shown, err := p.get(t, u)
			if err == nil && shown.Location != "" {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("after the pause: %v", err)
			}
		}
	}
	u = one.mint(t, who, `{"html":"c"}`)
	one.pictures.fail.Store(fault.New(fault.InsufficientCredits, "No credits."))
	if _, err := one.get(t, u); fault.CodeOf(err) != fault.InsufficientCredits {
		t.Fatalf("got %v", err)
	}
	one.pictures.fail.Store(nil)
	if _, err := one.get(t, u); err != nil {
		t.Errorf("with credits again: %v", err)
	}
}

// TestOrderOfChecks: a bad signature is refused before the rate limit is checked, a revoked key after it, and an
// existing image is never limited.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	p := newProcess(t, pgtest.New(t))
	who := ident.System(ident.NewWorkspace(), ident.Test)
	ctx := ident.With(t.Context(), who)
	key, _, err := p.CreateKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	shown, cold := p.mint(t, who, `{"html":"shown"}`), p.mint(t, who, `{"html":"cold"}`)
	if _, err := p.get(t, shown); err != nil {
		t.Fatal(err)
	}
	p.limits.n.Store(0)
	if _, err := p.get(t, shown); err != nil {
		t.Errorf("a warm URL is limited: %v", err)
	}
	if _, err := p.get(t, strings.Replace(cold, "/i/"+key.KID+"/", "/i/"+key.KID+"/x", 1)); fault.CodeOf(err) != fault.Unauthorized {
		t.Errorf("a bad signature: %v", err)
	}
	if _, err := p.get(t, cold); fault.CodeOf(err) != fault.RateLimitExceeded {
		t.Errorf("a cold URL beyond the limit: %v", err)
	}
	if _, err := p.RevokeKey(ctx, key.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.get(t, cold); fault.CodeOf(err) != fault.RateLimitExceeded {
		t.Errorf("a cold URL of a revoked key beyond the limit: %v", err)
	}
	p.limits.n.Store(10)
	for _, u := range []string{cold, shown} {
		if _, err := p.get(t, u); fault.CodeOf(err) != fault.Unauthorized {
			t.Errorf("a revoked key: %v", err)
		}
	}
	if p.pictures.rendered.Load() != 1 {
		t.Errorf("rendered %d times", p.pictures.rendered.Load())
	}
}

// TestForeignRefs: a key gives no access to images of another workspace or mode.
func TestForeignRefs(t *testing.T) {
	t.Parallel()
	p := newProcess(t, pgtest.New(t))
	ws := ident.NewWorkspace()
	theirs := p.mint(t, ident.System(ident.NewWorkspace(), ident.Live), `{"html":"secret"}`)
	for _, who := range []*ident.Principal{ident.System(ws, ident.Live), ident.System(ws, ident.Test)} {
		key, text, err := p.CreateKey(ident.With(t.Context(), who))
		if err != nil {
			t.Fatal(err)
		}
		rest := theirs[strings.LastIndex(theirs, "/")+1:]
		u := "https://img.example.com/i/" + key.KID + "/" + Signature(text, key.KID, rest, "") + "/" + rest
		if _, err := p.get(t, u); fault.CodeOf(err) != fault.Unauthorized {
			t.Errorf("got %v", err)
		}
	}
}
