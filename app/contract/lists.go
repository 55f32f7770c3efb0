package contract

import (
	"strings"
)

// everyList calls f with every paginated procedure, except those whose path needs an id.
func (t *T) everyList(f func(o *Operation, name string)) {
	n := 0
	for name, o := range t.Env.api.byMethod {
		if o.Lists() && len(o.Params) == 0 {
			if t.Call(name, nil, on(ConnectJSON)).Status == 501 {
				continue // declared before it is built
			}
			n++
			f(o, name)
		}
	}
	t.True(n >= 8, "only %d lists are documented", n)
}

// webhooks creates n webhooks.
func (t *T) webhooks(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = t.hook(address()).Text("id")
	}
	return ids
}

func listClauses() []Clause {
	return []Clause{
		{ID: "L-01", Says: "Every list returns the page envelope: `data`, `page.has_more`, and cursors only where pages are.", Run: func(t *T) {
			t.everyList(func(_ *Operation, name string) {
				a := t.Call(name, nil)
				if a.Status == 403 {
					return // the key may not read it
				}
				_, data := a.Get("data").([]any)
				more, has := a.Get("page.has_more").(bool)
				t.True(a.Status == 200 && data && has, "%s returns %d %.200s", name, a.Status, a.Quoted())
				t.Is(name+" has a next_cursor", a.Get("page.next_cursor") != nil, more)
				t.Is(name+" has a prev_cursor on its first page", a.Get("page.prev_cursor") != nil, false)
			})
		}},
		{ID: "L-02", Says: "`limit` is 25 by default and 50 at most; anything else is INVALID_REQUEST.", Run: func(t *T) {
			t.everyList(func(_ *Operation, name string) {
				if t.Call(name, nil).Status == 403 {
					return
				}
				t.Refused(name+" with 51", t.Call(name, M{"limit": 51}), 400, "INVALID_REQUEST", "maximum")
				t.Refused(name+" with 0", t.Call(name, M{"limit": 0}), 400, "INVALID_REQUEST", "minimum")
				t.Is(name+" with 50", t.Call(name, M{"limit": 50}).Status, 200)
			})
			if t.Surface == REST {
				t.Refused("a limit that is not a number", t.Call("ListImages", M{"limit": "many"}), 400, "INVALID_REQUEST", "type")
			}
			t.isolate(100)
			page := t.Must("ListRenderJobs", nil)
			if page.Get("page.has_more") != true {
				for range 26 {
					t.Must("Generate", card("render"))
				}
				page = t.Must("ListRenderJobs", nil)
			}
			t.Is("a page by default", len(page.List("data")), 25)
		}},
		{ID: "L-03", Says: "`next_cursor` and `prev_cursor` lead through all pages and back.", Run: func(t *T) {
			t.isolate(0)
			ids := t.webhooks(7)
			var pages [][]string
			read := func(cursor string) *Response {
				m := M{"limit": 3}
				if cursor != "" {
					m["cursor"] = cursor
				}
				return t.Must("ListWebhooks", m)
			}
			show := func(a *Response) (out []string) {
				for _, d := range a.List("data") {
					id, _ := get(d, "id").(string)
					out = append(out, id)
				}
				return out
			}
			a := read("")
			for {
				pages = append(pages, show(a))
				t.True(len(pages) < 2 || a.Text("page.prev_cursor") != "", "page %d has no prev_cursor", len(pages))
				if a.Text("page.next_cursor") == "" {
					break
				}
				if len(pages) > 100 {
					t.Fatalf("the list does not end")
				}
				a = read(a.Text("page.next_cursor"))
			}
			t.Is("has_more on the last page", a.Get("page.has_more"), false)
			all := strings.Join(func() (flat []string) {
				for _, p := range pages {
					flat = append(flat, p...)
				}
				return
			}(), " ")
			for _, id := range ids {
				t.Is("times that "+id+" is listed", strings.Count(all, id), 1)
			}
			// Backwards: the page before the last one is the page that preceded it.
			back := read(a.Text("page.prev_cursor"))
			want := pages[len(pages)-2]
			if t.own != "" { // in other workspaces its contents may change
				t.Is("the page before the last", show(back), want)
			}
			t.Is("has_more going back", back.Get("page.has_more"), true)
		}},
		{ID: "L-04", Says: "Items that are added later do not shift a cursor, and a cursor may be used again.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 0)
			if err != nil {
				t.Fatalf("%v", err)
			}
			for range 4 {
				t.Must("CreateWebhook", M{"url": address()}, token(k))
			}
			next := t.Must("ListWebhooks", M{"limit": 2}, token(k)).Text("page.next_cursor")
			second := t.Must("ListWebhooks", M{"limit": 2, "cursor": next}, token(k))
			t.Must("CreateWebhook", M{"url": address()}, token(k))
			again := t.Must("ListWebhooks", M{"limit": 2, "cursor": next}, token(k))
			t.Is("the page after an insert", again.Get("data"), second.Get("data"))
			prev := t.Must("ListWebhooks", M{"limit": 2, "cursor": second.Text("page.prev_cursor")}, token(k))
			t.Is("the page before", len(prev.List("data")), 2)
			t.True(prev.Text("page.prev_cursor") != "", "the item added since is not before the first page")
		}},
		{ID: "L-05", Says: "Cursors are opaque: what the service did not make is refused.", Run: func(t *T) {
			t.webhooks(2)
			c := t.Must("ListWebhooks", M{"limit": 1}).Text("page.next_cursor")
			flip := "A"
			if c[10] == 'A' {
				flip = "B"
			}
			for _, bad := range []string{"x", "MQ", c[:len(c)-1], c[:10] + flip + c[11:], c + "A"} {
				t.Refused("the cursor "+bad, t.Call("ListWebhooks", M{"limit": 1, "cursor": bad}), 400, "INVALID_REQUEST", "cursor")
			}
		}},
		{ID: "L-06", Says: "A cursor belongs to its list, workspace, mode and filters.", Needs: []Need{Keys, Foreign}, Run: func(t *T) {
			t.webhooks(2)
			c := t.Must("ListWebhooks", M{"limit": 1}).Text("page.next_cursor")
			t.Refused("another list", t.Call("ListRenderJobs", M{"cursor": c}), 400, "INVALID_REQUEST", "cursor")
			t.Refused("another workspace", t.Call("ListWebhooks", M{"cursor": c}, token(t.Env.OtherKey)), 400, "INVALID_REQUEST", "cursor")
			t.Refused("another mode", t.Call("ListWebhooks", M{"cursor": c}, token(t.key("test"))), 400, "INVALID_REQUEST", "cursor")
			t.job("metadata", M{"clause": "L-06"})
			t.job("metadata", M{"clause": "L-06"})
			c = t.Must("ListRenderJobs", M{"limit": 1, "metadata": M{"clause": "L-06"}}).Text("page.next_cursor")
			t.Refused("other filters", t.Call("ListRenderJobs", M{"limit": 1, "cursor": c}), 400, "INVALID_REQUEST", "cursor")
			t.Is("the same filters", t.Call("ListRenderJobs", M{"limit": 1, "cursor": c, "metadata": M{"clause": "L-06"}}).Status, 200)
		}},
		{ID: "L-07", Says: "A list holds the items of its own workspace only.", Needs: []Need{Foreign}, Run: func(t *T) {
			id := t.hook(address()).Text("id")
			a := t.Must("ListWebhooks", M{"limit": 50}, token(t.Env.OtherKey))
			t.True(!strings.Contains(string(a.Body), id), "the webhook of another workspace is listed")
		}},
	}
}
