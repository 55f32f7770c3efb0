package surface_test

import (
	"context"

	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

func (c *canned) CreateWebhook(context.Context, *webhooksv1.CreateWebhookRequest) (*webhooksv1.Webhook, error) {
	return answerWith[webhooksv1.Webhook](c)
}

func (c *canned) ListWebhooks(context.Context, *webhooksv1.ListWebhooksRequest) (*webhooksv1.ListWebhooksResponse, error) {
	return answerWith[webhooksv1.ListWebhooksResponse](c)
}

func (c *canned) GetWebhook(context.Context, *webhooksv1.GetWebhookRequest) (*webhooksv1.Webhook, error) {
	return answerWith[webhooksv1.Webhook](c)
}

func (c *canned) UpdateWebhook(context.Context, *webhooksv1.UpdateWebhookRequest) (*webhooksv1.Webhook, error) {
	return answerWith[webhooksv1.Webhook](c)
}

func (c *canned) DeleteWebhook(context.Context, *webhooksv1.DeleteWebhookRequest) (*webhooksv1.DeleteWebhookResponse, error) {
	return answerWith[webhooksv1.DeleteWebhookResponse](c)
}

func (c *canned) RotateWebhookSecret(context.Context, *webhooksv1.RotateWebhookSecretRequest) (*webhooksv1.Webhook, error) {
	return answerWith[webhooksv1.Webhook](c)
}

func (c *canned) TestWebhook(context.Context, *webhooksv1.TestWebhookRequest) (*webhooksv1.WebhookDelivery, error) {
	return answerWith[webhooksv1.WebhookDelivery](c)
}

func (c *canned) ListDeliveries(context.Context, *webhooksv1.ListDeliveriesRequest) (*webhooksv1.ListDeliveriesResponse, error) {
	return answerWith[webhooksv1.ListDeliveriesResponse](c)
}

func (c *canned) RedeliverDelivery(context.Context, *webhooksv1.RedeliverDeliveryRequest) (*webhooksv1.WebhookDelivery, error) {
	return answerWith[webhooksv1.WebhookDelivery](c)
}

func (c *canned) ListDeadLetters(context.Context, *webhooksv1.ListDeadLettersRequest) (*webhooksv1.ListDeadLettersResponse, error) {
	return answerWith[webhooksv1.ListDeadLettersResponse](c)
}

func (c *canned) RetryDeadLetter(context.Context, *webhooksv1.RetryDeadLetterRequest) (*webhooksv1.WebhookDelivery, error) {
	return answerWith[webhooksv1.WebhookDelivery](c)
}
