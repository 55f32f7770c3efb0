package rpc

import (
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/webhooks"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

func webhook(w webhooks.Webhook) *webhooksv1.Webhook {
	m := &webhooksv1.Webhook{Object: "webhook", Id: w.ID, Url: w.URL, Description: w.Description, BrandId: optional(w.BrandID), Enabled: w.Enabled,
		Livemode: w.Mode.Livemode(), CreatedAt: timestamppb.New(w.CreatedAt), UpdatedAt: timestamppb.New(w.UpdatedAt),
		PreviousSecretExpiresAt: stamp(w.PreviousUntil), Secret: optional(w.Secret)}
	for _, e := range w.Events {
		m.Events = append(m.Events, value(webhooksv1.EventType(0), e))
	}
	return m
}

func delivery(d webhooks.Delivery) *webhooksv1.WebhookDelivery {
	m := &webhooksv1.WebhookDelivery{Object: "webhook_delivery", Id: d.ID, WebhookId: d.WebhookID, EventId: d.EventID,
		Event: value(webhooksv1.EventType(0), d.Event), Url: d.URL, Status: value(webhooksv1.DeliveryStatus(0), string(d.Status)), Test: d.Test,
		CreatedAt: timestamppb.New(d.CreatedAt), NextAttemptAt: stamp(d.NextAttemptAt)}
	for _, a := range d.Attempts {
		t := &webhooksv1.DeliveryAttempt{Number: int32(a.Number), SentAt: timestamppb.New(a.SentAt), DurationMs: int32(a.Duration.Milliseconds()),
			RequestHeaders: a.Headers, RequestBody: string(a.Body), Error: optional(a.Error)}
		if a.Status != 0 {
			status, text := int32(a.Status), printable(a.Response)
			t.ResponseStatus, t.ResponseBody = &status, &text
		}
		m.Attempts = append(m.Attempts, t)
	}
	return m
}

func deadLetter(d webhooks.DeadLetterEvent) *webhooksv1.DeadLetter {
	m := &webhooksv1.DeadLetter{EventId: d.EventID, Event: value(webhooksv1.EventType(0), d.Event), WebhookId: d.WebhookID, Url: d.URL,
		DeliveryId: d.DeliveryID, Attempts: int32(d.Attempts), FirstAttemptAt: timestamppb.New(d.FirstAttemptAt),
		LastAttemptAt: timestamppb.New(d.LastAttemptAt), LastError: optional(d.LastError),
		DeadLetteredAt: timestamppb.New(d.DeadLetteredAt), ExpiresAt: timestamppb.New(d.ExpiresAt)}
	if d.LastStatus != 0 {
		status := int32(d.LastStatus)
		m.LastStatus = &status
	}
	return m
}

// printable is a response as text: what is not UTF-8 becomes U+FFFD.
func printable(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

func events(list []webhooksv1.EventType) []string {
	var out []string
	for _, e := range list {
		out = append(out, name(e))
	}
	return out
}

// name is what JSON calls an enum value.
func name(e protoreflect.Enum) string { return wire.EnumName(e) }

// value is the enum value that JSON calls text; the unspecified one when there is none.
func value[E interface {
	~int32
	protoreflect.Enum
}](of E, text string) E {
	values := of.Descriptor().Values()
	for i := range values.Len() {
		if wire.EnumValue(values.Get(i)) == text {
			return E(values.Get(i).Number())
		}
	}
	return 0
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func stamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}
