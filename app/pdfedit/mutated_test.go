package pdfedit_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/platenhq/platen/app/pdfedit"
)

// drawn returns the PDF that a text of other scripts is drawn as.
func drawn(t testing.TB) []byte {
	t.Helper()
	s := pdfedit.Stamp{Text: "Доклад 草稿", Size: 20, Color: "#336699"}
	if err := s.Draw(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.PDF
}

// edits are all kinds of work on a file; other is a valid file.
func edits(other []byte) map[string]func(f pdfedit.File) error {
	stamp := pdfedit.Stamp{Position: "center", Opacity: 0.5, Size: 10, Color: "#000000", Scale: 0.5}
	valid := pdfedit.File{Name: "other", Data: other}
	return map[string]func(f pdfedit.File) error{
		"rotate":  func(f pdfedit.File) error { _, err := pdfedit.Rotate(f, 90, ""); return err },
		"split":   func(f pdfedit.File) error { _, err := pdfedit.Split(f, 1, ""); return err },
		"merge":   func(f pdfedit.File) error { _, err := pdfedit.Merge([]pdfedit.File{f, valid}); return err },
		"stamp":   func(f pdfedit.File) error { s := stamp; s.Text = "x"; _, err := s.Apply(f); return err },
		"stamps":  func(f pdfedit.File) error { s := stamp; s.PDF = f.Data; _, err := s.Apply(valid); return err },
		"encrypt": func(f pdfedit.File) error { _, err := pdfedit.Encrypt(f, "u", "o", nil); return err },
		"decrypt": func(f pdfedit.File) error { _, err := pdfedit.Decrypt(f, "o"); return err },
		"read":    func(f pdfedit.File) error { _, err := pdfedit.Read(f, ""); return err },
	}
}

// checkEdits fails the test if the error of an edit is neither about the file nor about an argument.
func checkEdits(t *testing.T, data, other []byte) {
	t.Helper()
	for name, edit := range edits(other) {
		err := pdfedit.Bounds{Time: 20 * time.Second, Memory: 4 << 30}.Within(t.Context(), func() error { return edit(pdfedit.File{Name: "file", Data: data}) })
		var file *pdfedit.FileError
		var argument *pdfedit.ArgumentError
		if err != nil && !errors.As(err, &file) && !errors.As(err, &argument) && !errors.Is(err, pdfedit.ErrLimit) {
			t.Fatalf("%s: %v\n%q", name, err, data)
		}
	}
}

var (
	numbers = regexp.MustCompile(`\d+`)
	words   = regexp.MustCompile(`/[A-Za-z]+`)
)

// mutated returns a copy of a file with one mutation: bytes changed, cut or inserted, or a number or name replaced.
func mutated(rnd *rand.Rand, file []byte) []byte {
	b := bytes.Clone(file)
	at := rnd.IntN(len(b))
	replace := func(of *regexp.Regexp, by func(all [][]int) []byte) {
		all := of.FindAllIndex(b, -1)
		m := all[rnd.IntN(len(all))]
		b = slices.Replace(b, m[0], m[1], bytes.Clone(by(all))...)
	}
	switch rnd.IntN(6) {
	case 0:
		for range 1 + rnd.IntN(20) {
			b[rnd.IntN(len(b))] = byte(rnd.IntN(256))
		}
	case 1:
		b = b[:at]
	case 2:
		b = slices.Delete(b, at, min(len(b), at+rnd.IntN(400)))
	case 3:
		values := []string{"0", "-1", "99999999999999999999", "2147483648", "1 0 R", "null", "[]", "<<>>"}
		replace(numbers, func([][]int) []byte { return []byte(values[rnd.IntN(len(values))]) })
	case 4:
		replace(words, func(all [][]int) []byte { m := all[rnd.IntN(len(all))]; return b[m[0]:m[1]] })
	default:
		b = append(b, b[at:]...)
	}
	return b
}

// TestErrorsOfMutatedFiles: whatever is wrong with a file, the error is about the file: never an internal one.
func TestErrorsOfMutatedFiles(t *testing.T) {
	t.Parallel()
	const seed = 3
	rnd := rand.New(rand.NewPCG(seed, 0))
	valid := drawn(t)
	for range 400 {
		checkEdits(t, mutated(rnd, valid), valid)
	}
	for name, id := range map[string]string{"numbers": "[1 2]", "one": "[<00>]", "a name": "/x", "null": "[null null]"} {
		file := bytes.Replace(pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>"),
			[]byte("/Root"), []byte("/ID"+id+"/Root"), 1)
		if _, err := pdfedit.Encrypt(pdfedit.File{Name: name, Data: file}, "u", "o", nil); err != nil && !errors.Is(err, pdfedit.ErrMalformed) {
			t.Errorf("an identifier of %s: %v", name, err)
		}
	}
	for _, text := range []string{"\u202e", "\u200b"} {
		s := pdfedit.Stamp{Text: text, Size: 20, Color: "#000000"}
		if err := s.Draw(t.Context()); !errors.Is(err, pdfedit.ErrArgument) {
			t.Errorf("a stamp of %q: %v", text, err)
		}
	}
}

// FuzzEdits is TestErrorsOfMutatedFiles for any file.
func FuzzEdits(f *testing.F) {
	valid := drawn(f)
	f.Add(valid)
	f.Add(pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>"))
	f.Fuzz(func(t *testing.T, data []byte) { checkEdits(t, data, valid) })
}
