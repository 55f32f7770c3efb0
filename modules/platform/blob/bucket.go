package blob

import (
	"context"
	"crypto/md5"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/memblob" // mem:// URLs, for tests
	"gocloud.dev/gcerrors"
)

// cacheControl is the Cache-Control of objects, which never change.
const cacheControl = "public, max-age=31536000, immutable"

// bucket stores objects in a bucket that gocloud.dev/blob opens.
type bucket struct{ b *blob.Bucket }

func openBucket(ctx context.Context, rawURL string) (*bucket, error) {
	b, err := blob.OpenBucket(ctx, rawURL)
	if err != nil {
		return nil, err
	}
	return &bucket{b}, nil
}

func (b *bucket) read(ctx context.Context, path string) ([]byte, error) {
	content, err := b.b.ReadAll(ctx, path)
	return content, missing(err)
}

func (b *bucket) stat(ctx context.Context, path string) (int64, []byte, error) {
	a, err := b.b.Attributes(ctx, path)
	if err != nil {
		return 0, nil, missing(err)
	}
	return a.Size, a.MD5, nil
}

// write cancels the writer's context on any failure: otherwise Close would publish the part written so far.
func (b *bucket) write(ctx context.Context, path string, content []byte, contentType string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sum := md5.Sum(content)
	w, err := b.b.NewWriter(ctx, path, &blob.WriterOptions{ContentType: contentType, ContentMD5: sum[:], CacheControl: cacheControl})
	if err != nil {
		return err
	}
	if _, err := w.Write(content); err != nil {
		cancel()
		_ = w.Close() // abandons the object; the first error is the cause
		return err
	}
	return w.Close()
}

func (b *bucket) remove(ctx context.Context, path string) error {
	err := b.b.Delete(ctx, path)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

func (b *bucket) close() error { return b.b.Close() }

func missing(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return ErrNotFound
	}
	return err
}
