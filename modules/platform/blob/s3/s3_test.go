package s3

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"time"
)

// TestAuthorization compares a signature with the example of the S3 documentation, "Authenticating Requests:
// Using the Authorization Header".
func TestAuthorization(t *testing.T) {
	t.Parallel()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://examplebucket.s3.amazonaws.com/test.txt", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	empty := sha256.Sum256(nil)
	r.Header = http.Header{"Range": {"bytes=0-9"}, "X-Amz-Content-Sha256": {hex.EncodeToString(empty[:])}, "X-Amz-Date": {"20130524T000000Z"}}
	s := &signer{region: "us-east-1"}
	got := s.authorization(credentials{id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}, r)
	const want = "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, " +
		"SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, " +
		"Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// clean removes the variables and files of the environment that name credentials or stores.
func clean(t *testing.T) {
	t.Helper()
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(t.TempDir(), "credentials"))
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(t.TempDir(), "config"))
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
}

func open(t *testing.T, address string) *Bucket {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(u)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAddresses(t *testing.T) {
	clean(t)
	t.Setenv("AWS_REGION", "eu-north-1")
	for address, want := range map[string]string{
		"s3://b":                   "https://b.s3.eu-north-1.amazonaws.com/",
		"s3://b?region=cn-north-1": "https://b.s3.cn-north-1.amazonaws.com.cn/",
		"s3://b?endpoint=https://store.example:9000&use_path_style=true": "https://store.example:9000/b/",
		"s3://b?endpoint=store.example/base/&s3ForcePathStyle=true":      "https://store.example/base/b/",
		"s3://b?endpoint=store.example&disable_https=true":               "http://b.store.example/",
		"s3://b.with.dots": "https://s3.eu-north-1.amazonaws.com/b.with.dots/",
	} {
		if got := open(t, address).base; got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	t.Setenv("AWS_REGION", "")
	for _, address := range []string{"s3://b", "s3://?region=x", "s3://b/path?region=x", "s3://b?region=x&anonymous=2", "s3://b?region=x&typo=1"} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(u); err == nil {
			t.Errorf("%s: no error", address)
		}
	}
}

// TestSources finds credentials in each place where they may be.
func TestSources(t *testing.T) {
	const role = `{"AccessKeyId":"id","SecretAccessKey":"secret","Token":"token","Expiration":"2040-01-02T03:04:05Z"}`
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /latest/api/token", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "t0") })
	mux.HandleFunc("GET /latest/meta-data/iam/security-credentials/{role...}", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("X-Aws-Ec2-Metadata-Token") != "t0":
			w.WriteHeader(http.StatusUnauthorized)
		case r.PathValue("role") == "":
			fmt.Fprint(w, "a-role\n")
		case r.PathValue("role") == "a-role":
			fmt.Fprint(w, role)
		}
	})
	mux.HandleFunc("GET /task", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "of the task" {
			fmt.Fprint(w, role)
		}
	})
	mux.HandleFunc("POST /sts/", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("RoleArn") == "arn:role" && r.FormValue("WebIdentityToken") == "jwt" && r.FormValue("Action") == "AssumeRoleWithWebIdentity" {
			fmt.Fprint(w, `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>
				<AccessKeyId>id</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2040-01-02T03:04:05Z</Expiration>
				</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`)
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	temporary := credentials{"id", "secret", "token", time.Date(2040, 1, 2, 3, 4, 5, 0, time.UTC)}
	for name, c := range map[string]struct {
		env  map[string]string
		file string // of credentials
		want credentials
	}{
		"environment": {env: map[string]string{"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"}, want: credentials{id: "id", secret: "secret"}},
		"profile":     {env: map[string]string{"AWS_PROFILE": "two"}, file: "[one]\naws_access_key_id = no\n\n[two]\naws_access_key_id = id\naws_secret_access_key=secret\n", want: credentials{id: "id", secret: "secret"}},
		"container":   {env: map[string]string{"AWS_CONTAINER_CREDENTIALS_FULL_URI": server.URL + "/task", "AWS_CONTAINER_AUTHORIZATION_TOKEN": "of the task"}, want: temporary},
		"pod":         {env: map[string]string{"AWS_WEB_IDENTITY_TOKEN_FILE": "$token", "AWS_ROLE_ARN": "arn:role", "AWS_ENDPOINT_URL_STS": server.URL + "/sts"}, want: temporary},
		"machine":     {env: map[string]string{"AWS_EC2_METADATA_DISABLED": "", "AWS_EC2_METADATA_SERVICE_ENDPOINT": server.URL}, want: temporary},
	} {
		t.Run(name, func(t *testing.T) {
			clean(t)
			token := filepath.Join(t.TempDir(), "token")
			if err := os.WriteFile(token, []byte("jwt\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			for k, v := range c.env {
				t.Setenv(k, strings.ReplaceAll(v, "$token", token))
			}
			if c.file != "" {
				if err := os.WriteFile(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), []byte(c.file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := open(t, "s3://b?region=eu-north-1").signer.credentials.get(t.Context(), server.Client())
			if err != nil || got != c.want {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		clean(t)
		if _, err := open(t, "s3://b?region=eu-north-1").signer.credentials.get(t.Context(), server.Client()); !errors.Is(err, errNoCredentials) {
			t.Error(err)
		}
	})
	t.Run("unsupported profile", func(t *testing.T) {
		clean(t)
		if err := os.WriteFile(os.Getenv("AWS_CONFIG_FILE"), []byte("[profile sso]\nsso_session = x\nregion = eu-west-3\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		b := open(t, "s3://b?profile=sso")
		if _, err := b.signer.credentials.get(t.Context(), server.Client()); err == nil || !strings.Contains(err.Error(), "sso_session") || b.o.region != "eu-west-3" {
			t.Error(b.o.region, err)
		}
	})
}

// TestTemporaryCredentialsAreRenewed renews credentials before their end, and keeps valid ones when that fails.
func TestTemporaryCredentialsAreRenewed(t *testing.T) {
	t.Parallel()
	calls, fail := 0, false
	next := time.Now().Add(time.Minute)
	p := &provider{sources: []source{func(context.Context, *http.Client) (credentials, error) {
		if calls++; fail {
			return credentials{}, errors.New("unavailable")
		}
		return credentials{id: fmt.Sprint(calls), secret: "s", expires: next}, nil
	}}}
	get := func() string {
		c, err := p.get(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.id
	}
	if get() != "1" || get() != "2" {
		t.Error("credentials that end soon were kept")
	}
	fail = true
	if get() != "2" {
		t.Error("valid credentials were dropped")
	}
	fail, next = false, time.Now().Add(time.Hour)
	if first, second := get(), get(); first != second {
		t.Error("valid credentials were renewed")
	}
}

// TestRequests checks what is sent, which failures are repeated, and what errors say.
func TestRequests(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		switch r.URL.EscapedPath() {
		case "/b/busy":
			if n < 3 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		case "/b/denied":
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`)
		case "/b/gone":
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `<Error><Code>NoSuchBucket</Code><Message>The bucket does not exist</Message></Error>`)
		case "/b/a%20b%2B%C3%BC":
			if r.Header.Get("Content-Md5") != "kAFQmDzST7DWlj99KOF/cg==" || r.Header.Get("X-Amz-Server-Side-Encryption") != "AES256" || r.ContentLength != 3 {
				w.WriteHeader(http.StatusBadRequest)
			}
		case "/b/kms":
			w.Header().Set("X-Amz-Server-Side-Encryption", "aws:kms")
			w.Header().Set("Etag", `"900150983cd24fb0d6963f7d28e17f72"`)
			w.Header().Set("Content-Length", "3")
		}
	}))
	defer server.Close()
	b := open(t, "s3://b?region=x&anonymous=true&use_path_style=true&ssetype=AES256&endpoint="+server.URL)
	defer b.Close()
	if err := b.Write(t.Context(), "a b+ü", []byte("abc"), "text/plain", "no-store"); err != nil {
		t.Error(err)
	}
	calls.Store(0)
	if _, err := b.Read(t.Context(), "busy"); err != nil || calls.Load() != 3 {
		t.Errorf("%d requests, %v", calls.Load(), err)
	}
	calls.Store(0)
	if _, err := b.Read(t.Context(), "denied"); err == nil || !strings.Contains(err.Error(), "AccessDenied: Access Denied") || calls.Load() != 1 {
		t.Errorf("%d requests, %v", calls.Load(), err)
	}
	if _, err := b.Read(t.Context(), "gone"); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("a missing bucket is reported as a missing object: %v", err)
	}
	if size, sum, err := b.Stat(t.Context(), "kms"); size != 3 || sum != nil || err != nil {
		t.Errorf("an encrypted object: %d, %x, %v", size, sum, err)
	}
}
