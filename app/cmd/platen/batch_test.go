package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestBatchRendersARowEach reads each kind of table, and compares an image with that of platen render.
func TestBatchRendersARowEach(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	card := file(t, dir, "card.html", "<h1>{{ title }}</h1><p>{{ author.name }} {{ count }}</p>")
	file(t, dir, "rows.csv", "\ufefftitle,author.name,count,slug\n\"Hello, you\",Ada,0.10,a/b\nTwo,,2,zwei\n")
	file(t, dir, "rows.json", `[{"title":"Hello, you","author":{"name":"Ada"},"count":"0.10","slug":"a/b"},{"title":"Two","count":"2","slug":"zwei"}]`)
	file(t, dir, "rows.jsonl", `{"title":"Hello, you","author":{"name":"Ada"},"count":"0.10","slug":"a/b"}`+"\n\n"+`{"title":"Two","count":"2","slug":"zwei"}`+"\n")
	one := file(t, dir, "one.json", `{"title":"Hello, you","author":{"name":"Ada"},"count":"0.10"}`)
	size := []string{"--width", "200", "--height", "100"}
	if got := runPlaten(t, "", append([]string{"render", card, "-o", filepath.Join(dir, "one.png"), "--data", one}, size...)...); got.code != 0 {
		t.Fatal(got)
	}
	want, err := os.ReadFile(filepath.Join(dir, "one.png"))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"rows.csv", "rows.json", "rows.jsonl"} {
		out := filepath.Join(dir, table+".out")
		got := runPlaten(t, "", append([]string{"batch", card, "--rows", filepath.Join(dir, table), "-o", out, "--name", "{{ slug }}-{{row}}"}, size...)...)
		if got.code != 0 || !strings.Contains(got.out, "2 rendered, 0 skipped, 0 failed") {
			t.Fatalf("%s: %+v", table, got)
		}
		image, err := os.ReadFile(filepath.Join(out, "a-b-1.png"))
		if err != nil || string(image) != string(want) {
			t.Errorf("%s: the image differs from that of render (%v)", table, err)
		}
		if _, err := os.Stat(filepath.Join(out, "zwei-2.png")); err != nil {
			t.Error(err)
		}
	}
}

// TestBatchResumes: finished images are skipped, changed or damaged ones are rendered again, also after an interruption and
// with a log whose last line is truncated.
func TestBatchResumes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var rows strings.Builder
	rows.WriteString("title\n")
	for i := range 300 {
		fmt.Fprintf(&rows, "Row %d\n", i)
	}
	card, table, out := file(t, dir, "card.html", "<h1>{{ title }}</h1>"), file(t, dir, "rows.csv", rows.String()), filepath.Join(dir, "out")
	args := []string{"batch", card, "--rows", table, "-o", out, "--width", "64", "--height", "64"}
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		for { // until some images are there
			if list, _ := filepath.Glob(filepath.Join(out, "*.png")); len(list) > 20 {
				interrupt()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if got := runIn(ctx, "", args...); got.code != exitInterrupt || !strings.Contains(got.err, "run the same command to resume") {
		t.Fatalf("interrupted: %+v", got)
	}
	log, err := os.OpenFile(filepath.Join(out, batchLog), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.WriteString(`{"row":9`); err != nil {
		t.Fatal(err)
	}
	_ = log.Close()
	got := runPlaten(t, "", args...)
	if got.code != 0 || strings.Contains(got.out, "300 rendered") {
		t.Fatalf("going on: %+v", got)
	}
	if got = runPlaten(t, "", args...); got.out != "0 rendered, 300 skipped, 0 failed\n" {
		t.Errorf("again: %+v", got)
	}
	if err := os.Truncate(filepath.Join(out, "007.png"), 10); err != nil {
		t.Fatal(err)
	}
	file(t, dir, "rows.csv", strings.Replace(rows.String(), "Row 20\n", "Another\n", 1))
	if got = runPlaten(t, "", args...); got.out != "2 rendered, 298 skipped, 0 failed\n" {
		t.Errorf("after two changes: %+v", got)
	}
	file(t, dir, "card.html", "<h2>{{ title }}</h2>")
	if got = runPlaten(t, "", args...); got.out != "300 rendered, 0 skipped, 0 failed\n" {
		t.Errorf("after a change of the document: %+v", got)
	}
}

// TestBatchReportsWhatIsWrong tests errors of the table, a name and a row.
func TestBatchReportsWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		table, rows, name string
		code              int
		want              string
	}{
		{"a.csv", "quote,quote\n1,2\n", "", 2, `column 2 is named "quote"`},
		{"b.csv", "quote,author\n1\n", "", 2, "wrong number of fields"},
		{"c.json", `[{"quote":"x"},3]`, "", 2, "reading the rows"},
		{"d.json", `[{"quote":"x"},null]`, "", 2, "row 2 is not an object"},
		{"e.json", `[{"quote":"x"},{"quote":"X"}]`, "{{ quote }}", 2, `rows 1 and 2 both write the file "X"`},
		{"f.json", `[{"quote":"x"}]`, "{{ author }}", 2, "row 1 has no value for author"},
		{"g.json", `[{"quote":"x"},{"quote":3}]`, "", 1, "row 2: "},
		{"h.json", `[]`, "", 0, "0 rendered"},
		{"i.jsonl", "{\"quote\":\"x\"}\n{", "", 2, "line 2 is not a JSON object"},
	} {
		got := runPlaten(t, "", "batch", "template:quote", "--rows", file(t, dir, c.table, c.rows), "-o", filepath.Join(dir, c.table+".out"), "--name", c.name)
		if got.code != c.code || !strings.Contains(got.out+got.err, c.want) {
			t.Errorf("%s: %+v, want %d and %q", c.table, got, c.code, c.want)
		}
	}
	if got := runPlaten(t, "", "batch", "template:quote", "-o", dir); got.code != 2 || !strings.Contains(got.err, "--rows") {
		t.Errorf("without a table: %+v", got)
	}
}
