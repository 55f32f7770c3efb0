package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/app/contract"
)

// validPath is a JSON Pointer (RFC 6901), or names a header, query or path parameter.
var validPath = regexp.MustCompile(`^(?:(?:header|query|path):.*|(?:/(?:[^~/]|~[01])*)*)$`)

// TestEveryRejectionHasAPath: on every route, the errors for a bad idempotency key, a missing scope, a bad query,
// a bad body and an id that does not exist have details, each with a rule and a path that is a JSON Pointer or
// names a header, query or path parameter.
func TestEveryRejectionHasAPath(t *testing.T) {
	t.Parallel()
	e := environment(t, nil)
	e.Client.Transport = http.DefaultTransport
	operations, err := contract.Operations()
	if err != nil {
		t.Fatal(err)
	}
	var scopes []string
	for _, o := range operations {
		if o.Scope != "" {
			scopes = append(scopes, o.Scope)
		}
	}
	all, err := e.Mint(t.Context(), "live", scopes...)
	if err != nil {
		t.Fatal(err)
	}
	usage, err := e.Mint(t.Context(), "live", "usage:read")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	send := func(what, token, method, path, body string, headers ...string) (code string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, e.BaseURL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		resp, err := e.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode < 400 {
			return ""
		}
		var failed struct {
			Error struct {
				Code    string
				Details []struct {
					Path    *string
					Context struct{ Rule string }
				}
			}
		}
		if err := json.Unmarshal(data, &failed); err != nil {
			t.Errorf("%s %s %s: %d %.200s", what, method, path, resp.StatusCode, data)
			return ""
		}
		code = failed.Error.Code
		counts[fmt.Sprint(resp.StatusCode)]++
		if resp.StatusCode >= 500 || len(failed.Error.Details) == 0 {
			t.Errorf("%s %s %s: %d %.300s", what, method, path, resp.StatusCode, data)
		}
		for _, d := range failed.Error.Details {
			if d.Path == nil || !validPath.MatchString(*d.Path) || d.Context.Rule == "" || *d.Path == "" && (resp.StatusCode == 403 || resp.StatusCode == 404) {
				t.Errorf("%s %s %s: a detail without a proper place: %.400s", what, method, path, bytes.TrimSpace(data))
			}
		}
		return code
	}
	for _, o := range operations {
		path := o.Path
		for _, p := range o.Params {
			v := "x"
			if f := o.Input.Descriptor().Fields().ByName(protoreflect.Name(p)); f != nil && f.Kind() != protoreflect.StringKind {
				v = "1"
			}
			path = strings.ReplaceAll(path, "{"+p+"}", v)
		}
		if o.Method == http.MethodPost || o.Method == http.MethodPatch {
			for _, key := range []string{"nope", "00000000-0000-1000-8000-000000000000", " ", strings.Repeat("a", 5000)} {
				if code := send("bad key", all, o.Method, path, "{}", "Idempotency-Key", key); code != "INVALID_IDEMPOTENCY_KEY" {
					t.Errorf("%s %s: the key %.20q: %q", o.Method, path, key, code)
				}
			}
			send("bad body", all, o.Method, path, `{"nothing":1}`)
			send("no body", all, o.Method, path, "")
			send("broken body", all, o.Method, path, `{"a":`)
			send("empty body", all, o.Method, path, "{}")
		}
		if o.Scope != "" && !strings.HasPrefix(o.Scope, "usage:") {
			if code := send("no scope", usage, o.Method, path, ""); code != "FORBIDDEN" {
				t.Errorf("%s %s without its scope: %q", o.Method, path, code)
			}
		}
		if code := send("bad query", all, o.Method, path+"?a=%zz", ""); code == "" && !o.Body {
			t.Errorf("%s %s: a query that cannot be read is accepted", o.Method, path)
		}
		send("another version", all, o.Method, path, "", "X-API-Version", "1")
		if len(o.Params) > 0 && o.Method != http.MethodPost && o.Method != http.MethodPatch {
			send("nowhere", all, o.Method, path, "")
		}
	}
	send("no route", all, "GET", "/api/v1/nothing", "")
	send("no method", all, "PUT", "/api/v1/images", "")
	if counts["400"] < 300 || counts["403"] < 60 || counts["404"] < 20 {
		t.Errorf("%v", counts)
	}
}
