package contract

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/google/uuid"
)

var requestID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^req_[0-9a-hjkmnp-tv-z]{26}$`) })

func headerClauses() []Clause {
	return []Clause{
		{ID: "H-01", Says: "A request carries its token as `Authorization: Bearer <token>`.", Run: func(t *T) {
			t.Is("with the key", t.Call("GetWorkspace", nil).Status, 200)
			t.Refused("another scheme", t.Call("GetWorkspace", nil, token(""), header("Authorization", "Basic "+t.Env.Key)), 401, "UNAUTHORIZED", "")
		}},
		{ID: "H-02", Says: "`X-API-Version` selects a supported version and is echoed in the response.", Run: func(t *T) {
			a := t.Must("GetWorkspace", nil, header("X-API-Version", "2026-01-01"))
			t.Is("X-API-Version", a.Header.Get("X-API-Version"), "2026-01-01")
			t.True(t.Must("GetWorkspace", nil).Header.Get("X-API-Version") != "", "the version in force is not echoed")
		}},
		{ID: "H-03", Says: "Every POST and PATCH mutation takes an `Idempotency-Key`.", Run: func(t *T) {
			n := 0
			for _, o := range t.Env.api.all {
				if (o.Method == "POST" || o.Method == "PATCH") && !o.Free {
					n++
					t.True(o.Mutation, "%s %s takes none", o.Method, o.Path)
				}
			}
			t.True(n > 5, "only %d mutations are documented", n)
			t.Must("CreateSigningKey", nil, header("Idempotency-Key", uuid.NewString()))
		}},
		{ID: "H-04", Says: "A body comes as `application/json`; another type is refused.", On: RESTOnly, Run: func(t *T) {
			t.Refused("text/plain", t.Call("Generate", card("preview"), contentType("text/plain")), 400, "INVALID_REQUEST", "content_type")
			t.Is("a parameter on the type", t.Call("Generate", card("preview"), contentType("application/json; charset=utf-8")).Status, 200)
		}},
		{ID: "H-05", Says: "Every response names its request in `X-Request-Id`, of the form `req_<id>`.", Run: func(t *T) {
			seen := map[string]bool{}
			for _, a := range []*Response{t.Must("GetWorkspace", nil), t.Must("GetWorkspace", nil), t.Call("GetWorkspace", nil, token("")),
				t.Call("GetImage", M{"image_id": unknown("img")}), t.Get("GET", "/api/v1/nothing"), t.Get("GET", "/cdn/x"), t.Get("GET", "/i/x/y/z.png")} {
				id := a.Header.Get("X-Request-Id")
				t.True(requestID().MatchString(id) && !seen[id], "X-Request-Id is %q", id)
				seen[id] = true
			}
		}},
		{ID: "H-06", Says: "An error repeats the request id in `error.request_id`.", Run: func(t *T) {
			a := t.Call("GetImage", M{"image_id": unknown("img")})
			t.Is("error.request_id", a.RequestID, a.Header.Get("X-Request-Id"))
		}},
		{ID: "H-07", Says: "Every authenticated response tells the requests left in `X-RateLimit-Remaining`, an integer.", Run: func(t *T) {
			for _, a := range []*Response{t.Must("GetWorkspace", nil), t.Call("GetImage", M{"image_id": unknown("img")}), t.Call("ListImages", M{"limit": 51})} {
				left, err := strconv.Atoi(a.Header.Get("X-RateLimit-Remaining"))
				t.True(err == nil && left >= 0, "X-RateLimit-Remaining is %q", a.Header.Get("X-RateLimit-Remaining"))
			}
		}},
		{ID: "H-08", Says: "`Retry-After` comes with every `RATE_LIMIT_EXCEEDED`, in whole seconds, at least 1.", Settings: map[string]string{"PLATEN_RATE_READ": "1/2"}, Run: func(t *T) {
			var limited *Response
			for range 10 {
				if a := t.Call("GetWorkspace", nil, noWait()); a.Status == 429 {
					limited = a
					break
				}
			}
			if limited == nil {
				t.Fatalf("ten requests passed a limit of two")
			}
			wait, err := strconv.Atoi(limited.Header.Get("Retry-After"))
			t.True(err == nil && wait >= 1, "Retry-After is %q", limited.Header.Get("Retry-After"))
			t.Refused("too many", limited, 429, "RATE_LIMIT_EXCEEDED", "rate_limit")
			t.Is("X-RateLimit-Remaining", limited.Header.Get("X-RateLimit-Remaining"), "0")
		}},
		{ID: "H-09", Says: "Bodies are JSON unless stated, and errors always are.", On: RESTOnly, Run: func(t *T) {
			for _, a := range []*Response{t.Must("GetWorkspace", nil), t.Call("GetImage", M{"image_id": unknown("img")}, header("Accept", "image/png")), t.Get("GET", "/nowhere")} {
				t.True(strings.HasPrefix(a.Header.Get("Content-Type"), "application/json"), "Content-Type is %q", a.Header.Get("Content-Type"))
			}
		}},
	}
}
