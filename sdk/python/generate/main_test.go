package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGeneratedIsCurrent compares the package with what the protos generate.
func TestGeneratedIsCurrent(t *testing.T) {
	t.Parallel()
	files := generate()
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "platen", name))
		if err != nil || string(got) != want {
			t.Errorf("platen/%s is not what the protos generate: run `task generate` (%v)", name, err)
		}
	}
	if len(files) < 12 || !strings.Contains(files["_services.py"], "def generate(self") {
		t.Errorf("%d files", len(files))
	}
}
