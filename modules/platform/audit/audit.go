// Package audit is the audit log: one append-only, hash-chained entry per change, written in the
// transaction of the change itself.
//
// Handlers need no code for it. The check chain puts a Record into the context of every mutating request;
// idempotency.Complete, which every use case calls in its last transaction, passes the response to Done, and
// the entry is appended as that transaction's last step. A use case records the previous state with Before.
// Changes outside requests, such as those of the command line, call Log.Append in their transaction.
//
// An entry holds facts, never secrets: only the short top-level members of a response, addresses without query
// and user information, nothing of documents. The hash of an entry is SHA-256(previous hash || canonical JSON), so
// a copy of the last hash proves any later modification of the log; Verify and Check recompute it.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/hashchain"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Log is the audit log of an installation. It is safe for concurrent use.
type Log struct{ db *pg.DB }

// New returns the log kept in db.
func New(db *pg.DB) *Log { return &Log{db} }

// Change is the content of an entry.
type Change struct {
	Workspace ident.Workspace
	Mode      ident.Mode
	// Actor is ident.Principal.Actor, or "cli" for the operator.
	Actor string
	// Action is what was done, "module.verb_thing" such as webhooks.create_webhook.
	Action string
	// Subject is the id of the changed object, "" if there is none.
	Subject string
	// BrandID is the brand that the subject belongs to, "" for none. It limits who may read the entry and is not hashed.
	BrandID string
	// RequestID and IP are empty outside requests.
	RequestID, IP string
	// Before and After are plain JSON values without secrets; nil omits them.
	Before, After map[string]any
}

// Entry is a change in the log.
type Entry struct {
	ID string // aud_…
	Change
	// Number is the position of the entry in the workspace's chain, from 1.
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

// Append adds an entry as the last step of the transaction of ctx, or in its own transaction when none is open. It
// locks the end of the workspace's chain until that transaction ends.
func (l *Log) Append(ctx context.Context, c Change) error {
	return l.db.BeforeCommit(ctx, func(ctx context.Context) error { return l.append(ctx, c) })
}

func (l *Log) append(ctx context.Context, c Change) error {
	id := ident.New(ident.Audit)
	body, err := encode(id, c)
	if err != nil {
		return err
	}
	facts, err := json.Marshal(map[string]any{"before": c.Before, "after": c.After})
	if err != nil {
		return fmt.Errorf("writing an audit entry's facts: %w", err)
	}
	failed := func(err error) error { return fmt.Errorf("storing an audit entry: %w", err) }
	// The first statement locks the end of the chain; the time of the second is then after that of the entry before.
	err = l.db.Send(ctx, pg.Statement{SQL: lockSQL, Args: []any{string(c.Workspace), hashchain.Zero()}, Failed: failed})
	if err != nil {
		return err
	}
	return l.db.Send(ctx, pg.Statement{SQL: appendSQL, Failed: failed, Args: []any{
		string(c.Workspace), body.BeforeTime, body.BeforeNumber, body.Rest, id, c.Mode.Livemode(), c.Actor, c.Action, c.Subject, c.RequestID, c.IP, string(facts), c.BrandID}})
}

var (
	lockSQL   = hashchain.Lock("platform.audit_chain")
	appendSQL = hashchain.Append("platform.audit_chain", `INSERT INTO platform.audit (id, workspace_id, number, livemode, actor, action, subject, request_id, ip, facts, body, previous, hash, created_at, brand_id)
	SELECT $5, $1, e.number, $6, $7, $8, $9, $10, $11, $12, e.body, e.previous, sha256(e.previous || e.body), e.now, nullif($13, '') FROM entry e`)
)

// encode returns the text of an entry. Facts, which precede the time in it, may have members named created_at.
func encode(id string, c Change) (hashchain.Text, error) {
	raw, err := json.Marshal(hashed{
		ID: id, Workspace: string(c.Workspace), Livemode: c.Mode.Livemode(), Actor: c.Actor, Action: c.Action, Subject: c.Subject,
		RequestID: c.RequestID, IP: c.IP, Before: c.Before, After: c.After,
	})
	if err != nil {
		return hashchain.Text{}, fmt.Errorf("writing an audit entry: %w", err)
	}
	v, err := canonical.Parse(raw, canonical.Limits{})
	if err != nil {
		return hashchain.Text{}, fmt.Errorf("canonicalising an audit entry: %w", err)
	}
	return hashchain.Cut(v.Bytes(), true)
}

// ErrBroken is returned for a log that was modified after it was written.
var ErrBroken = errors.New("the audit log does not match its hash chain")

// Check verifies a chain, given every entry in order. The zero value begins at the first entry.
type Check struct{ hashchain.Position }

// Next verifies the next entry. The error wraps ErrBroken.
func (c *Check) Next(e Entry) error {
	var stored hashed
	if err := json.Unmarshal(e.Canonical, &stored); err != nil {
		return fmt.Errorf("entry %d (%s) is not JSON: %w", e.Number, e.ID, ErrBroken)
	}
	same := stored.ID == e.ID && stored.Number == e.Number && stored.Actor == e.Actor && stored.Action == e.Action && stored.Subject == e.Subject &&
		stored.RequestID == e.RequestID && stored.IP == e.IP && stored.Workspace == string(e.Workspace) && stored.Livemode == e.Mode.Livemode()
	if !same {
		return fmt.Errorf("entry %d (%s) differs from the text that was hashed: %w", e.Number, e.ID, ErrBroken)
	}
	if err := c.Position.Next(e.Number, e.Canonical, e.Previous, e.Hash); err != nil {
		return fmt.Errorf("entry %d (%s): %w: %w", e.Number, e.ID, err, ErrBroken)
	}
	return nil
}

// ActionOf returns the action of a procedure: "/platen.webhooks.v1.WebhookService/CreateWebhook" is
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
