package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinkedStyleSheets: sheets that a document links or imports are read from its folder, and their own references are
// relative to each sheet: the image is that of the document with everything in one place.
func TestLinkedStyleSheets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, sub := range []string{"css/parts", "pictures"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const square = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="%s"/></svg>`
	for name, colour := range map[string]string{"red": "#c00", "green": "#0a0", "blue": "#00c"} {
		file(t, dir, "pictures/"+name+".svg", fmt.Sprintf(square, colour))
	}
	file(t, dir, "css/site.css", "\ufeff@charset \"utf-8\";\r\n@import 'parts/base.css' layer(base);\n@import url(parts/wide.css) (min-width: 100px);\n"+
		".a{background:url(../pictures/red.svg)} /* url(no.png) */ .b{background:image-set(\"../pictures/green.svg\" 1x)} .d::after{content:'url(x)'}\n")
	file(t, dir, "css/parts/base.css", "@import \"../site.css\";div{width:40px;height:40px;margin:4px;background:#ccc}")
	file(t, dir, "css/parts/wide.css", ".c{background:url('../../pictures/blue.svg?v=2')}")
	file(t, dir, "late.css", ".e{background:#fc0}")
	const body = `<body><div class=a></div><div class=b></div><div class=c></div><div class=d></div><div class=e></div>`
	linked := file(t, dir, "page.html", `<!DOCTYPE html><LINK media="all" REL="preload StyleSheet" href="css/site.css?v=1"><style>@import "late.css";</style>`+body)
	whole := file(t, dir, "whole.html", `<!DOCTYPE html><style>div{width:40px;height:40px;margin:4px}:where(div){background:#ccc}
		.a{background:url(pictures/red.svg)}.b{background:url(pictures/green.svg)}.c{background:url(pictures/blue.svg)}.d::after{content:'url(x)'}.e{background:#fc0}</style>`+body)
	draw := func(name string, args ...string) string {
		t.Helper()
		got := runPlaten(t, "", append([]string{"render", name, "-o", "-", "--format", "png", "--width", "300", "--height", "300"}, args...)...)
		if got.code != 0 {
			t.Fatalf("%s: exit code %d, %s", name, got.code, got.err)
		}
		// The two sheets import each other: the innermost import is the only one that is left out.
		if n := strings.Count(got.err, "warning"); n > 1 {
			t.Errorf("%s: %s", name, got.err)
		}
		return got.out
	}
	want := draw(whole)
	if draw(linked) != want {
		t.Error("linked style sheets give another image than the same rules in the document")
	}
	request := file(t, dir, "request.json", fmt.Sprintf(`{"html":%q,"outputs":[{"format":"png","width":300,"height":300}]}`, `<!DOCTYPE html><link rel=stylesheet href=css/site.css><link rel=stylesheet href=late.css>`+body))
	if got := runPlaten(t, "", "render", request, "-o", filepath.Join(dir, "request.png")); got.code != 0 {
		t.Fatal(got.err)
	}
	if image, err := os.ReadFile(filepath.Join(dir, "request.png")); err != nil || string(image) != want {
		t.Errorf("a request's links give another image: %v", err)
	}

	for _, href := range []string{"https://example.com/a.css", "//example.com/a.css", "missing.css", "../outside.css", "/etc/passwd"} {
		file(t, filepath.Dir(dir), "outside.css", "body{background:red}")
		page := file(t, dir, "other.html", `<!DOCTYPE html><link rel=stylesheet href="`+href+`"><p>text`)
		got := runPlaten(t, "", "render", page, "-o", filepath.Join(dir, "other.png"))
		if got.code != 0 || !strings.Contains(got.err, `<link href="`+href+`"> was ignored; write its rules into a <style> element`) {
			t.Errorf("%s: exit code %d, %s", href, got.code, got.err)
		}
	}
}
