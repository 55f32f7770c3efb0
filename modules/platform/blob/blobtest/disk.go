// Package blobtest provides a blob store of limited size for tests: it fails as a full disk does, and its objects can
// be damaged.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"gocloud.dev/blob"
	"gocloud.dev/blob/driver"
	"gocloud.dev/gcerrors"
)

// Disk is a store in memory. A write that does not fit stores what fits and fails, and closing it publishes that part
// unless the writer's context was cancelled, as the drivers of real disks do. It is safe for concurrent use.
type Disk struct {
	// URL opens the store with blob.Open in this process.
	URL string

	mu     sync.Mutex
	free   int
	failed int
	files  map[string][]byte
	writes map[string]int
}

// disks holds the open disks. Their scheme is registered before a test can open a store with another scheme.
var disks = func() *opener {
	o := new(opener)
	blob.DefaultURLMux().RegisterBucket("testdisk", o)
	return o
}()

type opener struct {
	byHost sync.Map // host of the URL to *Disk
	last   atomic.Int64
}

// OpenBucketURL implements blob.BucketURLOpener.
func (o *opener) OpenBucketURL(_ context.Context, u *url.URL) (*blob.Bucket, error) {
	d, ok := o.byHost.Load(u.Host)
	if !ok {
		return nil, errors.New("blobtest: no such disk")
	}
	return blob.NewBucket(&bucket{disk: d.(*Disk)}), nil
}

// New returns a disk with free bytes.
func New(t testing.TB, free int) *Disk {
	id := strconv.FormatInt(disks.last.Add(1), 10)
	d := &Disk{URL: "testdisk://" + id, free: free, files: map[string][]byte{}, writes: map[string]int{}}
	disks.byHost.Store(id, d)
	t.Cleanup(func() { disks.byHost.Delete(id) })
	return d
}

// SetFree sets the free space in bytes.
func (d *Disk) SetFree(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.free = n
}

// Failed returns how many writes did not fit so far.
func (d *Disk) Failed() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed
}

// Writes returns how often an object was written as a whole.
func (d *Disk) Writes(key string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.writes[key]
}

// Objects returns the stored objects by their keys.
func (d *Disk) Objects() map[string][]byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := map[string][]byte{}
	for path, content := range maps.All(d.files) {
		if strings.HasPrefix(path, "sha256/") {
			out[path[strings.LastIndexByte(path, '/')+1:]] = content
		}
	}
	return out
}

// Damage replaces the content of an object with the result of change; nil removes it. It reports whether it existed.
func (d *Disk) Damage(key string, change func([]byte) []byte) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for path, content := range d.files {
		if strings.HasSuffix(path, "/"+key) {
			if now := change(slices.Clone(content)); now != nil {
				d.files[path] = now
			} else {
				delete(d.files, path)
			}
			return true
		}
	}
	return false
}

// bucket implements the parts of driver.Bucket that a store uses.
type bucket struct {
	driver.Bucket
	disk *Disk
}

var errMissing = errors.New("blobtest: not found")

func (b *bucket) ErrorCode(err error) gcerrors.ErrorCode {
	if errors.Is(err, errMissing) {
		return gcerrors.NotFound
	}
	return gcerrors.Unknown
}

func (b *bucket) ErrorAs(error, any) bool { return false }
func (b *bucket) As(any) bool             { return false }
func (b *bucket) Close() error            { return nil }

func (b *bucket) open(key string) ([]byte, error) {
	b.disk.mu.Lock()
	defer b.disk.mu.Unlock()
	content, ok := b.disk.files[key]
	if !ok {
		return nil, errMissing
	}
	return content, nil
}

func (b *bucket) Attributes(_ context.Context, key string) (*driver.Attributes, error) {
	content, err := b.open(key)
	if err != nil {
		return nil, err
	}
	return &driver.Attributes{Size: int64(len(content))}, nil
}

func (b *bucket) NewRangeReader(_ context.Context, key string, offset, length int64, _ *driver.ReaderOptions) (driver.Reader, error) {
	content, err := b.open(key)
	if err != nil {
		return nil, err
	}
	part := content[min(offset, int64(len(content))):]
	if length >= 0 {
		part = part[:min(length, int64(len(part)))]
	}
	return &reader{io.NopCloser(bytes.NewReader(part)), int64(len(content))}, nil
}

func (b *bucket) Delete(_ context.Context, key string, _ *driver.DeleteOptions) error {
	b.disk.mu.Lock()
	defer b.disk.mu.Unlock()
	content, ok := b.disk.files[key]
	if !ok {
		return errMissing
	}
	b.disk.free += len(content)
	delete(b.disk.files, key)
	return nil
}

func (b *bucket) NewTypedWriter(ctx context.Context, key, _ string, _ *driver.WriterOptions) (driver.Writer, error) {
	return &writer{ctx: ctx, disk: b.disk, key: key}, nil
}

type reader struct {
	io.ReadCloser
	size int64
}

func (r *reader) Attributes() *driver.ReaderAttributes { return &driver.ReaderAttributes{Size: r.size} }
func (r *reader) As(any) bool                          { return false }

type writer struct {
	ctx     context.Context
	disk    *Disk
	key     string
	content []byte
}

func (w *writer) Write(p []byte) (int, error) {
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	n := max(0, min(len(p), w.disk.free))
	w.disk.free -= n
	w.content = append(w.content, p[:n]...)
	if n < len(p) {
		w.disk.failed++
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (w *writer) Close() error {
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	if err := w.ctx.Err(); err != nil {
		w.disk.free += len(w.content)
		return err
	}
	w.disk.files[w.key] = w.content
	w.disk.writes[w.key[strings.LastIndexByte(w.key, '/')+1:]]++
	return nil
}
