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

	"github.com/platenhq/platen/modules/rendering/engine"
)

const (
	supportedPage = "../../../docs/supported.md"
	enginePage    = "../modules/rendering/engine" // from docs
)

var (
	declaration = regexp.MustCompile(`(?:^|[{;"'\s])(-?[a-z][a-z-]*)\s*:\s*[^;:{}"']`)
	element     = regexp.MustCompile(`<([a-z][a-z0-9-]*)[\s/>]`)
)

// TestSupportedPage checks docs/supported.md against the golden cases; -bless writes it.
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
		t.Error("docs/supported.md does not match the golden cases; run task golden:bless")
	}
}

// supported returns the page: every property and element with the cases that use it, then every case with its image.
func supported(t *testing.T) []byte {
	t.Helper()
	properties, elements := map[string][]string{}, map[string][]string{}
	var gallery bytes.Buffer
	for _, c := range goldenCases(t) {
		source, name := read(t, c.html), c.name
		link := fmt.Sprintf("[%s](#%s)", name, name)
		collect(properties, declaration, source, link)
		collect(elements, element, source, link)
		fmt.Fprintf(&gallery, "### %s\n\n%s. [Source](%s/%s), [beside Chromium](fidelity.md#%s)\n\n![%s](%s/%s)\n\n",
			name, titleOf(source), enginePage, filepath.ToSlash(c.html), name, titleOf(source), enginePage, filepath.ToSlash(c.png))
	}
	var page bytes.Buffer
	page.WriteString("<!-- Generated from the golden cases; run `task golden:bless` to write it again. -->\n# What the native engine draws\n\n" +
		"Every property and element here has an image that is checked byte for byte, and is compared with Chromium's in\n" +
		"[the fidelity report](fidelity.md). Anything a document uses that the engine does not support is a warning in the response, with its place.\n\n")
	known := map[string]bool{}
	var without []string
	for _, name := range engine.Properties() {
		known[name] = true
		if len(properties[name]) == 0 {
			without = append(without, "`"+name+"`")
		}
	}
	for name := range properties {
		if !known[name] { // text of a case that resembles a declaration
			delete(properties, name)
		}
	}
	table(&page, "Property", properties)
	fmt.Fprintf(&page, "These properties are supported as well and have no case of their own yet: %s.\n\n", strings.Join(without, ", "))
	table(&page, "Element", elements)
	page.WriteString("## Cases\n\n")
	page.Write(bytes.TrimRight(gallery.Bytes(), "\n"))
	page.WriteString("\n")
	return page.Bytes()
}

func collect(into map[string][]string, re *regexp.Regexp, source []byte, link string) {
	for _, m := range re.FindAllSubmatch(source, -1) {
		name := string(m[1])
		if !slices.Contains(into[name], link) {
			into[name] = append(into[name], link)
		}
	}
}

// maxLinks bounds the cases listed in a table row.
const maxLinks = 6

func table(page *bytes.Buffer, head string, rows map[string][]string) {
	names := make([]string, 0, len(rows))
	for n := range rows {
		names = append(names, n)
	}
	slices.Sort(names)
	fmt.Fprintf(page, "| %s | Cases |\n| --- | --- |\n", head)
	for _, n := range names {
		cases := rows[n]
		more := ""
		if len(cases) > maxLinks {
			more = fmt.Sprintf(" and %d more", len(cases)-maxLinks)
			cases = cases[:maxLinks]
		}
		fmt.Fprintf(page, "| `%s` | %s%s |\n", n, strings.Join(cases, ", "), more)
	}
	page.WriteString("\n")
}
