package contract

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// unknown returns a well-formed id of a nonexistent object.
func unknown(prefix string) string { return prefix + "_00000000000000000000000000" }

// card returns a unique render request, so that no cache has its result.
func card(operation string) M {
	return M{"operation": operation, "html": "<p style='margin:0;width:64px;height:64px;background:#0F172A'>" + uuid.NewString() + "</p>",
		"outputs": []any{M{"name": "card", "width": 64, "height": 64, "format": "png"}}}
}

// with returns a copy of m with a member set, or removed when v is nil.
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

// key creates a key of the same workspace.
func (t *T) key(mode string, scopes ...string) string {
	k, err := t.Env.Mint(t.ctx, mode, scopes...)
	if err != nil {
		t.Skipf("no key can be made: %v", err)
	}
	return k
}

// hook creates a webhook that is deleted when the check ends.
func (t *T) hook(url string, more ...any) *Response {
	m := M{"url": url}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	a := t.Must("CreateWebhook", m)
	t.Cleanup(func() { t.Call("DeleteWebhook", M{"webhook_id": a.Text("id")}) })
	return a
}

// address returns a unique URL.
func address() string {
	return "https://" + strings.ReplaceAll(uuid.NewString(), "-", "") + ".example.com/hook"
}

// job creates a render job and waits for its end.
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

// number parses a JSON number.
func number(v any) int64 {
	f, _ := v.(float64)
	return int64(f)
}

// same reports whether two JSON values are equal.
func same(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }
