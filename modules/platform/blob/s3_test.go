package blob

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// cleanS3 removes the variables and files of the environment that name credentials or stores.
func cleanS3(t *testing.T) {
	t.Helper()
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(t.TempDir(), "credentials"))
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(t.TempDir(), "config"))
}

func s3At(t *testing.T, address string) (*s3Bucket, error) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return openS3(u)
}

func TestAddressesOfS3(t *testing.T) {
	cleanS3(t)
	t.Setenv("AWS_REGION", "eu-north-1")
	for address, want := range map[string]string{
		"s3://b":                   "https://s3.amazonaws.com eu-north-1",
		"s3://b?region=cn-north-1": "https://s3.cn-north-1.amazonaws.com.cn cn-north-1",
		"s3://b?endpoint=https://store.example:9000&use_path_style=true": "https://store.example:9000 eu-north-1",
		"s3://b?endpoint=store.example&disable_https=true":               "http://store.example eu-north-1",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		o, err := parseS3(u)
		scheme := "http"
		if o.secure {
			scheme = "https"
		}
		if got := scheme + "://" + o.host + " " + o.region; got != want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", address, got, want, err)
		}
	}
	for _, address := range []string{
		"s3://?region=x", "s3://b/path", "s3://b?anonymous=2", "s3://b?typo=1", "s3://b?endpoint=https://store.example/base", "s3://b?endpoint=ftp://store.example",
		"s3://b?ssetype=rot13", "s3://b?ssetype=AES256&kmskeyid=k",
	} {
		if _, err := s3At(t, address); err == nil {
			t.Errorf("%s: no error", address)
		}
	}
}

// TestRequestsToS3 checks what is sent, which failures are repeated, and what errors say.
func TestRequestsToS3(t *testing.T) {
	cleanS3(t)
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		switch r.URL.EscapedPath() {
		case "/images/busy":
			if n < s3Attempts {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Etag", `"00"`)
			w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
		case "/images/denied":
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`)
		case "/images/none":
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `<Error><Code>NoSuchKey</Code><Message>The key does not exist</Message></Error>`)
		case "/images/gone":
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `<Error><Code>NoSuchBucket</Code><Message>The bucket does not exist</Message></Error>`)
		case "/images/a%20b%2B%C3%BC":
			if r.Header.Get("Content-Md5") != "kAFQmDzST7DWlj99KOF/cg==" || r.Header.Get("X-Amz-Server-Side-Encryption") != "AES256" ||
				r.ContentLength != 3 || !strings.Contains(r.Header.Get("Authorization"), "Credential=id/") {
				w.WriteHeader(http.StatusBadRequest)
			}
		case "/images/kms":
			w.Header().Set("X-Amz-Server-Side-Encryption", "aws:kms")
			w.Header().Set("Etag", `"900150983cd24fb0d6963f7d28e17f72"`)
			w.Header().Set("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")
			w.Header().Set("Content-Length", "3")
		}
	}))
	defer server.Close()
	address := "s3://images?region=x&use_path_style=true&ssetype=AES256&endpoint=" + server.URL
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	b, err := s3At(t, address)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if err := b.write(t.Context(), "a b+ü", []byte("abc"), "text/plain"); err != nil {
		t.Error(err)
	}
	calls.Store(0)
	if _, err := b.read(t.Context(), "busy"); err != nil || calls.Load() != s3Attempts {
		t.Errorf("%d requests, %v", calls.Load(), err)
	}
	calls.Store(0)
	if _, err := b.read(t.Context(), "denied"); err == nil || !strings.Contains(err.Error(), "Access Denied") || calls.Load() != 1 {
		t.Errorf("%d requests, %v", calls.Load(), err)
	}
	if _, err := b.read(t.Context(), "none"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a missing object: %v", err)
	}
	if _, err := b.read(t.Context(), "gone"); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("a missing bucket is reported as a missing object: %v", err)
	}
	if size, sum, err := b.stat(t.Context(), "kms"); size != 3 || sum != nil || err != nil {
		t.Errorf("an encrypted object: %d, %x, %v", size, sum, err)
	}
}

// TestMissingCredentialsAreAnError checks that a store without credentials is not used with unsigned requests.
func TestMissingCredentialsAreAnError(t *testing.T) {
	cleanS3(t)
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	defer server.Close()
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1:1/none") // a container whose service does not respond
	b, err := s3At(t, "s3://images?region=x&use_path_style=true&endpoint="+server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if _, err := b.read(t.Context(), "a"); !errors.Is(err, errNoCredentials) || requests != 0 {
		t.Errorf("%d requests, %v", requests, err)
	}
}
