package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/pdfedit"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// must runs the program and fails the test if it fails.
func must(t *testing.T, args ...string) string {
	t.Helper()
	got := runPlaten(t, "", args...)
	if got.code != 0 {
		t.Fatalf("platen %s: exit code %d: %s", strings.Join(args, " "), got.code, got.err)
	}
	return got.out
}

// twoPDFs renders a file of two pages and one of a page.
func twoPDFs(t *testing.T, dir string) (a, b string) {
	t.Helper()
	a, b = filepath.Join(dir, "a.pdf"), filepath.Join(dir, "b.pdf")
	must(t, "render", file(t, dir, "a.html", `<title>Alpha</title><style>@page{size:A5}</style><h1>Alpha one</h1><h1 style="break-before:page">Alpha two</h1>`), "-o", a)
	must(t, "render", file(t, dir, "b.html", `<title>Beta</title><style>@page{size:A4 landscape}</style><h1>Beta one</h1>`), "-o", b)
	return a, b
}

func infoOf(t *testing.T, name string, flags ...string) pdfedit.Info {
	t.Helper()
	var info pdfedit.Info
	if err := json.Unmarshal([]byte(must(t, append([]string{"pdf", "info", name, "--json"}, flags...)...)), &info); err != nil {
		t.Fatal(err)
	}
	return info
}

// TestPDFCommands: the files are the same each time and have the pages they should.
func TestPDFCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := twoPDFs(t, dir)
	logo := filepath.Join(dir, "logo.png")
	must(t, "render", file(t, dir, "logo.html", "<h1>x"), "-o", logo, "--width", "80", "--height", "40")
	all := filepath.Join(dir, "all.pdf")
	must(t, "pdf", "merge", a, b, "-o", all)
	if i := infoOf(t, all); i.Pages != 3 || i.Title != "Alpha" || len(i.Sizes) != 2 || i.Version != "2.0" {
		t.Errorf("merged: %+v", i)
	}
	for name, args := range map[string][]string{
		"merge": {"merge", a, b}, "rotate": {"rotate", a, "--by", "90"}, "text": {"stamp", a, "--text", "50 % off ä", "--opacity", "0.3", "--angle", "45"},
		"image": {"stamp", a, "--image", logo, "--position", "top-right", "--scale", "0.2", "--behind"}, "page": {"stamp", a, "--pdf", b, "--pages", "2-"},
	} {
		first := must(t, append([]string{"pdf", "-o", "-"}, args...)...)
		for range 3 {
			if must(t, append([]string{"pdf", "-o", "-"}, args...)...) != first {
				t.Errorf("%s: other bytes the second time", name)
			}
		}
	}
	parts := filepath.Join(dir, "parts")
	must(t, "pdf", "split", all, "-o", parts, "--pages", "1-2,3")
	for name, pages := range map[string]int{"all-1-2.pdf": 2, "all-3.pdf": 1} {
		if i := infoOf(t, filepath.Join(parts, name)); i.Pages != pages {
			t.Errorf("%s: %+v", name, i)
		}
	}
	turned := filepath.Join(dir, "turned.pdf")
	must(t, "pdf", "rotate", b, "-o", turned)
	if was, is := infoOf(t, b).Sizes[0], infoOf(t, turned).Sizes[0]; was.Width != is.Height {
		t.Errorf("rotated %+v is %+v", was, is)
	}
	locked := filepath.Join(dir, "locked.pdf")
	must(t, "pdf", "encrypt", a, "--user-password", "u", "--owner-password", "@"+file(t, dir, "owner", "o\n"), "--allow", "print", "-o", locked)
	if i := infoOf(t, locked, "--password", "o"); !i.Encrypted || i.Pages != 2 {
		t.Errorf("encrypted: %+v", i)
	}
	plain := filepath.Join(dir, "plain.pdf")
	must(t, "pdf", "decrypt", locked, "--owner-password", "o", "-o", plain)
	if i := infoOf(t, plain); i.Encrypted || i.Pages != 2 {
		t.Errorf("decrypted: %+v", i)
	}
	again := must(t, "pdf", "decrypt", locked, "--owner-password", "o", "-o", "-")
	if first, err := os.ReadFile(plain); err != nil || again != string(first) {
		t.Error("decrypt: other bytes the second time")
	}
	stamped := filepath.Join(dir, "stamped.pdf")
	must(t, "pdf", "stamp", a, "--text", "草稿 Ω", "--angle", "45", "-o", stamped)
	if i, was := infoOf(t, stamped), infoOf(t, a); i.Pages != 2 || i.Bytes <= was.Bytes {
		t.Errorf("stamped: %+v", i)
	}
}

// TestEditedPDFStaysSmall: a stamp adds its own bytes, not the difference between compressed and plain objects.
func TestEditedPDFStaysSmall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := twoPDFs(t, dir)
	was, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{"stamp": {"stamp", a, "--text", "Draft"}, "rotate": {"rotate", a, "--by", "90"}} {
		if is := must(t, append([]string{"pdf", "-o", "-"}, args...)...); len(is) > len(was)+800 {
			t.Errorf("%s: %d bytes became %d", name, len(was), len(is))
		}
	}
	other, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	if is := must(t, "pdf", "merge", a, b, "-o", "-"); len(is) > len(was)+len(other) {
		t.Errorf("merge: %d and %d bytes became %d", len(was), len(other), len(is))
	}
}

// TestSplitLeavesNoLinksToMissingPages: a part has no link whose page is in another part, and keeps those to addresses.
func TestSplitLeavesNoLinksToMissingPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := filepath.Join(dir, "a.pdf")
	must(t, "render", file(t, dir, "a.html", `<title>A</title><style>@page{size:A5}</style><a href="#x">in</a> <a href="https://example.com/">out</a><h1 id="x" style="break-before:page">X</h1>`), "-o", a)
	links := func(name string) int {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := pdftest.Text(data)
		return strings.Count(text, "/Subtype /Link") + strings.Count(text, "/Subtype/Link")
	}
	must(t, "pdf", "split", a, "-o", dir, "--pages", "1")
	if n, of := links(filepath.Join(dir, "a-1.pdf")), links(a); of != 2 || n != 1 {
		t.Errorf("the part has %d links, the file %d", n, of)
	}
}

// TestPDFErrors: errors have the exit code of their kind and advice.
func TestPDFErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, _ := twoPDFs(t, dir)
	paths := map[string]string{"A": first, "LOCKED": filepath.Join(dir, "locked.pdf"), "OUT": filepath.Join(dir, "out.pdf"), "X": file(t, dir, "x.pdf", "no")}
	must(t, "pdf", "encrypt", first, "--user-password", "u", "--owner-password", "o", "-o", paths["LOCKED"])
	for _, c := range []struct {
		code       int
		want, args string
	}{
		{1, "cannot be read as a PDF", "rotate X -o OUT"}, {1, "encrypt last", "rotate LOCKED -o OUT"},
		{1, "encrypt last", "info LOCKED"}, {1, "encrypt last", "merge LOCKED A -o OUT"}, {1, "encrypt last", "merge A LOCKED -o OUT"},
		{1, "encrypt last", "split LOCKED -o OUT"}, {1, "encrypt last", "stamp LOCKED --text x -o OUT"}, {1, "encrypt last", "encrypt LOCKED --owner-password x -o OUT"},
		{1, "does not open", "info LOCKED --password x"}, {2, "no such file", "info OUT"},
		{2, "90, 180 or 270", "rotate A --by 45 -o OUT"}, {2, "the pages 1 to 2", "rotate A --pages 3 -o OUT"},
		{2, "written like", "split A --pages x -o OUT"}, {2, "at least 1", "split A --every 0 -o OUT"}, {2, "top-left", "stamp A --text x --position up -o OUT"},
		{2, "no font has", "stamp A --text \U0010ffff -o OUT"}, {1, "does not open", "decrypt LOCKED --owner-password u -o OUT"}, {2, "is not encrypted", "decrypt A --owner-password o -o OUT"}, {2, "percent sign", "stamp A --text %t -o OUT"}, {2, "print, modify", "encrypt A --owner-password o --allow all -o OUT"},
		{2, "are the same", "encrypt A --owner-password o --user-password o -o OUT"}, {2, "output", "merge A A"},
	} {
		args := []string{"pdf"}
		for _, word := range strings.Fields(c.args) {
			if path, ok := paths[word]; ok {
				word = path
			}
			args = append(args, word)
		}
		if got := runPlaten(t, "", args...); got.code != c.code || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: exit code %d, %s; want %d and %q", c.args, got.code, got.err, c.code, c.want)
		}
	}
}

// TestPDFSurvivesDamage: a damaged file gives a result or an error, never a panic.
func TestPDFSurvivesDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, _ := twoPDFs(t, dir)
	whole, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		data := append([]byte(nil), whole...)
		at := i * 7919 % len(data)
		if i%3 == 0 {
			data = data[:at]
		} else {
			copy(data[at:], strings.Repeat(string(rune('0'+i%70)), i%9+1))
		}
		for _, command := range []string{"info", "rotate"} {
			args := []string{"pdf", command, "-"}
			if command != "info" {
				args = append(args, "-o", "-")
			}
			if got := runPlaten(t, string(data), args...); got.code != 0 && got.code != exitNo {
				t.Errorf("damage %d, %s: exit code %d, %s", i, command, got.code, got.err)
			}
		}
	}
}

// TestPDFOpensElsewhere: other programs read the files.
func TestPDFOpensElsewhere(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"qpdf", "pdftotext"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("NOT TESTED: other programs on the PDFs; %s is not installed", program)
		}
	}
	dir := t.TempDir()
	a, b := twoPDFs(t, dir)
	all := filepath.Join(dir, "all.pdf")
	must(t, "pdf", "merge", a, b, "-o", all)
	for want, args := range map[string][]string{
		"Alpha one Alpha two Beta one": {"rotate", all}, "Draft": {"stamp", all, "--text", "Draft"}, "Beta one Alpha two": {"stamp", a, "--pdf", b, "--pages", "1"},
		"Alpha two": {"encrypt", all, "--owner-password", "o"},
	} {
		out := filepath.Join(dir, args[0]+".pdf")
		must(t, append([]string{"pdf", "-o", out}, args...)...)
		if decoded, err := exec.Command("qpdf", "--check", out).CombinedOutput(); err != nil {
			t.Errorf("%v: %v: %s", args, err, decoded)
		}
		text, err := exec.Command("pdftotext", out, "-").Output()
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
			t.Errorf("%v: %v: %q", args, err, text)
		}
	}
}

// TestPDFCommandsAreBounded: a file of which each page tree node has the next name twice ends at --timeout, with exit
// code 1 and what to do.
func TestPDFCommandsAreBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	loop := file(t, dir, "loop.pdf", "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Names<</Dests 4 0 R>>>>\nendobj\n"+
		"2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>\nendobj\n"+
		"4 0 obj\n<</Kids[4 0 R 4 0 R]/Limits[(a)(b)]>>\nendobj\ntrailer\n<</Size 5/Root 1 0 R>>\nstartxref\n0\n%%EOF\n")
	got := runPlaten(t, "", "pdf", "info", loop, "--timeout", "1ms")
	if got.code != 1 || !strings.Contains(got.err, "--timeout") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	for _, flags := range [][]string{{"--timeout", "0s"}, {"--max-memory", "1"}} {
		if got := runPlaten(t, "", append([]string{"pdf", "info", loop}, flags...)...); got.code != exitUsage {
			t.Errorf("%v: exit code %d: %s", flags, got.code, got.err)
		}
	}
}

// TestSpotInksSatisfyNoColourLock: an ink prints another colour than its replacement on screens, which may be one of the kit.
func TestSpotInksSatisfyNoColourLock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	kit := file(t, dir, "kit.json", `{"colors":{"palette":{"ink":"#0F172A"}},"locks":[{"id":"c","property":"color","mode":"allow","value":["ink"]}]}`)
	page := file(t, dir, "page.html", `<p style="color:-platen-spot('Pink',1,#0F172A)">a</p>`)
	got := runPlaten(t, "", "render", page, "--kit", kit, "-o", filepath.Join(dir, "a.pdf"))
	if got.code == 0 || !strings.Contains(got.err, `is -platen-spot("Pink", 1, #0F172A); the kit requires`) {
		t.Errorf("%+v", got)
	}
}
