package contract

import (
	"encoding/json"
	"strconv"
	"strings"
)

// kit creates a brand with a published kit whose lock allows one text colour, and returns their ids.
func (t *T) kit() (brand, kit string) {
	brand = t.Must("CreateBrand", M{"name": "Contract"}).Text("id")
	made := t.Must("CreateBrandKit", M{"brand_id": brand, "name": "Contract", "colors": M{"palette": M{"ink": "#0F172A", "paper": "#FFFFFF"}, "neutrals_allowed": false},
		"locks": []any{M{"id": "lck_1", "selector": "p", "property": "color", "mode": "exact", "value": "ink"}}})
	kit = made.Text("id")
	t.Must("PublishBrandKitVersion", M{"kit_id": kit, "version": 1})
	return brand, kit
}

// inked returns a render request with a kit and a text colour.
func inked(kit, color string) M {
	m := card("preview")
	m["html"] = "<p style='color:" + color + ";background:#FFFFFF;margin:8px'>ink</p>"
	m["brand_kit"] = M{"id": kit, "version": 1}
	return m
}

// patched applies the patches of a response to its request (RFC 6902: add, replace, remove).
func (t *T) patched(m M, details []Detail) M {
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var out M
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v", err)
	}
	for _, d := range details {
		for _, op := range d.FixPatch {
			path, _ := op["path"].(string)
			parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
			var at any = out
			for _, part := range parts[:len(parts)-1] {
				at = get(at, unescape(part))
			}
			last := unescape(parts[len(parts)-1])
			switch c := at.(type) {
			case M:
				if op["op"] == "remove" {
					delete(c, last)
				} else {
					c[last] = op["value"]
				}
			case []any:
				if i, err := strconv.Atoi(last); err == nil && i < len(c) && op["op"] == "replace" {
					c[i] = op["value"]
				}
			}
		}
	}
	return out
}

func unescape(s string) string { return strings.NewReplacer("~1", "/", "~0", "~").Replace(s) }

func brandClauses() []Clause {
	alone := []Need{Workspaces}
	return []Clause{
		{ID: "B-01", Says: "`GET /api/v1/facade/brands` returns a page of brands.", Needs: alone, Run: func(t *T) {
			t.isolate(10)
			id := t.Must("CreateBrand", M{"name": "Listed"}).Text("id")
			t.Is("the brands", t.Must("ListBrands", nil).Text("data.0.id"), id)
			if t.Surface == REST {
				a := t.Get("GET", "/api/v1/facade/brands?limit=1", token(t.own))
				t.True(a.Status == 200 && a.Get("page.has_more") == false, "returns %d %s", a.Status, a.Quoted())
			}
		}},
		{ID: "B-02", Says: "A request that conflicts with a lock of a kit returns 400 STYLE_LOCK_VIOLATION with the locked value in `context.expected`.", Needs: alone, Run: func(t *T) {
			t.isolate(10)
			_, kit := t.kit()
			a := t.Call("Generate", inked(kit, "#FF0000"))
			t.Refused("another ink", a, 400, "STYLE_LOCK_VIOLATION", "")
			if len(a.Details) == 0 {
				t.Fatalf("there are no details")
			}
			t.True(strings.HasPrefix(a.Rule(), "brand_lock.") && a.Details[0].Context["expected"] != nil && a.Details[0].Context["actual"] != nil, "the detail is %+v", a.Details[0])
			t.Is("the right ink", t.Call("Generate", inked(kit, "#0F172A")).Status, 200)
		}},
		{ID: "B-03", Says: "Applying every `fix_patch` of a violation and resending clears it, in at most two rounds.", Needs: alone, Run: func(t *T) {
			t.isolate(10)
			_, kit := t.kit()
			m := inked(kit, "#FF0000")
			a := t.Call("Generate", m)
			for range 2 {
				if a.Status == 400 {
					m = t.patched(m, a.Details)
					a = t.Call("Generate", m)
				}
			}
			t.Is("after the patches", a.Status, 200)
		}},
		{ID: "B-04", Says: "Kits are versioned; a published version never changes.", Needs: alone, Run: func(t *T) {
			t.isolate(10)
			_, kit := t.kit()
			before := t.Must("GetBrandKitVersion", M{"kit_id": kit, "version": 1})
			o := t.Env.api.byMethod["UpdateBrandKitVersion"]
			change := M{"kit_id": kit, "version": 1}
			if o.Within != "" {
				change[o.Within] = M{"layout": M{"safe_area": "9%"}}
			} else {
				change["layout"] = M{"safe_area": "9%"}
			}
			t.Refused("changing it", t.Call("UpdateBrandKitVersion", change), 409, "CONFLICT", "brand_kit_published")
			t.Is("the version", t.Must("GetBrandKitVersion", M{"kit_id": kit, "version": 1}).JSON, before.JSON)
		}},
		{ID: "B-05", Says: "A request that breaks a content policy returns 400 POLICY_VIOLATION with the reason in `context.rule`.", Run: func(t *T) {
			a := t.Call("Generate", with(card("preview"), "html", "<p>How to make a b0mb</p>"))
			t.Refused("a forbidden text", a, 400, "POLICY_VIOLATION", "")
			t.True(strings.HasPrefix(a.Rule(), "text."), "the rule is %q", a.Rule())
		}},
		{ID: "B-06", Says: "A key limited to a brand that renders with another brand returns 403 FORBIDDEN.", Needs: []Need{Workspaces, Keys}, Run: func(t *T) {
			k := t.key("live", "render:write", "brand:brand_00000000000000000000000001")
			t.Refused("another brand", t.Call("Generate", with(card("preview"), "brand_id", unknown("brand")), token(k)), 403, "FORBIDDEN", "brand")
		}},
	}
}
