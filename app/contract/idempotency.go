package contract

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

func idempotent(k string) option { return header("Idempotency-Key", k) }

func idempotencyClauses() []Clause {
	return []Clause{
		{ID: "I-01", Says: "The same key and request give the stored response again, and nothing runs twice.", Run: func(t *T) {
			k, m := uuid.NewString(), M{"url": address()}
			first, again := t.Must("CreateWebhook", m, idempotent(k)), t.Must("CreateWebhook", m, idempotent(k))
			t.Cleanup(func() { t.Call("DeleteWebhook", M{"webhook_id": first.Text("id")}) })
			t.Is("the status", again.Status, first.Status)
			t.Is("the response", again.JSON, first.JSON)
			t.Is("Idempotent-Replayed", again.Header.Get("Idempotent-Replayed"), "true")
			t.Is("Idempotent-Replayed at first", first.Header.Get("Idempotent-Replayed"), "")
			t.True(again.Header.Get("X-Request-Id") != first.Header.Get("X-Request-Id"), "the request id is replayed too")
			if t.Surface == REST {
				t.True(bytes.Equal(again.Body, first.Body), "the response differs: %s, first %s", again.Quoted(), first.Quoted())
			}
		}},
		{ID: "I-02", Says: "A replayed render is not charged again.", Run: func(t *T) {
			k, m := uuid.NewString(), card("preview")
			first, again := t.Must("Generate", m, idempotent(k)), t.Must("Generate", m, idempotent(k))
			t.Is("the render", again.Text("id"), first.Text("id"))
			if t.Surface == REST {
				t.Is("X-Credits-Charged", again.Header.Get("X-Credits-Charged"), "0")
			}
		}},
		{ID: "I-03", Says: "A key that is not one UUID v4 is refused with INVALID_IDEMPOTENCY_KEY.", Run: func(t *T) {
			for name, o := range map[string][]option{
				"a word": {idempotent("order-1")}, "empty": {idempotent("")}, "version 1": {idempotent("c232ab00-9414-11ec-b3c8-9f68deced846")},
				"version 7": {idempotent("018f4e3a-5b7c-7d21-9c3e-2a1b4c5d6e7f")}, "braces": {idempotent("{" + uuid.NewString() + "}")},
				"no dashes": {idempotent(strings.ReplaceAll(uuid.NewString(), "-", ""))}, "two": {idempotent(uuid.NewString()), idempotent(uuid.NewString())},
				"the wrong variant": {idempotent("3f2504e0-4f89-4d3a-1a0c-0305e82c3301")},
			} {
				t.Refused(name, t.Call("Generate", card("preview"), o...), 400, "INVALID_IDEMPOTENCY_KEY", "")
			}
			t.Is("upper case", t.Call("Generate", card("preview"), idempotent(strings.ToUpper(uuid.NewString()))).Status, 200)
		}},
		{ID: "I-04", Says: "A key used with another body is refused with IDEMPOTENCY_CONFLICT.", Run: func(t *T) {
			k := uuid.NewString()
			t.Must("Generate", card("preview"), idempotent(k))
			t.Refused("another body", t.Call("Generate", card("preview"), idempotent(k)), 409, "IDEMPOTENCY_CONFLICT", "")
			t.Refused("upper case", t.Call("Generate", card("preview"), idempotent(strings.ToUpper(k))), 409, "IDEMPOTENCY_CONFLICT", "")
		}},
		{ID: "I-05", Says: "A key used with another URL or method is refused with IDEMPOTENCY_CONFLICT.", Run: func(t *T) {
			k := uuid.NewString()
			a, b := t.hook(address()), t.hook(address())
			t.Must("RotateWebhookSecret", M{"webhook_id": a.Text("id")}, idempotent(k))
			t.Refused("another URL", t.Call("RotateWebhookSecret", M{"webhook_id": b.Text("id")}, idempotent(k)), 409, "IDEMPOTENCY_CONFLICT", "")
			t.Refused("another procedure", t.Call("Generate", card("preview"), idempotent(k)), 409, "IDEMPOTENCY_CONFLICT", "")
			t.Refused("another method", t.Call("UpdateWebhook", M{"webhook_id": a.Text("id"), "change": M{"enabled": false}}, idempotent(k)), 409, "IDEMPOTENCY_CONFLICT", "")
		}},
		{ID: "I-06", Says: "White space and the order of members do not make another body.", On: Texts, Run: func(t *T) {
			k, id := uuid.NewString(), uuid.NewString()
			a := fmt.Sprintf(`{"operation":"preview","html":"<p>%s</p>","outputs":[{"width":64,"height":64}]}`, id)
			b := fmt.Sprintf("{ \"outputs\": [ {\"height\": 64, \"width\": 64.0} ],\n \"html\": \"<p>%s</p>\", \"operation\": \"preview\" }", id)
			first, again := t.Must("Generate", nil, idempotent(k), raw(a)), t.Call("Generate", nil, idempotent(k), raw(b))
			t.Is("the render", again.Text("id"), first.Text("id"))
		}},
		{ID: "I-07", Says: "A key is kept for 24 hours from its first use.", Needs: []Need{Clock}, Run: func(t *T) {
			k, m := uuid.NewString(), card("preview")
			first := t.Must("Generate", m, idempotent(k))
			t.advance(24*3600e9 - 60e9)
			t.Is("before", t.Must("Generate", m, idempotent(k)).Text("id"), first.Text("id"))
			t.advance(60e9)
			t.True(t.Must("Generate", m, idempotent(k)).Text("id") != first.Text("id"), "the key is kept longer")
		}},
		{ID: "I-08", Says: "Refusals do not stick: the same request may be sent again with its key.", Needs: []Need{Workspaces}, Run: func(t *T) {
			poor, err := t.Env.Workspace(t.ctx, 0)
			if err != nil {
				t.Fatalf("%v", err)
			}
			k, m := uuid.NewString(), card("preview")
			t.Refused("without credits", t.Call("Generate", m, idempotent(k), token(poor)), 402, "INSUFFICIENT_CREDITS", "")
			t.Refused("without credits, again", t.Call("Generate", m, idempotent(k), token(poor)), 402, "INSUFFICIENT_CREDITS", "")
			t.Refused("another body after it", t.Call("Generate", card("preview"), idempotent(k), token(poor)), 409, "IDEMPOTENCY_CONFLICT", "")
			k = uuid.NewString()
			t.Refused("a wrong request", t.Call("Generate", with(m, "outputs", []any{M{"width": 1, "height": 1}}), idempotent(k)), 400, "INVALID_REQUEST", "")
			t.Is("the right one with its key", t.Call("Generate", m, idempotent(k)).Status, 200)
		}},
		{ID: "I-09", Says: "Of identical requests sent at the same time one runs.", Run: func(t *T) {
			k, m := uuid.NewString(), card("render")
			responses, problems := make([]*Response, 10), make([]error, 10)
			var all sync.WaitGroup
			for i := range responses {
				all.Go(func() {
					for range 60 { // rate-limited requests are retried, as a client does
						responses[i], problems[i] = t.send(t.Env.api.byMethod["Generate"], m, &request{surface: t.Surface, header: map[string][]string{"Idempotency-Key": {k}}})
						if problems[i] != nil || responses[i].Status != http.StatusTooManyRequests {
							return
						}
						select {
						case <-time.After(time.Second):
						case <-t.ctx.Done():
						}
					}
				})
			}
			all.Wait()
			for i, a := range responses {
				if problems[i] != nil {
					t.Fatalf("request %d: %v", i, problems[i])
				}
				t.True(a.Text("id") != "" && a.Text("id") == responses[0].Text("id"), "request %d returns %d %s, the first %s", i, a.Status, a.Quoted(), responses[0].Quoted())
			}
		}},
		{ID: "I-10", Says: "All API keys of a workspace share one space of keys, so that rotating one while retrying does not run a request twice.", Needs: []Need{Keys}, Run: func(t *T) {
			k, m := uuid.NewString(), card("preview")
			a, b := t.key("live"), t.key("live")
			t.Is("the render", t.Must("Generate", m, idempotent(k), token(b)).Text("id"), t.Must("Generate", m, idempotent(k), token(a)).Text("id"))
			test := t.key("test")
			t.Is("in test mode", t.Call("Generate", m, idempotent(k), token(test)).Header.Get("Idempotent-Replayed"), "")
		}},
	}
}
