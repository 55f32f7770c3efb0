package rpc

import (
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/webhooks"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

func webhook(w webhooks.Webhook) *webhooksv1.Webhook {
	m := &webhooksv1.Webhook{Object: "webhook", Id: w.ID, Url: w.URL, Description: w.Description, BrandId: message.Optional(w.BrandID), Enabled: w.Enabled,
		Livemode: w.Mode.Livemode(), CreatedAt: timestamppb.New(w.CreatedAt), UpdatedAt: timestamppb.New(w.UpdatedAt),
		PreviousSecretExpiresAt: message.Timestamp(w.PreviousUntil), Secret: message.Optional(w.Secret)}
	for _, e := range w.Events {
		m.Events = append(m.Events, message.Enum[webhooksv1.EventType](e))
	}
	return m
}

func delivery(d webhooks.Delivery) *webhooksv1.WebhookDelivery {
	m := &webhooksv1.WebhookDelivery{Object: "webhook_delivery", Id: d.ID, WebhookId: d.WebhookID, EventId: d.EventID,
		Event: message.Enum[webhooksv1.EventType](d.Event), Url: d.URL, Status: message.Enum[webhooksv1.DeliveryStatus](string(d.Status)), Test: d.Test,
		CreatedAt: timestamppb.New(d.CreatedAt), NextAttemptAt: message.Timestamp(d.NextAttemptAt)}
	for _, a := range d.Attempts {
		t := &webhooksv1.DeliveryAttempt{Number: int32(a.Number), SentAt: timestamppb.New(a.SentAt), DurationMs: int32(a.Duration.Milliseconds()),
			RequestHeaders: a.Headers, RequestBody: string(a.Body), Error: message.Optional(a.Error)}
		if a.Status != 0 {
			status, text := int32(a.Status), printable(a.Response)
			t.ResponseStatus, t.ResponseBody = &status, &text
		}
		m.Attempts = append(m.Attempts, t)
	}
	return m
}

func deadLetter(d webhooks.DeadLetterEvent) *webhooksv1.DeadLetter {
	m := &webhooksv1.DeadLetter{EventId: d.EventID, Event: message.Enum[webhooksv1.EventType](d.Event), WebhookId: d.WebhookID, Url: d.URL,
		DeliveryId: d.DeliveryID, Attempts: int32(d.Attempts), FirstAttemptAt: timestamppb.New(d.FirstAttemptAt),
		LastAttemptAt: timestamppb.New(d.LastAttemptAt), LastError: message.Optional(d.LastError),
		DeadLetteredAt: timestamppb.New(d.DeadLetteredAt), ExpiresAt: timestamppb.New(d.ExpiresAt)}
	if d.LastStatus != 0 {
		status := int32(d.LastStatus)
		m.LastStatus = &status
	}
	return m
}

// printable returns a response as text, with U+FFFD in place of invalid UTF-8.
func printable(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

func events(list []webhooksv1.EventType) []string {
	var out []string
	for _, e := range list {
		out = append(out, wire.EnumName(e))
	}
	return out
}
