// Package rpc serves the webhooks module to REST and Connect.
package rpc

import (
	"context"
	"net/http"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/webhooks"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

// Webhooks implements platen.webhooks.v1.WebhookService.
type Webhooks struct {
	module *webhooks.Module
	db     *pg.DB
}

// NewWebhooks returns the service over m.
func NewWebhooks(m *webhooks.Module, db *pg.DB) *Webhooks { return &Webhooks{m, db} }

// CreateWebhook registers a URL.
func (s *Webhooks) CreateWebhook(ctx context.Context, in *webhooksv1.CreateWebhookRequest) (*webhooksv1.Webhook, error) {
	n := webhooks.NewWebhook{URL: in.Url, Events: events(in.Events), Description: in.GetDescription(), BrandID: in.GetBrandId(), Enabled: in.Enabled == nil || *in.Enabled}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*webhooksv1.Webhook, error) {
		w, err := s.module.Create(ctx, n)
		return webhook(w), err
	})
}

// ListWebhooks pages through the webhooks.
func (s *Webhooks) ListWebhooks(ctx context.Context, in *webhooksv1.ListWebhooksRequest) (*webhooksv1.ListWebhooksResponse, error) {
	p, err := s.module.Webhooks(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListWebhooksResponse{Data: page.Map(p, webhook).Items, Page: message.Page(p)}, nil
}

// GetWebhook reads a webhook.
func (s *Webhooks) GetWebhook(ctx context.Context, in *webhooksv1.GetWebhookRequest) (*webhooksv1.Webhook, error) {
	w, err := s.module.Webhook(ctx, in.WebhookId)
	if err != nil {
		return nil, err
	}
	return webhook(w), nil
}

// UpdateWebhook changes the given fields.
func (s *Webhooks) UpdateWebhook(ctx context.Context, in *webhooksv1.UpdateWebhookRequest) (*webhooksv1.Webhook, error) {
	c := in.GetChange()
	change := webhooks.Change{URL: c.Url, Events: events(c.Events), Description: c.Description, Enabled: c.Enabled, BrandID: c.BrandId}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*webhooksv1.Webhook, error) {
		s.before(ctx, in.WebhookId)
		w, err := s.module.Update(ctx, in.WebhookId, change)
		return webhook(w), err
	})
}

// DeleteWebhook deletes a webhook.
func (s *Webhooks) DeleteWebhook(ctx context.Context, in *webhooksv1.DeleteWebhookRequest) (*webhooksv1.DeleteWebhookResponse, error) {
	s.before(ctx, in.WebhookId)
	if err := s.module.Delete(ctx, in.WebhookId); err != nil {
		return nil, err
	}
	return &webhooksv1.DeleteWebhookResponse{Object: "webhook", Id: in.WebhookId, Deleted: true}, nil
}

// RotateWebhookSecret creates a new secret.
func (s *Webhooks) RotateWebhookSecret(ctx context.Context, in *webhooksv1.RotateWebhookSecretRequest) (*webhooksv1.Webhook, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*webhooksv1.Webhook, error) {
		w, err := s.module.Rotate(ctx, in.WebhookId, webhooks.RotateOptions{RevokePrevious: in.GetRotation().GetRevokePrevious()})
		return webhook(w), err
	})
}

// TestWebhook sends a test event and waits.
func (s *Webhooks) TestWebhook(ctx context.Context, in *webhooksv1.TestWebhookRequest) (*webhooksv1.WebhookDelivery, error) {
	d, err := s.module.Test(ctx, in.WebhookId, func(ctx context.Context, d webhooks.Delivery) error {
		return idempotency.Complete(ctx, http.StatusOK, delivery(d))
	})
	if err != nil {
		return nil, err
	}
	return delivery(d), nil
}

// ListDeliveries pages through the deliveries of a webhook.
func (s *Webhooks) ListDeliveries(ctx context.Context, in *webhooksv1.ListDeliveriesRequest) (*webhooksv1.ListDeliveriesResponse, error) {
	status := webhooks.Status("")
	if in.Status != nil {
		status = webhooks.Status(wire.EnumName(in.GetStatus()))
	}
	p, err := s.module.Deliveries(ctx, in.WebhookId, status, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListDeliveriesResponse{Data: page.Map(p, delivery).Items, Page: message.Page(p)}, nil
}

// RedeliverDelivery sends a delivery again.
func (s *Webhooks) RedeliverDelivery(ctx context.Context, in *webhooksv1.RedeliverDeliveryRequest) (*webhooksv1.WebhookDelivery, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*webhooksv1.WebhookDelivery, error) {
		d, err := s.module.Redeliver(ctx, in.WebhookId, in.DeliveryId)
		return delivery(d), err
	})
}

// ListDeadLetters pages through the dead-letter queue.
func (s *Webhooks) ListDeadLetters(ctx context.Context, in *webhooksv1.ListDeadLettersRequest) (*webhooksv1.ListDeadLettersResponse, error) {
	p, err := s.module.DeadLetters(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListDeadLettersResponse{Data: page.Map(p, deadLetter).Items, Page: message.Page(p)}, nil
}

// RetryDeadLetter replays a dead-letter event.
func (s *Webhooks) RetryDeadLetter(ctx context.Context, in *webhooksv1.RetryDeadLetterRequest) (*webhooksv1.WebhookDelivery, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*webhooksv1.WebhookDelivery, error) {
		d, err := s.module.Retry(ctx, in.EventId)
		return delivery(d), err
	})
}

// before records the state of a webhook before its change, for the audit log.
func (s *Webhooks) before(ctx context.Context, id string) {
	if w, err := s.module.Webhook(ctx, id); err == nil { // otherwise the change itself is refused
		audit.BeforeMessage(ctx, webhook(w))
	}
}
