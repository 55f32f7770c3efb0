package app_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/pg"
)

// TestRevokedCredentialsLearnNothing: an event stream and a long poll that a credential opened before it was revoked, or
// before its grace period ended, return nothing of what happens to the job later.
func TestRevokedCredentialsLearnNothing(t *testing.T) {
	t.Parallel()
	s := settings(t)
	a, out, _, _ := start(t, s, app.API) // no worker: jobs stay queued
	root := keyText.FindString(out.String())
	minted, err := a.MintKey(t.Context(), "live", "keys:write", "render:write")
	if err != nil {
		t.Fatal(err)
	}
	db, err := pg.Open(t.Context(), s["PLATEN_DATABASE_URL"], pg.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	post := func(path, key, body string, into any) {
		t.Helper()
		if status, response := send(t, http.MethodPost, a.URL()+path, key, body, "application/json"); status > 202 || json.Unmarshal(response, into) != nil {
			t.Fatalf("%s: %d %s", path, status, response)
		}
	}
	type credential struct{ ID, Secret string }
	jobs, keys, streams := map[string]string{}, map[string]credential{}, map[string]*bufio.Reader{}
	polls := make(chan string, 2)
	for _, end := range []string{"revoked", "rotated", "valid"} {
		var key credential
		var job struct{ ID string }
		post("/api/v1/api-keys", minted, `{"mode":"live","scopes":["render:write"]}`, &key)
		post("/api/v1/facade/generate", key.Secret, `{"operation":"render","html":"<p>x</p>","outputs":[{"width":16,"height":16}]}`, &job)
		if end == "rotated" {
			post("/api/v1/api-keys/"+key.ID+"/rotate", minted, "", &credential{})
		}
		jobs[end], keys[end] = job.ID, key
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL()+"/api/v1/facade/render-jobs/"+job.ID+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+key.Secret)
		stream, err := (&http.Client{Transport: &http.Transport{}}).Do(r)
		if err != nil || stream.StatusCode != http.StatusOK {
			t.Fatalf("the stream: %v, %v", stream, err)
		}
		t.Cleanup(func() { _ = stream.Body.Close() })
		streams[end] = bufio.NewReader(stream.Body)
		if line, err := streams[end].ReadString('\n'); line != "event: status\n" {
			t.Fatalf("the stream begins with %q, %v", line, err)
		}
		if end != "rotated" {
			go func() {
				status, response := get(t, a.URL()+"/api/v1/facade/render-jobs/"+job.ID+"?wait=20", key.Secret)
				polls <- fmt.Sprintf("%s: %d %s", end, status, response)
			}()
		}
	}
	if status, body := send(t, http.MethodDelete, a.URL()+"/api/v1/api-keys/"+keys["revoked"].ID, minted, "", "application/json"); status != http.StatusOK {
		t.Fatalf("revoking: %d %s", status, body)
	}
	if err := db.Advance(t.Context(), 25*time.Hour); err != nil {
		t.Fatal(err)
	}
	for end, id := range jobs {
		if status, body := send(t, http.MethodPost, a.URL()+"/api/v1/facade/render-jobs/"+id+"/cancel", root, "", "application/json"); status != http.StatusOK && status != http.StatusConflict {
			t.Fatalf("canceling the job of the %s key: %d %s", end, status, body)
		}
	}
	for end, stream := range streams {
		var rest strings.Builder
		for {
			line, err := stream.ReadString('\n')
			rest.WriteString(line)
			if err != nil {
				break
			}
		}
		if learned := strings.Contains(rest.String(), "event: done"); learned != (end == "valid") {
			t.Errorf("the stream of the %s key: %s", end, rest.String())
		}
	}
	for range 2 {
		if p := <-polls; strings.HasPrefix(p, "revoked") != strings.HasPrefix(p, "revoked: 401") || strings.HasPrefix(p, "valid") != strings.HasPrefix(p, "valid: 200") {
			t.Errorf("a long poll by the key that is %s", p)
		}
	}
}
