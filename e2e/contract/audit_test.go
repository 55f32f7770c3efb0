package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/contract"
	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

// TestEveryChangeIsInTheAuditLog calls every operation that changes something: when it succeeds there is
// exactly one entry for its request, written in its transaction, and when it fails there is none.
// Operations are called with the examples of the OpenAPI document and with resources created beforehand; those
// without either are reported and skipped.
func TestEveryChangeIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, roomy)
	key, err := s.App().MintWorkspace(t.Context(), "audited", 1000)
	if err != nil {
		t.Fatal(err)
	}
	operations, err := contract.Operations()
	if err != nil {
		t.Fatal(err)
	}
	d, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	made := func(method, path, body string) string {
		t.Helper()
		a := s.Do(t, method, path, key, body)
		var m struct {
			ID      string
			Outputs []struct {
				ImageID string `json:"image_id"`
			}
		}
		a.JSON(t, &m)
		if a.Status >= 300 {
			t.Fatalf("%s %s returns %d %s", method, path, a.Status, a.Body)
		}
		if len(m.Outputs) > 0 {
			return m.Outputs[0].ImageID
		}
		return m.ID
	}
	n := 0
	// things creates a resource for a path parameter; operations may delete it, so each call creates a new one.
	things := map[string]func() string{
		"webhook_id": func() string {
			n++
			return made("POST", "/api/v1/facade/webhooks", fmt.Sprintf(`{"url":"https://audit%d.example.com"}`, n))
		},
		"key_id":         func() string { return made("POST", "/api/v1/api-keys", `{"mode":"live"}`) },
		"signing_key_id": func() string { return made("POST", "/api/v1/signing-keys", "") },
		"issuer_id": func() string {
			n++
			return made("POST", "/api/v1/jwt-issuers", fmt.Sprintf(`{"issuer":"https://audit%d.example.com","jwks_url":"https://audit.example.com/jwks"}`, n))
		},
		"job_id": func() string {
			// Enough outputs that the job is still running when it is canceled.
			outputs := make([]string, 20)
			for i := range outputs {
				outputs[i] = fmt.Sprintf(`{"name":"o%d","width":3000,"height":3000}`, i)
			}
			return made("POST", "/api/v1/facade/generate", `{"operation":"render","html":"<div style='filter:blur(40px)'>x</div>","outputs":[`+strings.Join(outputs, ",")+`]}`)
		},
		"image_id": func() string {
			n++
			return made("POST", "/api/v1/facade/generate", fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":16,"height":16}]}`, n))
		},
	}
	bodies := map[string]string{"createLiveKey": `{"name":"x"}`, "createApiKey": `{"mode":"live"}`}
	succeeded, quiet := []string{}, []string{}
	for _, o := range operations {
		if o.Free || o.Streaming {
			continue
		}
		path := o.Path
		for _, p := range o.Params {
			id := "x"
			if thing := things[p]; thing != nil {
				id = thing()
			}
			path = strings.ReplaceAll(path, "{"+p+"}", id)
		}
		body := bodies[o.ID]
		if body == "" && o.Body {
			body = example(d, o)
		}
		a := s.Do(t, o.Method, path, key, body)
		var list struct {
			Data []struct {
				RequestID string `json:"request_id"`
				Action    string
				Actor     string
			}
		}
		s.Do(t, http.MethodGet, "/api/v1/audit?limit=50", key, "").JSON(t, &list)
		entries := 0
		for _, e := range list.Data {
			if e.RequestID != a.Header.Get("X-Request-Id") {
				continue
			}
			entries++
			if !strings.HasPrefix(e.Actor, "key:key_") || !regexp.MustCompile(`^[a-z]+\.[a-z_]+$`).MatchString(e.Action) {
				t.Errorf("%s left %+v", o.ID, e)
			}
		}
		switch {
		case a.Status < 300 && entries != 1:
			t.Errorf("%s returns %d and leaves %d entries", o.ID, a.Status, entries)
		case a.Status >= 300 && entries != 0:
			t.Errorf("%s returns %d and leaves %d entries", o.ID, a.Status, entries)
		case a.Status < 300:
			succeeded = append(succeeded, o.ID)
		default:
			quiet = append(quiet, fmt.Sprintf("%s (%d)", o.ID, a.Status))
		}
	}
	t.Logf("%d operations left their entry; not carried out here: %s", len(succeeded), strings.Join(quiet, ", "))
	for _, want := range []string{"generate", "sign", "createWebhook", "updateWebhook", "deleteWebhook", "rotateWebhookSecret", "testWebhook", "createApiKey", "rotateApiKey",
		"revokeApiKey", "createSigningKey", "rotateSigningKey", "retireSigningKey", "revokeSigningKey", "createJwtIssuer", "deleteJwtIssuer", "deleteImage", "createTestKey", "createLiveKey", "cancelRenderJob"} {
		if !slices.Contains(succeeded, want) {
			t.Errorf("%s was not carried out: %v", want, quiet)
		}
	}
	if log := s.Log(); strings.Contains(log, "an audit entry was written after its change") {
		t.Errorf("an entry did not join its change's transaction:\n%s", grep(log, "an audit entry was written after"))
	}
	var found struct {
		Intact  bool
		Entries int
	}
	s.Do(t, http.MethodGet, "/api/v1/audit/verification", key, "").JSON(t, &found)
	if !found.Intact || found.Entries < len(succeeded) {
		t.Errorf("the chain is %+v", found)
	}
}

// example returns the first example of an operation's body, "" when there is none.
func example(d *conformance.Document, o *contract.Operation) string {
	for _, r := range d.Routes {
		if r.Operation["operationId"] != o.ID {
			continue
		}
		request, _ := r.Operation["requestBody"].(map[string]any)
		content, _ := request["content"].(map[string]any)
		media, _ := content["application/json"].(map[string]any)
		examples, _ := media["examples"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(examples)) {
			text, _ := json.Marshal(examples[name].(map[string]any)["value"])
			return string(text)
		}
	}
	return ""
}

func grep(text, want string) string {
	var out bytes.Buffer
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, want) {
			_, _ = io.WriteString(&out, line+"\n")
		}
	}
	return out.String()
}
