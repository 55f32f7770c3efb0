package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/css/tailwind"
)

const (
	tailwindPage      = "../../../docs/tailwind.md"
	tailwindReference = "testdata/tailwind/reference.txt"
)

// TestTailwindPage checks docs/tailwind.md against the registered utilities and the engine's warnings; -bless writes it.
func TestTailwindPage(t *testing.T) {
	t.Parallel()
	got := tailwindTable(t)
	if *bless {
		if err := os.WriteFile(tailwindPage, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := read(t, tailwindPage); !bytes.Equal(got, want) {
		t.Error("docs/tailwind.md does not match the utilities; run task golden:bless")
	}
}

// tailwindTable returns the page: for every family of the reference the classes that are drawn, accepted without an
// effect, drawn with a warning, or unknown, and then the registered utilities that the reference does not have.
func tailwindTable(t *testing.T) []byte {
	t.Helper()
	var page bytes.Buffer
	page.WriteString("<!-- Generated from the registered utilities; run `task golden:bless` to write it again. -->\n# Tailwind CSS 4\n\n" +
		"Utility classes in `class` and `tw` need no build step. This table has every family of Tailwind CSS 4's reference with its\n" +
		"forms. *Covered*: every form is drawn; *no effect*: accepted, and irrelevant to an image; *partly*: the forms named are\n" +
		"not supported, and using them is a warning.\n\n")
	var tested []string
	section, covered, all := "", 0, 0
	for line := range strings.Lines(string(read(t, tailwindReference))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSpace(line), " | ", 3)
		if len(parts) != 3 {
			t.Fatalf("%s: %q is not a section, a family and classes", tailwindReference, line)
		}
		if parts[0] != section {
			section = parts[0]
			fmt.Fprintf(&page, "## %s\n\n| Family | State | Forms |\n| --- | --- | --- |\n", section)
		}
		classes := strings.Fields(parts[2])
		tested = append(tested, classes...)
		state, missing := stateOf(t, classes)
		if all++; len(missing) == 0 {
			covered++
		}
		forms := codeList(classes)
		if len(missing) > 0 && len(missing) < len(classes) {
			forms += "; not " + codeList(missing)
		}
		fmt.Fprintf(&page, "| %s | %s | %s |\n", parts[1], state, forms)
	}
	var more []string
	for _, name := range tailwind.Names() {
		if !slices.ContainsFunc(tested, func(class string) bool { return usesUtility(class, name) }) {
			more = append(more, name)
		}
	}
	fmt.Fprintf(&page, "\n## Other names\n\nNames of version 3, and forms that the table above has under another name: %s.\n\n%d of %d families are covered completely.\n",
		codeList(more), covered, all)
	return bytes.ReplaceAll(page.Bytes(), []byte("|\n## "), []byte("|\n\n## "))
}

// usesUtility reports whether a class is of the utility with a registered name.
func usesUtility(class, name string) bool {
	prefix, valued := strings.CutSuffix(name, "-*")
	base, _, _ := strings.Cut(strings.TrimPrefix(class, "-"), "/")
	return base == prefix || valued && strings.HasPrefix(base, prefix+"-")
}

// stateOf returns the state of a family and the classes that are unknown or have a warning.
func stateOf(t *testing.T, classes []string) (state string, missing []string) {
	t.Helper()
	_, unknown := tailwind.Sheet(classes)
	passive := true
	for _, class := range classes {
		text, _ := tailwind.Sheet([]string{class})
		passive = passive && strings.Contains(text, "--tw-none:0;")
		if slices.Contains(unknown, class) || warns(t, class) {
			missing = append(missing, class)
		}
	}
	switch {
	case len(missing) == len(classes):
		return "not covered", missing
	case len(missing) > 0:
		return "partly", missing
	case passive:
		return "no effect", nil
	}
	return "covered", nil
}

// warns reports whether the engine warns about an element with a class, other than about values of its own.
func warns(t *testing.T, class string) bool {
	t.Helper()
	ctx := context.Background()
	doc, err := engine.New(engine.Options{}).Open(ctx, engine.Source{HTML: `<div class="` + html.EscapeString(class) + `">text</div>`}, engine.Settings{Width: 100, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range doc.Warnings() {
		if strings.HasPrefix(w.Code, "unsupported") || w.Code == "unknown_class" {
			return true
		}
	}
	return false
}

// codeList formats names as code, separated by spaces.
func codeList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + strings.ReplaceAll(name, "|", `\|`) + "`"
	}
	return strings.Join(quoted, " ")
}
