// Package audit keeps who changed what: one append-only, hash-chained entry per change, written in the
// transaction of the change itself.
//
// Requests need no code for it. The check chain puts a Record into the context of every request that
// changes something; idempotency.Complete, which every use case calls in its last transaction, hands the
// answer to Done, and the entry is appended as that transaction's last step. A use case that knows how the
// thing was before says so with Before. What happens outside requests, such as on the command line, calls
// Log.Append in its transaction.
//
// An entry holds facts, never secrets: of an answer only its short top-level members, of addresses neither
// query nor user, of documents nothing. The hash of an entry is SHA-256(previous hash || canonical JSON), so
// whoever keeps a copy of the last hash sees any later change of the log; Verify and Check recompute it.
package audit

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Log is the audit log of an installation. It is safe for concurrent use.
type Log struct{ db *pg.DB }

// New returns the log kept in db.
func New(db *pg.DB) *Log { return &Log{db} }

// Change is what an entry tells.
type Change struct {
	Workspace ident.Workspace
	Mode      ident.Mode
	// Actor is ident.Principal.Actor, or "cli" for the operator.
	Actor string
	// Action is what was done, "module.verb_thing" such as webhooks.create_webhook.
	Action string
	// Subject is the id of what it was done to, "" when there is none.
	Subject string
	// RequestID and IP are empty outside requests.
	RequestID, IP string
	// Before and After are plain JSON values without secrets; nil says nothing.
	Before, After map[string]any
}

// Entry is a change in the log.
type Entry struct {
	ID string // aud_…
	Change
	// Number counts the workspace's entries from 1.
	Number    int64
	CreatedAt time.Time
	// Canonical is the text that was hashed; Previous and Hash are SHA-256 sums, the first Previous zero.
	Canonical      []byte
	Previous, Hash []byte
}

// hashed is the form of an entry that is hashed.
type hashed struct {
	ID        string         `json:"id"`
	Workspace string         `json:"workspace_id"`
	Number    int64          `json:"number"`
	Livemode  bool           `json:"livemode"`
	Actor     string         `json:"actor"`
	Action    string         `json:"action"`
	Subject   string         `json:"subject"`
	RequestID string         `json:"request_id"`
	IP        string         `json:"ip"`
	Before    map[string]any `json:"before,omitempty"`
	After     map[string]any `json:"after,omitempty"`
	CreatedAt string         `json:"created_at"`
}

// Append adds an entry as the last step of the transaction of ctx, or at once when none is open. Until that
// transaction ends it locks the end of the workspace's chain.
func (l *Log) Append(ctx context.Context, c Change) error {
	return l.db.BeforeCommit(ctx, func(ctx context.Context) error { return l.append(ctx, c) })
}

func (l *Log) append(ctx context.Context, c Change) error {
	var number int64
	var previous []byte
	err := l.db.SQL(ctx).QueryRowContext(ctx, `INSERT INTO platform.audit_chain AS c (workspace_id, number, hash) VALUES ($1, 0, $2)
		ON CONFLICT (workspace_id) DO UPDATE SET number = c.number RETURNING number, hash`, string(c.Workspace), make([]byte, sha256.Size)).Scan(&number, &previous)
	if err != nil {
		return fmt.Errorf("locking the audit chain: %w", err)
	}
	number++
	now, err := l.db.Now(ctx)
	if err != nil {
		return err
	}
	now = now.Truncate(time.Microsecond)
	id := ident.New(ident.Audit)
	body, err := encode(id, c, number, now)
	if err != nil {
		return err
	}
	facts, err := json.Marshal(map[string]any{"before": c.Before, "after": c.After})
	if err != nil {
		return fmt.Errorf("writing an audit entry's facts: %w", err)
	}
	hash := Link(previous, body)
	_, err = l.db.SQL(ctx).ExecContext(ctx, `
		WITH head AS (UPDATE platform.audit_chain SET number = $3, hash = $13 WHERE workspace_id = $2)
		INSERT INTO platform.audit (id, workspace_id, number, livemode, actor, action, subject, request_id, ip, facts, body, previous, hash, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		id, string(c.Workspace), number, c.Mode.Livemode(), c.Actor, c.Action, c.Subject, c.RequestID, c.IP, string(facts), body, previous, hash, now)
	if err != nil {
		return fmt.Errorf("storing an audit entry: %w", err)
	}
	return nil
}

func encode(id string, c Change, number int64, now time.Time) ([]byte, error) {
	raw, err := json.Marshal(hashed{
		ID: id, Workspace: string(c.Workspace), Number: number, Livemode: c.Mode.Livemode(), Actor: c.Actor, Action: c.Action, Subject: c.Subject,
		RequestID: c.RequestID, IP: c.IP, Before: c.Before, After: c.After, CreatedAt: now.Format("2006-01-02T15:04:05.000000Z"),
	})
	if err != nil {
		return nil, fmt.Errorf("writing an audit entry: %w", err)
	}
	v, err := canonical.Parse(raw, canonical.Limits{})
	if err != nil {
		return nil, fmt.Errorf("canonicalising an audit entry: %w", err)
	}
	return v.Bytes(), nil
}

// Link is the hash of an entry in a chain: SHA-256 of the hash before it and of the entry's text.
func Link(previous, body []byte) []byte {
	h := sha256.New()
	h.Write(previous)
	h.Write(body)
	return h.Sum(nil)
}

// ErrBroken says that a log was changed after it was written.
var ErrBroken = errors.New("the audit log does not match its hash chain")

// Check follows a chain: give it every entry in order. The zero value begins at the first.
type Check struct {
	Number int64
	Hash   []byte
}

// Next takes the next entry. The error wraps ErrBroken.
func (c *Check) Next(e Entry) error {
	if c.Hash == nil {
		c.Hash = make([]byte, sha256.Size)
	}
	var told hashed
	if err := json.Unmarshal(e.Canonical, &told); err != nil {
		return fmt.Errorf("entry %d (%s) is not JSON: %w", e.Number, e.ID, ErrBroken)
	}
	same := told.ID == e.ID && told.Number == e.Number && told.Actor == e.Actor && told.Action == e.Action && told.Subject == e.Subject &&
		told.RequestID == e.RequestID && told.IP == e.IP && told.Workspace == string(e.Workspace) && told.Livemode == e.Mode.Livemode()
	if e.Number != c.Number+1 || string(e.Previous) != string(c.Hash) || string(Link(c.Hash, e.Canonical)) != string(e.Hash) || !same {
		return fmt.Errorf("entry %d (%s): %w", e.Number, e.ID, ErrBroken)
	}
	c.Number, c.Hash = e.Number, e.Hash
	return nil
}

// ActionOf names what a procedure does: "/platen.webhooks.v1.WebhookService/CreateWebhook" is
// webhooks.create_webhook.
func ActionOf(procedure string) string {
	service, method, _ := strings.Cut(strings.TrimPrefix(procedure, "/"), "/")
	parts := strings.Split(service, ".")
	module := parts[0]
	if len(parts) > 1 {
		module = parts[1]
	}
	var b strings.Builder
	b.WriteString(module)
	b.WriteByte('.')
	for i, r := range method {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
