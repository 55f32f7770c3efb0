package scenarios

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/platenhq/platen/e2e/harness"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestRenderEventsAreDelivered: a finished job is sent to the subscribed webhooks, signed so that this contract's rule, the
// Go client and a stock library of the standard accept it.
func TestRenderEventsAreDelivered(t *testing.T) {
	t.Parallel()
	h := startHooks(t)
	all, other, test := newReceiver(t, nil), newReceiver(t, nil), newReceiver(t, nil)
	w := h.create(t, h.Live, all.URL+"/hook?x=1")
	second := h.create(t, h.Live, other.URL, "render.completed", "render.canceled")
	h.create(t, h.Test, test.URL)
	if !strings.HasPrefix(w.Secret, "whsec_") || !w.Enabled || fmt.Sprint(w.Events) != "[render.completed render.failed]" {
		t.Errorf("created %+v", w)
	}

	job := h.render(t, h.Live, `,"metadata":{"post_id":"812 <&>"}`)
	got := all.wait(t, 1)[0]
	event, err := platen.VerifyWebhook(got.body, got.header, w.Secret)
	if err != nil {
		t.Fatalf("the Go client refuses: %v", err)
	}
	if got.header.Get("X-Service-Signature") != signature(w.Secret, got.body) || got.header.Get("X-Service-Signature-2") != "" {
		t.Errorf("signed %v", got.header)
	}
	stock, err := standardwebhooks.NewWebhook(w.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := stock.Verify(got.body, got.header); err != nil {
		t.Errorf("the stock library refuses: %v", err)
	}
	if err := stock.Verify(append(got.body, ' '), got.header); err == nil {
		t.Error("the stock library accepts a changed body")
	}
	if event.Event != "render.completed" || event.DeliveryID != got.header.Get("X-Service-Delivery") || event.DeliveryID != got.header.Get("webhook-id") ||
		got.header.Get("X-Service-Event") != event.Event || got.header.Get("X-Service-Attempt") != "1" || event.Sequence != 1 || !event.Livemode || event.Test ||
		event.APIVersion != "2026-01-01" || event.CreatedAt.IsZero() || len(got.body) > 20<<10 || got.header.Get("Content-Type") != "application/json" {
		t.Errorf("sent %+v with %v", event, got.header)
	}
	var data struct{ Job map[string]any }
	if err := json.Unmarshal(event.Data, &data); err != nil {
		t.Fatal(err)
	}
	var polled map[string]any
	h.ok(t, 200, "GET", "render-jobs/"+job, h.Live, "", &polled)
	if fmt.Sprint(data.Job) != fmt.Sprint(polled) {
		t.Errorf("the event shows %v, polling shows %v", data.Job, polled)
	}
	d := h.delivery(t, h.Live, w.ID, func(d delivery) bool { return d.Status == "delivered" })
	if a := d.Attempts[0]; a.RequestBody != string(got.body) || a.RequestHeaders["X-Service-Signature"] != signature(w.Secret, got.body) || a.ResponseStatus != 204 || d.NextAttemptAt != nil {
		t.Errorf("the log shows %+v", d)
	}

	// A request may narrow which webhooks are notified.
	h.render(t, h.Live, `,"webhook_ids":["`+second.ID+`"],"metadata":{"n":"2"}`)
	if got := other.wait(t, 2); len(all.all()) != 1 || event.ID == "" || got[1].header.Get("X-Service-Delivery") == got[0].header.Get("X-Service-Delivery") {
		t.Errorf("narrowed: %d to one, %d to the other", len(all.all()), len(got))
	}
	unknown := `{"operation":"render","html":"x","outputs":[{"width":16,"height":16}],"webhook_ids":["` + second.ID + `","wh_00000000000000000000000000"]}`
	for path, status := range map[string]int{"/api/v1/facade/generate": 404, "/api/v1/validate": 200} {
		a := h.Do(t, "POST", path, h.Live, unknown)
		if a.Status != status || !strings.Contains(string(a.Body), `"/webhook_ids/1"`) || !strings.Contains(string(a.Body), `"webhook_not_found"`) {
			t.Errorf("%s with an unknown webhook returns %d %s", path, a.Status, a.Body)
		}
	}
	// Test mode has its own.
	if len(test.all()) != 0 {
		t.Error("a test webhook was notified of a live job")
	}
	h.render(t, h.Test, "")
	test.wait(t, 1)
	if len(all.all()) != 1 {
		t.Error("a live webhook was notified of a test job")
	}
	// The event of a failed job.
	var failed struct{ ID string }
	h.ok(t, 202, "POST", "generate", h.Live, `{"operation":"render","html":"<img src='http://127.0.0.1:1/x.png'>","outputs":[{"width":16,"height":16}]}`, &failed)
	if got := all.wait(t, 2)[1]; got.header.Get("X-Service-Event") != "render.failed" || !strings.Contains(string(got.body), failed.ID) {
		t.Errorf("a failed job is reported as %s %s", got.header.Get("X-Service-Event"), got.body)
	}
}

// TestWebhooksAreManaged walks create, list, get, change, delete and what they refuse, over REST and Connect.
func TestWebhooksAreManaged(t *testing.T) {
	t.Parallel()
	h := startHooks(t)
	refused := func(want int, code, rule, method, path, key, body string) {
		t.Helper()
		a := h.Do(t, method, "/api/v1/facade/"+path, key, body)
		gotCode, gotRule := a.Code(t)
		if a.Status != want || gotCode != code || gotRule != rule {
			t.Errorf("%s %s %s returns %d %s %s, want %d %s %s", method, path, body, a.Status, gotCode, gotRule, want, code, rule)
		}
	}
	w := h.create(t, h.Live, "https://Hooks.example.com")
	for _, url := range []string{"https://hooks.example.com", "https://hooks.example.com/", "https://HOOKS.example.com:443/#a"} {
		refused(409, "CONFLICT", "webhook_url_registered", "POST", "webhooks", h.Live, `{"url":"`+url+`"}`)
	}
	h.create(t, h.Test, "https://hooks.example.com")
	for _, url := range []string{"http://hooks.example.com", "https://10.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/", "https://user:pw@example.com/",
		"ftp://example.com", "example.com", "https://host", "https://2130706433/", "https://x.internal/", "https://example.com/\\n"} {
		refused(400, "VALIDATION_FAILED", "url_not_public_https", "POST", "webhooks", h.Live, `{"url":"`+url+`"}`)
	}
	refused(400, "INVALID_REQUEST", "enum", "POST", "webhooks", h.Live, `{"url":"https://a.example.com","events":["render.begun"]}`)
	refused(404, "BRAND_NOT_FOUND", "brand_not_found", "POST", "webhooks", h.Live, `{"url":"https://a.example.com","brand_id":"brand_00000000000000000000000000"}`)
	refused(400, "VALIDATION_FAILED", "url_not_public_https", "PATCH", "webhooks/"+w.ID, h.Live, `{"url":"http://example.com"}`)
	refused(404, "WEBHOOK_NOT_FOUND", "webhook_not_found", "GET", "webhooks/"+w.ID, h.Test, "")
	refused(404, "WEBHOOK_NOT_FOUND", "webhook_not_found", "PATCH", "webhooks/"+w.ID, h.Test, `{"enabled":false}`)
	refused(404, "WEBHOOK_NOT_FOUND", "webhook_not_found", "DELETE", "webhooks/"+w.ID, h.Test, "")
	refused(404, "WEBHOOK_NOT_FOUND", "webhook_not_found", "POST", "webhooks/"+w.ID+"/test", h.Test, "")
	refused(404, "WEBHOOK_NOT_FOUND", "webhook_not_found", "POST", "webhooks/"+w.ID+"/rotate-secret", h.Test, "")
	refused(404, "WEBHOOK_NOT_FOUND", "webhook_not_found", "GET", "webhooks/"+w.ID+"/deliveries", h.Test, "")
	refused(404, "WEBHOOK_DELIVERY_NOT_FOUND", "webhook_delivery_not_found", "POST", "webhooks/"+w.ID+"/deliveries/dlv_00000000000000000000000000/redeliver", h.Live, "")
	refused(404, "WEBHOOK_EVENT_NOT_FOUND", "webhook_event_not_found", "POST", "webhooks/dlq/evt_00000000000000000000000000/retry", h.Live, "")

	var seen webhook
	h.ok(t, 200, "PATCH", "webhooks/"+w.ID, h.Live, `{"events":["render.canceled"],"description":"d","url":"https://b.example.com/x"}`, &seen)
	if seen.Secret != "" || fmt.Sprint(seen.Events) != "[render.canceled]" || seen.URL != "https://b.example.com/x" || !seen.Enabled {
		t.Errorf("changed to %+v", seen)
	}
	h.create(t, h.Live, "https://hooks.example.com")
	refused(409, "CONFLICT", "webhook_url_registered", "PATCH", "webhooks/"+w.ID, h.Live, `{"url":"https://hooks.example.com"}`)

	// The same over Connect.
	c, err := platen.New(h.Live, platen.WithBaseURL(h.URL))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	made, err := c.Webhooks.CreateWebhook(ctx, &webhooksv1.CreateWebhookRequest{Url: "https://c.example.com", Enabled: new(bool)})
	if err != nil || made.GetSecret() == "" || made.Enabled || made.Livemode != true {
		t.Fatalf("Connect made %v, %v", made, err)
	}
	one := int32(1)
	var pages []string
	in := &webhooksv1.ListWebhooksRequest{Limit: &one}
	for {
		list, err := c.Webhooks.ListWebhooks(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range list.Data {
			pages = append(pages, w.Url)
			if w.Secret != nil {
				t.Error("a list shows a secret")
			}
		}
		if !list.Page.HasMore {
			break
		}
		in.Cursor = list.Page.NextCursor
	}
	if want := "[https://c.example.com https://hooks.example.com https://b.example.com/x]"; fmt.Sprint(pages) != want {
		t.Errorf("listed %v, want %s", pages, want)
	}
	var gone struct{ Deleted bool }
	h.ok(t, 200, "DELETE", "webhooks/"+made.Id, h.Live, "", &gone)
	if _, err := c.Webhooks.GetWebhook(ctx, &webhooksv1.GetWebhookRequest{WebhookId: made.Id}); !gone.Deleted || err == nil || !strings.Contains(err.Error(), "WEBHOOK_NOT_FOUND") {
		t.Errorf("after the deletion: %v, %v", gone, err)
	}

	// The same key creates once and shows the same secret again.
	key := []string{"Idempotency-Key", "6f1f0f52-8c2c-4f0e-9a53-3f1b9a2f7a11"}
	first := h.Do(t, "POST", "/api/v1/facade/webhooks", h.Live, `{"url":"https://d.example.com"}`, key...)
	again := h.Do(t, "POST", "/api/v1/facade/webhooks", h.Live, `{"url":"https://d.example.com"}`, key...)
	if first.Status != 201 || again.Status != 201 || string(first.Body) != string(again.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%d %s, then %d %s", first.Status, first.Body, again.Status, again.Body)
	}
	if first.Header.Get("Cache-Control") != "no-store" {
		t.Error("a response with a secret may be cached")
	}
}

// TestLoopbackIsRefusedByDefault: loopback addresses require a development setting.
func TestLoopbackIsRefusedByDefault(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	for _, url := range []string{"http://127.0.0.1:9/", "https://127.0.0.1/", "https://localhost/", "https://[::1]/"} {
		a := s.Do(t, "POST", "/api/v1/facade/webhooks", s.Live, `{"url":"`+url+`"}`)
		if code, rule := a.Code(t); code != "VALIDATION_FAILED" || rule != "url_not_public_https" {
			t.Errorf("%s: %d %s", url, a.Status, a.Body)
		}
	}
}

// TestRetriesByTheClock walks the whole schedule by advancing the database clock: ten attempts with the same id
// and bytes, then the dead-letter queue, the replay, and the retention of 14 days.
func TestRetriesByTheClock(t *testing.T) {
	t.Parallel()
	h := startHooks(t)
	r := newReceiver(t, status(500))
	w := h.create(t, h.Live, r.URL)
	h.render(t, h.Live, "")
	schedule := []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
		10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}
	for i, want := range schedule {
		d := h.delivery(t, h.Live, w.ID, attempts(i+1))
		a := d.Attempts[i]
		if d.Status != "failed" || d.NextAttemptAt == nil || a.ResponseStatus != 500 {
			t.Fatalf("after attempt %d: %+v", i+1, d)
		}
		// The pause is measured from the end of the attempt, which is some milliseconds after it was sent.
		if gap := d.NextAttemptAt.Sub(a.SentAt); gap < want*8/10 || gap > want*12/10+time.Second {
			t.Errorf("attempt %d follows after %v, want %v ±20 %%", i+2, gap, want)
		}
		if n := len(r.all()); n != i+1 {
			t.Errorf("%d requests after attempt %d", n, i+1)
		}
		h.Advance(t, want*12/10)
	}
	d := h.delivery(t, h.Live, w.ID, attempts(10))
	if d.Status != "dead_letter" || d.NextAttemptAt != nil {
		t.Errorf("after ten attempts: %+v", d)
	}
	got := r.wait(t, 10)
	for i, g := range got {
		if string(g.body) != string(got[0].body) || g.header.Get("X-Service-Delivery") != d.ID || g.header.Get("X-Service-Attempt") != fmt.Sprint(i+1) ||
			g.header.Get("X-Service-Signature") != signature(w.Secret, g.body) {
			t.Errorf("request %d differs: %v %s", i+1, g.header, g.body)
		}
	}
	dlq := func() []deadLetter {
		t.Helper()
		var list struct{ Data []deadLetter }
		h.ok(t, 200, "GET", "webhooks/dlq", h.Live, "", &list)
		return list.Data
	}
	list := dlq()
	if len(list) != 1 || list[0].EventID != d.EventID || list[0].DeliveryID != d.ID || list[0].WebhookID != w.ID || list[0].Attempts != 10 ||
		list[0].LastStatus == nil || *list[0].LastStatus != 500 || list[0].ExpiresAt.Sub(list[0].DeadLetteredAt) != 14*24*time.Hour {
		t.Fatalf("the queue holds %+v", list)
	}
	var other struct{ Data []deadLetter }
	if h.ok(t, 200, "GET", "webhooks/dlq", h.Test, "", &other); len(other.Data) != 0 {
		t.Error("test mode sees a live dead letter")
	}

	// After a failed replay the event is a dead letter again.
	retry := "webhooks/dlq/" + d.EventID + "/retry"
	var again delivery
	h.ok(t, 200, "POST", retry, h.Live, "", &again)
	if again.ID != d.ID || again.Status != "pending" {
		t.Errorf("the retry returns %+v", again)
	}
	h.delivery(t, h.Live, w.ID, func(d delivery) bool { return d.Status == "dead_letter" && len(d.Attempts) == 11 })

	// 14 days, minus a margin for the duration of the test.
	h.Advance(t, 14*24*time.Hour-20*time.Second)
	if len(dlq()) != 1 {
		t.Error("gone before 14 days are over")
	}
	h.Advance(t, 20*time.Second)
	if len(dlq()) != 0 {
		t.Error("listed after 14 days")
	}
	if a := h.Do(t, "POST", "/api/v1/facade/"+retry, h.Live, ""); a.Status != 404 {
		t.Errorf("a retry after 14 days returns %d %s", a.Status, a.Body)
	}
}

// TestReplayOnce: of many concurrent retries one replays, with the same id and bytes.
func TestReplayOnce(t *testing.T) {
	t.Parallel()
	h := startHooks(t)
	r := newReceiver(t, status(503))
	w := h.create(t, h.Test, r.URL)
	h.render(t, h.Test, "")
	for i, pause := range []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute} {
		h.delivery(t, h.Test, w.ID, attempts(i+1))
		h.Advance(t, pause*12/10)
	}
	d := h.delivery(t, h.Test, w.ID, func(d delivery) bool { return d.Status == "dead_letter" })
	if len(d.Attempts) != 5 {
		t.Errorf("test mode makes %d attempts, want 5", len(d.Attempts))
	}
	release := make(chan struct{})
	r.set(func(w http.ResponseWriter, _ *http.Request) { <-release; w.WriteHeader(200) })
	codes := make(chan int, 20)
	for range 20 {
		go func() { codes <- h.Do(t, "POST", "/api/v1/facade/webhooks/dlq/"+d.EventID+"/retry", h.Test, "").Status }()
	}
	counts := map[int]int{}
	for range 20 {
		counts[<-codes]++
	}
	if counts[200] != 1 || counts[409] != 19 {
		t.Errorf("20 retries return %v, want one 200 and 19 409", counts)
	}
	got := r.wait(t, 6)
	close(release)
	if string(got[5].body) != string(got[0].body) || got[5].header.Get("X-Service-Delivery") != d.ID {
		t.Error("the replay differs")
	}
	h.delivery(t, h.Test, w.ID, func(d delivery) bool { return d.Status == "delivered" })
	if a := h.Do(t, "POST", "/api/v1/facade/webhooks/dlq/"+d.EventID+"/retry", h.Test, ""); a.Status != 409 {
		t.Errorf("a retry of what was replayed returns %d", a.Status)
	}
	if len(r.all()) != 6 {
		t.Errorf("%d requests, want 6", len(r.all()))
	}
	// A delivery can be sent again at any time.
	r.set(nil)
	h.ok(t, 200, "POST", "webhooks/"+w.ID+"/deliveries/"+d.ID+"/redeliver", h.Test, "", nil)
	if got := r.wait(t, 7)[6]; string(got.body) != d.Attempts[0].RequestBody {
		t.Error("the redelivery differs")
	}
}

// TestRetryAfterIsClamped: a receiver may slow the next attempt down, to twice the pause; slowness and 429
// ask for a minute at least.
func TestRetryAfterIsClamped(t *testing.T) {
	t.Parallel()
	h := startHooks(t, "PLATEN_WEBHOOK_TIMEOUT", "300ms")
	after := func(code int, header string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", header)
			w.WriteHeader(code)
		}
	}
	cases := []struct {
		name         string
		response     http.HandlerFunc
		least, atMax time.Duration
	}{
		{"within", after(503, "7"), 7 * time.Second, 7 * time.Second},
		{"too long", after(503, "86400"), 10 * time.Second, 10 * time.Second},
		{"too short", after(503, "1"), 5 * time.Second, 5 * time.Second},
		{"429", status(429), 60 * time.Second, 72 * time.Second},
		{"429 with a wish", after(429, "90"), 90 * time.Second, 90 * time.Second},
		{"slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 60 * time.Second, 72 * time.Second},
		{"500", status(500), 4 * time.Second, 6 * time.Second},
	}
	ids := make([]string, len(cases))
	for i, c := range cases {
		ids[i] = h.create(t, h.Live, newReceiver(t, c.response).URL).ID
	}
	h.render(t, h.Live, "")
	for i, c := range cases {
		d := h.delivery(t, h.Live, ids[i], attempts(1))
		gap := d.NextAttemptAt.Sub(d.Attempts[0].SentAt)
		if gap < c.least || gap > c.atMax+2*time.Second {
			t.Errorf("%s: the next attempt follows after %v, want %v to %v", c.name, gap, c.least, c.atMax)
		}
	}
}

// TestRotationOfSecrets: for 24 hours the old secret signs the contract's header and the new one a second;
// then the contract's header has the new one.
func TestRotationOfSecrets(t *testing.T) {
	t.Parallel()
	h := startHooks(t)
	r := newReceiver(t, nil)
	w := h.create(t, h.Live, r.URL)
	test := func() received {
		t.Helper()
		h.ok(t, 200, "POST", "webhooks/"+w.ID+"/test", h.Live, "", nil)
		got := r.all()
		return got[len(got)-1]
	}
	signed := func(when string, g received, main, second string) {
		t.Helper()
		want2 := ""
		if second != "" {
			want2 = signature(second, g.body)
		}
		if g.header.Get("X-Service-Signature") != signature(main, g.body) || g.header.Get("X-Service-Signature-2") != want2 {
			t.Errorf("%s: signed %q and %q", when, g.header.Get("X-Service-Signature"), g.header.Get("X-Service-Signature-2"))
		}
		for _, secret := range []string{main, second} {
			if secret == "" {
				continue
			}
			stock, err := standardwebhooks.NewWebhook(secret)
			if err != nil {
				t.Fatal(err)
			}
			if err := stock.VerifyIgnoringTimestamp(g.body, g.header); err != nil {
				t.Errorf("%s: the stock library refuses: %v", when, err)
			}
			if _, err := platen.VerifyWebhook(g.body, g.header, secret); err != nil {
				t.Errorf("%s: the Go client refuses: %v", when, err)
			}
		}
	}
	signed("before", test(), w.Secret, "")
	key := []string{"Idempotency-Key", "0d6d2f3e-53cf-4d29-8b43-4c3e0e1a6b55"}
	first := h.Do(t, "POST", "/api/v1/facade/webhooks/"+w.ID+"/test", h.Live, "", key...)
	again := h.Do(t, "POST", "/api/v1/facade/webhooks/"+w.ID+"/test", h.Live, "", key...)
	if string(first.Body) != string(again.Body) || again.Header.Get("Idempotent-Replayed") != "true" || len(r.all()) != 2 {
		t.Errorf("a repeated test: %d %s, %d requests", again.Status, again.Body, len(r.all()))
	}
	var rotated webhook
	h.ok(t, 200, "POST", "webhooks/"+w.ID+"/rotate-secret", h.Live, `{"revoke_previous":false}`, &rotated)
	if rotated.Secret == w.Secret || rotated.PreviousUntil == nil {
		t.Errorf("rotated to %+v", rotated)
	}
	signed("in grace", test(), w.Secret, rotated.Secret)
	if a := h.Do(t, "POST", "/api/v1/facade/webhooks/"+w.ID+"/rotate-secret", h.Live, ""); a.Status != 409 {
		t.Errorf("a second rotation returns %d %s", a.Status, a.Body)
	}
	h.Advance(t, 24*time.Hour-20*time.Second)
	signed("at the end of the grace", test(), w.Secret, rotated.Secret)
	h.Advance(t, 20*time.Second)
	signed("after the grace", test(), rotated.Secret, "")
	var last webhook
	h.ok(t, 200, "POST", "webhooks/"+w.ID+"/rotate-secret", h.Live, `{"revoke_previous":true}`, &last)
	signed("revoked", test(), last.Secret, "")
	var list struct{ Data []delivery }
	h.ok(t, 200, "GET", "webhooks/"+w.ID+"/deliveries?limit=1", h.Live, "", &list)
	if !list.Data[0].Test || list.Data[0].Status != "delivered" || strings.Contains(fmt.Sprint(list), "whsec_") {
		t.Errorf("the log shows %+v", list.Data)
	}
}
