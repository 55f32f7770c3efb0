package webhooks

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	queue "github.com/platenhq/platen/modules/webhooks/internal/jobs"
	"github.com/platenhq/platen/modules/webhooks/internal/store"
)

// The events that receivers can listen to. The first two are the contract's and what a webhook listens to
// unless it says otherwise.
const (
	RenderCompleted   = "render.completed"    // a render job has finished; data.job is the job. Also what a test delivery is
	RenderFailed      = "render.failed"       // a render job has failed; data.job.error says why
	RenderCanceled    = "render.canceled"     // a render job was canceled
	ApprovalRequested = "approval.requested"  // a request waits for people; data.approval says whom
	ApprovalDecided   = "approval.decided"    // an approval was approved or rejected
	BrandKitPublished = "brand_kit.published" // a version of a brand kit was published
	CreditsLow        = "credits.low"         // spending brought a workspace below PLATEN_CREDITS_LOW; data.usage is what it has left
	WebhookDisabled   = "webhook.disabled"    // a webhook was disabled
)

// Fact is something that happened and that webhooks may receive as an event.
type Fact struct {
	Workspace ident.Workspace
	Mode      ident.Mode
	Event     string
	// BrandID is the brand it is about, "" for none: webhooks narrowed to a brand hear only of theirs.
	BrandID string
	// Only narrows it to some webhooks; nil means all that subscribe.
	Only []string
	// Data returns the payload's data. A payload is at most 20 KiB: Data is called with 0 first, then with
	// rising numbers until one fits, each for a shorter form. It is called only if a webhook listens.
	Data func(brevity int) (json.RawMessage, error)
}

// brevities is how many forms of the data are tried.
const brevities = 4

// payload is what is signed and sent.
type payload struct {
	ID         string          `json:"id"`           // of the event, evt_…
	Event      string          `json:"event"`        // one of the above
	DeliveryID string          `json:"delivery_id"`  // the same at every attempt: deduplicate on it
	CreatedAt  time.Time       `json:"created_at"`   // when it happened
	Sequence   int64           `json:"sequence"`     // rises by one with every event of a webhook
	Livemode   bool            `json:"livemode"`     // false for test keys
	Test       bool            `json:"test"`         // true for a test delivery
	APIVersion string          `json:"api_version"`  // the version the data is written in
	Workspace  ident.Workspace `json:"workspace_id"` // whose it is
	Data       json.RawMessage `json:"data"`         // what it is about
}

func (p *payload) encode(data json.RawMessage) ([]byte, error) {
	p.Data = data
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return nil, fmt.Errorf("writing a payload: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// Announce sends an event to every enabled webhook that subscribes to it: in the transaction of ctx it freezes the bytes of each
// delivery and enqueues its first attempt. It needs an open transaction.
func (m *Module) Announce(ctx context.Context, f Fact) error {
	rows, err := m.store.Listen(ctx, ident.System(f.Workspace, f.Mode).Tenant(), f.Event, f.BrandID, f.Only)
	if err != nil || len(rows) == 0 {
		return err
	}
	p, err := m.payload(ctx, f)
	if err != nil {
		return err
	}
	for _, e := range rows {
		d, err := p.freeze(f, e)
		if err != nil {
			return err
		}
		if err := m.store.InsertDelivery(ctx, d, wakeTime); err != nil {
			return err
		}
		if err := queue.Enqueue(ctx, m.queue, d.ID, 0); err != nil {
			return err
		}
	}
	return nil
}

// payload begins the payload of a fact: what is the same for every endpoint.
func (m *Module) payload(ctx context.Context, f Fact) (*payload, error) {
	version, err := m.needs.Workspaces.APIVersion(ctx, f.Workspace)
	if err != nil {
		return nil, err
	}
	now, err := m.db.Now(ctx)
	return &payload{ID: ident.New(ident.Event), Event: f.Event, CreatedAt: now, Livemode: f.Mode.Livemode(), APIVersion: version, Workspace: f.Workspace}, err
}

// freeze makes the delivery of a fact to an endpoint, whose sequence is the event's.
func (p *payload) freeze(f Fact, e *store.Endpoint) (*store.Delivery, error) {
	d := &store.Delivery{ID: ident.New(ident.Delivery), WebhookID: e.ID, WorkspaceID: e.WorkspaceID, Livemode: e.Livemode, BrandID: f.BrandID, EventID: p.ID,
		Event: p.Event, Test: p.Test, URL: e.URL}
	p.DeliveryID, p.Sequence = d.ID, e.Sequence
	for brevity := range brevities {
		data, err := f.Data(brevity)
		if err != nil {
			return nil, fmt.Errorf("writing the data of %s: %w", f.Event, err)
		}
		if d.Body, err = p.encode(data); err != nil {
			return nil, err
		}
		if len(d.Body) <= maxBody {
			return d, nil
		}
	}
	return nil, fmt.Errorf("the briefest payload of %s has %d bytes, more than %d", f.Event, len(d.Body), maxBody)
}
