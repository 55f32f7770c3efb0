package modules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	uses   = regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
	pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
)

// TestWorkflowsArePinned: a workflow runs actions at the reviewed commit, not at a tag that can be moved, and has only
// read permissions unless a job requests others.
func TestWorkflowsArePinned(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("workflows: %v, %v", files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range uses.FindAllStringSubmatch(string(text), -1) {
			if !strings.HasPrefix(m[1], "./") && !pinned.MatchString(m[1]) {
				t.Errorf("%s: uses: %s; write owner/action@<the commit's hash> # v1.2.3", name, m[1])
			}
		}
		if !strings.Contains(string(text), "\npermissions: {contents: read}\n") {
			t.Errorf("%s: permissions: {contents: read} is missing at the top", name)
		}
	}
}
