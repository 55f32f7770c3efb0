package s3

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ErrNotFound is returned when there is no object at a path.
var ErrNotFound = errors.New("no such object in the bucket")

// Bucket is an open bucket. It is safe for concurrent use.
type Bucket struct {
	client http.Client
	o      options
	base   string  // address of the bucket, with a trailing slash
	signer *signer // nil: requests are anonymous
}

// Open returns the bucket at an address such as s3://bucket?region=eu-central-1; parseOptions lists its parameters. It
// sends no request.
func Open(u *url.URL) (*Bucket, error) {
	o, err := parseOptions(u)
	if err != nil {
		return nil, err
	}
	base, err := o.base()
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 32
	transport.DisableCompression = true // objects are stored and measured as they are
	b := &Bucket{client: http.Client{Transport: transport}, o: o, base: base}
	if !o.anonymous {
		b.signer = &signer{region: o.region, credentials: newProvider(o)}
	}
	return b, nil
}

// Close closes idle connections.
func (b *Bucket) Close() error {
	b.client.CloseIdleConnections()
	return nil
}

// Read returns the content of an object.
func (b *Bucket) Read(ctx context.Context, path string) ([]byte, error) {
	r, err := b.do(ctx, http.MethodGet, path, nil, nil)
	if err != nil {
		return nil, err
	}
	return r.body, nil
}

// Stat returns the size of an object, and its MD5 where the store reports it, otherwise nil.
func (b *Bucket) Stat(ctx context.Context, path string) (size int64, sum []byte, err error) {
	r, err := b.do(ctx, http.MethodHead, path, nil, nil)
	if err != nil {
		return 0, nil, err
	}
	if r.length < 0 {
		return 0, nil, errors.New("the object store reports no size")
	}
	if strings.HasPrefix(r.header.Get("X-Amz-Server-Side-Encryption"), "aws:kms") {
		return r.length, nil, nil // the ETag is not the content's MD5
	}
	tag, err := hex.DecodeString(strings.Trim(r.header.Get("Etag"), `"`))
	if err != nil || len(tag) != md5.Size {
		return r.length, nil, nil
	}
	return r.length, tag, nil
}

// Write stores an object, replacing what is there. The store verifies the content before it publishes it.
func (b *Bucket) Write(ctx context.Context, path string, content []byte, contentType, cacheControl string) error {
	sum := md5.Sum(content)
	h := http.Header{"Content-Type": {contentType}, "Cache-Control": {cacheControl}, "Content-Md5": {base64.StdEncoding.EncodeToString(sum[:])}}
	if b.o.encryption != "" {
		h.Set("X-Amz-Server-Side-Encryption", b.o.encryption)
	}
	if b.o.encryptionKey != "" {
		h.Set("X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id", b.o.encryptionKey)
	}
	_, err := b.do(ctx, http.MethodPut, path, content, h)
	return err
}

// Remove deletes an object; a missing one is not an error.
func (b *Bucket) Remove(ctx context.Context, path string) error {
	_, err := b.do(ctx, http.MethodDelete, path, nil, nil)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// response is a successful response with its body read.
type response struct {
	header http.Header
	length int64
	body   []byte
}

// A request that fails in a way that may pass is sent up to attempts times, after pauses of about firstPause, doubled each
// time.
const (
	attempts   = 3
	firstPause = 100 * time.Millisecond
)

// do sends a request and reads the response.
func (b *Bucket) do(ctx context.Context, method, path string, content []byte, header http.Header) (*response, error) {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		r, passing, err := b.try(ctx, method, path, content, header)
		if err == nil || !passing || attempt == attempts || ctx.Err() != nil {
			return r, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause *= 2
	}
}

// try is one attempt of do; passing reports that another one may succeed.
func (b *Bucket) try(ctx context.Context, method, path string, content []byte, header http.Header) (_ *response, passing bool, err error) {
	req, err := http.NewRequestWithContext(ctx, method, b.base+escape(path), bytes.NewReader(content))
	if err != nil {
		return nil, false, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	if b.signer != nil {
		if err := b.signer.sign(ctx, &b.client, req, sha256.Sum256(content)); err != nil {
			return nil, false, fmt.Errorf("signing a request to the object store: %w", err)
		}
	}
	res, err := b.client.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer res.Body.Close()
	if res.StatusCode/100 != 2 {
		return nil, res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests, failure(res, method)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, true, fmt.Errorf("reading from the object store: %w", err)
	}
	return &response{res.Header, res.ContentLength, body}, false, nil
}
