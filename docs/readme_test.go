package docs_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestReadmeFiguresMatchTheBenchmarks holds the ratios in the README against the tables of the benchmarks.
func TestReadmeFiguresMatchTheBenchmarks(t *testing.T) {
	t.Parallel()
	benchmarks := read(t, "benchmarks.md")
	fastest := table(t, benchmarks, "| card | format | CPU ratio | goal | bytes ratio |")
	fresh := table(t, benchmarks, "| card, new in every image | format | CPU ratio | goal | bytes ratio | goal | bytes ratio with `effort: \"best\"` | goal |")
	avif := table(t, benchmarks, "| image | bytes ratio at equal PSNR | CPU ratio |")
	others := table(t, benchmarks, "| engine | CPU ratio | bytes ratio |")
	png := func(row []string) bool { return row[1] == "PNG" }
	lossy := func(row []string) bool { return strings.HasPrefix(row[1], "JPEG") || row[1] == "WebP 80" }
	pictures := func(row []string) bool { return !strings.HasPrefix(row[0], "without loss") }
	named := func(name string) func([]string) bool {
		return func(row []string) bool { return strings.HasPrefix(row[0], name) }
	}
	low, high := bounds(t, fastest, 2, nil)
	want := []string{fmt.Sprintf("%s to %s times less CPU", low, high)}
	low, high = bounds(t, fresh, 2, nil)
	want = append(want, fmt.Sprintf("%s to %s where nothing repeats", low, high))
	low, high = bounds(t, fresh, 4, png)
	best, worst := bounds(t, fresh, 6, png)
	want = append(want, fmt.Sprintf("%s to %s times as large, %s to %s with `effort", low, high, best, worst))
	low, high = bounds(t, fresh, 4, lossy)
	want = append(want, fmt.Sprintf("%s to %s times as large", low, high))
	low, high = bounds(t, avif, 1, pictures)
	cpu, most := bounds(t, avif, 2, pictures)
	want = append(want, fmt.Sprintf("%s to %s times as large at equal PSNR, %s to %s times less CPU", low, high, cpu, most))
	low, high = bounds(t, others, 1, named("satori"))
	og, _ := bounds(t, others, 1, named("@vercel/og"))
	fast, slow := bounds(t, others, 1, named("Chromium"))
	want = append(want, fmt.Sprintf("%s to %s, %s, and %s to %s times less CPU", low, high, og, fast, slow))
	readme := read(t, "../README.md")
	for _, sentence := range want {
		if !strings.Contains(readme, sentence) {
			t.Errorf("the README does not say what docs/benchmarks.md measured: %q", sentence)
		}
	}
}

// TestReadmeLinksResolve follows its links to files and its two commands.
func TestReadmeLinksResolve(t *testing.T) {
	t.Parallel()
	readme, tasks := read(t, "../README.md"), read(t, "../Taskfile.yml")
	links := regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(readme, -1)
	for _, m := range links {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Errorf("the README links to %s, which is not there", m[1])
		}
	}
	commands := regexp.MustCompile(`(?m)^go tool -modfile=tools/go\.mod task (\w+)`).FindAllStringSubmatch(readme, -1)
	for _, m := range commands {
		if !strings.Contains(tasks, "\n  "+m[1]+":\n") {
			t.Errorf("the README runs the task %s, which is none", m[1])
		}
	}
	if len(links) < 20 || len(commands) != 2 {
		t.Errorf("the README has %d links and %d commands", len(links), len(commands))
	}
}

// TestGuidesBeginWithInstall holds the guides to their first section, and every page to one name for the service's
// address.
func TestGuidesBeginWithInstall(t *testing.T) {
	t.Parallel()
	guides, err := filepath.Glob("guides/*.md")
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides (%v)", err)
	}
	first := regexp.MustCompile(`(?m)^## (.*)$`)
	for _, name := range append(guides, "../README.md") {
		text := read(t, name)
		begin := first.FindStringSubmatch(text)
		if begin == nil || begin[1] != "Install" || !strings.Contains(text, "install.md") {
			t.Errorf("%s does not begin with the section Install that links to install.md", name)
		}
	}
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	other := regexp.MustCompile(`\$\{?(BASE|URL|BASE_URL|PLATEN_URL|HOST)\b`)
	for _, name := range append(append(guides, pages...), "../README.md") {
		if m := other.FindString(read(t, name)); m != "" {
			t.Errorf("%s names the service's address %s; the documentation's name is $PLATEN", name, m)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// table returns the rows below a header of a Markdown table.
func table(t *testing.T, text, header string) [][]string {
	t.Helper()
	_, below, found := strings.Cut(text, header+"\n")
	if !found {
		t.Fatalf("docs/benchmarks.md has no table %s", header)
	}
	var rows [][]string
	for line := range strings.Lines(below) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if strings.HasPrefix(line, "|---") {
			continue
		}
		var row []string
		for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		rows = append(rows, row)
	}
	return rows
}

// bounds returns the least and the greatest number of a column, as they are written there.
func bounds(t *testing.T, rows [][]string, column int, keep func([]string) bool) (low, high string) {
	t.Helper()
	var cells []string
	for _, row := range rows {
		if keep == nil || keep(row) {
			cells = append(cells, row[column])
		}
	}
	if len(cells) == 0 {
		t.Fatalf("column %d of %v has no such rows", column, rows)
	}
	number := func(cell string) float64 {
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatalf("%q is no ratio", cell)
		}
		return v
	}
	compare := func(a, b string) int { return cmp.Compare(number(a), number(b)) }
	return slices.MinFunc(cells, compare), slices.MaxFunc(cells, compare)
}
