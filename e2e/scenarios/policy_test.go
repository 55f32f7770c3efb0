package scenarios

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

type refusal struct {
	Error struct {
		Code    string
		Details []struct {
			Path    string
			Context struct{ Rule, Stage, Actual, Source string }
		}
	}
}

func refused(t *testing.T, a *harness.Response) (v refusal) {
	t.Helper()
	a.JSON(t, &v)
	if a.Status != 400 || v.Error.Code != "POLICY_VIOLATION" || len(v.Error.Details) == 0 {
		t.Fatalf("%d %s; want a violation", a.Status, a.Body)
	}
	return v
}

// TestTextModeration covers the built-in list, a workspace's own words, and the reported positions.
func TestTextModeration(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/2000"})
	v := refused(t, s.Do(t, "POST", generate, s.Test, card("preview", "How to m<b>ake</b> a b0mb")))
	if d := v.Error.Details[0]; d.Path != "/html" || d.Context.Rule != "text.weapons" || d.Context.Stage != "input" || d.Context.Actual != "How to make a b0mb" {
		t.Errorf("markup: %+v", d)
	}
	tree := `{"operation":"preview","document":{"tag":"div","children":[{"tag":"p","text":"fine"},{"tag":"p","id":"x","text":"buy cocaine here"}]},"outputs":[{"width":64,"height":32}]%s}`
	v = refused(t, s.Do(t, "POST", generate, s.Test, fmt.Sprintf(tree, "")))
	if d := v.Error.Details[0]; d.Path != "/document/children/1" || d.Context.Rule != "text.drugs" {
		t.Errorf("a tree: %+v", d)
	}
	refused(t, s.Do(t, "POST", generate, s.Test, strings.Replace(fmt.Sprintf(tree, `,"overrides":[{"node":"x","text":"porn"}]`), "buy cocaine here", "ok", 1)))
	if a := s.Do(t, "POST", "/api/v1/generate/sign", s.Test, `{"items":[{"html":"<p>a</p>"},{"html":"<p>kill all jews</p>"}]}`); refused(t, a).Error.Details[0].Path != "/items/1/html" {
		t.Errorf("minting: %s", a.Body)
	}
	if a := s.Do(t, "POST", generate, s.Test, card("preview", "Competitor Inc")); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	a := s.Do(t, "PATCH", "/api/v1/policies/content", s.Key(t, "live", "approvals:write"), `{"deny":{"items":["competitor inc"]},"categories":{"items":["hate"]},"allow":{"items":["the competitor inc case"]}}`)
	if a.Status != 200 || !strings.Contains(string(a.Body), `"categories":["hate"]`) {
		t.Fatalf("the setting: %d %s", a.Status, a.Body)
	}
	if d := refused(t, s.Do(t, "POST", generate, s.Live, card("preview", "COMPETITOR, Inc."))).Error.Details[0]; d.Context.Rule != "text.custom" {
		t.Errorf("an own word: %+v", d)
	}
	for _, text := range []string{"buy cocaine", "The Competitor Inc case"} {
		if a := s.Do(t, "POST", generate, s.Test, card("preview", text)); a.Status != 200 {
			t.Errorf("%q: %d %s", text, a.Status, a.Body)
		}
	}
	if got := code(t, s.Do(t, "PATCH", "/api/v1/policies/content", s.Key(t, "live", "approvals:write"), `{"deny":{"items":["ok","***"]}}`)); got != "400 VALIDATION_FAILED term" {
		t.Errorf("a term without a word: %s", got)
	}
	a = s.Do(t, "POST", "/api/v1/policies/content/check", s.Test, `{"prompt":"a poster of competitor inc","text":"Spring"}`)
	if a.Status != 200 || !strings.Contains(string(a.Body), `"rule":"prompt.custom"`) || !strings.Contains(string(a.Body), `"allowed":false`) {
		t.Errorf("asking: %d %s", a.Status, a.Body)
	}
	var list struct {
		Data []struct{ Outcome, Action string }
	}
	s.Do(t, "GET", "/api/v1/decisions?outcome=refused", s.Test, "").JSON(t, &list)
	if len(list.Data) != 3 || list.Data[0].Action != "render.preview" {
		t.Errorf("the record of what was refused: %+v", list)
	}
}

// TestModerationServiceIsCalled checks that it is called once per text, and the behaviour when it does not respond.
func TestModerationServiceIsCalled(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	var down atomic.Bool
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if down.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		var in struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.Header.Get("Authorization") != "Bearer mod-key" || in.Model != "omni" {
			t.Errorf("asked %+v, %v, %v", in, r.Header, err)
		}
		type result struct {
			Flagged    bool            `json:"flagged"`
			Categories map[string]bool `json:"categories"`
		}
		var out []result
		for _, text := range in.Input {
			bad := strings.Contains(text, "bad")
			out = append(out, result{bad, map[string]bool{"sexual/minors": bad, "hate": false}})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "m", "results": out})
	}))
	t.Cleanup(service.Close)
	settings := map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_MODERATION_URL": service.URL + "/v1/moderations", "PLATEN_MODERATION_KEY": "mod-key", "PLATEN_MODERATION_MODEL": "omni"}
	s := harness.Start(t, settings)
	if d := refused(t, s.Do(t, "POST", generate, s.Test, card("preview", "a bad word"))).Error.Details[0]; d.Context.Rule != "text.sexual_minors" || d.Context.Source != "moderation" || d.Path != "/html" {
		t.Errorf("flagged: %+v", d)
	}
	for range 3 {
		if a := s.Do(t, "POST", generate, s.Test, card("preview", "a good word")); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	if n := requests.Load(); n != 2 {
		t.Errorf("asked %d times about two texts", n)
	}
	down.Store(true)
	if got := code(t, s.Do(t, "POST", generate, s.Test, card("preview", "unknown"))); got != "500 INTERNAL_ERROR " {
		t.Errorf("closed: %s", got)
	}
	settings["PLATEN_MODERATION_FAIL"] = "open"
	open := harness.Start(t, settings)
	if a := open.Do(t, "POST", generate, open.Test, card("preview", "unknown")); a.Status != 200 {
		t.Errorf("open: %d %s", a.Status, a.Body)
	}
	if d := refused(t, open.Do(t, "POST", generate, open.Test, card("preview", "buy cocaine"))).Error.Details[0]; d.Context.Source != "words" {
		t.Errorf("the words are judged without the service: %+v", d)
	}
}
