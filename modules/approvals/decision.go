package approvals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/hashchain"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Decision is one entry of the log.
type Decision struct {
	ID        string // dec_…
	Workspace ident.Workspace
	Mode      ident.Mode
	BrandID   string // the subject's brand, "" for none
	Actor     string // key:key_…, user:… or system
	Action    string // such as render.preview
	Subject   string // the id of the affected object
	Outcome   string // such as completed or refused
	// Facts are the reasons, inputs and results, as plain JSON values.
	Facts map[string]any
}

// entry is the hashed form of a decision.
type entry struct {
	ID        string         `json:"id"`
	Workspace string         `json:"workspace_id"`
	Number    int64          `json:"number"`
	Livemode  bool           `json:"livemode"`
	Actor     string         `json:"actor"`
	Action    string         `json:"action"`
	Subject   string         `json:"subject"`
	Outcome   string         `json:"outcome"`
	Facts     map[string]any `json:"facts"`
	CreatedAt string         `json:"created_at"`
}

// Record appends a decision in the transaction of ctx. It locks the head of the workspace's chain until that
// transaction ends, so it must be the transaction's last step.
func (m *Module) Record(ctx context.Context, d Decision) error {
	body, err := encode(d)
	if err != nil {
		return err
	}
	facts, err := json.Marshal(d.Facts)
	if err != nil {
		return fmt.Errorf("writing a decision's facts: %w", err)
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		return m.store.Append(ctx, &store.Decision{
			ID: d.ID, WorkspaceID: string(d.Workspace), Livemode: d.Mode.Livemode(), BrandID: d.BrandID, Actor: d.Actor,
			Action: d.Action, Subject: d.Subject, Outcome: d.Outcome, Facts: facts,
		}, body)
	})
}

// encode returns the hashed text of a decision. Facts precede the number in it and may have a member of the same name.
func encode(d Decision) (hashchain.Text, error) {
	raw, err := json.Marshal(entry{
		ID: d.ID, Workspace: string(d.Workspace), Livemode: d.Mode.Livemode(), Actor: d.Actor, Action: d.Action,
		Subject: d.Subject, Outcome: d.Outcome, Facts: d.Facts,
	})
	if err != nil {
		return hashchain.Text{}, fmt.Errorf("writing a decision: %w", err)
	}
	v, err := canonical.Parse(raw, canonical.Limits{})
	if err != nil {
		return hashchain.Text{}, fmt.Errorf("canonicalising a decision: %w", err)
	}
	return hashchain.Cut(v.Bytes(), false)
}

// Entry is a decision in the log.
type Entry struct {
	Decision
	// Number is the position in the workspace's chain, from 1, across both modes.
	Number    int64
	CreatedAt time.Time
	// Canonical is the text that was hashed; it is set in exports only. Previous and Hash are SHA-256 sums; the first
	// entry's Previous is zero.
	Canonical, Previous, Hash []byte
}

func toEntry(r *store.Decision) (Entry, error) {
	e := Entry{Decision: Decision{ID: r.ID, Workspace: ident.Workspace(r.WorkspaceID), Mode: modeOf(r.Livemode), BrandID: r.BrandID, Actor: r.Actor, Action: r.Action, Subject: r.Subject, Outcome: r.Outcome},
		Number: r.Number, CreatedAt: r.CreatedAt, Canonical: r.Body, Previous: r.Previous, Hash: r.Hash}
	if err := json.Unmarshal(r.Facts, &e.Facts); err != nil {
		return e, fmt.Errorf("reading a decision's facts: %w", err)
	}
	return e, nil
}

// DecisionList filters the list of decisions; zero values match everything.
type DecisionList struct {
	Limit                           *int32
	Cursor                          *string
	Action, Subject, Actor, Outcome string
	CreatedAfter                    *time.Time
}

// Decisions pages through the decisions of the caller's workspace and mode, newest first.
func (m *Module) Decisions(ctx context.Context, l DecisionList) (page.Page[Entry], error) {
	t := tenant(ctx)
	after := ""
	if l.CreatedAfter != nil {
		after = l.CreatedAfter.UTC().Format(time.RFC3339Nano)
	}
	req, err := m.cursors.Request(page.Scope{Route: "decisions.list", Tenant: t,
		Filters: fmt.Sprintf("%q %q %q %q %s", l.Action, l.Subject, l.Actor, l.Outcome, after)}, l.Limit, l.Cursor)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	rows, err := m.store.Decisions(ctx, t,
		store.DecisionFilter{Action: l.Action, Subject: l.Subject, Actor: l.Actor, Outcome: l.Outcome, CreatedAfter: l.CreatedAfter}, req)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	cut := page.Cut(m.cursors, req, rows, func(r *store.Decision) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	var failed error
	out := page.Map(cut, func(r *store.Decision) Entry {
		e, err := toEntry(r)
		failed = errors.Join(failed, err)
		return e
	})
	return out, failed
}

// Decision returns a decision of the caller's workspace and mode, or ErrDecisionNotFound.
func (m *Module) Decision(ctx context.Context, id string) (Entry, error) {
	r, err := m.store.Decision(ctx, tenant(ctx), id)
	if errors.Is(err, store.ErrGone) {
		return Entry{}, ErrDecisionNotFound
	}
	if err != nil {
		return Entry{}, err
	}
	return toEntry(r)
}
