package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	inprocess "github.com/platenhq/platen/sdk/go/render"
)

// TestGoPackageRendersAsTheCommand compares the public package with the command line, whose renders are the service's.
func TestGoPackageRendersAsTheCommand(t *testing.T) {
	t.Parallel()
	const html = `<!DOCTYPE html><body style="margin:0;background:linear-gradient(#0F172A,#38BDF8)"><h1 style="font:700 40px Inter;color:#fff">Launch day</h1>`
	dir := t.TempDir()
	page := file(t, dir, "card.html", html)
	r := inprocess.New(inprocess.Options{})
	for _, format := range []inprocess.Format{inprocess.PNG, inprocess.JPEG, inprocess.WebP, inprocess.AVIF, inprocess.SVG} {
		out := filepath.Join(dir, "card."+string(format))
		if got := runPlaten(t, "", "render", page, "-o", out, "--width", "400", "--height", "210"); got.code != 0 {
			t.Fatalf("%+v", got)
		}
		want, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Render(t.Context(), inprocess.Request{HTML: html, Width: 400, Height: 210, Format: format})
		if err != nil || !bytes.Equal(got.Bytes, want) {
			t.Errorf("%s: other bytes, %v", format, err)
		}
	}
}
