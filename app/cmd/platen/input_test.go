package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocumentsMayHaveLegacyEncodings: a document is decoded as in browsers, and draws what it draws in UTF-8.
func TestDocumentsMayHaveLegacyEncodings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	draw := func(name, text string) string {
		page := file(t, dir, name, text)
		got := runPlaten(t, "", "render", page, "-o", "-", "--format", "png", "--width", "120", "--height", "40")
		if got.code != 0 {
			t.Fatalf("%s: %+v", name, got)
		}
		return got.out
	}
	const start = "<!DOCTYPE html><title>t</title>"
	for name, c := range map[string][2]string{
		"windows-1252": {start + "caf\xe9 \x80", start + "café €"},
		"iso-8859-2":   {start + `<meta charset="iso-8859-2">` + "\xb3\xf3d\xbc", start + "łódź"},
		"gbk":          {start + `<meta http-equiv="Content-Type" content="text/html; charset=gbk">` + "\xc4\xe3\xba\xc3", start + "你好"},
		"utf-16":       {"\xff\xfe" + wide(start+"né"), start + "né"},
		"utf-8 mark":   {"\xef\xbb\xbf" + start + "né", start + "né"},
	} {
		if draw(name+".html", c[0]) != draw("utf-8.html", c[1]) {
			t.Errorf("%s is not decoded", name)
		}
	}
}

// wide returns ASCII and Latin-1 text in little-endian UTF-16.
func wide(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteByte(byte(r))
		b.WriteByte(0)
	}
	return b.String()
}

func TestImagesAreNoDocuments(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	image := file(t, dir, "photo.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	got := runPlaten(t, "", "render", image, "-o", filepath.Join(dir, "a.png"))
	if got.code == 0 || !strings.Contains(got.err, "photo.png is not text but image/png") || strings.Contains(got.err, "warning") {
		t.Errorf("%+v", got)
	}
}

// TestSVGFilesHaveTheirSize: the canvas of an SVG file is its natural size unless the flags choose another.
func TestSVGFilesHaveTheirSize(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	size := func(text string, flags ...string) [2]int {
		t.Helper()
		drawing := file(t, dir, "my drawing #1.svg", text)
		got := runPlaten(t, "", append([]string{"render", drawing, "-o", filepath.Join(dir, "a.png"), "--json"}, flags...)...)
		var decoded struct{ Outputs []writtenImage }
		if err := json.Unmarshal([]byte(got.out), &decoded); err != nil || len(decoded.Outputs) != 1 {
			t.Fatalf("%+v", got)
		}
		o := decoded.Outputs[0]
		if len(o.Warnings) > 0 {
			t.Errorf("warnings: %v", o.Warnings)
		}
		return [2]int{o.Width, o.Height}
	}
	for text, want := range map[string][2]int{
		`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50.5"/>`:                  {100, 51},
		`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 48"/>`:   {24, 48},
		`<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"/>`:                 {1200, 630},
		`<s:svg xmlns:s="http://www.w3.org/2000/svg" width="1in" height="48pt"><s:g/></s:svg>`: {96, 64},
	} {
		if got := size(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if got := size(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 48"/>`, "--width", "300", "--height", "200"); got != [2]int{300, 200} {
		t.Errorf("with flags: %v", got)
	}
}
