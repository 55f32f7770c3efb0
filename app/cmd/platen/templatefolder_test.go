package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// TestTemplatesOfAFolder pushes a folder, pulls it elsewhere, and compares after a change.
func TestTemplatesOfAFolder(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts a service")
	}
	s := harness.Start(t, nil)
	there := []string{"--base-url", s.URL, "--key", "@" + file(t, t.TempDir(), "key", s.Live)}
	run := func(code int, want string, args ...string) {
		t.Helper()
		if got := runPlaten(t, "", append(args, there...)...); got.code != code || !strings.Contains(got.out+got.err, want) {
			t.Fatalf("%v: exit code %d, want %d and %q: %s%s", args, got.code, code, want, got.out, got.err)
		}
	}
	dir, other := t.TempDir(), t.TempDir()
	card := filepath.Join(dir, "card")
	if err := os.Mkdir(card, 0o755); err != nil {
		t.Fatal(err)
	}
	file(t, card, "template.json", `{"name":"Card","variables":{"title":{"type":"string","required":true}}}`)
	file(t, card, "body.html", "<h1>{{ title }}</h1>\n")
	run(1, "card: new", "templates", "diff", dir)
	run(0, "card: created", "templates", "push", dir)
	run(0, "card: unchanged", "templates", "push", dir)
	run(0, "", "templates", "diff", dir)
	run(0, "card: pulled", "templates", "pull", other)
	body, err := os.ReadFile(filepath.Join(other, "card", "body.html"))
	if err != nil || string(body) != "<h1>{{ title }}</h1>\n" {
		t.Fatalf("pulled %q, %v", body, err)
	}
	file(t, card, "body.html", "<h2>{{ title }}</h2>\n")
	run(1, "+<h2>{{ title }}</h2>", "templates", "diff", dir, "card")
	run(0, "card: new version", "templates", "push", dir, "card")
	run(2, "nothing", "templates", "push", dir, "nothing")
	// Another folder was pulled before that version.
	file(t, filepath.Join(other, "card"), "body.html", "<h3>{{ title }}</h3>\n")
	run(1, "the workspace has version 2 and the files are made from version 1", "templates", "push", other)
	run(1, "+<h3>{{ title }}</h3>", "templates", "diff", other)
	run(0, "card: new version", "templates", "push", other, "--force")
	run(0, "card: unchanged", "templates", "push", other)
	run(1, "version 3 and the files are made from version 2", "templates", "push", dir)
	run(0, "card: pulled", "templates", "pull", dir)
	file(t, card, "body.html", "{% if %}")
	run(1, "card", "templates", "push", dir)
	run(2, "templates of", "templates", "push", filepath.Join(dir, "missing"))
	got := runPlaten(t, "", "templates", "push", dir, "--base-url", "http://127.0.0.1:1", "--key", "x")
	if got.code != 2 || !strings.Contains(got.err, "is the service running at http://127.0.0.1:1? --base-url or PLATEN_BASE_URL names another") {
		t.Fatalf("without a service: exit code %d: %s", got.code, got.err)
	}
}

// TestTemplatesAreTestedAndLinted writes golden images, changes a template and checks each kind of difference.
func TestTemplatesAreTestedAndLinted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	card := filepath.Join(dir, "card")
	for _, name := range []string{"samples", "golden"} {
		if err := os.MkdirAll(filepath.Join(card, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	run := func(code int, want []string, args ...string) {
		t.Helper()
		got := runPlaten(t, "", append([]string{"templates"}, args...)...)
		if got.code != code {
			t.Fatalf("%v: exit code %d, want %d: %s%s", args, got.code, code, got.out, got.err)
		}
		for _, w := range want {
			if !strings.Contains(got.out+got.err, w) {
				t.Fatalf("%v: no %q in %s%s", args, w, got.out, got.err)
			}
		}
	}
	about := `{"name":"Card","sizes":["og","twitter"],"variables":{"title":{"type":"string","required":true,"example":"Hello"}}}`
	file(t, card, "template.json", about)
	file(t, card, "body.html", "<h1>{{ title }}</h1>\n")
	run(0, []string{"1 template, 0 findings"}, "lint", dir)
	run(1, []string{"card example og: missing golden image", "0 of 2 images"}, "test", dir)
	run(0, []string{"card example twitter: written"}, "test", dir, "--update")
	run(0, []string{"2 of 2 images are as expected"}, "test", dir)
	run(2, []string{`no template "other"`}, "test", dir, "other")
	run(2, []string{"has no templates"}, "lint", t.TempDir())

	file(t, card, "body.html", "<h1 style=color:red>{{ title }}</h1>\n")
	run(1, []string{"card example og: differs: first differing pixel", ".report"}, "test", dir)
	for _, kind := range []string{"golden", "rendered", "difference"} {
		if _, err := os.Stat(filepath.Join(dir, ".report", "card", "example.og."+kind+".png")); err != nil {
			t.Error(err)
		}
	}
	run(0, nil, "test", dir, "--update")
	file(t, filepath.Join(card, "samples"), "long.json", `{"title":"A longer title"}`)
	run(1, []string{"card long og: missing golden image", "example.og.png", "no such sample and size"}, "test", dir)
	run(0, nil, "test", dir, "--update")
	run(0, []string{"2 of 2"}, "test", dir)

	file(t, filepath.Join(card, "samples"), "wrong.json", `{"subtitle":1}`)
	run(1, []string{"card wrong: failed", "/data/title"}, "test", dir)
	run(1, []string{"card wrong: error: required", "/data/title"}, "lint", dir)
	if err := os.Remove(filepath.Join(card, "samples", "wrong.json")); err != nil {
		t.Fatal(err)
	}
	file(t, card, "template.json", strings.Replace(about, `"title":`, `"unused":{"type":"string"},"title":`, 1))
	file(t, card, "style.css", "h1 { colour: red }")
	run(0, []string{"warning: unused_variable", "card long og: warning", "colour"}, "lint", dir)
	run(1, []string{"are errors"}, "lint", dir, "--strict")
	file(t, card, "body.html", "{% if %}")
	run(1, []string{"card long: error: template_syntax"}, "lint", dir)
	file(t, card, "template.json", strings.Replace(about, "twitter", "poster", 1))
	run(1, []string{`"poster" is not a size`}, "lint", dir)
}

// TestLintRejectsSlugs: lint reports folder names that a service would reject.
func TestLintRejectsSlugs(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]string{"press-card": "", "quote": "A built-in template has this slug", "Press Card": "lowercase letters", "täglich": "lowercase letters", "-a": "lowercase letters", strings.Repeat("a", 65): "1 to 64"} {
		dir := t.TempDir()
		folder := filepath.Join(dir, slug)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		file(t, folder, "template.json", `{"name":"Card","sizes":["og"]}`)
		file(t, folder, "body.html", "<!DOCTYPE html><p>x")
		got := runPlaten(t, "", "templates", "lint", dir)
		if (got.code != 0) != (want != "") || !strings.Contains(got.out, want) {
			t.Errorf("%s: exit code %d, want %q: %s%s", slug, got.code, want, got.out, got.err)
		}
	}
}
