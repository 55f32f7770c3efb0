package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"

	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/secret"
	queue "github.com/platenhq/platen/modules/webhooks/internal/jobs"
	"github.com/platenhq/platen/modules/webhooks/internal/sender"
	"github.com/platenhq/platen/modules/webhooks/internal/store"
)

// Module manages webhooks and delivers to them. It is safe for concurrent use. Its use cases serve the
// workspace, mode and brands of the caller in ctx.
type Module struct {
	cfg     Config
	needs   Needs
	db      *pg.DB
	store   *store.Store
	queue   *jobs.Queue
	secrets *secret.Ring
	cursors *page.Sealer
	guard   *egress.Guard
	sender  *sender.Sender
	log     *slog.Logger
}

// Deps is the infrastructure that the module uses.
type Deps struct {
	DB      *pg.DB
	Queue   *jobs.Queue
	Secrets *secret.Ring
	Cursors *page.Sealer
	Guard   *egress.Guard
	Log     *slog.Logger
}

// New returns the module and registers its handlers on the queue. It starts nothing.
func New(cfg Config, needs Needs, d Deps) *Module {
	m := &Module{cfg: cfg, needs: needs, db: d.DB, store: store.New(d.DB), queue: d.Queue, secrets: d.Secrets, cursors: d.Cursors,
		guard: d.Guard, sender: sender.New(d.Guard, cfg.Timeout), log: d.Log}
	queue.Register(d.Queue, queue.Handlers{Deliver: m.deliver, Sweep: m.sweep, Clean: m.clean},
		sender.Longest(cfg.Timeout)+leaseTime, cfg.Sweep, cleanEvery)
	return m
}

func tenant(ctx context.Context) ident.Tenant { return ident.Must(ctx).Tenant() }

// Create registers a webhook and returns it with its secret, which is never shown again. It needs an open
// transaction. The errors are ErrURLRefused, ErrURLTaken, ErrBrand and a BrandNotFound fault.
func (m *Module) Create(ctx context.Context, n NewWebhook) (Webhook, error) {
	who := ident.Must(ctx)
	brand, err := m.brand(ctx, n.BrandID)
	if err != nil {
		return Webhook{}, err
	}
	if len(n.Events) == 0 {
		n.Events = []string{RenderCompleted, RenderFailed}
	}
	e := &store.Endpoint{ID: ident.New(ident.Webhook), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(),
		Events: n.Events, Description: n.Description, BrandID: brand, Enabled: n.Enabled}
	if err := m.setURL(e, n.URL); err != nil {
		return Webhook{}, err
	}
	text := sender.NewSecret()
	e.Secret = m.seal(e.ID, text)
	if err := m.store.InsertEndpoint(ctx, e); err != nil {
		return Webhook{}, storeFault(err)
	}
	w := webhook(e)
	w.Secret = text
	return w, nil
}

func (m *Module) setURL(e *store.Endpoint, raw string) error {
	u, err := m.guard.CheckURL(raw)
	if err != nil {
		return ErrURLRefused.Because(err)
	}
	e.URL, e.URLKey = raw, urlKey(u)
	return nil
}

// brand returns the brand that a new webhook is limited to, or why the caller may not name it. A token that is
// limited to one brand limits the webhook, too.
func (m *Module) brand(ctx context.Context, id string) (string, error) {
	t := tenant(ctx)
	brand, err := t.Choose("/brand_id", id)
	if err != nil || id == "" {
		return brand, err
	}
	ok, err := m.needs.Brands.Exists(ctx, t.Workspace(), id)
	if err == nil && !ok {
		err = fault.NotFound(fault.BrandNotFound)
	}
	return brand, err
}

// storeFault maps an error of the store to a fault of the module.
func storeFault(err error) error {
	switch {
	case errors.Is(err, store.ErrGone):
		return ErrWebhookNotFound
	case errors.Is(err, store.ErrTaken):
		return ErrURLTaken.Because(err)
	default:
		return err
	}
}

// Webhooks pages through the webhooks, newest first.
func (m *Module) Webhooks(ctx context.Context, limit *int32, cursor *string) (page.Page[Webhook], error) {
	t := tenant(ctx)
	req, err := m.cursors.Request(page.Scope{Route: "webhooks.list", Tenant: t}, limit, cursor)
	if err != nil {
		return page.Page[Webhook]{}, err
	}
	rows, err := m.store.Endpoints(ctx, t, req)
	if err != nil {
		return page.Page[Webhook]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(e *store.Endpoint) page.Position { return page.Position{CreatedAt: e.CreatedAt, ID: e.ID} })
	return page.Map(p, webhook), nil
}

// Webhook returns a webhook, or ErrWebhookNotFound.
func (m *Module) Webhook(ctx context.Context, id string) (Webhook, error) {
	e, err := m.store.Endpoint(ctx, tenant(ctx), id)
	if err != nil {
		return Webhook{}, storeFault(err)
	}
	return webhook(e), nil
}

// CheckIDs returns ErrWebhookNotFound, with a detail for the index of each missing id, unless every id is a webhook of
// the caller.
func (m *Module) CheckIDs(ctx context.Context, ids []string) error {
	found, err := m.store.ExistingEndpoints(ctx, tenant(ctx), ids)
	if err != nil {
		return err
	}
	var missing []fault.Detail
	for i, id := range ids {
		if !slices.Contains(found, id) {
			missing = append(missing, ErrWebhookNotFound.At(fault.Pointer(i)))
		}
	}
	if len(missing) > 0 {
		return ErrWebhookNotFound.With(missing...)
	}
	return nil
}

// Update changes a webhook. It needs an open transaction. The errors are those of Create and
// ErrWebhookNotFound. Disabling one pauses its pending deliveries and sends webhook.disabled.
func (m *Module) Update(ctx context.Context, id string, c Change) (Webhook, error) {
	if c.Enabled != nil && !*c.Enabled {
		// Others will be notified: all are locked in the order that Announce locks them in.
		if err := m.store.LockTenant(ctx, tenant(ctx)); err != nil {
			return Webhook{}, err
		}
	}
	e, err := m.store.LockEndpoint(ctx, tenant(ctx), id)
	if err != nil {
		return Webhook{}, storeFault(err)
	}
	before := e.Enabled
	if c.BrandID != nil {
		if e.BrandID, err = m.brand(ctx, *c.BrandID); err != nil {
			return Webhook{}, err
		}
	}
	if c.URL != nil {
		if err := m.setURL(e, *c.URL); err != nil {
			return Webhook{}, err
		}
	}
	if len(c.Events) > 0 {
		e.Events = c.Events
	}
	if c.Description != nil {
		e.Description = *c.Description
	}
	if c.Enabled != nil {
		e.Enabled = *c.Enabled
	}
	if err := m.store.UpdateEndpoint(ctx, e); err != nil {
		return Webhook{}, storeFault(err)
	}
	if before && !e.Enabled {
		if err := m.disabled(ctx, e); err != nil {
			return Webhook{}, err
		}
	}
	return webhook(e), nil
}

// disabled sends webhook.disabled to the other webhooks.
func (m *Module) disabled(ctx context.Context, e *store.Endpoint) error {
	who := ident.Must(ctx)
	return m.Announce(ctx, Fact{Workspace: who.Workspace, Mode: who.Mode, Event: WebhookDisabled, BrandID: e.BrandID,
		Data: func(int) (json.RawMessage, error) {
			return json.Marshal(map[string]any{"webhook": map[string]any{"object": "webhook", "id": e.ID, "url": e.URL, "events": e.Events,
				"description": e.Description, "enabled": false}})
		}})
}

// Delete removes a webhook, its pending deliveries and its log. The error is ErrWebhookNotFound.
func (m *Module) Delete(ctx context.Context, id string) error {
	if _, err := m.store.Endpoint(ctx, tenant(ctx), id); err != nil {
		return storeFault(err)
	}
	return storeFault(m.store.DeleteEndpoint(ctx, tenant(ctx), id))
}

// Rotate creates a new secret and returns the webhook with it. For Grace from now the old one is also valid and
// signs the contract's header, as no receiver knows the new one yet; revokePrevious ends it immediately. It
// needs an open transaction. The errors are ErrWebhookNotFound and ErrInGrace.
func (m *Module) Rotate(ctx context.Context, id string, o RotateOptions) (Webhook, error) {
	e, err := m.store.LockEndpoint(ctx, tenant(ctx), id)
	if err != nil {
		return Webhook{}, storeFault(err)
	}
	if e.InGrace && !o.RevokePrevious {
		return Webhook{}, ErrInGrace
	}
	grace := Grace
	if o.RevokePrevious {
		grace = 0
	}
	text := sender.NewSecret()
	if err := m.store.Rotate(ctx, e, m.seal(e.ID, text), grace); err != nil {
		return Webhook{}, err
	}
	w := webhook(e)
	w.Secret = text
	return w, nil
}

// RotateOptions decides how long the old secret stays valid.
type RotateOptions struct {
	// RevokePrevious ends it, and one that is still in its grace period, immediately.
	RevokePrevious bool
}

const use = "webhooks"

func (m *Module) seal(id, text string) []byte { return m.secrets.Seal(use, id, []byte(text)) }

// signers returns the signers of the valid secrets of an endpoint; the first one signs the contract's header.
func (m *Module) signers(e *store.Endpoint) ([]sender.Signer, error) {
	sealed := [][]byte{e.Secret}
	if e.InGrace {
		sealed = [][]byte{e.PreviousSecret, e.Secret}
	}
	var out []sender.Signer
	for _, box := range sealed {
		text, err := m.secrets.Open(use, e.ID, box)
		if err != nil {
			return nil, fmt.Errorf("opening the secret of %s: %w", e.ID, err)
		}
		s, err := sender.NewSigner(string(text))
		if err != nil {
			return nil, fmt.Errorf("the secret of %s: %w", e.ID, err)
		}
		out = append(out, s)
	}
	return out, nil
}

// host returns the name of a receiver for logs, without the path and query, which may hold secrets.
func host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Host
}
