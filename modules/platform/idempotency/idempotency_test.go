package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/secret"
)

// bench is a service whose single use case counts its executions.
type bench struct {
	t     *testing.T
	db    *pg.DB
	store *idempotency.Store
	who   *ident.Principal
	runs  atomic.Int32
}

func newBench(t *testing.T) *bench {
	db := pgtest.New(t)
	return &bench{t: t, db: db, store: idempotency.New(db, secret.New([32]byte{1}), lease.NewKeeper(nil)),
		who: &ident.Principal{Workspace: ident.NewWorkspace(), Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1"}}
}

// call sends one request through the same steps as the check chain. work decides the outcome.
func (b *bench) call(key, body string, work func(ctx context.Context) error) (response string, replayed bool, err error) {
	r := b.store.Request(b.who, key, [32]byte([]byte(fmt.Sprintf("%-32s", body))))
	ctx := ident.WithStamp(context.Background())
	reply, err := b.store.Lookup(ctx, r)
	if err != nil {
		return "", false, err
	}
	if reply != nil {
		return reply.Message.(*wrapperspb.StringValue).Value, true, nil
	}
	msg, replayed, err := b.store.Run(ctx, r, func(ctx context.Context) (proto.Message, error) {
		return idempotency.Do(ctx, b.db, 201, func(ctx context.Context) (*wrapperspb.StringValue, error) {
			if work != nil {
				if err := work(ctx); err != nil {
					return nil, err
				}
			}
			return wrapperspb.String(fmt.Sprintf("run %d", b.runs.Add(1))), nil
		})
	})
	if err != nil {
		return "", replayed, err
	}
	return msg.(*wrapperspb.StringValue).Value, replayed, nil
}

func TestTheSameRequestRunsOnceAndReplays(t *testing.T) {
	t.Parallel()
	b, key := newBench(t), uuid.NewString()
	first, replayed, err := b.call(key, "a", nil)
	if err != nil || replayed || first != "run 1" {
		t.Fatalf("got %q, %v, %v", first, replayed, err)
	}
	again, replayed, err := b.call(key, "a", nil)
	if err != nil || !replayed || again != "run 1" || b.runs.Load() != 1 {
		t.Errorf("retry: got %q, replayed %v, %d runs, %v", again, replayed, b.runs.Load(), err)
	}
	if _, _, err := b.call(key, "b", nil); fault.CodeOf(err) != fault.IdempotencyConflict {
		t.Errorf("another body: got %v", err)
	}
	// Another key of the workspace shares the key space, a person and the other mode do not.
	b.who = &ident.Principal{Workspace: b.who.Workspace, Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_2"}
	if _, replayed, _ := b.call(key, "a", nil); !replayed {
		t.Error("a rotated key executes again")
	}
	b.who = &ident.Principal{Workspace: b.who.Workspace, Mode: ident.Live, Kind: ident.KindJWT, Subject: "u"}
	if got, replayed, _ := b.call(key, "b", nil); replayed || got != "run 2" {
		t.Errorf("a person shares the keys' space: %q, %v", got, replayed)
	}
}

func TestKeyExpires24HoursAfterTheFirstClaim(t *testing.T) {
	t.Parallel()
	b, key := newBench(t), uuid.NewString()
	if _, _, err := b.call(key, "a", nil); err != nil {
		t.Fatal(err)
	}
	if err := b.db.Advance(t.Context(), 24*time.Hour-5*time.Second); err != nil {
		t.Fatal(err)
	}
	if _, replayed, _ := b.call(key, "a", nil); !replayed {
		t.Error("forgotten before 24 h")
	}
	if err := b.db.Advance(t.Context(), 5*time.Second); err != nil {
		t.Fatal(err)
	}
	if got, replayed, err := b.call(key, "other", nil); replayed || err != nil || got != "run 2" {
		t.Errorf("after 24 h: %q, %v, %v", got, replayed, err)
	}
	if err := b.db.Advance(t.Context(), 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	if n, err := b.store.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("swept %d, %v; want 1", n, err)
	}
}

func TestOutcomesThatAreNotStored(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err   error
		binds bool
	}{
		"402":    {fault.New(fault.InsufficientCredits, ""), true},
		"409":    {fault.New(fault.ApprovalRequired, ""), true},
		"500":    {errors.New("disk on fire"), true},
		"render": {fault.New(fault.RenderFailed, ""), true},
		"400":    {fault.Rules(), false},
		"403":    {fault.New(fault.Forbidden, ""), false},
		"404":    {fault.NotFound(fault.BrandNotFound), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, key := newBench(t), uuid.NewString()
			if _, _, err := b.call(key, "a", func(context.Context) error { return c.err }); !errors.Is(err, c.err) {
				t.Fatalf("got %v", err)
			}
			_, _, err := b.call(key, "b", func(context.Context) error { return c.err })
			if conflict := fault.CodeOf(err) == fault.IdempotencyConflict; conflict != c.binds {
				t.Errorf("another body afterwards: %v; want conflict %v", err, c.binds)
			}
			if got, replayed, err := b.call(key, "a", nil); got != "run 1" || replayed || err != nil {
				t.Errorf("the same body afterwards: %q, %v, %v; want an execution", got, replayed, err)
			}
		})
	}
}

func TestSimultaneousRequestsRunOnce(t *testing.T) {
	t.Parallel()
	b, key := newBench(t), uuid.NewString()
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			got, _, err := b.call(key, "a", func(ctx context.Context) error {
				_, err := b.db.SQL(ctx).ExecContext(ctx, "SELECT pg_sleep(0.1)")
				return err
			})
			if err != nil || got != "run 1" {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	wg.Wait()
	if n := b.runs.Load(); n != 1 {
		t.Errorf("ran %d times", n)
	}
}

func TestLiveClaimIsAwaitedAndExpiredClaimIsTakenOver(t *testing.T) {
	t.Parallel()
	b, key := newBench(t), uuid.NewString()
	fp := [32]byte([]byte(fmt.Sprintf("%-32s", "a")))
	dead := b.store.Request(b.who, key, fp)
	if err := idempotency.Claim(idempotency.With(t.Context(), dead)); err != nil {
		t.Fatal(err)
	}
	// The process crashes here: the claim is committed and it is not renewed for 60 s.
	ctx, cancel := context.WithCancel(t.Context())
	waits := b.store.Request(b.who, key, fp)
	waits.OnWait = cancel
	if _, err := b.store.Lookup(ctx, waits); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of a wait that was announced", err)
	}
	if _, _, err := b.call(key, "a", nil); fault.Rule(err) != "idempotency_in_progress" || fault.From(err).RetryAfter != 2*time.Second {
		t.Fatalf("while the lease runs: %v", err)
	}
	if err := b.db.Advance(t.Context(), 61*time.Second); err != nil {
		t.Fatal(err)
	}
	if got, replayed, err := b.call(key, "a", nil); got != "run 1" || replayed || err != nil {
		t.Fatalf("after the lease: %q, %v, %v", got, replayed, err)
	}
	// The stalled process resumes: its result must not replace the stored one.
	if err := idempotency.Complete(idempotency.With(t.Context(), dead), 200, wrapperspb.String("late")); !errors.Is(err, idempotency.ErrLost) {
		t.Errorf("the late result: %v, want ErrLost", err)
	}
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	id := uuid.NewString()
	if got, err := idempotency.ParseKey([]string{id}); err != nil || got != id {
		t.Errorf("got %q, %v", got, err)
	}
	for _, bad := range [][]string{{""}, {"x"}, {id, id}, {"{" + id + "}"}, {"urn:uuid:" + id}, {"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}, {id + ","}} {
		if _, err := idempotency.ParseKey(bad); fault.CodeOf(err) != fault.InvalidIdempotencyKey {
			t.Errorf("%v: got %v", bad, err)
		}
	}
}

// TestPanicReleasesTheKey: a handler that panics after its claim was committed leaves nothing to wait for.
func TestPanicReleasesTheKey(t *testing.T) {
	t.Parallel()
	b, key := newBench(t), uuid.NewString()
	r := b.store.Request(b.who, key, [32]byte([]byte(fmt.Sprintf("%-32s", "a"))))
	panicked := func() (v any) {
		defer func() { v = recover() }()
		_, _, _ = b.store.Run(context.Background(), r, func(ctx context.Context) (proto.Message, error) {
			if err := idempotency.Claim(ctx); err != nil {
				t.Error(err)
			}
			panic("a bug")
		})
		return nil
	}()
	if panicked != "a bug" {
		t.Fatalf("Run ended with %v, want the panic", panicked)
	}
	if response, replayed, err := b.call(key, "a", nil); err != nil || replayed || response != "run 1" {
		t.Errorf("the retry: %q, replayed %v, %v", response, replayed, err)
	}
}

// TestStoredResponseRequiresReadAccess: the API keys of a workspace share one key space and have different rights.
func TestStoredResponseRequiresReadAccess(t *testing.T) {
	t.Parallel()
	brandA, brandB := ident.New(ident.Brand), ident.New(ident.Brand)
	who := func(id string, words ...string) *ident.Principal {
		s, err := ident.ParseScopes(words)
		if err != nil {
			t.Fatal(err)
		}
		return &ident.Principal{Kind: ident.KindKey, KeyID: id, Scopes: s}
	}
	full, other := who("key_full", "render:write", "keys:write"), who("key_other", "keys:write")
	ofA, ofB, ofBoth := who("key_a", "keys:write", "brand:"+brandA), who("key_b", "keys:write", "brand:"+brandB), who("key_ab", "keys:write", "brand:"+brandA, "brand:"+brandB)
	for name, c := range map[string]struct {
		maker, reader *ident.Principal
		brands        []string
		requires      []string
		replayed      bool
	}{
		"full to full":                         {full, full, nil, nil, true},
		"full to limited, of its brand":        {full, ofB, []string{brandB}, nil, true},
		"full to limited, of another":          {full, ofB, []string{brandA}, nil, false},
		"full to limited, of both":             {full, ofB, []string{brandA, brandB}, nil, false},
		"full to limited, of its and of none":  {full, ofB, []string{brandB, ""}, nil, false},
		"full to limited, of none":             {full, ofB, []string{""}, nil, false},
		"full to limited, not noted":           {full, ofB, nil, nil, false},
		"limited to itself, not noted":         {ofB, ofB, nil, nil, true},
		"limited to full":                      {ofB, full, []string{brandB}, nil, true},
		"limited to another":                   {ofA, ofB, nil, nil, false},
		"limited to one of both":               {ofBoth, ofB, nil, nil, false},
		"limited to one of both, of its brand": {ofBoth, ofB, []string{brandB}, nil, true},
		"of one to a key of both":              {ofB, ofBoth, nil, nil, true},
		"a scope that the reader lacks":        {full, other, nil, []string{"render:write", "brand:" + brandA}, false},
		"a scope that the reader has":          {full, other, nil, []string{"keys:read"}, true},
		"a scope that the maker itself lacks":  {other, other, nil, []string{"render:write"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, key := newBench(t), uuid.NewString()
			call := func(p *ident.Principal) (string, bool, error) {
				as := *p
				as.Workspace, as.Mode = b.who.Workspace, b.who.Mode
				one := &bench{t: t, db: b.db, store: b.store, who: &as}
				return one.call(key, "a", func(ctx context.Context) error {
					for _, brand := range c.brands {
						ident.Belongs(ctx, brand)
					}
					ident.Requires(ctx, c.requires...)
					return nil
				})
			}
			if _, replayed, err := call(c.maker); replayed || err != nil {
				t.Fatalf("the first: %v, %v", replayed, err)
			}
			got, replayed, err := call(c.reader)
			switch {
			case c.replayed && (!replayed || err != nil || got != "run 1"):
				t.Errorf("%q, %v, %v; want a replay", got, replayed, err)
			case !c.replayed && (replayed || got != "" || fault.CodeOf(err) != fault.Forbidden):
				t.Errorf("%q, %v, %v; want FORBIDDEN", got, replayed, err)
			}
		})
	}
}
