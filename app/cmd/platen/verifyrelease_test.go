package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// signedRelease writes a release of two files into a folder and returns it with the public key.
func signedRelease(t *testing.T) (dir, key string, private minisign.PrivateKey) {
	t.Helper()
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	var list strings.Builder
	for _, name := range []string{"npm/platen.tgz", "platen.tar.gz"} {
		writeReleased(t, dir, name, "content of "+name)
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256([]byte("content of "+name)), name)
	}
	signList(t, dir, list.String(), private)
	return dir, public.String(), private
}

func signList(t *testing.T, dir, list string, private minisign.PrivateKey) {
	t.Helper()
	writeReleased(t, dir, checksumsFile, list)
	writeReleased(t, dir, signatureFile, string(minisign.SignWithComments(private, []byte(list), "platen 1.2.3", "")))
}

func writeReleased(t *testing.T, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestVerifyRelease modifies a signed release in one way at a time.
func TestVerifyRelease(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(t *testing.T, dir string, private minisign.PrivateKey)
		files  []string
		code   int
		says   string
	}{
		"untouched":            {nil, nil, 0, "platen 1.2.3, signed with the key"},
		"one file of it":       {removeReleased("npm/platen.tgz"), []string{"platen.tar.gz"}, 0, "1 of 1 files are valid"},
		"a changed file":       {overwrite("platen.tar.gz"), nil, exitNo, "changed   platen.tar.gz"},
		"a missing file":       {removeReleased("npm/platen.tgz"), nil, exitNo, "missing   npm/platen.tgz"},
		"a file of no release": {overwrite("more.tar.gz"), nil, exitNo, "unlisted  more.tar.gz"},
		"an unlisted argument": {nil, []string{"../platen.tar.gz"}, exitNo, "unlisted  ../platen.tar.gz"},
		"a changed list": {func(t *testing.T, dir string, _ minisign.PrivateKey) {
			writeReleased(t, dir, checksumsFile, fmt.Sprintf("%x  platen.tar.gz\n", sha256.Sum256([]byte("changed"))))
			writeReleased(t, dir, "platen.tar.gz", "changed")
		}, nil, exitNo, "no file was checked"},
		"a signature of another key": {func(t *testing.T, dir string, _ minisign.PrivateKey) {
			_, other, err := minisign.GenerateKey(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			list, err := os.ReadFile(filepath.Join(dir, checksumsFile))
			if err != nil {
				t.Fatal(err)
			}
			signList(t, dir, string(list), other)
		}, nil, exitNo, "no file was checked"},
		"a changed comment": {func(t *testing.T, dir string, _ minisign.PrivateKey) {
			text, err := os.ReadFile(filepath.Join(dir, signatureFile))
			if err != nil {
				t.Fatal(err)
			}
			writeReleased(t, dir, signatureFile, strings.Replace(string(text), "1.2.3", "9.9.9", 1))
		}, nil, exitNo, "no file was checked"},
		"no signature": {removeReleased(signatureFile), nil, exitUsage, signatureFile},
		"a signed path out of the folder": {func(t *testing.T, dir string, private minisign.PrivateKey) {
			signList(t, dir, fmt.Sprintf("%x  ../platen.tar.gz\n", sha256.Sum256(nil)), private)
		}, nil, exitUsage, "line 1"},
		"an empty signed list": {func(t *testing.T, dir string, private minisign.PrivateKey) { signList(t, dir, "", private) }, nil, exitUsage, "lists no file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, key, private := signedRelease(t)
			if c.change != nil {
				c.change(t, dir, private)
			}
			got := runPlaten(t, "", append([]string{"verify-release", dir, "--key", key}, c.files...)...)
			if got.code != c.code || !strings.Contains(got.out+got.err, c.says) {
				t.Errorf("exit code %d, want %d with %q:\n%s%s", got.code, c.code, c.says, got.out, got.err)
			}
		})
	}
}

func overwrite(name string) func(*testing.T, string, minisign.PrivateKey) {
	return func(t *testing.T, dir string, _ minisign.PrivateKey) { writeReleased(t, dir, name, "changed") }
}

func removeReleased(name string) func(*testing.T, string, minisign.PrivateKey) {
	return func(t *testing.T, dir string, _ minisign.PrivateKey) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVerifyReleaseKeys(t *testing.T) {
	t.Parallel()
	dir, key, _ := signedRelease(t)
	file := filepath.Join(t.TempDir(), "minisign.pub")
	if err := os.WriteFile(file, []byte("untrusted comment: minisign public key\n"+key+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := runPlaten(t, "", "verify-release", dir, "--key", file, "--json")
	var found releaseVerdict
	if err := json.Unmarshal([]byte(got.out), &found); got.code != 0 || err != nil || !found.Valid || len(found.Files) != 2 {
		t.Errorf("a key in a file: %v %+v", err, got)
	}
	for _, bad := range []string{"", "RWQnotakey", filepath.Join(dir, "platen.tar.gz")} {
		if got := runPlaten(t, "", "verify-release", dir, "--key", bad); got.code != exitUsage || !strings.Contains(got.err, "--key") {
			t.Errorf("--key %q: %+v", bad, got)
		}
	}
}
