package library_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/ident"
)

// TestBuiltinTemplates: each has a valid id and a description, declares valid examples, and can be filled in with all
// its examples and with the required ones only.
func TestBuiltinTemplates(t *testing.T) {
	t.Parallel()
	list, err := library.Gallery()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 12 {
		t.Errorf("%d templates; at least 12", len(list))
	}
	seen := map[string]bool{}
	for _, b := range list {
		if !ident.Valid(ident.Template, b.ID) || seen[b.ID] || b.ID != library.BuiltinID(b.Slug) || !strings.HasPrefix(b.ID, "tpl_00") {
			t.Errorf("%s has the id %s", b.Slug, b.ID)
		}
		seen[b.ID] = true
		if b.Description == "" || len(b.Tags) == 0 || len(b.Version.Sizes) < 2 {
			t.Errorf("%s says too little of itself", b.Slug)
		}
		bare := map[string]any{}
		for name, v := range b.Version.Variables {
			if v.Required {
				bare[name] = b.Version.Example()[name]
			}
		}
		for _, data := range []map[string]any{b.Version.Example(), bare} {
			f, err := library.FillContent(&b.Version.Content, library.Values{Data: data, Locale: "de-DE", Timezone: "Europe/Berlin"})
			if err != nil || len(f.Details) > 0 || !strings.Contains(f.HTML, "<main") {
				t.Errorf("%s: %v %v", b.Slug, f.Details, err)
			}
			if strings.Contains(f.HTML, "{{") || strings.Contains(f.HTML, "{%") {
				t.Errorf("%s: a placeholder is left", b.Slug)
			}
		}
	}
}

// TestReleasedVersionsAreUnchanged: the content of a built-in version is the same as when it was released, because
// requests that name it must keep their meaning. A change adds a new version.
func TestReleasedVersionsAreUnchanged(t *testing.T) {
	t.Parallel()
	list, err := library.Gallery()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "released.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]string // the hashes of a template's versions, from version 1
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, b := range list {
		for n := 1; n <= b.Latest; n++ {
			sum, err := library.BuiltinSHA256(b.Slug, n)
			if err != nil {
				t.Fatal(err)
			}
			got[b.Slug] = append(got[b.Slug], sum)
			if released := want[b.Slug]; n > len(released) || released[n-1] != sum {
				t.Errorf("%s version %d is %s, which %s does not have; add a version beside a released one, and note a new one there", b.Slug, n, sum, path)
			}
		}
	}
	for slug, versions := range want {
		if len(got[slug]) < len(versions) {
			t.Errorf("%s has %d versions; %d were released", slug, len(got[slug]), len(versions))
		}
	}
}

func fill(t *testing.T, vars, html string, data map[string]any) library.Filled {
	t.Helper()
	c := library.Content{HTML: html}
	if err := json.Unmarshal([]byte(vars), &c.Variables); err != nil {
		t.Fatal(err)
	}
	f, err := library.FillContent(&c, library.Values{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestValuesAreTyped(t *testing.T) {
	t.Parallel()
	const vars = `{"c":{"type":"color"},"u":{"type":"url"},"i":{"type":"image"},"d":{"type":"date"},"h":{"type":"html"},"o":{"type":"object","members":{"n":{"type":"number","required":true}}}}`
	for _, c := range []struct {
		data map[string]any
		rule string
	}{
		{map[string]any{"c": "#0F172A80"}, ""}, {map[string]any{"c": "oklch(0.5 0.2 30 / 50%)"}, ""}, {map[string]any{"c": "red;x:y"}, "format"}, {map[string]any{"c": "url(x)"}, "format"},
		{map[string]any{"u": "/a?b#c"}, ""}, {map[string]any{"u": "javascript:x"}, "format"}, {map[string]any{"i": "asset:asset_1"}, ""}, {map[string]any{"i": "data:text/html,x"}, "format"},
		{map[string]any{"d": "2026-02-30"}, "format"}, {map[string]any{"d": "2026-02-28T10:00:00+02:00"}, ""}, {map[string]any{"o": map[string]any{}}, "required"}, {map[string]any{"o": map[string]any{"n": "x"}}, "type"},
		{map[string]any{"h": 1.0}, "type"},
	} {
		f := fill(t, vars, "x", c.data)
		rule := ""
		if len(f.Details) > 0 {
			rule = f.Details[0].Rule
		}
		if rule != c.rule {
			t.Errorf("%v: %q, want %q", c.data, rule, c.rule)
		}
	}
	got := fill(t, vars, "<p>{{ h | raw }}</p>", map[string]any{"h": `a <b onclick=x>b</b><script>1</script><img src=x><div style="x">c</div> <i>open`}).HTML
	if want := `<p>a <b>b</b>c <i>open</i></p>`; got != want {
		t.Errorf("html becomes %s, want %s", got, want)
	}
}

func TestSchemaDescribesTheData(t *testing.T) {
	t.Parallel()
	list, err := library.Gallery()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range list {
		s := library.Schema(b.Name, b.Version.Variables)
		if s["title"] != b.Name || len(s["properties"].(map[string]any)) != len(b.Version.Variables) {
			t.Errorf("%s: %v", b.Slug, s)
		}
	}
}
