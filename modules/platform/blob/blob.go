// Package blob stores immutable objects by the hash of their content, in files by default or in a bucket that speaks S3
// (s3://bucket?region=…). Tests open other stores by the URLs of gocloud.dev/blob.
//
// An object's key is its SHA-256, so writing the same bytes twice stores one object, nothing is ever changed
// in place and every read is verified. Writes are atomic: a write that fails in the middle, on a full disk for
// instance, leaves nothing under the key.
package blob

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// ErrNotFound is returned when no object has the key.
var ErrNotFound = errors.New("no such object")

// ErrCorrupt is returned when an object's bytes do not have the hash that is its key.
var ErrCorrupt = errors.New("object is corrupt")

// Key is the lower-case hex SHA-256 of an object's content.
type Key string

// KeyOf returns the key of content.
func KeyOf(content []byte) Key {
	sum := sha256.Sum256(content)
	return Key(hex.EncodeToString(sum[:]))
}

// ParseKey returns s as a key and whether it has the form of one.
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

// path returns the path of the object; objects are spread over folders.
func (k Key) path() string { return "sha256/" + string(k[:2]) + "/" + string(k[2:4]) + "/" + string(k) }

// Store holds objects. It is safe for concurrent use.
type Store struct {
	backend backend
	health  health
	recent  *recent // nil unless the backend is an observer
}

// backend stores the content of objects.
type backend interface {
	// read returns the content at a path. A missing one is ErrNotFound.
	read(ctx context.Context, path string) ([]byte, error)
	// stat returns the size of the content at a path and its MD5 where the backend knows it, nil otherwise. A
	// missing one is ErrNotFound.
	stat(ctx context.Context, path string) (size int64, md5 []byte, err error)
	// write stores content at a path atomically, replacing what is there.
	write(ctx context.Context, path string, content []byte, contentType string) error
	// remove deletes the content at a path; a missing one is not an error.
	remove(ctx context.Context, path string) error
	close() error
}

// Close releases the store.
func (s *Store) Close() error { return s.backend.close() }

// Put stores content unless an intact object exists already, and returns its key. A reader never sees a partial
// object, and a damaged object under the key is replaced.
func (s *Store) Put(ctx context.Context, content []byte, contentType string) (Key, error) {
	key := KeyOf(content)
	if err := s.put(ctx, key, content, contentType); err != nil {
		return "", err
	}
	return key, nil
}

func (s *Store) put(ctx context.Context, key Key, content []byte, contentType string) error {
	err := s.replace(ctx, key, content, contentType)
	if err == nil {
		return nil
	}
	if ctx.Err() == nil {
		s.health.set(err)
	}
	return fmt.Errorf("writing an object: %w", err)
}

// replace writes an object unless it is stored intact.
func (s *Store) replace(ctx context.Context, key Key, content []byte, contentType string) error {
	if whole, err := s.isIntact(ctx, key, content); err != nil || whole {
		return err
	}
	if err := s.backend.write(ctx, key.path(), content, contentType); err != nil {
		return err
	}
	if err := s.verifySize(ctx, key, content); err != nil {
		return err
	}
	s.health.written()
	return nil
}

// isIntact reports whether the object of content is stored intact, by its size and its bytes, which are compared by the
// backend's MD5 or by reading them.
func (s *Store) isIntact(ctx context.Context, key Key, content []byte) (bool, error) {
	size, sum, err := s.backend.stat(ctx, key.path())
	switch {
	case errors.Is(err, ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	case size != int64(len(content)):
		return false, nil
	case len(sum) == md5.Size:
		own := md5.Sum(content)
		return bytes.Equal(sum, own[:]), nil
	}
	_, err = s.read(ctx, key)
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrCorrupt) {
		return false, nil
	}
	return err == nil, err
}

// verifySize verifies the size of an object that was just written.
func (s *Store) verifySize(ctx context.Context, key Key, content []byte) error {
	size, _, err := s.backend.stat(ctx, key.path())
	if err == nil && size != int64(len(content)) {
		err = fmt.Errorf("%d of %d bytes were stored", size, len(content))
	}
	return err
}

// Get returns the content of an object after checking it against its key; the caller must not modify it. The errors are
// ErrNotFound, ErrCorrupt or the store's own. A small file that has not changed since it was last read is not read again.
func (s *Store) Get(ctx context.Context, key Key) ([]byte, error) {
	files, ok := s.backend.(observer)
	if !ok || s.recent == nil {
		return s.read(ctx, key)
	}
	state, err := files.state(key.path())
	if err != nil || state.size > recentSize {
		return s.read(ctx, key)
	}
	if o, ok := s.recent.Get(key); ok && o.state == state {
		return o.content, nil
	}
	content, err := s.read(ctx, key)
	if err == nil {
		content = content[:len(content):len(content)]
		s.recent.Add(key, recentObject{state, content})
	}
	return content, err
}

// read is Get without the cache.
func (s *Store) read(ctx context.Context, key Key) ([]byte, error) {
	content, err := s.backend.read(ctx, key.path())
	if errors.Is(err, ErrNotFound) {
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

// Delete removes an object; a missing one is not an error. The caller makes sure that nothing else refers to the
// same content.
func (s *Store) Delete(ctx context.Context, key Key) error {
	if err := s.backend.remove(ctx, key.path()); err != nil {
		return fmt.Errorf("deleting an object: %w", err)
	}
	return nil
}
