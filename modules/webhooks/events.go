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

// The events that webhooks can subscribe to. The first two are the contract's and the default subscription.
const (
	RenderCompleted   = "render.completed"    // a render job has finished; data.job is the job. A test delivery is one, too
	RenderFailed      = "render.failed"       // a render job has failed; data.job.error is the cause
	RenderCanceled    = "render.canceled"     // a render job was canceled
	ApprovalRequested = "approval.requested"  // a request waits for approval; data.approval names the approvers
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
	// BrandID is the brand it concerns, "" for none: webhooks limited to a brand receive only its events.
	BrandID string
	// Only narrows it to some webhooks; nil means all that subscribe.
	Only []string
	// Data returns the payload's data. A payload is at most 20 KiB: Data is called with 0 first, then with
	// increasing brevity, each for a shorter form, until one fits. It is called only if a webhook subscribes.
	Data func(brevity int) (json.RawMessage, error)
}

// brevities is the number of forms of the data that are tried.
const brevities = 4

// payload is the signed body of a delivery.
type payload struct {
	ID         string          `json:"id"`           // of the event, evt_…
	Event      string          `json:"event"`        // one of the above
	DeliveryID string          `json:"delivery_id"`  // the same at every attempt: deduplicate on it
	CreatedAt  time.Time       `json:"created_at"`   // when it happened
	Sequence   int64           `json:"sequence"`     // increases by one with every event of a webhook
	Livemode   bool            `json:"livemode"`     // false for test keys
	Test       bool            `json:"test"`         // true for a test delivery
	APIVersion string          `json:"api_version"`  // the API version of the data
	Workspace  ident.Workspace `json:"workspace_id"` // the owner of the webhook
	Data       json.RawMessage `json:"data"`         // depends on the event
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

// payload returns the part of a fact's payload that is the same for every endpoint.
func (m *Module) payload(ctx context.Context, f Fact) (*payload, error) {
	version, err := m.needs.Workspaces.APIVersion(ctx, f.Workspace)
	if err != nil {
		return nil, err
	}
	now, err := m.db.Now(ctx)
	return &payload{ID: ident.New(ident.Event), Event: f.Event, CreatedAt: now, Livemode: f.Mode.Livemode(), APIVersion: version, Workspace: f.Workspace}, err
}

// freeze creates the delivery of a fact to an endpoint; the endpoint's sequence is that of the event.
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
