package signing

import (
	"bytes"
	"compress/flate"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Prefix is the path prefix of signed URLs below the base URL.
const Prefix = "/i/"

// expiryParam is the query parameter that holds a URL's last second, in Unix time. No other parameter of
// a stored or inline URL has a meaning.
const expiryParam = "exp"

// signatureLen is the length of a signature: 32 bytes in base64url without padding.
const signatureLen = 43

// Signature signs the path of an image URL: base64url(HMAC-SHA256(secret, "svc-img-v1\n" + kid + "\n" +
// rest + "\n" + expiry)). rest is what follows the signature in the path, and for a simple URL "?" and its
// sorted query; expiry is the Unix time at which the URL expires, or "". The key of the HMAC is the secret's
// text as it was shown, with its prefix.
func Signature(secret, kid, rest, expiry string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, "svc-img-v1\n"+kid+"\n"+rest+"\n"+expiry)
	var sum [sha256.Size]byte
	return base64.RawURLEncoding.EncodeToString(mac.Sum(sum[:0]))
}

// address is a parsed signed URL.
type address struct {
	kid, sig, rest string
	expiry         string // as signed; "" for never
	query          url.Values
}

// parseAddress parses a path below Prefix and its query. It checks only the form.
func parseAddress(path, rawQuery string) (address, bool) {
	rest, ok := strings.CutPrefix(path, Prefix)
	if !ok {
		return address{}, false
	}
	var a address
	if a.kid, rest, ok = strings.Cut(rest, "/"); !ok || len(a.kid) != kidLen {
		return address{}, false
	}
	if a.sig, a.rest, ok = strings.Cut(rest, "/"); !ok || len(a.sig) != signatureLen || !strings.HasSuffix(a.rest, ".png") {
		return address{}, false
	}
	if rawQuery == "" {
		return a, true
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		query = url.Values{} // a malformed query cannot be signed
	}
	if values, given := query[expiryParam]; given {
		if len(values) != 1 || !isExpiry(values[0]) {
			return address{}, false
		}
		a.expiry = values[0]
	}
	if a.simple() {
		if err != nil {
			return address{}, false
		}
		delete(query, expiryParam)
		a.query = query
		if len(query) > 0 {
			a.rest += "?" + sortedQuery(query)
		}
	}
	return a, true
}

// lastExpiry is the last second that a timestamp of the API can hold, 9999-12-31T23:59:59Z.
const lastExpiry = "253402300799"

// isExpiry reports whether s is a time in its only accepted form: digits without a leading zero, at most lastExpiry.
func isExpiry(s string) bool {
	if s == "" || len(s) > len(lastExpiry) || len(s) == len(lastExpiry) && s > lastExpiry || s[0] == '0' {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}

// sortedQuery encodes a query by name, then by value: url.Values.Encode keeps the order of values.
func sortedQuery(query url.Values) string {
	sorted := url.Values{}
	for name, values := range query {
		values = slices.Clone(values)
		slices.Sort(values)
		sorted[name] = values
	}
	return sorted.Encode()
}

// verify reports whether the secret signed the address, in constant time.
func (a *address) verify(secret string) bool {
	return subtle.ConstantTimeCompare([]byte(Signature(secret, a.kid, a.rest, a.expiry)), []byte(a.sig)) == 1
}

// expiresAt returns when the URL expires, the zero time for never.
func (a *address) expiresAt() time.Time {
	if a.expiry == "" {
		return time.Time{}
	}
	n, _ := strconv.ParseInt(a.expiry, 10, 64) // digits only
	return time.Unix(n, 0).UTC()
}

func (a *address) simple() bool { return strings.HasPrefix(a.rest, "t/") }

// stored returns the ref of a stored URL.
func (a *address) stored() (ref string, ok bool) {
	ref = strings.TrimSuffix(a.rest, ".png")
	return ref, !strings.Contains(ref, "/")
}

// inline returns the payload of an inline URL.
func (a *address) inline() (payload string, ok bool) {
	payload, ok = strings.CutPrefix(strings.TrimSuffix(a.rest, ".png"), "d/")
	return payload, ok && !strings.Contains(payload, "/")
}

// template returns the template that a simple URL names.
func (a *address) template() (id string, version int, ok bool) {
	path, _, _ := strings.Cut(a.rest, "?")
	name, ok := strings.CutPrefix(strings.TrimSuffix(path, ".png"), "t/")
	if !ok {
		return "", 0, false
	}
	id, v, ok := strings.Cut(name, "@")
	version, err := strconv.Atoi(v)
	return id, version, ok && err == nil && version > 0 && id != "" && !strings.Contains(id, "/") && v[0] != '+' && v[0] != '0'
}

// maxContent bounds the content of an inline URL after it is inflated.
const maxContent = 1 << 20

// pack returns a content as the payload of an inline URL: base64url of raw DEFLATE (RFC 1951).
func pack(content []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic("signing: " + err.Error()) // only for invalid compression levels
	}
	_, _ = w.Write(content) // writing to a buffer does not fail
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// unpack is the inverse of pack; content beyond maxContent is refused.
func unpack(payload string) ([]byte, error) {
	packed, err := base64.RawURLEncoding.Strict().DecodeString(payload)
	if err != nil {
		return nil, err
	}
	r := flate.NewReader(bytes.NewReader(packed))
	content, err := io.ReadAll(io.LimitReader(r, maxContent+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxContent {
		return nil, errors.New("the content is too large")
	}
	return content, nil
}
