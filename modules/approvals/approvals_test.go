package approvals_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/secret"
)

// desk is a fake of the module's dependencies: it records notifications and queued jobs.
type desk struct {
	mu     sync.Mutex
	events []string
	hash   string // the request hash that Prepare returns
	refuse error  // the error that enqueueing returns
	jobs   int
}

func (d *desk) Approval(_ context.Context, event string, a approvals.Approval) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, event+" "+string(a.Status))
	return nil
}

func (d *desk) Check(context.Context, []byte) error { return nil }

func (d *desk) Prepare(context.Context, []byte) (string, func(context.Context) (string, error), error) {
	return d.hash, func(context.Context) (string, error) {
		if d.refuse != nil {
			return "", d.refuse
		}
		d.jobs++
		return fmt.Sprintf("job_%d", d.jobs), nil
	}, nil
}

func (d *desk) Render(ctx context.Context, _ []byte, done func(context.Context, []byte) error) error {
	return done(ctx, []byte(`{}`))
}

// bench holds a module with a policy for renders, a requester and reviewers.
type bench struct {
	*approvals.Executor
	db   *pg.DB
	desk *desk
	ws   ident.Workspace
	key  context.Context
}

func newBench(t *testing.T, n approvals.NewPolicy) *bench {
	t.Helper()
	db := pgtest.New(t)
	b := &bench{db: db, desk: &desk{hash: "h1"}, ws: ident.NewWorkspace()}
	b.Executor = approvals.NewExecutor(approvals.New(approvals.Needs{Announce: b.desk}, approvals.Deps{DB: db, Cursors: page.NewSealer(secret.New([32]byte{1}).AEAD("page")), BaseURL: "https://img.example.com"}), b.desk)
	b.key = ident.With(t.Context(), &ident.Principal{Workspace: b.ws, Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1", CreatedBy: "user:owner", Scopes: ident.AllScopes()})
	n.Action = approvals.Render
	if _, err := b.CreatePolicy(b.key, n); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) person(t *testing.T, name string) context.Context {
	t.Helper()
	return ident.With(t.Context(), &ident.Principal{Workspace: b.ws, Mode: ident.Live, Kind: ident.KindJWT, Subject: name, Scopes: ident.AllScopes()})
}

func action() approvals.Action {
	return approvals.Action{Name: approvals.Render, Request: []byte(`{"html":"x"}`), RequestHash: "h1", Bound: []string{"h1", "kit_1@3"}}
}

// waits returns the id of the pending approval that an action requires.
func (b *bench) waits(t *testing.T, ctx context.Context, a approvals.Action) string {
	t.Helper()
	_, err := b.Require(ctx, a)
	f := fault.From(err)
	if f == nil || f.Code != fault.ApprovalRequired || f.Approval == nil {
		t.Fatalf("got %v, want an approval to wait for", err)
	}
	return f.Approval.ID
}

func nothing(context.Context, approvals.Approval) error { return nil }

func (b *bench) approve(t *testing.T, who, id string) error {
	t.Helper()
	_, err := b.Decide(b.person(t, who), id, approvals.Approve, "", nothing)
	return err
}

// TestApprovalBinding: a request that differs in any bound part needs an approval of its own.
func TestApprovalBinding(t *testing.T) {
	t.Parallel()
	b := newBench(t, approvals.NewPolicy{})
	id := b.waits(t, b.key, action())
	kit, body, hash, name := action(), action(), action(), action()
	kit.Bound = []string{"h1", "kit_1@4"}
	body.Request = []byte(`{"html":"y"}`)
	hash.Bound = []string{"h2", "kit_1@3"}
	name.Request = []byte(`{ "html" : "x" }`) // the same JSON value, formatted differently
	for what, a := range map[string]approvals.Action{"kit version": kit, "body": body, "resolved hash": hash} {
		if b.waits(t, b.key, a) == id {
			t.Errorf("another %s has the same approval", what)
		}
	}
	if b.waits(t, b.key, name) != id {
		t.Error("white space makes another request")
	}
	other := ident.With(t.Context(), &ident.Principal{Workspace: b.ws, Mode: ident.Test, Kind: ident.KindKey, KeyID: "key_1", Scopes: ident.AllScopes()})
	if b.waits(t, other, action()) == id {
		t.Error("another mode has the same approval")
	}
	stranger := ident.With(t.Context(), &ident.Principal{Workspace: ident.NewWorkspace(), Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1", Scopes: ident.AllScopes()})
	if got, err := b.Require(stranger, action()); got != "" || err != nil {
		t.Errorf("another workspace has no policy: %q, %v", got, err)
	}
}

// TestCrashLeavesTheApprovalUsable: after a rollback, and after a crash while the request ran outside a transaction.
func TestCrashLeavesTheApprovalUsable(t *testing.T) {
	t.Parallel()
	b := newBench(t, approvals.NewPolicy{})
	id := b.waits(t, b.key, action())
	if err := b.approve(t, "ada", id); err != nil {
		t.Fatal(err)
	}
	crash := errors.New("crash")
	err := b.db.InTx(b.key, func(ctx context.Context) error { return errors.Join(b.Use(ctx, id, "rnd_1"), crash) })
	if !errors.Is(err, crash) || errors.Is(err, approvals.ErrUsed) {
		t.Fatal(err)
	}
	if err := b.Reserve(b.key, id, "rnd_2"); err != nil {
		t.Fatalf("after a rollback: %v", err)
	}
	for _, err := range []error{b.Reserve(b.key, id, "rnd_3"), b.Use(b.key, id, "rnd_3")} {
		if !errors.Is(err, approvals.ErrUsed) {
			t.Errorf("while something runs under it: %v", err)
		}
	}
	if err := b.db.Advance(t.Context(), 2*time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := b.Reserve(b.key, id, "rnd_4"); err != nil {
		t.Fatalf("after what ran died: %v", err)
	}
	if err := b.Use(b.key, id, "rnd_2"); !errors.Is(err, approvals.ErrUsed) {
		t.Errorf("the dead comes back: %v", err)
	}
	if err := b.Release(b.key, id, "rnd_4"); err != nil {
		t.Fatal(err)
	}
	if err := b.Use(b.key, id, "rnd_5"); err != nil {
		t.Errorf("after a release: %v", err)
	}
	if err := b.Use(b.key, id, "rnd_6"); !errors.Is(err, approvals.ErrUsed) {
		t.Errorf("twice: %v", err)
	}
}

// TestCallersThatMayNotDecide: the requester under every identity, API keys, and callers that are not approvers.
func TestCallersThatMayNotDecide(t *testing.T) {
	t.Parallel()
	b := newBench(t, approvals.NewPolicy{Approvers: []string{"user:owner", "user:ada", "user:key_2"}})
	id := b.waits(t, b.key, action())
	decide := func(p ident.Principal) error {
		p.Workspace, p.Mode, p.Scopes = b.ws, ident.Live, ident.AllScopes()
		_, err := b.Decide(ident.With(t.Context(), &p), id, approvals.Approve, "", nothing)
		return err
	}
	for name, c := range map[string]struct {
		who  ident.Principal
		want error
	}{
		"the key itself":                  {ident.Principal{Kind: ident.KindKey, KeyID: "key_1"}, approvals.ErrOwnRequest},
		"the creator of the key":          {ident.Principal{Kind: ident.KindJWT, Subject: "owner"}, approvals.ErrOwnRequest},
		"a session with the key":          {ident.Principal{Kind: ident.KindSession, KeyID: "key_1", Subject: "key_1"}, approvals.ErrOwnRequest},
		"another key of the same person":  {ident.Principal{Kind: ident.KindSession, KeyID: "key_2", Subject: "owner", CreatedBy: "user:owner"}, approvals.ErrOwnRequest},
		"a key made by the key":           {ident.Principal{Kind: ident.KindSession, KeyID: "key_2", Subject: "key_2", CreatedBy: "key:key_1"}, approvals.ErrOwnRequest},
		"another key, which is no person": {ident.Principal{Kind: ident.KindKey, KeyID: "key_3"}, approvals.ErrNoPerson},
		"a person who is not named":       {ident.Principal{Kind: ident.KindJWT, Subject: "eve"}, approvals.ErrNoApprover},
	} {
		if err := decide(c.who); fault.Rule(err) != fault.Rule(c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.approve(t, "ada", id); err != nil {
		t.Errorf("a person who is named: %v", err)
	}
}

// TestSimultaneousApproversCountSeparately: concurrent approvals each count, and the last one runs the request exactly
// once.
func TestSimultaneousApproversCountSeparately(t *testing.T) {
	t.Parallel()
	two := int32(2)
	b := newBench(t, approvals.NewPolicy{RequiredApprovals: &two})
	a := action()
	a.Execute = true
	id := b.waits(t, b.key, a)
	var wg sync.WaitGroup
	for _, who := range []string{"ada", "grace", "ada"} {
		wg.Go(func() {
			if err := b.approve(t, who, id); err != nil && !errors.Is(err, approvals.ErrReviewed) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got, err := b.Approval(b.key, id)
	if err != nil || got.Status != approvals.Used || got.Received != 2 || got.UsedBy != "job_1" || b.desk.jobs != 1 {
		t.Errorf("%+v, %d jobs, %v", got, b.desk.jobs, err)
	}
}

// TestRequestsThatCannotRunStayApproved: the approval stays valid and reports why the request was not run.
func TestRequestsThatCannotRunStayApproved(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*desk){
		"too few credits":       func(d *desk) { d.refuse = fault.New(fault.InsufficientCredits, "no credits") },
		"something has changed": func(d *desk) { d.hash = "h2" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, approvals.NewPolicy{})
			a := action()
			a.Execute = true
			id := b.waits(t, b.key, a)
			spoil(b.desk)
			if err := b.approve(t, "ada", id); err != nil {
				t.Fatal(err)
			}
			got, err := b.Approval(b.key, id)
			if err != nil || got.Status != approvals.Approved || got.ExecutionError == "" {
				t.Errorf("%+v, %v", got, err)
			}
			if again, err := b.Require(b.key, a); again != id || err != nil {
				t.Errorf("the requester's retry: %q, %v", again, err)
			}
		})
	}
}

// TestStrictestPolicyApplies: of the policies whose conditions match, the strictest applies.
func TestStrictestPolicyApplies(t *testing.T) {
	t.Parallel()
	b := newBench(t, approvals.NewPolicy{})
	three, live, test := int32(3), true, false
	for _, n := range []approvals.NewPolicy{
		{Action: approvals.Render, When: approvals.Condition{BrandID: "brand_1", Format: "pdf", Livemode: &live}, RequiredApprovals: &three},
		{Action: approvals.Render, When: approvals.Condition{Livemode: &test}, RequiredApprovals: &three},
		{Action: approvals.Sign, RequiredApprovals: &three},
	} {
		if _, err := b.CreatePolicy(b.key, n); err != nil {
			t.Fatal(err)
		}
	}
	for want, a := range map[int]approvals.Action{
		1: {Name: approvals.Render, Request: []byte(`{"a":1}`), Brands: []string{"brand_1"}, Formats: []string{"png"}},
		3: {Name: approvals.Render, Request: []byte(`{"a":2}`), Brands: []string{"brand_2", "brand_1"}, Formats: []string{"png", "pdf"}},
	} {
		_, err := b.Require(b.key, a)
		if f := fault.From(err); f == nil || f.Approval == nil || f.Approval.RequiredApprovals != want {
			t.Errorf("%+v: %v, want %d approvals", a, err, want)
		}
	}
}

// TestAllowInATransaction: the pending approval survives a rollback of the caller's transaction, and the action and the
// use of its approval commit together.
func TestAllowInATransaction(t *testing.T) {
	t.Parallel()
	b := newBench(t, approvals.NewPolicy{})
	allow := func(after error) error {
		return b.db.InTx(b.key, func(ctx context.Context) error { return errors.Join(b.Allow(ctx, action(), "tpl_1"), after) })
	}
	f := fault.From(allow(nil))
	if f == nil || f.Code != fault.ApprovalRequired {
		t.Fatalf("got %v", f)
	}
	if id := b.waits(t, b.key, action()); id != f.Approval.ID {
		t.Errorf("%s was forgotten", f.Approval.ID)
	}
	if err := b.approve(t, "ada", f.Approval.ID); err != nil {
		t.Fatal(err)
	}
	crash := errors.New("crash")
	if err := allow(crash); !errors.Is(err, crash) || fault.CodeOf(err) != fault.InternalError {
		t.Errorf("the crash: %v", err)
	}
	if err := allow(nil); err != nil {
		t.Errorf("after the crash: %v", err)
	}
	if err := allow(nil); fault.CodeOf(err) != fault.ApprovalRequired {
		t.Errorf("twice: %v", err)
	}
}
