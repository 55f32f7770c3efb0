package lottie

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wellFormed returns the error of an XML document.
func wellFormed(data []byte) error {
	d := xml.NewDecoder(strings.NewReader(string(data)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestFramesRepeat: an animation repeats; its last frame is what a still shows.
func TestFramesRepeat(t *testing.T) {
	t.Parallel()
	a, err := Parse([]byte(`{"w":10,"h":10,"fr":25,"ip":10,"op":60,"layers":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	if a.Duration() != 2 {
		t.Errorf("duration %g", a.Duration())
	}
	for seconds, want := range map[float64]float64{0: 10, 1: 35, 2: 10, 2.5: 22.5, 1e12: 10, -1: 59} {
		if got := a.Frame(seconds); got != want {
			t.Errorf("at %g s: frame %g, want %g", seconds, got, want)
		}
	}
}

// TestMalformedFilesAreRefused: errors name the member and its valid values.
func TestMalformedFilesAreRefused(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{`: "not a Lottie animation",
		`{"w":0,"h":10,"fr":30,"ip":0,"op":1,"layers":[]}`:       "w and h are 0 × 10",
		`{"w":10,"h":10,"fr":0,"ip":0,"op":1,"layers":[]}`:       "fr is 0",
		`{"w":10,"h":10,"fr":30,"ip":5,"op":5,"layers":[]}`:      "op must be larger",
		`{"w":10,"h":1e9,"fr":30,"ip":0,"op":5,"layers":[]}`:     "at most 16384",
		`{"w":10,"h":10,"fr":30,"ip":0,"op":1,"layers":{"a":1}}`: "not a Lottie animation",
	} {
		if _, err := Parse([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

// TestLimits: compositions that contain themselves, or others many times over, and long paths end with an error.
func TestLimits(t *testing.T) {
	t.Parallel()
	composition := func(id, content string) string {
		return fmt.Sprintf(`{"id":"%s","layers":[%s]}`, id, content)
	}
	use := func(id string) string {
		return fmt.Sprintf(`{"ty":0,"refId":"%s","ip":0,"op":9,"w":9,"h":9}`, id)
	}
	var bomb []string
	for i := range 12 {
		bomb = append(bomb, composition(fmt.Sprint("c", i), strings.TrimSuffix(strings.Repeat(use(fmt.Sprint("c", i+1))+",", 8), ",")))
	}
	path := `{"ty":"sh","ks":{"a":0,"k":{"c":true,"i":[],"o":[],"v":[` + strings.TrimSuffix(strings.Repeat("[1,2],", 3000), ",") + `]}}}`
	for name, in := range map[string]string{
		"itself":   fmt.Sprintf(`{"w":9,"h":9,"fr":30,"ip":0,"op":9,"layers":[%s],"assets":[%s]}`, use("c"), composition("c", use("c"))),
		"many":     fmt.Sprintf(`{"w":9,"h":9,"fr":30,"ip":0,"op":9,"layers":[%s],"assets":[%s]}`, use("c0"), strings.Join(bomb, ",")),
		"vertices": fmt.Sprintf(`{"w":9,"h":9,"fr":30,"ip":0,"op":9,"layers":[{"ty":4,"ip":0,"op":9,"shapes":[%s,{"ty":"fl","c":{"k":[0,0,0]}},{"ty":"rp","c":{"k":100}}]}]}`, path),
	} {
		a, err := Parse([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := a.SVG(0); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v, want the error of a limit", name, err)
		}
	}
}

// TestWhatIsNotDrawnIsAWarning: each feature once.
func TestWhatIsNotDrawnIsAWarning(t *testing.T) {
	t.Parallel()
	a, err := Parse([]byte(`{"w":9,"h":9,"fr":30,"ip":0,"op":9,"assets":[{"id":"i","p":"photo.png","u":"images/","e":0}],"layers":[
		{"ty":13,"ip":0,"op":9},{"ty":4,"ip":0,"op":9,"ddd":1,"ao":1,"ef":[{"ty":29,"en":1},{"ty":25,"en":0}],"ks":{"r":{"a":0,"k":5,"x":"time"}},
		"masksProperties":[{"mode":"l","pt":{},"x":{"k":4}}],"shapes":[{"ty":"mm","mm":3},{"ty":"pb"},{"ty":"pb"}]},
		{"ty":5,"ip":0,"op":9,"t":{"d":{"k":[]},"a":[{}]}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range a.Warnings() {
		got = append(got, strings.TrimPrefix(w.Message, "Lottie animation: "))
	}
	want := []string{
		"the image i is not embedded in the file and is not drawn", "layers of type 13 are not drawn", "expressions are not evaluated; the rotation uses its keyframes",
		"the mask mode l is drawn as add", "the expansion and the feather of masks are ignored", "3-D layers are drawn flat", "orientation along the path of movement is ignored",
		"effects are not drawn", "merged paths are drawn without being combined", "shapes of type pb are not drawn", "animators of text are not applied",
	}
	for _, w := range want {
		found := 0
		for _, g := range got {
			if g == w {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%d warnings say %q", found, w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d warnings, want %d: %q", len(got), len(want), got)
	}
}

// FuzzSVG: every file is rejected or gives well-formed frames; nothing panics.
func FuzzSVG(f *testing.F) {
	files, err := filepath.Glob("../testdata/lottie/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, 0.5)
	}
	f.Fuzz(func(t *testing.T, data []byte, seconds float64) {
		a, err := Parse(data)
		if err != nil {
			return
		}
		out, err := a.SVG(a.Frame(seconds))
		if err == nil {
			err = wellFormed(out)
		}
		if err != nil && !errors.Is(err, ErrLimit) {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}
