package chromium

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoldersOfKilledProcessesAreRemoved: a folder whose process has ended is removed; one that is in use, or has no lock yet, stays.
func TestFoldersOfKilledProcessesAreRemoved(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	folder := func(prefix, suffix string, locked bool) string {
		t.Helper()
		dir := filepath.Join(temp, prefix+suffix)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if locked {
			l, err := lock(filepath.Join(dir, "lock"))
			if err != nil {
				t.Fatal(err)
			}
			if suffix == "used" {
				t.Cleanup(func() { _ = l.Close() })
			} else {
				_ = l.Close()
			}
		}
		return dir
	}
	for _, prefix := range []string{homePrefix, versionPrefix} {
		abandoned, used, fresh := folder(prefix, "abandoned", true), folder(prefix, "used", true), folder(prefix, "new", false)
		sweepHomes()
		for dir, want := range map[string]bool{abandoned: false, used: true, fresh: true} {
			if _, err := os.Stat(dir); (err == nil) != want {
				t.Errorf("%s: %v, want it to exist: %v", filepath.Base(dir), err, want)
			}
		}
	}
}

// TestLongTemporaryFolder: a directory of temporary files with a path too long for a browser's socket is not used.
func TestLongTemporaryFolder(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("folder", 10))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", long)
	h, err := newHome()
	if err != nil {
		t.Fatal(err)
	}
	defer h.remove()
	profile, _, err := h.profile()
	if err != nil {
		t.Fatal(err)
	}
	if path := profile + browserSocket; len(path) > longestSocketPath {
		t.Errorf("a browser's socket would be %s, %d bytes; at most %d are allowed", path, len(path), longestSocketPath)
	}
	if homes, _ := filepath.Glob(filepath.Join(long, "*")); len(homes) > 0 {
		t.Errorf("%v is in the long directory", homes)
	}
}
