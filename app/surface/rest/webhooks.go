package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc"
)

// CreateWebhook registers a URL.
func (h *handlers) CreateWebhook(ctx context.Context) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.Webhooks.CreateWebhook)
}

// ListWebhooks pages through the webhooks.
func (h *handlers) ListWebhooks(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Webhooks.ListWebhooks)
}

// GetWebhook reads a webhook.
func (h *handlers) GetWebhook(ctx context.Context, _ oas.GetWebhookParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.GetWebhook)
}

// UpdateWebhook changes a webhook.
func (h *handlers) UpdateWebhook(ctx context.Context, _ oas.UpdateWebhookParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.UpdateWebhook)
}

// DeleteWebhook deletes a webhook.
func (h *handlers) DeleteWebhook(ctx context.Context, _ oas.DeleteWebhookParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.DeleteWebhook)
}

// RotateWebhookSecret replaces a secret.
func (h *handlers) RotateWebhookSecret(ctx context.Context, _ oas.RotateWebhookSecretParams) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.Webhooks.RotateWebhookSecret)
}

// TestWebhook sends a test event.
func (h *handlers) TestWebhook(ctx context.Context, _ oas.TestWebhookParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.TestWebhook)
}

// ListDeliveries pages through the deliveries of a webhook.
func (h *handlers) ListDeliveries(ctx context.Context, _ oas.ListDeliveriesParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.ListDeliveries)
}

// RedeliverDelivery sends a delivery again.
func (h *handlers) RedeliverDelivery(ctx context.Context, _ oas.RedeliverDeliveryParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.RedeliverDelivery)
}

// ListDeadLetters pages through the dead-letter queue.
func (h *handlers) ListDeadLetters(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Webhooks.ListDeadLetters)
}

// RetryDeadLetter replays a dead-letter event.
func (h *handlers) RetryDeadLetter(ctx context.Context, _ oas.RetryDeadLetterParams) (jx.Raw, error) {
	return call(ctx, h.Webhooks.RetryDeadLetter)
}
