package blob

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"time"
)

// Open opens the store at rawURL; "" means files in dir, file://… files in its path. The caller closes it.
func Open(ctx context.Context, rawURL, dir string) (*Store, error) {
	u, err := url.Parse(rawURL)
	if err == nil && u.Scheme == "s3" {
		b, err := openS3(u)
		if err != nil {
			return nil, fmt.Errorf("opening the blob store: %w", err)
		}
		return &Store{backend: b, health: health{every: 30 * time.Second}}, nil
	}
	if err == nil && u.Scheme == "file" {
		rawURL, dir = "", filepath.FromSlash(u.Path)
	}
	if rawURL == "" {
		b, err := openFolder(dir)
		if err != nil {
			return nil, err
		}
		return &Store{backend: b, health: health{every: 5 * time.Second}, recent: newRecent()}, nil
	}
	b, err := openBucket(ctx, rawURL)
	if err != nil {
		return nil, fmt.Errorf("opening the blob store: %w", err)
	}
	return &Store{backend: b, health: health{every: 30 * time.Second}}, nil
}
