package contract

func creditClauses() []Clause {
	return []Clause{
		{ID: "C-01", Says: "A live render charges by output: 1 to 4 megapixels, 2 to 16, 4 to 40, 1 for SVG, 1 a page for PDF; granted = available + held + spent.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 100)
			if err != nil {
				t.Fatalf("%v", err)
			}
			m := card("preview")
			m["outputs"] = []any{M{"name": "a", "width": 64, "height": 64}, M{"name": "b", "width": 2100, "height": 2000}, M{"name": "c", "width": 64, "height": 64, "format": "svg"}, M{"name": "d", "preset": "a4", "format": "pdf"}}
			a := t.Must("Generate", m, token(k))
			t.Is("charged", a.Get("usage.credits_charged"), 5)
			u := t.Must("GetUsage", nil, token(k))
			t.Is("spent", u.Get("spent"), 5)
			t.Is("available", u.Get("available"), 95)
			t.Is("granted", number(u.Get("granted")), number(u.Get("available"))+number(u.Get("held"))+number(u.Get("spent")))
			if t.Surface == REST {
				t.Is("X-Credits-Charged", a.Header.Get("X-Credits-Charged"), "5")
				t.Is("X-Credits-Remaining", a.Header.Get("X-Credits-Remaining"), "95")
			}
		}},
		{ID: "C-02", Says: "The same image again is free.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 1)
			if err != nil {
				t.Fatalf("%v", err)
			}
			m := card("preview")
			t.Must("Generate", m, token(k))
			a := t.Must("Generate", m, token(k))
			t.Is("charged", a.Get("usage.credits_charged"), 0)
			t.Is("cached", a.Get("usage.cached"), true)
		}},
		{ID: "C-03", Says: "Usage is reported by day, caller and kind of work.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 10)
			if err != nil {
				t.Fatalf("%v", err)
			}
			t.Must("Generate", card("preview"), token(k))
			id := t.Must("Generate", card("render"), token(k)).Text("id")
			for range 12 {
				if t.Must("GetRenderJob", M{"job_id": id, "wait": 20}, token(k)).Text("status") == "completed" {
					break
				}
			}
			t.Get("GET", t.Must("Sign", M{"items": []any{M{"html": "<p>C-03</p>", "width": 64, "height": 64}}}, token(k)).Text("data.0.url"))
			a := t.Must("ListUsageDays", nil, token(k))
			got := map[string]int64{}
			for _, d := range a.List("data") {
				name, _ := get(d, "category").(string)
				got[name] += number(get(d, "credits"))
			}
			t.Is("credits", got, map[string]int64{"preview": 1, "render": 1, "signed": 1})
			t.Is("the ledger", len(t.Must("ListLedgerEntries", nil, token(k)).List("data")), 7)
		}},
		{ID: "C-04", Says: "A failed or canceled job costs nothing.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 10)
			if err != nil {
				t.Fatalf("%v", err)
			}
			id := t.Must("Generate", with(card("render"), "html", "<img src='https://127.0.0.1:1/x.png'>"), token(k)).Text("id")
			for range 12 {
				if t.Must("GetRenderJob", M{"job_id": id, "wait": 20}, token(k)).Text("status") == "failed" {
					break
				}
			}
			u := t.Must("GetUsage", nil, token(k))
			t.Is("spent and held", []any{u.Get("spent"), u.Get("held"), u.Get("available")}, []any{0, 0, 10})
		}},
	}
}
