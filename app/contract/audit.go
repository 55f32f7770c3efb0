package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

func auditClauses() []Clause {
	return []Clause{
		{ID: "D-01", Says: "A change leaves one entry: who, what, to what, by which request, from where, and how it is since.", Needs: []Need{Keys}, Run: func(t *T) {
			admin := t.key("live", "admin:read")
			w := t.Must("CreateWebhook", M{"url": address()})
			id := M{"webhook_id": w.Text("id")}
			t.Must("UpdateWebhook", with(id, "change", M{"enabled": false}))
			t.Must("DeleteWebhook", id)
			t.Call("DeleteWebhook", id) // changes nothing
			a := t.Must("ListAuditEntries", M{"subject": w.Text("id")}, token(admin))
			var actions []string
			for _, e := range a.List("data") {
				s, _ := get(e, "action").(string)
				actions = append(actions, s)
			}
			t.Is("the entries", actions, []string{"webhooks.delete_webhook", "webhooks.update_webhook", "webhooks.create_webhook"})
			t.Is("before", a.Get("data.1.before.enabled"), true)
			t.True(strings.HasPrefix(a.Text("data.2.actor"), "key:key_") && a.Text("data.2.ip") != "", "the entry is %v", a.Get("data.2"))
			t.Is("the request", a.Text("data.2.request_id"), w.Header.Get("X-Request-Id"))
			t.True(!strings.Contains(string(a.Body), w.Text("secret")), "the log holds the secret")
		}},
		{ID: "D-02", Says: "Entries form a hash chain that a client can recompute.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 10)
			if err != nil {
				t.Fatalf("%v", err)
			}
			for range 3 {
				t.Must("CreateSigningKey", nil, token(k))
			}
			a := t.Must("ListAuditEntries", M{"limit": 50}, token(k))
			for _, e := range a.List("data") {
				text := func(name string) string { s, _ := get(e, name).(string); return s }
				previous, err := hex.DecodeString(text("previous_hash"))
				if err != nil {
					t.Fatalf("%v", err)
				}
				sum := sha256.Sum256(bytes.Join([][]byte{previous, []byte(text("canonical"))}, nil))
				t.Is("the hash of entry "+text("id"), text("hash"), hex.EncodeToString(sum[:]))
			}
			v := t.Must("VerifyAudit", nil, token(k))
			t.Is("intact", v.Get("intact"), true)
			t.Is("entries", v.Get("entries"), len(a.List("data")))
			t.Is("the last hash", v.Text("hash"), a.Text("data.0.hash"))
		}},
		{ID: "D-03", Says: "The log cannot be changed, and a change behind its back shows.", Needs: []Need{Database, Keys}, Run: func(t *T) {
			admin := t.key("live", "admin:read")
			t.True(t.Env.Exec("UPDATE platform.audit SET actor = 'x'") != nil && t.Env.Exec("DELETE FROM platform.audit") != nil, "the log can be changed")
			if err := t.Env.Exec("ALTER TABLE platform.audit DISABLE TRIGGER ALL"); err != nil {
				t.Fatalf("%v", err)
			}
			if err := t.Env.Exec("UPDATE platform.audit SET actor = 'other' WHERE number = 2"); err != nil {
				t.Fatalf("%v", err)
			}
			v := t.Must("VerifyAudit", nil, token(admin))
			t.Is("intact", v.Get("intact"), false)
			t.Is("entries that hold", v.Get("entries"), 1)
			t.True(strings.Contains(v.Text("problem"), "entry 2"), "the problem is %q", v.Text("problem"))
		}},
		{ID: "D-04", Says: "A test token sees the entries of test mode only.", Needs: []Need{Keys}, Run: func(t *T) {
			id := t.hook(address()).Text("id")
			t.Is("live entries", len(t.Must("ListAuditEntries", M{"subject": id}, token(t.key("test", "admin:read"))).List("data")), 0)
		}},
	}
}
