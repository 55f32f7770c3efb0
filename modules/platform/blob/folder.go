package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/killpoint"
)

// folder keeps objects in files: each is written under a temporary name, synced and renamed, and its folder synced.
type folder struct{ root string }

const (
	// unfinished is the subfolder of files that are being written, in the same file system so that a rename is
	// atomic.
	unfinished = "tmp"
	// abandoned is the age at which a file there belongs to a process that crashed.
	abandoned = time.Hour
)

func openFolder(dir string) (*folder, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("resolving the blob folder: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(root, unfinished), 0o700); err != nil {
		return nil, fmt.Errorf("making the blob folder: %w", err)
	}
	f := &folder{root}
	f.clean()
	return f, nil
}

// clean removes unfinished files of crashed processes.
func (f *folder) clean() {
	list, err := os.ReadDir(filepath.Join(f.root, unfinished))
	if err != nil {
		return // the files only take space
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil && clock.Now().Sub(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(f.root, unfinished, e.Name()))
		}
	}
}

// name returns the file of an object. A path with folders of two levels, as in buckets, becomes one of 256 folders:
// creating a folder for almost every object takes longer than writing it.
func (f *folder) name(path string) string {
	if part := strings.Split(path, "/"); len(part) == 4 {
		return filepath.Join(f.root, part[0], part[1], part[3])
	}
	return f.earlier(path)
}

// earlier returns the file that earlier versions used for an object.
func (f *folder) earlier(path string) string { return filepath.Join(f.root, filepath.FromSlash(path)) }

func (f *folder) read(_ context.Context, path string) ([]byte, error) {
	content, err := os.ReadFile(f.name(path))
	if errors.Is(err, fs.ErrNotExist) {
		content, err = os.ReadFile(f.earlier(path))
	}
	return content, found(err)
}

func (f *folder) stat(_ context.Context, path string) (int64, []byte, error) {
	info, err := os.Stat(f.name(path))
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(f.earlier(path))
	}
	if err != nil {
		return 0, nil, found(err)
	}
	return info.Size(), nil, nil
}

func (f *folder) write(ctx context.Context, path string, content []byte, _ string) (err error) {
	temporary, err := os.CreateTemp(filepath.Join(f.root, unfinished), "*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name())
		}
	}()
	_, err = temporary.Write(content)
	killpoint.Reach(killpoint.MidUpload)
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close(), ctx.Err()); err != nil {
		return err
	}
	name := f.name(path)
	if err := f.makeAll(filepath.Dir(name)); err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), name); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(name))
}

// makeAll creates a folder with its parents and syncs the parents of the created ones.
func (f *folder) makeAll(dir string) error {
	if _, err := os.Stat(dir); err == nil || dir == f.root {
		return nil
	}
	if err := f.makeAll(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// syncFolder makes a rename within a folder durable.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(ignoreUnsupported(d.Sync()), d.Close())
}

// ignoreUnsupported drops the error of file systems that cannot sync folders.
func ignoreUnsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

func (f *folder) remove(_ context.Context, path string) error {
	for _, name := range []string{f.name(path), f.earlier(path)} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f *folder) close() error { return nil }

func found(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	return err
}
