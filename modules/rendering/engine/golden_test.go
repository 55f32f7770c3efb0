package engine_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

var bless = flag.Bool("bless", false, "write the goldens instead of comparing with them")

// goldenLock records the engine version of the goldens. Once a version is released its goldens never change: a
// different byte requires a new version.
type goldenLock struct {
	Version  string            `json:"version"`
	Released bool              `json:"released"`
	Cases    map[string]string `json:"cases"` // file name → SHA-256 of the PNG
	Files    map[string]string `json:"files"` // of the other formats
}

// goldenDir contains the lock and a folder for each area.
const goldenDir = "testdata/goldens"

// goldenCase is one document of goldenDir and its image.
type goldenCase struct {
	area, name string
	html, png  string // paths
}

// goldenCases lists the cases by area and name.
func goldenCases(t testing.TB) []goldenCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(goldenDir, "*", "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden cases found (%v)", err)
	}
	cases := make([]goldenCase, len(files))
	names := map[string]string{}
	for i, file := range files {
		stem := strings.TrimSuffix(file, ".html")
		c := goldenCase{area: filepath.Base(filepath.Dir(file)), name: filepath.Base(stem), html: file, png: stem + ".png"}
		if other, taken := names[c.name]; taken {
			t.Fatalf("%s and %s have the same name", file, other)
		}
		names[c.name], cases[i] = file, c
	}
	return cases
}

// goldenNamed returns the case with a name.
func goldenNamed(t testing.TB, name string) goldenCase {
	t.Helper()
	all := goldenCases(t)
	i := slices.IndexFunc(all, func(c goldenCase) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("no golden case is named %s", name)
	}
	return all[i]
}

// TestGoldens renders every case and compares exact bytes. A failure writes expected, actual and difference side by
// side to a PNG.
func TestGoldens(t *testing.T) {
	t.Parallel()
	cases := goldenCases(t)
	lock := readLock(t)
	if *bless {
		blessAll(t, cases, lock)
		return
	}
	if lock.Version != engine.Version {
		t.Fatalf("the goldens are of %s and the engine is %s: bless them", lock.Version, engine.Version)
	}
	titles := map[string]string{}
	for _, c := range cases {
		name := c.name
		source := read(t, c.html)
		title := titleOf(source)
		if title == "" || titles[title] != "" {
			t.Errorf("%s: the title %q is missing or already used by %s", name, title, titles[title])
		}
		titles[title] = name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := renderGolden(t, source)
			want := read(t, c.png)
			if hash(want) != lock.Cases[name] {
				t.Errorf("the image of %s is not the blessed one", name)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs from its golden; see %s", name, contrast(t, name, want, got))
			}
		})
	}
}

// TestGoldenAreasAreDescribed checks that the README of the goldens describes exactly the existing areas.
func TestGoldenAreasAreDescribed(t *testing.T) {
	t.Parallel()
	areas := map[string]bool{}
	for _, c := range goldenCases(t) {
		areas[c.area] = true
	}
	described := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| ([a-z]+) \|`).FindAllSubmatch(read(t, filepath.Join(goldenDir, "README.md")), -1) {
		described[string(m[1])] = true
	}
	delete(described, "area") // the head of the table
	if !maps.Equal(areas, described) {
		t.Errorf("the README describes %v, the areas are %v", slices.Sorted(maps.Keys(described)), slices.Sorted(maps.Keys(areas)))
	}
}

func blessAll(t *testing.T, cases []goldenCase, lock goldenLock) {
	fresh := goldenLock{Version: engine.Version, Cases: map[string]string{}, Files: map[string]string{}}
	for _, c := range cases {
		name := c.name
		got := renderGolden(t, read(t, c.html))
		fresh.Cases[name] = hash(got)
		if old, had := lock.Cases[name]; had && old != hash(got) && lock.Released && lock.Version == engine.Version {
			t.Fatalf("%s changed and %s is released: raise engine.Version first", name, engine.Version)
		}
		if err := os.WriteFile(c.png, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range goldenFiles {
		sum := hash(g.make(t))
		if old, had := lock.Files[g.name]; had && old != sum && lock.Released && lock.Version == engine.Version {
			t.Fatalf("%s changed and %s is released: raise engine.Version first", g.name, engine.Version)
		}
		fresh.Files[g.name] = sum
	}
	fresh.Released = lock.Released && lock.Version == engine.Version
	data, err := json.MarshalIndent(fresh, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(goldenDir, "lock.json"), append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readLock(t *testing.T) goldenLock {
	t.Helper()
	var lock goldenLock
	data, err := os.ReadFile(filepath.Join(goldenDir, "lock.json"))
	if err != nil {
		if *bless {
			return lock
		}
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		t.Fatal(err)
	}
	return lock
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

var (
	titleTag  = regexp.MustCompile(`<title>([^<]+)</title>`)
	canvasTag = regexp.MustCompile(`<meta name="canvas" content="(\d+)x(\d+)">`)
)

func titleOf(source []byte) string {
	if m := titleTag.FindSubmatch(source); m != nil {
		return string(m[1])
	}
	return ""
}

// canvasOf parses the canvas of a case, 400 × 300 by default.
func canvasOf(source []byte) (w, h int) {
	w, h = 400, 300
	if m := canvasTag.FindSubmatch(source); m != nil {
		w, _ = strconv.Atoi(string(m[1]))
		h, _ = strconv.Atoi(string(m[2]))
	}
	return w, h
}

func renderGolden(t *testing.T, source []byte) []byte {
	t.Helper()
	data, err := render(engine.New(engine.Options{}), source)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// render draws a case on its canvas as PNG.
func render(e *engine.Engine, source []byte) ([]byte, error) {
	w, h := canvasOf(source)
	return renderSize(e, source, w, h)
}

// renderSize draws a document on a canvas as PNG.
func renderSize(e *engine.Engine, source []byte, w, h int) ([]byte, error) {
	ctx := context.Background()
	doc, err := e.Open(ctx, engine.Source{HTML: string(source)}, engine.Settings{Width: w, Height: h})
	if err != nil {
		return nil, err
	}
	pic, err := doc.Draw(ctx, standIns{})
	if err != nil {
		return nil, err
	}
	file, err := e.Encode(ctx, pic, engine.Output{Format: encode.PNG})
	if err != nil {
		return nil, err
	}
	return file.Bytes, nil
}

// contrast writes expected | actual | difference to a file and returns its name.
func contrast(t *testing.T, name string, want, got []byte) string {
	t.Helper()
	a, errA := png.Decode(bytes.NewReader(want))
	b, errB := png.Decode(bytes.NewReader(got))
	if errA != nil || errB != nil {
		return fmt.Sprintf("(unreadable: %v, %v)", errA, errB)
	}
	w, h := max(a.Bounds().Dx(), b.Bounds().Dx()), max(a.Bounds().Dy(), b.Bounds().Dy())
	out := image.NewNRGBA(image.Rect(0, 0, 3*w, h))
	draw.Draw(out, image.Rect(0, 0, w, h), a, image.Point{}, draw.Src)
	draw.Draw(out, image.Rect(w, 0, 2*w, h), b, image.Point{}, draw.Src)
	for y := range h {
		for x := range w {
			if a.At(x, y) != b.At(x, y) {
				out.Set(2*w+x, y, color.NRGBA{R: 255, A: 255})
			}
		}
	}
	dir := filepath.Join(os.TempDir(), "platen-goldens")
	file := filepath.Join(dir, name+".png")
	var buf bytes.Buffer
	if err := png.Encode(&buf, out); err != nil {
		return err.Error()
	}
	if err := errorsOf(os.MkdirAll(dir, 0o755), os.WriteFile(file, buf.Bytes(), 0o644)); err != "" {
		return err
	}
	return file
}

func errorsOf(errs ...error) string {
	i := slices.IndexFunc(errs, func(e error) bool { return e != nil })
	if i < 0 {
		return ""
	}
	return errs[i].Error()
}
