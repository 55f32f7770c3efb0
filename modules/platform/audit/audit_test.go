package audit_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

func change(ws ident.Workspace, action string) audit.Change {
	return audit.Change{Workspace: ws, Mode: ident.Live, Actor: "key:key_1", Action: action, Subject: "wh_1", RequestID: "req_1", IP: "192.0.2.1",
		Before: map[string]any{"enabled": true}, After: map[string]any{"enabled": false, "url": "https://a.example"}}
}

func entries(t *testing.T, l *audit.Log, ws ident.Workspace) []audit.Entry {
	t.Helper()
	var out []audit.Entry
	if err := l.Each(t.Context(), ws, func(e audit.Entry) error { out = append(out, e); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEntriesChainAndCannotBeChanged(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	l, ws, other := audit.New(db), ident.NewWorkspace(), ident.NewWorkspace()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := l.Append(context.Background(), change(ws, "webhooks.update_webhook")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := l.Append(t.Context(), change(other, "x.y")); err != nil {
		t.Fatal(err)
	}
	found, err := l.Verify(t.Context(), ws)
	if err != nil || found.Number != 20 {
		t.Fatalf("verified %d, %v", found.Number, err)
	}
	got := entries(t, l, ws)[19]
	if got.Number != 20 || got.Before["enabled"] != true || got.After["url"] != "https://a.example" || got.IP != "192.0.2.1" || string(got.Hash) != string(found.Hash) {
		t.Errorf("read %+v", got)
	}
	for _, sql := range []string{"UPDATE platform.audit SET actor = 'x'", "DELETE FROM platform.audit", "TRUNCATE platform.audit"} {
		if _, err := db.Stdlib().ExecContext(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

// TestTamperingIsDetected changes the table without firing the trigger, as the owner of the database could.
func TestTamperingIsDetected(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"a column": "UPDATE platform.audit SET actor = 'key:key_2' WHERE number = 2",
		"the text": `UPDATE platform.audit SET body = convert_to(replace(convert_from(body, 'UTF8'), 'key_1', 'key_2'), 'UTF8'), actor = 'key:key_2' WHERE number = 2`,
		"a gap":    "DELETE FROM platform.audit WHERE number = 2",
		"the end":  "DELETE FROM platform.audit WHERE number = 3",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			l, ws := audit.New(db), ident.NewWorkspace()
			for range 3 {
				if err := l.Append(t.Context(), change(ws, "x.y")); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := db.Stdlib().ExecContext(t.Context(), "ALTER TABLE platform.audit DISABLE TRIGGER ALL; "+sql); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Verify(t.Context(), ws); !errors.Is(err, audit.ErrBroken) {
				t.Errorf("not seen: %v", err)
			}
		})
	}
}

func TestEntryCommitsAndRollsBackWithItsChange(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	l, ws := audit.New(db), ident.NewWorkspace()
	record := l.Begin(change(ws, "x.y"), wrapperspb.String("x"))
	ctx := audit.With(t.Context(), record)
	boom := errors.New("boom")
	err := db.InTx(ctx, func(ctx context.Context) error {
		if err := audit.Done(ctx, wrapperspb.String("response")); err != nil {
			return err
		}
		return boom
	})
	if !errors.Is(err, boom) || record.Written() || len(entries(t, l, ws)) != 0 {
		t.Fatalf("a rolled back change left an entry (%v)", err)
	}
	for range 2 { // the second is the same request again: one entry
		if err := db.InTx(ctx, func(ctx context.Context) error {
			if err := audit.Done(ctx, wrapperspb.String("response")); err != nil {
				return err
			}
			return audit.Done(ctx, wrapperspb.String("response"))
		}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(entries(t, l, ws)); !record.Written() || n != 1 {
		t.Errorf("%d entries", n)
	}
	if err := audit.Done(pg.Outside(context.Background()), wrapperspb.String("")); err != nil {
		t.Errorf("without a record: %v", err)
	}
}

func TestActions(t *testing.T) {
	t.Parallel()
	for procedure, want := range map[string]string{
		"/platen.webhooks.v1.WebhookService/CreateWebhook": "webhooks.create_webhook",
		"/platen.rendering.v1.RenderService/Generate":      "rendering.generate",
	} {
		if got := audit.ActionOf(procedure); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
