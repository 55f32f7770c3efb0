package blob_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/platenhq/platen/modules/platform/blob"
)

// s3 is the URL of a bucket of a server that speaks S3.
func s3(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("pictures"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://pictures?region=eu-central-1&use_path_style=true&anonymous=true&endpoint=" + server.URL
}

// TestConformance runs the same promises over every store a test machine can open.
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
			content := []byte("a picture")
			var wg sync.WaitGroup
			for range 8 { // the same bytes at once are one object
				wg.Go(func() {
					if key, err := s.Put(t.Context(), content, "image/png"); err != nil || key != blob.KeyOf(content) {
						t.Errorf("put: %q, %v", key, err)
					}
				})
			}
			wg.Wait()
			key := blob.KeyOf(content)
			if got, err := s.Get(t.Context(), key); err != nil || string(got) != "a picture" {
				t.Errorf("get: %q, %v", got, err)
			}
			r, err := s.Range(t.Context(), key, 2, 3)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := io.ReadAll(r); string(got) != "pic" {
				t.Errorf("range: %q", got)
			}
			r.Close()
			for range 2 {
				if err := s.Delete(t.Context(), key); err != nil {
					t.Errorf("delete: %v", err)
				}
			}
			if ok, err := s.Exists(t.Context(), key); ok || err != nil {
				t.Errorf("exists after delete: %v, %v", ok, err)
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("get after delete: %v", err)
			}
		})
	}
}

func TestADamagedFileIsNoticed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), "", dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	key, err := s.Put(t.Context(), []byte("a picture"), "image/png")
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		damaged++
		return os.WriteFile(path, []byte("a pjcture"), 0o600)
	})
	if err != nil || damaged != 1 {
		t.Fatalf("damaged %d files, %v", damaged, err)
	}
	if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrCorrupt) {
		t.Errorf("got %v, want ErrCorrupt", err)
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
