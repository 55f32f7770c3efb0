package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryGoldenCaseIsPublished: each golden case belongs to a specification and has its section and image.
func TestEveryGoldenCaseIsPublished(t *testing.T) {
	t.Chdir("../../..")
	page, err := os.ReadFile(publishedPage)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(goldens, "*", "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden cases: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		if specificationOf(name) < 0 {
			t.Errorf("%s belongs to no specification: add it to specifications.go", name)
		}
		_, err := os.Stat(filepath.Join(publishedImages, name+".webp"))
		if err != nil || !strings.Contains(string(page), "\n### "+name+"\n") {
			t.Errorf("%s is not in %s; run task fidelity:docs", name, publishedPage)
		}
	}
}
