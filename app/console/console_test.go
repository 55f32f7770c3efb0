package console

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
)

// firstLoad is the limit of what the page loads before it is interactive, in compressed bytes. The
// editor and other views are loaded later.
const firstLoad = 200_000

var (
	named    = regexp.MustCompile(`(?:src|href)="/console/([^"]+)"`)
	imported = regexp.MustCompile(`(?:from|import)\s*"\./([^"]+\.js)"`)
)

// TestFirstLoadIsSmall sums the page, the files that it names, the playground with its imports, and the font.
func TestFirstLoadIsSmall(t *testing.T) {
	t.Parallel()
	f, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	total := 0
	var add func(name string)
	add = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		data, err := fs.ReadFile(f.root, name)
		if err != nil {
			t.Fatalf("%s: the page names a missing file: %v", name, err)
		}
		if path.Ext(name) == ".woff2" {
			total += len(data)
		} else {
			total += len(f.gzip(name, data))
		}
		switch path.Ext(name) {
		case ".html":
			for _, m := range named.FindAllSubmatch(data, -1) {
				add(string(m[1]))
			}
		case ".js":
			for _, m := range imported.FindAllSubmatch(data, -1) {
				add("assets/" + string(m[1]))
			}
		}
	}
	add("index.html")
	for _, pattern := range []string{"assets/playground-*.js", "assets/inter-*.woff2"} {
		names, err := fs.Glob(f.root, pattern)
		if err != nil || len(names) != 1 {
			t.Fatalf("%s matches %v, %v", pattern, names, err)
		}
		add(names[0])
	}
	t.Logf("%d bytes in %d files", total, len(seen))
	if total > firstLoad || total < firstLoad/4 {
		t.Errorf("the first load is %d bytes, want at most %d", total, firstLoad)
	}
	for name := range seen {
		if strings.Contains(name, "editor") {
			t.Errorf("%s is part of the first load", name)
		}
	}
}

// TestCompressedFilesAreTheSame asks for a script with and without compression.
func TestCompressedFilesAreTheSame(t *testing.T) {
	t.Parallel()
	f, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(f.root, "assets/index-*.js")
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %v", names, err)
	}
	ask := func(encoding string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/console/"+names[0], nil)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		f.ServeHTTP(w, r)
		return w
	}
	whole, packed := ask("identity"), ask("gzip")
	for _, refusal := range []string{"gzip;q=0", "*;q=0", "", "identity, gzip;q=0"} {
		if w := ask(refusal); w.Header().Get("Content-Encoding") != "" || !bytes.Equal(w.Body.Bytes(), whole.Body.Bytes()) {
			t.Errorf("Accept-Encoding %q: the response is encoded", refusal)
		}
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("not compressed: %v", err)
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(z); err != nil || !bytes.Equal(out.Bytes(), whole.Body.Bytes()) {
		t.Errorf("the compressed file differs: %v", err)
	}
	if !strings.HasPrefix(whole.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("a script is %s", whole.Header().Get("Content-Type"))
	}
}
