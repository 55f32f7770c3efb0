package engine_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const supportedPage = "../../../docs/supported.md"

var (
	declaration = regexp.MustCompile(`(?:^|[{;"'\s])(-?[a-z][a-z-]*)\s*:\s*[^;:{}"']`)
	element     = regexp.MustCompile(`<([a-z][a-z0-9-]*)[\s/>]`)
)

// TestSupportedPage checks that docs/supported.md says what the golden cases
// show; -bless writes it.
func TestSupportedPage(t *testing.T) {
	t.Parallel()
	got := supported(t)
	if *bless {
		if err := os.WriteFile(supportedPage, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := read(t, supportedPage); !bytes.Equal(got, want) {
		t.Error("docs/supported.md is not what the golden cases show; run task golden:bless")
	}
}

// supported writes the page: every property and element with the cases that
// show it, then every case with its picture.
func supported(t *testing.T) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(goldenDir, "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden cases found (%v)", err)
	}
	properties, elements := map[string][]string{}, map[string][]string{}
	var gallery bytes.Buffer
	for _, file := range files {
		source := read(t, file)
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		link := fmt.Sprintf("[%s](#%s)", name, name)
		collect(properties, declaration, source, link)
		collect(elements, element, source, link)
		fmt.Fprintf(&gallery, "### %s\n\n%s. [Source](../modules/rendering/engine/testdata/golden/%s.html)\n\n![%s](../modules/rendering/engine/testdata/golden/%s.png)\n\n",
			name, titleOf(source), name, titleOf(source), name)
	}
	var page bytes.Buffer
	page.WriteString("<!-- Generated from the golden cases; run `task golden:bless` to write it again. -->\n# What the native engine draws\n\n" +
		"Every property and element here has a picture that is checked byte for byte. Anything a document uses that the engine\n" +
		"does not know is a warning in the answer, with its place; it is never silently wrong.\n\n")
	table(&page, "Property", properties)
	table(&page, "Element", elements)
	page.WriteString("## Cases\n\n")
	page.Write(bytes.TrimRight(gallery.Bytes(), "\n"))
	page.WriteString("\n")
	return page.Bytes()
}

func collect(into map[string][]string, re *regexp.Regexp, source []byte, link string) {
	for _, m := range re.FindAllSubmatch(source, -1) {
		name := string(m[1])
		if name == "data" { // of data: URLs
			continue
		}
		if !slices.Contains(into[name], link) {
			into[name] = append(into[name], link)
		}
	}
}

func table(page *bytes.Buffer, head string, rows map[string][]string) {
	names := make([]string, 0, len(rows))
	for n := range rows {
		names = append(names, n)
	}
	slices.Sort(names)
	fmt.Fprintf(page, "| %s | Cases |\n| --- | --- |\n", head)
	for _, n := range names {
		fmt.Fprintf(page, "| `%s` | %s |\n", n, strings.Join(rows[n], ", "))
	}
	page.WriteString("\n")
}
