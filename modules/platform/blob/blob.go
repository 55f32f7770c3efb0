// Package blob stores immutable objects by the hash of their content, in files by default or in any
// store that gocloud.dev/blob opens by URL (s3://bucket?region=…).
//
// An object's key is its SHA-256, so writing the same bytes twice is one object, nothing is ever changed
// in place and every read can be verified.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file:// URLs
	_ "gocloud.dev/blob/memblob"  // mem:// URLs, for tests
	_ "gocloud.dev/blob/s3blob"   // s3:// URLs
	"gocloud.dev/gcerrors"
)

// ErrNotFound says that no object has the key.
var ErrNotFound = errors.New("no such object")

// ErrCorrupt says that an object's bytes do not have the hash that is its key.
var ErrCorrupt = errors.New("object is corrupt")

// Key is the lower-case hex SHA-256 of an object's content.
type Key string

// KeyOf returns the key of content.
func KeyOf(content []byte) Key {
	sum := sha256.Sum256(content)
	return Key(hex.EncodeToString(sum[:]))
}

// ParseKey returns s as a key when it has the form of one.
func ParseKey(s string) (Key, bool) {
	if len(s) != 2*sha256.Size {
		return "", false
	}
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return "", false
		}
	}
	return Key(s), true
}

// path spreads objects over folders.
func (k Key) path() string { return "sha256/" + string(k[:2]) + "/" + string(k[2:4]) + "/" + string(k) }

// Store holds objects. It is safe for concurrent use.
type Store struct{ bucket *blob.Bucket }

// Open opens the store at rawURL; "" means files in dir. The caller closes it.
func Open(ctx context.Context, rawURL, dir string) (*Store, error) {
	if rawURL == "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("resolving the blob folder: %w", err)
		}
		if err := os.MkdirAll(abs, 0o700); err != nil {
			return nil, fmt.Errorf("making the blob folder: %w", err)
		}
		// no_tmp_dir writes beside the target, so that the final rename never crosses a file system.
		q := url.Values{"metadata": {"skip"}, "no_tmp_dir": {"true"}}
		rawURL = (&url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: q.Encode()}).String()
	}
	bucket, err := blob.OpenBucket(ctx, rawURL)
	if err != nil {
		return nil, fmt.Errorf("opening the blob store: %w", err)
	}
	return &Store{bucket}, nil
}

// Close releases the store.
func (s *Store) Close() error { return s.bucket.Close() }

// Ready reports whether the store answers.
func (s *Store) Ready(ctx context.Context) error {
	ok, err := s.bucket.IsAccessible(ctx)
	if err != nil {
		return fmt.Errorf("reaching the blob store: %w", err)
	}
	if !ok {
		return errors.New("the blob store is not accessible")
	}
	return nil
}

// Put stores content unless it is there already, and returns its key. A reader never sees a part of it.
func (s *Store) Put(ctx context.Context, content []byte, contentType string) (Key, error) {
	key := KeyOf(content)
	exists, err := s.bucket.Exists(ctx, key.path())
	if err != nil {
		return "", fmt.Errorf("looking for an object: %w", err)
	}
	if exists {
		return key, nil
	}
	err = s.bucket.WriteAll(ctx, key.path(), content, &blob.WriterOptions{
		ContentType: contentType, IfNotExist: true, CacheControl: "public, max-age=31536000, immutable",
	})
	// Somebody else wrote the same bytes in between.
	if err != nil && gcerrors.Code(err) != gcerrors.FailedPrecondition {
		return "", fmt.Errorf("writing an object: %w", err)
	}
	return key, nil
}

// Get returns the content of an object after checking it against its key. The errors are ErrNotFound,
// ErrCorrupt or the store's own.
func (s *Store) Get(ctx context.Context, key Key) ([]byte, error) {
	content, err := s.bucket.ReadAll(ctx, key.path())
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("reading an object: %w", err)
	}
	if KeyOf(content) != key {
		return nil, ErrCorrupt
	}
	return content, nil
}

// Range returns a reader over length bytes from offset (-1: to the end), without checking the hash. The
// caller closes it.
func (s *Store) Range(ctx context.Context, key Key, offset, length int64) (io.ReadCloser, error) {
	r, err := s.bucket.NewRangeReader(ctx, key.path(), offset, length, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("opening an object: %w", err)
	}
	return r, nil
}

// Exists reports whether an object is there.
func (s *Store) Exists(ctx context.Context, key Key) (bool, error) {
	ok, err := s.bucket.Exists(ctx, key.path())
	if err != nil {
		return false, fmt.Errorf("looking for an object: %w", err)
	}
	return ok, nil
}

// Delete removes an object; one that is not there is no error. The caller makes sure that nobody else
// refers to the same content.
func (s *Store) Delete(ctx context.Context, key Key) error {
	err := s.bucket.Delete(ctx, key.path())
	if err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return fmt.Errorf("deleting an object: %w", err)
	}
	return nil
}
