package blob

import (
	"context"
	"errors"

	"github.com/platenhq/platen/modules/platform/blob/s3"
)

// s3Bucket stores objects in a bucket that speaks S3.
type s3Bucket struct{ b *s3.Bucket }

func (b s3Bucket) read(ctx context.Context, path string) ([]byte, error) {
	content, err := b.b.Read(ctx, path)
	return content, missingS3(err)
}

func (b s3Bucket) stat(ctx context.Context, path string) (int64, []byte, error) {
	size, sum, err := b.b.Stat(ctx, path)
	return size, sum, missingS3(err)
}

func (b s3Bucket) write(ctx context.Context, path string, content []byte, contentType string) error {
	return b.b.Write(ctx, path, content, contentType, cacheControl)
}

func (b s3Bucket) remove(ctx context.Context, path string) error { return b.b.Remove(ctx, path) }

func (b s3Bucket) close() error { return b.b.Close() }

func missingS3(err error) error {
	if errors.Is(err, s3.ErrNotFound) {
		return ErrNotFound
	}
	return err
}
