package contract

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
)

// checked fails unless each clause has a check.
func (t *T) checked(ids ...string) {
	known := map[string]bool{}
	for _, p := range Parts() {
		for _, c := range p.Clauses {
			known[c.ID] = c.Run != nil
		}
	}
	for _, id := range ids {
		t.True(known[id], "%s is not checked", id)
	}
}

func limitClauses() []Clause {
	refuse := func(id, says string, on []Surface, f func(t *T)) Clause {
		return Clause{ID: id, Says: says, On: on, Run: f}
	}
	return []Clause{
		refuse("N-01", "Page size: 25 by default, 50 at most.", Every, func(t *T) {
			t.Refused("51", t.Call("ListImages", M{"limit": 51}), 400, "INVALID_REQUEST", "maximum")
			t.Is("50", t.Call("ListImages", M{"limit": 50}).Status, 200)
		}),
		refuse("N-02", "Signed URLs: at most 100 a call.", Every, func(t *T) {
			items := make([]any, 101)
			for i := range items {
				items[i] = M{"html": "x"}
			}
			t.Refused("101", t.Call("Sign", M{"items": items}), 400, "INVALID_REQUEST", "max_items")
		}),
		refuse("N-03", "Outputs: 1 to 20 of unique names, 16 to 8192 pixels a side.", Every, func(t *T) {
			outputs := func(n int) M {
				list := make([]any, n)
				for i := range list {
					list[i] = M{"name": fmt.Sprint("o", i), "width": 16, "height": 16}
				}
				return with(card("preview"), "outputs", list)
			}
			t.Refused("21", t.Call("Generate", outputs(21)), 400, "INVALID_REQUEST", "max_items")
			t.Is("20", t.Call("Generate", outputs(20)).Status, 200)
			for rule, side := range map[string]int{"minimum": 15, "maximum": 8193} {
				t.Refused(fmt.Sprint(side), t.Call("Generate", with(card("preview"), "outputs", []any{M{"width": side, "height": 16}})), 400, "INVALID_REQUEST", rule)
			}
		}),
		refuse("N-04", "Bodies: 5 MiB for a render, 2 MiB for signing, 1 MiB otherwise, also after decompression.", Texts, func(t *T) {
			big := `{"url":"https://a.example.com","description":"` + strings.Repeat("x", 1<<20) + `"}`
			t.Refused("1 MiB of webhook", t.Call("CreateWebhook", nil, raw(big)), 400, "INVALID_REQUEST", "max_body")
			var z bytes.Buffer
			w := gzip.NewWriter(&z)
			_, _ = w.Write([]byte(`{"operation":"preview","html":"` + strings.Repeat("x", 8<<20) + `"}`))
			_ = w.Close()
			a := t.Call("Generate", nil, raw(z.String()), header("Content-Encoding", "gzip"))
			t.True(a.Status == 400 && a.Code == "INVALID_REQUEST" && (a.Rule() == "max_body" || a.Rule() == "compression_ratio"), "8 MiB compressed returns %d %s %s", a.Status, a.Code, a.Rule())
		}),
		refuse("N-05", "JSON: at most 32 levels deep and 10,000 members.", Texts, func(t *T) {
			deep := `{"operation":"preview","html":"x","outputs":[{"width":16,"height":16}],"data":{"a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}}`
			t.Refused("40 levels", t.Call("Generate", nil, raw(deep)), 400, "INVALID_REQUEST", "")
			var wide strings.Builder
			for i := range 10_001 {
				fmt.Fprintf(&wide, `%q:1,`, fmt.Sprint("m", i))
			}
			t.Refused("10,001 members", t.Call("Generate", nil, raw(`{"operation":"preview","html":"x","outputs":[{"width":16,"height":16}],"data":{`+wide.String()+`"z":1}}`)), 400, "INVALID_REQUEST", "")
		}),
		refuse("N-06", "The document of an image has at most 2,000 nodes; more are refused with their rule, not rendered.", Every, func(t *T) {
			a := t.Call("Generate", with(card("preview"), "html", strings.Repeat("<p>x</p>", 2100)))
			t.True(a.Status == 400 && a.Code == "VALIDATION_FAILED" && a.Rule() != "", "2,100 nodes return %d %s", a.Status, a.Code)
		}),
		refuse("N-07", "Hostile sizes are refused in time: 40 megapixels, filters, gradients and fonts cost bounded work.", Every, func(t *T) {
			m := card("preview")
			m["outputs"] = []any{M{"width": 8192, "height": 8192}}
			t.Refused("67 megapixels", t.Call("Generate", m), 400, "VALIDATION_FAILED", "")
			m["outputs"] = []any{M{"width": 4000, "height": 4000, "scale": 3}}
			t.Refused("144 megapixels by scale", t.Call("Generate", m), 400, "VALIDATION_FAILED", "")
		}),
		{ID: "N-08", Says: "Idempotency keys 24 hours, webhook responses 30 seconds, dead letters 14 days, key rotation 24 hours, JWT 24 hours: I-07, W-09, W-10, A-05, J-04.", On: RESTOnly, Run: func(t *T) {
			t.checked("I-07", "W-09", "W-10", "A-05", "J-04")
		}},
		{ID: "N-09", Says: "AI: 256 to 2048 pixels a side, prompts of at most 2000 characters, at most 5 colours `#RRGGBB`: G-01, G-02, G-03.", On: RESTOnly, Run: func(t *T) {
			t.checked("G-01", "G-02", "G-03")
		}},
		{ID: "N-10", Says: "Categories of requests have limits of their own.", Settings: map[string]string{"PLATEN_RATE_READ": "0.01/1", "PLATEN_RATE_MANAGE": "0.01/1"}, Run: func(t *T) {
			t.Is("the first read", t.Call("ListWebhooks", nil, noWait()).Status, 200)
			t.Is("the second read", t.Call("ListWebhooks", nil, noWait()).Status, 429)
			a := t.Call("CreateWebhook", M{"url": address()}, noWait())
			t.Is("a change", a.Status, 201)
			t.Is("X-RateLimit-Category", a.Header.Get("X-RateLimit-Category"), "manage")
		}},
	}
}
