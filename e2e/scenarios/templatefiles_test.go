package scenarios

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/templatefiles"
)

// TestTemplatesAreFiles: what is pushed and pulled again is the same, and a change is a new version.
func TestTemplatesAreFiles(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := startLibrary(t)
	remote := templatefiles.NewRemote(l.URL+"/", l.Live)
	dir := t.TempDir()
	first := &templatefiles.Template{Slug: "card", Name: "Card", Description: "A card", Tags: []string{"a"}, Sizes: []string{"og"},
		Variables: []byte(`{"title":{"type":"string","required":true}}`), HTML: "<h1>{{ title }}</h1>\n<p>one</p>\n", CSS: "h1{color:red}\n"}
	tree := &templatefiles.Template{Slug: "tree", Name: "Tree", Document: []byte(`{"tag":"div","text":"x"}`)}
	push := func(want templatefiles.Pushed) {
		t.Helper()
		local, err := templatefiles.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		list, err := remote.All(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range local {
			var have *templatefiles.Template
			for _, r := range list {
				if r.Slug == f.Slug {
					have = r
				}
			}
			got, err := remote.Push(ctx, f, have, true, false)
			if err != nil {
				t.Fatal(err)
			}
			if err := templatefiles.Write(dir, f); err != nil {
				t.Fatal(err)
			}
			if f.Slug == "card" && got != want {
				t.Errorf("pushing says %q, want %q", got, want)
			}
		}
	}
	for _, f := range []*templatefiles.Template{first, tree} {
		if err := templatefiles.Write(dir, f); err != nil {
			t.Fatal(err)
		}
	}
	push(templatefiles.Created)
	push(templatefiles.Unchanged)
	body := filepath.Join(dir, "card", "body.html")
	if err := os.WriteFile(body, []byte("<h1>{{ title }}</h1>\n<p>two</p>\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	local, err := templatefiles.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := remote.All(ctx)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := templatefiles.Diff(list[0], local[0])
	if err != nil || len(changes) != 1 || changes[0].File != "body.html" || strings.Join(changes[0].Lines, "|") != " <h1>{{ title }}</h1>|-<p>one</p>|+<p>two</p>" {
		t.Errorf("the difference is %+v %v", changes, err)
	}
	push(templatefiles.Versioned)
	var got templateAnswer
	l.ok(t, 200, "GET", "templates/card", l.Live, "", &got)
	if got.LatestVersion != 2 || got.PublishedVersion == nil || *got.PublishedVersion != 2 {
		t.Errorf("the workspace has %+v", got)
	}
	pulled := t.TempDir()
	if list, err = remote.All(ctx); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if err := templatefiles.Write(pulled, f); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"card/body.html", "card/style.css", "card/template.json", "tree/document.json"} {
		a, _ := os.ReadFile(filepath.Join(dir, name))
		b, _ := os.ReadFile(filepath.Join(pulled, name))
		if len(a) == 0 || string(a) != string(b) {
			t.Errorf("%s comes back as %q, was %q", name, b, a)
		}
	}
}
