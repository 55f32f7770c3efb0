package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/blob/blobtest"
)

// s3 is the URL of a bucket of a server that speaks S3.
func s3(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("images"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://images?region=eu-central-1&use_path_style=true&anonymous=true&endpoint=" + server.URL
}

// TestConformance runs the same tests with every store that a test machine can open.
func TestConformance(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"file": "", "memory": "mem://", "S3": s3(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := blob.Open(t.Context(), url, filepath.Join(t.TempDir(), "blobs"))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Ready(t.Context()); err != nil {
				t.Error(err)
			}
			content := []byte("an image")
			var wg sync.WaitGroup
			for range 8 { // concurrent writes of the same bytes are one object
				wg.Go(func() {
					if key, err := s.Put(t.Context(), content, "image/png"); err != nil || key != blob.KeyOf(content) {
						t.Errorf("put: %q, %v", key, err)
					}
				})
			}
			wg.Wait()
			key := blob.KeyOf(content)
			if got, err := s.Get(t.Context(), key); err != nil || string(got) != "an image" {
				t.Errorf("get: %q, %v", got, err)
			}
			for range 2 {
				if err := s.Delete(t.Context(), key); err != nil {
					t.Errorf("delete: %v", err)
				}
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("get after delete: %v", err)
			}
		})
	}
}

// damage changes every stored file of a folder.
func damage(t *testing.T, dir string, change func(path string) error) {
	t.Helper()
	changed := 0
	err := filepath.WalkDir(filepath.Join(dir, "sha256"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		changed++
		return change(path)
	})
	if err != nil || changed != 1 {
		t.Fatalf("damaged %d files, %v", changed, err)
	}
}

// TestDamagedFileIsReportedAndReplaced: reading it returns ErrCorrupt or ErrNotFound, and putting its bytes again
// restores it, whatever its size.
func TestDamagedFileIsReportedAndReplaced(t *testing.T) {
	t.Parallel()
	content := []byte("an image")
	for name, c := range map[string]struct {
		change func(path string) error
		want   error
	}{
		"changed": {func(path string) error { return os.WriteFile(path, []byte("an imbge"), 0o600) }, blob.ErrCorrupt},
		"empty":   {func(path string) error { return os.Truncate(path, 0) }, blob.ErrCorrupt},
		"cut":     {func(path string) error { return os.Truncate(path, 3) }, blob.ErrCorrupt},
		"longer":  {func(path string) error { return os.WriteFile(path, []byte("an image of more"), 0o600) }, blob.ErrCorrupt},
		"removed": {os.Remove, blob.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s, err := blob.Open(t.Context(), "", dir)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			key, err := s.Put(t.Context(), content, "image/png")
			if err != nil {
				t.Fatal(err)
			}
			damage(t, dir, c.change)
			if _, err := s.Get(t.Context(), key); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if _, err := s.Put(t.Context(), content, "image/png"); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get(t.Context(), key); err != nil || !bytes.Equal(got, content) {
				t.Errorf("after it was put again: %q, %v", got, err)
			}
		})
	}
}

// TestFilesOfEarlierVersionsAreFound: those in the 65,536 folders that earlier versions used are read, not written again,
// and deleted.
func TestFilesOfEarlierVersionsAreFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), "", dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	content := []byte("an image")
	key := string(blob.KeyOf(content))
	folder := filepath.Join(dir, "sha256", key[:2], key[2:4])
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, key), content, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(t.Context(), blob.Key(key)); err != nil || !bytes.Equal(got, content) {
		t.Errorf("get: %q, %v", got, err)
	}
	if _, err := s.Put(t.Context(), content, "image/png"); err != nil {
		t.Errorf("put: %v", err)
	}
	damage(t, dir, func(string) error { return nil }) // there is still one file
	if err := s.Delete(t.Context(), blob.Key(key)); err != nil {
		t.Errorf("delete: %v", err)
	}
	if _, err := s.Get(t.Context(), blob.Key(key)); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("get after delete: %v", err)
	}
}

// TestFullDiskPublishesNothing: a write that does not fit fails and leaves no object, and Ready reports it until there
// is space.
func TestFullDiskPublishesNothing(t *testing.T) {
	t.Parallel()
	disk := blobtest.New(t, 200<<10)
	s, err := blob.Open(t.Context(), disk.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole, large := bytes.Repeat([]byte{1}, 150<<10), bytes.Repeat([]byte{2}, 100<<10)
	if _, err := s.Put(t.Context(), whole, "image/png"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second attempt does not trust what the first one wrote
		if key, err := s.Put(t.Context(), large, "image/png"); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("%q, %v", key, err)
		}
		if _, err := s.Get(t.Context(), blob.KeyOf(large)); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("a part of an object is there: %v", err)
		}
	}
	if err := s.Ready(t.Context()); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full store is ready: %v", err)
	}
	disk.SetFree(1 << 20)
	if _, err := s.Put(t.Context(), large, "image/png"); err != nil {
		t.Errorf("with space again: %v", err)
	}
	if got, err := s.Get(t.Context(), blob.KeyOf(large)); err != nil || !bytes.Equal(got, large) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := s.Get(t.Context(), blob.KeyOf(whole)); err != nil {
		t.Errorf("an older object: %v", err)
	}
}

// TestFailedWriteLeavesNoFile: the folder of unfinished files is empty after a write that failed, and a file left by a
// process that crashed is not an object.
func TestFailedWriteLeavesNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(dir), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	content := []byte("an image")
	key := string(blob.KeyOf(content))
	if err := os.MkdirAll(filepath.Join(dir, "sha256"), 0o700); err != nil {
		t.Fatal(err)
	}
	blocked := filepath.Join(dir, "sha256", key[:2]) // a file where a folder is needed
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), content, "image/png"); err == nil {
		t.Fatal("no error")
	}
	left, err := os.ReadDir(filepath.Join(dir, "tmp"))
	if err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	if err := s.Ready(t.Context()); err == nil {
		t.Error("a store whose last write failed is ready")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(cancelled, content, "image/png"); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled write: %v", err)
	}
	if _, err := s.Get(t.Context(), blob.Key(key)); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("a cancelled write left an object: %v", err)
	}
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	key := blob.KeyOf(nil)
	if got, ok := blob.ParseKey(string(key)); !ok || got != key {
		t.Errorf("%q is refused", key)
	}
	for _, bad := range []string{"", "../../etc/passwd", string(key[:63]) + "G", string(key) + "0"} {
		if _, ok := blob.ParseKey(bad); ok {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// TestUnchangedFileIsReadOnce: a file that was read is returned without reading it while its size and time are the same,
// and reported when it is changed or removed later.
func TestUnchangedFileIsReadOnce(t *testing.T) {
	t.Parallel()
	content := []byte("an image")
	for name, c := range map[string]struct {
		change func(path string) error
		want   error
	}{
		"unchanged": {func(path string) error { return os.Chmod(path, 0o400) }, nil},
		"same time": {func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return errors.Join(os.WriteFile(path, []byte("an imbge"), 0o600), os.Chtimes(path, info.ModTime(), info.ModTime()))
		}, nil}, // the right bytes, from memory
		"changed": {func(path string) error {
			return errors.Join(os.WriteFile(path, []byte("an imbge"), 0o600), os.Chtimes(path, time.Now(), time.Now().Add(time.Second)))
		}, blob.ErrCorrupt},
		"cut":     {func(path string) error { return os.Truncate(path, 3) }, blob.ErrCorrupt},
		"removed": {os.Remove, blob.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s, err := blob.Open(t.Context(), "", dir)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			key, err := s.Put(t.Context(), content, "image/png")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get(t.Context(), key); err != nil || !bytes.Equal(got, content) {
				t.Fatalf("first: %q, %v", got, err)
			}
			damage(t, dir, c.change)
			got, err := s.Get(t.Context(), key)
			if !errors.Is(err, c.want) || c.want == nil && !bytes.Equal(got, content) {
				t.Errorf("got %q, %v, want %v", got, err, c.want)
			}
			if _, err := s.Put(t.Context(), content, "image/png"); err != nil {
				t.Fatal(err)
			}
			damage(t, dir, func(path string) error { // Put compares with the file, not with the cache
				stored, err := os.ReadFile(path)
				if err == nil && !bytes.Equal(stored, content) {
					err = fmt.Errorf("the file has %q", stored)
				}
				return err
			})
		})
	}
}
