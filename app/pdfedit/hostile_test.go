package pdfedit_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/app/pdfedit"
)

// pdf writes objects with a table and a trailer; the first object is the catalog.
func pdf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

func stream(dict string, data []byte) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data)
}

// zeros returns n zeros, compressed so many times.
func zeros(n, times int) []byte {
	var in io.Reader = io.LimitReader(zero{}, int64(n))
	var out bytes.Buffer
	for range times {
		out = bytes.Buffer{}
		w := zlib.NewWriter(&out)
		_, _ = io.Copy(w, in)
		_ = w.Close()
		in = bytes.NewReader(bytes.Clone(out.Bytes()))
	}
	return out.Bytes()
}

type zero struct{}

func (zero) Read(p []byte) (int, error) { clear(p); return len(p), nil }

const (
	catalog = "<</Type/Catalog/Pages 2 0 R>>"
	tree    = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	page    = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>/Contents 4 0 R>>"
)

// hostile are files that ask for more than they are worth.
func hostile() map[string][]byte {
	const deep = 200_000
	plain := stream("", []byte("0 0 m"))
	files := map[string][]byte{
		"nested arrays":        pdf(catalog, tree, page, plain, strings.Repeat("[", deep)+strings.Repeat("]", deep)),
		"nested dictionaries":  pdf(strings.Replace(catalog, ">>", "/X "+strings.Repeat("<</A", deep)+" 1"+strings.Repeat(">>", deep)+">>", 1), tree, page, plain),
		"pages of themselves":  pdf(catalog, "<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>"),
		"parents in a circle":  pdf(catalog, "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 3 0 R>>", "<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>"),
		"two billion pages":    pdf(catalog, strings.Replace(tree, "Count 1", "Count 2147483647", 1), page, plain),
		"negative pages":       pdf(catalog, strings.Replace(tree, "Count 1", "Count -5", 1), page, plain),
		"references in circle": pdf(strings.Replace(catalog, ">>", "/Names 5 0 R>>", 1), tree, page, plain, "6 0 R", "5 0 R"),
		"length of itself":     pdf(catalog, tree, page, "<</Length 4 0 R>>\nstream\nx\nendstream"),
		"bomb in contents":     pdf(catalog, tree, page, stream("/Filter/FlateDecode", zeros(300<<20, 1))),
		"bomb in a bomb":       pdf(catalog, tree, page, stream("/Filter[/FlateDecode/FlateDecode]", zeros(300<<20, 2))),
		"filters":              pdf(catalog, tree, page, stream("/Filter["+strings.Repeat("/RunLengthDecode", 5000)+"]", []byte("\x80"))),
		"outline in a circle":  pdf(strings.Replace(catalog, ">>", "/Outlines 5 0 R>>", 1), tree, page, plain, "<</First 6 0 R/Last 6 0 R/Count 1>>", "<</Title(x)/Parent 5 0 R/Next 6 0 R/First 6 0 R/Last 6 0 R/Count 1>>"),
		"names in a circle":    pdf(strings.Replace(catalog, ">>", "/Names<</Dests 5 0 R>>>>", 1), tree, page, plain, "<</Kids[5 0 R 5 0 R]/Limits[(a)(b)]>>"),
		"empty":                {},
		"a header":             []byte("%PDF-1.7\n"),
		"a table before":       []byte("%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF\n"),
	}
	// Each level of the tree has the one below twice: 2^40 pages in 4 KiB.
	levels := []string{catalog}
	for i := range 40 {
		levels = append(levels, fmt.Sprintf("<</Type/Pages/Kids[%d 0 R %d 0 R]/Count %d>>", i+3, i+3, 1<<(40-i)))
	}
	files["pages of pages"] = pdf(append(levels, strings.Replace(page, "/Contents 4 0 R", "", 1))...)
	// A cross-reference stream that claims two billion objects.
	xref := "%PDF-1.7\n1 0 obj\n" + catalog + "\nendobj\n"
	files["two billion objects"] = []byte(xref + "2 0 obj\n" + stream("/Type/XRef/Size 2147483647/W[1 8 8]/Index[0 2147483647]/Root 1 0 R/Filter/FlateDecode", zeros(64<<20, 1)) +
		"\nendobj\nstartxref\n" + strconv.Itoa(len(xref)) + "\n%%EOF\n")
	var many []string
	for range 20_000 {
		many = append(many, "<</A[1 2 3 4 5 6 7 8]>>")
	}
	files["many objects"] = pdf(append([]string{catalog, tree, page, plain}, many...)...)
	return files
}

// use does to a file what the commands do.
func use(name string, data []byte) error {
	f := pdfedit.File{Name: name, Data: data}
	var errs []error
	add := func(_ any, err error) { errs = append(errs, err) }
	add(pdfedit.Read(f, ""))
	add(pdfedit.Merge([]pdfedit.File{f, f}))
	add(pdfedit.Split(f, 1, ""))
	add(pdfedit.Rotate(f, 90, ""))
	add(pdfedit.Decrypt(f, "x"))
	add(pdfedit.Encrypt(f, "", "x", nil))
	s := pdfedit.Stamp{Text: "x", Position: "center", Opacity: 1, Size: 10, Color: "#000000"}
	add(s.Apply(f))
	return errors.Join(errs...)
}

// childOf is the path of the hostile file that a child process of the test is to use.
const childOf = "PDFEDIT_HOSTILE"

// TestHostileFilesAreBounded: whatever a file asks for, work on it ends with a result or an error, within its bounds, and
// the process does not crash. Each file is used by a process of its own, because the library cannot be interrupted.
func TestHostileFilesAreBounded(t *testing.T) {
	t.Parallel()
	if name := os.Getenv(childOf); name != "" {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bounds := pdfedit.Bounds{Time: 5 * time.Second, Memory: 512 << 20}
		err = bounds.Within(t.Context(), func() error { return use("hostile.pdf", data) })
		if err != nil {
			t.Logf("ended with: %.300s", err)
		}
		return
	}
	for name, data := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := filepath.Join(t.TempDir(), "hostile.pdf")
			if err := os.WriteFile(at, data, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHostileFilesAreBounded$", "-test.v")
			cmd.Env = append(os.Environ(), childOf+"="+at)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v: %.2000s", err, out)
			}
			for line := range strings.Lines(string(out)) {
				if strings.Contains(line, "ended with") {
					t.Logf("%.400s", strings.TrimSpace(line))
				}
			}
		})
	}
}

// TestWorkEndsAtItsBounds: in time and in memory.
func TestWorkEndsAtItsBounds(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	if err := (pdfedit.Bounds{Time: time.Millisecond, Memory: 8 << 30}).Within(t.Context(), func() error { <-stop; return nil }); !errors.Is(err, pdfedit.ErrLimit) {
		t.Errorf("time: %v", err)
	}
	hold := make([][]byte, 0, 1000)
	err := pdfedit.Bounds{Time: time.Hour, Memory: 256 << 20}.Within(t.Context(), func() error {
		for range cap(hold) {
			select {
			case <-stop:
				return nil
			case <-time.After(time.Millisecond):
				hold = append(hold, bytes.Repeat([]byte{1}, 1<<20))
			}
		}
		return nil
	})
	if !errors.Is(err, pdfedit.ErrLimit) {
		t.Errorf("memory: %v", err)
	}
	if err := (pdfedit.Bounds{Time: time.Hour, Memory: 8 << 30}).Within(t.Context(), func() error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("its own error: %v", err)
	}
}
