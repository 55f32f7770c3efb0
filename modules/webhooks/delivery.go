package webhooks

import (
	"encoding/json"
	"math/rand/v2"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/webhooks/internal/sender"
	"github.com/platenhq/platen/modules/webhooks/internal/store"
)

// Status is the state of a delivery: pending → delivered | failed, failed → … → dead_letter.
type Status string

// The statuses. A failed delivery is retried, except a test call, which has one attempt.
const (
	Pending    Status = "pending"
	Delivered  Status = "delivered"
	Failed     Status = "failed"
	DeadLetter Status = "dead_letter"
)

// Delivery is the delivery of one event to one webhook.
type Delivery struct {
	ID, WebhookID, EventID, Event, URL string
	Mode                               ident.Mode
	Status                             Status
	Test                               bool
	CreatedAt                          time.Time
	NextAttemptAt                      *time.Time
	Attempts                           []Attempt
}

// Attempt is one attempt at a delivery and the receiver's response.
type Attempt struct {
	Number   int
	SentAt   time.Time
	Duration time.Duration
	Headers  map[string]string
	Body     []byte
	// Status is 0 if there was no response; Response is its first 2 KiB.
	Status   int
	Response []byte
	// Error is the failure besides the status, "" for none.
	Error string
}

// DeadLetterEvent is an event whose deliveries exhausted their retries.
type DeadLetterEvent struct {
	EventID, Event, WebhookID, URL, DeliveryID string
	Attempts                                   int
	FirstAttemptAt, LastAttemptAt              time.Time
	LastStatus                                 int // 0: there was no response
	LastError                                  string
	DeadLetteredAt, ExpiresAt                  time.Time
}

// The pauses before the attempts, one entry per attempt.
var (
	liveSchedule = []time.Duration{0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
		10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}
	testSchedule = []time.Duration{0, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute}
)

// busyPause is the shortest pause after a timeout or a response with status 429.
const busyPause = 60 * time.Second

// pause returns the time to the next attempt after the given number of them, false if no attempts are left.
func pause(livemode bool, made int, a *sender.Response) (time.Duration, bool) {
	schedule := testSchedule
	if livemode {
		schedule = liveSchedule
	}
	if made >= len(schedule) {
		return 0, false
	}
	d, least := schedule[made], time.Duration(0)
	if a.Timeout || a.Status == 429 {
		least = busyPause
	}
	d = max(d, least)
	if a.RetryAfter > 0 {
		return min(max(a.RetryAfter, d), 2*d), true
	}
	jittered := d*8/10 + time.Duration(rand.Int64N(int64(d)*4/10+1))
	return max(jittered, least), true
}

// after returns the outcome of an attempt for its delivery. made is the number of attempts, this one included.
func after(d *store.Delivery, made int, a *sender.Response) store.Outcome {
	if a.OK() {
		return store.Outcome{Status: string(Delivered), Next: -1}
	}
	if d.Test {
		return store.Outcome{Status: string(Failed), Next: -1}
	}
	if d.Replaying {
		switch {
		case d.DeliveredAt != nil: // it was delivered before, so nothing is lost
			return store.Outcome{Status: string(Delivered), Next: -1}
		case d.DeadAt != nil:
			return store.Outcome{Status: string(DeadLetter), Next: -1, Dead: true}
		}
	}
	next, ok := pause(d.Livemode, made, a)
	if !ok {
		return store.Outcome{Status: string(DeadLetter), Next: -1, Dead: true}
	}
	return store.Outcome{Status: string(Failed), Next: next}
}

func delivery(d *store.Delivery, attempts []*store.Attempt) Delivery {
	out := Delivery{ID: d.ID, WebhookID: d.WebhookID, EventID: d.EventID, Event: d.Event, URL: d.URL, Mode: modeOf(d.Livemode),
		Status: Status(d.Status), Test: d.Test, CreatedAt: d.CreatedAt, NextAttemptAt: d.NextAttemptAt}
	for _, a := range attempts {
		if a.DeliveryID != d.ID || a.Number > d.Attempts {
			continue // of another delivery, or newer than the row
		}
		t := Attempt{Number: a.Number, SentAt: a.SentAt, Duration: time.Duration(a.DurationMS) * time.Millisecond, Body: d.Body,
			Status: a.ResponseStatus, Response: a.ResponseBody[:min(len(a.ResponseBody), shownBody)], Error: a.Error}
		_ = json.Unmarshal(a.RequestHeaders, &t.Headers) // written by this module
		out.Attempts = append(out.Attempts, t)
	}
	return out
}

func deadLetter(d *store.Delivery) DeadLetterEvent {
	out := DeadLetterEvent{EventID: d.EventID, Event: d.Event, WebhookID: d.WebhookID, URL: d.URL, DeliveryID: d.ID, Attempts: d.Attempts,
		LastStatus: d.LastStatus, LastError: d.LastError, DeadLetteredAt: d.CreatedAt, ExpiresAt: d.CreatedAt.Add(Retention)}
	if d.FirstAttemptAt != nil {
		out.FirstAttemptAt = *d.FirstAttemptAt
	}
	if d.LastAttemptAt != nil {
		out.LastAttemptAt = *d.LastAttemptAt
	}
	return out
}
