package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModuleLayout writes a repository's module and reads it as the go command would: the committed files below the
// module's name and version, without nested modules and what is not committed.
func TestModuleIsAsAProxyHasIt(t *testing.T) {
	t.Parallel()
	repository, proxy := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/Module\n", "a.go": "package a\n", "tools/go.mod": "module example.com/tools\n", "tools/b.go": "package b\n"} {
		file := filepath.Join(repository, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := "git init -q && git add . && git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false commit -qm a && echo x > untracked.go"
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = repository
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := writeModule(proxy, "v1.2.3", repository); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(proxy, "example.com", "!module", "@v")
	if list, err := os.ReadFile(filepath.Join(folder, "list")); err != nil || string(list) != "v1.2.3\n" {
		t.Errorf("%q %v", list, err)
	}
	archive, err := zip.OpenReader(filepath.Join(folder, "v1.2.3.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "example.com/Module@v1.2.3/a.go example.com/Module@v1.2.3/go.mod" {
		t.Errorf("the module has %s", got)
	}
	if err := writeModule(proxy, "latest", repository); err == nil {
		t.Error("latest is a version")
	}
}
