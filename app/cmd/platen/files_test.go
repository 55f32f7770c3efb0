package main

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// windows16 returns text as the redirection of Windows PowerShell writes it: UTF-16 with a byte order mark and CRLF.
func windows16(text string) string {
	out := []byte("\xff\xfe")
	for _, u := range utf16.Encode([]rune(strings.ReplaceAll(text, "\n", "\r\n"))) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// TestFilesOfEverySystem: documents, style sheets, data and tables give the same image whether or not they begin with a byte order
// mark, in UTF-8 and UTF-16, with the line ends of Windows; another encoding is an error that names the file.
func TestFilesOfEverySystem(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "größe 漢字")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const page, sheet, data, rows = "<!DOCTYPE html>\n<h1>{{ title }}</h1>\n", "h1{color:#f00}\n", "{\"title\":\"Grüße ✓\"}\n", "title\nGrüße ✓\n"
	images := map[string]string{}
	for kind, as := range map[string]func(string) string{
		"plain": func(s string) string { return s },
		"marks": func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "\r\n") },
		"utf16": windows16,
	} {
		html, css, values := file(t, dir, kind+".html", as(page)), file(t, dir, kind+".css", as(sheet)), file(t, dir, kind+".json", as(data))
		got := runPlaten(t, "", "render", html, "--css", css, "--data", values, "-o", "-", "--format", "png", "--width", "300", "--height", "90")
		if got.code != 0 || got.err != "" {
			t.Fatalf("%s: exit code %d, %s", kind, got.code, got.err)
		}
		piped := runPlaten(t, as(page), "render", "-", "--css", css, "--data", "@"+values, "-o", "-", "--format", "png", "--width", "300", "--height", "90")
		if piped.out != got.out {
			t.Errorf("%s: standard input gives another image: %s", kind, piped.err)
		}
		out := filepath.Join(dir, kind)
		if got := runPlaten(t, "", "batch", html, "--css", css, "--rows", file(t, dir, kind+".csv", as(rows)), "-o", out, "--width", "300", "--height", "90"); got.code != 0 {
			t.Fatalf("%s: exit code %d, %s", kind, got.code, got.err)
		}
		if image, err := os.ReadFile(filepath.Join(out, "1.png")); err != nil || string(image) != got.out {
			t.Errorf("%s: the batch gives another image: %v", kind, err)
		}
		images[kind] = got.out
	}
	for kind, image := range images {
		if image != images["plain"] {
			t.Errorf("%s gives another image", kind)
		}
	}
	inline := runPlaten(t, "", "render", filepath.Join(dir, "plain.html"), "--css", filepath.Join(dir, "plain.css"), "--data", data, "-o", "-", "--format", "png", "--width", "300", "--height", "90")
	if inline.out != images["plain"] {
		t.Errorf("data in the flag gives another image: %s", inline.err)
	}
	for _, args := range [][]string{{"--data", "{"}, {"--data", file(t, dir, "list.json", "[1]")}, {"--data", "nothing.json"}, {"--data", "@nothing.json"}} {
		if got := runPlaten(t, "", append([]string{"render", filepath.Join(dir, "plain.html"), "-o", "-"}, args...)...); got.code == 0 || !strings.Contains(got.err, "reading the data") {
			t.Errorf("%q: exit code %d, %s", args, got.code, got.err)
		}
	}
	latin := file(t, dir, "latin.css", "p{\n}/*caf\xe9*/")
	got := runPlaten(t, "", "render", filepath.Join(dir, "plain.html"), "--css", latin, "-o", "-")
	if got.code == 0 || !strings.Contains(got.err, "latin.css is not UTF-8 (byte 0xE9 in line 2); save it as UTF-8") {
		t.Errorf("exit code %d, %s", got.code, got.err)
	}
}

// TestReferencesAreURLs: a document's references may escape characters of file names, and are relative to the document in any
// working folder.
func TestReferencesAreURLs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	below := filepath.Join(dir, "as sets")
	if err := os.Mkdir(below, 0o755); err != nil {
		t.Fatal(err)
	}
	dot := image.NewRGBA(image.Rect(0, 0, 4, 4))
	dot.Set(1, 1, color.RGBA{255, 0, 0, 255})
	for _, name := range []string{"bild ä.png", "100%.png", "a#b.png"} {
		out, err := os.Create(filepath.Join(below, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(out, dot); err != nil {
			t.Fatal(err)
		}
		out.Close()
	}
	for _, reference := range []string{"as sets/bild ä.png", "as%20sets/bild%20%C3%A4.png", "./as sets/../as%20sets/bild ä.png?v=1", "as sets/bild ä.png#x", "as sets/100%.png", "as sets/100%25.png", "as sets/a#b.png", "as sets/a%23b.png"} {
		page := file(t, dir, "page.html", `<!DOCTYPE html><img src="`+reference+`">`)
		if got := runPlaten(t, "", "render", page, "-o", "-", "--format", "png", "--strict"); got.code != 0 {
			t.Errorf("%s: exit code %d, %s", reference, got.code, got.err)
		}
	}
	for _, reference := range []string{"..%2Fpage.html", "%2e%2e/%2e%2e/etc/hostname", "%zz.png", "%00.png", "nothing.png"} {
		page := file(t, below, "page.html", `<!DOCTYPE html><img src="`+reference+`">`)
		if got := runPlaten(t, "", "render", page, "-o", "-", "--format", "png", "--strict"); got.code != exitNo {
			t.Errorf("%s: exit code %d, %s", reference, got.code, got.err)
		}
	}
}

// TestWatchIgnoresOtherFiles: an image is rendered again when a file that its document names appears, in another folder too, and
// not for other files, such as a log of the command in the same folder.
func TestWatchIgnoresOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	images := filepath.Join(dir, "images")
	if err := os.Mkdir(images, 0o755); err != nil {
		t.Fatal(err)
	}
	page, out := file(t, dir, "page.html", `<!DOCTYPE html><p>x<img src="images/new%20dot.svg">`), filepath.Join(dir, "out.svg")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan outcome, 1)
	go func() { done <- runIn(ctx, "", "render", page, "-o", out, "--watch") }()
	changed := func(from string, meanwhile func()) string {
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
			if data, err := os.ReadFile(out); err == nil && string(data) != from {
				return string(data)
			}
			meanwhile()
			<-time.After(20 * time.Millisecond)
		}
		t.Fatal("the image does not change")
		return ""
	}
	first := changed("", func() {})
	for range 8 {
		file(t, dir, "platen.log", first)
		file(t, images, "other.svg", first)
		<-time.After(2 * settle)
	}
	changed(first, func() { // saved again, in case the watcher had not started
		file(t, images, "new dot.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>`)
	})
	stop()
	got := <-done
	if draws := strings.Count(got.err, "out.svg in "); got.code != 0 || draws < 2 || draws > 5 {
		t.Errorf("exit code %d after %d images: %s", got.code, draws, got.err)
	}
}

// TestAMissingFolderIsNamed: the error of an image that cannot be written names the image and the folder, not a temporary file.
func TestAMissingFolderIsNamed(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "missing", "card.png")
	got := runPlaten(t, "<!DOCTYPE html><p>x", "render", "-", "-o", out)
	if got.code != exitNo || !strings.Contains(got.err, "writing "+out+": creating a file in the folder "+filepath.Dir(out)) || strings.Contains(got.err, ".platen-") {
		t.Errorf("exit code %d, %s", got.code, got.err)
	}
}
