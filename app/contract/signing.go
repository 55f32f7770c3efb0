package contract

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
)

// sign signs one URL of a unique image.
func (t *T) sign(more ...any) string {
	item := M{"html": "<p>" + uuid.NewString() + "</p>", "width": 64, "height": 64}
	for i := 0; i+1 < len(more); i += 2 {
		item[more[i].(string)] = more[i+1]
	}
	return t.Must("Sign", M{"items": []any{item}}).Text("data.0.url")
}

func signingClauses() []Clause {
	return []Clause{
		{ID: "S-01", Says: "A batch of 1 to 100 items mints one URL for each.", Run: func(t *T) {
			items := make([]any, 100)
			for i := range items {
				items[i] = M{"ref": fmt.Sprint("n", i), "html": fmt.Sprintf("<p>%d</p>", i), "width": 64, "height": 64}
			}
			a := t.Must("Sign", M{"items": items})
			t.Is("URLs", len(a.List("data")), 100)
			t.Is("order", fmt.Sprint(a.Get("data.99.index"), " ", a.Get("data.99.ref")), "99 n99")
			t.Refused("101 items", t.Call("Sign", M{"items": append(items, items[0])}), 400, "INVALID_REQUEST", "max_items")
			t.Refused("no item", t.Call("Sign", M{"items": []any{}}), 400, "INVALID_REQUEST", "")
		}},
		{ID: "S-02", Says: "A signed URL needs no token and returns 302 to an immutable PNG.", Run: func(t *T) {
			a := t.Get("GET", t.sign())
			t.Is("status", a.Status, 302)
			t.Is("Cache-Control", a.Header.Get("Cache-Control"), "public, max-age=31536000, immutable")
			file := t.Get("GET", a.Header.Get("Location"))
			t.True(file.Status == 200 && strings.HasPrefix(string(file.Body), "\x89PNG"), "the image returns %d", file.Status)
			t.Is("the image's Cache-Control", file.Header.Get("Cache-Control"), "public, max-age=31536000, immutable")
			t.True(file.Header.Get("ETag") != "" && file.Header.Get("Access-Control-Allow-Origin") == "*" && file.Header.Get("X-Content-Type-Options") == "nosniff", "headers %v", file.Header)
		}},
		{ID: "S-03", Says: "The first fetch renders it; later ones are served from the cache.", Run: func(t *T) {
			u := t.sign()
			first, again := t.Get("GET", u), t.Get("GET", u)
			t.True(first.Status == 302 && first.Header.Get("Location") == again.Header.Get("Location"), "%s, then %s", first.Header.Get("Location"), again.Header.Get("Location"))
			t.Is("HEAD", t.Get("HEAD", u).Status, 302)
		}},
		{ID: "S-04", Says: "A changed or unknown signed URL returns one 401, which must not be cached.", Run: func(t *T) {
			u, err := url.Parse(t.sign())
			if err != nil {
				t.Fatalf("%v", err)
			}
			parts := strings.Split(u.Path, "/")
			flip := func(s string) string {
				c := "A"
				if s[0] == 'A' {
					c = "B"
				}
				return c + s[1:]
			}
			var first string
			for _, path := range []string{
				strings.Replace(u.Path, parts[2], flip(parts[2]), 1), strings.Replace(u.Path, parts[3], flip(parts[3]), 1),
				"/i/" + parts[2] + "/" + parts[3] + "/" + flip(parts[4]), "/i/x/y/z.png",
			} {
				a := t.Get("GET", path)
				t.Refused(path, a, 401, "UNAUTHORIZED", "")
				t.True(strings.Contains(a.Header.Get("Cache-Control"), "no-store"), "Cache-Control is %q", a.Header.Get("Cache-Control"))
				t.Is("X-Service-Error", a.Header.Get("X-Service-Error"), "UNAUTHORIZED")
				body := strings.ReplaceAll(string(a.Body), a.RequestID, "")
				if first == "" {
					first = body
				}
				t.Is("the body", body, first)
			}
		}},
		{ID: "S-05", Says: "A batch is validated whole: one bad item refuses it, with the path of the item.", Run: func(t *T) {
			a := t.Call("Sign", M{"items": []any{M{"html": "<p>x</p>", "width": 64, "height": 64}, M{"html": "<p>x</p>", "width": 8, "height": 64}}})
			t.Refused("a narrow item", a, 400, "INVALID_REQUEST", "minimum")
			t.True(len(a.Details) == 1 && strings.HasPrefix(a.Details[0].Path, "/items/1/"), "the path is %+v", a.Details)
		}},
		{ID: "S-06", Says: "Revoking a signing key ends every URL signed with it; retiring keeps them.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 100)
			if err != nil {
				t.Fatalf("%v", err)
			}
			u := t.Must("Sign", M{"items": []any{M{"html": "<p>x</p>", "width": 64, "height": 64}}}, token(k)).Text("data.0.url")
			id := t.Must("ListSigningKeys", nil, token(k)).Text("data.0.id")
			t.Must("RetireSigningKey", M{"signing_key_id": id}, token(k))
			t.Is("after retiring", t.Get("GET", u).Status, 302)
			t.Must("RevokeSigningKey", M{"signing_key_id": id}, token(k))
			status := 0
			for range 20 {
				if status = t.Get("GET", u).Status; status == 401 {
					break
				}
				t.sleep(100e6)
			}
			t.Is("after revoking", status, 401)
		}},
		{ID: "S-07", Says: "A URL may end at a time of its own.", On: RESTOnly, Run: func(t *T) {
			t.sign() // skips the clause for a key that may not sign
			// A call that a rate limit holds up is repeated with twice the time.
			var u string
			life := 4 * time.Second
			for ; u == "" && life <= time.Minute; life *= 2 {
				end := t.now().Add(life)
				a := t.Call("Sign", M{"items": []any{M{"html": "<p>" + uuid.NewString() + "</p>", "width": 64, "height": 64, "expires_at": end.Format("2006-01-02T15:04:05Z")}}})
				if a.OK() && t.now().Before(end.Add(-life/2)) {
					u = a.Text("data.0.url")
				} else if !a.OK() && a.Rule() != "expires_in_future" {
					t.Fatalf("Sign returns %d %s: %s", a.Status, a.Code, a.Quoted())
				}
			}
			if u == "" {
				t.Skipf("every call was held up by a rate limit for half a minute")
			}
			a := t.Get("GET", u)
			t.True(a.Status == 302 && !strings.Contains(a.Header.Get("Cache-Control"), "immutable"), "before: %d %s", a.Status, a.Header.Get("Cache-Control"))
			for range life / 1e8 {
				if a = t.Get("GET", u); a.Status != 302 {
					break
				}
				t.sleep(100e6)
			}
			t.Refused("after", a, 401, "UNAUTHORIZED", "")
		}},
	}
}
