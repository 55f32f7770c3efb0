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
	file(t, card, "body.html", "{% if %}")
	run(1, "card", "templates", "push", dir)
	run(2, "templates of", "templates", "push", filepath.Join(dir, "missing"))
}
