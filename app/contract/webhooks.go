package contract

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// tested sends a test event to a webhook and returns the received request.
func (t *T) tested(w *Response, r *receiver) received {
	n := len(r.all())
	t.Must("TestWebhook", M{"webhook_id": w.Text("id")})
	return r.wait(t, n+1)[n]
}

// attempts waits until n attempts of a webhook's only delivery are recorded.
func (t *T) attempts(w *Response, n int) {
	for range 300 {
		if len(t.Must("ListDeliveries", M{"webhook_id": w.Text("id")}).List("data.0.attempts")) >= n {
			return
		}
		t.sleep(50 * time.Millisecond)
	}
	t.Fatalf("the attempt %d is not on record", n)
}

// dead makes the delivery of one event fail until it is in the dead-letter queue.
func (t *T) dead(w *Response, r *receiver) *Response {
	r.respondWith(500)
	t.Must("Generate", card("render"))
	for n := 1; n < 10; n++ {
		t.attempts(w, n)
		t.advance(50 * time.Hour)
	}
	for range 100 {
		if a := t.Must("ListDeadLetters", nil); len(a.List("data")) > 0 {
			return a
		}
		t.sleep(100 * time.Millisecond)
	}
	t.Fatalf("the event is not in the dead-letter queue")
	return nil
}

// slow responds only after the client has disconnected.
func slow(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func webhookClauses() []Clause {
	loop := []Need{Loopback}
	// Retries need a separate clock and frequent sweeps.
	timed, quick := []Need{Loopback, Clock}, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_WEBHOOK_SWEEP": "100ms"}
	return []Clause{
		{ID: "W-01", Says: "A webhook is created with a URL; its secret begins with `whsec_` and is shown once.", Run: func(t *T) {
			w := t.hook(address())
			t.True(strings.HasPrefix(w.Text("secret"), "whsec_"), "the secret is %q", w.Text("secret"))
			t.True(t.Must("GetWebhook", M{"webhook_id": w.Text("id")}).Get("secret") == nil, "reading shows the secret")
			t.True(!strings.Contains(string(t.Must("ListWebhooks", M{"limit": 50}).Body), w.Text("secret")), "the list shows the secret")
		}},
		{ID: "W-02", Says: "Webhooks are listed, changed and deleted.", Run: func(t *T) {
			w := t.Must("CreateWebhook", M{"url": address()})
			id := M{"webhook_id": w.Text("id")}
			t.Is("changing", t.Must("UpdateWebhook", with(id, "change", M{"enabled": false, "description": "x"})).Get("enabled"), false)
			t.Is("reading", t.Must("GetWebhook", id).Get("description"), "x")
			t.Is("deleting", t.Must("DeleteWebhook", id).Get("deleted"), true)
			t.Refused("reading a deleted one", t.Call("GetWebhook", id), 404, "WEBHOOK_NOT_FOUND", "")
		}},
		{ID: "W-03", Says: "A URL that is registered already returns 409 CONFLICT.", Run: func(t *T) {
			u := address()
			t.hook(u)
			t.Refused("the same URL", t.Call("CreateWebhook", M{"url": u}), 409, "CONFLICT", "webhook_url_registered")
			t.Refused("a URL that is not public https", t.Call("CreateWebhook", M{"url": "https://10.0.0.1/"}), 400, "VALIDATION_FAILED", "url_not_public_https")
		}},
		{ID: "W-04", Says: "A finished render is sent as `render.completed`, a failed one as `render.failed`.", Needs: loop, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			only := []any{w.Text("id")}
			t.Must("Generate", with(card("render"), "webhook_ids", only))
			t.Is("event", r.wait(t, 1)[0].json(t)["event"], "render.completed")
			t.Must("Generate", with(with(card("render"), "html", "<img src='https://127.0.0.1:1/x.png'>"), "webhook_ids", only))
			t.Is("event", r.wait(t, 2)[1].json(t)["event"], "render.failed")
		}},
		{ID: "W-05", Says: "The test call sends a `render.completed` delivery.", Needs: loop, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			got := t.tested(w, r)
			t.Is("event", got.json(t)["event"], "render.completed")
			t.Is("test", got.json(t)["test"], true)
		}},
		{ID: "W-06", Says: "`X-Service-Signature` is `sha256=` and the lower-case hex HMAC-SHA256 of the raw body under the secret.", Needs: loop, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			got := t.tested(w, r)
			t.Is("X-Service-Signature", got.header.Get("X-Service-Signature"), mac(w.Text("secret"), got.body))
		}},
		{ID: "W-07", Says: "`X-Service-Delivery` names the delivery; every attempt has the same name and the same bytes.", Needs: timed, Settings: quick, On: RESTOnly, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			r.respondWith(503)
			t.Must("Generate", card("render"))
			t.attempts(w, 1)
			t.advance(time.Minute)
			got := r.wait(t, 2)
			t.True(got[0].header.Get("X-Service-Delivery") != "" && got[0].header.Get("X-Service-Delivery") == got[1].header.Get("X-Service-Delivery"), "named %v", got[1].header)
			t.Is("the bytes", string(got[1].body), string(got[0].body))
			t.Is("the id in the body", got[0].json(t)["delivery_id"], got[0].header.Get("X-Service-Delivery"))
		}},
		{ID: "W-08", Says: "A response that is not 2xx is a failure and is retried with growing pauses; 2xx is the end.", Needs: timed, Settings: quick, On: RESTOnly, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			r.respondWith(302)
			t.Must("Generate", card("render"))
			t.attempts(w, 1)
			var status string
			next := func() time.Duration {
				for range 100 {
					d := t.Must("ListDeliveries", M{"webhook_id": w.Text("id")})
					status = d.Text("data.0.status")
					at, err := time.Parse(time.RFC3339Nano, d.Text("data.0.next_attempt_at"))
					if err == nil {
						return at.Sub(t.now())
					}
					t.sleep(50 * time.Millisecond)
				}
				return 0
			}
			t.True(next() < 10*time.Second, "the first pause is %v", next())
			t.advance(time.Minute)
			t.attempts(w, 2)
			t.True(next() > time.Minute, "the second pause is %v", next())
			r.respondWith(204)
			t.advance(time.Hour)
			r.wait(t, 3)
			for range 100 {
				if status = t.Must("ListDeliveries", M{"webhook_id": w.Text("id")}).Text("data.0.status"); status == "delivered" {
					break
				}
				t.sleep(50 * time.Millisecond)
			}
			t.Is("status", status, "delivered")
		}},
		{ID: "W-09", Says: "A receiver that does not respond in time is a failure.", Needs: []Need{Loopback, Database}, On: RESTOnly,
			Settings: map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_WEBHOOK_TIMEOUT": "200ms"}, Run: func(t *T) {
				t.isolate(100)
				r := t.receiver(slow)
				w := t.hook(r.URL)
				a := t.Must("TestWebhook", M{"webhook_id": w.Text("id")})
				t.Is("status", a.Text("status"), "failed")
				t.True(a.Text("attempts.0.error") != "", "the attempt is %v", a.Get("attempts.0"))
			}},
		{ID: "W-10", Says: "An event that fails every attempt is kept in the dead-letter queue for 14 days.", Needs: timed, Settings: quick, On: RESTOnly, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			a := t.dead(t.hook(r.URL), r)
			for _, m := range []string{"event_id", "event", "webhook_id", "url", "delivery_id", "attempts", "first_attempt_at", "last_attempt_at", "dead_lettered_at", "expires_at"} {
				t.True(a.Get("data.0."+m) != nil, "the entry has no %s", m)
			}
			t.advance(14*24*time.Hour - time.Minute)
			t.Is("entries a minute before", len(t.Must("ListDeadLetters", nil).List("data")), 1)
			t.advance(2 * time.Minute)
			t.Is("entries after", len(t.Must("ListDeadLetters", nil).List("data")), 0)
			t.Refused("replaying it", t.Call("RetryDeadLetter", M{"event_id": a.Text("data.0.event_id")}), 404, "WEBHOOK_EVENT_NOT_FOUND", "")
		}},
		{ID: "W-11", Says: "A dead-letter event is replayed once, with the same delivery id and bytes.", Needs: timed, Settings: quick, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			a := t.dead(t.hook(r.URL), r)
			r.respondWith(204)
			id := M{"event_id": a.Text("data.0.event_id")}
			n := len(r.all())
			d := t.Must("RetryDeadLetter", id)
			t.Is("the delivery", d.Text("id"), a.Text("data.0.delivery_id"))
			got := r.wait(t, n+1)
			t.Is("the bytes", string(got[n].body), string(got[0].body))
			b := t.Call("RetryDeadLetter", id)
			t.True(b.Status == 409 || b.Status == 404, "replaying it again returns %d", b.Status)
			t.Refused("an unknown event", t.Call("RetryDeadLetter", M{"event_id": unknown("evt")}), 404, "WEBHOOK_EVENT_NOT_FOUND", "")
		}},
		{ID: "W-12", Says: "After a rotation the old secret stays good for 24 hours: both sign, then the new one alone.", Needs: timed, Settings: quick, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			w := t.hook(r.URL)
			fresh := t.Must("RotateWebhookSecret", M{"webhook_id": w.Text("id")}).Text("secret")
			got := t.tested(w, r)
			t.Is("the signature in the grace", got.header.Get("X-Service-Signature"), mac(w.Text("secret"), got.body))
			t.Is("the second one", got.header.Get("X-Service-Signature-2"), mac(fresh, got.body))
			t.Refused("a second rotation", t.Call("RotateWebhookSecret", M{"webhook_id": w.Text("id")}), 409, "CONFLICT", "secret_rotation_in_grace")
			t.advance(24*time.Hour + time.Second)
			got = t.tested(w, r)
			t.Is("the signature after it", got.header.Get("X-Service-Signature"), mac(fresh, got.body))
			t.Is("the second one after it", got.header.Get("X-Service-Signature-2"), "")
		}},
		{ID: "W-13", Says: "Deliveries carry the three headers of the Standard Webhooks convention too.", Needs: loop, On: RESTOnly, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			got := t.tested(t.hook(r.URL), r)
			t.Is("webhook-id", got.header.Get("Webhook-Id"), got.header.Get("X-Service-Delivery"))
			t.True(strings.HasPrefix(got.header.Get("Webhook-Signature"), "v1,") && got.header.Get("Webhook-Timestamp") != "", "sent %v", got.header)
		}},
		{ID: "W-14", Says: "A payload names its event, delivery, time, mode, version and workspace, and is at most 20 KiB.", Needs: loop, On: RESTOnly, Run: func(t *T) {
			t.isolate(100)
			r := t.receiver(nil)
			got := t.tested(t.hook(r.URL), r)
			m := got.json(t)
			for _, name := range []string{"id", "event", "delivery_id", "created_at", "sequence", "livemode", "test", "api_version", "workspace_id", "data"} {
				t.True(m[name] != nil, "the payload has no %s", name)
			}
			t.True(len(got.body) <= 20<<10, "it has %d bytes", len(got.body))
			t.True(fmt.Sprint(get(m, "data.job.object")) == "render_job", "data is %v", m["data"])
		}},
	}
}
