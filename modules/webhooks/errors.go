package webhooks

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module.
var (
	// ErrWebhookNotFound is returned when the workspace has no such webhook in this mode.
	ErrWebhookNotFound = fault.NotFound(fault.WebhookNotFound)
	// ErrDeliveryNotFound is returned when the webhook has no such delivery.
	ErrDeliveryNotFound = fault.NotFound(fault.WebhookDeliveryNotFound)
	// ErrEventNotFound is returned when the dead-letter queue holds no such event.
	ErrEventNotFound = fault.NotFound(fault.WebhookEventNotFound)
	// ErrURLTaken is returned when the workspace has a webhook with this URL in this mode.
	ErrURLTaken = fault.New(fault.Conflict, "This URL is registered already.").With(
		fault.Detail{Path: "/url", Rule: "webhook_url_registered", Message: "Another webhook of this workspace has this URL."})
	// ErrURLRefused is returned when the URL is not a public https address.
	ErrURLRefused = fault.Rules(fault.Detail{Path: "/url", Rule: "url_not_public_https",
		Message: "The URL must be a public https address without user information."})
	// ErrInGrace is returned when the grace period of the previous rotation is not over.
	ErrInGrace = fault.State("secret_rotation_in_grace", "The secret was rotated less than 24 hours ago. Wait for the end of the grace period, or end it with revoke_previous.")
	// ErrInFlight is returned when the delivery is being sent.
	ErrInFlight = fault.State("delivery_in_flight", "This delivery is being sent.")
	// ErrReplayed is returned when the dead-letter event is being replayed or was replayed.
	ErrReplayed = fault.State("event_replayed", "This event is being replayed, or was replayed already.")
	// ErrDisabled is returned for deliveries to a disabled webhook.
	ErrDisabled = fault.State("webhook_disabled", "This webhook is disabled; enable it first.")
)
