package contract

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// unknown is an id of the kind that names nothing.
func unknown(prefix string) string { return prefix + "_00000000000000000000000000" }

// card is a render request that no other is equal to, so that no cache has it.
func card(operation string) M {
	return M{"operation": operation, "html": "<p style='margin:0;width:64px;height:64px;background:#0F172A'>" + uuid.NewString() + "</p>",
		"outputs": []any{M{"name": "card", "width": 64, "height": 64, "format": "png"}}}
}

// with returns a copy of m with one member more, or less when v is nil.
func with(m M, name string, v any) M {
	out := M{}
	for k, x := range m {
		out[k] = x
	}
	if out[name] = v; v == nil {
		delete(out, name)
	}
	return out
}

// key makes a key of the same workspace.
func (t *T) key(mode string, scopes ...string) string {
	k, err := t.Env.Mint(t.ctx, mode, scopes...)
	if err != nil {
		t.Skipf("no key can be made: %v", err)
	}
	return k
}

// hook makes a webhook that is deleted when the check ends.
func (t *T) hook(url string, more ...any) *Response {
	m := M{"url": url}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	a := t.Must("CreateWebhook", m)
	t.Cleanup(func() { t.Call("DeleteWebhook", M{"webhook_id": a.Text("id")}) })
	return a
}

// address is a URL that nothing else uses.
func address() string {
	return "https://" + strings.ReplaceAll(uuid.NewString(), "-", "") + ".example.com/hook"
}

// job makes a render job and waits for its end.
func (t *T) job(more ...any) *Response {
	m := card("render")
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	return t.ended(t.Must("Generate", m).Text("id"))
}

// ended waits for the end of a job.
func (t *T) ended(id string) *Response {
	for range 12 {
		a := t.Must("GetRenderJob", M{"job_id": id, "wait": 20})
		if s := a.Text("status"); s != "queued" && s != "processing" {
			return a
		}
	}
	t.Fatalf("the job %s does not end", id)
	return nil
}

// number reads a JSON number.
func number(v any) int64 {
	f, _ := v.(float64)
	return int64(f)
}

// same reports whether two JSON values are equal.
func same(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }
