package guides

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const (
	actionFolder = "../../.github/actions/templates"
	// ghStub replaces GitHub's command line: for a list of comments it prints GH_COMMENTS, and it records its
	// arguments and the comment's text.
	ghStub = `#!/bin/sh
case "$*" in
*--jq*) echo "$GH_COMMENTS"; exit 0 ;;
esac
echo "$@" >"$RUNNER_TEMP/gh.args"
for a; do case "$a" in body=@*) cp "${a#body=@}" "$RUNNER_TEMP/gh.body" ;; esac; done
`
)

// TestTemplatesAction runs the steps of the GitHub action as a runner does, for unchanged and for changed templates.
func TestTemplatesAction(t *testing.T) {
	t.Parallel()
	bin := program(t)
	// A child of a parallel test must not inherit the open file: executing it would fail with "text file busy".
	syscall.ForkLock.RLock()
	err := os.WriteFile(filepath.Join(bin, "gh"), []byte(ghStub), 0o755)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	temp, templates := t.TempDir(), filepath.Join(t.TempDir(), "my templates")
	card := filepath.Join(templates, "card")
	if err := os.MkdirAll(card, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(card, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	step := func(script string, code int, env ...string) string {
		t.Helper()
		path, err := filepath.Abs(filepath.Join(actionFolder, script))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "bash", path)
		cmd.Env = append(os.Environ(), append(env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+temp, "FOLDER="+templates,
			"KIT=", "VERSION=latest", "GITHUB_REPOSITORY=owner/site", "PULL_REQUEST=7", "GITHUB_OUTPUT="+filepath.Join(temp, "output"),
			"GITHUB_STEP_SUMMARY="+filepath.Join(temp, "step.md"), "SUMMARY="+filepath.Join(temp, "platen-summary.md"))...)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Fatalf("%s ends with %d, want %d: %s", script, got, code, out)
		}
		return string(out)
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(temp, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	write("template.json", `{"name":"Card","sizes":["og"],"variables":{"title":{"type":"string","example":"Hello"}}}`)
	write("body.html", "<h1>{{ title }}</h1>")
	if out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "platen"), "templates", "test", templates, "--update").CombinedOutput(); err != nil {
		t.Fatalf("writing the golden image: %v: %s", err, out)
	}
	step("install.sh", 0)
	step("test.sh", 0)
	if got := read("output"); !strings.Contains(got, "failed=0\n") {
		t.Errorf("the outputs of a test without a difference are %q", got)
	}
	write("body.html", "<h1>{{ title }}!</h1>")
	step("test.sh", 1)
	if got := read("output"); !strings.Contains(got, "failed=1\nsummary=") {
		t.Errorf("the outputs of a test with a difference are %q", got)
	}
	if _, err := os.Stat(filepath.Join(temp, "platen-report", "card", "example.og.difference.png")); err != nil {
		t.Error(err)
	}
	step("comment.sh", 0, "REPORT_URL=https://github.com/owner/site/actions/runs/1/artifacts/2")
	if args := read("gh.args"); !strings.Contains(args, "--method POST repos/owner/site/issues/7/comments ") {
		t.Errorf("the first comment is %s", args)
	}
	if body := read("gh.body"); !strings.Contains(body, "| card | example | og | differs in ") || !strings.Contains(body, "(https://github.com/owner/site/actions/runs/1/artifacts/2)") {
		t.Errorf("the comment says %s", body)
	}
	step("comment.sh", 0, "GH_COMMENTS=4711")
	if args := read("gh.args"); !strings.Contains(args, "--method PATCH repos/owner/site/issues/comments/4711 ") {
		t.Errorf("the second comment is %s", args)
	}
	write("body.html", "{% if %}")
	step("test.sh", 1)
}
