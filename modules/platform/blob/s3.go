package blob

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// s3Attempts bounds how often a request that fails in a way that may pass is sent.
const s3Attempts = 3

// s3Bucket stores objects in a bucket that speaks S3.
type s3Bucket struct {
	client     minio.Core
	transport  *http.Transport
	name       string
	encryption encrypt.ServerSide // of what is written; nil: the bucket's default
}

// openS3 returns the bucket at an address; parseS3 lists its parameters. It sends no request.
func openS3(u *url.URL) (*s3Bucket, error) {
	o, err := parseS3(u)
	if err != nil {
		return nil, err
	}
	encryption, err := o.serverSide()
	if err != nil {
		return nil, err
	}
	transport, err := minio.DefaultTransport(o.secure)
	if err != nil {
		return nil, err
	}
	settings := &minio.Options{
		Secure: o.secure, Region: o.region, Transport: transport, MaxRetries: s3Attempts,
		BucketLookup: minio.BucketLookupDNS, Creds: o.credentials(),
	}
	if o.pathStyle || strings.Contains(o.bucket, ".") { // the certificate of a bucket's host does not cover names with dots
		settings.BucketLookup = minio.BucketLookupPath
	}
	client, err := minio.NewCore(o.host, settings)
	if err != nil {
		return nil, fmt.Errorf("the object store's endpoint %q: %w", o.host, err)
	}
	return &s3Bucket{client: *client, transport: transport, name: o.bucket, encryption: encryption}, nil
}

func (b *s3Bucket) read(ctx context.Context, path string) ([]byte, error) {
	r, _, _, err := b.client.GetObject(ctx, b.name, path, minio.GetObjectOptions{})
	if err != nil {
		return nil, missingS3(err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading from the object store: %w", err)
	}
	return content, nil
}

// stat returns no MD5 where the ETag is not one: with multipart uploads and keys of a key service.
func (b *s3Bucket) stat(ctx context.Context, path string) (int64, []byte, error) {
	o, err := b.client.StatObject(ctx, b.name, path, minio.StatObjectOptions{})
	if err != nil {
		return 0, nil, missingS3(err)
	}
	if o.Size < 0 {
		return 0, nil, errors.New("the object store reports no size")
	}
	sum, err := hex.DecodeString(o.ETag)
	if err != nil || len(sum) != md5.Size || strings.HasPrefix(o.Metadata.Get("X-Amz-Server-Side-Encryption"), "aws:kms") {
		return o.Size, nil, nil //nolint:nilerr // the ETag is not a hash
	}
	return o.Size, sum, nil
}

// write sends the content's MD5, which the store verifies before it publishes the object.
func (b *s3Bucket) write(ctx context.Context, path string, content []byte, contentType string) error {
	_, err := b.client.Client.PutObject(ctx, b.name, path, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType: contentType, CacheControl: cacheControl, ServerSideEncryption: b.encryption,
		SendContentMd5: true, DisableContentSha256: true, DisableMultipart: true,
	})
	return err
}

func (b *s3Bucket) remove(ctx context.Context, path string) error {
	err := missingS3(b.client.RemoveObject(ctx, b.name, path, minio.RemoveObjectOptions{}))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func (b *s3Bucket) close() error {
	b.transport.CloseIdleConnections()
	return nil
}

func missingS3(err error) error {
	if err != nil && minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return ErrNotFound
	}
	return err
}

// errNoCredentials reports that no source has credentials.
var errNoCredentials = errors.New("no credentials for the object store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role of the container or machine; " +
	"?anonymous=true sends unsigned requests")

// required is a chain of sources of credentials that fails when none has any, instead of sending unsigned requests.
type required struct{ *credentials.Chain }

// RetrieveWithCredContext implements [credentials.Provider].
func (r required) RetrieveWithCredContext(c *credentials.CredContext) (credentials.Value, error) {
	v, err := r.Chain.RetrieveWithCredContext(c)
	if err == nil && v.AccessKeyID == "" {
		err = errNoCredentials
	}
	return v, err
}

// Retrieve implements [credentials.Provider].
func (r required) Retrieve() (credentials.Value, error) { return r.RetrieveWithCredContext(nil) }
