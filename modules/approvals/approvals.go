package approvals

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Module keeps the decision log. It is safe for concurrent use.
type Module struct {
	db    *pg.DB
	store *store.Store
}

// New returns the module on db. It starts nothing.
func New(db *pg.DB) *Module { return &Module{db: db, store: store.New(db)} }

// Decision is one entry of the log.
type Decision struct {
	ID        string // dec_…
	Workspace ident.Workspace
	Mode      ident.Mode
	Actor     string // key:key_…, user:… or system
	Action    string // such as render.preview
	Subject   string // the id of what it is about
	Outcome   string // such as completed or refused
	// Facts are plain JSON values: why, with what, what came out.
	Facts map[string]any
}

// entry is the form of a decision that is hashed.
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

// Record appends a decision in the transaction of ctx. It locks the head of the
// workspace's chain until that transaction ends, so it is its last step.
func (m *Module) Record(ctx context.Context, d Decision) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		head, err := m.store.LockHead(ctx, string(d.Workspace))
		if err != nil {
			return err
		}
		now, err := m.db.Now(ctx)
		if err != nil {
			return err
		}
		now = now.UTC().Truncate(time.Microsecond)
		body, err := encode(d, head.Number+1, now)
		if err != nil {
			return err
		}
		hash := link(head.Hash, body)
		facts, err := json.Marshal(d.Facts)
		if err != nil {
			return fmt.Errorf("writing a decision's facts: %w", err)
		}
		return m.store.Append(ctx, &store.Decision{
			ID: d.ID, WorkspaceID: string(d.Workspace), Number: head.Number + 1, Livemode: d.Mode.Livemode(), Actor: d.Actor,
			Action: d.Action, Subject: d.Subject, Outcome: d.Outcome, Facts: facts, Body: body, Previous: head.Hash, Hash: hash, CreatedAt: now,
		})
	})
}

func encode(d Decision, number int64, now time.Time) ([]byte, error) {
	raw, err := json.Marshal(entry{
		ID: d.ID, Workspace: string(d.Workspace), Number: number, Livemode: d.Mode.Livemode(), Actor: d.Actor, Action: d.Action,
		Subject: d.Subject, Outcome: d.Outcome, Facts: d.Facts, CreatedAt: now.Format("2006-01-02T15:04:05.000000Z"),
	})
	if err != nil {
		return nil, fmt.Errorf("writing a decision: %w", err)
	}
	v, err := canonical.Parse(raw, canonical.Limits{})
	if err != nil {
		return nil, fmt.Errorf("canonicalising a decision: %w", err)
	}
	return v.Bytes(), nil
}

// link is the hash of an entry in its chain.
func link(previous, body []byte) []byte {
	h := sha256.New()
	h.Write(previous)
	h.Write(body)
	return h.Sum(nil)
}

// ErrBroken says that the log was changed after it was written.
var ErrBroken = errors.New("the decision log does not match its hash chain")

// Verify checks the chain of a workspace from its first entry to its head and
// returns how many entries it holds. The error wraps ErrBroken and names the
// first entry that does not match.
func (m *Module) Verify(ctx context.Context, ws ident.Workspace) (entries int64, err error) {
	previous := make([]byte, sha256.Size)
	err = m.store.Each(ctx, string(ws), func(d *store.Decision) error {
		entries++
		if d.Number != entries || string(d.Previous) != string(previous) || string(link(previous, d.Body)) != string(d.Hash) {
			return fmt.Errorf("entry %d (%s): %w", d.Number, d.ID, ErrBroken)
		}
		previous = d.Hash
		return nil
	})
	if err != nil {
		return entries, err
	}
	head, err := m.store.Head(ctx, string(ws))
	if err != nil {
		return entries, err
	}
	if head.Number != entries || string(head.Hash) != string(previous) {
		return entries, fmt.Errorf("the head names entry %d: %w", head.Number, ErrBroken)
	}
	return entries, nil
}
