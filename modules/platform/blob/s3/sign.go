package s3

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/clock"
)

// signer signs requests with Signature Version 4 (AWS General Reference, "Create a signed AWS API request").
type signer struct {
	region      string
	credentials *provider
}

// sign adds the headers of a request whose body has the hash sum.
func (s *signer) sign(ctx context.Context, client *http.Client, r *http.Request, sum [sha256.Size]byte) error {
	c, err := s.credentials.get(ctx, client)
	if err != nil {
		return err
	}
	r.Header.Set("X-Amz-Date", clock.Now().UTC().Format("20060102T150405Z"))
	r.Header.Set("X-Amz-Content-Sha256", hex.EncodeToString(sum[:]))
	if c.token != "" {
		r.Header.Set("X-Amz-Security-Token", c.token)
	}
	r.Header.Set("Authorization", s.authorization(c, r))
	return nil
}

// authorization returns the Authorization header of a request with all its other headers.
func (s *signer) authorization(c credentials, r *http.Request) string {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	headers := map[string]string{"host": host}
	for name, values := range r.Header {
		headers[strings.ToLower(name)] = strings.TrimSpace(strings.Join(values, ","))
	}
	names := make([]string, 0, len(headers))
	for name := range headers {
		names = append(names, name)
	}
	slices.Sort(names)
	signed := strings.Join(names, ";")
	var canonical strings.Builder
	canonical.WriteString(r.Method + "\n" + r.URL.EscapedPath() + "\n" + r.URL.RawQuery + "\n")
	for _, name := range names {
		canonical.WriteString(name + ":" + headers[name] + "\n")
	}
	canonical.WriteString("\n" + signed + "\n" + r.Header.Get("X-Amz-Content-Sha256"))

	at := r.Header.Get("X-Amz-Date")
	day, _, _ := strings.Cut(at, "T")
	scope := day + "/" + s.region + "/s3/aws4_request"
	sum := sha256.Sum256([]byte(canonical.String()))
	key := []byte("AWS4" + c.secret)
	for _, part := range strings.Split(scope, "/") {
		key = mac(key, part)
	}
	signature := mac(key, "AWS4-HMAC-SHA256\n"+at+"\n"+scope+"\n"+hex.EncodeToString(sum[:]))
	return "AWS4-HMAC-SHA256 Credential=" + c.id + "/" + scope + ", SignedHeaders=" + signed + ", Signature=" + hex.EncodeToString(signature)
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// escape escapes a path as signatures require: everything but letters, digits, "-", "_", ".", "~" and "/".
func escape(path string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/"
	var out strings.Builder
	for i := range len(path) {
		if b := path[i]; strings.IndexByte(plain, b) >= 0 {
			out.WriteByte(b)
		} else {
			out.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{b})))
		}
	}
	return out.String()
}
